"""Loading both stores, and what stands on a graph: audits and chains over documents."""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import audit_speed
import load_embedded
import load_neo4j
import numpy as np
import trace_speed
from groundpath import Auditor, load_triples, open_encoder, open_store
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.store.protocol import EncoderIdentity, GraphStore
from groundpath.engine.terms import Triple
from groundpath.engine.text.encoder import Encoder, SymmetricEncoder
from racing import OURS, Field, Race, Timed, installed
from server import PEERS, server
from trace_chains import SETS, half, over_sentences

from .made_vectors import DIMENSIONS, like_facts, queries_beside
from .vectors import NEAREST, QUERIES

A_DOCUMENT = 10
CHAINS = 200
_FOLDER = TemporaryDirectory(prefix="groundpath-bench-")


def races(data: Path) -> dict[str, Race]:
    triples = data / "fb15k237" / "triples.tsv.gz"
    return {
        "load": Race(
            "loading triples into the embedded store, from a file",
            "facts",
            [2_500 << n for n in range(7)] + [300_000],
            lambda size: _loads(triples, size),
            seconds=90,
            smoke=500,
            note="UNWIND MERGE on the same engine is given rows ready made; each load has its own process",
        ),
        "load-memory": Race(
            "peak memory of that process",
            "facts",
            [10_000 << n for n in range(5)] + [300_000],
            lambda size: {
                OURS: lambda: Timed(load_embedded.alone(load_embedded.loaded, triples, size).megabytes, 0)
            },
            measured="MB",
            smoke=500,
        ),
        "load-neo4j": Race(
            f"loading triples of documents of {A_DOCUMENT} into Neo4j",
            "facts",
            [625 << n for n in range(4)],
            lambda size: _neo4j_loads(triples, size),
            seconds=75,
            smoke=200,
        ),
        "nearest-neo4j": Race(
            f"the {NEAREST} nearest facts by the store itself, {QUERIES} queries at once",
            "facts",
            [1_250 << n for n in range(4)],
            lambda size: _stores(triples, size),
            seconds=75,
            smoke=200,
            note="groundpath is the embedded store, exact; Neo4j's index is asked for 300 candidates; "
            "compared by recall >= 0.99",
            same=lambda ours, theirs: _recall(ours, theirs) >= 0.99,
        ),
        "audit": Race(
            "auditing chains over PathQuestion graphs",
            "chains",
            [4 << n for n in range(9)] + [1_200],
            lambda size: _audits(data, size),
            same=lambda _ours, _theirs: True,
            note="a plain pipeline of the paper judges by vectors: the same question, another answer",
        ),
        "audit-graph": Race(
            f"auditing {CHAINS} chains over a part of FB15k-237, in memory",
            "facts",
            [20_000 << n for n in range(4)] + [310_116],
            lambda size: _audits_of_graph(data, size),
        ),
        "trace": Race(
            "chains over the documents of HotpotQA questions, vectors known, a model that answers at once",
            "questions",
            [1 << n for n in range(6)],
            lambda size: _traces(data, size),
        ),
    }


# -- loading


def _loads(triples: Path, size: int) -> Field:
    def run(load: Any) -> Callable[[], Timed]:
        return lambda: Timed(load_embedded.alone(load, triples, size).seconds, size)

    return {OURS: run(load_embedded.loaded), "UNWIND MERGE": run(load_embedded.merged)}


def _facts(triples: Path, size: int) -> list[Triple]:
    return [Triple(*row) for row in load_embedded.read(triples, size)]


def _neo4j_loads(triples: Path, size: int) -> Field:
    found = server()
    if found is None:
        return {}
    from groundpath.engine.store.neo4j.drivers import Login
    from groundpath.engine.store.neo4j.store import Neo4jStore
    from neo4j import GraphDatabase

    url, password = found
    facts = _facts(triples, size)
    documents = [facts[first : first + A_DOCUMENT] for first in range(0, len(facts), A_DOCUMENT)]
    driver = GraphDatabase.driver(url, auth=("neo4j", password), notifications_min_severity="OFF")
    loads = {OURS: load_neo4j.groundpath(Neo4jStore(Login(url, "neo4j", password)), documents)}
    if installed(*PEERS):
        from neo4j_peers import peers

        loads |= peers(driver, url, password, documents)

    def run(name: str) -> Callable[[], Timed]:
        def work() -> Timed:
            load_neo4j.empty(driver)
            with load_neo4j.clock() as took:
                loads[name]()
            load_neo4j.check(driver, name, size)
            return Timed(took[0], size)

        return work

    return {name: run(name) for name in loads}


# -- vectors in a store


