"""Commands over datasets: a folder in, a folder out, finished file by file."""

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from shard_files import results_in

ROWS: list[dict[str, Any]] = [
    {
        "id": f"q{number}",
        "question": "Where was the child of Anna Berg born?",
        "topic": "anna",
        "gold_answers": ["oslo"],
        "cot": f"1. Cleo is a child of Anna Berg.\n2. Cleo was born in Oslo.\nSo the answer is ({answer}).",
    }
    for number, answer in enumerate(["Oslo", "Bergen", "Oslo"])
]
NAMES = "anna\tAnna Berg\nbert\tBert Berg\ncleo\tCleo\noslo\tOslo\n"
FAMILY = "anna\tspouse\tbert\nanna\tchildren\tcleo\ncleo\tplace_of_birth\toslo\nbert\tplace_of_birth\toslo\n"


@pytest.fixture
def berg(groundpath: Any, tmp_path: Path) -> Any:
    """Commands in a folder with a graph, and a dataset of two files."""
    (tmp_path / "family.tsv").write_text(FAMILY, "utf-8")
    (tmp_path / "names.tsv").write_text(NAMES, "utf-8")
    loaded = groundpath(
        "load", "triples", "family.tsv", "--names", "names.tsv", "--kg", "family", "--no-embed"
    )
    assert loaded.code == 0, loaded.err
    (tmp_path / "rows").mkdir()
    pq.write_table(pa.Table.from_pylist(ROWS[:2]), tmp_path / "rows" / "a.parquet")
    (tmp_path / "rows" / "b.jsonl").write_text(json.dumps(ROWS[2]) + "\n", "utf-8")
    return groundpath


def test_audit_of_a_folder_goes_on_file_by_file(berg: Any, tmp_path: Path) -> None:
    done = berg("audit", "rows", "--kg", "family", "--out", "verdicts/")
    assert (done.code, done.out) == (0, "3 rows in 2 shards: 1 answer_error, 2 faithful\n")
    found = results_in(tmp_path / "verdicts")
    assert [row["outcome"] for row in found["a.parquet"]] == ["faithful", "answer_error"]
    assert found["b.jsonl"][0]["verdict"] == "faithful"
    again = berg("audit", "rows", "--kg", "family", "--out", "verdicts", "--json")
    assert (again.json["kept"], again.json["rows"]) == (2, 3)
    assert berg("explain", "verdicts/b.jsonl", "q2").code == 0


def test_a_row_that_is_wrong_is_told_and_the_others_are_made(berg: Any, tmp_path: Path) -> None:
    with (tmp_path / "rows" / "b.jsonl").open("a", encoding="utf-8") as file:
        file.write("{oh\n")
    done = berg("audit", "rows", "--kg", "family", "--out", "verdicts")
    assert done.code == 1
    assert "1 of 4 rows could not be done, all others were; the first is b.jsonl:2:" in done.err
    assert len(results_in(tmp_path / "verdicts")["b.jsonl"]) == 2


def test_a_report_holds_the_rows_of_all_files(berg: Any, tmp_path: Path) -> None:
    done = berg("audit", "rows", "--kg", "family", "--out", "verdicts", "--html", "report.html")
    assert done.code == 0, done.err
    whole = "".join(json.dumps(row) + "\n" for row in ROWS)
    (tmp_path / "rows.jsonl").write_text(whole, "utf-8")
    assert berg("audit", "rows.jsonl", "--kg", "family", "--html", "whole.html").code == 0
    one, other = (Path(name).read_text("utf-8") for name in ("report.html", "whole.html"))
    assert one == other.replace("rows.jsonl", "rows")
    assert all(f"q{number}" in one for number in range(3))


@pytest.mark.slow
def test_workers_of_the_command_make_the_same_rows(berg: Any, tmp_path: Path) -> None:
    assert berg("audit", "rows", "--kg", "family", "--out", "alone").code == 0
    done = berg("audit", "rows", "--kg", "family", "--out", "together", "--workers", "2")
    assert done.code == 0, done.err
    assert results_in(tmp_path / "together") == results_in(tmp_path / "alone")


