"""Where a text holds a phrase: as it is written, or but for case and white space."""

import re

from ...ext.words import UNSPACED
from .sources import Span

_UNSPACED = re.compile(f"[{UNSPACED}]")


def places_of(phrase: str, text: str, within: Span | None = None) -> list[Span]:
    """Where a phrase stands in a text, or in a part of it: as it is written; where it nowhere does, but for
    case and white space.

    In scripts that write words with spaces between them, it must not begin or end within a word.

    >>> places_of("né", "l'année"), places_of("art", "A party of Art"), places_of("東京", "東京は首都")
    ([], [Span(start=11, end=14)], [Span(start=0, end=2)])
    """
    within = within or Span(0, len(text))
    return _exact(phrase, text, within) or _loose(phrase, text, within)


def _exact(phrase: str, text: str, within: Span) -> list[Span]:
    found = []
    start = text.find(phrase, *within)
    while start >= 0:
        place = Span(start, start + len(phrase))
        stands = not (_is_spaced(phrase) and _cuts_a_word(place, text, within))
        if stands:
            found.append(place)
        start = text.find(phrase, place.end if stands else start + 1, within.end)
    return found


def _cuts_a_word(place: Span, text: str, within: Span) -> bool:
    before = text[place.start - 1 : place.start]
    after = text[place.end : min(place.end + 1, within.end)]
    return any(letter.isalnum() or letter == "_" for letter in before + after)


def _loose(phrase: str, text: str, within: Span) -> list[Span]:
    edges = (r"(?<!\w)", r"(?!\w)") if _is_spaced(phrase) else ("", "")
    pattern = re.compile(r"\s+".join(map(re.escape, phrase.split())).join(edges), re.IGNORECASE)
    return [Span(*place.span()) for place in pattern.finditer(text, *within)]


def _is_spaced(phrase: str) -> bool:
    """Whether a phrase is of a script that writes words with spaces between them."""
    return _UNSPACED.search(phrase) is None
