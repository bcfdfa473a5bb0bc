"""Separators, packings and formats are told by what a file holds; what would be mangled is an error."""

import bz2
import json

import pandas as pd
import pyoxigraph as ox
import pytest
import zstandard
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.progress import SILENT
from groundpath.loaders.columns import AS_NAMED
from groundpath.loaders.faults import Faults
from groundpath.loaders.freebase import entity_id
from groundpath.loaders.graphs.table import GRAPH_FORMATS
from groundpath.loaders.json_rows import triple_of
from groundpath.loaders.reading import open_source
from groundpath.loaders.triple_formats import OTHERWISE, TRIPLE_FORMATS

KNOWS = ("http://x.org/a", "http://x.org/knows", "http://x.org/b")


def rows_of(path):
    with open_source(path, SILENT) as source:
        form = TRIPLE_FORMATS.of(source, GRAPH_FORMATS, OTHERWISE)
        chunks = list(form.read(source, Faults("stop"), AS_NAMED))
    return [row[:3] for chunk in chunks for row in zip(*chunk.columns, strict=True)]


class TestSeparators:
    @pytest.mark.parametrize(
        ("text", "first"),
        [
            ("Smith, J.;knows;Bob\nAnn;knows;Bob\n", ("Smith, J.", "knows", "Bob")),
            (
                "Rome, Lazio, Italy;lies_in;Europe\nBonn, NRW, Germany;lies_in;Europe\n",
                ("Rome, Lazio, Italy",),
            ),
            ("a|knows|b; c\na|knows|b\n", ("a", "knows", "b; c")),
            ('"a;b";knows;c\n"d,e";knows;f\n', ("a;b", "knows", "c")),
            ("a, knows, b\nc, knows, d\n", ("a", " knows", " b")),
            ("head;relation;tail;n\nA, B, C;r;D;1\n", ("A, B, C", "r", "D")),
            ("sep=;\na,b,c;r;d,e\n", ("a,b,c", "r", "d,e")),
        ],
    )
    def test_are_judged_over_many_rows(self, write, text, first):
        assert rows_of(write("rows.csv", text))[0][: len(first)] == first

    def test_in_doubt_are_an_error(self, write):
        with pytest.raises(
            InputError, match=r"rows\.csv: its rows may be parted by ',' or ';'; say which in"
        ):
            rows_of(write("rows.csv", "Rome,Lazio,Italy;in;Europe\nBonn,NRW,Germany;in;Europe\n"))

    def test_a_row_that_does_not_fit_has_its_line(self, write):
        with pytest.raises(BadRowError, match=r"rows\.csv, line 3: has 2 columns, not 3"):
            rows_of(write("rows.csv", "a;knows;b\nc;knows;d\nAnn, M.;knows\n"))


@pytest.mark.parametrize(
    ("name", "pack"), [("rows.tsv.bz2", bz2.compress), ("rows.tsv.zst", zstandard.compress)]
)
def test_packed_files(write, name, pack):
    packed = pack("".join(f"a{i}\tknows\tb\n" for i in range(2000)).encode())
    assert len(rows_of(write(name, packed))) == 2000
    assert len(rows_of(write(name, packed + packed))) == 4000
    with pytest.raises(InputError, match=f"{name} is (cut off|a damaged)"):
        rows_of(write(name, packed[: len(packed) // 2]))


RDF = [
    ("graph.rdf", ox.RdfFormat.RDF_XML),
    ("graph.xml", ox.RdfFormat.RDF_XML),
    ("graph.trig", ox.RdfFormat.TRIG),
    ("graph.n3", ox.RdfFormat.N3),
    ("graph.jsonld", ox.RdfFormat.JSON_LD),
    ("graph.json", ox.RdfFormat.JSON_LD),
    ("graph.nq", ox.RdfFormat.N_QUADS),
    ("no_ending", ox.RdfFormat.N_TRIPLES),
]


class TestRdf:
    @pytest.mark.parametrize(("name", "form"), RDF)
    def test_in_all_formats_of_pyoxigraph(self, write, name, form):
        quad = ox.Quad(*map(ox.NamedNode, KNOWS))
        assert rows_of(write(name, ox.serialize([quad], format=form))) == [KNOWS]

    @pytest.mark.parametrize(
        ("name", "text", "said"),
        [
            ("graph.rdf", "<rdf:RDF>\n<a", r"graph\.rdf, line \d+: is not RDF/XML"),
            ("graph.jsonld", '{"@context":\n [', r"graph\.jsonld, line \d+: is not JSON-LD"),
            ("graph.jsonld", '{"@context": "http://x.org/c", "@id": "a"}', r"line \d+: is not JSON-LD"),
            ("graph.trig", "<a> {", r"graph\.trig, line \d+: is not TriG"),
        ],
    )
    def test_a_slip_has_its_line(self, write, name, text, said):
        with pytest.raises(BadRowError, match=said):
            rows_of(write(name, text))


class TestFirstElement:
    @pytest.mark.timeout(30)
    def test_is_found_behind_any_number_of_declarations(self, write):
        entities = "".join(f'<!ENTITY e{i} "http://x.org/{i}#">\n' for i in range(60))
        begin = f'<?xml version="1.0"?>\n<!-- <gexf> -->\n<!DOCTYPE rdf:RDF [\n{entities}]>\n'
        rdf = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>'
        path = write("graph.xml", begin + rdf)
        with open_source(path, SILENT) as source, pytest.raises(InputError, match="is RDF/XML; load it with"):
            GRAPH_FORMATS.of(source, TRIPLE_FORMATS)
        assert rows_of(path) == []


class TestParquet:
    def test_columns_by_name_or_place(self, tmp_path):
        for names in (["tail", "head", "relation"], ["x", "y", "z"]):
            pd.DataFrame([("b", "a", "knows")], columns=names).to_parquet(tmp_path / "rows.parquet")
            assert rows_of(tmp_path / "rows.parquet") == [
                ("a", "knows", "b") if "head" in names else ("b", "a", "knows")
            ]

    def test_damage_is_one_error(self, write):
        with pytest.raises(InputError, match=r"rows\.parquet is no Parquet file, or is damaged"):
            rows_of(write("rows.parquet", b"PAR1 nothing of the kind"))


def test_numbers_beyond_all_are_no_names():
    with pytest.raises(ValueError, match="the tail is a number beyond all that can be held"):
        triple_of(json.loads('["a", "r", 1e400]'))


def test_letters_are_composed():
    assert entity_id("Zu\u0308rich") == "Z\u00fcrich"
