"""How far a statement's words mean the relation that joins the two things it names."""

from collections.abc import Collection
from functools import lru_cache
from typing import Literal, NamedTuple

from ...reading.inflection import verb_forms
from ...reading.lexicon import Lexicon
from ...reading.wording import Wording
from .graph import ReadableGraph, RelationMeaning

Ground = Literal["means", "related", "bare", "untold", "other", "turned"]
"""Why words and relation agree or not, from the best to the worst.

means: the words mean this relation, in this direction. related: they share a word that matters. bare: "X is
Y". untold: nothing is known of the words or of the relation. other: the words mean another relation. turned:
they mean this relation the wrong way round.
"""

_CACHED = 500_000
_SHARED_LETTERS = 5
_SHARED_PART = 0.6


class Agreement(NamedTuple):
    """`ground` and whether the statement denies the relation."""

    ground: Ground
    negated: bool


class RelationJudge:
    """Compares wordings with the relations of one graph; each pair once."""

    def __init__(self, graph: ReadableGraph) -> None:
        self._relations = graph.relations
        self._lexicon = graph.lexicon
        self.agreement = lru_cache(_CACHED)(self._agreement)

    def _agreement(self, wording: Wording, relation: int, forward: int) -> Agreement:
        """What a wording says of a join.

        Args:
            relation: rank of the join's relation.
            forward: 1 when its fact leads from ⟨1⟩ to ⟨2⟩, else -1.
        """
        meaning = self._relations[relation]
        return Agreement(_ground(wording, meaning, forward, self._lexicon), wording.negated)


def _ground(wording: Wording, relation: RelationMeaning, forward: int, lexicon: Lexicon) -> Ground:
    """Direction counts for a relation's own label, and between things of one kind: a person and a city tell
    by themselves which was born in which."""
    if wording.is_bare:
        return "bare"
    of_one_kind = relation.heads == relation.tails or any(
        sense in lexicon.same_kind for sense, _ in relation.senses
    )
    directions = [
        said == 0 or meant == 0 or said == meant * forward or not (of_one_kind or sense[0] == "=")
        for sense, said in wording.senses
        for other, meant in relation.senses
        if other == sense
    ]
    if directions:
        return "means" if any(directions) else "turned"
    if _share_a_word(wording.stems, relation.stems):
        return "related"
    said, meant = (_definite(senses, lexicon) for senses in (wording.senses, relation.senses))
    return "other" if said and meant else "untold"


def _definite(senses: Collection[tuple[str, int]], lexicon: Lexicon) -> set[str]:
    """The senses of the general lexicon that rule others out."""
    return {sense for sense, _ in senses if sense[0] != "=" and sense not in lexicon.vague}


def _share_a_word(some: Collection[str], others: Collection[str]) -> bool:
    return any(akin(one, other) for one in some for other in others)


def akin(one: str, other: str) -> bool:
    """Whether two words are of one family: "government" and "governing", "work" and "worked"."""
    if one == other or one in verb_forms(other) or other in verb_forms(one):
        return True
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= _SHARED_LETTERS and shared >= _SHARED_PART * min(len(one), len(other))
