"""The revision of a graph tells whether it was changed, without reading it; both stores alike."""

import pytest
from graphs import write_graph
from groundpath import Auditor
from groundpath.engine.errors import UnknownGraphError
from groundpath.engine.store.changing import GraphChange
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Triple
from groundpath.loaders.changing import apply_change

FACTS = [Triple("Ernest Shackleton", "born in", "Kilkea"), Triple("Nimrod", "built in", "Dundee")]


def test_reading_leaves_a_revision_and_writing_makes_another(store: GraphStore, kg: str) -> None:
    write_graph(store, kg, FACTS)
    first = store.revision(kg)
    store.columns(kg)
    assert store.revision(kg) == first is not None
    withdraw(store, kg)
    assert store.revision(kg) != first


def test_a_graph_that_is_dropped_and_loaded_again_has_another_revision(store: GraphStore, kg: str) -> None:
    write_graph(store, kg, FACTS)
    first = store.revision(kg)
    store.drop(kg)
    with pytest.raises(UnknownGraphError):
        store.revision(kg)
    write_graph(store, kg, FACTS)
    assert store.revision(kg) != first


def test_an_auditor_judges_by_what_was_changed_since(store: GraphStore, kg: str) -> None:
    write_graph(store, kg, FACTS)
    auditor = Auditor(store, kg)
    text = "Ernest Shackleton was born in Kilkea."
    assert auditor.audit(text).verdict == "faithful"
    withdraw(store, kg)
    assert auditor.audit(text).verdict == "unscored"


def withdraw(store: GraphStore, kg: str) -> None:
    apply_change(store, kg, GraphChange(withdrawn=tuple(store.facts_of(kg, "Ernest Shackleton"))))
