"""Whose fault contradicted claims are, by answers that are audited against a graph of birthplaces."""

from collections.abc import Iterable, Iterator

import pytest
from graphs import triples, write_graph
from groundpath import Auditor, ChainOfThought, blame, open_store
from groundpath.engine.blame.blaming import BlameReport
from groundpath.engine.store.protocol import GraphStore

KG = "kin"
MODELS = ("m1", "m2", "m3")
FACTS = triples(
    *(f"Pat{n:02} place_of_birth Town{n:02}" for n in range(10, 60)), "Pat30 place_of_birth Town31"
)


@pytest.fixture(scope="module")
def kin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphStore]:
    """A graph in which everybody has one birthplace, but for Pat30, who has two."""
    with open_store(f"embedded:{tmp_path_factory.mktemp('blame')}") as store:
        write_graph(store, KG, FACTS)
        yield store


def blamed(kin: GraphStore, said: Iterable[tuple[str, str, str]]) -> BlameReport:
    """What comes of (model, person, town); each model is right of some others, too."""
    others = ((model, f"Pat{n}", f"Town{n}") for n in range(50, 58) for model in MODELS)
    chains = [
        ChainOfThought(f"{n}", "", f"1. {person} was born in {town}.", model=model)
        for n, (model, person, town) in enumerate((*said, *others))
    ]
    return blame(kin, Auditor(kin, KG, method="path").audit_all(chains))


def test_of_two_values_that_is_blamed_which_answers_do_not_give(kin: GraphStore) -> None:
    """m1 and m2 say Town30, m3 says neither; that Pat30 was born in Town31 nobody says."""
    said = [("m1", "Pat30", "Town30"), ("m2", "Pat30", "Town30"), ("m3", "Pat30", "Town40")]
    faults = {one.held[0].tail.id: one for one in blamed(kin, said).blames}
    assert {town: one.fault for town, one in faults.items()} == {"Town30": "text", "Town31": "graph"}
    assert faults["Town31"].value == "Town30"
    assert [fact.tail.id for fact in faults["Town31"].repair.withdrawn] == ["Town31"]
    assert not faults["Town31"].repair.stated, "it is there"


def test_another_value_takes_the_place_of_the_one_that_is_held(kin: GraphStore) -> None:
    said = [(model, "Pat41", "Town42") for model in MODELS]
    (one,) = blamed(kin, said).blames
    assert one.fault == "graph"
    assert [fact.tail.id for fact in one.repair.withdrawn] == ["Town41"]
    assert [fact.tail.id for fact in one.repair.stated] == ["Town42"]


def test_what_one_model_says_against_two_is_its_own_fault(kin: GraphStore) -> None:
    said = [("m1", "Pat41", "Town41"), ("m2", "Pat41", "Town41"), ("m3", "Pat41", "Town42")]
    (one,) = blamed(kin, said).blames
    assert one.fault == "text"
    assert one.voters == {"": 2, "Town42": 1}
