"""What an address means, and how its files become shards."""

import gzip
import json
import os
from array import array
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from groundpath import Dataset
from groundpath.engine.errors import InputError
from groundpath.engine.scale.addresses import is_dataset
from groundpath.engine.scale.rows import Unreadable, read_shard
from groundpath.loaders.columns import AS_NAMED, Columns


def names(address: Path | str) -> list[str]:
    return [part.name for part in Dataset.of(str(address)).parts]


def write_rows(path: Path, rows: int, row_group: int) -> None:
    table = pa.table({"id": [f"r{number}" for number in range(1, rows + 1)], "cot": ["x"] * rows})
    pq.write_table(table, path, row_group_size=row_group)


def test_a_folder_is_all_its_files_of_rows_by_name_but_hidden_ones(dataset: Path) -> None:
    assert names(dataset) == ["a.parquet", "b.parquet", "c.jsonl", "more/d.parquet"]


def test_a_glob_is_the_files_that_it_matches(dataset: Path) -> None:
    assert names(f"{dataset}/*.parquet") == ["a.parquet", "b.parquet"]
    assert names(f"{dataset}/*/*.parquet") == ["more/d.parquet"]


def test_a_file_is_a_dataset_of_its_own(dataset: Path) -> None:
    assert names(dataset / "b.parquet") == ["b.parquet"]


def test_an_address_of_fsspec_is_read_like_a_folder(dataset: Path) -> None:
    assert names(f"file://{dataset}") == names(dataset)


def test_what_lies_in_memory_is_read_and_written() -> None:
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe("/rows/a.jsonl", b'{"cot": "x"}\n')
    found = Dataset.of("memory://rows")
    assert [part.name for part in found.parts] == ["a.jsonl"]
    with found.place.writing("b.jsonl") as stream:
        stream.write(b"{}\n")
    assert memory.cat("/rows/b.jsonl") == b"{}\n"


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("rows.jsonl", False),
        ("rows.csv", False),
        ("-", False),
        ("rows.parquet", True),
        (".", True),
        ("rows/*.jsonl", True),
        ("s3://bucket/rows", True),
        ("memory://rows/a.jsonl", True),
    ],
)
def test_folders_globs_urls_and_parquet_files_are_datasets(address: str, expected: bool) -> None:
    assert is_dataset(address) is expected


@pytest.mark.parametrize("name", ["nowhere", "*.csv", "notes.txt"])
def test_an_address_without_rows_says_so(dataset: Path, name: str) -> None:
    with pytest.raises(InputError, match="Parquet"):
        Dataset.of(str(dataset / name))


def test_an_unknown_scheme_says_so() -> None:
    with pytest.raises(InputError, match="nothing9://rows cannot be opened"):
        Dataset.of("nothing9://rows/a.jsonl")


def test_a_large_parquet_file_is_cut_at_its_row_groups(tmp_path: Path) -> None:
    write_rows(tmp_path / "large.parquet", rows=25_000, row_group=6_000)
    dataset = Dataset.of(str(tmp_path))
    shards = dataset.shards()
    assert [(shard.out, shard.groups, shard.first) for shard in shards] == [
        ("large-00000.parquet", (0, 2), 1),
        ("large-00001.parquet", (2, 4), 12_001),
        ("large-00002.parquet", (4, 5), 24_001),
    ]
    read = [row for shard in shards for batch in read_shard(dataset.place, shard, AS_NAMED) for row in batch]
    assert len(read) == 25_000
    assert all(row.row["id"] == f"r{number}" for number, row in enumerate(read, 1))
    assert read[24_000].name == "large.parquet:24001"


def test_a_log_that_is_cut_at_its_row_groups_is_one_log(tmp_path: Path) -> None:
    filters = ["strict-match"] * 15_000 + ["flexible-extract"] * 15_000
    samples = {"doc_id": [*range(15_000)] * 2, "doc": ["{}"] * 30_000, "resps": [[["x"]]] * 30_000}
    pq.write_table(pa.table({**samples, "filter": filters}), tmp_path / "log.parquet", row_group_size=10_000)
    dataset = Dataset.of(str(tmp_path))
    read = [
        sum(len(batch) for batch in read_shard(dataset.place, shard, AS_NAMED))
        for shard in reversed(dataset.shards())
    ]
    assert read == [0, 5_000, 10_000]


def test_each_file_of_a_dataset_is_a_log_of_its_own(tmp_path: Path) -> None:
    for name, filters in (("gsm8k", ["strict-match", "flexible-extract"]), ("mmlu", ["none"])):
        lines = [json.dumps({"doc": {}, "resps": [["x"]], "filter": one}) + "\n" for one in filters]
        (tmp_path / f"{name}.jsonl").write_text("".join(lines), "utf-8")
    dataset = Dataset.of(str(tmp_path))
    read = [row for shard in dataset.shards() for (row,) in read_shard(dataset.place, shard, AS_NAMED)]
    assert [row.row["filter"] for row in read] == ["strict-match", "none"]


def test_packed_json_lines_are_read_and_called_as_if_they_were_not(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b'{"cot": "x"}\n\n{"cot": "y"}\n'))
    dataset = Dataset.of(str(tmp_path))
    (shard,) = dataset.shards()
    assert shard.out == "a.jsonl"
    (batch,) = read_shard(dataset.place, shard, AS_NAMED)
    assert [(row.name, row.row) for row in batch] == [
        ("a.jsonl.gz:1", {"cot": "x"}),
        ("a.jsonl.gz:3", {"cot": "y"}),
    ]


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("{}\n", "utf-8")
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(b"{}\n"))
    with pytest.raises(InputError, match=r"a.jsonl and a.jsonl.gz would both be a.jsonl"):
        Dataset.of(str(tmp_path)).shards()


