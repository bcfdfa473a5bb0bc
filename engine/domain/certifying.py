"""What a claim about a domain rests on, as its certificate states it; see `engine.certificate`."""

from collections.abc import Iterator, Sequence
from itertools import product

from ..certificate.claims import Because, Certificate, ClaimCertificate, Evidence, Reading, Versions
from ..certificate.digest import digest_of
from ..grounding.graph import GroundingGraph
from ..language.tokens import name_key
from ..store.traits import packed
from ..terms import RelationTraits
from .claims import JudgedClaim, Named

_MOST_PAIRS = 32  # of the things that the two names of a claim may mean
_TOO_MANY = "the names of the claim may mean too many things to state what joins them"
_IDENTIFIERS = "it rests on the identifiers of an entity, which certificates do not state"


class DomainCertifier:
    """Certifies the claims of answers over one graph.

    A claim is certified by the facts of its best evidence. Where something speaks against it, or nothing for
    it, the certificate also states what joins its two things. What `is_a` reaches is certified where it is
    evidence; that nothing more is reached so is not.
    """

    def __init__(self, graph: GroundingGraph, traits: RelationTraits, kg: str) -> None:
        self._graph = graph
        self._kg = kg
        self._versions = Versions(
            graph.view.digest(), digest_of(packed(traits)), "", graph.matcher.digest or ""
        )

    def certificate(self, claims: Sequence[JudgedClaim]) -> Certificate:
        """Of an answer; its claims are numbered from 1, as their steps."""
        certified = tuple(self._claim(number, claim) for number, claim in enumerate(claims, 1))
        return Certificate(self._kg, self._versions, certified)

    def _claim(self, number: int, claim: JudgedClaim) -> ClaimCertificate:
        relation = claim.relations[0] if claim.relations else ""
        reading = Reading((claim.start, claim.end), claim.said, relation)
        if not claim.evidence:
            return self._unknown(number, claim, reading)
        best = claim.evidence[0]
        because: Because = "denied" if claim.negated else "stated"
        if best.bearing == "excludes":
            because = "excluded" if claim.negated else "otherwise"
        if not best.path.facts:
            return ClaimCertificate(number, claim.verdict, because, reading, left_out=_IDENTIFIERS)
        facts = Evidence.of_facts(dict.fromkeys(best.path.facts))
        if best.bearing != "excludes":
            return ClaimCertificate(number, claim.verdict, because, reading, (facts,))
        return self._with_joins(number, claim, because, reading, (facts,))

    def _unknown(self, number: int, claim: JudgedClaim, reading: Reading) -> ClaimCertificate:
        ends = (claim.subject, claim.object)
        if unnamed := [named.words.lower() for named in ends if not _ids(named)]:
            borne = (name for name in unnamed if not self._graph.names.named(name_key(name)))
            evidence = tuple(Evidence("names", ((name,),), (0,)) for name in borne)
            return ClaimCertificate(number, "unknown", "unnamed", reading, evidence)
        return self._with_joins(number, claim, None, reading, ())

    def _with_joins(
        self,
        number: int,
        claim: JudgedClaim,
        because: Because | None,
        reading: Reading,
        evidence: tuple[Evidence, ...],
    ) -> ClaimCertificate:
        """With what joins the two things of a claim, either way.

        Args:
            because: None of an unknown one: that nothing joins the two, or that its words say something else.
        """
        rows = dict.fromkeys(_pairs(claim))
        if len(rows) > 2 * _MOST_PAIRS:
            because = because or ("unread" if claim.unread else "apart")
            return ClaimCertificate(number, claim.verdict, because, reading, evidence, left_out=_TOO_MANY)
        joins = tuple(self._joins(*row) for row in rows)
        if rows:
            evidence = (*evidence, Evidence("joins", tuple(rows), joins))
        because = because or ("unread" if any(joins) else "apart")
        return ClaimCertificate(number, claim.verdict, because, reading, evidence)

    def _joins(self, head: str, tail: str) -> list[str]:
        """The relations that lead from one entity to another, sorted."""
        graph = self._graph
        joins = graph.joins(graph.ids[head], graph.ids[tail])
        return sorted({graph.relation_ids[join.relation] for join in joins if join.forward > 0})


def _ids(named: Named) -> list[str]:
    """What a name may mean."""
    entities = named.candidates or ((named.entity,) if named.entity else ())
    return [entity.id for entity in entities]


def _pairs(claim: JudgedClaim) -> Iterator[tuple[str, str]]:
    for one, other in product(_ids(claim.subject), _ids(claim.object)):
        if one != other:
            yield one, other
            yield other, one
