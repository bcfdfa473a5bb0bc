"""What the pages give as Cypher returns what they show, in every store."""

import pytest
from groundpath.engine.report.plain import pasteable, pasted
from groundpath.engine.serve.exploring import shown_paths, surroundings
from groundpath.engine.store.protocol import PathQuery, Statement
from groundpath.engine.store.resolving import resolve

pytest.importorskip("fastapi", reason="pages need the extra serve")


def rows_of(store, told: Statement) -> list[dict]:
    """The rows of a statement that was copied and pasted."""
    read = pasted(pasteable(told))
    assert dict(read.parameters) == dict(told.parameters)
    result = store.cypher(read.text, read.parameters)
    return [dict(zip(result.columns, row, strict=True)) for row in result.rows]


def test_the_cypher_of_a_path_returns_its_facts_in_order(family):
    start = family.facts[0].head
    ends = sorted({fact.tail for fact in family.facts if fact.head == start})
    for end in ends:
        found = shown_paths(family.store, family.kg, PathQuery(start, end, max_hops=2))
        assert found
        for shown in found:
            keys = [row["key"] for row in rows_of(family.store, shown.cypher)]
            assert keys == [fact.key for fact in shown.path.facts]


def test_the_cypher_of_an_entity_returns_all_its_facts(family):
    for id in family.some(5):
        shown = surroundings(family.store, family.kg, resolve(family.store, family.kg, id), 1)
        every = family.store.facts_of(family.kg, id)
        assert shown.more == (len(every) > 1)
        assert {row["key"] for row in rows_of(family.store, shown.cypher)} == {fact.key for fact in every}
