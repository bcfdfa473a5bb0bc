"""From the steps of a chain to its claims, and what the graph says of each."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ....ext.words import NameHit
from ...extraction.pairs import Pair, pairs_of
from ...grounding.graph import GroundingGraph
from ...grounding.matching import Against, Grounder, Stated
from ...language.coreference import Known, resolved
from ...language.quantities import Value
from ...language.rules import FIRST as SLOT1
from ...language.rules import SECOND as SLOT2
from ...linking.descriptions import described
from ...reading.claims import Claim
from ...reading.corrections import may_correct, standing
from ...reading.found import Mention
from ...reading.plans import is_conclusion, is_plan
from ...reading.slots import FIRST, SECOND
from ...reading.tokens import Tokens, sentences_of
from ..path.stated import StatedClaim
from ..path.supported import Support

_MOST_SUPPORTS = 10
_OLD = {SLOT1: FIRST, SLOT2: SECOND}


class SaidClaim(NamedTuple):
    """A pair of things that a sentence says something of, and what the graph says of it.

    Attributes:
        tokens: the sentence.
        concludes: it draws a conclusion.
        aside: what it says besides: another claim of its sentence is supported.
        pair: the two things and the words.
        stated: the facts that join them, with what the words do with each, the likeliest first.
        likely: those that the words state.
        against: facts that speak against it.
    """

    tokens: Tokens
    concludes: bool
    aside: bool
    pair: Pair
    stated: tuple[Stated, ...]
    likely: tuple[Support, ...]
    against: Against | None
    claim: Claim
    dismissed: bool = False

    @property
    def opposed(self) -> Stated | None:
        """The fact that the words deny or turn round."""
        return next((one for one in self.stated if one.status in ("denied", "turned")), None)

    @property
    def hedged(self) -> bool:
        """Whether the words state a fact without asserting it."""
        return any(one.status == "hedged" for one in self.stated)

    def walked(self) -> StatedClaim:
        """As the walk over the graph takes it."""
        return StatedClaim(
            self.tokens,
            self.concludes,
            self.aside,
            False,
            (self.claim,),
            self.likely,
            self.likely,
            (),
            self.dismissed,
        )


class ClaimReader:
    """Reads the steps of chains over one graph."""

    def __init__(self, graph: GroundingGraph, grounder: Grounder) -> None:
        self._graph = graph
        self._grounder = grounder
        self._values = grounder.values
        self._known = Known(graph.kind, graph.gender, graph.has_role, graph.is_called)

    def read(
        self, steps: Sequence[str], topic: Sequence[int], lead_in: str = "", led: int = 0
    ) -> list[tuple[SaidClaim, ...]]:
        """The claims of each step, in order.

        Args:
            lead_in: what stands before the first `led` steps, and is said of each: "The works of H:".
        """
        steps = self._kept(steps)
        if lead_in.endswith((":", "：")):
            steps = [f"{lead_in} {step}" if place < led else step for place, step in enumerate(steps)]
        sentences = [
            (place, Tokens.of(text)) for place, step in enumerate(steps) for text in sentences_of(step)
        ]
        both = [self._graph.finder.named(tokens) for _, tokens in sentences]
        hits = [sorted([*plain, *_apart(doubtful, plain)]) for plain, doubtful in both]
        doubted = [{hit.start for hit in doubtful} for _, doubtful in both]
        context = list(dict.fromkeys([*topic, *(node for own in hits for hit in own for node in hit.nodes)]))
        named = [
            (
                tokens,
                [one for one in self._graph.finder.mentions(tokens, own, context) if one.how != "reference"],
            )
            for (_, tokens), own in zip(sentences, hits, strict=True)
        ]
        values: list[dict[int, Value]] = []
        for place, (tokens, own) in enumerate(named):
            held = self._values.mentions(tokens, own, context)
            values.append({one.mention.start: one.value for one in held})
            covered = {at for one in held for at in range(one.mention.start, one.mention.end)}
            kept = [one for one in own if covered.isdisjoint(range(one.start, one.end))]
            named[place] = tokens, sorted([*kept, *(one.mention for one in held)])
        referred = resolved(named, self._known, topic)
        mentions = [
            described(tokens, own, self._graph.holders)
            for (tokens, _), own in zip(named, referred, strict=True)
        ]
        pairs = [list(pairs_of(tokens, own)) for (_, tokens), own in zip(sentences, mentions, strict=True)]
        pairs = [[pair for pair in own if not _of_values(pair)] for own in pairs]
        self._grounder.prepare(pair for own in pairs for pair in own)
        found: list[list[SaidClaim]] = [[] for _ in steps]
        read = zip(sentences, mentions, pairs, doubted, values, strict=True)
        for (place, tokens), own, said, doubtful, given in read:
            found[place] += self._said(tokens, own, said, doubtful, given)
        return [tuple(claims) for claims in found]

    def _kept(self, steps: Sequence[str]) -> Sequence[str]:
        words = frozenset().union(*(Tokens.of(step).normal for step in steps)) if steps else frozenset()
        if may_correct(words) or any("?" in step for step in steps):
            return standing(steps)
        return steps

    def _said(
        self,
        tokens: Tokens,
        mentions: Sequence[Mention],
        pairs: Sequence[Pair],
        doubtful: Collection[int],
        values: Mapping[int, Value],
    ) -> list[SaidClaim]:
        """The claims of a sentence: pairs whose words do something with a fact, then what is left."""
        concludes = is_conclusion(tokens)
        claims: list[SaidClaim] = []
        left: list[Pair] = []
        facts: set[int] = set()
        for pair in sorted(pairs, key=_references):
            claim = self._claimed(tokens, pair, concludes)
            if claim.likely and claim.likely[0].join.fact in facts:
                continue
            if claim.likely:
                facts.add(claim.likely[0].join.fact)
            if claim.likely or claim.opposed or claim.hedged:
                claims.append(claim)
            else:
                left.append(pair)
        told = {mention.start for one in claims for mention in one.pair[:2]}
        for pair in self._left(mentions, left, told | set(doubtful)):
            value = values.get(pair.first.start) or values.get(pair.second.start)
            against = self._grounder.against(pair, value)
            if value and against is None and not (pair.first.nodes and pair.second.nodes):
                continue  # a date or a number of which the graph holds none
            claim = self._claimed(tokens, pair, concludes)
            claims.append(claim._replace(against=against, aside=bool(claims)))
        claims.sort(key=lambda one: (one.pair.second.start, one.pair.first.start))
        if not any(one.likely for one in claims) and is_plan(
            tokens, {one.start for one in mentions}, len(mentions)
        ):
            return []
        return claims

    @staticmethod
    def _left(mentions: Sequence[Mention], pairs: Sequence[Pair], told: set[int]) -> Iterator[Pair]:
        """For each name of which nothing is read, the pair of it and of what stands nearest to it."""
        told = set(told)
        for mention in mentions:
            own = [pair for pair in pairs if mention in (pair.first, pair.second) and not pair.listed]
            if mention.start in told or mention.how == "reference" or not own:
                continue
            nearest = min(own, key=lambda pair: (pair.second.start - pair.first.end, pair.first.start))
            told |= {nearest.first.start, nearest.second.start}
            yield nearest

    def _claimed(self, tokens: Tokens, pair: Pair, concludes: bool) -> SaidClaim:
        stated = tuple(self._grounder.stated(pair)[:_MOST_SUPPORTS])
        likely = tuple(
            Support(one.match.probability, one.first, one.second, one.join, "means", False)
            for one in stated
            if one.status == "supported"
        )
        old = tuple(
            _OLD.get(word, word) for word in pair.reduced if word in _OLD or word[0].isalnum() or word == "'s"
        )
        claim = Claim(pair.first, pair.second, self._graph.wording(old))
        return SaidClaim(tokens, concludes, False, pair, stated, likely, None, claim)


def _of_values(pair: Pair) -> bool:
    """Whether both things are values, of which neither says anything of the other."""
    return pair.first.how == pair.second.how == "value"  # type: ignore[comparison-overlap]


def _references(pair: Pair) -> int:
    return (pair.first.how == "reference") + (pair.second.how == "reference")


def _apart(doubtful: Sequence[NameHit], plain: Sequence[NameHit]) -> Iterator[NameHit]:
    """The hits that may be words and overlap no name."""
    taken = {place for hit in plain for place in range(hit.start, hit.end)}
    for hit in doubtful:
        if taken.isdisjoint(range(hit.start, hit.end)):
            taken.update(range(hit.start, hit.end))
            yield hit