def test_check_takes_a_dataset(groundpath: Any, tmp_path: Path) -> None:
    rows = [
        {"id": "a", "answer": "Ann lives in Ely.", "contexts": ["Ann moved to Ely in 1990 and lives there."]}
    ]
    pq.write_table(pa.Table.from_pylist([*rows, {"id": "b", "answer": "Ann lives in Rome."}]), "rows.parquet")
    done = groundpath("check", "rows.parquet", "--out", "checks")
    found = results_in(tmp_path / "checks")["rows.parquet"]
    assert [(row["id"], row["outcome"]) for row in found] == [("a", "supported"), ("b", "failed")]
    assert found[0]["faithful"] is True
    assert found[0]["score"] > 0.5
    assert "no documents" in found[1]["error"]
    assert done.code == 1
    done = groundpath("check", "rows.parquet", "--out", "checks", "--html", "checks.html")
    page = Path("checks.html").read_text("utf-8")
    assert "What the documents say of 2 answers" in page
    assert "no documents" in page


def test_check_of_a_dataset_reads_what_check_of_a_file_reads(groundpath: Any, tmp_path: Path) -> None:
    (tmp_path / "rows").mkdir()
    said, known = "Ann lives in Ely.", {"contexts": ["Ann moved to Ely in 1990 and lives there."]}
    message = {"role": "assistant", "content": said}
    rows = [
        {"id": "chat", "messages": [{"role": "user", "content": "Where?"}, message], **known},
        {"custom_id": "batch", "response": {"body": {"choices": [{"message": message}]}}, **known},
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "rows" / "a.jsonl").write_text(lines, "utf-8")
    assert groundpath("check", "rows", "--out", "checks").code == 0
    assert groundpath("check", "rows/a.jsonl", "--out", "alone.jsonl").code == 0
    alone = [json.loads(line) for line in Path("alone.jsonl").read_text("utf-8").splitlines()]
    found = results_in(tmp_path / "checks")["a.jsonl"]
    assert [(row["id"], row["answer"]) for row in found] == [("chat", said), ("batch", said)]
    assert [row["counts"] for row in found] == [row["counts"] for row in alone]


def test_an_answer_is_one_text_in_a_dataset_too(groundpath: Any, tmp_path: Path) -> None:
    answers = ['["Ann lives in Ely."]', '{"lives": "Ann lives in Ely."}', "Ann lives in Ely | and works."]
    rows = [{"id": text, "answer": text, "contexts": "Ann lives in Ely and works."} for text in answers]
    pq.write_table(pa.Table.from_pylist(rows), "rows.parquet")
    done = groundpath("check", "rows.parquet", "--out", "checks", "--split", "|")
    assert done.code == 0, done.err
    found = results_in(tmp_path / "checks")["rows.parquet"]
    assert [json.loads(row["row"])["answer"] for row in found] == answers


@pytest.mark.parametrize("command", ["audit", "check", "domain score", "generate"])
def test_a_column_of_a_member_that_is_not_read_is_told(berg: Any, command: str) -> None:
    options = {"check": (), "generate": ("--model", "scripted:rows/b.jsonl")}.get(command, ("--kg", "family"))
    done = berg(*command.split(), "rows", *options, "--out", "made", "--column", "gold_answrs=gold")
    assert done.code == 1
    assert "did you mean 'gold_answers'?" in done.err
    assert not Path("made").exists()


@pytest.mark.parametrize("rows", ["rows", "rows/b.jsonl"])
def test_a_name_too_long_for_a_file_is_one_error(berg: Any, rows: str) -> None:
    done = berg("audit", rows, "--kg", "family", "--out", "x" * 300)
    assert done.code == 2
    assert "cannot be written (File name too long); choose another file" in done.err
    done = berg("audit", "x" * 300, "--kg", "family")
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert "cannot be opened" in done.err


