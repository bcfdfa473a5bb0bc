"""The read-only door: parameters, row limit, time limit, and one clear error for all that is wrong."""

import time

import pytest
from groundpath.engine.errors import InputError, ReadOnlyError, StoreTimeoutError

HEADS = (
    "MATCH (e:Entity)-[f:FACT]->() WHERE e.kg = $kg AND f.relation = $relation RETURN e.id AS id ORDER BY id"
)


def test_parameters_reach_the_statement(family):
    result = family.store.cypher(HEADS, {"kg": family.kg, "relation": "spouse"})
    assert result.columns == ("id",)
    assert [id for (id,) in result.rows] == sorted(f.head for f in family.facts if f.relation == "spouse")
    assert not result.truncated


@pytest.mark.parametrize("value", ["'", '"', "\\", "`", "$kg", "'}) DETACH DELETE e //", "🎨", ""])
def test_a_parameter_is_never_syntax(family, value):
    assert family.store.cypher(HEADS, {"kg": family.kg, "relation": value}).rows == ()


def test_a_limit_cuts_rows_off_and_says_so(family):
    asked = {"kg": family.kg, "relation": "spouse"}
    every = family.store.cypher(HEADS, asked)
    cut = family.store.cypher(HEADS, asked, limit=3)
    assert (cut.rows, cut.truncated) == (every.rows[:3], True)
    whole = family.store.cypher(HEADS, asked, limit=len(every.rows))
    assert (whole.rows, whole.truncated) == (every.rows, False)


def test_counts_are_those_of_the_graph(family):
    statement = (
        "MATCH (a:Entity {kg: $kg})-[f:FACT]->() RETURN count(f) AS facts, count(DISTINCT a.id) AS heads"
    )
    ((facts, heads),) = family.store.cypher(statement, {"kg": family.kg}).rows
    assert (facts, heads) == (len(family.facts), len({fact.head for fact in family.facts}))


@pytest.mark.parametrize("given", [{}, {"kg": "family"}, None])
def test_a_missing_parameter_is_named(store, given):
    with pytest.raises(InputError, match="relation"):
        store.cypher(HEADS, given)


@pytest.mark.parametrize(
    "statement", ["", "   ", "MATCH", "RETURN", "MATCH (e:Entity RETURN e", "hello", "// nothing"]
)
def test_a_statement_that_does_not_parse_is_an_input_error(store, statement):
    with pytest.raises(InputError):
        store.cypher(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE (:Entity {kg: 'family', id: 'intruder'})",
        "MATCH (e:Entity) WHERE e.kg = 'family' SET e.name = 'intruder'",
        "MATCH (e:Entity) WHERE e.kg = 'family' DETACH DELETE e",
        "MERGE (e:Entity {id: 'intruder'}) RETURN e",
    ],
)
def test_a_statement_that_writes_is_refused_and_changes_nothing(family, statement):
    with pytest.raises(ReadOnlyError):
        family.store.cypher(statement)
    assert family.store.columns(family.kg).entities.equals(family.columns.entities)


def test_a_timeout_ends_a_long_statement_and_the_store_lives_on(hub):
    endless = "MATCH (a:Entity), (b:Entity), (c:Entity) WHERE a.id + b.id + c.id = 'x' RETURN count(*)"
    began = time.monotonic()
    with pytest.raises(StoreTimeoutError):
        hub.store.cypher(endless, timeout=0.5)
    assert time.monotonic() - began < 10
    assert hub.store.cypher("RETURN 1 AS one").rows == ((1,),)
