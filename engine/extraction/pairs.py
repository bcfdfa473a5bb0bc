"""The claims that a sentence may make: each pair of things that it names, with its words about the two."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from ..language.phrase import Slot, phrase_words
from ..language.rules import FIRST, SECOND
from ..reading.found import Mention
from ..reading.tokens import Tokens

_LISTING = frozenset({",", "and", "or", "&", "plus", "then"})
_ARTICLES = frozenset({"a", "an", "the", "both"})
_OPENING = {"(": ")", "[": "]"}
_RELATIVE = frozenset({"who", "which", "whose", "whom", "where"})
_SLOTS = frozenset({FIRST, SECOND})


class Pair(NamedTuple):
    """Two things that a sentence names, and its words about them.

    Attributes:
        first, second: in the order of the text.
        words: the whole sentence, with every mention of the two as a slot.
        reduced: the same without what is listed beside either, and without remarks that name neither.
    """

    first: Mention
    second: Mention
    words: tuple[str, ...]
    reduced: tuple[str, ...]


def pairs_of(tokens: Tokens, mentions: Sequence[Mention]) -> Iterator[Pair]:
    """The pairs of different things, those that stand nearest to each other for each two things."""
    groups: dict[tuple[int, ...] | tuple[str, int], list[Mention]] = {}
    for mention in mentions:
        groups.setdefault(mention.nodes or ("unknown", mention.start), []).append(mention)
    lists = _lists(tokens, mentions)
    for one, other in combinations(groups.values(), 2):
        first, second = min(
            ((a, b) if a.start <= b.start else (b, a) for a in one for b in other),
            key=lambda two: (two[1].start - two[0].end, two[0].start),
        )
        own = {id(mention): FIRST if mention.nodes == first.nodes else SECOND for mention in (*one, *other)}
        own |= {id(first): FIRST, id(second): SECOND}
        slots = [Slot(m.start, m.end, own[id(m)], m.possessive) for m in (*one, *other)]
        words = phrase_words(tokens, slots)
        left = tokens.without(_beside(lists, first, second))
        kept = [
            slot
            for slot in slots
            if left.surface[slot.start : slot.end] != [""] * (slot.end - slot.start) or slot.start == slot.end
        ]
        if FIRST not in words or SECOND not in words:
            continue
        yield Pair(first, second, words, _cut(_without_remarks(phrase_words(left, kept))))


def _lists(tokens: Tokens, mentions: Sequence[Mention]) -> list[list[Mention]]:
    """Mentions that stand in one list: "A, B and C"."""
    found: list[list[Mention]] = []
    for before, mention in zip([None, *mentions], mentions, strict=False):
        between = _between(tokens, before, mention) if before else None
        if found and before and between and between <= _LISTING | _ARTICLES and between & _LISTING:
            found[-1].append(mention)
        else:
            found.append([mention])
    return [one for one in found if len(one) > 1]


def _between(tokens: Tokens, before: Mention, mention: Mention) -> set[str]:
    return {tokens.normal[at] or tokens.surface[at] for at in range(before.end, mention.start)}


def _beside(lists: Sequence[Sequence[Mention]], first: Mention, second: Mention) -> Iterator[tuple[int, int]]:
    """The spans of what is listed beside either of two things, with the words that join it."""
    for listed in lists:
        inside = [one for one in listed if one in (first, second)]
        if len(inside) != 1:
            continue
        place = listed.index(inside[0])
        if place:
            yield listed[0].start, inside[0].start
        if place < len(listed) - 1:
            yield inside[0].end, listed[-1].end


def _cut(words: tuple[str, ...]) -> tuple[str, ...]:
    """Without what is said before a relative clause about the first, and behind one about the second."""
    first, second = words.index(FIRST), words.index(SECOND)
    behind = [word for word in words[first + 1 : first + 3] if word != ","]
    if behind and behind[0] in _RELATIVE:
        words, second = words[first:], second - first
    if second < 0:
        return words
    for at in range(second + 1, len(words)):
        following = words[at + 1] if at + 1 < len(words) else ""
        opens = words[at] == ";" or (words[at] == "," and following in _RELATIVE)
        if opens and not {FIRST, SECOND} & set(words[at:]):
            return (*words[:at], ".")
    return words


def _without_remarks(words: Sequence[str]) -> tuple[str, ...]:
    """Without brackets that hold no slot, and without what stands between two commas and holds none."""
    kept: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        end = None
        if word in _OPENING and _OPENING[word] in words[at:]:
            end = words.index(_OPENING[word], at)
            behind = end + 1
        elif word == "," and "," in words[at + 1 :]:
            end = words.index(",", at + 1)
            behind = end + 1
        if (
            end is not None
            and _SLOTS.isdisjoint(words[at:end])
            and not _SLOTS.isdisjoint(words[:at])
            and end > at + 1
        ):
            at = behind
            continue
        kept.append(word)
        at += 1
    return tuple(kept)
