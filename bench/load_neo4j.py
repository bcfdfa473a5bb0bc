"""Loading a Neo4j server: groundpath against langchain-neo4j and neo4j-graphrag; vectors against the encoder.

    pip install --group bench
    NEO4J_PASSWORD=… python bench/load_neo4j.py bolt://HOST [--triples FILE] [--facts N] [--rounds R]

The server must have APOC, which both peers need and groundpath does not (Docker: NEO4J_PLUGINS='["apoc"]'),
and must be one that may be emptied: every node in it is deleted between the runs.

The same triples, as each library's own objects made beforehand, go into an empty database; every round runs
all, one after the other. They come in two ways: as the triples of many documents, which is what extraction
gives, and as one graph, which suits the peers best. Libraries are called as their documentation shows:
langchain-neo4j's `add_graph_documents` as it stands and, second, with the `baseEntityLabel` that gives it an
index; neo4j-graphrag's `Neo4jWriter`, one run a document. groundpath also writes keys, texts, search words
and a fulltext index. For one graph, two bare statements show the floor: ids and relations alone, nothing
unique, nothing to be found but by id. The ratios are of medians. Then the facts' texts are encoded with the
default encoder and their vectors added.
"""

import argparse
import gzip
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter

import pyarrow as pa
from groundpath.engine.names import relation_label, search_text, verbalise
from groundpath.engine.store.neo4j.drivers import Login
from groundpath.engine.store.neo4j.store import Neo4jStore
from groundpath.engine.store.protocol import EncoderIdentity
from groundpath.engine.store.schema import ENTITY_SCHEMA, FACT_SCHEMA
from groundpath.engine.terms import Triple, fact_key
from groundpath.engine.text.encoder import Encoder
from groundpath.engine.text.opening import open_encoder
from neo4j import Driver, GraphDatabase

FB15K237 = Path(__file__).parents[1] / "tests" / "data" / "fb15k237" / "triples.tsv.gz"
KG = "bench"

Load = Callable[[], None]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("url")
    parser.add_argument("--triples", type=Path, default=FB15K237, help="head, relation, tail; tabs; .gz")
    parser.add_argument("--facts", type=int, default=5000)
    parser.add_argument("--per-document", type=int, default=10, help="facts that a document states")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    from neo4j_peers import peers

    password = os.environ.get("NEO4J_PASSWORD") or sys.exit("set NEO4J_PASSWORD")
    facts = read(asked.triples, asked.facts)
    with (
        GraphDatabase.driver(asked.url, auth=("neo4j", password), notifications_min_severity="OFF") as driver,
        Neo4jStore(Login(asked.url, "neo4j", password)) as store,
    ):
        for size in (asked.per_document, asked.facts):
            documents = [facts[first : first + size] for first in range(0, len(facts), size)]
            loads = {"groundpath": groundpath(store, documents)}
            loads |= peers(driver, asked.url, password, documents)
            if len(documents) == 1:
                loads["two bare statements"] = bare(driver, facts)
            print(f"{len(facts):,} facts of {len(documents):,} documents, medians of {asked.rounds} rounds")
            report_loads(measure(driver, loads, asked.rounds, len(facts)), len(facts))
        report_vectors(driver, store, facts)


def read(file: Path, count: int) -> list[Triple]:
    with (
        gzip.open(file, "rt", encoding="utf-8")
        if file.suffix == ".gz"
        else file.open(encoding="utf-8") as lines
    ):
        distinct = dict.fromkeys(Triple(*line.rstrip("\n").split("\t")) for line in lines)
    return list(distinct)[:count]


def entities_of(facts: list[Triple]) -> list[str]:
    return list(dict.fromkeys(end for fact in facts for end in (fact.head, fact.tail)))


# -- one load a library


def groundpath(store: Neo4jStore, documents: list[list[Triple]]) -> Load:
    entities, rows = batches(documents)

    def load() -> None:
        with store.writing(KG) as writer:
            writer.add_entities(entities)
            writer.add_facts(rows)

    return load


def batches(documents: list[list[Triple]]) -> tuple[list[pa.RecordBatch], list[pa.RecordBatch]]:
    """A batch a document; an entity comes with the first that names it, as a loader gives them."""
    entities, facts, seen = [], [], set()
    for document in documents:
        new = [id for id in entities_of(document) if id not in seen]
        seen.update(new)
        entities.append(pa.RecordBatch.from_pylist([entity_row(id) for id in new], ENTITY_SCHEMA))
        facts.append(pa.RecordBatch.from_pylist([fact_row(fact) for fact in document], FACT_SCHEMA))
    return entities, facts


