"""An audit into a file, cut off anywhere, comes to the same rows when it is run again."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from groundpath import Auditor
from groundpath.engine.audit.journal import audit_to_file, read_verdicts
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.audit.results import summarise
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.store.protocol import GraphStore


class CutOffError(Exception):
    """The audit ends here."""


def cut_off(chains: list[ChainOfThought], after: int) -> Iterator[ChainOfThought]:
    yield from chains[:after]
    raise CutOffError


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def whole(auditor: Auditor, chains: list[ChainOfThought], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an audit that nothing disturbed."""
    path = tmp_path_factory.mktemp("whole") / "verdicts.jsonl"
    audit_to_file(auditor, chains, path)
    return path


@pytest.fixture
def copy(whole: Path, tmp_path: Path) -> Path:
    path = tmp_path / "verdicts.jsonl"
    path.write_bytes(whole.read_bytes())
    return path


def test_a_row_holds_the_verdict_with_its_evidence(whole: Path, chains: list[ChainOfThought]) -> None:
    rows = rows_of(whole)
    assert [row["id"] for row in rows] == [chain.id for chain in chains]
    assert {"verdict", "error", "answer", "fault", "reason", "method", "steps"} <= rows[0].keys()
    step = rows[0]["steps"][0]
    assert step["number"] == 1
    fact = step["claims"][0]["fact"]
    assert step["facts"][0] == fact
    assert {"key", "head", "relation", "tail", "text", "score", "cypher", "parameters"} <= fact.keys()


def test_the_file_is_read_back_as_verdicts(
    whole: Path, auditor: Auditor, chains: list[ChainOfThought], copy: Path
) -> None:
    verdicts = list(read_verdicts(whole))
    assert [v.to_dict() for v in verdicts] == [v.to_dict() for v in auditor.audit_all(chains)]
    assert audit_to_file(auditor, chains, copy) == summarise(verdicts)


@pytest.mark.parametrize("after", [0, 1, 5, 12])
def test_an_audit_that_was_cut_off_goes_on(
    whole: Path, auditor: Auditor, chains: list[ChainOfThought], tmp_path: Path, after: int
) -> None:
    path = tmp_path / "verdicts.jsonl"
    with pytest.raises(CutOffError):
        audit_to_file(auditor, cut_off(chains, after), path, batch_size=2)
    assert len(rows_of(path)) <= after
    summary = audit_to_file(auditor, chains, path, batch_size=2)
    assert rows_of(path) == rows_of(whole)
    assert summary.total == len(chains)


@pytest.mark.parametrize("torn_at", [1, 30, -1])
def test_a_last_line_that_was_torn_is_written_anew(
    whole: Path, auditor: Auditor, chains: list[ChainOfThought], copy: Path, torn_at: int
) -> None:
    *lines, last = copy.read_bytes().splitlines(keepends=True)
    copy.write_bytes(b"".join(lines) + last[:torn_at])
    audit_to_file(auditor, chains, copy)
    assert rows_of(copy) == rows_of(whole)


def test_what_is_there_is_not_judged_again(
    auditor: Auditor, chains: list[ChainOfThought], copy: Path
) -> None:
    before = copy.read_bytes()
    audit_to_file(auditor, chains, copy)
    assert copy.read_bytes() == before
    more = ChainOfThought("more", "", "1. Anne of York's spouse is Thomas Howard.")
    audit_to_file(auditor, [*chains, more], copy)
    assert copy.read_bytes().startswith(before)
    assert [verdict.id for verdict in read_verdicts(copy)][-1] == "more"


def test_another_input_is_noticed(auditor: Auditor, chains: list[ChainOfThought], copy: Path) -> None:
    before = copy.read_bytes()
    changed = [*chains[:3], replace(chains[3], text="1. Something else."), *chains[4:]]
    with pytest.raises(InputError, match="line 4"):
        audit_to_file(auditor, changed, copy)
    with pytest.raises(InputError, match="line 12"):
        audit_to_file(auditor, chains[:-1], copy)
    assert copy.read_bytes() == before


def test_other_settings_are_noticed(
    audit_store: GraphStore, chains: list[ChainOfThought], copy: Path
) -> None:
    for other in (
        Auditor(audit_store, "family", settings=PathSettings("open")),
        Auditor(audit_store, "family", method="paper"),
    ):
        with pytest.raises(InputError, match="line 1"):
            audit_to_file(other, chains, copy)


@pytest.mark.parametrize("content", ["my notes", "my notes\n", '{"cot": "a row to audit"}\n', "\n"])
def test_a_file_of_something_else_is_left_alone(
    auditor: Auditor, chains: list[ChainOfThought], tmp_path: Path, content: str
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content, "utf-8")
    with pytest.raises(InputError, match="not a row of an audit"):
        audit_to_file(auditor, chains, path)
    assert path.read_text("utf-8") == content


def test_a_file_that_cannot_be_written_is_named(
    auditor: Auditor, chains: list[ChainOfThought], tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        audit_to_file(auditor, chains, tmp_path / "no folder" / "verdicts.jsonl")


def test_reading_what_is_no_verdict_names_the_line(tmp_path: Path, copy: Path) -> None:
    copy.write_bytes(copy.read_bytes().splitlines(keepends=True)[0] + b'{"id": 1}\n')
    with pytest.raises(BadRowError, match="line 2"):
        list(read_verdicts(copy))
    with pytest.raises(InputError, match="cannot be read"):
        list(read_verdicts(tmp_path / "none.jsonl"))
