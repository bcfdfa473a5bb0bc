"""A graph with changes that no store holds yet is the graph that a store would hold after them."""

import pytest
from groundpath import drop_documents, load_documents, load_triples, open_store
from groundpath.engine.affected.changes import Changes, read_changes
from groundpath.engine.affected.changing import Changing
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.terms import Triple

KEPT = ("key", "head", "relation", "label", "tail", "sources")


@pytest.fixture
def store(tmp_path):
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        load_triples(store, "kg", [("ann", "parent", "bob"), ("bob", "parent", "cid")], embed=False)
        yield store


def tables(source):
    columns = source.columns("kg")
    entities = columns.entities.select(["id", "name", "aliases"]).to_pylist()
    return entities, columns.facts.select(KEPT).to_pylist()


def test_added_facts_are_what_a_load_would_add(store):
    new = [("cid", "parent", "dora_lund"), ("ann", "parent", "bob")]
    changed = tables(Changing(store, Changes(added=tuple((Triple(*fact), "") for fact in new))))
    load_triples(store, "kg", new, embed=False)
    assert changed == tables(store)


def test_what_nothing_is_told_of_any_more_goes_with_its_facts(store):
    entities, facts = tables(Changing(store, Changes(withdrawn=(Triple("bob", "parent", "cid"),))))
    assert [one["id"] for one in entities] == ["ann", "bob"]
    assert [one["tail"] for one in facts] == ["bob"]


def test_a_retracted_document_takes_what_it_alone_states(tmp_path):
    with open_store(f"embedded:{tmp_path / 'documents'}") as store:
        stated = {
            "d1": [("ann", "parent", "bob"), ("bob", "parent", "cid")],
            "d2": [("ann", "parent", "bob")],
        }
        rows = [{"id": id, "text": "A text.", "triples": facts} for id, facts in stated.items()]
        load_documents(store, "kg", rows, embed=False)
        changed = tables(Changing(store, Changes(retracted=("d1",))))
        drop_documents(store, "kg", ["d1"])
        assert changed == tables(store)


def test_an_entity_that_is_another_gives_it_its_facts_and_names(store):
    entities, facts = tables(Changing(store, Changes(same=(("ann", "cid"),))))
    assert [(one["id"], one["aliases"]) for one in entities] == [("ann", ["cid"]), ("bob", [])]
    assert sorted((one["head"], one["tail"]) for one in facts) == [("ann", "bob"), ("bob", "ann")]


def test_facts_that_become_one_are_one(store):
    """Also one that is added to an entity that goes, and one that the first has already."""
    changes = Changes(added=((Triple("cid", "parent", "bob"), "d"),), same=(("ann", "cid"), ("eve", "ann")))
    load_triples(store, "kg", [("ann", "parent", "bob"), ("eve", "parent", "bob")], embed=False)
    entities, facts = tables(Changing(store, changes))
    assert [one["id"] for one in entities] == ["bob", "eve"]
    assert sorted((one["head"], one["tail"], one["sources"]) for one in facts) == [
        ("bob", "eve", []),
        ("eve", "bob", ["", "d"]),
    ]


@pytest.mark.parametrize("same", [(("ann", "ann"),), (("ann", "bob"), ("bob", "ann"))])
def test_an_entity_that_goes_twice_is_refused(store, same):
    with pytest.raises(InputError, match="list each entity that goes once"):
        Changing(store, Changes(same=same)).columns("kg")


def test_a_relation_keeps_its_label(tmp_path):
    with open_store(f"embedded:{tmp_path / 'labels'}") as store:
        (tmp_path / "labels.tsv").write_text("P26\tspouse\n", "utf-8")
        load_triples(
            store, "kg", [("ann", "P26", "bob")], relation_names=tmp_path / "labels.tsv", embed=False
        )
        _, facts = tables(Changing(store, Changes(added=((Triple("cid", "P26", "dan"), ""),))))
    assert [one["label"] for one in facts] == ["spouse", "spouse"]


def test_wordings_and_symmetric_relations_are_added_to_the_schema(store):
    traits = Changing(store, Changes(wordings=(("parent", "raised"),), symmetric=("parent",))).traits("kg")
    assert traits.wordings == {"parent": ("raised",)}
    assert traits.symmetric == {"parent"}


def test_a_file_of_changes_is_read_in_both_of_its_forms(tmp_path):
    file = tmp_path / "changes"
    file.write_text(
        "+\tann\tparent\tbob\tdoc\n\n"
        '["-", "bob", "parent", "cid"]\nname\tann\tAnn Berg\n+alias\tann\tAnnie\nretract\td1\n',
        "utf-8",
    )
    assert read_changes(file) == Changes(
        added=((Triple("ann", "parent", "bob"), "doc"),),
        withdrawn=(Triple("bob", "parent", "cid"),),
        names=(("ann", "Ann Berg"),),
        aliases=(("ann", "Annie"),),
        retracted=("d1",),
    )


def test_a_file_of_a_windows_editor_and_long_and_odd_names_are_read(tmp_path):
    long, odd = "x" * 200_000, "line\u2028 and\x85 end"
    lines = f"\ufeffname\tann\t{long}\r\n+alias\tann\t{odd}\r\n"
    (tmp_path / "changes").write_bytes(lines.encode())
    assert read_changes(tmp_path / "changes") == Changes(names=(("ann", long),), aliases=(("ann", odd),))


@pytest.mark.parametrize(
    "line",
    [
        *("+\tann\tparent", "drop\tann", '["+", 1, 2, 3]', "[1", "name\tann\t", "[]", "[" * 100_000),
        '["name", "ann", "\\ud83c"]',
    ],
)
def test_a_line_that_is_no_change_is_named(tmp_path, line):
    (tmp_path / "changes").write_text(f"-\ta\tb\tc\n{line}\n", "utf-8")
    with pytest.raises(BadRowError, match="line 2"):
        read_changes(tmp_path / "changes")


@pytest.mark.parametrize("changes", [Changes(names=(("nobody", "N"),)), Changes(same=(("ann", "nobody"),))])
def test_an_entity_that_is_not_there_is_named(store, changes):
    with pytest.raises(InputError, match="'nobody' is no entity of the graph"):
        Changing(store, changes).columns("kg")


def test_an_alias_to_lose_that_is_none_is_named(store):
    with pytest.raises(InputError, match="'Annie' is no alias of 'ann'"):
        Changing(store, Changes(former_aliases=(("ann", "Annie"),))).columns("kg")


def test_a_file_without_changes_is_told(tmp_path):
    (tmp_path / "changes").write_text("\n", "utf-8")
    with pytest.raises(InputError, match="lists no change"):
        read_changes(tmp_path / "changes")
