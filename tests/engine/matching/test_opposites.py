"""What says the opposite of a relation never states it: by any form of its words, wherever they stand."""

import pytest
from groundpath.engine.matching.matcher import RelationMatcher
from groundpath.engine.matching.opposites import opposes


@pytest.mark.parametrize(
    ("label", "phrase"),
    [
        ("downregulates", "<1> strongly upregulates <2> ."),
        ("downregulates", "<1> up regulates <2> ."),
        ("downregulates", "<1> causes upregulation of <2> ."),
        ("upregulates", "<1> downregulates <2> in the synovial joint ."),
        ("activates", "<1> de activates <2> ."),
        ("inhibits", "<1> , <2> and others are stimulated ."),
        ("agonist of", "<1> is a potent antagonist of <2> ."),
        ("left", "<1> formally joined <2> in 1995 ."),
        ("banned", "<1> has legalised <2> ."),
        ("promoted to", "<1> suffered relegation to <2> ."),
    ],
)
def test_opposites(label: str, phrase: str) -> None:
    assert opposes(tuple(phrase.split()), label)


@pytest.mark.parametrize(
    ("label", "phrase"),
    [
        ("downregulates", "<1> strongly down regulates <2> ."),
        ("downregulates", "<1> prevents upregulation of <2> ."),
        ("inhibits", "<1> binds <2> and raises blood pressure ."),
        ("inhibits", "<1> binds <2> , which activates other proteins ."),
        ("activates", "<1> results in activation of <2> ."),
        ("capital of", "<1> is the capital of <2> , which opposes it ."),
        ("buyer", "<1> was sold to <2> ."),
    ],
)
def test_what_is_none(label: str, phrase: str) -> None:
    assert not opposes(tuple(phrase.split()), label)


@pytest.mark.parametrize(
    ("label", "opposite", "same"),
    [
        ("downregulates", "<1> is known to upregulate <2> .", "<1> is known to downregulate <2> ."),
        ("downregulates", "<1> upregulates <2> and causes pain .", "<1> lowers <2> and raises others ."),
        ("banned", "<1> officially permitted <2> .", "<1> officially prohibited <2> ."),
        ("joined", "<1> 's exit from <2> surprised many .", "<1> 's entry into <2> surprised many ."),
    ],
)
def test_the_opposite_supports_nothing(label: str, opposite: str, same: str) -> None:
    matcher = RelationMatcher([label])
    assert matcher.match(tuple(opposite.split()), 0, 1).answer == "other"
    assert matcher.match(tuple(same.split()), 0, 1).answer == "supports"


def test_to_deny_the_opposite_denies_nothing() -> None:
    phrase = tuple("<1> does not upregulate <2> .".split())
    assert RelationMatcher(["downregulates"]).match(phrase, 0, 1).answer == "other"
