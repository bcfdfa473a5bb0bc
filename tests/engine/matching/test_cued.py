"""The words by which a text asks of a relation."""

import pytest
from groundpath.engine.matching.cued import cued

QUESTION = "where was the husband of the director of kiln born".split()


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("spouse", {"husband"}),
        ("director", {"director"}),
        ("place of birth", {"born"}),
        ("occupation", set()),
        ("", set()),
    ],
)
def test_words_that_belong_to_a_cue_of_the_relation(label, words):
    assert cued(QUESTION, label) == words


def test_a_cue_of_several_words_counts_where_they_follow_each_other():
    assert cued("who is the mother in law of ann".split(), "parent in law") == {"mother", "in", "law"}
    assert "law" not in cued("who is the mother of the law".split(), "parent in law")
