"""What is found for a question: its gold paths, or why there are none."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ...engine.terms import Triple
from .questions import GoldQuestion

Reason = Literal[
    "no_topic",
    "no_answer",
    "topic_absent",
    "answer_absent",
    "unreadable",
    "relation_absent",
    "no_match",
    "other_answers",
    "not_joined",
    "no_path",
    "too_slow",
    "failed",
]

REASONS: dict[Reason, str] = {
    "no_topic": "no topic is given, nor named in the question",
    "no_answer": "no gold answer is named",
    "topic_absent": "no topic is in the graph",
    "answer_absent": "no gold answer is in the graph",
    "unreadable": "the query cannot be read",
    "relation_absent": "a relation between topic and answer has no fact in the graph",
    "no_match": "the graph does not hold the whole pattern",
    "other_answers": "the graph gives other answers only",
    "not_joined": "the pattern does not join topic and answer",
    "no_path": "no path joins topic and answer",
    "too_slow": "the search took too long",
    "failed": "groundpath itself failed on the question",
}
"""Why a question has no gold path, in the order in which it is looked for."""


@dataclass(frozen=True, slots=True, order=True)
class GoldPath:
    """Facts that join a topic to an answer, end to end, each as the graph states it, in either direction.

    Attributes:
        triples: the facts, from the topic on.
        constraints: the other facts of the query's pattern: what the answer must be besides.
    """

    triples: tuple[Triple, ...]
    constraints: tuple[Triple, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What one way of looking found.

    Attributes:
        paths: by topic: shortest first, then by their facts.
        answers: where paths may end; the question's, or those that the graph adds.
        reason: why there is no path; None when there is one.
        detail: what the reason is about, such as a relation; may be empty.
        unchecked: relations that the query asks for besides and that have no fact in the graph, so that the
            paths are right as far as the graph tells.
    """

    paths: dict[str, list[GoldPath]]
    answers: tuple[str, ...]
    reason: Reason | None = None
    detail: str = ""
    unchecked: tuple[str, ...] = ()

    @classmethod
    def nothing(cls, reason: Reason, detail: str = "", unchecked: Iterable[str] = ()) -> "Found":
        return cls({}, (), reason, detail, tuple(unchecked))


@dataclass(frozen=True, slots=True)
class GoldRow:
    """A question with its gold paths, as one row of the file.

    Attributes:
        topics, answers: ids of the graph where it has them, else as the question set has them.
        paths: topic by topic, of each the first ones.
        hops: what the question needs: of the shortest path from each topic, the longest; None without. What
            a mediator joins counts as one, see `hops_of`.
    """

    question: GoldQuestion
    topics: tuple[str, ...]
    answers: tuple[str, ...]
    paths: tuple[GoldPath, ...]
    hops: int | None
    reason: Reason | None
    detail: str
    unchecked: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The row as `audit` and `generate` read it; `constraints` holds one list a gold path."""
        row: dict[str, Any] = {
            **self.question.others,
            "id": self.question.id,
            "question": self.question.question,
            "topic": list(self.topics),
            "gold_answers": list(self.answers),
            "gold_paths": [path.triples for path in self.paths],
            "constraints": [path.constraints for path in self.paths],
            "hops": self.hops,
        }
        if self.reason:
            row |= {"reason": self.reason, "detail": self.detail}
        if self.unchecked:
            row["unchecked"] = list(self.unchecked)
        return row
