"""Files of queries: what is written is read again; each query has its line and its id."""

import pytest
from groundpath.engine.errors import BadRowError
from groundpath.engine.progress import SILENT
from groundpath.loaders.faults import Faults
from groundpath.loaders.sparql.queries import ConstructQuery, read_queries, write_queries

FILE = """\
# first
# a further comment
PREFIX p: <http://p/>
SELECT ?x {
  ?x p:a ?y
}


CONSTRUCT WHERE { ?x <http://p/b> ?y }
"""


def read(path, on_error="stop"):
    return list(read_queries(path, Faults(on_error), SILENT))


def test_a_file_of_queries(write):
    assert read(write("q.rq", FILE)) == [
        ConstructQuery(3, "first", "CONSTRUCT { ?x <http://p/a> ?y } WHERE { ?x <http://p/a> ?y }"),
        ConstructQuery(9, "", "CONSTRUCT { ?x <http://p/b> ?y } WHERE { ?x <http://p/b> ?y }"),
    ]


def test_what_is_written_is_read_again(write, tmp_path):
    queries = read(write("q.rq", FILE))
    assert write_queries(queries, tmp_path / "out.rq") == 2
    assert [one[1:] for one in read(tmp_path / "out.rq")] == [one[1:] for one in queries]


def test_a_query_that_cannot_be_read_is_named_and_may_be_left_out(write):
    path = write("q.sparql", FILE + "\n# third\nDESCRIBE <http://x>\n")
    with pytest.raises(BadRowError, match=r"q.sparql, line 12: 'third': the query cannot be read: it is no"):
        read(path)
    assert len(read(path, "skip")) == 2
