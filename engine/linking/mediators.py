"""Which nodes of a graph only join others: Freebase's mediators for marriages, terms of office, rosters."""

from collections import Counter

import pyarrow as pa
import pyarrow.compute as pc

from .entity_names import names_of

MOST_JOINED = 100
"""Facts of a mediator, at most: what joins more is a thing whose name is missing."""


def mediators_of(entities: pa.Table, facts: pa.Table) -> frozenset[str]:
    """The ids of the nodes without a name that a few facts join with something, of which one has a name.

    In a graph of bare ids nothing is a mediator.

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
    return frozenset(id for id, count in joined.items() if count <= MOST_JOINED and id in with_named)
