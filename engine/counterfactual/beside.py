"""What stands beside a name or a number, and makes it part of another or tells another form of it."""

import re
from collections.abc import Sequence

from ..language.tokens import Tokens, name_key
from .nouns import ADDRESSED, is_office, is_someone
from .renamed import Place, Renamed, UnsafeError, is_capital, opens_sentence
from .told import is_adjective, is_forename

_GOES_ON = re.compile(r"[.,]?\d")
# "(or Pisharady)", "(Spanish for …)", "(Hebrew: …)", another script
_OTHER_FORM = re.compile(
    r"\b(?:or|for|as|also|called|known|formerly|meaning)\b|[^\W\d_]: |[^\x00-\u024f\u2000-\u206f]"
)
_OPENING, _CLOSING = frozenset("\"“‘'«"), frozenset("\"”’'»")


def check_count(whole: Sequence[Place], tokens: Tokens) -> None:
    """A number may stand once, and not within another. Raises UnsafeError."""
    spans = tokens.spans()
    for place in whole:
        start, end = spans[place.start][0], spans[place.end - 1][1]
        before = tokens.text[:start][-2:][::-1]
        if len(whole) > 1 or _GOES_ON.match(before) or _GOES_ON.match(tokens.text, end):
            raise UnsafeError("a number that is replaced stands twice, or within another")


def check_year(thing: Renamed, whole: Sequence[Place], tokens: Tokens) -> None:
    """The year of a date may not stand elsewhere, where it may be that of the same event."""
    taken = {at for place in whole for at in range(place.start, place.end)}
    years = [word for word in name_key(thing.old[0]).split() if len(word) == 4 and word.isdigit()]
    if any(word in years and at not in taken for at, word in enumerate(tokens.normal)):
        raise UnsafeError("the year of a date that is replaced stands elsewhere in its passage")


def check_name(thing: Renamed, place: Place, tokens: Tokens) -> None:
    """A name stands for its thing alone. Raises UnsafeError."""
    _check_part(place, tokens, someone=thing.someone)
    _check_remark(place, tokens)
    if (thing.someone or thing.somewhere) and _is_quoted(place, tokens):
        raise UnsafeError("its name is also the title of something else")


def _check_part(place: Place, tokens: Tokens, *, someone: bool) -> None:
    """A capitalised word right behind a name makes it part of another, as does one before it or a hyphen.

    Before a person's name of several words a rank may stand, "Duke Bolko II", and no further name: "Norman
    Graham Hill". Raises UnsafeError.
    """
    before, after = place.start - 1, place.end
    after += tokens.normal[after : after + 1] == ["the"]  # "Paul the Younger" is another Paul
    single = place.end - place.start == 1
    part = is_capital(tokens, after) or (
        is_capital(tokens, before) and _is_of_name(tokens, before, ranked=someone and not single)
    )
    beside = (*tokens.surface[max(before, 0) : place.start], *tokens.surface[place.end : place.end + 1])
    saint = single and ADDRESSED.intersection(tokens.normal[max(place.start - 2, 0) : place.start])
    if part or saint or "-" in beside:  # "Saxe-Coburg"
        raise UnsafeError("its name is also part of another name")


def _is_of_name(tokens: Tokens, before: int, *, ranked: bool) -> bool:
    """Whether a capitalised word goes with the name behind it; `ranked` names may have a rank before them."""
    word = tokens.normal[before]
    if opens_sentence(tokens, before):
        return ranked and is_forename(word)
    return not (
        ranked and (word in ADDRESSED or is_office(f"{word} of") or is_someone(word) or is_adjective(word))
    )


def _check_remark(place: Place, tokens: Tokens) -> None:
    """A remark right behind a name may not tell another form of it, or what it means. Raises UnsafeError."""
    if tokens.surface[place.end : place.end + 1] == ["("]:
        behind = tokens.text[tokens.spans()[place.end][1] :].partition(")")[0]
        if _OTHER_FORM.search(behind):
            raise UnsafeError("a remark behind its name tells another form of it")


def _is_quoted(place: Place, tokens: Tokens) -> bool:
    """Whether the name alone stands between quotation marks, as titles of songs, books and films do."""
    before = tokens.surface[place.start - 1 : place.start] if place.start else []
    behind = tokens.surface[place.end : place.end + 1]
    return not _OPENING.isdisjoint(before) and not _CLOSING.isdisjoint(behind)
