"""Shards and rows of a pipeline on Ray Data, on a cluster of this machine: the rows of one process."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import groundpath
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deadly_audit import DeadlyAudit
from groundpath import AuditWork, Dataset, Run
from groundpath.engine.errors import GroundpathError
from shard_files import results_in

ray = pytest.importorskip("ray", reason="Ray is not installed; .ci/extras installs it")
pytest.importorskip("ray.data", reason="Ray Data is not installed; .ci/extras installs it")

from groundpath.engine.scale.on_ray import RayCluster  # noqa: E402

pytestmark = [pytest.mark.engines, pytest.mark.slow, pytest.mark.timeout(1800)]


# How long a machine that has other work may take to start what Ray waits for, half a minute by default.
PATIENCE = {
    "RAY_agent_register_timeout_ms": "600000",
    "RAY_raylet_start_wait_time_s": "600",
    "RAY_worker_register_timeout_seconds": "600",
    "RAY_USAGE_STATS_ENABLED": "0",
}


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as environment:
        for name, value in PATIENCE.items():
            environment.setenv(name, value)
        environment.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))  # for modules of tests
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
        yield
        ray.shutdown()


@pytest.fixture(scope="module")
def whole(work: AuditWork, dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What one process makes."""
    out = tmp_path_factory.mktemp("whole") / "out"
    Run(work, Dataset.of(str(dataset)), str(out)).go()
    return out


def by_id(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in rows}


def test_shards_on_ray_are_those_of_one_process(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path
) -> None:
    run = Run(work, Dataset.of(str(dataset)), str(tmp_path / "out"))
    assert run.go(RayCluster("local", 2)).rows == 12
    assert results_in(tmp_path / "out") == results_in(whole)
    assert run.go(RayCluster("local", 2)).kept == 4


def test_an_actor_that_is_killed_loses_nothing(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path
) -> None:
    (tmp_path / "deaths").mkdir()
    victim = results_in(whole)["b.parquet"][0]["id"]
    deadly = DeadlyAudit(work.store, work.kg, place=str(tmp_path / "deaths"), victim=victim, times=1)
    run = Run(deadly, Dataset.of(str(dataset)), str(tmp_path / "out"))
    run.go(RayCluster("local", 1))
    assert len(list((tmp_path / "deaths").iterdir())) == 1
    assert results_in(tmp_path / "out") == results_in(whole)


def test_what_is_wrong_is_said_in_a_line(work: AuditWork, dataset: Path, tmp_path: Path) -> None:
    nowhere = AuditWork(work.store, "nowhere")
    with pytest.raises(GroundpathError, match="holds no graph 'nowhere'"):
        Run(nowhere, Dataset.of(str(dataset)), str(tmp_path / "out")).go(RayCluster("local", 1))


def test_a_pipeline_of_ray_data_gets_the_same_rows(royals: str, dataset: Path, whole: Path) -> None:
    rows = ray.data.read_parquet(str(dataset / "a.parquet"))
    made = groundpath.ray.audit(rows, store=royals, kg="royals", concurrency=1).take_all()
    assert by_id(made) == by_id(pq.read_table(whole / "a.parquet").to_pylist())


@pytest.mark.parametrize("concurrency", [None, 2])
def test_actors_leave_a_processor_for_reading(
    royals: str, chains: list[dict[str, Any]], tmp_path: Path, concurrency: int | None
) -> None:
    for part in range(4):
        pq.write_table(pa.Table.from_pylist(chains[3 * part : 3 * part + 3]), tmp_path / f"{part}.parquet")
    rows = ray.data.read_parquet(str(tmp_path), override_num_blocks=4)
    made = groundpath.ray.audit(rows, store=royals, kg="royals", concurrency=concurrency).take_all()
    assert by_id(made).keys() == {chain["id"] for chain in chains}
