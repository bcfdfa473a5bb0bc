"""Documents, the facts that they state, and the question sets that bring them."""

import gzip
import json
import os
import sys
from pathlib import Path

import pytest
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.terms import Document, Triple
from groundpath.loaders.documents import load_documents
from groundpath.loaders.report import Counts
from groundpath.loaders.triples import load_triples
from loaded_graphs import loaded_graph
from real_data import MULTIHOP

ROWS = [
    {
        "id": "d1",
        "title": "Manet",
        "text": "Manet painted Olympia.",
        "triples": [["Manet", "painted", "Olympia"]],
    },
    {"id": "d2", "text": "He did.", "triples": [{"head": "Manet", "relation": "painted", "tail": "Olympia"}]},
]


def load(store, source, **options):
    return load_documents(store, "kg", source, embed=False, **options)


@pytest.mark.parametrize(
    ("name", "questions", "documents"),
    [("hotpotqa", 36, 360), ("2wikimultihopqa", 88, 649), ("musique", 94, 1642)],
)
def test_question_sets(store, name, questions, documents):
    report = load(store, MULTIHOP / f"{name}.jsonl")
    assert (report.read, report.documents, report.facts) == (questions, Counts(new=documents), Counts())
    again = load(store, MULTIHOP / f"{name}.jsonl")
    assert again.documents == Counts(unchanged=documents)
    assert store.graph("kg").documents == documents


def test_questions_without_documents_are_told(store):
    report = load(store, MULTIHOP / "2wikimultihopqa.jsonl")
    assert report.notes[0] == "10 rows hold a question without documents"


def test_documents_without_triples_are_told(store):
    report = load(store, [*ROWS, {"text": "Nothing is extracted from this."}])
    assert [note.partition(",")[0] for note in report.notes] == ["1 document comes without triples"]
    assert load(store, ROWS).notes == ()


