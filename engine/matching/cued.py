"""Which words of a text ask of a relation, or tell of it: "husband" of spouse, "born" of place of birth."""

from collections.abc import Sequence
from functools import lru_cache

from .labels import cues_of_label
from .synonyms import synonyms_of

_KEPT = 50_000


def cued(words: Sequence[str], label: str) -> frozenset[str]:
    """The words of a text, in normal form, that belong to a cue of a relation, by its label or a synonym.

    >>> sorted(cued("where was the husband of anne born".split(), "spouse"))
    ['husband']
    """
    cues = _cues(label)
    return frozenset(
        word
        for at, first in enumerate(words)
        for cue in cues.get(first, ())
        if tuple(words[at : at + len(cue)]) == cue
        for word in cue
    )


@lru_cache(_KEPT)
def _cues(label: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The cues of a label by their first words."""
    found: dict[str, tuple[tuple[str, ...], ...]] = {}
    for words in dict.fromkeys(cue.words for cue in (*cues_of_label(label), *synonyms_of(label))):
        found[words[0]] = (*found.get(words[0], ()), words)
    return found
