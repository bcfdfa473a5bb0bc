"""Whether words deny, and whether they only suppose."""

from collections.abc import Sequence
from typing import NamedTuple

NEGATIONS = frozenset(
    "not never neither no cannot t without lack lacks lacking absence fails failed unlikely false incorrect "
    "untrue wrong unrelated unassociated nor none denies".split()
)
_NO_DENIAL = frozenset({"only", "just", "merely", "doubt", "less", "surprisingly", "longer"})
_HEDGES = frozenset(
    "may might could possibly potentially potential perhaps probably likely suggest suggests suggested "
    "suggesting seem seems appears appear thought believed suspected hypothesized hypothesised putative "
    "presumably candidate whether if unclear uncertain speculated proposed would limited little "
    "unlikely information insufficient".split()
)
# Between a negation and what it denies they leave the plain relation open: "not directly associated with".
_QUALIFIERS = frozenset(
    "directly specifically strongly closely significantly commonly typically primarily mainly solely "
    "exclusively usually generally always necessarily as so well widely explicitly firmly definitively "
    "consistently independently robustly known reported mention mentioned shown found identified proven "
    "listed clearly currently yet extensively both".split()
)
_REACH = 4  # words from a negation to what qualifies it


class Modality(NamedTuple):
    """`negated`: the words deny. `hedged`: they only suppose, or deny no more than a degree."""

    negated: bool
    hedged: bool


def modality(words: Sequence[str]) -> Modality:
    """Read the words around what is claimed; two negations make none.

    >>> modality("is not correct to say that it is not".split())
    Modality(negated=False, hedged=False)
    >>> modality("have not been directly".split())
    Modality(negated=True, hedged=True)
    """
    said = [word for at, word in enumerate(words) if word and not _is_letter(words, at)]
    denials = [
        at
        for at, word in enumerate(said)
        if word in NEGATIONS and (said[at + 1 : at + 2] or [""])[0] not in _NO_DENIAL
    ]
    qualified = any(_QUALIFIERS.intersection(said[at + 1 : at + 1 + _REACH]) for at in denials)
    hedged = qualified or not _HEDGES.isdisjoint(said)
    return Modality(len(denials) % 2 == 1, hedged)


def _is_letter(words: Sequence[str], at: int) -> bool:
    """Whether a "t" is a letter, as in "T cell", and not the end of "isn't"."""
    return words[at] == "t" and not (at > 1 and words[at - 1] == "" and words[at - 2].endswith("n"))
