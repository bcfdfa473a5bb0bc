"""Rows about answers: each has examples that it matches, and some that it does not."""

import pytest
from groundpath.engine.answers.rows import Sentence, alphabet
from groundpath.engine.language.rules import Row, Rules, rows_of

ROWS = rows_of("answers")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
def test_a_row_matches_its_examples_and_no_others(row: Row) -> None:
    matches = Rules([row], alphabet()).first
    assert len(row.yes) >= 2, "a row needs two examples that it matches"
    assert len(row.no) >= 2, "a row needs two examples that it does not match"
    assert [example for example in row.yes if matches(Sentence(example).symbols) is None] == []
    assert [example for example in row.no if matches(Sentence(example).symbols) is not None] == []


def test_ids_are_unique() -> None:
    ids = [row.id for row in ROWS]
    assert len(ids) == len(set(ids))


def test_a_sentence_is_read_without_quotation_marks_and_the_marks_around_it() -> None:
    sentence = Sentence('  **“Ann”** isn\'t here -> "Bo".')
    assert sentence.words == ("ann", "isn", "t", "here", "->", "bo")
    assert [sentence.text[start:end] for start, end in sentence.places][-2:] == ["->", "Bo"]
