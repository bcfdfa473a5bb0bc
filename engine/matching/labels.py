"""What the label of a relation says: its words, and the cues that say the same in a sentence."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from ..language.function_words import words_of
from ..language.morphology import agent_nouns, forms_of_noun, forms_of_verb, is_verb_form, verbs_of_agent
from ..names import normalise, relation_label

Kind = Literal["noun", "verb"]

_KEPT = 50_000
_ACCESSION = re.compile(r"^(?:P\d+|[A-Z]{2,8}[:_]\d+)\s+(?=\S)")  # "P112 founded by", "RO:0002211 regulates"
_BARE_ACCESSION = re.compile(r"p\d+|[a-z]{2,8}[:_ ]\d{4,}", re.IGNORECASE)  # "P36", "RO_0002212"
_PREFIX = re.compile(r"^[a-z][\w-]*:(?=[A-Za-z])")  # "dbo:architect"
_COMMENT = re.compile(r"\s*\([^)]*\)$")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NO_SPACES = re.compile(r"[_\-\s]+")
_PATH = re.compile(r"[./]+")
_SHORTEST_PATH = 3  # parts: Freebase's domain, type and property
_HETIONET = re.compile(r"_[A-Z]+[a-z]+[A-Z]+$")  # "TREATS_CtD"


class Cue(NamedTuple):
    """Words that say a relation.

    Attributes:
        holder: 1 when the head is or does what they say ("founder of"), -1 when the tail is ("founder").
        sure: they say nothing else.
    """

    words: tuple[str, ...]
    kind: Kind
    holder: int
    sure: bool = True


def says_nothing(label: str) -> bool:
    """Whether a label is an identifier that no word can be held against.

    >>> says_nothing("P36"), says_nothing("ro 0002212"), says_nothing("P112 founded by")
    (True, True, False)
    """
    return _BARE_ACCESSION.fullmatch(label) is not None


@lru_cache(_KEPT)
def words_of_label(label: str) -> str:
    """A label in plain words, those that say most in front.

    >>> words_of_label("film.actor.film..film.performance.film"), words_of_label("TREATS_CtD")
    ('film (actor performance)', 'treats')
    >>> words_of_label("dbo:birthPlace"), words_of_label("P112 founded by")
    ('birth place', 'founded by')
    """
    plain = _COMMENT.sub("", label.strip()) or label
    plain = _PREFIX.sub("", _ACCESSION.sub("", plain))
    plain = _HETIONET.sub("", plain)
    parts = [part for part in _PATH.split(plain) if part]
    if len(parts) > 2 or (len(parts) == 2 and " " not in plain):
        *rest, last = parts
        others = list(dict.fromkeys(part for part in reversed(rest) if part != last))[:2]
        plain = f"{last} ({' '.join(reversed(others))})" if others else last
    return _NO_SPACES.sub(" ", _CAMEL.sub(" ", plain)).strip().lower()


def asked_label(label: str, id: str) -> str:
    """What the learned matcher is asked of: a label, with the types in the path that it was made of.

    >>> asked_label("film", "film.director.film"), asked_label("born in", "bornIn")
    ('film (director)', 'born in')
    """
    path = id.replace("__", ".").strip("._/")
    is_path = "://" not in id and len(_PATH.split(path)) >= _SHORTEST_PATH and label == relation_label(id)
    return words_of_label(path if is_path else label)


@lru_cache(_KEPT)
def cues_of_label(label: str) -> tuple[Cue, ...]:
    """The cues that a label gives by its own words, in every form of them; none where it has no words."""
    words = tuple(normalise(words_of_label(label).partition(" (")[0]).split())
    return tuple(dict.fromkeys(_cues(words)))


def cues_of_wording(phrase: str) -> tuple[Cue, ...]:
    """The cues of a phrase that stands between head and tail and says a relation: "was made head of"."""
    words = tuple(normalise(phrase).split())
    while words and words[0] in words_of("being") | words_of("having") | words_of("articles"):
        words = words[1:]
    return tuple(_verb(words, 1)) if words and not words_of("label_prepositions").issuperset(words) else ()


def _cues(words: tuple[str, ...]) -> Iterator[Cue]:
    while words and words[0] in words_of("articles") | words_of("being") | words_of("having"):
        was_having = words[0] in words_of("having")
        words = words[1:]
        if was_having:
            yield from _noun(words, -1)
            return
    if words_of("label_prepositions").issuperset(words) or not any(map(str.isalpha, words)):
        return
    if words[-1] == "by" and len(words) > 1:
        yield from _verb(words[:-1], -1)
    elif words[-1] in words_of("label_prepositions") and len(words) > 1:
        is_verb = is_verb_form(words[0])
        if is_verb:
            ends = words_of("when") if words[-1] in words_of("when") else (words[-1],)
            for end in ends:  # "founded on" a day, "in" a year
                yield from _verb((*words[:-1], end), 1)
        if not is_verb or words[-1] == "of":
            yield from _noun(words[:-1], 1)
    elif is_verb_form(words[0]) and len(words) > 1 and words_of("label_prepositions").isdisjoint(words):
        yield from _noun(words, -1)
        if words[0].endswith("s"):  # "presents symptom": what it does, and what it does it to
            yield from _verb(words[:1], 1)
            yield from _noun(words[1:], -1)
    elif is_verb_form(words[0]) and not (len(words) > 1 and words[1] not in words_of("label_prepositions")):
        yield from _verb(words, 1)
        if words[-1].endswith("s"):
            yield from _noun(words, -1)  # "releases" may be things too
    else:
        yield from _noun(words, -1)


def _noun(words: tuple[str, ...], holder: int) -> Iterator[Cue]:
    if not words or words_of("label_prepositions").issuperset(words):
        return
    *before, last = words
    place = next((at for at, word in enumerate(words) if at and word in words_of("label_prepositions")), None)
    if place is not None:  # "place of birth": the noun that changes stands first
        for form in forms_of_noun(words[place - 1]):
            yield Cue((*words[: place - 1], form, *words[place:]), "noun", holder)
        return
    for form in forms_of_noun(last):
        yield Cue((*before, form), "noun", holder)
    if not before:
        for base in verbs_of_agent(last):
            for form in forms_of_verb(base):
                yield Cue((form,), "verb", holder)


def _verb(words: tuple[str, ...], holder: int) -> Iterator[Cue]:
    first, *rest = words
    for form in forms_of_verb(first):
        yield Cue((form, *rest), "verb", holder)
    if not rest:
        for noun in agent_nouns(first):
            for form in forms_of_noun(noun):
                yield Cue((form,), "noun", holder)
