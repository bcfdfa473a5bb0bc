"""The enriched prompt: a question beside its sub-graph as text, to be answered step by step.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Section 3.2: the
sub-graph "is then converted to natural language which is then combined with the question prompt", and with a
chain-of-thought template.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any

from ..audit.answers import find_answers, is_right
from ..llm.asking import AskedModel, ask_all
from ..llm.cache import request_key
from ..llm.chat import ChatReply, ChatRequest
from ..llm.cost import Usage, usage_of
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
        temperature: at least 0; 0 asks for the likeliest text.
        max_tokens: longest answer; the server's own limit when None.
    """

    temperature: float = 0.0
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
        question, prompt = self.filtered.question, load_prompt(_PROMPT)
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
            "prompt": f"{prompt.id}@{prompt.version}",
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
    rows = [one.row(asked.model.model_id if asked else None) for one in enriched]
    origins = [_origin(one.request, row) for one, row in zip(enriched, rows, strict=True)]
    usage, failure = Usage(), None
    with open_journal(out, origins) as journal:
        kept = journal.kept
        if asked is None:
            for origin, row in zip(origins[kept:], rows[kept:], strict=True):
                journal.write(origin, row)
            return Prompted(len(rows), usage, None)
        requests = [one.request for one in enriched[kept:]]
        replies = ask_all(
            asked.model, requests, cache=asked.cache, concurrency=asked.concurrency, progress=progress
        )
        with closing(replies):
            for origin, row, one in zip(origins[kept:], rows[kept:], replies, strict=True):
                journal.write(origin, row | _answered(one.reply, row), one.failure)
                usage += usage_of(one)
                failure = failure or one.failure
    return Prompted(len(rows), Usage(requests=kept, cached=kept) + usage, failure)


def _answered(reply: ChatReply | None, row: Mapping[str, Any]) -> Row:
    if reply is None:
        return {"cot": "", "predicted_answer": None, "right": None, "complete": False}
    answers = find_answers(reply.text)
    said = answers[-1].text if answers else None
    right = None if not row["gold_answers"] or said is None else is_right(said, row["gold_answers"])
    return {"cot": reply.text, "predicted_answer": said, "right": right, "complete": reply.complete}


def _origin(request: ChatRequest, row: Mapping[str, Any]) -> str:
    """Names everything that a row is made from."""
    made_from = json.dumps([request_key(row.get("model", ""), request), row])
    return blake2b(made_from.encode(), digest_size=16).hexdigest()
