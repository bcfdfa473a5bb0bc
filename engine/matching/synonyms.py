"""General English synonyms of relations, as data: what else says that someone is the spouse of someone."""

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ..language.morphology import forms_of_noun, forms_of_verb, is_verb_form
from .labels import PREPOSITIONS, Cue, cues_of_label

_BEING = frozenset("is was are were be been being".split())


class Sense(NamedTuple):
    """One meaning: its cues as they lead from h to t, and whether direction has no meaning."""

    name: str
    cues: tuple[Cue, ...]
    symmetric: bool


@cache
def senses() -> Mapping[str, Sense]:
    """All senses, by name."""
    text = files(__package__).joinpath("synonyms.toml").read_text(encoding="utf-8")
    return {name: Sense(name, tuple(_cues_of(entry)), entry.get("symmetric", False))
            for name, entry in tomllib.loads(text).items()}  # fmt: skip


def _cues_of(entry: Mapping[str, Any]) -> Iterator[Cue]:
    for phrases, holder in ((entry.get("roles", ()), -1), (entry.get("inverse_roles", ()), 1)):
        for phrase in phrases:
            *before, last = phrase.split()
            if any(word in PREPOSITIONS for word in before):
                yield Cue(tuple(phrase.split()), "noun", holder)
            else:
                yield from (Cue((*before, form), "noun", holder) for form in forms_of_noun(last))
    for phrases, holder in ((entry.get("verbs", ()), 1), (entry.get("inverse_verbs", ()), -1)):
        for phrase in phrases:
            words = phrase.split()
            while words and words[0] in _BEING:
                words = words[1:]
            if words and words[-1] == "by" and len(words) > 1:
                words, holder_here = words[:-1], -holder
            else:
                holder_here = holder
            if words and not PREPOSITIONS.issuperset(words):
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


def is_symmetric(label: str) -> bool:
    """Whether general English takes a relation of this label for one without direction."""
    return any(
        senses()[name].symmetric
        for cue in cues_of_label(label)
        for name, _ in _index().get((cue.words, cue.kind), ())
    )


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
