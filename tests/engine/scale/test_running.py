"""Shards are made whole or not at all, and a run goes on where another was cut off."""

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from groundpath import (
    Auditor,
    AuditWork,
    CheckWork,
    Dataset,
    Run,
    load_triples,
    open_store,
    read_chains,
    read_verdicts,
)
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.errors import InputError
from groundpath.engine.scale.places import Place
from groundpath.engine.scale.results import RESULT_SCHEMA
from groundpath.engine.scale.running import OpenTask, RunReport, ShardReport, ShardTask, ThisProcess
from groundpath.engine.scale.shards import Shard
from groundpath.engine.scale.work import Maker
from groundpath.loaders.columns import Columns
from pyarrow import fs
from shard_files import results_in

EXAMPLES = Path(__file__).parents[3] / "examples"


def run(work: AuditWork, dataset: Path, out: Path) -> RunReport:
    return Run(work, Dataset.of(str(dataset)), str(out)).go()


@pytest.fixture(scope="module")
def whole(work: AuditWork, dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a run that nothing disturbed."""
    out = tmp_path_factory.mktemp("whole") / "out"
    assert run(work, dataset, out).kept == 0
    return out


def test_each_file_becomes_one_of_the_same_name_and_kind(whole: Path) -> None:
    found = results_in(whole)
    assert {name: len(rows) for name, rows in found.items()} == {
        "a.parquet": 4,
        "b.parquet": 4,
        "c.jsonl": 1,
        "more/d.parquet": 3,
    }


def test_parquet_has_the_schema_that_is_promised(whole: Path) -> None:
    assert pq.read_schema(whole / "a.parquet").equals(RESULT_SCHEMA)
    (first, *_) = pq.read_table(whole / "a.parquet").to_pylist()
    row, claims = json.loads(first["row"]), json.loads(first["claims"])
    assert first["id"] == row["id"]
    assert first["faithful"] is (row["verdict"] == "faithful")
    assert {"text", "status"} <= claims[0].keys()
    assert first["error"] is None


def test_rows_are_the_verdicts_of_an_audit_of_one_file(
    whole: Path, chains: list[dict[str, Any]], royals: str
) -> None:
    with open_store(royals) as store:
        verdicts = {one.id: one for one in Auditor(store, "royals").audit_all(read_chains(chains))}
    made = [
        json.loads(row["row"]) if "row" in row else row for rows in results_in(whole).values() for row in rows
    ]
    assert len(made) == len(verdicts)
    for row in made:
        assert row == json.loads(json.dumps(verdicts[row["id"]].to_dict()))


def test_json_lines_are_read_by_who_reads_verdicts(whole: Path, chains: list[dict[str, Any]]) -> None:
    assert [one.id for one in read_verdicts(whole / "c.jsonl")] == [chains[8]["id"]]


def test_what_is_finished_is_kept(work: AuditWork, dataset: Path, whole: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(whole, out)
    before = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    report = run(work, dataset, out)
    assert (report.kept, report.shards, report.rows) == (4, 4, 12)
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")} == before


def test_what_has_opened_the_work_makes_its_shards(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path
) -> None:
    unopened = replace(work, store=f"embedded:{tmp_path / 'no store is there'}")
    with work.open() as maker:
        for kept in (0, 4):
            made = Run(unopened, Dataset.of(str(dataset)), str(tmp_path / "out"))
            assert made.go(maker=maker).kept == kept
    assert results_in(tmp_path / "out") == results_in(whole)
    assert sum(1 for _ in made.results()) == 12


class CutOffError(Exception):
    """The run ends here."""


def test_a_run_that_is_cut_off_goes_on_to_the_same_rows(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    with monkeypatch.context() as patched:
        _cut_off_after(patched, batches=2)
        with pytest.raises(CutOffError):
            run(work, dataset, out)
    assert list(results_in(out)) == ["a.parquet", "b.parquet"]
    assert run(work, dataset, out).kept == 2
    assert results_in(out) == results_in(whole)
    assert not list((out / "_groundpath" / "unfinished").iterdir())


def _cut_off_after(patched: pytest.MonkeyPatch, batches: int) -> None:
    from groundpath.engine.scale.auditing import AuditMaker

    make, made = AuditMaker.make, iter(range(batches))

    def cut_off(self: Maker, rows: Any) -> Any:
        if next(made, None) is None:
            raise CutOffError
        return make(self, rows)  # type: ignore[arg-type]

    patched.setattr(AuditMaker, "make", cut_off)


def test_a_file_that_was_written_and_not_recorded_is_made_again(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(whole, out)
    (out / "_groundpath" / "finished" / "c.jsonl.json").unlink()
    (out / "c.jsonl").write_text("{}\n", "utf-8")
    assert run(work, dataset, out).kept == 3
    assert results_in(out) == results_in(whole)


def test_files_that_came_later_are_added(work: AuditWork, dataset: Path, whole: Path, tmp_path: Path) -> None:
    source, out = tmp_path / "chains", tmp_path / "out"
    shutil.copytree(dataset, source)
    (source / "more" / "d.parquet").unlink()
    assert run(work, source, out).rows == 9
    shutil.copy2(dataset / "more" / "d.parquet", source / "more" / "d.parquet")
    assert run(work, source, out).kept == 3
    assert results_in(out) == results_in(whole)


def test_results_in_the_folder_of_the_dataset_are_no_rows(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path
) -> None:
    source, out = tmp_path / "chains", tmp_path / "chains" / "verdicts"
    shutil.copytree(dataset, source)
    assert run(work, source, out).rows == 12
    assert (again := run(work, source, out)).kept == again.shards == 4
    assert results_in(out) == results_in(whole)


def test_results_of_other_settings_are_refused(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(whole, out)
    other = replace(work, settings=PathSettings(world="open"))
    with pytest.raises(InputError, match="holds results of other settings, graph or models"):
        run(other, dataset, out)


@pytest.mark.parametrize("other", [Columns({"cot": "question"}), Columns(split="|")])
def test_results_of_other_columns_are_refused(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path, other: Columns
) -> None:
    out = tmp_path / "out"
    shutil.copytree(whole, out)
    with pytest.raises(InputError, match="holds results of other settings"):
        run(replace(work, columns=other), dataset, out)


def test_columns_of_groundpaths_own_names_are_as_in_older_runs(work: AuditWork, whole: Path) -> None:
    made = json.loads((whole / "_groundpath" / "run.json").read_text("utf-8"))
    with work.open() as maker:
        assert made == {"command": "audit", "made_from": maker.version}


def test_one_process_judges_by_one_state_of_the_graph(
    dataset: Path, whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"embedded:{tmp_path / 'store'}"
    load(address, EXAMPLES / "royals.tsv")
    (tmp_path / "more.tsv").write_text("one_more\tspouse\tanother\n", "utf-8")
    made = OpenTask.make

    def making(self: OpenTask, shard: Shard) -> ShardReport:
        report = made(self, shard)
        load(address, tmp_path / "more.tsv")
        return report

    monkeypatch.setattr(OpenTask, "make", making)
    work, out = AuditWork(address, "royals"), tmp_path / "out"
    run(work, dataset, out)
    assert results_in(out) == results_in(whole)
    with pytest.raises(InputError, match="holds results of other settings, graph or models"):
        run(work, dataset, out)


def load(address: str, file: Path) -> None:
    with open_store(address) as store:
        load_triples(store, "royals", file, embed=False)


def test_a_file_that_has_changed_is_told(work: AuditWork, dataset: Path, tmp_path: Path) -> None:
    source, out = tmp_path / "chains", tmp_path / "out"
    shutil.copytree(dataset, source)
    run(work, source, out)
    with (source / "c.jsonl").open("a", encoding="utf-8") as file:
        file.write("{}\n")
    with pytest.raises(InputError, match=r"c.jsonl of .* has changed since"):
        run(work, source, out)


def test_a_folder_of_something_else_is_not_written_to(work: AuditWork, dataset: Path) -> None:
    with pytest.raises(InputError, match="holds files of something else"):
        run(work, dataset, dataset)


def test_a_folder_of_results_is_one_runs_at_a_time(work: AuditWork, dataset: Path, tmp_path: Path) -> None:
    second = []

    class Second:
        """A run that another one is in the way of."""

        def run(self, task: ShardTask, shards: Sequence[Shard]) -> Iterator[ShardReport]:
            with pytest.raises(InputError, match="another run writes to"):
                run(work, dataset, tmp_path / "out")
            second.append(task)
            return ThisProcess().run(task, shards)

    Run(work, Dataset.of(str(dataset)), str(tmp_path / "out")).go(Second())
    assert second
    assert run(work, dataset, tmp_path / "out").kept == 4


def test_a_damaged_record_of_what_results_were_made_from_is_told(
    work: AuditWork, dataset: Path, whole: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    shutil.copytree(whole, out)
    for damaged in ("", "[]", "{}"):
        (out / "_groundpath" / "run.json").write_text(damaged, "utf-8")
        with pytest.raises(InputError, match=r"_groundpath/run.json is damaged"):
            run(work, dataset, out)


def test_a_row_that_is_wrong_is_a_row_with_its_error(
    work: AuditWork, chains: list[dict[str, Any]], tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    lines = [json.dumps(chains[0]), "{oh", json.dumps({"id": "empty"}), json.dumps(chains[1])]
    (tmp_path / "in" / "a.jsonl").write_text("\n".join(lines), "utf-8")
    report = run(work, tmp_path / "in", tmp_path / "out")
    rows = results_in(tmp_path / "out")["a.jsonl"]
    assert [row["id"] for row in rows] == [chains[0]["id"], "a.jsonl:2", "empty", chains[1]["id"]]
    assert (report.failed, report.outcomes["failed"], report.rows) == (2, 2, 4)
    assert "is not JSON" in rows[1]["reason"]
    assert "has no text in 'cot'" in rows[2]["reason"]
    assert report.first_failure.startswith("a.jsonl:2: The row cannot be read: is not JSON")


@pytest.fixture
def memory() -> Iterator[str]:
    fsspec = pytest.importorskip("fsspec")
    yield "memory://results"
    fsspec.filesystem("memory").rm("/results", recursive=True)


def test_results_go_to_any_address(work: AuditWork, dataset: Path, whole: Path, memory: str) -> None:
    source = Dataset.of(f"{dataset}/*.parquet")
    assert Run(work, source, memory).go().kept == 0
    assert Run(work, source, memory).go().kept == 2
    import fsspec

    with fsspec.open(f"{memory}/a.parquet") as file:
        assert pq.read_table(file).to_pylist() == results_in(whole)["a.parquet"]


CHECKED = {"id": "a", "answer": "Tents are blue.", "contexts": ["Tents are blue."]}


def check(source: Path | str, out: Path | str) -> Run:
    return Run(CheckWork(), Dataset.of(str(source)), str(out))


def write_table(path: Path, rows: int, **options: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist([CHECKED] * rows), path, **options)


def write_line(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(CHECKED) + "\n")


def test_a_file_that_has_grown_into_more_shards_is_told(tmp_path: Path) -> None:
    write_table(tmp_path / "in/a.parquet", 1)
    check(tmp_path / "in", tmp_path / "out").go()
    write_table(tmp_path / "in/a.parquet", 20_000, row_group_size=10_000)
    with pytest.raises(InputError, match=r"a\.parquet .*has changed since .*/a\.parquet was made"):
        check(tmp_path / "in", tmp_path / "out").go()


@pytest.mark.parametrize("out", ["in/../in/out", "link/out", "in/v1"])
def test_folders_of_results_are_no_rows(tmp_path: Path, out: str) -> None:
    write_line(tmp_path / "in/a.jsonl")
    (tmp_path / "link").symlink_to("in")
    check(tmp_path / "in", tmp_path / out).go()
    assert check(tmp_path / "in", tmp_path / "in/v2").go().shards == 1
    assert len(Dataset.of(f"{tmp_path}/{out}").parts) == 1


def test_what_has_changed_at_an_address_is_told(memory: str) -> None:
    files = pytest.importorskip("fsspec").filesystem("memory")
    for answer in ("Tents are blue.", "Tents are pink."):
        files.pipe("/changing/a.jsonl", json.dumps({**CHECKED, "answer": answer}).encode())
        run = check("memory://changing", f"{memory}/changed")
        if "blue" in answer:
            run.go()
    with pytest.raises(InputError, match=r"a\.jsonl .*has changed since"):
        run.go()


@pytest.mark.parametrize("name", ["_a.parquet", "a" * 247 + ".parquet"])
def test_a_file_of_any_name_is_finished(tmp_path: Path, name: str) -> None:
    write_table(tmp_path / name, 1)
    for kept in (0, 1):
        made = check(tmp_path / name, tmp_path / "out")
        assert made.go().kept == kept
        assert len(list(made.results())) == 1


def test_a_record_that_is_no_text_is_told(tmp_path: Path) -> None:
    write_line(tmp_path / "in/a.jsonl")
    check(tmp_path / "in", tmp_path / "out").go()
    (tmp_path / "out/_groundpath/run.json").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"run\.json is damaged"):
        check(tmp_path / "in", tmp_path / "out").go()


def test_what_cannot_be_made_says_why(tmp_path: Path) -> None:
    place = Place.of(str(tmp_path))

    class Full(fs.LocalFileSystem):
        def open_output_stream(self, *_: Any, **__: Any) -> Any:
            raise OSError(28, "No space left on device")

    with (
        pytest.raises(InputError, match="No space left on device"),
        replace(place, files=Full()).writing("a"),
    ):
        pass


def test_what_another_process_wrote_to_an_address_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Filesystems such as s3fs list a folder once, until they are told to look again."""
    files = pytest.importorskip("fsspec").filesystem("memory")
    seen: dict[str, Any] = {}
    find = files.find
    monkeypatch.setattr(files, "find", lambda path, **how: seen.setdefault(path, find(path, **how)))
    monkeypatch.setattr(files, "invalidate_cache", lambda *_: seen.clear())
    assert Place.of("memory://seen").listed() == []
    files.pipe("/seen/a.jsonl", b"{}")
    assert [one.name for one in Place.of("memory://seen").listed()] == ["a.jsonl"]
