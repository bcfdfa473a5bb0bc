"""The graphs of PathQuestion in a real store, and questions over them with their gold paths."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from groundpath import open_store
from groundpath.engine.audit.chains import read_questions
from groundpath.engine.discriminate.making import MadeTests, make_tests
from groundpath.engine.discriminate.settings import MakingSettings
from groundpath.engine.store.protocol import GraphStore
from real_data import LABELLED_CHAINS
from stored_graphs import read_triples, stored

Make = Callable[..., MadeTests]


@pytest.fixture(scope="session")
def path_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    with open_store(f"embedded:{tmp_path_factory.mktemp('discriminate') / 'store'}") as store:
        yield store


@pytest.fixture(scope="session")
def question_rows() -> dict[str, list[dict[str, Any]]]:
    """The labelled rows' questions, by the graph that they ask about."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in LABELLED_CHAINS.read_text("utf-8").splitlines():
        row = json.loads(line)
        found.setdefault(row["kg"], []).append(row)
    return found


@pytest.fixture(scope="session")
def make(path_store: GraphStore) -> Make:
    """Makes tests from rows over a graph of PathQuestion, which is written when first asked for."""

    def made(kg: str, rows: list[dict[str, Any]], **settings: Any) -> MadeTests:
        stored(path_store, kg, read_triples(f"{kg}.tsv"))
        return make_tests(path_store, kg, read_questions(rows), MakingSettings(**settings))

    return made
