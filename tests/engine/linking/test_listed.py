"""Things in lower case that are listed beside a known one."""

import pytest
from graphs import triples
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.language.tokens import Tokens
from royals import readable

REMEDIES = triples("Aspirin treats Headache", "Ibuprofen treats Fever", "Chloroquine treats Lupus")


@pytest.fixture(scope="module")
def remedies() -> GroundingGraph:
    return readable(REMEDIES)


def unknown(graph: GroundingGraph, text: str) -> list[str]:
    """The words of a text that are taken for the name of what the graph does not know."""
    tokens = Tokens.of(text)
    plain, doubtful = graph.finder.named(tokens)
    found = graph.finder.mentions(tokens, sorted([*plain, *doubtful]), [])
    return [tokens.written(one.start, one.end) for one in found if one.how == "unknown"]


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("Aspirin treats headache and gout.", ["gout"]),
        ("Aspirin treats gout and headache.", ["gout"]),
        ("Aspirin may treat gout or headache.", ["gout"]),
        ("Aspirin treats gout, headache, and asthma.", ["gout", "asthma"]),
        ("Chloroquine treats gout, asthma and lupus.", ["gout", "asthma"]),
        ("Gout and lupus are treated by chloroquine.", ["Gout"]),
        ("Lupus and gout are treated by chloroquine.", ["gout"]),
        ("Ibuprofen treats fever and heart disease in adults.", ["heart disease"]),
        ("Ibuprofen treats heart disease and the fever.", ["heart disease"]),
    ],
)
def test_what_is_listed_is_a_thing(remedies: GroundingGraph, text: str, things: list[str]) -> None:
    assert unknown(remedies, text) == things


@pytest.mark.parametrize(
    "text",
    [
        "Aspirin treats headache and fever.",  # both are known
        "Aspirin treats headache and reduces pain.",
        "Ibuprofen is cheap and treats fever.",
        "Aspirin treats headache and doctors like it.",
        "Ibuprofen treats fever and more.",
        "In children, fever and headache are common.",
        "Aspirin treats headache quickly and well.",
    ],
)
def test_other_words_beside_a_thing_name_nothing(remedies: GroundingGraph, text: str) -> None:
    assert unknown(remedies, text) == []
