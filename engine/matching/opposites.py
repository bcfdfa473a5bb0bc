"""Does a phrase say the opposite of a relation, and not the relation: "up-regulates" of "downregulates"?"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from ..language.morphology import agent_nouns, forms_of_noun, forms_of_verb, is_verb_form
from ..language.rules import FIRST, SECOND, table, words_in
from .labels import words_of_label

_KEPT = 100_000

Side = tuple[int, int]
"""A row of opposites, and which of its two sides."""


class _Told(NamedTuple):
    """What puts a phrase on a side of a row: whole words, beginnings of words, two words in a row."""

    words: frozenset[str]
    beginnings: tuple[str, ...]
    pairs: frozenset[tuple[str, str]]

    def holds(self, word: str) -> bool:
        """Whether one word tells."""
        return word in self.words or word.startswith(self.beginnings)


def opposes(words: tuple[str, ...], label: str) -> bool:
    """Whether a phrase holds the opposite of what the label of a relation says, and nowhere the same.

    Of a phrase with both ("blocks the upregulation of") no words alone can tell.

    >>> opposes(("<1>", "strongly", "up", "regulates", "<2>"), "downregulates")
    True
    >>> opposes(("<1>", "prevents", "upregulation", "of", "<2>"), "downregulates")
    False
    """
    own = _sides_of_label(label)
    if not own:
        return False
    said = _sides(_clause(words))
    return own.isdisjoint(said) and any((row, 1 - side) in said for row, side in own)


@lru_cache(_KEPT)
def _sides_of_label(label: str) -> frozenset[Side]:
    return _sides(tuple(words_of_label(label).partition(" (")[0].split()))


@lru_cache(_KEPT)
def _sides(words: tuple[str, ...]) -> frozenset[Side]:
    """The sides that some words are on; "de - activates" is one word."""
    following = frozenset(pairwise(words))
    joined = {one: "".join(one) for one in following if one[0] in _words("parted_prefixes")}
    parted = {one for one, whole in joined.items() if any(told.holds(whole) for told in _told().values())}
    single = {*words, *joined.values()} - {part for one in parted for part in one}
    return frozenset(
        side
        for side, told in _told().items()
        if not told.pairs.isdisjoint(following) or any(map(told.holds, single))
    )


@lru_cache(_KEPT)
def _clause(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words up to where, behind both things, something else begins to be said."""
    slots = [at for at, word in enumerate(words) if word in (FIRST, SECOND)]
    for at in range(slots[-1] + 1 if slots else 0, len(words)):
        if words[at] in _words("clause_ends") or (
            words[at] in _words("clause_ends_before_verbs") and is_verb_form("".join(words[at + 1 : at + 2]))
        ):
            return words[:at]
    return words


@cache
def _told() -> dict[Side, _Told]:
    rows: Sequence[dict[str, Any]] = table("opposites")["poles"]
    return {
        (row, side): _of_side(poles[name])
        for row, poles in enumerate(rows)
        for side, name in enumerate(("one", "other"))
    }


def _of_side(listed: Sequence[str]) -> _Told:
    beginnings = tuple(one[:-1] for one in listed if one.endswith("*"))
    pairs = ((form, one.split()[1]) for one in listed if " " in one for form in forms_of_verb(one.split()[0]))
    words = (form for one in listed if not one.endswith("*") and " " not in one for form in _forms(one))
    return _Told(frozenset(words), beginnings, frozenset(pairs))


def _forms(word: str) -> Iterator[str]:
    """A word as verb and noun, and who does it."""
    yield from forms_of_verb(word)
    for noun in (word, *agent_nouns(word)):
        yield from forms_of_noun(noun)


def _words(name: str) -> frozenset[str]:
    return words_in("opposites", name)
