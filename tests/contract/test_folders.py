"""A folder that is loaded again: new, changed and removed files, as a load from scratch would have them."""

from pathlib import Path

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.terms import Place
from groundpath.loaders.documents import load_documents
from groundpath.loaders.dropping import drop_documents
from groundpath.loaders.identity import identify
from groundpath.loaders.report import Counts
from groundpath.loaders.triples import load_triples
from stored_graphs import holds

PRICES = "# Prices\n\n| Part | Price |\n|---|---|\n| Valve | 10 |\n| Seal | 2 |\n"
STAFF = "# Staff\n\n| Person | Role |\n|---|---|\n| Lena | CEO |\n| Tom | Sales |\n"
ROWS = """\
{"id": "d1", "text": "Manet.", "triples": [["Manet", "painted", "Olympia"]]}
{"id": "d2", "text": "X."}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "notes"
    (made / "more").mkdir(parents=True)
    (made / "prices.md").write_text(PRICES, "utf-8")
    (made / "more" / "staff.md").write_text(STAFF, "utf-8")
    (made / "rows.jsonl").write_text(ROWS, "utf-8")
    return made


def load(store, kg, *sources, **options):
    return load_documents(store, kg, list(sources), embed=False, **options)


def contents(store, kg):
    """All that a graph holds, as values that compare."""
    columns = store.columns(kg)
    documents = [row for batch in store.all_documents(kg) for row in batch.to_pylist()]
    return columns.entities.to_pylist(), columns.facts.to_pylist(), documents


def assert_as_from_scratch(store, kg, *sources):
    scratch = f"{kg} scratch"
    try:
        load(store, scratch, *sources)
        assert contents(store, kg) == contents(store, scratch)
    finally:
        if holds(store, scratch):
            store.drop(scratch)


def test_documents_keep_their_places_and_their_file(store, kg, folder):
    load(store, kg, folder)
    (prices,) = store.documents(kg, [str(folder / "prices.md")])
    assert prices.places == (Place(0, "table 1, row 2"), Place(24, "table 1, row 3"))
    assert prices.file == str(folder / "prices.md")
    assert prices.place_at(prices.text.index("Seal")) == "table 1, row 3"
    assert {document["file"] for document in contents(store, kg)[2] if document["id"] in ("d1", "d2")} == {
        str(folder / "rows.jsonl")
    }


def test_twice_changes_nothing(store, kg, folder):
    load(store, kg, folder)
    again = load(store, kg, folder, prune=True)
    assert (again.documents, again.facts, again.gone) == (Counts(unchanged=4), Counts(unchanged=5), ())


def test_new_changed_and_removed_files(store, kg, folder):
    load(store, kg, folder)
    (folder / "prices.md").write_text(PRICES.replace("| Seal | 2 |", "| Ring | 2 |"), "utf-8")
    (folder / "new.txt").write_text("Rings are new.", "utf-8")
    (folder / "more" / "staff.md").unlink()
    (folder / "rows.jsonl").write_text(ROWS.splitlines()[1], "utf-8")
    told = load(store, kg, folder)
    assert (told.documents, told.gone) == (
        Counts(new=1, changed=1, unchanged=1),
        (str(folder / "more" / "staff.md"), "d1"),
    )
    assert "2 documents of the graph are no longer in these files" in str(told)
    pruned = load(store, kg, folder, prune=True)
    assert (pruned.documents.removed, pruned.facts.removed, pruned.gone) == (2, 3, told.gone)
    assert_as_from_scratch(store, kg, folder)


def test_pruning_and_changing_at_once_with_names_that_were_merged(store, kg, folder):
    load(store, kg, folder)
    identify(store, kg)
    (folder / "more" / "staff.md").unlink()
    (folder / "prices.md").write_text(PRICES.replace("10", "12"), "utf-8")
    load(store, kg, folder, prune=True)
    scratch = f"{kg} scratch"
    load(store, scratch, folder)
    identify(store, scratch)
    assert contents(store, kg) == contents(store, scratch)
    store.drop(scratch)


def test_a_file_of_another_name_is_new_and_the_old_one_gone(store, kg, folder):
    load(store, kg, folder)
    (folder / "prices.md").rename(folder / "list.md")
    report = load(store, kg, folder, prune=True)
    assert (report.documents, report.facts.removed) == (Counts(new=1, unchanged=3, removed=1), 0)
    assert_as_from_scratch(store, kg, folder)


def test_rows_that_move_to_another_file_stay_and_are_from_it(store, kg, folder):
    load(store, kg, folder)
    (folder / "rows.jsonl").rename(folder / "table.jsonl")
    report = load(store, kg, folder, prune=True)
    assert (report.documents, report.gone) == (Counts(changed=2, unchanged=2), ())
    assert_as_from_scratch(store, kg, folder)


def test_what_other_sources_brought_stays(store, kg, folder, tmp_path):
    (tmp_path / "other.txt").write_text("Not of the folder.", "utf-8")
    load(store, kg, folder, tmp_path / "other.txt")
    load_documents(store, kg, [{"id": "own", "text": "Of no file."}], embed=False)
    load_triples(store, kg, [("Valve", "Price", "10")], embed=False)
    (folder / "prices.md").unlink()
    report = load(store, kg, folder, prune=True)
    assert report.gone == (str(folder / "prices.md"),)
    assert (
        report.facts.removed == 1
    )  # of the price of seals; that of valves was also loaded without a document
    kept = [str(tmp_path / "other.txt"), "own"]
    assert [document.id for document in store.documents(kg, kept)] == kept


def test_a_file_that_cannot_be_read_this_time_is_not_gone(store, kg, folder):
    load(store, kg, folder)
    (folder / "prices.md").write_bytes(b"\xff")
    report = load(store, kg, folder, prune=True)
    assert (report.gone, report.files.skipped_count) == ((), 1)
    assert store.documents(kg, [str(folder / "prices.md")]) != [None]


def test_what_a_model_wrote_of_a_document_with_tables_stays_while_its_text_does(store, kg, folder):
    prices = folder / "prices.md"
    load(store, kg, prices)
    (document,) = store.documents(kg, [str(prices)])
    row = {"id": document.id, "title": document.title, "text": document.text, "places": document.places}
    triples = [["Valve", "Price", "10"], ["Seal", "Price", "2"], ["Valve", "costs more than", "Seal"]]
    load_documents(store, kg, [{**row, "triples": triples}], embed=False)
    assert load(store, kg, prices).facts == Counts(unchanged=3)
    prices.write_text(PRICES.replace("10", "12"), "utf-8")
    load(store, kg, prices)
    assert_as_from_scratch(store, kg, prices)


def test_tables_can_be_left_without_facts(store, kg, folder):
    report = load(store, kg, folder / "prices.md", tables=False)
    assert (report.documents.new, report.facts.new) == (1, 0)
    assert load(store, kg, folder / "prices.md").facts.new == 2
    drop_documents(store, kg, [str(folder / "prices.md")])
    assert store.graph(kg).facts == 0


def test_a_path_that_is_written_otherwise_is_the_same_document(store, kg, folder, monkeypatch):
    monkeypatch.chdir(folder)
    load(store, kg, "prices.md")
    for path in ("./prices.md", "more/../prices.md", ".//prices.md"):
        assert load(store, kg, path).documents == Counts(unchanged=1)
    from_the_root = load(store, kg, folder / "prices.md", prune=True)
    assert (from_the_root.documents.new, from_the_root.gone) == (1, ("prices.md",))


@pytest.mark.parametrize("path", ["README.md", "../{}/README.md"])
def test_files_of_one_path_from_two_folders_do_not_replace_each_other(store, kg, tmp_path, monkeypatch, path):
    for name in "ab":
        (tmp_path / name / "sub").mkdir(parents=True)
        (tmp_path / name / "README.md").write_text(f"Of {name}.", "utf-8")
    (tmp_path / "b" / "a").mkdir()
    (tmp_path / "b" / "a" / "README.md").write_text("Of another a.", "utf-8")
    monkeypatch.chdir(tmp_path / "a")
    load(store, kg, path.format("a"))
    monkeypatch.chdir(tmp_path / "b" if path == "README.md" else tmp_path / "b" / "sub")
    with pytest.raises(InputError, match="load one of them by its path from the root") as caught:
        load(store, kg, path.format("a"))
    assert str(tmp_path / "a" / "README.md") in str(caught.value)
    (kept,) = store.documents(kg, [path.format("a")])
    assert (kept.text, kept.file) == ("Of a.", str(tmp_path / "a" / "README.md"))
    assert load(store, kg, tmp_path / "b" / "README.md").documents.new == 1
    drop_documents(store, kg, [path.format("a")])
    assert load(store, kg, path.format("a")).documents.new == 1


def test_what_a_model_wrote_of_a_file_is_no_other_file(store, kg, folder, monkeypatch):
    monkeypatch.chdir(folder)
    load(store, kg, "prices.md")
    (folder / "facts.jsonl").write_text('{"id": "prices.md", "text": "X.", "triples": []}', "utf-8")
    for path in ("facts.jsonl", "prices.md"):
        assert load(store, kg, path).documents == Counts(changed=1)
