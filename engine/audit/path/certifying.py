"""What a claim rests on, as its certificate states it: what the graph gives of it, in statements."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from ...certificate.claims import Because, ClaimCertificate, Evidence, Reading
from ...grounding.graph import GroundingGraph
from ...grounding.matching import Against, Way, World
from ...grounding.readable import Join
from ...language.tokens import name_key
from ...matching.matcher import Match
from ...store.evidence import Template
from ...terms import Fact, Triple
from ..evidence import ClaimVerdict
from .findings import Finding
from .supported import Support

_MOST_PAIRS = 32  # of the things that the two names of a claim may mean
_TOO_MANY = "the names of the claim may mean too many things to state what joins none of them"

_Ends = tuple[tuple[int, ...], tuple[int, ...]]


class Certifier:
    """Certifies claims over one graph."""

    def __init__(self, graph: GroundingGraph, facts: Mapping[int, Fact], world: World) -> None:
        """
        Args:
            facts: by row those that claims cite.
        """
        self._graph = graph
        self._facts = facts
        self._world = world

    def claim(self, step: int, text: str, finding: Finding, verdict: ClaimVerdict) -> ClaimCertificate:
        """The certificate of a claim of a step, given its text and what is said of the claim."""
        claim = finding.claim
        if finding.status == "no_claim":
            return ClaimCertificate(step, "no_claim", "repeated", self._read(text, finding, verdict))
        if support := finding.support:
            match = next((one.match for one in claim.stated if one.way == support.way), None)
            reading = self._read(text, finding, verdict, match, support.way.relation, support.way.forward)
            if support.inferred:
                return self._inferred(step, reading, support)
            return ClaimCertificate(step, "supported", "stated", reading, (self._cited(support.facts),))
        if opposed := claim.opposed:
            reading = self._read(
                text, finding, verdict, opposed.match, opposed.way.relation, opposed.way.forward
            )
            because: Because = "denied" if opposed.status == "denied" else "turned"
            absent = self._turned(opposed.way) if because == "turned" else []
            evidence = (self._cited(opposed.way.facts, absent),)
            return ClaimCertificate(step, finding.status, because, reading, evidence)
        if hedged := next((one for one in claim.stated if one.status == "hedged"), None):
            reading = self._read(
                text, finding, verdict, hedged.match, hedged.way.relation, hedged.way.forward
            )
            return ClaimCertificate(step, "unknown", "supposed", reading, (self._cited(hedged.way.facts),))
        if claim.against:
            return self._otherwise(step, text, finding, verdict, claim.against)
        return self._unknown(step, text, finding, verdict)

    def _inferred(self, step: int, reading: Reading, support: Support) -> ClaimCertificate:
        assert support.inferred is not None
        ends = (support.first, support.second) if support.way.forward > 0 else (support.second, support.first)
        fact = self._triple(ends[0], support.way.relation, ends[1])
        rules = tuple(rule.atoms for rule in support.inferred.rules)
        evidence = (self._cited(support.facts, [fact]),)
        return ClaimCertificate(step, "inferred", "follows", reading, evidence, "", fact, rules)

    def _turned(self, way: Way) -> list[Triple]:
        """What the words say: the fact the wrong way round, unless the graph states that too."""
        head, tail = (way.first, way.second) if way.forward > 0 else (way.second, way.first)
        if way.onward or way.relation in self._relations(tail, head):
            return []
        return [self._triple(tail, way.relation, head)]

    def _otherwise(
        self, step: int, text: str, finding: Finding, verdict: ClaimVerdict, against: Against
    ) -> ClaimCertificate:
        """A claim in whose place the graph states something else."""
        join, ends = against.joins[0], _ends(finding)
        node = self._origin(join)
        at = next((end for end in (0, 1) if node in ends[end]), None)
        if at is None:
            reading = self._read(text, finding, verdict, against.match)
            evidence = tuple(self._over(ends, against, node))
            return ClaimCertificate(step, finding.status, "otherwise", reading, evidence, self._world)
        others = ends[1 - at]
        ways = [(one, other) if join.forward > 0 else (other, one) for one in ends[at] for other in others]
        world, shown = self._rules_out(join)
        evidence = (self._instead(against, ways), *self._values(join, node, ways), *shown)
        forward = join.forward if at == 0 else -join.forward
        reading = self._read(text, finding, verdict, against.match, join.relation, forward)
        left_out = _TOO_MANY if len(ways) > _MOST_PAIRS else ""
        return ClaimCertificate(
            step, finding.status, "otherwise", reading, evidence, world, left_out=left_out
        )

    def _instead(self, against: Against, ways: Sequence[tuple[int, int]]) -> Evidence:
        """The facts that speak against heads and tails, and that none of their relation joins those."""
        relation = against.joins[0].relation
        absent = [
            self._triple(head, relation, tail)
            for head, tail in ways[:_MOST_PAIRS]
            if relation not in self._relations(head, tail)
        ]
        return self._cited([one.fact for one in against.joins], absent)

    def _values(self, join: Join, node: int, ways: Sequence[tuple[int, int]]) -> Iterator[Evidence]:
        """For a value that no node holds: how many the graph holds, all of them others."""
        if not ways and join.forward > 0:
            row = (self._id(node), self._graph.relation_ids[join.relation])
            yield Evidence("tails", (row,), (len(self._graph.tails(node, join.relation, 1)),))

    def _rules_out(self, join: Join) -> tuple[str, tuple[Evidence, ...]]:
        """What makes it count that a fact is absent beside another one, and what shows that."""
        graph, end = self._graph, (join.relation, join.forward)
        if end not in graph.single_valued or (self._world != "open" and join.forward > 0):
            return self._world, ()
        template: Template = "single_tails" if join.forward > 0 else "single_heads"
        counts = list(graph.value_counts[end])
        return template, (Evidence(template, ((graph.relation_ids[join.relation],),), (counts,)),)

    def _over(self, ends: _Ends, against: Against, middle: int) -> Iterator[Evidence]:
        """The facts that lead on from a node without a name, and whether others lead over one like it."""
        ids, onward = self._graph.relation_ids, against.joins[0]
        facts = [one.fact for one in against.joins]
        joined = (
            (node, joins[0], ends[1 - at])
            for at in (0, 1)
            for node in ends[at]
            if (joins := self._graph.joins(node, middle))
        )
        found = next(joined, None)
        if found is None:
            yield self._cited(facts)
            return
        node, onto, others = found
        yield self._cited([onto.fact, *facts])
        for other in others[:_MOST_PAIRS]:
            row = (self._id(node), ids[onto.relation], ids[onward.relation], self._id(other))
            yield Evidence(
                "over", (row,), (self._graph.leads_over(node, onto.relation, onward.relation, other),)
            )

    def _unknown(self, step: int, text: str, finding: Finding, verdict: ClaimVerdict) -> ClaimCertificate:
        """A claim that was looked for in vain, and what was found in its place."""
        claim = finding.claim
        reading = self._read(text, finding, verdict)
        pair = claim.pair
        unnamed = [
            name.lower()
            for name, end in ((verdict.subject, pair.first), (verdict.object, pair.second))
            if not end.nodes
        ]
        if unnamed:
            borne = (name for name in unnamed if not self._graph.names.named(name_key(name)))
            evidence = tuple(Evidence("names", ((name,),), (0,)) for name in borne)
            return ClaimCertificate(step, "unknown", "unnamed", reading, evidence)
        because: Because = "unread" if claim.stated else "apart"
        over = [row for one in claim.stated if one.way.onward for row in one.way.facts]
        both = [(one, other) for one, other in product(*_ends(finding)) if one != other]
        if len(both) > _MOST_PAIRS:
            return ClaimCertificate(step, "unknown", because, reading, left_out=_TOO_MANY)
        ways = [way for one, other in both for way in ((one, other), (other, one))]
        found = [self._cited(dict.fromkeys(over))] if over else []
        if ways:
            rows = tuple((self._id(head), self._id(tail)) for head, tail in ways)
            named = tuple(
                sorted({self._graph.relation_ids[relation] for relation in self._relations(head, tail)})
                for head, tail in ways
            )
            found.append(Evidence("joins", rows, named))
        return ClaimCertificate(step, "unknown", because, reading, tuple(found))

    def _cited(self, rows: Iterable[int], absent: Sequence[Triple] = ()) -> Evidence:
        """Facts of the graph by their rows, and some that it does not state."""
        return Evidence.of_facts(map(self._fact, rows), absent)

    def _fact(self, row: int) -> Fact:
        return self._facts.get(row) or self._graph.view.facts_at([row])[0]

    def _read(
        self,
        text: str,
        finding: Finding,
        verdict: ClaimVerdict,
        match: Match | None = None,
        relation: int | None = None,
        forward: int = 1,
    ) -> Reading:
        sentence = finding.claim.tokens.text.strip()
        start = text.find(sentence)
        span = (start, start + len(sentence)) if start >= 0 else None
        if match is None:
            return Reading(span, verdict.phrase)
        parts = () if relation is None else self._graph.matcher.parts(relation)
        said = "..".join(self._graph.relation_ids[part] for part in parts)
        return Reading(span, verdict.phrase, said, forward > 0, match.by, match.rules)

    def _origin(self, join: Join) -> int:
        """The node from which a fact is seen."""
        view = self._graph.view
        return int((view.heads if join.forward > 0 else view.tails)[join.fact])

    def _relations(self, head: int, tail: int) -> list[int]:
        """The relations that lead from one node to another."""
        return [join.relation for join in self._graph.joins(head, tail) if join.forward > 0]

    def _triple(self, head: int, relation: int, tail: int) -> Triple:
        return Triple(self._id(head), self._graph.relation_ids[relation], self._id(tail))

    def _id(self, node: int) -> str:
        return self._graph.node_ids[node]


def _ends(finding: Finding) -> _Ends:
    """The nodes that each of the two things of a claim may mean."""
    return finding.claim.pair.first.nodes, finding.claim.pair.second.nodes
