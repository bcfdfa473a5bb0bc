"""Text as words and marks, and names in the form they are compared in."""

import pytest
from groundpath.engine.language.tokens import POSSESSIVE, Tokens, name_key, sentences_of
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("Anne's son", ["anne", POSSESSIVE, "son"]),
        ("Anne’s son", ["anne", POSSESSIVE, "son"]),
        ("James' son", ["james", "", "son"]),
        ("Louis XIV, king.", ["louis", "xiv", "", "king", ""]),
        ("Émile ÖSTERREICH", ["emile", "osterreich"]),
        ("李世民的父亲", list("李世民的父亲")),
        ("Пётр I", ["петр", "i"]),
        ("anne_of_york", ["anne", "of", "york"]),
        ("", []),
        ("in nineteen sixty-three it", ["in", "1963", "it"]),
        ("nineteen oh six, nineteen hundred and six", ["1906", "", "1906"]),
        ("twenty twenty-four", ["2024"]),
        ("two thousand and nine", ["2009"]),
        ("one hundred and twenty thousand three hundred", ["120300"]),
        ("Twenty-seven of thirty eight", ["27", "of", "38"]),
        ("two million", ["2000000"]),
        # one word alone only counts, and ordinals, ages and decades are no numbers
        ("one of two", ["one", "of", "two"]),
        ("the twenty-first", ["the", "twenty", "", "first"]),
        ("twenty-two-year-old", ["twenty", "", "two", "", "year", "", "old"]),
        ("the nineteen sixties", ["the", "nineteen", "sixties"]),
        ("Nineteen, sixty", ["nineteen", "", "sixty"]),
    ],
)
def test_words_in_normal_form(text: str, normal: list[str]) -> None:
    assert Tokens.of(text).normal == normal


def test_a_number_in_words_is_one_word_as_the_text_has_it() -> None:
    tokens = Tokens.of("Then, in Nineteen  sixty-three, Max fell.")
    assert tokens.surface == ["Then", ",", "in", "Nineteen  sixty-three", ",", "Max", "fell", "."]
    assert tokens.capitals == [0, 3, 5]
    assert tokens.written(2, 4) == "in Nineteen  sixty-three"


@given(
    st.one_of(
        st.text(),
        st.lists(st.sampled_from("two twenty hundred and - six oh thousand x".split())).map(" ".join),
    )
)
def test_any_text_can_be_taken_apart(text: str) -> None:
    tokens = Tokens.of(text)
    assert len(tokens.surface) == len(tokens.normal)
    at = 0
    for token in tokens.surface:
        at = text.index(token, at) + len(token)
    assert all(not word or word == POSSESSIVE or word == word.strip() for word in tokens.normal)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Louis I de Bourbon, Prince de Condé", "louis i de bourbon prince de conde"),
        ("anne_of_york", "Anne of York"),
        ("Bar-le-Duc", "bar le duc"),
        ("  Saint  Petersburg ", "Saint Petersburg"),
        ("李 世民", "李世民"),
        ("ＵＳＡ", "usa"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Louis I", "Louis II"), ("李世民", "李渊"), ("Anne York", "York Anne"), ("a", "ab")]
)
def test_other_names(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@given(st.text())
def test_a_key_is_its_own_key(name: str) -> None:
    assert name_key(name_key(name)) == name_key(name)


@pytest.mark.parametrize(
    ("step", "sentences"),
    [
        ("Anne was born in Wales.", ["Anne was born in Wales."]),
        ("Anne is from Wales. He is her son.", ["Anne is from Wales.", "He is her son."]),
        ("Anne is from Wales; it lies in Britain", ["Anne is from Wales", "it lies in Britain"]),
        (
            "Given that Anne is from Wales, we can see that Max is, and in turn Ida is",
            ["Given that Anne is from Wales", "we can see that Max is", "and in turn Ida is"],
        ),
        ("Anne is from Wales, we know.", ["Anne is from Wales, we know."]),
        ("李渊是父亲。长安是出生地。", ["李渊是父亲。", "长安是出生地。"]),
        ("St. John was born in St. Louis.", ["St. John was born in St. Louis."]),
    ],
)
def test_sentences_of_a_step(step: str, sentences: list[str]) -> None:
    assert sentences_of(step) == sentences


@given(st.text(min_size=1))
def test_sentences_hold_all_words_of_their_step(step: str) -> None:
    words = [word for sentence in sentences_of(step) for word in Tokens.of(sentence).normal if word]
    assert words == [word for word in Tokens.of(step).normal if word]


def test_marks_that_nobody_sees_part_words_and_no_more():
    assert Tokens.of("Ann knows \u200eBob.").surface == Tokens.of("Ann knows Bob.").surface
    assert Tokens.of("\ufeffAnn\u202e left").normal == ["ann", "left"]
