"""What verdicts cite is read once, and what was given out stays whole."""

import pytest
from groundpath.engine.audit import citing
from groundpath.engine.audit.citing import Cited
from royals import ROYALS, readable


def test_facts_and_entities_are_those_of_the_graph() -> None:
    graph = readable(ROYALS)
    cited = Cited(graph.view)
    for _ in range(2):
        facts = cited.facts([3, 1, 3])
        assert [facts[3], facts[1]] == graph.view.facts_at([3, 1])
        assert cited.entities([0])[0] == graph.view.entities_at([0])[0]


def test_what_was_given_stays_when_later_ones_push_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citing, "_KEPT", 1)
    view = readable(ROYALS).view
    cited = Cited(view)
    first = cited.facts([0, 1])
    assert 0 not in cited.facts([2])
    assert first[0] == view.facts_at([0])[0]
