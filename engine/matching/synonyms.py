"""General English synonyms of relations, as data: what else says that someone is the spouse of someone."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ..language.function_words import words_of
from ..language.morphology import forms_of_noun, forms_of_verb, is_verb_form
from ..linking.relation_words import RelationWords
from .labels import Cue, cues_of_label

_LISTS = ("roles", "inverse_roles", "verbs", "inverse_verbs")


class Sense(NamedTuple):
    """One meaning.

    Attributes:
        cues: as they lead from h to t.
        symmetric: direction has no meaning.
        same_kind: h and t are things of one kind.
        hierarchy: it never leads back to where it began.
        words: of its phrases, as they are listed.
    """

    name: str
    cues: tuple[Cue, ...]
    symmetric: bool
    same_kind: bool
    hierarchy: bool
    words: frozenset[str]


@cache
def senses() -> Mapping[str, Sense]:
    """All senses, by name."""
    text = files(__package__).joinpath("synonyms.toml").read_text(encoding="utf-8")
    return {name: _sense(name, entry) for name, entry in tomllib.loads(text).items()}


def _sense(name: str, entry: Mapping[str, Any]) -> Sense:
    symmetric, same_kind, hierarchy = (
        bool(entry.get(mark)) for mark in ("symmetric", "same_kind", "hierarchy")
    )
    phrases = (phrase for kind in _LISTS for phrase in entry.get(kind, ()))
    words = frozenset(word for phrase in phrases for word in phrase.split())
    return Sense(name, tuple(_cues_of(entry)), symmetric, same_kind, hierarchy, words)


def _cues_of(entry: Mapping[str, Any]) -> Iterator[Cue]:
    for phrases, holder in ((entry.get("roles", ()), -1), (entry.get("inverse_roles", ()), 1)):
        for phrase in phrases:
            *before, last = phrase.split()
            if any(word in words_of("label_prepositions") for word in before):
                yield Cue(tuple(phrase.split()), "noun", holder)
            else:
                yield from (Cue((*before, form), "noun", holder) for form in forms_of_noun(last))
    for phrases, holder in ((entry.get("verbs", ()), 1), (entry.get("inverse_verbs", ()), -1)):
        for phrase in phrases:
            words = phrase.split()
            while words and words[0] in words_of("being"):
                words = words[1:]
            if words and words[-1] == "by" and len(words) > 1:
                words, holder_here = words[:-1], -holder
            else:
                holder_here = holder
            if words and not words_of("label_prepositions").issuperset(words):
                forms = forms_of_verb(words[0]) if is_verb_form(words[0]) else (words[0],)
                yield from (Cue((form, *words[1:]), "verb", holder_here) for form in forms)


@cache
def _index() -> Mapping[tuple[tuple[str, ...], str], tuple[tuple[str, int], ...]]:
    """By words and kind, the senses that they say, each with the holder."""
    found: defaultdict[tuple[tuple[str, ...], str], dict[tuple[str, int], None]] = defaultdict(dict)
    for sense in senses().values():
        for cue in sense.cues:
            found[cue.words, cue.kind][sense.name, cue.holder] = None
    return {key: tuple(senses) for key, senses in found.items()}


@cache
def _general_words() -> RelationWords:
    words = frozenset[str]().union(*(sense.words for sense in senses().values()))
    roles, relatives = (
        {
            cue.words[0]
            for sense in senses().values()
            for cue in sense.cues
            if cue.kind == "noun" and len(cue.words) == 1 and (sense.same_kind or not alike)
        }
        for alike in (False, True)
    )
    return RelationWords(words, frozenset(roles), frozenset(relatives))


def relation_words(labels: Iterable[str]) -> RelationWords:
    """What relations are called: by general English, and by some labels."""
    general = _general_words()
    cues = [cue for label in labels for cue in cues_of_label(label)]
    roles = {cue.words[0] for cue in cues if cue.kind == "noun" and len(cue.words) == 1}
    words = {word for cue in cues for word in cue.words}
    return RelationWords(general.all | words, general.roles | roles, general.relatives)


def is_symmetric(label: str) -> bool:
    """Whether general English takes a relation of this label for one without direction."""
    return any(
        senses()[name].symmetric
        for cue in cues_of_label(label)
        for name, _ in _index().get((cue.words, cue.kind), ())
    )


def is_hierarchy(label: str) -> bool:
    """Whether general English takes a relation of this label for one that never leads in a circle.

    >>> is_hierarchy("child"), is_hierarchy("spouse"), is_hierarchy("field 7")
    (True, False, False)
    """
    meant = {name for cue in cues_of_label(label) for name, _ in _index().get((cue.words, cue.kind), ())}
    return bool(meant) and all(senses()[name].hierarchy for name in meant)


@cache
def synonyms_of(label: str) -> tuple[Cue, ...]:
    """Cues that say the same as a label, where general English has one meaning for it and for them.

    A cue with several meanings ("came from") is given as one that is not sure.
    """
    found: dict[Cue, None] = {}
    for own in cues_of_label(label):
        meant = _index().get((own.words, own.kind), ())
        if len({name for name, _ in meant}) != 1:
            continue
        name, holder = meant[0]
        way = own.holder * holder
        for cue in senses()[name].cues:
            single = len({other for other, _ in _index()[cue.words, cue.kind]}) == 1
            found[cue._replace(holder=cue.holder * way, sure=single)] = None
    return tuple(found)