def _stores(triples: Path, size: int) -> Field:
    found = server()
    contestants = {OURS: filled(open_store(f"embedded:{_FOLDER.name}/{size}"), triples, size)}
    if found:
        from groundpath.engine.store.neo4j.drivers import Login
        from groundpath.engine.store.neo4j.store import Neo4jStore

        store = Neo4jStore(Login(found[0], "neo4j", found[1]))
        contestants["Neo4j's index"] = filled(store, triples, size)
    queries = queries_beside(like_facts(size), QUERIES, 1)
    return {name: lambda store=store: _keys(store, str(size), queries) for name, store in contestants.items()}  # type: ignore[misc]


def filled(store: GraphStore, triples: Path, size: int) -> GraphStore:
    """A graph whose facts have vectors that lie as real ones do."""
    kg, file = str(size), Path(_FOLDER.name) / f"{size}.tsv"
    file.write_text("".join(f"{h}\t{r}\t{t}\n" for h, r, t in load_embedded.read(triples, size)), "utf-8")
    load_triples(store, kg, file, embed=False)
    store.begin_embedding(kg, EncoderIdentity("bench", DIMENSIONS))
    for kind in ("entities", "facts"):
        # All at once and in order: stores page texts each in their way.
        texts = sorted(text for page in store.texts_without_vectors(kg, kind) for text in page)
        store.add_vectors(kg, kind, texts, like_facts(len(texts)))
    store.finish_embedding(kg)
    return store


def _keys(store: GraphStore, kg: str, queries: np.ndarray) -> list[set[str]]:
    return [{scored.item.key for scored in row} for row in store.nearest_facts(kg, queries, NEAREST)]


def _recall(ours: list[set[str]], theirs: list[set[str]]) -> float:
    return sum(len(a & b) for a, b in zip(ours, theirs, strict=True)) / sum(map(len, ours))


# -- audits


@cache
def _pathquestion(data: Path) -> tuple[GraphStore, dict[str, list[ChainOfThought]]]:
    store = open_store(f"embedded:{_FOLDER.name}/pathquestion")
    graphs: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in (data / "cot_audit" / "dev.jsonl").open(encoding="utf-8"):
        row = json.loads(line)
        graphs[row["kg"]].append(row)
    for kg in graphs:
        load_triples(store, kg, data / "pathquestion" / f"{kg}.tsv", embed=False)
    return store, {kg: list(read_chains(rows)) for kg, rows in graphs.items()}


@cache
def _auditor(store: GraphStore, kg: str) -> Auditor:
    return Auditor(store, kg)


def _audits(data: Path, size: int) -> Field:
    store, chains = _pathquestion(data)
    share = max(1, size // len(chains))
    some = {kg: own[:share] for kg, own in chains.items()}
    auditors = {kg: _auditor(store, kg) for kg in some}
    audit_speed.judge_all(auditors, {kg: own[:1] for kg, own in chains.items()})
    contestants: dict[str, Callable[[], Any]] = {OURS: lambda: audit_speed.judge_all(auditors, some)}
    if size <= 16:  # its encoding of the facts, which is not timed, takes longer than all else
        smallest = min(chains, key=lambda kg: store.graph(kg).facts)
        few = {smallest: chains[smallest]}
        contestants["a plain pipeline"] = lambda: Timed(
            sum(audit_speed.plain_pipeline(store, few, size, _KnowingFacts())), None
        )
    return contestants


class _KnowingFacts(SymmetricEncoder):
    """Encodes the facts of a graph, which come together, once; steps, which come one by one, every time."""

    def __init__(self) -> None:
        self.model_id, self.dimensions = _model().model_id, _model().dimensions

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return (_encoder() if len(texts) > 1 else _model()).encode(texts)


@cache
def _model() -> Encoder:
    return open_encoder()


@cache
def _encoder() -> Any:
    return trace_speed.Remembering(_model())


def _audits_of_graph(data: Path, size: int) -> Field:
    folder, kg = data / audit_speed.LARGE, f"{audit_speed.LARGE} {size}"
    store = open_store(f"embedded:{_FOLDER.name}/part")
    file = Path(_FOLDER.name) / "part.tsv"
    file.write_text(
        "".join(f"{h}\t{r}\t{t}\n" for h, r, t in load_embedded.read(folder / "triples.tsv.gz", size)),
        "utf-8",
    )
    load_triples(store, kg, file, names=folder / "names.tsv.gz", embed=False)
    auditor = Auditor(store, kg)
    chains = list(audit_speed.random_chains(folder, CHAINS, Random(0)))
    auditor.audit(chains[0].text)
    return {OURS: lambda: list(auditor.audit_all(chains))}


# -- chains over documents


def _traces(data: Path, size: int) -> Field:
    questions = half(over_sentences(data / "multihop" / f"{SETS['HotpotQA']}.jsonl"), "odd")[:size]
    model = trace_speed.SlowModel(0.0)
    contestants = {OURS: trace_speed.groundpath, "a plain loop": trace_speed.plain_loop}
    return {
        name: lambda build=build: build(questions, _encoder(), model, 1)  # type: ignore[misc]
        for name, build in contestants.items()
    }
