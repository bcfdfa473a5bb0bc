"""Loads that should be refused: what they are given, and whether the graph is after them as it was before."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from frame import Trial
from groundpath.engine.errors import GroundpathError
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.text.cache import CachedEncoder
from groundpath.loaders.triples import load_triples
from groundpath.loaders.typed_graphs import load_graph
from letters import Letters

KG = "attacked"
Load = Callable[[GraphStore, Path], object]


def write_files(folder: Path) -> None:
    """What the loads below read: each is right but for what its name says."""
    written = {
        "before.tsv": "Alva\tspouse\tBorn\nBorn\tchild\tCleo\n",
        "more.tsv": "".join(f"Ann {n}\tknows\tBob {n}\n" for n in range(200)),
        "bad.tsv": "Ann\tknows\tBob\nAnn\tknows\n",
        "bytes.tsv": "Ann\tknows\tBob\n",
        "nodes.tsv": "id\tname\na\tAnn\nb\tBob\n",
        "edges.tsv": "source\ttype\ttarget\na\tknows\tb\n",
        "stray.tsv": "source\ttype\ttarget\na\tknows\tb\na\tknows\tnobody\n",
        "score.tsv": "source\ttype\ttarget\tscore\na\tknows\tb\t7\n",
        "unknown.toml": "[relations.hates]\nsymmetric = true\n",
        "broken.toml": "[relations\n",
        "odd.toml": "[relations.knows]\nsymmetric = 7\n",
        "documents.jsonl": '{"id": "d", "text": "Ann knows Bob.", "triples": [["Ann", "knows", "Bob"]]}\n',
        "bad.jsonl": '{"id": "d", "text": "Ann knows Bob.", "triples": []}\n{"id": 7}\n[\n',
        "bad.graphml": "<graphml><graph edgedefault='directed'><node id='a'/>",
        "bad.nt": '<http://e/a> <http://e/b> <http://e/c> .\n<http://e/a> <http://e/b> "c .\n',
    }
    for name, text in written.items():
        (folder / name).write_text(text)
    (folder / "bytes.tsv").write_bytes(b"Ann\tknows\tBob\nAnn\tknows\t\xff\xfe\n")
    (folder / "cut.tsv.gz").write_bytes(b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03abc")


def embedded(folder: Path) -> Callable[[], GraphStore]:
    return lambda: open_store(f"embedded:{folder / 'store'}")


def state_of(store: GraphStore) -> tuple[Any, ...]:
    if KG not in {graph.name for graph in store.graphs()}:
        return ()
    columns = store.columns(KG)
    return store.graph(KG), columns.entities.to_pylist(), columns.facts.to_pylist()


def graph_load(edges: str = "edges.tsv", **given: Any) -> Load:
    files = {name: given.pop(name) for name in ("schema", "xrefs") if name in given}
    return lambda store, folder: load_graph(
        store,
        KG,
        folder / "nodes.tsv",
        folder / edges,
        **{"embed": False, **{name: folder / file for name, file in files.items()}, **given},
    )


def triples_load(name: str, **given: Any) -> Load:
    return lambda store, folder: load_triples(store, KG, folder / name, **{"embed": False, **given})


def refusal(name: str, open_one: Callable[[], GraphStore], load: Load, folder: Path, *, there: bool) -> Trial:
    with open_one() as store:
        if KG in {graph.name for graph in store.graphs()}:
            store.drop(KG)
        if there:
            load_triples(store, KG, folder / "before.tsv", encoder=CachedEncoder(Letters()))
        before = state_of(store)
        try:
            load(store, folder)
            return Trial(name, survived=False, seen="it was not refused")
        except GroundpathError as error:
            said = str(error)
        except Exception as error:  # which of all others is what is looked for
            return Trial(name, survived=False, seen=f"{type(error).__name__}: {error}")
    with open_one() as store:
        after = state_of(store)
        try:
            load_triples(store, KG, folder / "more.tsv", embed=False)
        except GroundpathError as error:
            return Trial(name, survived=False, seen=f"after it, a right load fails: {error}")
    return Trial(name, before == after, f"the graph has changed; {said}")
