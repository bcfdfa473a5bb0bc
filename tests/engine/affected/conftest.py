"""Small graphs with texts about them, judged and indexed; and what whole audits say of a change."""

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import berg_family
import pytest
from graphs import write_graph
from groundpath import Auditor, ChainOfThought, affected, audit_with_index, open_store
from groundpath.engine.affected.changes import Changes
from groundpath.engine.affected.changing import Changing
from groundpath.engine.affected.comparing import said
from groundpath.engine.affected.results import Affected
from groundpath.engine.audit.batches import BatchJudge
from groundpath.engine.audit.path.judge import PathJudge
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.rules.rule import Rule
from groundpath.engine.store.protocol import GraphSource, GraphStore
from groundpath.engine.terms import Triple

KG = "bergs"
TEXTS = {
    **berg_family.TEXTS,
    "unnamed": "1. Ann Berg's employer is Initech.",
    "misspelt": "1. The parent of Ann Berg is Bob Brg.",
    "pronoun": "1. Ann Berg was born in Oslo.\n2. Her parent is Bob Berg.",
}


class Kept(NamedTuple):
    """Verdicts with their index, and what they were made from."""

    store: GraphStore
    chains: Sequence[ChainOfThought]
    path: Path
    rules: Sequence[Rule] | None = None

    def affected(self, source: GraphSource | Changes) -> Affected:
        """What a change does to them."""
        return affected(self.path, self._changed(source), rules=self.rules)

    def ids(self, found: Affected) -> tuple[set[str], set[str]]:
        """The ids of what is touched, and of what changed."""
        return {one.id for one in found.touched}, {one.id for one in found.changed}

    def differing(self, source: GraphSource | Changes) -> set[str]:
        """Of which chains two whole audits, before and after, say different things."""
        settings = PathSettings(json.loads(self.path.read_text("utf-8").splitlines()[0])["world"])
        judge = PathJudge(self._changed(source), KG, settings, rules=self.rules)
        after = BatchJudge(judge, "path", KG).verdicts(self.chains)
        rows = map(json.loads, self.path.read_text("utf-8").splitlines())
        pairs = zip(rows, after, strict=True)
        return {one.id for row, one in pairs if said(row) != said(one.to_dict())}

    def _changed(self, source: GraphSource | Changes) -> GraphSource:
        return Changing(self.store, source) if isinstance(source, Changes) else source


Keep = Callable[..., Kept]


@pytest.fixture(scope="session")
def keep(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keep]:
    """Judges texts over facts, and indexes the verdicts."""
    folder = tmp_path_factory.mktemp("affected")
    opened: list[GraphStore] = []

    def kept(
        facts: Sequence[Triple],
        texts: dict[str, str],
        rules: Sequence[Rule] | None = None,
        settings: PathSettings | None = None,
    ) -> Kept:
        store = open_store(f"embedded:{folder / f'store{len(opened)}'}")
        opened.append(store)
        write_graph(store, KG, list(facts))
        chains = [ChainOfThought(id, "", text) for id, text in texts.items()]
        auditor = Auditor(store, KG, rules=rules, settings=settings)
        path = folder / f"verdicts{len(opened)}.jsonl"
        audit_with_index(auditor, chains, path)
        return Kept(store, chains, path, rules)

    yield kept
    for store in opened:
        store.close()


@pytest.fixture(scope="session")
def bergs(keep: Keep) -> Kept:
    return keep(berg_family.FACTS, TEXTS, berg_family.RULES)