def test_a_folder_stands_for_its_files_of_documents(store, tmp_path):
    folder = tmp_path / "notes"
    (folder / "more").mkdir(parents=True)
    (folder / "more" / "graz.txt").write_bytes("\ufeffGraz is a city.\r\n".encode())
    (folder / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf-8")
    (folder / "b.csv").write_text('id,title,text\nd3,Rush,"Rush, a band."\n', "utf-8")
    (folder / "empty.md").touch()
    (folder / "blank.txt").write_text(" \n\t\n", "utf-8")
    (folder / "blank.md").write_text("# A title\n\n", "utf-8")
    (folder / ".hidden.txt").write_text("Not for you.", "utf-8")
    (folder / "paper.pdf").write_bytes(b"%PDF")
    report = load(store, folder)
    assert report.documents.new == 4
    assert [(Path(one.file).name, one.reason.partition(" (")[0]) for one in report.files.skipped] == [
        ("blank.md", "holds no text; leave it out, or write something in it"),
        ("blank.txt", "holds no text; leave it out, or write something in it"),
        ("empty.md", "is empty; give a file that holds something"),
        ("paper.pdf", "is damaged, or no .pdf"),
    ]
    ids = ["d1", "d2", "d3", str(folder / "more" / "graz.txt")]
    found = store.documents("kg", ids)
    assert [document.title for document in found] == ["Manet", "", "Rush", "Graz"]
    assert load(store, [folder / "a.jsonl", folder / "b.csv"]).documents.unchanged == 3


def test_a_table_whose_lines_end_in_carriage_returns_is_a_document(store, write):
    path = write("prices.csv", "Part,Price\rValve,10\rSeal,2\r")
    load(store, path)
    (document,) = store.documents("kg", [str(path)])
    assert document.text == "Part: Valve; Price: 10.\nPart: Seal; Price: 2."


def test_passages_without_text_are_left_out_and_told(store):
    paragraphs = [{"title": "A", "paragraph_text": " "}, {"title": "B", "paragraph_text": "B is."}]
    report = load(store, [{"paragraphs": paragraphs}, {"context": [["A", []], ["C", ["", "C is."]]]}])
    assert (report.documents.new, report.read) == (2, 2)
    assert report.notes[0] == "2 documents without text were left out"
    with pytest.raises(InputError, match="no documents"):
        load(store, [{"text": " "}])


def test_a_folder_without_documents_says_what_may_stand_in_it(store, tmp_path):
    (tmp_path / ".hidden.txt").write_text("Not for you.", "utf-8")
    with pytest.raises(InputError, match=r"holds no file of documents \(\.jsonl, .*\.md, .*\.pdf"):
        load(store, tmp_path)


def test_files_of_rows_that_cannot_be_opened_are_told_too(store, tmp_path):
    (tmp_path / "a.jsonl").write_text(json.dumps(ROWS[0]), "utf-8")
    (tmp_path / "b.jsonl").touch()
    (tmp_path / "c.csv").write_text("id,text\n", "utf-16")
    report = load(store, tmp_path)
    assert [one.reason.partition(";")[0] for one in report.files.skipped] == ["is empty", "is UTF-16"]
    with pytest.raises(InputError, match=r"b\.jsonl is empty; give a file that holds something"):
        load(store, tmp_path / "b.jsonl")


FOREIGN = {
    "array.json": '["a", "b"]',
    "broken.json": '[{"text": ',
    "empty.jsonl": "{}\n",
    "lines.jsonl": 'no JSON\n{"text": "a"}\n',
    "package.json": '{\n  "name": "pump",\n  "version": "1.0"\n}\n',
    "short.json": '{"name": "pump"}',
}


@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_foreign_json_of_a_folder_is_told_and_does_not_stop_the_load(store, tmp_path, on_error):
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, content in FOREIGN.items():
        (folder / name).write_text(content, "utf-8")
    (folder / "rows.jsonl").write_text(json.dumps(ROWS[0]), "utf-8")
    report = load(store, folder, on_error=on_error)
    assert (report.documents.new, report.skipped_count) == (1, 0)
    assert [Path(one.file).name for one in report.files.skipped] == list(FOREIGN)
    for one in report.files.skipped:
        assert one.reason.startswith("holds no rows of documents: the first ")
    for name in FOREIGN:
        with pytest.raises(BadRowError):
            load(store, folder / name)


def test_rows_further_down_a_file_of_a_folder_are_malformed_rows(store, tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(ROWS[0]) + "\nno JSON\n{}\n", "utf-8")
    with pytest.raises(BadRowError, match="line 2"):
        load(store, tmp_path)
    report = load(store, tmp_path, on_error="skip")
    assert ([row.line for row in report.skipped], report.files.skipped) == ([2, 3], ())


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems hold no such names")
def test_a_name_that_is_not_utf_8_is_told(store, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt").write_text("Fine.", "utf-8")
    for kind in (".txt", ".jsonl"):
        named = Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9" + kind.encode()))
        named.write_text('{"text": "Named badly."}', "utf-8")
        with pytest.raises(InputError, match=r"caf\?\.\w+ has a name that is not UTF-8; rename it"):
            load(store, named)
    report = load(store, folder)
    assert report.documents.new == 1
    assert [Path(one.file).name for one in report.files.skipped] == ["caf?.jsonl", "caf?.txt"]
    assert "has a name that is not UTF-8" in str(report)
    str(report).encode()


def test_a_folder_of_which_nothing_can_be_read_says_why(store, tmp_path):
    (tmp_path / "paper.pdf").write_bytes(b"%PDF")
    with pytest.raises(
        InputError, match=r"holds no documents.*0 files read, 1 skipped: .*paper\.pdf: is damaged"
    ):
        load(store, tmp_path)


def test_sentences_are_joined_by_one_space(store):
    load(store, [{"context": [["T", ["One.", " Two."]]], "question": "?"}])
    load(store, [{"title": "T", "text": "One. Two."}])
    assert store.graph("kg").documents == 1


@pytest.mark.parametrize(
    ("contents", "title", "text"),
    [
        ('"Oslo"\nIt is a city.\nIt has a port.', "Oslo", "It is a city.\nIt has a port."),
        ("Oslo\nIt is a city.", "Oslo", "It is a city."),
        ("It is a city.", "", "It is a city."),
    ],
)
def test_the_first_line_of_flashrags_contents_is_the_title(store, contents, title, text):
    load(store, [{"id": "0", "contents": contents}])
    assert store.documents("kg", ["0"]) == [Document("0", title, text)]


def test_question_sets_as_the_hub_has_them_bring_the_same_documents(store):
    load(store, [{"context": [["T", ["One.", "Two."]], ["U", ["Three."]]], "question": "?"}])
    on_the_hub = {"title": ["T", "U"], "sentences": [["One.", "Two."], ["Three."]]}
    report = load(store, [{"context": on_the_hub, "question": "?"}])
    assert report.documents == Counts(unchanged=2)


def test_triples_become_facts_with_their_documents(store):
    report = load(store, ROWS)
    assert (report.documents.new, report.facts.new, report.entities.new) == (2, 1, 2)
    assert loaded_graph(store, "kg").facts == {Triple("Manet", "painted", "Olympia"): ("d1", "d2")}
    assert store.documents("kg", ["d1", "d0"]) == [Document("d1", "Manet", "Manet painted Olympia."), None]


def test_a_later_document_adds_itself_to_the_sources(store):
    load_triples(store, "kg", [("Manet", "painted", "Olympia")], embed=False)
    assert load(store, ROWS[:1]).facts == Counts(changed=1)
    assert load(store, ROWS).facts == Counts(changed=1)
    assert load(store, ROWS).facts == Counts(unchanged=1)
    assert set(loaded_graph(store, "kg").facts.values()) == {("d1", "d2")}


def test_a_document_that_changed_is_replaced_and_takes_its_old_facts_back(store):
    load(
        store,
        [{**ROWS[0], "triples": [["Manet", "painted", "Olympia"], ["Manet", "lived_in", "Paris"]]}, ROWS[1]],
    )
    report = load(store, [{**ROWS[0], "text": "Another text.", "triples": [["Manet", "lived_in", "Paris"]]}])
    assert (report.documents, report.facts) == (Counts(changed=1), Counts(changed=1, unchanged=1))
    assert loaded_graph(store, "kg").facts == {
        Triple("Manet", "painted", "Olympia"): ("d2",),
        Triple("Manet", "lived_in", "Paris"): ("d1",),
    }
    assert store.documents("kg", ["d1"]) == [Document("d1", "Manet", "Another text.")]


@pytest.mark.parametrize("indent", [None, 2])
def test_one_json_array(store, write, indent):
    report = load(store, write("rows.json", json.dumps(ROWS, indent=indent)))
    assert report.documents == Counts(new=2)


def test_a_long_json_array(store, write):
    rows = [{"id": str(i), "text": "x" * 3000} for i in range(1000)]
    assert load(store, write("rows.json", json.dumps(rows))).documents == Counts(new=1000)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('{"id": "d1"}', "has none of the members text, contents, context, paragraphs: id"),
        ('{"text": " ", "triples": [["a", "r", "b"]]}', "the text is empty"),
        ('{"text": ["a"]}', "the text is a list, not text"),
        ('{"text": "a\\u0000"}', "the text holds a NUL character"),
        ('{"text": "a", "triples": [["a", "r", "b"], ["a", "r"]]}', "triple 2: has 2 values, not 3"),
        ('{"text": "a", "triples": [["a", "", "b"]]}', "triple 1: the relation is empty"),
        ('{"context": [["a title alone"]]}', "context holds an entry that is not"),
        ('{"paragraphs": [{"title": "T"}]}', "paragraphs holds an entry without paragraph_text"),
        ('["text"]', "is a list, not an object"),
        ('{"text": ', "is not JSON"),
        ('{"id": "d1", "text": "other"}', "another document of the source has the id 'd1'"),
    ],
)
def test_bad_rows(store, write, row, reason):
    path = write("rows.jsonl", '{"id": "d1", "text": "first"}\n' + row + "\n")
    with pytest.raises(BadRowError, match="line 2") as caught:
        load(store, path)
    assert caught.value.reason.startswith(reason)
    assert store.graphs() == []
    report = load(store, path, on_error="skip")
    assert (report.documents.new, [skipped.line for skipped in report.skipped]) == (1, [2])


