"""What `check` takes from a graph is certified: proved again, and not changed unseen."""

import json

import pytest
from berg_family import FACTS
from graphs import write_graph
from groundpath import Auditor, open_store
from groundpath.engine.certificate.checker import recheck_file
from groundpath.engine.check.cases import read_cases
from groundpath.engine.check.checker import Checker
from groundpath.engine.check.journal import check_to_file, read_checks
from groundpath.engine.text.opening import open_encoder

ROWS = [
    {
        "id": "both",
        "answer": "Bob Berg was born in Rome.",
        "contexts": ["Bob Berg was born in Rome in 1901."],
    },
    {"id": "wrong", "answer": "Ann Berg was born in Rome.", "contexts": ["Ann Berg likes the sea."]},
]


@pytest.fixture
def store(tmp_path):
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        write_graph(store, "bergs", FACTS)
        yield store


def test_verdicts_by_a_graph_are_proved_again(store, tmp_path):
    path = tmp_path / "checks.jsonl"
    checker = Checker(encoder=open_encoder(), graph=Auditor(store, "bergs"))
    check_to_file(checker, read_cases(ROWS), path)
    assert [one.found for one in recheck_file(path, store)] == ["holds"] * 2
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert rows[0]["certificate"]["claims"][0]["status"] == "supported"
    for row, checked in zip(rows, read_checks(path), strict=True):
        assert {name: value for name, value in row.items() if name != "made_from"} == checked.to_dict()
    for row in rows:
        row["sentences"][0]["claims"][0]["graph"] = "not_found"
    changed = tmp_path / "changed.jsonl"
    changed.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert {one.found for one in recheck_file(changed, store)} == {"tampered"}
    store.drop("bergs")
    write_graph(store, "bergs", [fact for fact in FACTS if fact.tail != "Rome"])
    assert [one.found for one in recheck_file(path, store)] == ["no_longer_holds", "holds"]
