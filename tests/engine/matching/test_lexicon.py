"""The lexicon's step: a cue in the phrase, and who holds the role by the words around it."""

import pytest
from groundpath.engine.matching.labels import cues_of_label
from groundpath.engine.matching.lexicon import Lexicon
from groundpath.engine.matching.synonyms import is_symmetric, synonyms_of


def way(label: str, phrase: str) -> int | None:
    found = Lexicon([*cues_of_label(label), *synonyms_of(label)]).find(tuple(phrase.split()))
    return found.way if found else None


@pytest.mark.parametrize(
    ("label", "phrase", "found"),
    [
        ("founder", "<1> was founded by <2> .", 1),
        ("founder", "<1> founded <2> .", -1),
        ("founder", "<1> 's founder is <2> .", 1),
        ("founder", "<1> is the founder of <2> .", -1),
        ("founded", "<1> founded <2> .", 1),
        ("founded", "<1> was founded by <2> .", -1),
        ("founded_by", "the founder of <1> was <2> .", 1),
        ("capital of", "<1> is the capital of <2> .", 1),
        ("capital of", "<1> 's capital is <2> .", -1),
        ("coach", "<1> , the former coach of <2> , left .", -1),
        ("coach", "<1> 's coach , <2> , left .", 1),
        ("treats", "<1> treats <2> .", 1),
        ("treats", "<1> is treated with <2> .", -1),
        ("treats", "<1> , which <2> treats , is rare .", -1),
        ("child", "<1> is the daughter of <2> .", -1),
        ("parent", "<1> is the daughter of <2> .", 1),
        ("owner", "<1> -> owner -> <2>", 1),
        ("founder", "<1> murdered <2> .", None),
        ("founder", "<1> met the founder of <2> .", None),
    ],
)
def test_direction(label: str, phrase: str, found: int | None) -> None:
    assert way(label, phrase) == found


def test_relations_without_direction() -> None:
    assert is_symmetric("spouse")
    assert not is_symmetric("founder")
    assert way("spouse", "<1> and <2> were married .") == 0


def test_a_phrase_is_plain_where_nothing_else_is_said() -> None:
    lexicon = Lexicon(cues_of_label("founder"))
    plain, other = (
        lexicon.find(tuple(phrase.split()))
        for phrase in ("<1> was founded in 1990 by <2> .", "<1> was allegedly founded by <2> .")
    )
    assert plain is not None
    assert plain.plain
    assert other is not None
    assert not other.plain


def test_what_something_is_says_the_relations_of_a_class() -> None:
    lexicon = Lexicon(cues_of_label("profession"), of_class=True)
    found = lexicon.find(("<1>", "was", "a", "<2>", "."))
    assert found is not None
    assert (found.way, found.rule) == (1, "en.roles.class.is")
    assert Lexicon(cues_of_label("spouse")).find(("<1>", "was", "a", "<2>", ".")) is None
