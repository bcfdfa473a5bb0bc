"""Rows of a Spark DataFrame, in Spark's local mode: the rows of one process."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import groundpath
import pyarrow.parquet as pq
import pytest
from groundpath import AuditWork, Dataset, Run

sql = pytest.importorskip("pyspark.sql", reason="Spark is not installed; .ci/extras installs it")

pytestmark = [
    pytest.mark.engines,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("java") is None, reason="Spark needs Java 17"),
]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYSPARK_PYTHON", sys.executable)
        environment.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
        session = (
            sql.SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate()
        )
        yield session
        session.stop()


def test_a_data_frame_gets_the_rows_of_one_process(
    spark: Any, work: AuditWork, dataset: Path, tmp_path: Path
) -> None:
    Run(work, Dataset.of(f"{dataset}/*.parquet"), str(tmp_path / "out")).go()
    expected = [
        row for name in ("a", "b") for row in pq.read_table(tmp_path / "out" / f"{name}.parquet").to_pylist()
    ]
    rows = spark.read.parquet(*map(str, sorted(dataset.glob("*.parquet"))))
    made = groundpath.spark.audit(rows, store=work.store, kg=work.kg)
    assert [field.name for field in made.schema] == list(expected[0])
    found = [row.asDict() for row in made.collect()]
    assert sorted(found, key=lambda row: row["id"]) == sorted(expected, key=lambda row: row["id"])


def test_a_row_that_is_wrong_is_a_row_with_its_error(spark: Any, work: AuditWork) -> None:
    rows = spark.createDataFrame([("a", None), ("b", "no steps here")], "id string, cot string")
    found = {row["id"]: row for row in groundpath.spark.audit(rows, store=work.store, kg=work.kg).collect()}
    assert found["a"]["outcome"] == "failed"
    assert "has no text in 'cot'" in found["a"]["error"]
    assert found["b"]["error"] is None


@pytest.mark.parametrize("rows", [0, 1200])
def test_a_partition_may_have_any_number_of_rows(spark: Any, work: AuditWork, rows: int) -> None:
    texts = [(str(number), "It is.") for number in range(rows)]
    given = spark.createDataFrame(texts, "id string, cot string").coalesce(1)
    made = groundpath.spark.audit(given, store=work.store, kg=work.kg).collect()
    assert [row["id"] for row in made] == [id for id, _ in texts]
