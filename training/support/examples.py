"""What the judge is shown of a row: the claim beside the sentences that a search finds, and further examples.

Further examples are made of each row so that the judge learns that every part of a claim has to be borne out,
and that words in common tell nothing by themselves: a sentence is its own claim, a claim stands beside
another document, and one thing in a claim or a sentence is changed.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .edits import edited
from .rows import Label, Row

_WORSE: Mapping[Label, int] = {"supported": 0, "not_found": 1, "unsupported": 1, "contradicted": 2}
_JOINTS = (" ", "; ", ", and ", ", while ")
_LIKE_LENGTHS = 60  # characters by which examples of one batch differ
_BATCHES_SORTED = 10  # at once
_LEAST_CLAUSE = 40  # characters of a sentence's first part that is a claim of its own


class Example(NamedTuple):
    """A claim, the text that it is held against, and what the text does with it."""

    claim: str
    text: str
    label: Label


@dataclass(frozen=True)
class Shares:
    """How often further examples are made of a row, in [0, 1].

    Attributes:
        quoted: a sentence, or its first clause, as its own claim: supported.
        other_document: with the sentences of another document of the file: not found.
        joined: with another claim about the document in one sentence: as bad as the worse of the two.
        edited: of supported claims, and of quoted sentences, with one thing changed (`edits`).
        without: of supported claims that need several sentences, with one of these left out: not found.
        least, most: how many sentences are shown.
    """

    quoted: float = 0.15
    other_document: float = 0.12
    joined: float = 0.15
    edited: float = 0.45
    without: float = 0.25
    least: int = 1
    most: int = 5


class Shown:
    """Batches of examples without end, the same for a seed."""

    def __init__(self, rows: Sequence[Row], shares: Shares, seed: int) -> None:
        self._rows = list(rows)
        self._shares = shares
        self._draw = random.Random(seed)
        self._of_file: dict[str, list[Row]] = {}
        self._of_document: dict[tuple[str, tuple[str, ...]], list[Row]] = {}
        for row in rows:
            self._of_file.setdefault(row.file, []).append(row)
            self._of_document.setdefault((row.file, row.sentences), []).append(row)

    def short_batches(self, size: int) -> Iterator[list[Example]]:
        """Claims beside little more than their evidence, from which entailment is learned first."""
        rows = [
            row
            for row in self._rows
            if row.label != "unsupported" and (row.evidence or row.label != "supported")
        ]
        while True:
            self._draw.shuffle(rows)
            yield from self._batched([self._short(row) for row in rows], size)

    def batches(self, size: int) -> Iterator[list[Example]]:
        """Claims beside the sentences that a search finds."""
        while True:
            self._draw.shuffle(self._rows)
            for start in range(0, len(self._rows), size * _BATCHES_SORTED):
                part = self._rows[start : start + size * _BATCHES_SORTED]
                yield from self._batched([self._long(row) for row in part], size)

    def _batched(self, examples: list[Example], size: int) -> list[list[Example]]:
        """Batches of examples of like length, in any order."""
        examples.sort(key=lambda one: len(one.claim) + len(one.text) + self._draw.random() * _LIKE_LENGTHS)
        batches = [examples[at : at + size] for at in range(0, len(examples), size)]
        self._draw.shuffle(batches)
        return batches

    def _short(self, row: Row) -> Example:
        draw = self._draw
        others = [number for number in row.ranked[:4] if number not in row.evidence]
        made = self._made(row, others[: draw.choice((0, 1, 2))], row.ranked[: draw.choice((1, 2))])
        if made:
            return made
        beside = draw.choice((0, 0, 1)) if row.evidence else draw.choice((1, 2))
        shown = {*row.evidence, *draw.sample(others, min(beside, len(others)))}
        return self._whole(row, shown)

    def _long(self, row: Row) -> Example:
        window = self._window(row)
        made = self._made(row, sorted(window), sorted(window))
        if made:
            return made
        if self._draw.random() < self._shares.joined and (joined := self._joined(row)):
            return joined
        return self._whole(row, window)

    def _whole(self, row: Row, shown: set[int]) -> Example:
        """The row itself, or a supported claim without one of the sentences that it needs."""
        needs_several = row.label == "supported" and len(row.evidence) > 1
        if needs_several and self._draw.random() < self._shares.without:
            return Example(row.claim, row.text(shown - {self._draw.choice(row.evidence)}), "not_found")
        whole = Example(row.claim, row.text(shown), row.label)
        return self._edited(whole, row) if row.label == "supported" else whole

    def _edited(self, example: Example, row: Row) -> Example:
        """A supported example, or the same with one thing of its claim changed."""
        if self._draw.random() >= self._shares.edited:
            return example
        found = edited(example.claim, row.sentences, self._draw)
        if found is None or found.effect == "kept":
            return example._replace(claim=found.claim) if found else example
        return example._replace(claim=found.claim, label=found.effect)

    def _made(self, row: Row, beside: Sequence[int], shown: Sequence[int]) -> Example | None:
        """A quoted sentence beside others, or the claim beside another document."""
        at = self._draw.random()
        if at < self._shares.quoted:
            return self._quoted(row, beside)
        if at < self._shares.quoted + self._shares.other_document:
            other = self._draw.choice(self._of_file[row.file])
            if other.sentences != row.sentences:
                return Example(row.claim, other.text(other.ranked[: len(shown)]), "not_found")
        return None

    def _quoted(self, row: Row, beside: Sequence[int]) -> Example:
        number = self._draw.randrange(len(row.sentences))
        claim = row.sentences[number]
        clause, _, rest = claim.partition(", ")
        if ", " in rest and len(clause) > _LEAST_CLAUSE and self._draw.random() < 0.4:
            claim = f"{clause}."
        return self._edited(Example(claim, row.text({number, *beside}), "supported"), row)

    def _joined(self, row: Row) -> Example | None:
        """Two claims about one document as one."""
        others = [
            one
            for one in self._of_document[row.file, row.sentences]
            if one.claim != row.claim and one.label != "unsupported"
        ]
        if not others or row.label == "unsupported":
            return None
        other = self._draw.choice(others)
        first, second = self._draw.sample((row.claim, other.claim), 2)
        joint = self._draw.choice(_JOINTS)
        claim = f"{first.rstrip('.')}{'.' if joint == ' ' else ''}{joint}{second}"
        label = max(row.label, other.label, key=_WORSE.__getitem__)
        return Example(claim, row.text(self._window(row) | self._window(other)), label)

    def _window(self, row: Row) -> set[int]:
        """The sentences that a search finds, and all that are needed."""
        count = self._draw.randint(self._shares.least, self._shares.most)
        return {*row.ranked[:count], *row.evidence}