def test_a_damaged_parquet_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1 no more")
    with pytest.raises(InputError, match=r"a.parquet of .* is no whole Parquet file"):
        Dataset.of(str(tmp_path)).shards()


def test_a_file_of_this_folder_is_called_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty.parquet").touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"^empty.parquet is no whole Parquet file"):
        Dataset.of("empty.parquet").shards()


@pytest.mark.parametrize("content", [b"not packed", gzip.compress(bytes(range(256)) * 40)[:-20]])
def test_a_damaged_packed_file_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(content)
    dataset = Dataset.of(str(tmp_path))
    with pytest.raises(InputError, match=r"a.jsonl.gz of .* cannot be read"):
        list(read_shard(dataset.place, dataset.shards()[0], AS_NAMED))


def test_lines_that_are_no_json_stand_in_their_places(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b'{"cot": "x"}\n{oh\n{"cot": "y"}\n\xff\xfe\n')
    dataset = Dataset.of(str(tmp_path))
    (batch,) = read_shard(dataset.place, dataset.shards()[0], AS_NAMED)
    assert [row.row if isinstance(row.row, dict) else type(row.row) for row in batch] == [
        {"cot": "x"},
        Unreadable,
        {"cot": "y"},
        Unreadable,
    ]


def read_table(folder: Path, table: pa.Table) -> list[Any]:
    pq.write_table(table, folder / "a.parquet")
    dataset = Dataset.of(str(folder))
    return [row.row for batch in read_shard(dataset.place, dataset.shards()[0], AS_NAMED) for row in batch]


def test_dates_that_python_has_not_are_text(tmp_path: Path) -> None:
    late = 253_402_300_800_000_000
    table = pa.table(
        {
            "cot": ["x", "y"],
            "made": pa.array([0, late], pa.timestamp("us")),
            "day": pa.array([4_000_000, None], pa.date32()),
            "seen": pa.array([0, late], pa.timestamp("us", tz="Nowhere/Land")),
        }
    )
    assert read_table(tmp_path, table) == [
        {
            "cot": "x",
            "made": datetime(1970, 1, 1),
            "day": "12921-08-18",
            "seen": "1970-01-01 00:00:00.000000Z",
        },
        {"cot": "y", "made": "10000-01-01 00:00:00.000000", "seen": "10000-01-01 00:00:00.000000Z"},
    ]


def test_text_that_is_no_utf_8_is_the_fault_of_its_row(tmp_path: Path) -> None:
    ends, letters = pa.py_buffer(array("i", [0, 2, 3]).tobytes()), pa.py_buffer(b"\xff\xfez")
    table = pa.table({"cot": ["x", "y"], "note": pa.StringArray.from_buffers(2, ends, letters)})
    one, other = read_table(tmp_path, table)
    assert isinstance(one, Unreadable)
    assert one.reason.startswith("its column 'note' cannot be read: 'utf-8' codec")
    assert other == {"cot": "y", "note": "z"}


def test_memory_does_not_grow_with_a_row_group(tmp_path: Path) -> None:
    texts = [f"{number} " * 100 for number in range(40_000)]
    pq.write_table(
        pa.table({"cot": texts}), tmp_path / "a.parquet", compression="none", row_group_size=len(texts)
    )
    dataset = Dataset.of(str(tmp_path))
    (shard,) = dataset.shards()
    before, rows, most = pa.total_allocated_bytes(), 0, 0
    for batch in read_shard(dataset.place, shard, AS_NAMED):
        rows += len(batch)
        most = max(most, pa.total_allocated_bytes() - before)
    assert rows == len(texts)
    assert most < (tmp_path / "a.parquet").stat().st_size / 2


def test_columns_under_other_names_and_lists_in_cells_are_read(tmp_path: Path) -> None:
    rows = [{"reply": "x", "gold_answers": '["a", "b"]', "topic": None}]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    dataset = Dataset.of(str(tmp_path))
    (batch,) = read_shard(dataset.place, dataset.shards()[0], Columns({"cot": "reply"}))
    assert batch[0].row == {"cot": "x", "gold_answers": ["a", "b"]}
    with pytest.raises(InputError, match="has no column 'response'"):
        list(read_shard(dataset.place, dataset.shards()[0], Columns({"cot": "response"})))


def test_a_glob_means_what_it_means_to_a_shell(tmp_path: Path) -> None:
    for name in ("a.jsonl", "2026-01/b.jsonl", "2026-01/drafts/c.jsonl", "_d.jsonl"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}\n")
    assert names(f"{tmp_path}/2026-*/*.jsonl") == ["2026-01/b.jsonl"]
    assert names(f"{tmp_path}/**/*.jsonl") == ["2026-01/b.jsonl", "2026-01/drafts/c.jsonl", "a.jsonl"]
    assert names(f"{tmp_path}/_*.jsonl") == ["_d.jsonl"]


def test_links_are_followed_once(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "real.jsonl").write_text("{}\n")
    (tmp_path / "in/a.jsonl").symlink_to("../real.jsonl")
    (tmp_path / "in/latest").symlink_to(".")
    assert names(tmp_path / "in") == names(f"file://{tmp_path}/in") == ["a.jsonl"]


@pytest.mark.parametrize("name", [b"caf\xe9.jsonl", b"d\xe9/a.jsonl"])
def test_a_name_that_is_not_utf_8_is_told(tmp_path: Path, name: bytes) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}\n")
    with pytest.raises(InputError, match=r"\\xe9.*not UTF-8; rename it"):
        names(path.parent)
