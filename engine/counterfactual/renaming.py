"""Names put in place of others wherever texts mention them, or the reason why that would be unsafe."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..language.tokens import Tokens
from .beside import check_count, check_name, check_year
from .cases import Passage
from .quantities import digits, is_count
from .renamed import Place, Renamed, UnsafeError, mentions, name_hits
from .shortened import check_unmet, cut_short


@dataclass(frozen=True, slots=True)
class Renaming:
    """Rewrites texts.

    Whole names are found as the product finds names everywhere: by their words, the longest first. Beside a
    whole name its last word alone is the same thing cut short ("Curie"), and so is the name with others in
    its middle. Any other shorter form of it, in a passage of `gold` or in a question, makes it unsafe.

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
                    check_unmet(thing, text)
        if not met:
            return passage
        return Passage(
            _rewritten(met, title, strict=False),
            _rewritten(met, text, strict=False),
        )


def _rewritten(things: Sequence[Renamed], tokens: Tokens, *, strict: bool) -> str:
    """Strict: no word of a name may stand alone in it, since nothing tells that it means the same."""
    places = sorted(place for thing in things for place in _places(thing, tokens, strict=strict))
    if any(after.start < before.end for before, after in pairwise(places)):
        raise UnsafeError("two names that are replaced overlap")
    return _with(places, tokens)


def _places(thing: Renamed, tokens: Tokens, *, strict: bool) -> list[Place]:
    """Where one thing is rewritten. Raises UnsafeError."""
    whole = [Place(start, end, digits(thing.new)) for start, end in mentions(thing.names, tokens)]
    if is_count(thing.old[0]):
        check_count(whole, tokens)
        return whole
    if thing.is_number:
        check_year(thing, whole, tokens)
        return whole
    if any(hit.by_other_name for hit in name_hits(thing.old, tokens)):
        raise UnsafeError("another word for it stands beside its name, as “Spanish” beside Spain")
    for place in whole:
        check_name(thing, place, tokens)
    return [*whole, *cut_short(thing, whole, tokens, strict=strict)]


def _with(places: Sequence[Place], tokens: Tokens) -> str:
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
    places: list[Place] = []
    for place in sorted(Place(*hit, new) for names, new in things for hit in mentions(names, tokens)):
        if not places or place.start >= places[-1].end:
            places.append(place)
    return _with(places, tokens)
