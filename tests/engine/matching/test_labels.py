"""What labels of relations say: their words, and the cues that say the same."""

import pytest
from groundpath.engine.matching.labels import (
    Cue,
    cues_of_label,
    cues_of_wording,
    says_nothing,
    words_of_label,
)
from groundpath.engine.matching.matcher import RelationMatcher


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("founded_by", "founded by"),
        ("birthPlace", "birth place"),
        ("dbo:architect", "architect"),
        ("P112 founded by", "founded by"),
        ("RO:0002211 regulates", "regulates"),
        ("TREATS_CtD", "treats"),
        ("HAS_MEMBER", "has member"),
        ("film.film.directed_by", "directed by (film)"),
        ("/people/person/place_of_birth", "place of birth (people person)"),
        ("film.actor.film..film.performance.film", "film (actor performance)"),
        ("employer (former)", "employer"),
        ("spouse", "spouse"),
    ],
)
def test_words(label: str, words: str) -> None:
    assert words_of_label(label) == words


@pytest.mark.parametrize(
    ("label", "cue"),
    [
        ("founder", Cue(("founder",), "noun", -1)),
        ("founder", Cue(("founded",), "verb", -1)),
        ("founders", Cue(("founder",), "noun", -1)),
        ("founded_by", Cue(("founded",), "verb", -1)),
        ("founded_by", Cue(("founder",), "noun", -1)),
        ("founded", Cue(("founds",), "verb", 1)),
        ("founder of", Cue(("founder",), "noun", 1)),
        ("is_founder_of", Cue(("founder",), "noun", 1)),
        ("has_founder", Cue(("founder",), "noun", -1)),
        ("treats", Cue(("treated",), "verb", 1)),
        ("wrote", Cue(("written",), "verb", 1)),
        ("born in", Cue(("born", "in"), "verb", 1)),
        ("place of birth", Cue(("place", "of", "birth"), "noun", -1)),
        ("capital_of", Cue(("capital",), "noun", 1)),
        ("children", Cue(("child",), "noun", -1)),
        ("releases", Cue(("release",), "noun", -1)),
        ("releases", Cue(("releases",), "verb", 1)),
        ("presents_symptom", Cue(("presented",), "verb", 1)),
        ("presents_symptom", Cue(("symptom",), "noun", -1)),
    ],
)
def test_a_label_gives_a_cue(label: str, cue: Cue) -> None:
    assert cue in cues_of_label(label)


@pytest.mark.parametrize("label", ["-", "?", "…", "'", "of", "has"])
def test_a_label_without_words_gives_none(label: str) -> None:
    assert cues_of_label(label) == ()


def test_plurals_of_doers_are_no_verbs() -> None:
    assert all(cue.kind == "noun" for cue in cues_of_label("members") if cue.words == ("members",))


def test_a_wording_stands_between_head_and_tail() -> None:
    assert Cue(("made", "head", "of"), "verb", 1) in cues_of_wording("was made head of")


@pytest.mark.parametrize("label", ["P36", "p36", "ro 0002212", "BFO_0000050"])
def test_an_identifier_without_words_is_read_in_no_phrase(label):
    """Whatever stands between the two things: the learned matcher is not asked what "P47" means."""
    matcher = RelationMatcher([label])
    match = matcher.match(("the", "capital", "of", "<1>", "is", "<2>"), 0, 1)
    assert (match.answer, match.probability) == ("nothing", 0.0)


@pytest.mark.parametrize("label", ["P112 founded by", "top 10", "r1", "capital"])
def test_a_label_with_a_word_is_none_such(label):
    assert not says_nothing(label)
