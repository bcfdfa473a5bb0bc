"""A graph as tables: what `load graph` reads, and other programs as well."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from ..engine.errors import InputError
from ..engine.progress import SILENT, Advance, Progress
from ..engine.replacing import replacing
from ..engine.store.dump import GraphDump
from ..engine.store.protocol import GraphStore
from ..engine.store.schema import document_of
from ..engine.terms import RelationTraits
from ..engine.workshops import workshop
from .exported_files import remove_older
from .exported_tables import TableFormat, table

_TEXTS = pa.list_(pa.string())
NODES = pa.schema(
    [
        pa.field("id", pa.string(), nullable=False),
        pa.field("type", _TEXTS),
        pa.field("name", pa.string()),
        pa.field("synonyms", _TEXTS),
        pa.field("xrefs", _TEXTS),
    ]
)
EDGES = pa.schema(
    [
        pa.field("source_id", pa.string(), nullable=False),
        pa.field("relation", pa.string(), nullable=False),
        pa.field("target_id", pa.string(), nullable=False),
        pa.field("provenance", _TEXTS),
        pa.field("score", pa.float64()),
    ]
)
_GIVEN = 2  # the rank of a name that a source gave; others are read off the id again


@dataclass(frozen=True, slots=True)
class Exported:
    """A graph as files in a folder.

    Attributes:
        files: those that were written, by what they hold: nodes, edges, relations, schema, documents.
    """

    kg: str
    nodes: int
    edges: int
    documents: int
    files: Mapping[str, str]


def export(
    store: GraphStore, kg: str, folder: Path | str, kind: TableFormat, *, progress: Progress = SILENT
) -> Exported:
    """Write a graph as tables, which `load_graph` makes the same entities and facts of.

    `nodes` has the columns id, type, name, synonyms and xrefs, `edges` source_id, relation, target_id,
    provenance and score; relations.jsonl says what relations are called, schema.toml what is declared of
    them, and documents.jsonl holds the documents. In TSV several texts in a cell are parted by "|", or are a
    JSON list where one of them holds that sign.

    Args:
        folder: made where there is none; files of these names in it are replaced. Others that an export wrote
            there before are removed, unless they were changed since.

    Raises:
        InputError: a file cannot be written, or a text holds a tab or a line's end, which TSV cannot.
        UnknownGraphError, GraphBusyError, DamagedError: as the store does.
    """
    folder = Path(folder)
    store.graph(kg)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder} cannot be made: {error.strerror}; name another folder") from error
    with workshop(folder) as made, store.dumping(kg, made) as dump:
        info = dump.info
        files = {name: folder / f"{name}.{kind}" for name in ("nodes", "edges")}
        files["relations"] = folder / "relations.jsonl"
        with progress.task(f"Exporting {kg}", info.entities + info.facts) as advance:
            _write_nodes(dump, files["nodes"], kind, advance)
            labels = _write_edges(dump, files["edges"], kind, advance)
        with replacing(files["relations"], "relations") as lines:
            lines.writelines(_line({"id": id_, "label": label}) for id_, label in labels.items())
        if traits := _plain_traits(dump.traits):
            files["schema"] = folder / "schema.toml"
            with replacing(files["schema"], "schema") as schema:
                schema.write(_toml(traits))
        if info.documents:
            files["documents"] = folder / "documents.jsonl"
            _write_documents(dump, files["documents"])
    remove_older(folder, files.values())
    named = {name: str(file) for name, file in files.items()}
    return Exported(kg, info.entities, info.facts, info.documents, named)


def _write_nodes(dump: GraphDump, file: Path, kind: TableFormat, advance: Advance) -> None:
    with table(file, NODES, kind) as write:
        for batch in dump.entities():
            given = zip(batch["name"].to_pylist(), batch["name_rank"].to_pylist(), strict=True)
            names = pa.array([name if rank == _GIVEN else None for name, rank in given], pa.string())
            columns = [batch["id"], batch["types"], names, batch["aliases"], batch["xrefs"]]
            write(pa.RecordBatch.from_arrays(columns, NODES.names))
            advance(batch.num_rows)


def _write_edges(dump: GraphDump, file: Path, kind: TableFormat, advance: Advance) -> dict[str, str]:
    """Write the facts, and return what their relations are called."""
    labels: dict[str, str] = {}
    with table(file, EDGES, kind) as write:
        for batch in dump.facts():
            columns = [batch[name] for name in ("head", "relation", "tail", "sources", "score")]
            write(pa.RecordBatch.from_arrays(columns, EDGES.names))
            labels |= dict(zip(batch["relation"].to_pylist(), batch["label"].to_pylist(), strict=True))
            advance(batch.num_rows)
    return dict(sorted(labels.items()))


def _write_documents(dump: GraphDump, file: Path) -> None:
    """One a line, as `load documents` reads them."""
    with replacing(file, "documents") as lines:
        for batch in dump.documents():
            for document in map(document_of, batch.to_pylist()):
                row: dict[str, Any] = {"id": document.id, "title": document.title, "text": document.text}
                if document.stated:
                    row["triples"] = document.stated
                if document.places:
                    row["places"] = document.places
                lines.write(_line(row))


def _line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _plain_traits(traits: RelationTraits) -> dict[str, dict[str, Any]]:
    """What is declared of each relation, as the keys of a schema file."""
    flags = ("symmetric", "transitive", "functional", "inverse_functional")
    lists = {"wordings": "wordings", "implies": "implies", "domain": "domains", "range": "ranges"}
    declared: dict[str, dict[str, Any]] = {}
    for relation in traits.relations:
        own: dict[str, Any] = {flag: True for flag in flags if relation in getattr(traits, flag)}
        own |= {key: list(getattr(traits, name).get(relation, ())) for key, name in lists.items()}
        own["inverse"] = traits.inverses.get(relation)
        if kept := {key: value for key, value in own.items() if value}:
            declared[relation] = kept
    return declared


def _toml(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """JSON's texts, lists of texts and truth values are TOML's, but for DEL."""

    def written(value: object) -> str:
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")

    return "\n".join(
        f"[relations.{written(relation)}]\n"
        + "".join(f"{key} = {written(value)}\n" for key, value in declared.items())
        for relation, declared in tables.items()
    )
