"""Loads that rows, an encoder or a schema refuses."""

from collections.abc import Callable, Iterator
from pathlib import Path

from frame import Trial, attack
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.text.cache import CachedEncoder
from groundpath.loaders.documents import load_documents
from groundpath.loaders.typed_graphs import load_graph
from letters import Letters
from loads import KG, Load, embedded, graph_load, refusal, triples_load, write_files
from server import server

REFUSED: dict[str, Load] = {
    "another encoder": triples_load("more.tsv", embed=True, encoder=CachedEncoder(Letters("attack:others"))),
    "another encoder, of a typed graph": graph_load(
        embed=True, encoder=CachedEncoder(Letters("attack:others"))
    ),
    "an encoder without unit vectors": triples_load(
        "more.tsv", embed=True, encoder=CachedEncoder(Letters(normalised=False))
    ),
    "a schema of an unknown relation": graph_load(schema="unknown.toml"),
    "a schema that is no TOML": graph_load(schema="broken.toml"),
    "a schema of odd values": graph_load(schema="odd.toml"),
    "no such schema": graph_load(schema="nothing.toml"),
    "an edge to no node": graph_load("stray.tsv"),
    "a score of 7": graph_load("score.tsv"),
    "no such cross-references": graph_load(xrefs="nothing.tsv"),
    "a row that is too short": triples_load("bad.tsv"),
    "bytes that are no UTF-8": triples_load("bytes.tsv"),
    "a file that is cut off": triples_load("cut.tsv.gz"),
    "no such names": triples_load("more.tsv", names="nothing.tsv"),
    "an unclosed literal": triples_load("bad.nt"),
    "documents that are no objects": lambda store, folder: load_documents(
        store, KG, folder / "bad.jsonl", embed=False
    ),
    "GraphML that is cut off": lambda store, folder: load_graph(
        store, KG, files=folder / "bad.graphml", embed=False
    ),
    "no column of that name": triples_load("more.tsv", columns={"head": "nobody"}),
    "no such format": triples_load("more.tsv", format="docx"),
}


@attack("loads that are refused")
def refused(folder: Path) -> Iterator[Trial]:
    """A graph is as it was, or is not there, after a load that rows, encoder or schema refused."""
    write_files(folder)
    for name, open_one in _stores(folder):
        for there in (True, False):
            for reason, load in REFUSED.items():
                if not there and reason.startswith("another encoder"):
                    continue  # a new graph takes any
                state = "there" if there else "new"
                yield refusal(f"{name}, graph {state}: {reason}", open_one, load, folder, there=there)
        with open_one() as store:
            store.drop(KG)


def _stores(folder: Path) -> Iterator[tuple[str, Callable[[], GraphStore]]]:
    yield "embedded", embedded(folder)
    if found := server():
        address, password = found
        yield "Neo4j", lambda: open_store(address, password=password)
