"""One graph, however it is written down."""

import gzip
import io
import json
import sys

import pandas as pd
import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.terms import Triple
from groundpath.loaders.triples import load_triples
from loaded_graphs import loaded_graph

ROWS = [("a", "knows", "b"), ("Édouard Manet", "painted", "Олимпия"), ('"quoted"', "has, comma", "it's")]
TRIPLES = {Triple(*row) for row in ROWS}
TSV = "".join("\t".join(row) + "\n" for row in ROWS)
CSV = pd.DataFrame(ROWS).to_csv(index=False, header=False)
CSV_OF_EXCEL = pd.DataFrame(ROWS).to_csv(index=False, header=False, sep=";")
OBJECTS = "".join(
    json.dumps(dict(zip(("head", "relation", "tail"), row, strict=True))) + "\n" for row in ROWS
)


def triples_of(store, source, **options):
    load_triples(store, "kg", source, embed=False, **options)
    return loaded_graph(store, "kg").triples


FILES = [
    ("plain.tsv", TSV),
    ("plain.TXT", TSV),
    ("header.tsv", "head\trelation\ttail\n" + TSV),
    ("spo.tsv", "Subject\tPredicate\tObject\n" + TSV),
    ("no_last_newline.tsv", TSV.rstrip("\n")),
    ("blank_lines.tsv", "\n" + TSV.replace("\n", "\n\n")),
    ("windows.tsv", "\ufeff" + TSV.replace("\n", "\r\n")),
    ("outer_spaces.tsv", TSV.replace("\t", " \t ")),
    (
        "other_columns.tsv",
        "score\ttail\tsource_id\trelation\n" + "".join(f"1\t{t}\t{h}\t{r}\n" for h, r, t in ROWS),
    ),
    ("plain.csv", CSV),
    ("header.csv", "source,relation,target\n" + CSV),
    ("gephi.csv", "Source,Target,Type\n" + pd.DataFrame(ROWS)[[0, 2, 1]].to_csv(index=False, header=False)),
    (
        "a_type_besides.tsv",
        "from\ttype\tto\trelation\n" + "".join(f"{h}\tedge\t{t}\t{r}\n" for h, r, t in ROWS),
    ),
    ("excel.csv", "\ufeffsubject;predicate;object\r\n" + CSV_OF_EXCEL.replace("\n", "\r\n")),
    ("excels_mark.csv", "sep=;\nhead;relation;tail\n" + CSV_OF_EXCEL),
    ("excels_mark_of_tabs.csv", "sep=\t\nhead\trelation\ttail\n" + CSV_OF_EXCEL.replace(";", "\t")),
    ("no_header_of_excel.csv", CSV_OF_EXCEL),
    ("tabs.csv", "head\trelation\ttail\n" + pd.DataFrame(ROWS).to_csv(index=False, header=False, sep="\t")),
    ("objects.jsonl", OBJECTS),
    ("short.ndjson", OBJECTS.replace("head", "h").replace("relation", "r").replace("tail", "t")),
    ("edges.jsonl", OBJECTS.replace("head", "start").replace("relation", "label").replace("tail", "end")),
    ("lists.jsonl", "".join(json.dumps(row) + "\n" for row in ROWS)),
]


@pytest.mark.parametrize(("name", "content"), FILES, ids=[name for name, _ in FILES])
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
def test_files(store, write, name, content, packed):
    data = gzip.compress(content.encode()) if packed else content
    assert triples_of(store, write(f"{name}.gz" if packed else name, data)) == TRIPLES


def test_a_format_given_beats_the_name(store, write):
    assert triples_of(store, write("rows.dat", CSV), format="csv") == TRIPLES


def test_a_name_that_tells_no_format_is_an_error(store, write):
    with pytest.raises(InputError, match=r"rows\.dat: its name does not tell its format"):
        triples_of(store, write("rows.dat", TSV))


def test_a_first_row_is_data_unless_all_its_names_are_known(store, write):
    assert Triple("head", "of", "state") in triples_of(store, write("rows.tsv", "head\tof\tstate\n" + TSV))


