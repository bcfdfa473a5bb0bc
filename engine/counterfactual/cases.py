"""A multi-hop question twice: as the world has it, and with the answers of its hops replaced.

Reference: CofCA, Sections 3.1 and 3.2.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, Self, get_args

from ..audit.chains import RowSource, read_rows
from ..counted import counted
from ..discriminate.cases import must_be
from ..replacing import replacing

VersionName = Literal["factual", "counterfactual"]
VERSIONS: tuple[VersionName, ...] = get_args(VersionName)
Stage = Literal["rewrite", "paraphrase"]
STAGES: tuple[Stage, ...] = get_args(Stage)
"""What a chat model did to passages, in this order; CofCA, Section 3.1 and Table 5."""
Kind = Literal["bridge", "comparison"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_LEAST_HOPS = 2  # of a multi-hop question of which nothing tells how many it has


@dataclass(frozen=True, slots=True)
class Passage:
    """A text to answer from; `title` may be empty."""

    title: str
    text: str

    @property
    def shown(self) -> str:
        """As a model is shown it."""
        return f"Title: {self.title}\n{self.text}" if self.title else self.text


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """What one hop asks.

    Attributes:
        answers: any of which is right; the first is the one that the chain goes on from.
        passages: places, from 0, of the passages that state the answer.
    """

    question: str
    answers: tuple[str, ...]
    passages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """The question in one of its two worlds, with the passages of that world.

    Attributes:
        answers: any of which is right.
        sub_questions: one a hop, in order. A hop after the first names the answer of the one it goes on from.
            Empty where a question set tells none, as HotpotQA does.
        supporting: places of the passages that support the answer, as far as they are told besides.
    """

    question: str
    answers: tuple[str, ...]
    passages: tuple[Passage, ...]
    sub_questions: tuple[SubQuestion, ...]
    supporting: tuple[int, ...] = ()

    @property
    def gold_passages(self) -> tuple[int, ...]:
        """Places of the passages that the question and its sub-questions are answered from, ascending."""
        told = {place for sub in self.sub_questions for place in sub.passages}
        return tuple(sorted(told.union(self.supporting)))

    @property
    def hops(self) -> int:
        """Its sub-questions; where there are none its supporting passages, two at least."""
        return len(self.sub_questions) or max(_LEAST_HOPS, len(self.supporting))

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from values of JSON. Raises KeyError, TypeError or ValueError."""
        passages = tuple(Passage(str(p["title"]), str(p["text"])) for p in row["passages"])
        subs = tuple(_sub_question(sub, len(passages)) for sub in row["sub_questions"])
        supporting = _places(row.get("supporting", ()), len(passages))
        if len(subs) == 1 or not (subs or supporting):
            raise ValueError("has fewer than two sub-questions")
        return cls(str(row["question"]), _texts(row["answers"]), passages, subs, supporting)


class Posed(Protocol):
    """A question that can be put to a model, in one version or in both."""

    @property
    def id(self) -> str: ...

    @property
    def kind(self) -> Kind: ...

    @property
    def hops(self) -> int: ...

    @property
    def versions(self) -> Mapping[VersionName, Version]:
        """In the order of VERSIONS."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """What a chat model did to the counterfactual version."""


@dataclass(frozen=True, slots=True)
class Replacement:
    """What was put in place of what.

    Attributes:
        hop: number (from 1) of the sub-question whose answer it is; 0 for a name that answers none.
        because: why the new world differs from the known one there, as one sentence.
    """

    hop: int
    old: str
    new: str
    because: str


@dataclass(frozen=True, slots=True)
class CounterfactualQuestion:
    """One question in both worlds.

    Attributes:
        id: of the row that it was made from.
        kind: "bridge" when each hop goes on from an answer before it, "comparison" when two are compared.
            CofCA, Table 11.
        source: the question as its row has it.
        replaced: in the order of the hops, then what answers none of them.
        stages: what a chat model did to the counterfactual version; empty where rules made it alone.
    """

    id: str
    kind: Kind
    source: str
    replaced: tuple[Replacement, ...]
    factual: Version
    counterfactual: Version
    stages: tuple[Stage, ...] = ()

    def __post_init__(self) -> None:
        if len(self.factual.sub_questions) != len(self.counterfactual.sub_questions):
            raise ValueError("has not as many sub-questions in one version as in the other")

    @property
    def hops(self) -> int:
        return self.factual.hops

    @property
    def versions(self) -> Mapping[VersionName, Version]:
        return {"factual": self.factual, "counterfactual": self.counterfactual}

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON: a row of `groundpath counterfactual make --out`."""
        return {"id": self.id, "kind": self.kind, "hops": self.hops, **asdict(self)}

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from `to_dict`; other members are passed over. Raises KeyError, TypeError or ValueError."""
        if row["kind"] not in KINDS:
            raise ValueError(f"kind {row['kind']!r} is none of {', '.join(KINDS)}")
        return cls(
            id=str(row["id"]),
            kind=row["kind"],
            source=str(row["source"]),
            replaced=tuple(Replacement(**one) for one in row["replaced"]),
            factual=Version.from_dict(row["factual"]),
            counterfactual=Version.from_dict(row["counterfactual"]),
            stages=stages_of(row),
        )


def stages_of(row: Mapping[str, Any]) -> tuple[Stage, ...]:
    """The stages that a row tells, none by default. Raises ValueError."""
    told = tuple(row.get("stages", ()))
    if not set(told) <= set(STAGES):
        raise ValueError(f"stages {list(told)} are none of {', '.join(STAGES)}")
    return told


def write_questions(questions: Iterable[CounterfactualQuestion], path: str | os.PathLike[str]) -> None:
    """Write JSON lines, all or nothing. Raises InputError when the file cannot be written."""
    with replacing(Path(path), "counterfactual questions") as file:
        file.writelines(json.dumps(one.to_dict(), ensure_ascii=False) + "\n" for one in questions)


def read_counterfactuals(source: RowSource) -> Iterator[CounterfactualQuestion]:
    """Questions, one at a time, from a file that `write_questions` wrote ("-": standard input), or its rows.

    Raises:
        InputError: the file is not there, or is empty.
        BadRowError: a row is no such question; with its line.
    """
    return read_rows(source, _read_question)


def _read_question(row: Any, _line: int) -> CounterfactualQuestion:
    with must_be("a counterfactual question", "groundpath counterfactual make"):
        return CounterfactualQuestion.from_dict(row)


def _sub_question(row: Mapping[str, Any], passages: int) -> SubQuestion:
    return SubQuestion(str(row["question"]), _texts(row["answers"]), _places(row["passages"], passages))


def _places(values: Any, passages: int) -> tuple[int, ...]:
    if not all(isinstance(place, int) and 0 <= place < passages for place in values):
        raise ValueError(f"passages {list(values)} are not places of its {counted(passages, 'passage')}")
    return tuple(values)


def _texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list | tuple) or not values or not all(isinstance(v, str) for v in values):
        raise TypeError("'answers' is not a list of texts")
    return tuple(values)
