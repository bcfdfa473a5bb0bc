"""A malformed row stops everything before the store is touched, or is left out and listed."""

import pandas as pd
import pytest
from groundpath.engine.errors import BadRowError, InputError
from groundpath.loaders.triples import load_triples
from loaded_graphs import loaded_graph

GOOD = b"a\tknows\tb\n"

TSV_ROWS = [
    (b"a\tb", "has 2 columns, not 3"),
    (b"one column", "has 1 column, not 3"),
    (b"a\tb\tc\td", "has 4 columns, not 3; a wider table needs a header that names head, relation, tail"),
    (b"a,knows,b", "has 1 column, not 3 (is it CSV, parted by ','?)"),
    (b"\tknows\tb", "the head is empty"),
    (b"a\t \tb", "the relation is empty"),
    (b"a\tknows\t", "the tail is empty"),
    (b"a\tknows\t\xff\xfe", "is not UTF-8 (byte 9); save the file as UTF-8"),
    (b"a\tkn\0ws\tb", "the relation holds a NUL character"),
    (b"a\tknows\t" + b"x" * 1001, "the tail is longer than 1,000 characters"),
]
JSON_ROWS = [
    (b'{"head": "a"', "is not JSON: Expecting ',' delimiter (column 13)"),
    (b'{"head": "a", "tail": "b"}', "has 0 members that name the relation, not 1: head, tail"),
    (b'["a", "b"]', "has 2 values, not 3"),
    (b'"a"', "is text, not an object or a list of head, relation, tail"),
    (b'["a", {}, "b"]', "the relation is an object, not text"),
    (b'["a", null, "b"]', "the relation is empty"),
    (b'["a", "b", "\\u0000"]', "the tail holds a NUL character"),
    (b'["a", "b", "\\ud800"]', "the tail holds half of a surrogate pair, which is no character"),
    (b"[" * 100_000, "is not JSON that can be read"),
]
CSV_ROWS = [
    (b"a,b", "has 2 columns, not 3"),
    (b'a,"b"c,d', "is not CSV: ',' expected after '\"'"),
    (b"a,b,\xff", "is not UTF-8 (byte 5)"),
    (b"a;knows;b", "has 1 column, not 3 (is it CSV, parted by ';'?)"),
]
CASES = [
    *(("rows.tsv", GOOD, row, reason) for row, reason in TSV_ROWS),
    *(("rows.jsonl", b'["a", "knows", "b"]\n', row, reason) for row, reason in JSON_ROWS),
    *(("rows.csv", b"a,knows,b\n", row, reason) for row, reason in CSV_ROWS),
]


@pytest.mark.parametrize(("name", "good", "row", "reason"), CASES, ids=[case[3][:40] for case in CASES])
class TestABadRow:
    def test_stops_the_load_and_leaves_the_store_alone(self, store, write, name, good, row, reason):
        path = write(name, good + b"\n" + row + b"\n" + good)
        with pytest.raises(BadRowError) as caught:
            load_triples(store, "kg", path, embed=False)
        assert (caught.value.source, caught.value.line) == (str(path), 3)
        assert caught.value.reason.startswith(reason)
        assert "on_error='skip'" in str(caught.value)
        assert store.graphs() == []

    def test_can_be_skipped_and_is_listed(self, store, write, name, good, row, reason):
        path = write(name, good + b"\n" + row + b"\n" + good.replace(b"a", b"c"))
        report = load_triples(store, "kg", path, on_error="skip", embed=False)
        assert (report.read, report.skipped_count) == (2, 1)
        assert (report.skipped[0].source, report.skipped[0].line) == (str(path), 3)
        assert report.skipped[0].reason.startswith(reason)
        assert set(loaded_graph(store, "kg").entities) == {"a", "b", "c"}


def test_a_file_in_utf_16_says_so(store, write):
    with pytest.raises(InputError, match=r"rows\.csv is UTF-16; save it as UTF-8"):
        load_triples(store, "kg", write("rows.csv", "a,knows,b\n".encode("utf-16")), embed=False)


def test_lines_are_counted_far_into_a_file(store, write):
    path = write("rows.tsv", GOOD * 150_000 + b"\xff\n" + GOOD * 10 + b"bad\n")
    report = load_triples(store, "kg", path, on_error="skip", embed=False)
    assert [row.line for row in report.skipped] == [150_001, 150_012]


def test_only_the_first_hundred_are_listed(store, write):
    path = write("rows.tsv", GOOD + b"bad\n" * 150)
    report = load_triples(store, "kg", path, on_error="skip", embed=False)
    assert (report.skipped_count, len(report.skipped)) == (150, 100)
    assert "150 bad rows left out, the first 100" in str(report)


def test_a_file_of_bad_rows_alone_is_an_error(store, write):
    with pytest.raises(InputError, match="holds no usable triples: 2 malformed"):
        load_triples(store, "kg", write("rows.tsv", b"bad\nbad\n"), on_error="skip", embed=False)


@pytest.mark.parametrize(
    ("option", "row", "reason"),
    [
        ("names", b"a\t\n", "the name is empty"),
        ("names", b"a\tAnn\tB\n", "has 3 columns, not 2"),
        ("names", b"a\t\xff\n", "is not UTF-8"),
        ("aliases", b"a\n", "has 1 column, not 2 or 3"),
        ("aliases", b"\tAnnie\tsource\n", "the entity is empty"),
    ],
)
def test_names_and_aliases_are_checked_too(store, write, option, row, reason):
    path = write("further.tsv", b"b\tBob\n" + row)
    with pytest.raises(BadRowError, match=f"further.tsv, line 2: {reason}"):
        load_triples(store, "kg", [("a", "r", "b")], embed=False, **{option: path})
    assert store.graphs() == []


def test_rows_of_a_frame_are_numbered(store):
    frame = pd.DataFrame([("a", "r", "b"), ("a", "r", None)])
    with pytest.raises(BadRowError, match="<frame>, line 2: the tail is empty"):
        load_triples(store, "kg", frame, embed=False)


def test_rows_of_an_iterable_are_numbered(store):
    with pytest.raises(BadRowError, match="<triples>, line 2: has 2 values, not 3"):
        load_triples(store, "kg", iter([("a", "r", "b"), ("a", "r")]), embed=False)


def test_on_error_is_stop_or_skip(store):
    with pytest.raises(InputError, match="must be 'stop' or 'skip'"):
        load_triples(store, "kg", [("a", "r", "b")], on_error="ignore", embed=False)
