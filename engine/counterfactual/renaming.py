"""Names put in place of others wherever texts mention them, and what stands in the way of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from ...ext.words import NameHit
from ..language.tokens import Tokens, name_key
from ..linking.cut_short import PARTICLES
from ..linking.names_index import NameIndex
from .cases import Passage
from .quantities import digits, is_count

_MOST_BETWEEN = 4  # middle names that a name may have in one place and not in another
_DIGITS = re.compile(r"\d")
_GOES_ON = re.compile(r"[.,]?\d")
# "(or Pisharady)", "(Spanish for …)", "(Hebrew: …)", another script
_OTHER_FORM = re.compile(
    r"\b(?:or|for|as|also|called|known|formerly|meaning)\b|[^\W\d_]: |[^\x00-\u024f\u2000-\u206f]"
)
# Before a part of a name alone: "Lady Curie", "Pope John".
_ADDRESSED = frozenset(
    "mr mrs ms miss dr st saint sir lord lady dame madame professor president pope king queen prince "
    "princess duke duchess emperor empress".split()
)


class UnsafeError(Exception):
    """A text cannot be rewritten so that it says one thing; the message is the reason."""


class Renamed(NamedTuple):
    """One thing under its old and its new name.

    Attributes:
        old: all its names; the first is the one that it is known by.
        passages: places of the passages that state it, which alone are rewritten where it is no name but a
            date or a number, since a number elsewhere may mean something else.
        someone: whether it may be a person, whose rank or title may stand before the name.
        alone: whether its last word alone means it, and nothing else with that last word is told of.
    """

    old: tuple[str, ...]
    new: str
    passages: tuple[int, ...]
    someone: bool = True
    alone: bool = True

    @property
    def is_number(self) -> bool:
        return bool(_DIGITS.search(self.old[0]))

    @property
    def names(self) -> tuple[str, ...]:
        """All its names as their words stand in a text: a number without signs around it."""
        return tuple(map(digits, self.old))


class _Place(NamedTuple):
    """Words `start` to `end` of a text that are rewritten as `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Renaming:
    """Rewrites texts.

    Whole names are found as the product finds names everywhere: by their words, the longest first. Beside a
    whole name its last word alone is the same thing cut short ("Curie"), and so is the name with others in
    its middle.

    Attributes:
        gold: places of the passages that state what is asked, where a last word alone means the same thing.
    """

    things: tuple[Renamed, ...]
    gold: frozenset[int] = frozenset()

    def passages(self, passages: Sequence[Passage]) -> tuple[Passage, ...]:
        """Raises UnsafeError."""
        return tuple(self._passage(passage, place) for place, passage in enumerate(passages))

    def question(self, text: str) -> str:
        """A question with the new names; dates and numbers in it stay. Raises UnsafeError."""
        names = [thing for thing in self.things if not thing.is_number]
        return _rewritten(names, Tokens.of(text), strict=True)

    def _passage(self, passage: Passage, place: int) -> Passage:
        things = [thing for thing in self.things if not thing.is_number or place in thing.passages]
        title, text = Tokens.of(passage.title), Tokens.of(passage.text)
        met = [thing for thing in things if mentions(thing.names, title) or mentions(thing.names, text)]
        if met or place in self.gold:
            for thing in self.things:
                if thing not in met and not thing.is_number:
                    _check_unmet(thing, text)
        if not met:
            return passage
        return Passage(
            _rewritten(met, title, strict=False),
            _rewritten(met, text, strict=False),
        )


def mentions(names: Sequence[str], tokens: Tokens) -> list[tuple[int, int]]:
    """Where a text has one of the names, in words; a name with a capital only where it has one there."""
    return [(hit.start, hit.end) for hit in _hits(names, tokens) if not hit.by_other_name]


def _hits(names: Sequence[str], tokens: Tokens) -> list[NameHit]:
    index = NameIndex(names)
    capital = any(index.capitalised)
    return [hit for hit in index.find(tokens) if tokens.surface[hit.start][0].isupper() or not capital]


def _rewritten(things: Sequence[Renamed], tokens: Tokens, *, strict: bool) -> str:
    """Strict: no word of a name may stand alone in it, since nothing tells that it means the same."""
    places: list[_Place] = []
    for thing in things:
        whole = [_Place(start, end, digits(thing.new)) for start, end in mentions(thing.names, tokens)]
        if is_count(thing.old[0]):
            _check_count(whole, tokens)
        elif thing.is_number:
            _check_year(thing, whole, tokens)
        else:
            if any(hit.by_other_name for hit in _hits(thing.old, tokens)):
                raise UnsafeError("another word for it stands beside its name, as “Spanish” beside Spain")
            for place in whole:
                _check_alone(place, tokens, someone=thing.someone)
                _check_remark(place, tokens)
            whole += _cut_short(thing, whole, tokens, strict=strict)
        places += whole
    places.sort()
    if any(after.start < before.end for before, after in pairwise(places)):
        raise UnsafeError("two names that are replaced overlap")
    return _with(places, tokens)


def _with(places: Sequence[_Place], tokens: Tokens) -> str:
    text, spans, done, at = tokens.text, tokens.spans(), "", 0
    for place in places:
        start, end = spans[place.start][0], spans[place.end - 1][1]
        done, behind = f"{done}{text[at:start]}{place.text}", text[end : end + 1]
        at = end
        if behind in ("'", "’") and text[start:end].endswith("s") and not place.text.endswith("s"):
            done, at = f"{done}{behind}s", end + 1  # "Wells' part"
        elif behind == "." and place.text.endswith("."):
            at += 1  # "by Clark Jr."
    return done + text[at:]


def put_for(text: str, things: Sequence[tuple[Sequence[str], str]]) -> str:
    """A text with each of some things, under any of its names, replaced; of names that overlap the first.

    >>> put_for("Where was Ann Lee born?", [(("Ann", "Ann Lee"), "she")])
    'Where was she born?'
    """
    tokens = Tokens.of(text)
    places: list[_Place] = []
    for place in sorted(_Place(*hit, new) for names, new in things for hit in mentions(names, tokens)):
        if not places or place.start >= places[-1].end:
            places.append(place)
    return _with(places, tokens)


def _check_count(whole: Sequence[_Place], tokens: Tokens) -> None:
    """A number may stand once, and not within another. Raises UnsafeError."""
    spans = tokens.spans()
    for place in whole:
        start, end = spans[place.start][0], spans[place.end - 1][1]
        before = tokens.text[:start][-2:][::-1]
        if len(whole) > 1 or _GOES_ON.match(before) or _GOES_ON.match(tokens.text, end):
            raise UnsafeError("a number that is replaced stands twice, or within another")


def _check_year(thing: Renamed, whole: Sequence[_Place], tokens: Tokens) -> None:
    """The year of a date may not stand elsewhere, where it may be that of the same event."""
    taken = {at for place in whole for at in range(place.start, place.end)}
    years = [word for word in name_key(thing.old[0]).split() if len(word) == 4 and word.isdigit()]
    if any(word in years and at not in taken for at, word in enumerate(tokens.normal)):
        raise UnsafeError("the year of a date that is replaced stands elsewhere in its passage")


def _check_unmet(thing: Renamed, tokens: Tokens) -> None:
    """Where other things are told of, its last word may not stand alone. Raises UnsafeError."""
    before, of = _parted(thing.old[0])
    if len(before) < 2 or of:
        return
    for at in tokens.capitals:
        if tokens.normal[at] == before[-1] and _names_one(tokens, at):
            raise UnsafeError("a word of its name stands alone, and may mean something else")


def _check_alone(place: _Place, tokens: Tokens, *, someone: bool) -> None:
    """A capitalised word right behind a name makes it part of another, as does one before it or a hyphen.

    Before a person's name of several words stands a rank: "Duke Bolko II". Raises UnsafeError.
    """
    before, after = place.start - 1, place.end
    after += tokens.normal[after : after + 1] == ["the"]  # "Paul the Younger" is another Paul
    single = place.end - place.start == 1
    part = _is_capital(tokens, after) or (
        (single or not someone) and _is_capital(tokens, before) and not _opens(tokens, before)
    )
    beside = (*tokens.surface[max(before, 0) : place.start], *tokens.surface[place.end : place.end + 1])
    saint = single and _ADDRESSED.intersection(tokens.normal[max(place.start - 2, 0) : place.start])
    if part or saint or "-" in beside:  # "Saxe-Coburg"
        raise UnsafeError("its name is also part of another name")


def _check_remark(place: _Place, tokens: Tokens) -> None:
    """A remark right behind a name may not tell another form of it, or what it means. Raises UnsafeError."""
    if tokens.surface[place.end : place.end + 1] == ["("]:
        behind = tokens.text[tokens.spans()[place.end][1] :].partition(")")[0]
        if _OTHER_FORM.search(behind):
            raise UnsafeError("a remark behind its name tells another form of it")


def _cut_short(thing: Renamed, whole: Sequence[_Place], tokens: Tokens, *, strict: bool) -> Iterator[_Place]:
    """The name with middle names, and its last word alone where nothing else in the text has it.

    Raises UnsafeError where a word of the name stands alone and may mean something else. Beside another
    capitalised word it is part of another name, which stays as it is; so does what the name is of.
    """
    before, of = _parted(thing.old[0])
    taken = {at for place in whole for at in range(place.start, place.end)}
    alone, borne = [], set()
    for at in tokens.capitals:
        if at in taken or tokens.normal[at] not in before or len(before) + len(of) < 2:
            continue
        if end := _with_middle_names((*before, *of), tokens, at):
            taken.update(range(at, end))
            yield _Place(at, end, thing.new)
        elif _names_one(tokens, at):
            alone.append(at)
        elif tokens.normal[at : at + 2] in map(list, pairwise(before)):
            raise UnsafeError("a part of its name stands alone, and may mean something else")
        else:
            borne.add(tokens.normal[at])
    for at in alone:
        if strict or of or not thing.alone or tokens.normal[at] != before[-1] or before[-1] in borne:
            raise UnsafeError("a word of its name stands alone, and may mean something else")
        yield _Place(at, at + 1, _short(thing.new))


def _parted(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a name before a particle or a comma, and those behind it, which name another thing."""
    first, _, rest = name.partition(",")
    words = name_key(first).split()
    at = next((place for place, word in enumerate(words) if word in PARTICLES and place), len(words))
    parts = words[:at], words[at:] + name_key(rest).split()
    before, of = (tuple(w for w in part if w not in PARTICLES and len(w) > 1) for part in parts)
    return before, of


def _short(name: str) -> str:
    """The last word of a name of people; the whole of one such as "Robert De Niro" or "Al II"."""
    last = name.split()[-1]
    goes_on = _parted(name)[1] or last.isupper() or last.endswith(".")
    return name if goes_on else last


def _with_middle_names(words: Sequence[str], tokens: Tokens, at: int) -> int:
    """Where a name ends that begins here and has others in its middle; 0 where none does."""
    if tokens.normal[at] != words[0]:
        return 0
    for end in range(at + 2, at + 3 + 2 * _MOST_BETWEEN):
        if end < len(tokens.normal) and tokens.normal[end] == words[-1]:
            between = range(at + 1, end)
            named = [_is_capital(tokens, place) or tokens.surface[place] == "." for place in between]
            return end + 1 if all(named) else 0
    return 0


def _names_one(tokens: Tokens, at: int) -> bool:
    """Whether a word stands alone, or behind an address alone."""
    before = _is_capital(tokens, at - 1) and not _opens(tokens, at - 1)
    return (not before or tokens.normal[at - 1] in _ADDRESSED) and not _is_capital(tokens, at + 1)


def _is_capital(tokens: Tokens, at: int) -> bool:
    return 0 <= at < len(tokens.surface) and tokens.surface[at][0].isupper()


def _opens(tokens: Tokens, at: int) -> bool:
    """Whether a word begins a sentence, where a capital tells nothing."""
    return at == 0 or tokens.surface[at - 1] in '.!?"“'
