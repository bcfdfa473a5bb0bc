"""Forms of verbs, by which a label and a statement are known to be one relation."""

import pytest
from groundpath.engine.reading.inflection import participles, verb_forms
from groundpath.engine.reading.lexicon import general_lexicon
from groundpath.engine.reading.slots import FIRST, SECOND
from groundpath.engine.reading.wording import read_wording


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("sunk", {"sink", "sinks", "sank", "sunk", "sinking"}),
        ("wrote", {"write", "writes", "written", "writing"}),
        ("overruled", {"overrule", "overrules", "overruling"}),
        ("planned", {"plan", "plans", "planning", "planned"}),
        ("carried", {"carry", "carries", "carrying"}),
        ("taught", {"teach", "teaches", "teaching"}),
    ],
)
def test_forms_follow_from_one_of_them(word: str, forms: set[str]) -> None:
    assert forms <= verb_forms(word) | {word}


@pytest.mark.parametrize("word", ["father", "red", "bed", "capital", "parents", "by", ""])
def test_other_words_have_none(word: str) -> None:
    assert verb_forms(word) == frozenset()


def test_participles_tell_a_passive() -> None:
    assert {"sunk", "written", "slain"} <= participles()


@pytest.mark.parametrize(
    ("label", "words", "direction"),
    [
        ("hounded by", "was hounded by", 1),
        ("hounded by", "hounded", -1),
        ("hounded by", "has been hounding", -1),
        ("hounded", "hounds", 1),
        ("hounded", "was hounded by", -1),
        ("spun for", "spins for", 1),
        ("spun by", "spun", -1),
        ("spun", "was spun by", -1),
    ],
)
def test_a_label_is_known_in_every_form(label: str, words: str, direction: int) -> None:
    lexicon = general_lexicon().with_labels([label])
    said = read_wording(f"{FIRST} {words} {SECOND}".split(), lexicon)
    assert (f"={label}", direction) in said.senses
