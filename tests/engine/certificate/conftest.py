"""Verdicts with certificates over a small graph: claims of every status, in a file."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from berg_family import FACTS, RULES, TEXTS
from graphs import write_graph
from groundpath import Auditor, ChainOfThought, audit_to_file, open_store
from groundpath.engine.certificate.checker import Rechecked, recheck_file
from groundpath.engine.store.protocol import GraphStore

Row = dict[str, Any]


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
