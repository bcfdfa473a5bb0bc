"""Processes that make shards: the rows of one process, one copy of the graph, nothing lost when one dies."""

import re
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from deadly_audit import DeadlyAudit
from graphs import EMPTY, columns_of
from groundpath import AuditWork, Dataset, LocalWorkers, Run, open_store
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.errors import GroundpathError, InputError
from groundpath.engine.scale.work import shared_view
from groundpath.engine.store.mapped_view import keep_view, mapped_view
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Triple
from mapping_process import tell_memory
from shard_files import results_in

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def whole(work: AuditWork, dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one process makes."""
    out = tmp_path_factory.mktemp("whole") / "out"
    Run(work, Dataset.of(str(dataset)), str(out)).go()
    return out


def deadly(work: AuditWork, folder: Path, victim: str, times: int) -> DeadlyAudit:
    place = folder / "deaths"
    place.mkdir()
    return DeadlyAudit(work.store, work.kg, place=str(place), victim=victim, times=times)


def test_workers_make_the_same_rows(work: AuditWork, dataset: Path, whole: Path, tmp_path: Path) -> None:
    report = Run(work, Dataset.of(str(dataset)), str(tmp_path / "out")).go(LocalWorkers(2))
    assert (report.shards, report.rows) == (4, 12)
    assert results_in(tmp_path / "out") == results_in(whole)


def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path
) -> None:
    victim = results_in(whole)["b.parquet"][0]["id"]
    report = Run(deadly(work, tmp_path, victim, times=1), Dataset.of(str(dataset)), str(tmp_path / "out")).go(
        LocalWorkers(2)
    )
    assert len(list((tmp_path / "deaths").iterdir())) == 1
    assert report.shards == 4
    assert results_in(tmp_path / "out") == results_in(whole)


def test_a_shard_that_kills_every_worker_is_told_and_the_next_run_makes_it(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path
) -> None:
    victim = results_in(whole)["b.parquet"][0]["id"]
    killing = deadly(work, tmp_path, victim, times=3)
    run = Run(killing, Dataset.of(str(dataset)), str(tmp_path / "out"))
    with pytest.raises(
        GroundpathError, match=r"1 of 4 shards is missing: .* b.parquet \(killed by SIGKILL\)"
    ):
        run.go(LocalWorkers(2))
    assert list(results_in(tmp_path / "out")) == ["a.parquet", "c.jsonl", "more/d.parquet"]
    assert run.go().kept == 3
    assert results_in(tmp_path / "out") == results_in(whole)


def test_what_is_wrong_with_the_run_is_said_by_its_own_error(
    work: AuditWork, dataset: Path, whole: Path
) -> None:
    with pytest.raises(InputError, match="holds results of other settings, graph or models"):
        Run(replace(work, settings=PathSettings(world="open")), Dataset.of(str(dataset)), str(whole)).go(
            LocalWorkers(2)
        )
    with pytest.raises(GroundpathError, match="holds no graph 'nowhere'"):
        Run(replace(work, kg="nowhere"), Dataset.of(str(dataset)), str(whole.parent / "new")).go(
            LocalWorkers(2)
        )


def test_a_view_is_mapped_as_it_was(royals: str, tmp_path: Path) -> None:
    with open_store(royals) as store:
        view = GraphView.of(store.columns("royals"))
        mapped = shared_view(store, "royals", tmp_path / "arrays")
    assert mapped is not None
    assert mapped.digest() == view.digest()
    assert mapped.relations == view.relations
    assert mapped.entities.equals(view.entities)
    for way in ("outgoing", "incoming", "both"):
        for one, other in zip(getattr(mapped, way), getattr(view, way), strict=True):
            np.testing.assert_array_equal(one, other)
            assert one.dtype == other.dtype
            assert not one.flags.writeable
            assert not one.flags.owndata


def test_relations_are_mapped_whatever_signs_they_hold(tmp_path: Path) -> None:
    relations = ("born\nin", "died\rin", "né à")
    view = GraphView.of(columns_of([Triple("a", relation, "b") for relation in relations]))
    keep_view(view, tmp_path)
    assert mapped_view(tmp_path).relations == view.relations == relations


def test_an_empty_graph_is_mapped_too(tmp_path: Path) -> None:
    keep_view(GraphView.of(columns_of(EMPTY)), tmp_path)
    assert len(mapped_view(tmp_path).facts) == 0


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="only Linux tells what is mapped")
def test_the_arrays_are_the_files_and_no_copies_of_them(royals: str, tmp_path: Path) -> None:
    with open_store(royals) as store:
        mapped = shared_view(store, "royals", tmp_path / "arrays")
    assert mapped is not None
    spans = [
        (int(start, 16), int(end, 16))
        for start, end in re.findall(
            rf"^(\w+)-(\w+) r\S+ .*{re.escape(str(tmp_path))}", Path("/proc/self/maps").read_text(), re.M
        )
    ]
    arrays = [*mapped.both, mapped.heads, mapped.tails]
    buffers = [buffer for column in mapped.facts.columns for buffer in column.chunk(0).buffers() if buffer]
    addresses = [array.ctypes.data for array in arrays] + [
        buffer.address for buffer in buffers if buffer.size
    ]
    assert all(any(start <= address < end for start, end in spans) for address in addresses)


@pytest.mark.skipif(not Path("/proc/self/smaps").exists(), reason="only Linux tells what is mapped")
def test_two_processes_hold_one_copy(tmp_path: Path) -> None:
    """PSS counts a page that two processes share as half a page in each: together it is one process's RSS."""
    facts = [Triple(f"thing {n}", f"relation {n % 7}", f"thing {n * 7 % 20_000}") for n in range(20_000)]
    keep_view(GraphView.of(columns_of(facts)), tmp_path / "arrays")
    size = sum(file.stat().st_size for file in (tmp_path / "arrays").iterdir())
    context = get_context("spawn")
    barrier, pipes = context.Barrier(2), [context.Pipe(duplex=False) for _ in range(2)]
    processes = [
        context.Process(target=tell_memory, args=(str(tmp_path / "arrays"), barrier, send))
        for _, send in pipes
    ]
    for process in processes:
        process.start()
    told = [receive.recv() for receive, _ in pipes]
    for process in processes:
        process.join()
    rss, pss = (sum(one[name] for one in told) for name in ("Rss", "Pss"))
    assert rss > 1.6 * size  # each has nearly all of it
    assert pss < 1.1 * size  # and both together have it once
