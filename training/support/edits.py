"""Claims with one thing changed: what shares all words but one with a document and is not borne out by it.

Without them a judge learns that words in common are support. Each edit is of general English, or of names and
numbers of the document; `alike` edits keep what is said, so that a changed word by itself tells nothing.
"""

import random
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Literal, NamedTuple

from groundpath.engine.language.rules import table

Effect = Literal["kept", "unsupported", "contradicted"]

_TABLE = Path(__file__).with_name("edits.toml")
_NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+)?(?![\w-])")
_NAME = re.compile(r"(?<!^)(?<![.!?:] )\b[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*")
_DENIED = re.compile(
    r"\b(is|are|was|were|has|have|had|can|could|will|would|must|should|may|does|did|do) not\b|\bnever "
)
_ASSERTED = re.compile(
    r"\b(is|are|was|were|has|have|had|can|could|will|would|must|should|may) (?!not\b|never\b|no\b)"
)
_SYMMETRIC = re.compile(r"^(?:,? (?:and|or|with|&) |, |/|-)$")


class Edited(NamedTuple):
    """A claim that was changed, and what becomes of its support."""

    claim: str
    effect: Effect


class _Told(NamedTuple):
    """A claim that a document bears out."""

    claim: str
    document: Sequence[str]
    draw: random.Random


def edited(claim: str, document: Sequence[str], draw: random.Random) -> Edited | None:
    """A claim with one thing changed, of a kind that is drawn; None where none of them fits.

    Args:
        document: its sentences, from which other names and numbers are taken.
    """
    told = _Told(claim, document, draw)
    kinds = list(_KINDS)
    draw.shuffle(kinds)
    for kind in kinds:
        if (found := kind(told)) and found.claim != claim:
            return found
    return None


def _other_number(told: _Told) -> Edited | None:
    """Another number: of the document, or near it."""
    found = list(_NUMBER.finditer(told.claim))
    if not found:
        return None
    one = told.draw.choice(found)
    value = one[0]
    elsewhere = {
        other
        for sentence in told.document
        for other in _NUMBER.findall(sentence)
        if len(other) == len(value) and other not in told.claim
    }
    other = (
        told.draw.choice(sorted(elsewhere))
        if elsewhere and told.draw.random() < 0.5
        else _near(value, told.draw)
    )
    return Edited(told.claim[: one.start()] + other + told.claim[one.end() :], "unsupported")


def _near(value: str, draw: random.Random) -> str:
    """A number as long as another, with one digit changed."""
    at = draw.choice([place for place, sign in enumerate(value) if sign.isdigit()])
    digits = [sign for sign in ("123456789" if at == 0 else "0123456789") if sign != value[at]]
    return value[:at] + draw.choice(digits) + value[at + 1 :]


def _other_name(told: _Told) -> Edited | None:
    """Another name of the document in place of one."""
    found = list(_NAME.finditer(told.claim))
    others = sorted(
        {
            name
            for sentence in told.document
            for name in _NAME.findall(sentence)
            if name not in told.claim and told.claim not in name
        }
    )
    if not found or not others:
        return None
    one = told.draw.choice(found)
    return Edited(
        told.claim[: one.start()] + told.draw.choice(others) + told.claim[one.end() :], "unsupported"
    )


def _exchanged(told: _Told) -> Edited | None:
    """Two names, each in the other's place; not two that are listed side by side."""
    found = list(_NAME.finditer(told.claim))
    pairs = [
        (one, other)
        for one, other in pairwise(found)
        if not _SYMMETRIC.match(told.claim[one.end() : other.start()]) and one[0] != other[0]
    ]
    if not pairs:
        return None
    one, other = told.draw.choice(pairs)
    between = told.claim[one.end() : other.start()]
    return Edited(
        told.claim[: one.start()] + other[0] + between + one[0] + told.claim[other.end() :], "unsupported"
    )


def _around(told: _Told) -> Edited | None:
    """What stands on both sides of "before" or "after", each in the other's place."""
    found = re.match(r"^(.{8,80}?) (before|after) ([^,;.]{8,80})([.!]?)$", told.claim)
    if not found:
        return None
    first, joint, second, mark = found.groups()
    if told.draw.random() < 0.4:  # turned twice, it says the same
        joint, effect = {"before": "after", "after": "before"}[joint], "kept"
    else:
        effect = "contradicted"
    return Edited(f"{_upper(second)} {joint} {_lower(first)}{mark}", effect)  # type: ignore[arg-type]


def _denial(told: _Told) -> Edited | None:
    """With a "not" more, or less."""
    if denied := _DENIED.search(told.claim):
        return Edited(
            told.claim[: denied.start()] + (f"{denied[1]}" if denied[1] else "") + told.claim[denied.end() :],
            "contradicted",
        )
    found = list(_ASSERTED.finditer(told.claim))
    if not found:
        return None
    one = found[0]
    word = told.draw.choice(("not", "not", "never"))
    return Edited(f"{told.claim[: one.end()]}{word} {told.claim[one.end() :]}", "contradicted")


def _from_rows(
    rows: Sequence[Sequence[str]], effect: Effect, *, both_ways: bool
) -> Callable[[_Told], Edited | None]:
    patterns = list(_patterns(rows, both_ways))

    def change(told: _Told) -> Edited | None:
        fitting = [(found, instead) for pattern, instead in patterns if (found := pattern.search(told.claim))]
        if not fitting:
            return None
        found, instead = told.draw.choice(fitting)
        said = _upper(instead) if found[0][0].isupper() else instead
        return Edited(told.claim[: found.start()] + said + told.claim[found.end() :], effect)

    return change


def _patterns(rows: Sequence[Sequence[str]], both_ways: bool) -> Iterator[tuple[re.Pattern[str], str]]:
    for first, second in rows:
        yield _word(first), second
        if both_ways:
            yield _word(second), first


def _word(phrase: str) -> re.Pattern[str]:
    """A phrase as words of their own, no part of a number, before no "not" or "the" that would be doubled."""
    return re.compile(rf"(?<![\w.,-]){re.escape(phrase)}(?![\w-]|[.,]\d| not\b| the\b)")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    """A clause as it goes on; a name keeps its capital."""
    word, _, rest = text.partition(" ")
    return f"{word.lower()} {rest}" if word in ("The", "A", "An", "It", "He", "She", "They", "This") else text


_ROWS: dict[str, list[list[str]]] = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
_OPPOSITE = _from_rows([*table("opposites")["pairs"], *_ROWS["others"]], "contradicted", both_ways=True)
_ALIKE = _from_rows(_ROWS["alike"], "kept", both_ways=True)
_STRONGER = _from_rows(_ROWS["stronger"], "unsupported", both_ways=False)
# Numbers and names of which one is changed are what a small judge misses most.
_KINDS = (
    *[_other_number] * 3,
    *[_exchanged] * 2,
    _other_name,
    _around,
    _denial,
    _OPPOSITE,
    *[_ALIKE] * 3,
    _STRONGER,
)