def test_a_dataset_fails_below_a_mean_score(groundpath: Any, tmp_path: Path) -> None:
    (tmp_path / "rows").mkdir()
    for name, answer in (("a", "Ann lives in Ely."), ("b", "Ann was born in Rome.")):
        row = {"id": name, "answer": answer, "contexts": ["Ann moved to Ely in 1990 and lives there."]}
        (tmp_path / "rows" / f"{name}.jsonl").write_text(json.dumps(row) + "\n", "utf-8")
    done = groundpath("check", "rows", "--out", "checks", "--fail-below", "0.95")
    assert done.code == 1
    assert "Error: the mean score is 0." in done.err
    assert groundpath("check", "rows", "--out", "checks", "--fail-below", "0.05").code == 0


def test_domain_score_takes_a_dataset(berg: Any, tmp_path: Path) -> None:
    done = berg("domain", "score", "rows", "--kg", "family", "--out", "scored")
    assert done.code == 0, done.err
    found = results_in(tmp_path / "scored")
    assert [row["outcome"] for row in found["a.parquet"]] == ["supported", "supported"]
    assert found["a.parquet"][0]["score"] == 1
    alone = berg("domain", "score", "rows/b.jsonl", "--kg", "family", "--out", "one.jsonl")
    assert alone.code == 0, alone.err
    (one,) = (json.loads(line) for line in (tmp_path / "one.jsonl").read_text("utf-8").splitlines())
    assert found["b.jsonl"] == [{name: value for name, value in one.items() if name != "made_from"}]


@pytest.mark.usefixtures("unasked")
def test_generate_takes_a_dataset_and_asks_again_for_what_is_missing(groundpath: Any, tmp_path: Path) -> None:
    (tmp_path / "questions").mkdir()
    for name, rows in (("a", ROWS[:1]), ("b", [{"id": "q9", "question": "Who?"}])):
        table = pa.Table.from_pylist([{"id": row["id"], "question": row["question"]} for row in rows])
        pq.write_table(table, tmp_path / "questions" / f"{name}.parquet")
    replies = tmp_path / "replies.jsonl"
    script = [
        {"when": [ROWS[0]["question"]], "answer": ROWS[0]["cot"]},
        {"when": ["Who?"], "failure": "the model is busy"},
    ]
    replies.write_text("".join(json.dumps(row) + "\n" for row in script), "utf-8")
    asking = ("generate", "questions", "--model", f"scripted:{replies}", "--out", "chains")
    told = groundpath(*asking, "--dry-run")
    assert told.code == 0, told.err
    assert "2 requests" in told.out
    done = groundpath(*asking)
    assert done.code == 1
    assert "1 of 2 rows is missing" in done.err
    assert "the same command asks for them again" in done.err
    found = results_in(tmp_path / "chains")
    assert json.loads(found["a.parquet"][0]["row"])["cot"] == ROWS[0]["cot"]
    assert (found["b.parquet"][0]["outcome"], found["b.parquet"][0]["error"]) == (
        "failed",
        "the model is busy",
    )
    again = groundpath(*asking, "--json")
    assert (again.json["kept"], again.json["shards"]) == (1, 2)  # of what is missing alone
    assert again.json["usage"]["requests"] == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("rows",), "name their folder by --out"),
        (("rows", "--out", "x", "--index"), "--index belongs to one file of rows"),
        (("rows/b.jsonl", "--workers", "2"), "--workers and --on make the shards of a dataset"),
        (("rows/b.jsonl", "--out", "rows"), "--out rows is a folder"),
        (("rows", "--out", "x", "--on", "nowhere"), "give ray://HOST:PORT, or local"),
    ],
)
def test_wrong_usage_is_said(berg: Any, options: tuple[str, ...], said: str) -> None:
    done = berg("audit", *options, "--kg", "family")
    assert done.code == 2
    assert said in done.err
