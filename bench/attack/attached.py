"""Graphs of others that are read where they stand, with values that no table would hold."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from frame import Trial, attack
from groundpath.engine.errors import GroundpathError
from groundpath.engine.store.attached.store import AttachingStore
from groundpath.engine.store.neo4j.drivers import Login
from groundpath.engine.store.protocol import PathQuery
from neo4j import Driver, GraphDatabase
from neo4j.spatial import WGS84Point
from neo4j.time import Date, DateTime, Duration
from server import server

Value = Any
KG = "odd values"

ODD: dict[str, Value] = {
    "a list": ["Tarvia", "Old Tarvia"],
    "a list of one": ["Tarvia"],
    "a list that begins blank": ["", "Tarvia"],
    "an empty list": [],
    "a list of numbers": [1, 2],
    "a list of decimals": [1.5, 2.5],
    "a list of truths": [True, False],
    "a list of dates": [Date(1871, 4, 1)],
    "a list of points": [WGS84Point((1, 2))],
    "a number": 1871,
    "a negative number": -7,
    "a decimal": 2.5,
    "not a number": float("nan"),
    "infinity": float("inf"),
    "a large number": 1e20,
    "a small number": -1e-7,
    "a truth": True,
    "a date": Date(1871, 4, 1),
    "a moment": DateTime(1871, 4, 1, 1, 2, 3),
    "a duration": Duration(months=1),
    "a point": WGS84Point((1, 2)),
    "bytes": b"Tarvia",
    "blank": "",
    "spaces": "   ",
    "bars": "Tar|via",
    "quotes": "Tar'vi\"a`\\",
    "two lines": "Tar\nvia",
    "a direction": "Tar\u202evia",
    "long": "Tarvia " * 20_000,
    "missing": None,
}
ROLES = ("id", "name", "synonyms", "xrefs")


@attack("odd values in attached graphs")
def attached(_folder: Path) -> Iterator[Trial]:
    """Of a list the first is the name; nodes without an id are counted; no question ends with an error."""
    found = server()
    if found is None:
        yield Trial("Neo4j", survived=False, seen="Java and Maven are needed for a server")
        return
    address, password = found
    login = Login(address, "neo4j", password)
    with GraphDatabase.driver(address, auth=("neo4j", password)) as owner, AttachingStore(login) as store:
        for role in ROLES:
            for kind, value in ODD.items():
                yield _trial(f"{kind} as {role}", role, value, owner, store)
        for kind, value in ODD.items():
            yield _trial(f"{kind} as sources and score", None, value, owner, store)


def _trial(name: str, role: str | None, value: Value, owner: Driver, store: AttachingStore) -> Trial:
    odd = {"id": "odd", "name": "Odd"} | ({role: value} if role else {})
    fact = {} if role else {"sources": value, "score": value}
    owner.execute_query("MATCH (n:Attacked) DETACH DELETE n")
    owner.execute_query(
        "CREATE (n:Attacked {id: 'a', name: 'Alva', synonyms: ['Al'], xrefs: 'X:1'}), (m:Attacked) "
        "SET m = $odd CREATE (n)-[f:NEAR]->(m), (m)-[:NEAR]->(n) SET f = $fact",
        odd=odd,
        fact=fact,
    )
    try:
        store.attach(KG, ["Attacked"])
        seen = _asked(store)
        left_out = any("left out" in line for line in store.statistics(KG).indexes)
        store.drop(KG)
    except GroundpathError as error:
        return Trial(name, survived=False, seen=str(error))
    except Exception as error:  # which of all others is what is looked for
        return Trial(name, survived=False, seen=f"{type(error).__name__}: {error}")
    usable = role != "id" or (
        isinstance(value, str | int | float)
        and value != ""
        and value == value  # as NaN is not
        and not isinstance(value, bool)
    )
    right = seen["entities"] == 1 + usable and left_out != usable
    if role == "name" and isinstance(value, list) and value:
        right = right and seen["name"] == next(str(item) for item in value if item != "")
    return Trial(name, right, f"{seen}, left out: {left_out}")


def _asked(store: AttachingStore) -> dict[str, Value]:
    """What is asked of a graph, in every way."""
    columns = store.columns(KG)
    ids = columns.entities["id"].to_pylist()
    for text in ("alva", "odd", "tarvia", "1871", "x:1", *ids):
        store.find_entities(KG, text)
    for id in ids:
        store.facts_of(KG, id)
        store.neighbourhood(KG, id, 2)
        store.paths(KG, PathQuery("a", id, 3, directed=False))
        assert store.entities(KG, [id]) != [None], f"the entity {id!r} is not there"
    other = next((id for id in ids if id != "a"), None)
    found = store.entities(KG, [other])[0] if other is not None else None
    return {"entities": store.graph(KG).entities, "name": found.name if found else None}
