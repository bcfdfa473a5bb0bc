"""Questions that a graph can be held to: those of which it knows every entity.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Section 3.1: "only
questions where all the entities are present in the KG. The other questions are discarded."
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..llm.asking import Asked
from ..progress import SILENT, Progress
from .extracting import NamedText, named_texts
from .graph import DomainGraph
from .matching import MatchedName, NameMatcher
from .questions import DomainQuestion

Row = dict[str, Any]

# What models put before a name: a bullet or a number; "6-mercaptopurine" has neither.
_LEAD = re.compile(r"^\s*(?:[-*•]\s+|\(?\d{1,3}[.)]\s+)?")
_AT_A_TIME = 64  # questions whose names are encoded together


@dataclass(frozen=True, slots=True)
class FilteredQuestion:
    """A question and what its names mean.

    Attributes:
        failure: why nothing is known of its names, where a model gave no answer.
    """

    question: DomainQuestion
    names: tuple[MatchedName, ...]
    failure: str | None = None

    @property
    def missing(self) -> tuple[MatchedName, ...]:
        return tuple(name for name in self.names if name.how == "missing")

    @property
    def kept(self) -> bool:
        """Whether it names something, and the graph knows all of it."""
        return bool(self.names) and not self.missing and self.failure is None

    @property
    def reason(self) -> str:
        """Why it is dropped; empty when it is kept."""
        if self.failure is not None:
            return f"its entities are not known: {self.failure}"
        if not self.names:
            return "it names nothing that could be in the graph"
        return "; ".join(name.reason for name in self.missing)

    def to_dict(self) -> Row:
        """The question's row with its `id` and `entities`; where it is dropped, also the `reason`."""
        known = dict(self.question.row) | {
            "id": self.question.id,
            "entities": [name.to_dict() for name in self.names],
        }
        return known if self.kept else known | {"reason": self.reason}


def filter_questions(
    questions: Sequence[DomainQuestion],
    graph: DomainGraph,
    matcher: NameMatcher,
    *,
    progress: Progress = SILENT,
) -> Iterator[FilteredQuestion]:
    """Each question with what its names mean, in order: the names of its row, else those in its text."""
    with progress.task("Finding entities", len(questions)) as advance:
        for start in range(0, len(questions), _AT_A_TIME):
            some = questions[start : start + _AT_A_TIME]
            for filtered in match_all([(one, names_of(one, graph), None) for one in some], matcher):
                advance(1)
                yield filtered


def names_of(question: DomainQuestion, graph: DomainGraph) -> list[NamedText]:
    """The names in a question and its options, each once."""
    if question.entities:
        return list(map(NamedText, question.entities))
    names = [name for text in question.texts for name in named_texts(text, graph)]
    return list({name.text.casefold(): name for name in names}.values())


Read = tuple[DomainQuestion, Sequence[NamedText], str | None]


def match_all(read: Sequence[Read], matcher: NameMatcher) -> Iterator[FilteredQuestion]:
    """The meanings of names of several questions, which are looked up together."""
    distinct = {name.text: name for _, names, _ in read for name in names}
    matched = dict(zip(distinct, matcher.match_each(list(distinct.values())), strict=True))
    for question, names, failure in read:
        meant = [one for name in names for one in matched[name.text]]
        once = {one.text.casefold(): one for one in meant}
        yield FilteredQuestion(question, tuple(once.values()), failure)


def asked_names(asked: Asked) -> tuple[list[NamedText], str | None]:
    """The names that a model wrote down, one a line, or why there are none.

    Bullets, numbers, quotes and code fences around them do not count; "NONE" alone means that there are none.
    """
    if asked.reply is None:
        return [], asked.failure
    lines = [_LEAD.sub("", line).strip("`\"' \t") for line in asked.reply.text.splitlines()]
    names = [line for line in lines if any(map(str.isalnum, line)) and line.upper() != "NONE"]
    return [NamedText(name) for name in dict.fromkeys(names)], None
