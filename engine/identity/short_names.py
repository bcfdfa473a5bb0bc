"""Parts of a full name that a document uses for its bearer: "Mondale" where it has told of Walter Mondale.

A person who is named in full is meant by the last part of the name where it stands alone behind it, if no
other full name of the document has that part, and nothing speaks of a family, a place or a work of that name.
The person of whom a document tells may be called by the first part too, as may a king. In a text about teams
the last part in the plural ("the Lakers") follows the same rule. Where any of this is doubtful, nothing is
bound.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..language.function_words import words_of
from ..names import normalise
from .name_parts import is_designator, is_forename, words
from .people import Person, said_of_people
from .runs import Run, ends_with, run_of_name
from .team_names import team_of
from .terms import Reason

_OPENING = 40  # characters in which a text begins with its subject


@dataclass(frozen=True, slots=True)
class Short:
    """A name that is part of a full one.

    Attributes:
        name: as the document's triples write it.
        words, full: the words of the full name, and the name as it is written.
        at: where it stands for it first, in characters.
    """

    name: str
    words: tuple[str, ...]
    full: str
    reason: Reason
    at: int


def short_names(
    names: Iterable[str], persons: Sequence[Person], runs: Sequence[Run], *, of_teams: bool
) -> Iterator[Short]:
    """The names that are short forms of full names in a text.

    Args:
        names: that the document's triples use.
        persons: of the title and the text, in the order in which they are named.
        runs: all names of title and text; those of the title stand at -1.
        of_teams: whether the text tells of teams, so that a plural behind "the" may be one.
    """
    for name in names:
        article, _, behind = name.partition(" ")
        if article.casefold() == "the":
            if of_teams and " " not in behind:
                yield from _team(name, behind, runs)
        elif (run := run_of_name(name)) is None:
            continue
        elif run.honorific not in words("before", "another") and not run.generation:
            yield from (
                _last_part(name, run.words, persons, runs)
                or _first_part(name, run.words, persons, runs)
                or (_team(name, name, runs) if of_teams else [])
            )


def _last_part(
    name: str, part: tuple[str, ...], persons: Sequence[Person], runs: Sequence[Run]
) -> list[Short]:
    bearers = [person for person in persons if ends_with(person.words, part)]
    if not bearers or is_designator(normalise(part[-1])) or _is_full(part):
        return []
    person = min(bearers, key=lambda one: (not one.is_title, one.start))
    if person.words[-1 - len(part)] in words("within", "child_of"):
        return []
    others = (run for run in runs if ends_with(run.words, part))
    if not all(_is_same(person, run) for run in others) or _begins_another(part, runs):
        return []
    alone = [run for run in runs if run.words == part and run.start >= 0]
    if (
        not _stands_for_one(alone, person.start)
        or any(run.honorific in words("before", "given") for run in alone)
        or _is_shared(person, part, runs)
        or _is_of_a_place(person, part, runs)
    ):
        return []
    return [Short(name, person.words, person.name, "surname", alone[0].start)]


def _first_part(
    name: str, part: tuple[str, ...], persons: Sequence[Person], runs: Sequence[Run]
) -> list[Short]:
    bearers = [one for one in persons if (one.is_title or one.by_given) and one.words[: len(part)] == part]
    if len(bearers) != 1 or len(part) != 1:
        return []
    (person,) = bearers
    others = [run for run in runs if len(run.words) > 1 and part[0] in run.words]
    if any(not _is_same(person, run) for run in others):
        return []
    alone = [run for run in runs if run.words == part and run.start >= 0]
    if not _stands_for_one(alone, person.start) or any(_is_anothers(run, person) for run in alone):
        return []
    return [Short(name, person.words, person.name, "given name", alone[0].start)]


def _is_anothers(alone: Run, person: Person) -> bool:
    """Whether a given name alone is said of another: "his son Stefan", or of a king where none was named."""
    return alone.before in said_of_people() or (alone.honorific != "" and not person.by_given)


def _team(name: str, word: str, runs: Sequence[Run]) -> list[Short]:
    if (called := team_of(word, runs)) is None:
        return []
    team, at = called
    return [Short(name, team.words, team.name, "short name", at)]


def _begins_another(part: tuple[str, ...], runs: Sequence[Run]) -> bool:
    """Whether it is the first part of a longer name that may be a person's: "Coleman Hawkins"."""
    return any(
        len(run.words) > len(part)
        and run.words[: len(part)] == part
        and not is_designator(normalise(run.last))
        for run in runs
    )


def _stands_for_one(alone: Sequence[Run], since: int) -> bool:
    """Whether a part of a name stands alone, always behind the full name, and as people's names stand."""
    return (
        bool(alone)
        and alone[0].start > since
        and not any(
            run.quoted
            or run.honorific in words("before", "another")
            or run.before in words("around", "places")
            or run.before in words_of("articles")
            or run.behind in words("around", "of_others")
            or "&" in (run.before, run.behind)
            or run.behind in words("behind", "several")
            for run in alone
        )
    )


def _is_full(part: tuple[str, ...]) -> bool:
    """Whether a part may be another's full name: "Albert Einstein" of "Hans Albert Einstein"."""
    return len(part) > 1 and is_forename(normalise(part[0]))


def _is_of_a_place(person: Person, part: tuple[str, ...], runs: Sequence[Run]) -> bool:
    """Whether someone has given names alone, and a place besides: "Karl Frederick of Anhalt"."""
    return is_forename(normalise(part[-1])) and any(
        run.words == person.words and run.behind == "of" for run in runs
    )


def _is_shared(person: Person, part: tuple[str, ...], runs: Sequence[Run]) -> bool:
    """Whether the text speaks of several of the name: "Joel and Ethan Coen", "the Coens"."""
    plural = f"{part[-1]}s"
    for previous, run in pairwise(runs):
        shares = run.words == person.words and run.before in words("around", "sharing")
        if shares and len(previous.words) == 1:
            return is_forename(normalise(previous.last))
    return any(run.before == "the" and run.last in (plural, f"{part[-1]}es") for run in runs)


def _is_same(person: Person, run: Run) -> bool:
    """Whether a full name that ends or begins as a person's does is that of this person."""
    if run.generation != person.generation and not (person.is_title and run.start < _OPENING):
        return False
    one, other = person.words, run.words
    if len(one) != len(other):
        shorter, longer = sorted((one, other), key=len)
        if longer[-len(shorter) :] == shorter and not _is_full(shorter):
            return True
        begins = person.is_title and 0 <= run.start < _OPENING
        return begins and one[-1] == other[-1] and one[0][0] == other[0][0]
    return all(
        first == second or _is_initial(first, second) for first, second in zip(one, other, strict=True)
    )


def _is_initial(one: str, other: str) -> bool:
    return min(len(one), len(other)) == 1 and one[0] == other[0]
