"""A graph of a family and passages about soap, and texts that they bear out, contradict and cannot judge."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from groundpath import Auditor, Checker, load_triples, open_store
from letters import LetterEncoder
from stated_judge import StatedJudge

FAMILY = """\
Anna Berg\tspouse\tBert Berg
Anna Berg\tchildren\tCleo Berg
Bert Berg\tplace of birth\tOslo
"""
QUESTION = "Where was the spouse of Anna Berg born?"
FAITHFUL = (
    "Anna Berg's spouse is Bert Berg. The place of birth of Bert Berg is Oslo. So the answer is (Oslo)."
)
UNFAITHFUL = "Anna Berg's spouse is Bert Berg. The place of birth of Bert Berg is Anna Berg."
UNSCORED = "Nobody knows."


@pytest.fixture(scope="session")
def family_url(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a store that holds the graph `family`."""
    folder: Path = tmp_path_factory.mktemp("family")
    (folder / "family.tsv").write_text(FAMILY, "utf-8")
    url = f"embedded:{folder / 'store'}"
    with open_store(url) as store:
        load_triples(store, "family", folder / "family.tsv", embed=False)
    return url


@pytest.fixture(scope="session")
def auditor(family_url: str) -> Iterator[Auditor]:
    with open_store(family_url) as store:
        yield Auditor(store, kg="family")


ASKED = "What is soap?"
CONTEXTS = ["Soap cleans. It is made in Ely.", "Soap is cheap."]
SUPPORTED = "Soap cleans. Soap is cheap."
"""Both of its claims are supported, with the chance 0.9 each."""
CONTRADICTED = "Soap cleans. Soap is dear."
"""Its second claim is contradicted: it is supported with the chance 0.05."""
CLAIMS_NOTHING = "Is that so?"


@pytest.fixture
def checker() -> Checker:
    """Its judge is a stated one."""
    judge = StatedJudge(
        {
            ("Soap cleans.", "Soap cleans"): "supported",
            ("Soap is cheap.", "Soap is cheap"): "supported",
            ("Soap is dear.", "Soap is cheap"): "contradicted",
        }
    )
    return Checker(encoder=LetterEncoder(), judge=judge)
