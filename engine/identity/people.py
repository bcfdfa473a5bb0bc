"""Who of a text is a person named in full, and what tells that."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ..language.function_words import words_of
from ..language.names import says_kind
from ..language.rules import table
from ..names import normalise, relation_label
from ..terms import Triple
from .name_parts import is_designator, is_forename, one_of, words
from .runs import Run

_LEAD = 400  # characters in which a text says of whom it tells
_DATES = re.compile(
    r"\([^()]*\b\d{1,2} [A-Z][a-z]+ \d{3,4}\b[^()]*\)"
    r"|\([^()]*\b[A-Z][a-z]+ \d{1,2}, \d{3,4}\b[^()]*\)"
    r"|\((?:c\. ?)?\d{3,4} ?[–-] ?(?:c\. ?)?\d{3,4}\)"
)
_MOST_WORDS = 5


@dataclass(frozen=True, slots=True)
class Person:
    """A person whom a text names in full.

    Attributes:
        words: the full name, without what is said before it.
        name: the same as it is written.
        start: where it stands first; -1 for one who is in the title.
        generation: "jr" and the like.
        is_title: whether the document is about this person.
        by_given: whether what is said before the name is said before given names ("King Bhumibol Adulyadej").
    """

    words: tuple[str, ...]
    name: str
    start: int
    generation: str
    is_title: bool
    by_given: bool


def tells_life(text: str) -> bool:
    """Whether a text begins with when somebody lived."""
    lead = text[:_LEAD]
    return _life().search(lead) is not None or _DATES.search(lead) is not None


def people(title: Run | None, runs: Sequence[Run], text: str, triples: Iterable[Triple]) -> list[Person]:
    """The persons whom a title, the names of a text, or facts name in full, each once, in their order.

    Args:
        title: the document's, less what tells it from others; None where it is no name.
        runs: the names of title and text.
    """
    told = frozenset(_heads(triples))
    found: dict[tuple[str, ...], Person] = {}
    thing = title is not None and _is_called_a_thing(title, runs, text)
    previous: Run | None = None
    for run in runs:
        beside = previous is not None and run.before == "and" and previous.words in found
        previous = run
        if run.words in found or run.before in words_of("articles") or not may_be_a_person(run.words):
            continue
        about = title is not None and run.words == title.words
        if about and not thing and (tells_life(text) or _is_called_back(run, runs, text)):
            found[run.words] = _person(run, is_title=True)
        elif (beside or _is_person(run, told)) and not (about and thing):
            found[run.words] = _person(run, is_title=about)
    return list(found.values())


def _person(run: Run, *, is_title: bool) -> Person:
    by_given = run.honorific in words("before", "given")
    return Person(run.words, run.name, run.start, run.generation, is_title, by_given)


def _is_called_a_thing(title: Run, runs: Iterable[Run], text: str) -> bool:
    """Whether the sentence that first names the title says of what kind it is, and it is no person."""
    for run in runs:
        if run.start >= 0 and run.words == title.words:
            said = _said().match(text, run.end)
            return said is not None and says_kind(normalise(said["kind"].split()[-1]))
    return False


def _is_called_back(title: Run, runs: Iterable[Run], text: str) -> bool:
    """Whether "he" or "she" opens a sentence behind one that speaks of the title, or of its last part."""
    return any(
        run.start >= 0
        and run.words in (title.words, title.words[-1:])
        and _called_back().match(text, run.end) is not None
        for run in runs
    )


def may_be_a_person(name: Sequence[str]) -> bool:
    """Whether a name is of the form of a person's full name: two to five words, none of a kind of things."""
    return (
        2 <= len(name) <= _MOST_WORDS
        and len(name[-1]) > 1
        and not any(any(sign.isdigit() for sign in word) for word in name)
        and not is_designator(normalise(name[-1]))
        and not any(len(word) > 1 and word.isupper() for word in name)
    )


def _is_person(run: Run, told: frozenset[str]) -> bool:
    first = normalise(run.words[0])
    return (
        is_forename(first)
        or (run.honorific in words("before", "surname") | words("before", "given"))
        or run.before in said_of_people()
        or _doer().fullmatch(run.before) is not None
        or run.name in told
    )


def _heads(triples: Iterable[Triple]) -> Iterator[str]:
    for head, relation, _ in triples:
        if not words("facts", "of_persons").isdisjoint(normalise(relation_label(relation)).split()):
            yield head


@cache
def _life() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{one_of('said', 'life')})\b")


@cache
def _called_back() -> re.Pattern[str]:
    """What opens a sentence behind the end of another."""
    return re.compile(rf"[^.!?\n]{{0,300}}[.!?]['\"”’]*\s+(?:{one_of('said', 'pronouns')})\b")


@cache
def _said() -> re.Pattern[str]:
    """What a name is said to be, up to the noun: "is a 1994 American drama film"."""
    return re.compile(
        rf"[\"”']*(?: ?\([^()]*\))?,? (?:{one_of('said', 'being')}) (?:{one_of('said', 'articles')}) "
        rf"(?P<kind>(?:[\w'’-]+ ){{0,9}}?[\w'’-]+)(?=[.,;:(]| (?:{one_of('said', 'ends_of_kinds')})\b)"
    )


@cache
def _doer() -> re.Pattern[str]:
    """Nouns for people by what they do, as they are made in English: "novelist", "songwriter", "musician"."""
    return re.compile(rf"\w+(?:{one_of('said', 'doers')})")


@cache
def said_of_people() -> frozenset[str]:
    """Nouns that stand right before names of people: "singer Nicki Minaj"."""
    nouns = table("anaphora")
    return frozenset((*nouns["person_nouns"], *nouns["person_tails"]))
