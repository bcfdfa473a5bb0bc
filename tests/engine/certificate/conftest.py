"""Verdicts with certificates over a small graph: claims of every status, in a file."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from graphs import write_graph
from groundpath import Auditor, ChainOfThought, audit_to_file, open_store
from groundpath.engine.certificate.checker import Rechecked, recheck_file
from groundpath.engine.rules.rule import Atom, Rule
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Triple

Row = dict[str, Any]

FACTS = [
    Triple(*line.split(" | "))
    for line in """\
Ann Berg | parent | Bob Berg
Bob Berg | parent | Cid Berg
Ann Berg | born in | Oslo
Bob Berg | born in | Rome
Dora Lund | employer | Acme
Cid Berg | year of birth | 1901
Acme | located in | Rome""".splitlines()
]
RULES = [Rule("grandparent", (Atom("parent"), Atom("parent")))]
TEXTS = {
    "supported": "1. Ann Berg's parent is Bob Berg.\n2. Bob Berg was born in Rome.",
    "inferred": "1. Ann Berg's grandparent is Cid Berg.",
    "otherwise": "1. Ann Berg was born in Rome.",
    "denied": "1. Ann Berg was not born in Oslo.",
    "turned": "1. Bob Berg's parent is Ann Berg.",
    "supposed": "1. Ann Berg may have been born in Oslo.",
    "unread": "1. Dora Lund painted Acme green.",
    "apart": "1. Dora Lund played chess with Cid Berg.",
    "value": "1. Cid Berg's year of birth is 1950.",
}


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    with open_store(f"embedded:{tmp_path_factory.mktemp('certificates') / 'store'}") as store:
        write_graph(store, "bergs", FACTS)
        yield store


@pytest.fixture(scope="session")
def auditor(store: GraphStore) -> Auditor:
    return Auditor(store, "bergs", rules=RULES)


@pytest.fixture(scope="session")
def file(auditor: Auditor, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("verdicts") / "verdicts.jsonl"
    audit_to_file(auditor, [ChainOfThought(id, "", text) for id, text in TEXTS.items()], path)
    return path


@pytest.fixture
def rows(file: Path) -> list[Row]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


Recheck = Callable[..., list[Rechecked]]


@pytest.fixture
def recheck(store: GraphStore, tmp_path: Path) -> Recheck:
    """What is found of some rows."""

    def found(rows: list[Row], at: GraphStore = store, **settings: Any) -> list[Rechecked]:
        path = tmp_path / "rows.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        return list(recheck_file(path, at, **settings))

    return found