@pytest.mark.parametrize(
    ("array", "line"),
    [
        (b'[{"text": "a"},\n{"text": }]', 2),
        (b'[{"text": "a"}\n{"text": "b"}]', 2),
        (b'\n[{"text": "a"}', 2),
        (b'[{"text": "\xff"}]', 1),
    ],
)
def test_an_array_that_is_broken_ends_the_load(store, write, array, line):
    with pytest.raises(BadRowError, match="rows can only be skipped in JSON lines") as caught:
        load(store, write("rows.json", array), on_error="skip")
    assert caught.value.line == line


def test_nothing_to_load(store, write):
    for content in ("[]", '{"question": "?"}\n'):
        with pytest.raises(InputError, match="holds no documents"):
            load(store, write("rows.json", content))


def test_a_cell_of_a_table_may_be_as_long_as_a_document(store, write):
    text = "word " * 40_000
    load(store, write("long.csv", f'id,text\nd1,"{text}"\n'))
    assert store.documents("kg", ["d1"])[0].text == text.strip()


@pytest.mark.parametrize(
    ("name", "document"), [("A.TXT.GZ", None), ("ROWS.CSV.GZ", "d1"), ("rows.JSONL.Gz", "d1")]
)
def test_names_of_packed_files_may_be_in_capitals(store, write, name, document):
    contents = {"A": "Fine.", "ROWS": "id,text\nd1,Fine.\n", "rows": '{"id": "d1", "text": "Fine."}'}
    path = write(name, gzip.compress(contents[name.partition(".")[0]].encode()))
    assert load(store, path).documents == Counts(new=1)
    (found,) = store.documents("kg", [document or str(path)])
    assert found.text == "Fine."


def test_documents_whose_tables_state_nothing_are_told(store, write):
    path = write("prices.csv", "Part,Price\nValve,10\nSeal,2\n")
    report = load(store, path, tables=False)
    assert [note.partition(",")[0] for note in report.notes] == ["1 document comes without triples"]
    assert load(store, path).notes == ()


def test_what_stands_behind_an_array_is_not_lost(store, tmp_path):
    path = tmp_path / "d.json"
    path.write_text('[{"id": "1", "text": "One."}]\n[{"id": "2", "text": "Two."}]')
    with pytest.raises(InputError, match=r"line 2: is not JSON: .* stands behind the end of the array"):
        load_documents(store, "kg", path, embed=False)


def test_members_that_are_null_are_not_there(store):
    load_documents(store, "kg", [{"id": None, "_id": "77", "text": "One.", "paragraphs": None}], embed=False)
    assert [document.id for document in store.documents("kg", ["77"])] == ["77"]
