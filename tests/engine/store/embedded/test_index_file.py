"""A large graph of the embedded store gets an index, which is never of another state than the graph's."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from graphs import triples, write_graph
from groundpath.engine.store.embedded.store import EmbeddedStore
from stored_graphs import embed, read_triples, word_vectors

pytestmark = pytest.mark.slow

TESTS = Path(__file__).parents[3]
SMALL = 1000  # vectors up to which these stores compare with all
K = 10


@pytest.fixture(scope="module")
def facts():
    return read_triples("PQL2-KB.tsv")


@pytest.fixture(scope="module")
def made(tmp_path_factory, facts):
    folder = tmp_path_factory.mktemp("indexed") / "store"
    with EmbeddedStore(folder, exact_up_to=SMALL) as store:
        write_graph(store, "k", facts)
        embed(store, "k")
    return folder


@pytest.fixture
def folder(made, tmp_path):
    return Path(shutil.copytree(made, tmp_path / "store"))


@pytest.fixture
def store(folder):
    with EmbeddedStore(folder, exact_up_to=SMALL) as store:
        yield store


def indexes(folder):
    return sorted((folder / "vectors").glob("*.index"))


def test_it_finds_what_comparing_with_all_finds(store, folder, facts):
    assert len(indexes(folder)) == 2
    assert [line.partition(", ")[2].partition(" over")[0] for line in store.statistics("k").indexes] == [
        "index"
    ] * 2
    queries = word_vectors([f"{fact.head} {fact.relation}" for fact in facts[::60]])
    with EmbeddedStore(folder) as exact:
        assert all(line.endswith("searched exactly") for line in exact.statistics("k").indexes)
        for found, wanted in (
            (store.nearest_facts("k", queries, K), exact.nearest_facts("k", queries, K)),
            (store.nearest_entities("k", queries, K), exact.nearest_entities("k", queries, K)),
        ):
            scores = [
                ([s.score for s in a], [s.score for s in b]) for a, b in zip(found, wanted, strict=True)
            ]
            # These vectors lie at random, but for the words that texts share: more are missed than elsewhere.
            assert sum(score >= b[-1] for a, b in scores for score in a) >= 0.97 * K * len(queries)
            same = {(s.item, s.score) for row in found for s in row} & {
                (s.item, s.score) for r in wanted for s in r
            }
            assert len(same) > K


def test_more_than_it_is_meant_for_is_compared_with_all(store, folder):
    queries = word_vectors(["the mother of henry"])
    with EmbeddedStore(folder) as exact:
        assert store.nearest_facts("k", queries, 500) == exact.nearest_facts("k", queries, 500)


def test_facts_that_come_later_are_found_and_facts_that_go_are_not(store, folder):
    before = indexes(folder)
    write_graph(store, "k", triples("zanzibar exports cloves"))
    embed(store, "k")
    assert indexes(folder) == before  # few are compared one by one
    query = word_vectors(["zanzibar exports cloves"])
    new = store.nearest_facts("k", query, 1)[0][0].item
    assert new.text == "zanzibar exports cloves."
    with store.writing("k") as writer:
        writer.remove_facts([[new.key]])
    assert new not in [scored.item for scored in store.nearest_facts("k", query, K)[0]]
    assert len(store.nearest_facts("k", query, K)[0]) == K


def test_when_much_came_later_it_is_added(store, folder):
    before = indexes(folder)
    with EmbeddedStore(folder, exact_up_to=SMALL) as reader:
        reader.nearest_facts("k", word_vectors(["a"]), 1)
        write_graph(store, "k", read_triples("PQL3-KB.tsv"))
        embed(store, "k")
        assert len(indexes(folder)) == 2
        assert set(indexes(folder)) != set(before)
        queries = word_vectors(["country of a composer"])
        assert reader.nearest_facts("k", queries, K) == store.nearest_facts("k", queries, K)


def test_a_graph_made_anew_has_no_index_of_its_namesake(store, folder):
    (kept, *_) = indexes(folder)
    left = kept.read_bytes()
    store.drop("k")
    assert not list((folder / "vectors").iterdir())
    write_graph(store, "k", read_triples("PQL3-KB.tsv"))
    kept.write_bytes(left)  # as a process would that had not heard of it
    with EmbeddedStore(folder) as writer:
        embed(writer, "k")
    assert all("searched exactly" in line for line in store.statistics("k").indexes)
    embed(store, "k")
    assert kept not in indexes(folder)


KILLED = """
    import os, signal, sys
    sys.path.insert(0, sys.argv[1])
    from contextlib import nullcontext
    from pathlib import Path
    from groundpath.engine.store.embedded.store import EmbeddedStore

    class Deadly:
        def task(self, title, total=None):
            return nullcontext(lambda count: os.kill(os.getpid(), signal.SIGKILL))

    EmbeddedStore(Path(sys.argv[2]), exact_up_to=1000).finish_embedding("k", Deadly())
"""


def test_a_build_that_was_killed_is_made_good_by_the_next(store, folder):
    built = indexes(folder)
    for file in built:
        file.rename(f"{file}.partial")  # as if killed just before the end
    code = "\n".join(line.removeprefix("    ") for line in KILLED.splitlines())
    killed = subprocess.run([sys.executable, "-c", code, TESTS, folder], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert indexes(folder) == []
    assert len(store.nearest_facts("k", word_vectors(["a"]), K)[0]) == K
    store.finish_embedding("k")
    assert indexes(folder) == built
    assert not list((folder / "vectors").glob("*.partial"))


def test_what_cannot_be_read_is_as_if_it_were_not_there(store, folder):
    for file in indexes(folder):
        file.write_bytes(b"damaged")
    assert len(store.nearest_facts("k", word_vectors(["a"]), K)[0]) == K
    store.finish_embedding("k")
    assert "index over" in store.statistics("k").indexes[1]


def test_without_faiss_all_are_compared_and_info_says_what_would_help(folder):
    code = (
        "import sys; sys.modules['faiss'] = None; from pathlib import Path\n"
        "from groundpath.engine.store.embedded.store import EmbeddedStore\n"
        f"store = EmbeddedStore(Path(sys.argv[1]), exact_up_to={SMALL})\n"
        "store.finish_embedding('k'); print(store.statistics('k').indexes[1])\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, folder], check=True, capture_output=True, text=True)
    assert ran.stdout.strip().endswith(
        "searched exactly; for an index install the extra index: pip install '.[index]' in a checkout, "
        "else pip install 'groundpath[index]'; then run groundpath embed k"
    )
