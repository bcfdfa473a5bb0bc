"""Loading triples from files, frames and iterables."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple

from ..engine.errors import InputError
from ..engine.progress import SILENT, Progress
from ..engine.store.protocol import GraphStore
from ..engine.text.encoder import Encoder
from . import delimited
from . import staging_sql as sql
from .chunks import Chunk, Role, checked
from .columns import TRIPLES, Columns, ColumnsLike
from .faults import Faults, OnError
from .file_formats import FileFormat
from .freebase import entity_id, relation_id
from .graphs.table import GRAPH_FORMATS
from .identifiers import id_fault, text_fault
from .loading import load, nothing_in
from .naming import TURN_OF_NAMES_FILE, Name, statements_of
from .python_rows import FRAME, ITERABLE, read_frame, read_iterable
from .reading import ByteSource, PathLike, open_source
from .relation_names import stage_relation_names
from .relation_schema import Schema
from .report import LoadReport
from .staging import Staging
from .subgraphs import is_subgraph, load_subgraph
from .suffixes import unpacked_name
from .triple_formats import OTHERWISE, TABLES, TRIPLE_FORMATS, ReadTriples

if TYPE_CHECKING:
    from pandas import DataFrame
    from py2neo import Subgraph

_ENTITY = Role("entity", entity_id, id_fault)
_TRIPLE = (
    Role("head", entity_id, id_fault),
    Role("relation", relation_id, id_fault),
    Role("tail", entity_id, id_fault),
)


def _literal_fault(text: str) -> str | None:
    return text_fault(text) if text else None  # tails that are no literals have none


_LITERAL = (Role("literal", str.strip, _literal_fault), Role("language", str, _literal_fault))


def load_triples(
    store: GraphStore,
    kg: str,
    source: "PathLike | DataFrame | Iterable[Sequence[str]] | Subgraph",
    *,
    names: PathLike | None = None,
    aliases: PathLike | None = None,
    relation_names: PathLike | None = None,
    schema: PathLike | None = None,
    columns: ColumnsLike | None = None,
    format: str | None = None,
    on_error: OnError = "stop",
    embed: bool = True,
    encoder: Encoder | None = None,
    progress: Progress = SILENT,
) -> LoadReport:
    """Load triples into a graph, which is made when it is not there; the same source twice changes nothing.

    A py2neo Subgraph is read as `attach` reads a graph of others. The id of a node is its property
    identifier, id, curie, uid, _id or key, the first that it has, else its name; its name is name, label,
    title, preferred_name or pref_name; its types are its labels; synonyms, synonym, aliases and alias hold
    further names, xrefs, xref and cross_references ids elsewhere. A relationship is a fact whose relation is
    its type, with the sources of provenance, sources or source, and the score (or confidence) where that is
    in [0, 1]. Other properties are not read, nor is py2neo's identity, which another database lacks. Ids
    tell nodes apart: two nodes of one id that differ are malformed, as is one without.

    Args:
        store: where to.
        kg: the graph's name.
        source: a file (TSV, CSV, JSON lines, Parquet, N-Triples, N-Quads, Turtle, TriG, N3, RDF/XML, JSON-LD;
            packed with gzip, bzip2 or Zstandard, or not), "-" for standard input, a pandas frame, an iterable
            of (head, relation, tail), or a py2neo Subgraph.
            Tables may have a header that names these three columns (or subject, predicate, object; h, r, t;
            source, type, target); other columns are then ignored. All spellings of Freebase ids become one
            ("m.0abc").
        names: a table of entity id and name, with or without a header.
        aliases: a table of entity id and alias, with or without a header.
        relation_names: what relations are called, by their ids: a table, JSON lines, or a dump of Wikidata's
            properties; see `stage_relation_names`. In RDF a name of a predicate (`rdfs:label`) is its label
            too; a label that comes later takes the place of the one before, in facts that are there too.
        schema: a TOML file that declares what holds of relations, such as which have one tail; see
            `relation_schema`. What it declares takes the place of what was declared before.
        columns: what the source calls head, relation and tail: {"head": "subj", …}.
        format: how to read the source when neither its name nor its beginning tells, a name of
            TRIPLE_FORMATS; standard input is TSV.
        on_error: at a malformed row "stop" and write nothing, or "skip" it and list it in the report.
        embed: whether to add vectors for names and facts; `embed()` can do it later.
        encoder: what makes the vectors; the default encoder when None.
        progress: hears how far the load is.

    Raises:
        BadRowError: a malformed row, with file and line; the store was not touched.
        InputError: a source that is missing, empty, cut off or of an unknown format; a bad graph name; tables
            of names or aliases beside a Subgraph, whose nodes have their own; a schema with a slip.
        StoreError: the store does not answer. Run the same load again: it writes what is missing.
    """
    declared = Schema.of(schema)
    if is_subgraph(source):
        if any(given is not None for given in (names, aliases, relation_names, columns, format)):
            raise InputError(
                "names, aliases, relation_names, columns and format go with tables; a Subgraph has its own"
            )
        return load_subgraph(
            store,
            kg,
            source,
            declared=declared,
            on_error=on_error,
            embed=embed,
            encoder=encoder,
            progress=progress,
        )

    named = Columns.of(columns, TRIPLES)

    def stage(staging: Staging, faults: Faults) -> tuple[int, tuple[str, ...]]:
        read, notes = _stage_triples(source, format, named, staging, faults, progress)
        if names is not None:
            stage_names(names, staging, faults, progress)
        if aliases is not None:
            _stage_aliases(aliases, staging, faults, progress)
        if relation_names is not None:
            stage_relation_names(relation_names, staging, faults, progress)
        return read, notes

    return load(
        store,
        kg,
        stage,
        on_error=on_error,
        embed=embed,
        encoder=encoder,
        progress=progress,
        declared=declared,
    )


def _stage_triples(
    source: "PathLike | DataFrame | Iterable[Sequence[str]]",
    form: str | None,
    columns: Columns,
    staging: Staging,
    faults: Faults,
    progress: Progress,
) -> tuple[int, tuple[str, ...]]:
    """How many rows were read, and notes for the report."""
    read, first = 0, Chunk((), ())
    with _opened(source, form, columns, faults, progress) as rows:
        for chunk in rows.chunks:
            good = stage_chunk(chunk, rows.source, staging, faults)
            first = first if read else good
            read += len(good.lines)
    if not read:
        raise InputError(nothing_in(rows.source, "triples", faults))
    return read, _note_on_header(first, staging) if rows.is_table else ()


def stage_chunk(chunk: Chunk, source: str, staging: Staging, faults: Faults) -> Chunk:
    """Stage the triples of a chunk, and what they say of names and types; the rows that are no fault."""
    roles = (*_TRIPLE, *_LITERAL)[: len(chunk.columns)]
    good = checked(chunk, roles, source, faults)
    staging.add(statements_of(good))
    return good


def _note_on_header(first: Chunk, staging: Staging) -> tuple[str, ...]:
    """Where the first line was read as a fact that shares nothing with another, it may be a header."""
    triple = tuple(column[0] for column in first.columns)
    if first.lines[0] != 1 or list(staging.rows(sql.FIRST_STATED)) != [triple]:
        return ()
    if staging.one(sql.SHARED_WITH_OTHERS, *triple):
        return ()
    columns = ", ".join(delimited.TRIPLES.columns)
    return (
        f"line 1 was read as a fact, {' – '.join(triple)}, which shares nothing with other rows; "
        f"if it is a header, call its columns {columns}, and drop the graph before you load it again",
    )


class _Rows(NamedTuple):
    """What errors call a source, its rows, and whether the first of them may be a header."""

    source: str
    chunks: Iterator[Chunk]
    is_table: bool = False


@contextmanager
def _opened(
    source: "PathLike | DataFrame | Iterable[Sequence[str]]",
    form: str | None,
    columns: Columns,
    faults: Faults,
    progress: Progress,
) -> Iterator[_Rows]:
    if isinstance(source, str | os.PathLike):
        with open_source(source, progress) as opened:
            found = _format_of(opened, form)
            yield _Rows(opened.name, found.read(opened, faults, columns), found.name in TABLES)
        return
    from pandas import DataFrame

    if isinstance(source, DataFrame):
        yield _Rows(FRAME, read_frame(source, faults, columns))
    else:
        yield _Rows(ITERABLE, read_iterable(source, faults, columns))


def _format_of(source: ByteSource, given: str | None) -> FileFormat[ReadTriples]:
    if given is not None:
        return TRIPLE_FORMATS.named(given)
    return TRIPLE_FORMATS.of(source, GRAPH_FORMATS, OTHERWISE)


def stage_names(path: PathLike, staging: Staging, faults: Faults, progress: Progress) -> None:
    """Stage a table of entity id and name, with or without a header."""
    for ids, texts in _pairs(path, delimited.NAMES, "name", faults, progress):
        staging.add_names(map(Name, ids, texts, [TURN_OF_NAMES_FILE] * len(ids)))


def _stage_aliases(path: PathLike, staging: Staging, faults: Faults, progress: Progress) -> None:
    for ids, texts in _pairs(path, delimited.ALIASES, "alias", faults, progress):
        staging.add_aliases(zip(ids, texts, strict=True))


def _pairs(
    path: PathLike, form: delimited.TableForm, what: str, faults: Faults, progress: Progress
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    roles = (_ENTITY, Role(what, str.strip, text_fault))
    with open_source(path, progress) as source:
        as_csv = PurePath(unpacked_name(source.name)).suffix.lower() == ".csv"
        read = delimited.read_csv if as_csv else delimited.read_tsv
        for chunk in read(source, form, faults):
            ids, texts = checked(chunk, roles, source.name, faults).columns
            yield ids, texts
