"""A clause as words in which two things are slots: what rule rows and the matcher read."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .function_words import words_of
from .rules import ARROW, BACK, FIRST, MENTION, SECOND, alphabet, rules
from .tokens import Tokens

_KEPT = 100_000
_QUOTES = frozenset('"“”„«»`*_')
_APOSTROPHES = frozenset({"'", "’"})
_ARROWS = {"→": ARROW, "⇒": ARROW, "➜": ARROW, "➔": ARROW, "⟶": ARROW, "←": BACK, "⇐": BACK, "⟵": BACK}
_JOINED = {("-", ">"): ARROW, ("=", ">"): ARROW, ("<", "-"): BACK}
_NEGATED = {"won": "will", "can": "can", "shan": "shall"}
_SHORT = {"ll": "will", "ve": "have", "re": "are", "m": "am"}
_SLOTS = frozenset({FIRST, SECOND, MENTION})


class Slot(NamedTuple):
    """Words `start` to `end` of a clause that name something; `possessive`: they are "its" or "whose"."""

    start: int
    end: int
    symbol: str
    possessive: bool = False


def phrase_words(
    tokens: Tokens, slots: Iterable[Slot], start: int = 0, end: int | None = None
) -> tuple[str, ...]:
    """The words and marks of a clause in normal form, its slots as symbols, without what says nothing.

    Articles before a slot, quotation marks and hyphens within words go; contractions are written out; arrows
    are one mark.

    >>> phrase_words(Tokens.of("Ann isn't the coach of the Reds."), [Slot(0, 1, "<1>"), Slot(8, 9, "<2>")])
    ('<1>', 'is', 'not', 'the', 'coach', 'of', '<2>', '.')
    """
    words: list[str] = []
    for word in _with_slots(tokens, sorted(slots), start, len(tokens.surface) if end is None else end):
        if word in _SLOTS and words and words[-1] in words_of("articles"):
            words.pop()
        elif word == "t" and len(words) > 1 and words[-1] in _APOSTROPHES and words[-2].endswith("n"):
            verb = words[-2]
            words[-2:] = [_NEGATED.get(verb, verb[:-1])]
            word = "not"
        elif word in _SHORT and words and words[-1] in _APOSTROPHES:
            words[-1] = _SHORT[word]
            continue
        elif words and (words[-1], word) in _JOINED:
            words[-1] = _JOINED[words[-1], word]
            continue
        words.append(word)
    return tuple(_without_marks(words))


def without_frame(words: tuple[str, ...]) -> tuple[str, ...]:
    """Without what stands before a clause and changes nothing of it: "I think that", "Finally,".

    >>> without_frame(("finally", ",", "i", "think", "that", "<1>", "left", "<2>"))
    ('<1>', 'left', '<2>')
    """
    symbols = alphabet().symbols(words)
    if not _may_be_framed(symbols):
        return words
    hits = rules("frames").all(symbols)
    start = max((hit.end for hit in hits if "at" not in hit.row.gives), default=0)
    end = min((hit.start for hit in hits if "at" in hit.row.gives), default=len(words))
    return words[start:end] if start < end else words


@lru_cache(_KEPT)
def _may_be_framed(symbols: str) -> bool:
    """Whether some row matches: most clauses have no frame."""
    return rules("frames").first(symbols) is not None


def _with_slots(tokens: Tokens, slots: Sequence[Slot], start: int, end: int) -> Iterator[str]:
    at = start
    waiting = iter(slots)
    slot = next(waiting, None)
    while at < end:
        while slot and slot.start < at:
            slot = next(waiting, None)
        if slot and slot.start == at and slot.end <= end:
            yield slot.symbol
            if slot.possessive:
                yield "'s"
            if slot.end > at:
                at = slot.end
                continue
            slot = next(waiting, None)
            continue
        word, mark = tokens.normal[at], tokens.surface[at]
        if word or mark.strip():
            yield word or _ARROWS.get(mark, mark)
        at += 1


def _without_marks(words: list[str]) -> Iterator[str]:
    """Without quotation marks and hyphens; an apostrophe behind a slot and before a word is a possessive."""
    for at, word in enumerate(words):
        following = words[at + 1] if at + 1 < len(words) else ""
        before = words[at - 1] if at else ""
        if word in _APOSTROPHES and before in _SLOTS and following[:1].isalpha():
            yield "'s"
        elif (
            word in _QUOTES
            or word in _APOSTROPHES
            or (word == "-" and before[:1].isalnum() and following[:1].isalnum())
        ):
            continue
        else:
            yield word
