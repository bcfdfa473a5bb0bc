"""Graphs in a real store, audited by the path judge."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest
from graphs import write_graph
from groundpath import Auditor, open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Entity, Triple
from royals import ROYALS

AuditorOf = Callable[..., Auditor]


@pytest.fixture(scope="session")
def path_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    with open_store(f"embedded:{tmp_path_factory.mktemp('path') / 'store'}") as store:
        yield store


@pytest.fixture(scope="session")
def auditor_of(path_store: GraphStore) -> AuditorOf:
    """The auditor of a graph, which is written once, however many tests read it."""

    @cache
    def made(facts: tuple[Triple, ...], entities: tuple[Entity, ...] | None) -> Auditor:
        kg = f"graph {len(path_store.graphs())}"
        write_graph(path_store, kg, facts, entities)
        return Auditor(path_store, kg)

    def make(facts: Iterable[Triple], entities: list[Entity] | None = None) -> Auditor:
        return made(tuple(facts), None if entities is None else tuple(entities))

    return make


@pytest.fixture(scope="session")
def royals(path_store: GraphStore) -> Auditor:
    """The auditor of the kings and queens."""
    write_graph(path_store, "royals", ROYALS)
    return Auditor(path_store, "royals")


@pytest.fixture(scope="session")
def royal_texts() -> list[str]:
    """A hundred short chains about the kings and queens, true and false."""
    people = ["Margaret Tudor", "Henry VII of England", "Arthur", "James V of Scotland", "Nobody"]
    said = ["was born in Pembroke Castle", "is the father of Margaret Tudor", "was Spanish", "left"]
    return [
        f"1. {one}'s father is {other}.\n2. {pronoun} {what}."
        for one in people
        for other in people
        for pronoun, what in zip(("He", other, one, "She"), said, strict=True)
    ]
