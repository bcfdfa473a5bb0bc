"""Which relation says more than another: who treats something is associated with it, and not the reverse."""

import tomllib
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal

from .labels import cues_of_label
from .lexicon import Lexicon
from .matcher import polarity_of
from .synonyms import senses

Entails = Literal["stronger", "weaker"]

_KEPT = 100_000


@cache
def _implied() -> Mapping[str, frozenset[str]]:
    """For each sense those that it entails, also by way of others."""
    text = files(__package__).joinpath("synonyms.toml").read_text(encoding="utf-8")
    direct = {name: frozenset(entry.get("implies", ())) for name, entry in tomllib.loads(text).items()}
    found: dict[str, frozenset[str]] = {}
    for name in direct:
        reached: set[str] = set()
        pending = list(direct[name])
        while pending:
            one = pending.pop()
            if one not in reached:
                reached.add(one)
                pending += direct.get(one, ())
        found[name] = frozenset(reached)
    return found


@cache
def _vague() -> frozenset[str]:
    """Senses that say no more than that there is some relation: "is associated with"."""
    text = files(__package__).joinpath("synonyms.toml").read_text(encoding="utf-8")
    return frozenset(name for name, entry in tomllib.loads(text).items() if entry.get("vague"))


@cache
def _lexicons() -> Mapping[str, Lexicon]:
    """Of the senses that entail another or are entailed, and of those that are vague."""
    implied = _implied()
    named = {name for name, others in implied.items() if others}.union(*implied.values(), _vague())
    return {name: Lexicon(senses()[name].cues) for name in sorted(named & senses().keys())}


@lru_cache(_KEPT)
def _said(words: tuple[str, ...]) -> Mapping[str, int]:
    """The senses that a phrase says of its two things for sure, each with the way: see LexicalMatch."""
    found = {name: lexicon.find(words) for name, lexicon in _lexicons().items()}
    return {
        name: match.way
        for name, match in found.items()
        if match and (match.plain or polarity_of(match.marked))
    }


@cache
def _meant(label: str) -> frozenset[str]:
    """The senses that a label may have."""
    own = {(cue.words, cue.kind) for cue in cues_of_label(label)}
    return frozenset(
        name for name, sense in senses().items() if any((cue.words, cue.kind) in own for cue in sense.cues)
    )


def entails(words: tuple[str, ...], label: str, forward: int) -> Entails | None:
    """How a relation of a graph bears on what a phrase says of two things.

    Args:
        forward: 1 where it leads from the first of them, -1 where it leads to it.

    Returns:
        "stronger": the relation entails what the phrase says ("treats" where it says "associated"); "weaker":
        the phrase says more, and so entails the relation; None where neither is known, or it says just that.
    """
    said, meant = _said(words), _meant(label)
    if said.keys() & meant:
        return None
    for sense, way in said.items():
        if sense in _vague() or any(_shares(sense, way, forward, _implied().get(one, ())) for one in meant):
            return "stronger"
    for sense, way in said.items():
        if any(_shares(one, way, forward, meant) for one in _implied().get(sense, ())):
            return "weaker"
    return None


def _shares(sense: str, way: int, forward: int, senses_of: Collection[str]) -> bool:
    """Whether a sense is among others, in the same direction where it has one."""
    return sense in senses_of and (senses()[sense].symmetric or way in (0, forward))
