"""A graph of either store comes back from its backup and from its tables, in either store."""

import pytest
from graphs import triples, write_graph
from groundpath.engine.errors import InputError
from groundpath.engine.store.opening import open_store
from groundpath.engine.terms import RelationTraits
from groundpath.loaders.backups.backing_up import backup
from groundpath.loaders.backups.restoring import restore
from groundpath.loaders.exporting import export
from groundpath.loaders.typed_graphs import load_graph

FACTS = triples("a knows b", "b likes c", "c knows a")


@pytest.fixture
def graph(store, kg):
    with store.writing(kg) as writer:
        writer.set_traits(RelationTraits(symmetric=frozenset({"knows"})))
    write_graph(store, kg, FACTS)
    return store.columns(kg)


def equal(one, other):
    return (
        one.entities.to_pylist() == other.entities.to_pylist()
        and one.facts.to_pylist() == other.facts.to_pylist()
    )


def test_a_backup_is_restored_in_the_same_store_and_in_another(store, kg, graph, tmp_path):
    done = backup(store, [kg], tmp_path / "graph.tar")
    assert [(one.kg, one.entities, one.facts) for one in done] == [(kg, 3, 3)]
    write_graph(store, kg, triples("x knows y"))
    restore(store, tmp_path / "graph.tar", replace=True)
    assert equal(store.columns(kg), graph)
    with open_store(f"embedded:{tmp_path / 'other'}") as other:
        restore(other, tmp_path / "graph.tar", name="k")
        assert equal(other.columns("k"), graph)
        assert other.traits("k") == store.traits(kg)
        write_graph(other, "k", triples("z knows y"))
        grown = other.columns("k")
        backup(other, ["k"], tmp_path / "other.tar")
    restore(store, tmp_path / "other.tar", name=kg, replace=True)
    assert equal(store.columns(kg), grown)
    store.drop(kg)


@pytest.mark.parametrize("kind", ["parquet", "tsv"])
def test_exported_tables_load_as_an_equal_graph(store, kg, graph, tmp_path, kind):
    files = export(store, kg, tmp_path / "out", kind).files
    store.drop(kg)
    tables = (files["nodes"], files["edges"])
    load_graph(store, kg, *tables, relation_names=files["relations"], schema=files["schema"], embed=False)
    assert equal(store.columns(kg), graph)
    assert store.traits(kg).symmetric == {"knows"}
    store.drop(kg)


@pytest.mark.usefixtures("graph")
def test_the_files_of_a_server_are_its_own(store, kg):
    assert list(store.faults([kg])) == []
    if store.url.startswith("embedded:"):
        assert list(store.faults([kg], deep=True)) == []
    else:
        with pytest.raises(InputError, match="neo4j-admin database check"):
            store.faults([kg], deep=True)
    store.drop(kg)
