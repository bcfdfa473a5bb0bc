"""Rows to audit: what may stand in them, and what is said of those that cannot be read."""

import gzip
import io
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.terms import Triple

FULL = {
    "id": 7,
    "question": "Where is Anne's husband from?",
    "cot": "1. Anne married Thomas.",
    "topic": "anne",
    "gold_answers": ["england", 1485],
    "gold_paths": [[["anne", "spouse", "thomas"], ["thomas", "nationality", "england"]]],
    "label": "faithful",
}


def written(path: Path, *rows: Any) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path


def test_a_row_is_read_with_all_that_is_known_of_it(tmp_path: Path) -> None:
    (chain,) = read_chains(written(tmp_path / "rows.jsonl", FULL))
    assert chain == ChainOfThought(
        id="7",
        question="Where is Anne's husband from?",
        text="1. Anne married Thomas.",
        topic=("anne",),
        gold_answers=("england", "1485"),
        gold_paths=((Triple("anne", "spouse", "thomas"), Triple("thomas", "nationality", "england")),),
    )


def test_only_the_text_is_needed_and_the_line_is_the_id(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"cot": "a"}\n\n{"cot": "", "topic": null, "gold_answers": "x"}', "utf-8")
    first, second = read_chains(path)
    assert first == ChainOfThought("1", "", "a")
    assert second == ChainOfThought("3", "", "", gold_answers=("x",))


def test_what_a_text_was_made_by_is_read_from_the_row() -> None:
    (chain,) = read_chains([{"id": "q1", "cot": "", "model": "small", "strategy": "cot-sc", "prompt": 2}])
    assert (chain.model, chain.strategy, chain.prompt) == ("small", "cot-sc", "2")
    with pytest.raises(BadRowError, match="line 1: the model is a list"):
        list(read_chains([{"cot": "", "model": ["small"]}]))


@pytest.mark.parametrize("sent", ["Think. Who is she? Answer:", [{"role": "user", "content": "Who?"}], None])
def test_a_prompt_that_was_sent_is_no_name_of_one(sent: Any) -> None:
    (chain,) = read_chains([{"question": "Who is she?", "cot": "", "prompt": sent}])
    assert chain.prompt == chain.group == ""


def test_models_that_answer_one_question_are_paired_by_it_where_rows_have_no_id() -> None:
    rows = [{"question": "Who?", "cot": "", "model": model} for model in ("small", "large")]
    small, large = read_chains(rows)
    assert (small.id, large.id) == ("1", "2")
    assert small.group == large.group == "Who?"
    (named,) = read_chains([rows[0] | {"id": "q1"}])
    (grouped,) = read_chains([rows[0] | {"group": "g"}])
    (alone,) = read_chains([{"question": "Who?", "cot": ""}])
    assert (named.group, grouped.group, alone.group) == ("", "g", "")


def test_the_same_rows_come_from_python_a_packed_file_and_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = json.dumps(FULL, ensure_ascii=False).encode()
    (tmp_path / "rows.jsonl.gz").write_bytes(gzip.compress(line))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    assert (
        list(read_chains([FULL])) == list(read_chains(tmp_path / "rows.jsonl.gz")) == list(read_chains("-"))
    )


def test_an_array_a_table_and_a_frame_hold_rows_too(tmp_path: Path) -> None:
    rows = [
        {
            "id": "a",
            "question": "Who?",
            "cot": "1. Anne married Thomas.\nSo: Thomas",
            "gold_answers": "thomas",
        },
        {"id": "b", "question": "Why?", "cot": "Because."},
    ]
    expected = list(read_chains(rows))
    (tmp_path / "rows.json").write_text(json.dumps(rows, indent=1), "utf-8")
    frame = pd.DataFrame(rows)
    frame.to_csv(tmp_path / "rows.csv", index=False)
    frame.to_csv(tmp_path / "excel.csv", index=False, sep=";", encoding="utf-8-sig", lineterminator="\r\n")
    for source in (tmp_path / "rows.json", tmp_path / "rows.csv", tmp_path / "excel.csv", frame):
        assert list(read_chains(source)) == expected


