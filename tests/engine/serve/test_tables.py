"""The tables of runs and verdicts, asked without a server."""

from collections.abc import Iterator

import pytest
from groundpath.engine.serve.jobs.database import Database
from groundpath.engine.serve.jobs.table import Run, RunTable
from groundpath.engine.serve.jobs.verdict_table import VerdictRow, VerdictTable


@pytest.fixture
def database(tmp_path) -> Iterator[Database]:
    database = Database(tmp_path / "runs.sqlite")
    for id in ("one", "other"):
        RunTable(database).add(Run(id, "rows.jsonl", "kg", "{}", "rows.jsonl", 3, 1.0))
    yield database
    database.close()


def row(line: int, id: str, verdict: str, error: str | None = None, model: str = "") -> VerdictRow:
    return VerdictRow(line, 10 * (line - 1), 10 * line, id, f"{id}?", model, verdict, error, "", "")


def test_runs_differ_where_the_first_rows_of_an_id_and_model_do(database):
    table = VerdictTable(database)
    table.add(
        "one",
        [
            row(1, "a", "faithful"),
            row(2, "b", "faithful"),
            row(3, "b", "abstained"),
            row(4, "c", "faithful"),
            row(5, "a", "unfaithful", "factual", "large"),
        ],
    )
    table.add(
        "other",
        [
            row(1, "b", "unfaithful", "factual"),
            row(2, "a", "faithful"),
            row(3, "d", "faithful"),
            row(4, "a", "unfaithful", "incoherent", "large"),
        ],
    )
    count, found = table.differing("one", "other", 1)
    assert count == 2
    assert found == [
        {
            "id": "b",
            "model": "",
            "question": "b?",
            "line": 2,
            "other_line": 1,
            "outcome": "faithful",
            "other_outcome": "factual",
        }
    ]
    assert [one["id"] for one in table.differing("one", "other", 9)[1]] == ["b", "a"]


def test_runs_of_many_rows_are_compared_in_a_moment(database):
    """A join of each row with each does not end here."""
    table, rows = VerdictTable(database), 20_000
    for run, verdict in (("one", "faithful"), ("other", "abstained")):
        table.add(run, [row(n, str(n), verdict) for n in range(1, rows + 1)])
    assert table.differing("one", "other", 5)[0] == rows


def test_what_is_judged_is_the_last_line(database):
    runs, table = RunTable(database), VerdictTable(database)
    assert table.read_up_to("one") == (0, 0)
    table.add("one", [row(n, str(n), "faithful") for n in (1, 2, 3)])
    assert table.read_up_to("one") == (3, 30)
    assert table.read_up_to("other") == (0, 0)
    assert {run.id: run.judged for run in runs.all()} == {"one": 3, "other": 0}
