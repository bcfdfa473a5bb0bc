"""What descriptions are resolved by: "the leader of E was born in T" rests on who led E as well.

The fact that tells of whom a claim speaks belongs to what the chain says, and to its proof. So a chain that
describes where it goes through begins at what it describes that by.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from ...extraction.pairs import Pair
from ...language.mention import Mention
from ...language.rules import FIRST, SECOND
from ...language.tokens import Tokens
from .reader import ReadStep, SaidClaim

Claimed = Callable[[Tokens, Pair, bool], SaidClaim]
"""The claim that a pair of a sentence makes, given whether that draws a conclusion."""


def with_resolutions(steps: Sequence[ReadStep], claimed: Claimed) -> list[ReadStep]:
    """The steps, in which each claim of a described thing goes behind the claims that say which it is.

    What the text has said so far is not said again, nor what no fact states.
    """
    said: set[tuple[int, ...]] = set()
    found = []
    for step in steps:
        claims: list[SaidClaim] = []
        for claim in step.claims:
            for other in (*_resolutions(claim, claimed, said), claim):
                said.update(support.facts for support in other.likely)
                claims.append(other)
        found.append(step._replace(claims=tuple(claims)))
    return found


def _resolutions(
    claim: SaidClaim, claimed: Claimed, said: Collection[tuple[int, ...]]
) -> Iterator[SaidClaim]:
    """The claims by which the descriptions of a supported claim are resolved, the innermost first."""
    if not claim.likely:
        return
    own = {support.facts for support in claim.likely}
    told = {node for support in claim.likely for node in support.ends}
    for end in claim.pair[:2]:
        for mention in reversed(list(_nested(end))):
            nodes = tuple(node for node in mention.nodes if mention is not end or node in told)
            resolved = claimed(claim.tokens, _pair(mention._replace(nodes=nodes)), claim.concludes)
            facts = {support.facts for support in resolved.likely}
            if facts and facts.isdisjoint(own) and facts.isdisjoint(said):
                yield resolved


def _nested(mention: Mention) -> Iterator[Mention]:
    """The descriptions that a mention is made of, from the outermost in: "the mother of the founder of A"."""
    while mention.owner is not None:
        yield mention
        mention = mention.owner


def _pair(described: Mention) -> Pair:
    """That whom a description means has its role: "<1> has <2> as its leader" for "the leader of <1>"."""
    assert described.owner is not None
    words = (SECOND, "is", "the", *described.role, "of", FIRST, ".")
    return Pair(described.owner, described, words, words)
