"""What a sentence says of one event: of a term of office its post, its beginning, its place.

Such events are nodes without a name. What is said in one sentence of one thing has to be of one of them: "Ann
was mayor from 1904" is wrong where 1904 is when she became judge.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...grounding.graph import GroundingGraph
from ...grounding.matching import Against, Way
from .supported import Support

if TYPE_CHECKING:
    from .reader import SaidClaim


def of_one_event(claims: Sequence["SaidClaim"], graph: GroundingGraph) -> list["SaidClaim"]:
    """The claims of a sentence; one that holds only of another event than those before is contradicted."""
    found: list[SaidClaim] = []
    events: set[int] | None = None
    for claim in claims:
        own = {node for support in claim.likely if (node := _event(support.way, graph)) is not None}
        if not own:
            found.append(claim)
        elif events is None or events & own:
            events = own if events is None else events & own
            found.append(claim._replace(likely=_of(claim.likely, events, graph)))
        else:
            found.append(_elsewhere(claim, events, graph))
    return found


def _event(way: Way, graph: GroundingGraph) -> int | None:
    """The node without a name over which two facts lead."""
    return graph.end(way.join) if way.onward is not None else None


def _of(supports: Sequence[Support], events: set[int], graph: GroundingGraph) -> tuple[Support, ...]:
    """Those over the events, and those of one fact alone."""
    return tuple(one for one in supports if (node := _event(one.way, graph)) is None or node in events)


def _elsewhere(claim: "SaidClaim", events: set[int], graph: GroundingGraph) -> "SaidClaim":
    """A claim that holds of another event: facts of the same relation of these events speak against it."""
    onward = claim.likely[0].way.onward
    assert onward is not None
    joins = tuple(
        join for event in sorted(events) for join in graph.tails(event, onward.relation, onward.forward)
    )
    against = Against(joins, claim.stated[0].match) if joins else None
    return claim._replace(likely=(), stated=(), against=against)
