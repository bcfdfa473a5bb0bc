"""Which nodes of a graph only join others: Freebase's mediators for marriages, terms of office, rosters."""

from collections import Counter

import pyarrow as pa
import pyarrow.compute as pc

from .entity_names import names_of

MOST_JOINED = 100
"""Facts of a mediator, at most: what joins more is a thing whose name is missing."""


def mediators_of(entities: pa.Table, facts: pa.Table) -> frozenset[str]:
    """The ids of the nodes without a name that a few facts join with something, of which one has a name.

    A mediator has a place of its own: some relation leads to it, or from it, where no thing with a name
    stands. A node that only stands where things with names do is a thing whose name is missing. In a graph of
    bare ids nothing is a mediator.

    Args:
        entities: a table of ENTITY_SCHEMA.
        facts: a table of FACT_SCHEMA, all of the graph.
    """
    unnamed = entities.filter(pc.equal(pc.coalesce(entities["name"], pa.scalar("")), ""))
    nameless = [id for id, name in zip(unnamed["id"].to_pylist(), names_of(unnamed), strict=True) if not name]
    if not nameless:
        return frozenset()
    among = pa.array(nameless, facts.schema.field("head").type)
    heads, tails = (pc.is_in(facts[end], value_set=among) for end in ("head", "tail"))
    joined = Counter([*facts["head"].filter(heads).to_pylist(), *facts["tail"].filter(tails).to_pylist()])
    with_named = {
        *facts["head"].filter(pc.and_not(heads, tails)).to_pylist(),
        *facts["tail"].filter(pc.and_not(tails, heads)).to_pylist(),
    }
    placed = {*_placed(facts, "head", heads), *_placed(facts, "tail", tails)}
    return frozenset(
        id for id, count in joined.items() if count <= MOST_JOINED and id in with_named and id in placed
    )


def _placed(facts: pa.Table, end: str, nameless: pa.ChunkedArray) -> list[str]:
    """The nodes that stand at an end of some relation at which no thing with a name does."""
    of_things = pc.unique(facts["relation"].filter(pc.invert(nameless))).cast(
        facts.schema.field("relation").type
    )
    alone = pc.invert(pc.is_in(facts["relation"], value_set=of_things))
    found: list[str] = facts[end].filter(pc.and_(nameless, alone)).unique().to_pylist()
    return found
