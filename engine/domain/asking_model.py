"""What a chat model is asked about a domain's texts: which entities a question names, which triples reasoning
asserts.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Sections 3.1 and 3.3.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing

from ..llm.asking import AskedModel, ask_all
from ..llm.chat import ChatRequest
from ..llm.prompts import load_prompt
from ..progress import SILENT, Progress
from .extracting import NamedText
from .filtering import FilteredQuestion, asked_names, match_all
from .graph import DomainGraph
from .matching import NameMatcher
from .prompting import NO_OPTIONS
from .questions import DomainQuestion


def entity_request(question: DomainQuestion, graph: DomainGraph) -> ChatRequest:
    """Asks for the entities of a question."""
    return ChatRequest(
        load_prompt("domain-entities").fill(
            question=question.question,
            options=", ".join(question.options) or NO_OPTIONS,
            types=", ".join(graph.types) or "(the graph has none)",
        )
    )


def triples_request(question: str, reasoning: str) -> ChatRequest:
    """Asks for the triples of reasoning, the paper's output graph."""
    return ChatRequest(load_prompt("domain-triples").fill(question=question, reasoning=reasoning))


def filter_by_model(
    questions: Sequence[DomainQuestion],
    graph: DomainGraph,
    matcher: NameMatcher,
    asked: AskedModel,
    *,
    progress: Progress = SILENT,
) -> Iterator[FilteredQuestion]:
    """As `filter_questions`, with the names that a chat model finds. Questions whose rows give `entities` are
    not asked about; where the model gave no answer, the question is dropped and its `failure` says why.

    Raises:
        ChatError: no request can succeed (key, address, name of the model).
    """
    requests = [entity_request(one, graph) for one in questions if not one.entities]
    replies = ask_all(
        asked.model, requests, cache=asked.cache, concurrency=asked.concurrency, progress=progress
    )
    with closing(replies):
        for question in questions:
            if question.entities:
                names, failure = [NamedText(name) for name in question.entities], None
            else:
                names, failure = asked_names(next(replies))
            yield from match_all([(question, names, failure)], matcher)
