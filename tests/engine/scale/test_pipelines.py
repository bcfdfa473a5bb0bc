"""Tables of a pipeline, in any pieces: as Ray's actors and Spark's processes get them, without either."""

from typing import Any

import pyarrow as pa
import pytest
from groundpath import AuditWork
from groundpath.engine.scale.auditing import AuditMaker
from groundpath.engine.scale.on_spark import _results
from groundpath.engine.scale.pipelines import results_of
from groundpath.engine.scale.results import RESULT_SCHEMA
from groundpath.engine.scale.rows import BATCH_ROWS

EDMUND = "Edmund Tudor 1st Earl of Richmond was married to Margaret Beaufort."


def samples(filter: str) -> list[dict[str, Any]]:
    """Lines of lm-evaluation-harness under one filter."""
    return [{"doc_id": n, "doc": {"question": ""}, "resps": [[EDMUND]], "filter": filter} for n in range(4)]


@pytest.mark.parametrize("rows", [0, 3, BATCH_ROWS + 88])
def test_batches_of_any_size_become_batches_of_the_schema(work: AuditWork, rows: int) -> None:
    ids = [str(number) for number in range(rows)]
    texts = pa.schema([("id", pa.string()), ("cot", pa.string())])
    given = pa.RecordBatch.from_pydict({"id": ids, "cot": ["It is."] * rows}, texts)
    made = pa.Table.from_batches(_results(work, [given]), RESULT_SCHEMA)
    assert made["id"].to_pylist() == ids


def test_each_part_of_a_log_gets_its_rows_whatever_came_before(work: AuditWork) -> None:
    strict, flexible = samples("strict-match"), samples("flexible-extract")
    with work.open() as maker:
        for part in (strict, flexible, [*flexible[2:], *strict[:2]]):
            made = results_of(maker, pa.Table.from_pylist(part), work)
            assert made["id"].to_pylist() == [str(one["doc_id"]) for one in part]


def test_what_the_matcher_answered_is_kept_for_one_table_alone(work: AuditWork) -> None:
    kept = []
    with work.open() as maker:
        assert isinstance(maker, AuditMaker)
        for table in range(3):
            cots = [EDMUND.replace("married", f"glued in {table}{n} by luck") for n in range(8)]
            results_of(maker, pa.table({"id": cots, "cot": cots}), work)
            kept.append(len(maker._auditor._judge().graph.matcher._answers))
    assert kept[0] > 0
    assert kept == kept[:1] * 3
