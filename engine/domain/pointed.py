"""Beyond the paper: the claims that carry an answer, and how likely they are over an incomplete graph.

Reasoning says much beside the point, true or not. What carries the answer "HLA-B" to a question about
psoriasis and herpes zoster are the claims that join HLA-B with one of the two; what carries "True" to a
statement are the claims about the things that the statement names.
"""

from collections.abc import Iterable, Sequence

from ..language.tokens import name_key
from .answers import DomainAnswer
from .claims import JudgedClaim, Named
from .extracting import named_texts
from .graph import DomainGraph

UNKNOWN_IS_TRUE = 1 / 3
"""How likely an asserted claim is that the graph does not know, were the graph to hold half of what is true
and the text right half of the time: (1/2 · 1/2) / (1/2 · 1/2 + 1/2). Of a denied one it is 1 less this."""

NOTHING_KNOWN = 0.5
"""The score where no claim is to the point."""


def pointed_claims(
    answer: DomainAnswer, claims: Sequence[JudgedClaim], graph: DomainGraph
) -> tuple[JudgedClaim, ...]:
    """The claims that carry an answer; those that are hedged or not understood do not."""
    given, options = _keys(answer.predicted.split(","), graph), _keys(answer.options, graph)
    asked = _keys((name.text for name in named_texts(answer.question, graph)), graph)
    about = asked - options
    ends = [(given, about), (about, given)] if options else [(asked, asked)]
    return tuple(
        claim
        for claim in claims
        if not (claim.hedged or claim.unread)
        and any(_of(claim.subject) & one and _of(claim.object) & other for one, other in ends)
    )


def pointed_score(claims: Iterable[JudgedClaim]) -> float:
    """The mean probability of claims, in [0, 1]: 1 for supported ones, 0 for contradicted ones."""
    likely = [_probability(claim) for claim in claims]
    return sum(likely) / len(likely) if likely else NOTHING_KNOWN


def _probability(claim: JudgedClaim) -> float:
    if claim.verdict == "unknown":
        return 1 - UNKNOWN_IS_TRUE if claim.negated else UNKNOWN_IS_TRUE
    return float(claim.verdict == "supported")


def _keys(names: Iterable[str], graph: DomainGraph) -> frozenset[str]:
    """Names in normal form, and the ids of what bears them."""
    keys = {name_key(name) for name in names} - {""}
    nodes = [node for key in keys for node in graph.readable.names.named(key)]
    return frozenset(keys | {graph.entity(node).id for node in nodes})


def _of(named: Named) -> frozenset[str]:
    entities = (named.entity,) if named.entity else named.candidates
    return frozenset({name_key(named.words), *(entity.id for entity in entities)})
