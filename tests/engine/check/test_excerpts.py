"""What is kept of documents around the sentences that bear on claims."""

from collections.abc import Sequence

import pytest
from groundpath.engine.check.evidence import AROUND, Evidence, Excerpt, excerpts_of

WORDS = " ".join(f"word{number:04}" for number in range(400))  # nine characters each, with the space


def at(text: str, wanted: str, source: int = 0) -> Evidence:
    start = text.index(wanted)
    return Evidence(source, "doc", "Doc", 0, start, start + len(wanted), wanted)


def shown(evidence: Sequence[Evidence], *texts: str) -> list[str]:
    return [excerpt.text for excerpt in excerpts_of(evidence, texts)]


def test_a_short_document_is_kept_whole() -> None:
    text = "One.\n\nTwo. Three."
    assert excerpts_of([at(text, "Two.")], [text]) == (Excerpt(0, 0, text),)


def test_a_long_document_is_cut_between_words_on_both_sides() -> None:
    evidence = at(WORDS, "word0200")
    (excerpt,) = excerpts_of([evidence], [WORDS])
    assert WORDS[excerpt.start :].startswith(excerpt.text)
    assert excerpt.holds(evidence)
    assert excerpt.goes_on
    assert set(map(len, excerpt.text.split())) == {8}
    assert 2 * AROUND - 20 < len(excerpt.text) <= 2 * AROUND + 8


def test_text_without_spaces_is_cut_where_it_has_to_be() -> None:
    text = "爱" * 1000 + "新觉罗" + "爱" * 1000
    assert shown([at(text, "新觉罗")], text) == ["爱" * AROUND + "新觉罗" + "爱" * AROUND]


def test_stretches_that_meet_are_one_and_others_stand_apart() -> None:
    near = [at(WORDS, "word0010"), at(WORDS, "word0060")]
    far = at(WORDS, "word0390")
    excerpts = excerpts_of([far, *near], [WORDS])
    assert len(excerpts) == 2
    assert all(excerpts[0].holds(one) for one in near)
    assert excerpts[1].holds(far)
    assert not excerpts[0].holds(far)
    assert not excerpts[1].goes_on


def test_documents_of_one_id_are_told_apart_by_their_places() -> None:
    one, other = "Ann is here.", "Max is here."
    excerpts = excerpts_of([at(other, "Max", 1), at(one, "Ann", 0)], [one, other])
    assert [(excerpt.source, excerpt.text) for excerpt in excerpts] == [(0, one), (1, other)]
    assert not excerpts[0].holds(at(other, "Max", 1))


def test_a_claim_sees_only_what_stands_around_its_own_evidence() -> None:
    mine, other = at(WORDS, "word0010"), at(WORDS, "word0080")
    (both,) = excerpts_of([mine, other], [WORDS])
    own = both.around([mine])
    assert own.holds(mine)
    assert not own.holds(other)
    assert own.goes_on
    assert WORDS[own.start :].startswith(own.text)


@pytest.mark.parametrize("text", ["a", "a\n", " \n a"])
def test_a_document_of_one_word_is_no_special_case(text: str) -> None:
    assert shown([at(text, "a")], text) == [text]