def test_a_first_row_that_shares_nothing_with_others_is_told(store, write):
    rows = "Marie,spouse,Pierre\nPierre,spouse,Marie\n"
    told = load_triples(store, "kg", write("rows.csv", "person,link,other\n" + rows), embed=False)
    (note,) = told.notes
    assert "person – link – other" in note
    assert "head, relation, tail" in note
    for name, text in (("known.csv", "head,relation,tail\n" + rows), ("none.csv", rows)):
        assert load_triples(store, name, write(name, text), embed=False).notes == ()


def test_a_row_of_csv_may_span_lines(store, write):
    found = triples_of(store, write("rows.csv", 'a,says,"two\nlines"\n'))
    assert found == {Triple("a", "says", "two\nlines")}


@pytest.mark.parametrize(
    "columns", [["head", "relation", "tail"], ["subject", "predicate", "object"], ["x", "y", "z"], [0, 1, 2]]
)
def test_frames(store, columns):
    assert triples_of(store, pd.DataFrame(ROWS, columns=columns)) == TRIPLES


def test_frames_with_columns_in_another_order(store):
    frame = pd.DataFrame([(t, 1, h, r) for h, r, t in ROWS], columns=["tail", "n", "head", "relation"])
    assert triples_of(store, frame) == TRIPLES


@pytest.mark.parametrize(
    "kind", [list, iter, lambda rows: map(list, rows), lambda rows: (Triple(*r) for r in rows)]
)
def test_iterables(store, kind):
    assert triples_of(store, kind(ROWS)) == TRIPLES


def test_numbers_are_read_as_text(store, write):
    assert triples_of(store, write("rows.jsonl", '[1, "age", 2.5]\n')) == {Triple("1", "age", "2.5")}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
def test_standard_input(store, monkeypatch, packed):
    data = gzip.compress(TSV.encode()) if packed else TSV.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert triples_of(store, "-") == TRIPLES
    assert not sys.stdin.closed


def test_a_file_on_standard_input_is_read_from_its_start(store, write, monkeypatch):
    with write("rows.tsv", TSV).open(encoding="utf-8") as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert triples_of(store, "-", format="tsv") == TRIPLES


PACKED = gzip.compress(TSV.encode())
UNREADABLE = [
    ("empty.tsv", b"", "is empty"),
    ("header_only.tsv", b"head\trelation\ttail\n", "holds no triples"),
    ("blank.tsv", b"\n\n", "holds no triples"),
    ("cut.tsv.gz", PACKED[: len(PACKED) // 2], "is cut off"),
    ("damaged.tsv.gz", PACKED[:-8] + bytes(8), "is a damaged gzip file"),
    ("no_gzip.tsv.gz", b"\x1f\x8bnothing of the kind", "damaged gzip file|cut off"),
]


@pytest.mark.parametrize(("name", "data", "message"), UNREADABLE, ids=[case[0] for case in UNREADABLE])
def test_what_cannot_be_read_is_one_clear_error(store, write, name, data, message):
    with pytest.raises(InputError, match=message) as caught:
        triples_of(store, write(name, data))
    assert name in str(caught.value)
    assert store.graphs() == []


@pytest.mark.parametrize(
    ("path", "message"),
    [("missing.tsv", "is not there"), ("", "is a folder"), ("nul\0.tsv", "cannot be opened")],
)
def test_what_cannot_be_opened_is_one_clear_error(store, tmp_path, path, message):
    with pytest.raises(InputError, match=message):
        triples_of(store, tmp_path / path, format="tsv")


def test_a_quote_that_is_never_closed_does_not_swallow_the_rest_of_a_table(store, write):
    rows = "".join(f"a{number},knows,b\n" for number in range(20_000))
    path = write("long.csv", f'head,relation,tail\n"open,knows,b\n{rows}')
    report = load_triples(store, "kg", path, embed=False, on_error="skip")
    assert report.skipped_count == 1
    assert report.facts.new > 10_000


@pytest.mark.parametrize("header", ["head\trelation\ttail\tNegated", "head\trelation\ttail\tnegated:boolean"])
def test_denials_are_read_however_their_column_is_written(store, write, header):
    assert triples_of(store, write("t.tsv", header + "\na\tr\tb\ttrue\n")) == {Triple("a", "not:r", "b")}


def test_denials_of_json_in_any_case(store, write):
    row = {"Head": "a", "Relation": "r", "Tail": "b", "Negated": True}
    assert triples_of(store, write("t.jsonl", json.dumps(row))) == {Triple("a", "not:r", "b")}
