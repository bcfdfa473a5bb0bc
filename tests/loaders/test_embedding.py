"""Every text of a graph gets its vector, once, however often the work is cut off."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from graphs import write_graph
from groundpath.engine.errors import EncoderError, UnknownGraphError
from groundpath.engine.store.opening import open_store
from groundpath.engine.store.protocol import EncoderIdentity, GraphStore
from groundpath.engine.terms import Entity, Triple
from groundpath.engine.text.cache import CachedEncoder
from groundpath.loaders.embedding import embed
from letters import DeafEncoder, LetterEncoder, LongEncoder, letter_vectors
from stored_graphs import read_triples

FAMILY = read_triples("2H-kb.tsv")
BATCH = 100
TESTS = Path(__file__).parents[1]
# Two entities of one name and one without: two facts share a text, and the nameless one has no vector.
NAMESAKES = [Entity("1", "Anne"), Entity("2", "Anne"), Entity("3", "Edward"), Entity("m.0x")]
MARRIAGES = [Triple("1", "wed", "3"), Triple("2", "wed", "3"), Triple("3", "event", "m.0x")]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[GraphStore]:
    if request.param == "embedded":
        url = f"embedded:{tmp_path / 'store'}"
    else:
        url = request.getfixturevalue("neo4j_server").url
    with open_store(url) as opened:
        others = {graph.name for graph in opened.graphs()}
        yield opened
        for graph in opened.graphs():
            if graph.name not in others:
                opened.drop(graph.name)


def test_every_name_and_every_fact_is_embedded(store: GraphStore) -> None:
    write_graph(store, "namesakes", MARRIAGES, NAMESAKES)
    encoder = LetterEncoder()
    report = embed(store, "namesakes", encoder)
    assert sorted(encoder.seen) == ["Anne", "Anne wed Edward.", "Edward", "Edward event m.0x."]
    assert (report.entities, report.facts, report.encoded, report.cached) == (3, 3, 4, 0)
    assert report.encoder == EncoderIdentity("test:letters", 27)
    (nearest,) = store.nearest_facts("namesakes", letter_vectors(["Anne wed Edward."]), 2)
    assert {scored.item.head.id for scored in nearest} == {"1", "2"}
    np.testing.assert_allclose([scored.score for scored in nearest], 1, atol=1e-3)


def test_what_a_mediator_joins_is_encoded_in_advance(store: GraphStore) -> None:
    """Section 3.2.1: embeddings "are constructed in advance"; an audit by method "paper" finds them."""
    facts = [*MARRIAGES, Triple("m.0x", "year", "4")]
    write_graph(store, "namesakes", facts, [*NAMESAKES, Entity("4", "1904")])
    encoder = LetterEncoder()
    embed(store, "namesakes", encoder)
    assert encoder.seen.count("Edward event year 1904.") == 1
    assert embed(store, "namesakes", DeafEncoder()).encoded == 0


def test_the_second_run_does_nothing(store: GraphStore) -> None:
    write_graph(store, "namesakes", MARRIAGES, NAMESAKES)
    embed(store, "namesakes", LetterEncoder())
    before = store.graph("namesakes")
    report = embed(store, "namesakes", DeafEncoder())
    assert (report.entities, report.facts, report.encoded, report.cached) == (0, 0, 0, 0)
    assert store.graph("namesakes") == before


def test_a_text_that_another_graph_had_is_not_encoded_again(store: GraphStore) -> None:
    for kg in ("first", "second"):
        write_graph(store, kg, MARRIAGES, NAMESAKES)
    embed(store, "first", LetterEncoder())
    report = embed(store, "second", DeafEncoder())
    assert (report.entities, report.facts, report.encoded, report.cached) == (3, 3, 0, 4)


def test_only_what_is_new_is_embedded(store: GraphStore) -> None:
    write_graph(store, "kin", FAMILY[:600])
    embed(store, "kin", LetterEncoder())
    write_graph(store, "kin", FAMILY)
    report = embed(store, "kin", LetterEncoder())
    info = store.graph("kin")
    assert report.facts == len(FAMILY) - 600
    assert (info.embedded_entities, info.embedded_facts) == (info.embeddable_entities, len(FAMILY))


def test_another_encoder_is_refused_and_changes_nothing(store: GraphStore) -> None:
    write_graph(store, "namesakes", MARRIAGES, NAMESAKES)
    embed(store, "namesakes", LetterEncoder())
    before = store.graph("namesakes")
    with pytest.raises(EncoderError, match="test:letters"):
        embed(store, "namesakes", LetterEncoder("test:others"))
    assert store.graph("namesakes") == before


def test_a_graph_that_is_not_there_is_refused(store: GraphStore) -> None:
    with pytest.raises(UnknownGraphError, match="nobody"):
        embed(store, "nobody", LetterEncoder())


def test_a_graph_without_facts_is_done_at_once(store: GraphStore) -> None:
    write_graph(store, "empty", [])
    report = embed(store, "empty", DeafEncoder())
    assert (report.entities, report.facts) == (0, 0)


def test_the_cache_may_be_the_callers(store: GraphStore, tmp_path: Path) -> None:
    write_graph(store, "namesakes", MARRIAGES, NAMESAKES)
    cached = CachedEncoder(LetterEncoder(), tmp_path / "elsewhere")
    cached.encode(["Anne", "a question"])
    report = embed(store, "namesakes", cached)
    assert (report.encoded, report.cached) == (3, 1)


def test_progress_reaches_its_total(store: GraphStore) -> None:
    class Bars:
        """Remembers each bar's title, total and sum of advances."""

        def __init__(self) -> None:
            self.bars: list[list[object]] = []

        @contextmanager
        def task(self, title: str, total: int | None = None) -> Iterator:
            bar = [title, total, 0]
            self.bars.append(bar)

            def advance(count: int) -> None:
                bar[2] += count

            yield advance

    bars = Bars()
    write_graph(store, "namesakes", MARRIAGES, NAMESAKES)
    embed(store, "namesakes", LetterEncoder(), progress=bars, batch_size=1)
    counted, waiting = bars.bars[:2], bars.bars[2:]
    assert counted == [["embedding entities of namesakes", 3, 3], ["embedding facts of namesakes", 3, 3]]
    # A server builds its index in its own time, of which nothing is known but that it takes some.
    assert waiting in ([], [["indexing vectors of namesakes", None, 0]])


