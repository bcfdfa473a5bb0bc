"""The formats of triples, for `load triples`."""

import re
from collections.abc import Callable, Iterator

import pyoxigraph as ox

from ..engine.errors import InputError
from .chunks import Chunk
from .columns import Columns
from .delimited import TRIPLES, read_csv, read_tsv
from .faults import Faults
from .file_formats import FileFormat, Formats, root_element
from .json_rows import read_json_triples
from .parquet import read_parquet_triples
from .rdf import read_document, read_lines
from .reading import ByteSource
from .suffixes import JSON_LINES, PARQUET

ReadTriples = Callable[[ByteSource, Faults, Columns], Iterator[Chunk]]
"""Gives the columns head, relation, tail; RDF also the text of the tail, and its language."""

TABLES = ("tsv", "csv")
"""Formats whose first line may be a header that was not known as one."""

_STATEMENT = re.compile(rb"(?:<[^<>\s]*>|_:\S+)\s+<[^<>\s]*>\s+\S[^\n]*\.\s*(?:\n|\Z)")
_PREFIX = re.compile(rb"@(?:prefix|base)\s|(?i:prefix|base)\s[^\n]*<")
_RDF_XML = root_element(rb"(?:rdf:)?RDF")
_JSON_LD = re.compile(rb'(?s)[\[{].*?"@(?:context|graph|id|type)"\s*:')


def _lines(form: ox.RdfFormat) -> ReadTriples:
    return _without_columns(lambda source, faults: read_lines(source, form, faults))


def _document(form: ox.RdfFormat) -> ReadTriples:
    return _without_columns(lambda source, faults: read_document(source, form, faults))


def _without_columns(read: Callable[[ByteSource, Faults], Iterator[Chunk]]) -> ReadTriples:
    def read_rdf(source: ByteSource, faults: Faults, columns: Columns) -> Iterator[Chunk]:
        if columns.names:
            raise InputError(f"{source.name} is RDF, which has no columns; leave them out")
        return read(source, faults)

    return read_rdf


_TSV: FileFormat[ReadTriples] = FileFormat(
    "tsv", "TSV", (".tsv", ".txt"), lambda source, faults, columns: read_tsv(source, TRIPLES, faults, columns)
)
TRIPLE_FORMATS: Formats[ReadTriples] = Formats(
    "triples",
    (
        _TSV,
        FileFormat(
            "csv",
            "CSV",
            (".csv",),
            lambda source, faults, columns: read_csv(source, TRIPLES, faults, columns),
        ),
        FileFormat("jsonl", "JSON lines", JSON_LINES, read_json_triples),
        FileFormat("parquet", "Parquet", PARQUET, read_parquet_triples, re.compile(rb"PAR1")),
        FileFormat("nt", "N-Triples", (".nt",), _lines(ox.RdfFormat.N_TRIPLES), _STATEMENT),
        FileFormat("nq", "N-Quads", (".nq",), _lines(ox.RdfFormat.N_QUADS)),
        FileFormat("ttl", "Turtle", (".ttl",), _document(ox.RdfFormat.TURTLE), _PREFIX),
        FileFormat("trig", "TriG", (".trig",), _document(ox.RdfFormat.TRIG)),
        FileFormat("n3", "N3", (".n3",), _document(ox.RdfFormat.N3)),
        FileFormat("rdf", "RDF/XML", (".rdf",), _document(ox.RdfFormat.RDF_XML), _RDF_XML, (".xml",)),
        FileFormat("jsonld", "JSON-LD", (".jsonld",), _document(ox.RdfFormat.JSON_LD), _JSON_LD, (".json",)),
    ),
)
OTHERWISE = _TSV
"""What standard input is in that nothing tells."""