def entity_row(id: str) -> dict[str, object]:
    lists: dict[str, list[str]] = {"aliases": [], "types": [], "xrefs": []}
    return {"id": id, "name": id, "name_rank": 1, **lists, "search": search_text([id])}


def fact_row(fact: Triple) -> dict[str, object]:
    label = relation_label(fact.relation)
    text = verbalise(fact.head, label, fact.tail)
    return {
        "key": fact_key(*fact),
        **fact._asdict(),
        "label": label,
        "text": text,
        "sources": [],
        "score": None,
    }


BARE_ENTITIES = "UNWIND $ids AS id CREATE (:Bare {id: id})"
BARE_FACTS = """
UNWIND range(0, size($ids) - 1) AS i
MATCH (e:Bare {id: $ids[i]})
WITH i, e ORDER BY i
WITH collect(e) AS ends
UNWIND range(0, size($relation) - 1) AS i
WITH i, ends[$head[i]] AS h, ends[$tail[i]] AS t
CREATE (h)-[:BARE {relation: $relation[i]}]->(t)
"""


def bare(driver: Driver, facts: list[Triple]) -> Load:
    ids = entities_of(facts)
    place = {id: i for i, id in enumerate(ids)}
    columns = {
        "head": [place[fact.head] for fact in facts],
        "tail": [place[fact.tail] for fact in facts],
        "relation": [fact.relation for fact in facts],
    }
    driver.execute_query("CREATE INDEX bare_id IF NOT EXISTS FOR (e:Bare) ON (e.id)")

    def load() -> None:
        driver.execute_query(BARE_ENTITIES, ids=ids)
        driver.execute_query(BARE_FACTS, ids=ids, **columns)

    return load


# -- measuring


def measure(driver: Driver, loads: dict[str, Load], rounds: int, facts: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in loads}
    for round_ in range(rounds + 1):
        for name, load in loads.items():
            empty(driver)
            with clock() as took:
                load()
            check(driver, name, facts)
            if round_:  # the first plans the statements and makes the schemas
                times[name].append(took[0])
    return times


def empty(driver: Driver) -> None:
    with driver.session() as session:
        session.run("MATCH ()-[r]->() CALL (r) { DELETE r } IN TRANSACTIONS OF 5000 ROWS").consume()
        session.run("MATCH (n) CALL (n) { DELETE n } IN TRANSACTIONS OF 5000 ROWS").consume()


def check(driver: Driver, name: str, facts: int) -> None:
    """All must have written every fact; some beside it what ties it to its document."""
    (row,) = driver.execute_query("MATCH ()-[r]->() RETURN count(r) AS facts").records
    if row["facts"] < facts:
        sys.exit(f"{name} wrote {row['facts']} of {facts} facts")


@contextmanager
def clock() -> Iterator[list[float]]:
    took = [0.0]
    start = perf_counter()
    yield took
    took[0] = perf_counter() - start


def report_loads(times: dict[str, list[float]], facts: int) -> None:
    ours = median(times["groundpath"])
    for name, seconds in times.items():
        took = median(seconds)
        print(
            f"  {name:34} {took:7.2f} s  {facts / took:8,.0f} facts/s  {took / ours:6.1f} x groundpath's time"
        )


def report_vectors(driver: Driver, store: Neo4jStore, facts: list[Triple]) -> None:
    empty(driver)
    groundpath(store, [facts])()
    encoder: Encoder = open_encoder()
    encoder.encode(["warm"])
    store.begin_embedding(KG, EncoderIdentity(encoder.model_id, encoder.dimensions))
    encoding = adding = 0.0
    for kind in ("entities", "facts"):
        for texts in store.texts_without_vectors(KG, kind):
            with clock() as took:
                vectors = encoder.encode(texts)
            encoding += took[0]
            with clock() as took:
                store.add_vectors(KG, kind, texts, vectors)
            adding += took[0]
    with clock() as took:
        store.finish_embedding(KG)
    adding += took[0]
    print(
        f"vectors: encoding {encoding:.1f} s, adding {adding:.1f} s: {adding / encoding:.2f} x the encoding"
    )
    store.drop(KG)


if __name__ == "__main__":
    main()
