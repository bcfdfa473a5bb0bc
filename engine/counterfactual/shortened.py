"""Shorter forms of a name in a text: "Curie" of "Marie Curie", "Albert I" of "Albert I, Prince of Anhalt".

Left behind where the whole name is replaced, they would name two things where there is one.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from ..language.morphology import singular
from ..language.tokens import Tokens, name_key
from ..linking.cut_short import PARTICLES
from .nouns import ADDRESSED
from .renamed import Place, Renamed, UnsafeError, is_capital, opens_sentence
from .told import is_adjective

_MOST_BETWEEN = 4  # middle names that a name may have in one place and not in another


def cut_short(thing: Renamed, whole: Sequence[Place], tokens: Tokens, *, strict: bool) -> Iterator[Place]:
    """The name with middle names, and its last word alone where nothing else in the text has it.

    Beside another capitalised word a word of the name is part of another name, which stays as it is; so does
    what the name is of.

    Args:
        whole: where the text has the whole name.
        strict: no word of the name may stand alone, since nothing tells that it means the same.

    Raises:
        UnsafeError: a shorter form stands there that may mean something else.
    """
    before, of = parted(thing.old[0])
    taken = {at for place in whole for at in range(place.start, place.end)}
    _check_small(thing, tokens, taken)
    if len(before) + len(of) < 2:
        return
    alone, borne = [], set()
    for at in (at for at in tokens.capitals if at not in taken):
        word = tokens.normal[at]
        if end := _with_middle_names((*before, *of), tokens, at):
            taken.update(range(at, end))
            yield Place(at, end, thing.new)
        elif _is_part(thing.old[0], tokens, at):
            raise UnsafeError("a part of its name stands alone, and may mean something else")
        elif _means_it(word, before) and _names_one(tokens, at):
            alone.append(at)
        elif word in before:
            borne.add(word)
    for at in alone:
        if strict or of or not thing.alone or tokens.normal[at] != before[-1] or before[-1] in borne:
            raise UnsafeError("a word of its name stands alone, and may mean something else")
        yield Place(at, at + 1, _short(thing.new))


def check_unmet(thing: Renamed, tokens: Tokens) -> None:
    """Where the whole name does not stand, no shorter form of it may. Raises UnsafeError."""
    before, of = parted(thing.old[0])
    _check_small(thing, tokens, set())
    if len(before) + len(of) < 2:
        return
    for at in tokens.capitals:
        if _is_part(thing.old[0], tokens, at):
            raise UnsafeError("a part of its name stands alone, and may mean something else")
        if _means_it(tokens.normal[at], before) and _names_one(tokens, at):
            raise UnsafeError("a word of its name stands alone, and may mean something else")


def parted(name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a name before a particle or a comma, and those behind it, which name another thing.

    >>> parted("Albert I, Prince of Anhalt"), parted("Bank of Italy")
    ((('albert', 'i'), ('prince', 'anhalt')), (('bank',), ('italy',)))
    """
    first, _, rest = name.partition(",")
    words = name_key(first).split()
    at = next((place for place, word in enumerate(words) if word in PARTICLES and place), len(words))
    parts = words[:at], words[at:] + name_key(rest).split()
    before, of = (tuple(word for word in part if word not in PARTICLES) for part in parts)
    return before, of


def _is_part(name: str, tokens: Tokens, at: int) -> bool:
    """Whether two words of the name stand here in their order: "Albert I", "Ann Lee" of "Ann Mary Lee"."""
    words = parted(name)[0]
    here = tokens.normal[at : at + 2]
    return any(here == [*two] for two in combinations(words, 2))


def _check_small(thing: Renamed, tokens: Tokens, taken: set[int]) -> None:
    """No name of a thing, nor what comes before its noun, stands in small letters: "a socialist senator".

    Raises UnsafeError.
    """
    words = name_key(thing.old[0]).split()
    if thing.someone or len(words) < 2 or not PARTICLES.isdisjoint(words):
        return
    *before, _ = words
    for at, word in enumerate(tokens.normal):
        if word == before[0] and at not in taken and tokens.surface[at].islower():
            here = [*tokens.normal[at : at + len(before) - 1], singular(tokens.normal[at + len(before) - 1])]
            if here == before:
                raise UnsafeError("a shorter form of its name stands in small letters")


def _means_it(word: str, before: Sequence[str]) -> bool:
    """Whether a word may stand for the name: one of its words, also in the plural; no single letter."""
    return len(word) > 1 and (word in before or singular(word) in before)


def _names_one(tokens: Tokens, at: int) -> bool:
    """Whether a word stands alone, or behind an address or a word of nations alone."""
    if is_capital(tokens, at + 1):
        return False
    before = tokens.normal[at - 1] if is_capital(tokens, at - 1) else ""
    return not before or opens_sentence(tokens, at - 1) or before in ADDRESSED or is_adjective(before)


def _short(name: str) -> str:
    """The last word of a name of people; the whole of one such as "Robert De Niro" or "Al II"."""
    last = name.split()[-1]
    goes_on = parted(name)[1] or last.isupper() or last.endswith(".")
    return name if goes_on else last


def _with_middle_names(words: Sequence[str], tokens: Tokens, at: int) -> int:
    """Where a name ends that begins here and has others in its middle; 0 where none does."""
    if tokens.normal[at] != words[0]:
        return 0
    for end in range(at + 2, at + 3 + 2 * _MOST_BETWEEN):
        if end < len(tokens.normal) and tokens.normal[end] == words[-1]:
            between = range(at + 1, end)
            return end + 1 if all(_may_be_between(tokens, place) for place in between) else 0
    return 0


def _may_be_between(tokens: Tokens, at: int) -> bool:
    """Whether a word may stand in the middle of a name: another name, an initial's full stop, a particle."""
    return is_capital(tokens, at) or tokens.surface[at] == "." or tokens.normal[at] in PARTICLES
