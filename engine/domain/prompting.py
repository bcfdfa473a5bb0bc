"""The enriched prompt: a question beside its sub-graph as text, to be answered step by step.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Section 3.2: the
sub-graph "is then converted to natural language which is then combined with the question prompt", and with a
chain-of-thought template.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..answers.given import find_answers
from ..answers.written import is_right
from ..llm.asked_rows import AskedRow, ask_rows
from ..llm.asking import Asked, AskedModel
from ..llm.chat import ChatReply, ChatRequest
from ..llm.cost import Usage
from ..llm.journal import FAILURE, ORIGIN, open_journal
from ..llm.prompts import load_prompt
from ..progress import SILENT, Progress
from .filtering import FilteredQuestion
from .graph import DomainGraph
from .subgraph import Subgraph, SubgraphFinder

Row = dict[str, Any]

NO_OPTIONS = "(none: it is an open question)"
NO_FACTS = "(the graph holds none)"


@dataclass(frozen=True, slots=True)
class AskingSettings:
    """How the model answers.

    Attributes:
        temperature: at least 0; 0 asks for the likeliest text; the server's own when None.
        max_tokens: longest answer; the server's own limit when None.
    """

    temperature: float | None = None
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class EnrichedQuestion:
    """A question with its sub-graph, and what is sent to a model."""

    filtered: FilteredQuestion
    subgraph: Subgraph
    request: ChatRequest

    def row(self, model_id: str | None) -> Row:
        """What is known of a row before its answer. `subgraph` holds keys of facts; without a model the row
        holds the `messages` to send."""
        question = self.filtered.question
        given = {
            name: value for name, value in self.filtered.to_dict().items() if name not in (ORIGIN, FAILURE)
        }
        known = given | {
            "question": question.question,
            "options": list(question.options),
            "gold_answers": list(question.answers),
            "subgraph": [fact.key for fact in self.subgraph.facts],
            "within_diameter": self.subgraph.within,
            "hubs": self.subgraph.hubs,
            "prompt": load_prompt(_PROMPT).label,
        }
        if model_id is None:
            return known | {"messages": [asdict(message) for message in self.request.messages]}
        return known | {"model": model_id, "temperature": self.request.temperature}


_PROMPT = "domain-answer"


def enrich(
    filtered: Iterable[FilteredQuestion],
    graph: DomainGraph,
    finder: SubgraphFinder,
    settings: AskingSettings = AskingSettings(),
) -> Iterator[EnrichedQuestion]:
    """Each question with its sub-graph and its prompt, in order."""
    ids = graph.readable.ids
    for one in filtered:
        subgraph = finder.find([[ids[entity.id] for entity in name.entities] for name in one.names])
        messages = load_prompt(_PROMPT).fill(
            facts=subgraph.text or NO_FACTS,
            question=one.question.question,
            options=", ".join(one.question.options) or NO_OPTIONS,
        )
        request = ChatRequest(messages, temperature=settings.temperature, max_tokens=settings.max_tokens)
        yield EnrichedQuestion(one, subgraph, request)


@dataclass(frozen=True, slots=True)
class Prompted:
    """What a run came to.

    Attributes:
        questions: how many the file holds.
        usage: what it cost; answers that were in the file before count as answered before.
        first_failure: why the first answer that is missing is missing, None when none is.
    """

    questions: int
    usage: Usage
    first_failure: str | None


def prompts_to_file(
    enriched: Sequence[EnrichedQuestion],
    out: str | os.PathLike[str],
    asked: AskedModel | None,
    *,
    progress: Progress = SILENT,
) -> Prompted:
    """Write one row a question, in order: with the model's `cot`, or without a model with the `messages`.

    Rows can be scored (`groundpath domain score`) and audited (`groundpath audit`). `predicted_answer` is
    what the reasoning closes with, `right` whether it is a gold answer. Run again, rows that are there are
    kept up to the first failure, which is asked again.

    Raises:
        InputError: the file cannot be written, or holds something else than this run's rows.
        ChatError: no request can succeed (key, address, name of the model). What was answered is kept.
    """
    rows = [_asked_row(one, asked) for one in enriched]
    if asked is not None:
        return Prompted(len(rows), *ask_rows(asked, rows, out, progress=progress))
    origins = [row.origin("") for row in rows]
    with open_journal(out, origins) as journal:
        for row, origin in zip(rows[journal.kept :], origins[journal.kept :], strict=True):
            journal.write(origin, row.known)
    return Prompted(len(rows), Usage(), None)


def _asked_row(one: EnrichedQuestion, by: AskedModel | None) -> AskedRow:
    known = one.row(by.model.model_id if by else None)

    def answered(asked: Asked) -> Row:
        return known | _answered(asked.reply, known)

    return AskedRow(known, one.request, answered)


def _answered(reply: ChatReply | None, row: Mapping[str, Any]) -> Row:
    if reply is None:
        return {"cot": "", "predicted_answer": None, "right": None, "complete": False}
    answers = find_answers(reply.text)
    said = answers[-1].text if answers else None
    right = None if not row["gold_answers"] or said is None else is_right(said, row["gold_answers"])
    return {"cot": reply.text, "predicted_answer": said, "right": right, "complete": reply.complete}
