"""What a domain's graph is called by that was read."""

from pathlib import Path

import pytest
from graphs import triples, write_graph
from groundpath.engine.domain.graph import DomainGraph
from groundpath.engine.store.opening import open_store
from groundpath.engine.text.opening import open_encoder


@pytest.mark.parametrize(
    ("facts", "same"),
    [(("a treats b", "c treats d"), True), (("a treats d", "c treats b"), False)],
)
def test_another_graph_of_as_many_facts_is_another_version(
    tmp_path: Path, facts: tuple[str, ...], same: bool
) -> None:
    encoder, versions = open_encoder(), []
    for number, stated in enumerate((("a treats b", "c treats d"), facts)):
        with open_store(f"embedded:{tmp_path / str(number)}") as store:
            write_graph(store, "g", triples(*stated))
            versions.append(DomainGraph.open(store, "g", encoder).version)
    assert (versions[0] == versions[1]) is same