@pytest.mark.parametrize("lifetime", [0, 300, 1500])
def test_killed_half_way_it_loses_a_batch_at_most(tmp_path: Path, lifetime: int) -> None:
    url = f"embedded:{tmp_path / 'store'}"
    with open_store(url) as store:
        columns = write_graph(store, "family", FAMILY)
    embed_until_killed(url, lifetime)
    texts = {*columns.entities["name"].to_pylist(), *columns.facts["text"].to_pylist()}
    encoder = LetterEncoder()
    with open_store(url) as store:
        half = store.graph("family")
        report = embed(store, "family", encoder)
        whole = store.graph("family")
        nearest = store.nearest_facts("family", letter_vectors(columns.facts["text"].to_pylist()[::50]), 1)
    assert 0 <= len(encoder.seen) - (len(texts) - lifetime) < BATCH
    assert half.embedded_entities + report.entities == whole.embedded_entities == whole.embeddable_entities
    assert half.embedded_facts + report.facts == whole.embedded_facts == whole.facts == len(FAMILY)
    assert [scored.score for (scored,) in nearest] == pytest.approx([1] * len(nearest), abs=1e-5)


def embed_until_killed(url: str, lifetime: int) -> None:
    code = """
import sys
from groundpath.engine.store.opening import open_store
from groundpath.loaders.embedding import embed
from letters import MortalEncoder
with open_store(sys.argv[1]) as store:
    embed(store, "family", MortalEncoder(int(sys.argv[2])), batch_size=int(sys.argv[3]))
"""
    command = [sys.executable, "-c", code, url, str(lifetime), str(BATCH)]
    environment = os.environ | {"PYTHONPATH": str(TESTS)}
    killed = subprocess.run(command, env=environment, check=False)
    assert killed.returncode == -signal.SIGKILL


def test_vectors_that_are_not_of_length_1_are_refused(store: GraphStore) -> None:
    write_graph(store, "family", FAMILY)
    with pytest.raises(EncoderError, match="graphs are searched by cosines, and test:meaning gives"):
        embed(store, "family", LongEncoder({}))
    assert store.graph("family").encoder is None
