"""A graph of a family, and texts that it bears out, contradicts and cannot judge."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from groundpath import Auditor, load_triples, open_store

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