@pytest.mark.parametrize("name", ["answer.txt", "answer.md", "answer.txt.gz", "-"])
def test_plain_text_is_one_chain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    text = "Anne married Thomas.\r\nThomas was English.\n"
    data = gzip.compress(text.encode()) if name.endswith(".gz") else text.encode()
    (tmp_path / "answer").write_bytes(data)
    source: str | Path = (tmp_path / "answer").rename(tmp_path / name) if name != "-" else "-"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    (chain,) = read_chains(source)
    assert (chain.id, chain.text) == ("1", text.replace("\r\n", "\n"))


def test_plain_text_that_begins_like_json_is_json(tmp_path: Path) -> None:
    (chain,) = read_chains(written(tmp_path / "rows.txt", FULL))
    assert chain.id == "7"


def test_plain_text_that_is_not_utf_8_says_so(tmp_path: Path) -> None:
    (tmp_path / "answer.txt").write_bytes("Anne married André.".encode("latin-1"))
    with pytest.raises(InputError, match=r"answer\.txt is not UTF-8 .byte 18.; save it as UTF-8"):
        list(read_chains(tmp_path / "answer.txt"))


def test_arrays_in_a_frame_are_lists_and_what_is_missing_is_not_there() -> None:
    frame = pd.DataFrame({"cot": ["x", "y"], "topic": [np.array(["a", "b"]), None], "id": [pd.NA, "2"]})
    first, second = read_chains(frame)
    assert (first.id, first.topic) == ("1", ("a", "b"))
    assert (second.id, second.topic) == ("2", ())


def test_a_bad_row_of_a_frame_is_numbered() -> None:
    with pytest.raises(BadRowError, match="<frame>, line 2: has no text in 'cot'"):
        list(read_chains(pd.DataFrame({"cot": ["x", None]})))


def test_an_empty_cell_is_an_empty_chain(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("id,question,cot\na,Who?,Anne.\nb,Who?,\n", "utf-8")
    assert [(row.id, row.text) for row in read_chains(tmp_path / "rows.csv")] == [("a", "Anne."), ("b", "")]


def test_a_row_of_nothing_is_no_chain(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("id,question,cot\n,Who?,Anne.\n,,\n,Who?,\n, ,\n", "utf-8")
    assert [(row.id, row.text) for row in read_chains(tmp_path / "rows.csv")] == [("2", "Anne."), ("4", "")]


def test_a_table_without_the_column_says_which_it_has(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("question,response\nWho?,Anne\n", "utf-8")
    with pytest.raises(BadRowError, match=r"line 2: has no text in 'cot'.*question, response"):
        list(read_chains(tmp_path / "rows.csv"))


BAD = {
    "not JSON": '{"cot": ',
    "a list": "[1]",
    "no cot": '{"question": "Who?"}',
    "cot is a number": '{"cot": 3}',
    "topic is an object": '{"cot": "a", "topic": {}}',
    "gold answers hold a list": '{"cot": "a", "gold_answers": [["x"]]}',
    "a path of pairs": '{"cot": "a", "gold_paths": [[["h", "r"]]]}',
    "paths are one path": '{"cot": "a", "gold_paths": [["h", "r", "t"]]}',
    "a NUL": '{"cot": "a\\u0000b"}',
    "half a surrogate": '{"cot": "a\\ud800b"}',
}


@pytest.mark.parametrize("line", BAD.values(), ids=BAD.keys())
def test_a_bad_row_is_named_by_file_and_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(f'{{"cot": "good"}}\n{line}\n', "utf-8")
    with pytest.raises(BadRowError, match=r"rows\.jsonl, line 2: ") as caught:
        list(read_chains(path))
    assert caught.value.line == 2


def test_a_bad_row_from_python_is_named_by_its_number() -> None:
    with pytest.raises(BadRowError, match="line 2"):
        list(read_chains([{"cot": "good"}, {"text": "no cot"}]))


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not there"):
        list(read_chains(tmp_path / "none.jsonl"))
