"""What the matcher is shown: rows, prose and curriculum in turn, with further questions made of each row."""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundpath.engine.matching.model import HEAD, TAIL

from . import curriculum
from .rows import Question, Statement

_EMPTY = frozenset("of by in has is to for on at was the a with from under or and into over as".split())
_STEM = 5  # letters
_LONGEST_JOINED = 170  # characters of a statement to which another one is joined
_JOINTS = (" ", " ", " ", "; ", ", and ", ", while ", " / ", ", but ")
# How much of the prose is shown in each round: what it says, and a part of what it does not say.
_KEPT = {"supports": 1.0, "inverse": 0.6, "other": 0.4, "nothing": 0.4, "denied": 1.0, "hedged": 1.0}


@dataclass(frozen=True)
class Shares:
    """Shares of what is shown, and how often further questions are made of a row; all in [0, 1]."""

    prose: float = 0.3
    curriculum: float = 0.12
    other_spelling: float = 0.4
    turned: float = 0.4
    other_relation: float = 0.35
    near_relation: float = 0.25
    others_between: float = 0.2
    joined: float = 0.3


class Shown:
    """Questions in batches, without end, the same for a seed."""

    def __init__(
        self, rows: Sequence[Statement], prose: Sequence[Question], shares: Shares, seed: int
    ) -> None:
        self._rows = rows
        self._prose = prose
        self._shares = shares
        self._draw = random.Random(seed)
        self._curriculum = curriculum.questions(random.Random(seed + 1))
        self._said = [row for row in rows if row.answer == "supports" and len(row.text) < _LONGEST_JOINED]
        self._labels: defaultdict[str, list[str]] = defaultdict(list)
        for row in {(row.file, row.label): row for row in rows}.values():
            self._labels[row.file].append(row.label)
        self._all_labels = sorted({row.label for row in rows})
        self._near = _near_labels(self._all_labels)
        self._symmetric = frozenset(
            label for row in rows if row.symmetric for label in (row.label, *row.others)
        )

    def batches(self, size: int) -> Iterator[list[Question]]:
        """Batches of questions of like length."""
        told = self._told()
        prose = self._of_prose()
        while True:
            chunk = [self._next(told, prose) for _ in range(size * 10)]
            chunk.sort(key=lambda one: len(one.statement) + self._draw.random() * 30)
            batches = [chunk[at : at + size] for at in range(0, len(chunk), size)]
            self._draw.shuffle(batches)
            yield from batches

    def _next(self, told: Iterator[Question], prose: Iterator[Question]) -> Question:
        at = self._draw.random()
        if at < self._shares.curriculum:
            return next(self._curriculum)
        return next(prose if at < self._shares.curriculum + self._shares.prose and self._prose else told)

    def _told(self) -> Iterator[Question]:
        while True:
            rows = list(self._rows)
            self._draw.shuffle(rows)
            yield from map(self._question, rows)

    def _of_prose(self) -> Iterator[Question]:
        while True:
            kept = [one for one in self._prose if self._draw.random() < _KEPT[one.answer]]
            self._draw.shuffle(kept)
            for one in kept:
                turns = one.answer in ("supports", "inverse") and one.label not in self._symmetric
                yield _turned(one) if turns and self._draw.random() < 0.25 else one

    def _question(self, row: Statement) -> Question:
        draw, shares = self._draw, self._shares
        label = draw.choice(row.others) if row.others and draw.random() < shares.other_spelling else row.label
        question = Question(label, row.statement, row.answer)
        short = row.answer == "supports" and len(row.statement) < _LONGEST_JOINED
        if short and draw.random() < shares.others_between and (made := self._of_others(row, label)):
            return made
        if row.answer == "supports" and draw.random() < shares.other_relation:
            near = self._near.get(row.label, ())
            if near and draw.random() < shares.near_relation:
                question = Question(draw.choice(near), row.statement, "other")
            elif _are_apart(
                other := draw.choice(self._labels[row.file] if draw.random() < 0.6 else self._all_labels),
                row.label,
            ):
                question = Question(other, row.statement, "other")
        elif row.answer in ("supports", "inverse") and draw.random() < shares.turned:
            question = (
                question._replace(statement=_exchanged(row.statement)) if row.symmetric else _turned(question)
            )
        elif draw.random() < 0.3 and (row.symmetric or row.answer == "nothing"):
            question = question._replace(statement=_exchanged(row.statement))
        if len(question.statement) < _LONGEST_JOINED + 30 and draw.random() < shares.joined:
            question = question._replace(statement=self._joined(question.statement, self._beside()))
        return question

    def _of_others(self, row: Statement, label: str) -> Question | None:
        """A question of two things of which a text says the relation only of one and something else."""
        draw, other = self._draw, self._draw.choice(self._said)
        apart, at = _are_apart(other.label, row.label), self._draw.random()
        if at < 0.35:
            ours, theirs = _named(row.statement, HEAD, row.tail), _named(other.statement, other.head, TAIL)
            return Question(label, self._joined(ours, theirs), "nothing")
        if not apart:
            return None
        if at < 0.6:  # a chain over a third thing
            ours, theirs = _named(row.statement, HEAD, row.tail), _named(other.statement, row.tail, TAIL)
            return Question(draw.choice((label, other.label)), self._joined(ours, theirs), "nothing")
        ours = _named(row.statement, *draw.choice(((HEAD, row.tail), (row.head, TAIL))))
        return Question(label, self._joined(ours, other.statement), "other")

    def _beside(self) -> str:
        """A statement about other things, or about one of the two."""
        other, at = self._draw.choice(self._said), self._draw.random()
        if at < 0.4:
            return other.text
        ends = ((HEAD, other.tail), (other.head, TAIL), (TAIL, other.tail))
        return _named(other.statement, *ends[min(int((at - 0.4) * 5), 2)])

    def _joined(self, one: str, other: str) -> str:
        one, other = (one, other) if self._draw.random() < 0.5 else (other, one)
        joint = self._draw.choice(_JOINTS)
        return f"{one.rstrip('. ')}{joint}{other}" if joint[0] in ",;" else f"{one}{joint}{other}"


def _are_apart(one: str, other: str) -> bool:
    """Whether two labels have no word in common that says something."""
    return (set(one.split()) & set(other.split())) <= _EMPTY


def _near_labels(labels: Sequence[str]) -> dict[str, list[str]]:
    """For each label those that share a word with it and differ in another: "start date", "end date"."""
    sharing: defaultdict[str, list[str]] = defaultdict(list)
    content = {label: _content(label) for label in labels}
    for label, words in content.items():
        for word in words:
            sharing[word].append(label)
    return {
        label: sorted(
            {
                other
                for word in words
                for other in sharing[word]
                if words - content[other] and content[other] - words
            }
        )
        for label, words in content.items()
    }


def _content(label: str) -> frozenset[str]:
    """The words of a label that say something, cut to what their forms have in common."""
    words = label.partition(" (")[0].split()
    return frozenset(word[:_STEM] for word in words if word not in _EMPTY)


def _turned(question: Question) -> Question:
    answer = "inverse" if question.answer == "supports" else "supports"
    return Question(question.label, _exchanged(question.statement), answer)  # type: ignore[arg-type]


def _exchanged(statement: str) -> str:
    return _named(statement, TAIL, HEAD)


def _named(statement: str, head: str, tail: str) -> str:
    """A statement with other names for its two things."""
    names = {HEAD: head, TAIL: tail}
    return re.sub(rf"\b(?:{HEAD}|{TAIL})\b", lambda found: names[found[0]], statement)
