"""Everyday words, read as a relation of the graph, accuse only of things of the kind to which it leads."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor

WORKSHOPS = triples(
    "Anna_Berg worked_at Rosen_Institute",
    "Karl_Lind worked_at Holm_Laboratory",
    "Anna_Berg born_in Uppsala",
    "Karl_Lind born_in Malmo",
    "Peter_Dahl born_in Lund",
    "Rosen_Institute located_in Lund",
    "Holm_Laboratory located_in Uppsala",
    "Peter_Dahl doctoral_student Anna_Berg",
    "Vela orbits Tarn",
    "Vela discovered_by Karl_Lind",
    "Mira orbits Tarn",
)


@pytest.fixture
def workshops(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(WORKSHOPS)


@pytest.mark.parametrize(
    "text",
    ["Anna Berg moved to Lund.", "Mira was studied by Peter Dahl.", "Anna Berg worked with Karl Lind."],
)
def test_a_thing_of_another_kind_is_held_against_nothing(workshops: Auditor, text: str) -> None:
    assert workshops.audit(text).verdict == "unscored"


@pytest.mark.parametrize(
    "text",
    [
        "Anna Berg worked at Holm Laboratory.",
        "Anna Berg took a job at Holm Laboratory.",
        "Anna Berg was born in Lund.",
        "Peter Dahl supervised the thesis of Karl Lind.",
        "Vela was discovered by Peter Dahl.",
    ],
)
def test_one_of_the_same_kind_is(workshops: Auditor, text: str) -> None:
    assert workshops.audit(text).verdict == "unfaithful"
