"""How far a statement's words mean the relation that joins the two things it names."""

from collections.abc import Collection
from functools import lru_cache
from typing import Literal, NamedTuple

from ...grounding.readable import ReadableGraph, RelationMeaning
from ...reading.inflection import verb_forms
from ...reading.lexicon import Lexicon, lemma
from ...reading.slots import EMPTY
from ...reading.wording import Wording

Ground = Literal["means", "related", "bare", "untold", "other", "turned"]
"""Why words and relation agree or not, from the best to the worst.

means: the words mean this relation, in this direction. related: they share a word that matters. bare: "X is
Y". untold: nothing is known of the words. other: the words mean another relation, which may say the same in a
graph that has no such other one. turned: they mean this relation the wrong way round.
"""

_CACHED = 500_000
_ALLOWING = frozenset(
    "can may could safe safely allowed permitted recommended compatible tolerated harmless".split()
)
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
        ground = _ground(wording, meaning, forward, self._lexicon)
        if ground != "means" and any(sense in self._lexicon.forbidding for sense, _ in meaning.senses):
            # Who says "do not mix" says that they do not go together, who says "may be mixed" denies it.
            return Agreement("related" if wording.negated else ground, _allows(wording))
        return Agreement(ground, wording.negated)


def _ground(wording: Wording, relation: RelationMeaning, forward: int, lexicon: Lexicon) -> Ground:
    """Direction counts for a relation's own label, and between things of one kind: a person and a city tell
    by themselves which was born in which. What a label tells in the passive counts before all else."""
    if wording.is_bare:
        return "bare"
    of_one_kind = relation.heads == relation.tails or any(
        sense in lexicon.same_kind for sense, _ in relation.senses
    )
    directions = [
        (sense[0] == "=", said == 0 or meant == 0 or said == meant * forward)
        for sense, said in wording.senses
        for other, meant in relation.senses
        if other == sense
    ]
    if relation.label.endswith(" by") and any(own for own, _ in directions):
        directions = [one for one in directions if one[0]]  # "T was designed by H": whatever T and H are
    if directions:
        fits = any(fit or not (own or of_one_kind) for own, fit in directions)
        return "means" if fits else "turned"
    if _share_a_word(wording.stems, relation.stems):
        return "related"
    said, meant = (_definite(senses, lexicon) for senses in (wording.senses, relation.senses))
    return "other" if said and meant and not _entail(said, meant, lexicon) else "untold"


def _allows(wording: Wording) -> bool:
    """Whether words say of two things that they go together."""
    return not wording.negated and not _ALLOWING.isdisjoint(wording.text.split())


def _definite(senses: Collection[tuple[str, int]], lexicon: Lexicon) -> set[str]:
    """The senses that rule others out: of the general lexicon, and labels of relations that say enough."""
    said = {sense for sense, _ in senses}
    vague = not said.isdisjoint(lexicon.vague)
    return {
        sense for sense in said - lexicon.vague if sense[0] != "=" or (not vague and is_telling_label(sense))
    }


def is_telling_label(sense: str) -> bool:
    """Whether a sense is a relation's own label, and more than "has" or "is in"."""
    return sense[0] == "=" and not EMPTY.issuperset(map(lemma, sense[1:].split()))


def _entail(some: Collection[str], others: Collection[str], lexicon: Lexicon) -> bool:
    """Whether a sense says more than another does: what inhibits something acts on it."""
    return any(
        other in lexicon.implies.get(one, ()) or one in lexicon.implies.get(other, ())
        for one in some
        for other in others
    )


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
