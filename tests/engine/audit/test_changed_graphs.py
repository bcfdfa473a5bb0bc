"""An auditor judges by the graph as it is, also where that was changed since it read it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from graphs import write_graph
from groundpath import Auditor, Checker, load_triples, open_store
from groundpath.engine.audit.journal import audit_to_file
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.store.changing import GraphChange
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Triple
from groundpath.loaders.changing import apply_change

FACTS = [Triple("Ernest Shackleton", "born in", "Kilkea"), Triple("Nimrod", "built in", "Dundee")]
TEXT = "Ernest Shackleton was born in Kilkea."
NEW = "Robert Falcon Scott was born in Plymouth."


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GraphStore]:
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        write_graph(store, "polar", FACTS)
        yield store


def test_what_is_loaded_since_is_known(store: GraphStore, tmp_path: Path) -> None:
    auditor = Auditor(store, "polar")
    assert auditor.audit(NEW).verdict == "unscored"
    more = tmp_path / "more.tsv"
    more.write_text("Robert Falcon Scott\tborn in\tPlymouth\n")
    load_triples(store, "polar", more)
    assert auditor.audit(NEW).verdict == "faithful"


def test_what_is_withdrawn_since_supports_nothing(store: GraphStore) -> None:
    auditor = Auditor(store, "polar")
    assert auditor.audit(TEXT).verdict == "faithful"
    withdraw(store)
    assert auditor.audit(TEXT).verdict != "faithful"


def test_a_checker_asks_of_the_graph_as_it_is(store: GraphStore) -> None:
    checker = Checker(graph=Auditor(store, "polar"))
    assert checker.check(TEXT, contexts=["Nothing."]).claims[0].graph == "supported"
    withdraw(store)
    assert checker.check(TEXT, contexts=["Nothing."]).claims[0].graph != "supported"


def test_the_next_batch_is_judged_by_what_is_there_then(store: GraphStore) -> None:
    verdicts = Auditor(store, "polar").audit_all(chains(3), batch_size=2)
    assert next(verdicts).verdict == "faithful"
    withdraw(store)
    assert [one.verdict == "faithful" for one in verdicts] == [True, False]


def test_a_file_holds_verdicts_of_one_state(store: GraphStore, tmp_path: Path) -> None:
    def changing() -> Iterator[ChainOfThought]:
        yield from chains(2)
        withdraw(store)
        yield from chains(2)

    summary = audit_to_file(Auditor(store, "polar"), changing(), tmp_path / "verdicts.jsonl", batch_size=2)
    assert summary.figures.faithful == 4


def test_a_graph_that_stays_is_read_once(store: GraphStore) -> None:
    auditor = Auditor(store, "polar")
    assert auditor._judge() is auditor._judge()


def test_who_is_told_to_reads_anew(store: GraphStore) -> None:
    auditor = Auditor(store, "polar")
    before = auditor._judge()
    auditor.refresh()
    assert auditor._judge() is not before


def chains(count: int) -> list[ChainOfThought]:
    return [ChainOfThought(str(number), "", TEXT) for number in range(count)]


def withdraw(store: GraphStore) -> None:
    (fact,) = store.facts_of("polar", "Ernest Shackleton", limit=1)
    apply_change(store, "polar", GraphChange(withdrawn=(fact,)))
