"""`groundpath backup`, `restore`, `export` and `verify --deep`, as a user keeps a graph safe."""

from pathlib import Path


def test_a_graph_is_backed_up_dropped_and_restored(family):
    before = family("search", "family", "anna", "--json").json
    done = family("backup", "family", "family.tar")
    assert done.code == 0, done.err
    assert "6 facts" in done.out
    assert family("drop", "family", "--yes").code == 0
    done = family("restore", "family.tar", "--json")
    assert done.code == 0, done.err
    assert [(graph["kg"], graph["facts"]) for graph in done.json] == [("family", 6)]
    assert family("search", "family", "anna", "--json").json == before
    refused = family("restore", "family.tar")
    assert refused.code == 1
    assert "--replace" in refused.err
    assert family("restore", "family.tar", "--as", "kin").code == 0
    assert family("restore", "family.tar", "--replace").code == 0
    assert [graph["name"] for graph in family("kgs", "--json").json] == ["family", "kin"]


def test_all_graphs_or_some_are_named(family):
    assert family("backup", "--all", "all.tar").code == 0
    for words in (["all.tar"], ["family", "--all", "all.tar"]):
        refused = family("backup", *words)
        assert refused.code == 2
        assert "--all" in refused.err


def test_exported_tables_load_with_the_options_that_are_shown(family):
    for kind in ("tsv", "parquet"):
        done = family("export", "family", "--to", kind, "--format", kind)
        assert done.code == 0, done.err
        (line,) = [line for line in done.err.splitlines() if "groundpath load graph" in line]
        options = line.partition("groundpath ")[2].replace("NAME", f"again-{kind}").split()
        assert family(*options, "--no-embed").code == 0
    shown = family("kgs", "--json").json
    assert {(graph["entities"], graph["facts"]) for graph in shown} == {(6, 6)}


def test_verify_names_what_is_damaged(family):
    done = family("verify", "--deep")
    assert done.code == 0
    assert "every byte is as it was written" in done.out
    assert family("verify", "--json").json["faults"] == []
    file = Path("store") / "graph.lbdb"
    data = bytearray(file.read_bytes())
    data[-100] ^= 1
    file.write_bytes(data)
    assert family("verify", "family").code == 1  # the end is looked at in any case
    done = family("verify", "--deep", "--json")
    assert done.code == 1
    (fault,) = done.json["faults"]
    assert fault["file"].endswith("graph.lbdb")
    assert "are not those that were written" in fault["fault"]
    done = family("verify", "--deep")
    assert (done.code, "graph.lbdb: bytes" in done.out, "restore a backup" in done.err) == (1, True, True)
    refused = family("backup", "family", "family.tar")
    assert refused.code == 1
    assert "is damaged" in refused.err
    assert not Path("family.tar").exists()
    file.write_bytes(data[: len(data) // 2])
    for words in (["kgs"], ["info", "family"], ["search", "family", "anna"]):
        refused = family(*words)
        assert refused.code == 1
        assert "is damaged: it has" in refused.err
        assert "verify --deep" in refused.err


def test_verify_of_a_graph_that_is_not_there(family):
    refused = family("verify", "famly", "--deep")
    assert refused.code == 1
    assert "did you mean 'family'?" in refused.err
