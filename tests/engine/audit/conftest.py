"""The real graph of noble families that audits run on, in a real store, with the real encoder."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from groundpath import Auditor, load_triples, open_store
from groundpath.engine.audit.auditor import METHODS
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.store.protocol import GraphStore
from real_data import LABELLED_CHAINS, PATHQUESTION

FAMILY = PATHQUESTION / "2H-kb.tsv"


@pytest.fixture(scope="session")
def audit_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    with open_store(f"embedded:{tmp_path_factory.mktemp('audit') / 'store'}") as store:
        load_triples(store, "family", FAMILY)
        yield store


@pytest.fixture(scope="session")
def auditor(audit_store: GraphStore) -> Auditor:
    return Auditor(audit_store, "family")


@pytest.fixture(scope="session")
def paper_auditor(audit_store: GraphStore) -> Auditor:
    return Auditor(audit_store, "family", method="paper")


@pytest.fixture(scope="session", params=METHODS)
def each_auditor(request: pytest.FixtureRequest, audit_store: GraphStore) -> Auditor:
    """What every method of judging promises."""
    return Auditor(audit_store, "family", method=request.param)


@pytest.fixture(scope="session")
def labelled_rows() -> list[dict[str, Any]]:
    """Labelled chains over the family graph."""
    rows = map(json.loads, LABELLED_CHAINS.read_text("utf-8").splitlines())
    return [row for row in rows if row["kg"] == "2H-kb"]


@pytest.fixture(scope="session")
def chains(labelled_rows: list[dict[str, Any]]) -> list[ChainOfThought]:
    """A dozen of them, of all tiers."""
    return list(read_chains(labelled_rows[:12]))
