"""What a reader would call a sentence comes back as one."""

import json
from itertools import accumulate

import pytest
from groundpath.engine.text.sentences import split_sentences
from hypothesis import given
from hypothesis import strategies as st
from real_data import MULTIHOP

SPLIT = {
    "plain": ["He was born in Hawaii.", "He studied law!", "Did he?", "Yes."],
    "number at the end": ["He died in 1990.", "1991 was quiet.", "It weighs 5.", "So it sank."],
    "quotes": ['He said "Go."', "“Stay,” she said.", "‘No!’", "They left."],
    "brackets": ["(He was born in 1950.)", "He wrote one book (a novel).", "It sold well."],
    "abbreviation at the end": [
        "She moved to the U.S.",
        "She wrote there.",
        "He works at Apple Inc.",
        "The firm grew.",
    ],
    "number of a king": ["He was the son of Frederick William I.", "Hmm, wait, am I sure?", "Well, yes."],
    "ellipsis": ["He waited…", "Nobody came...", "He left."],
    "several marks": ["What?!", "Really.", "“Why?!”", "So."],
    "answer": ["The answer is no.", "So the answer is (Washington, D.C.).", "That is all."],
    "devanagari": ["वह दिल्ली में रहता है।", "वह लेखक है।"],
    "arabic": ["من هو؟", "هو كاتب."],
    "all in lower case": ["skip caray's parent is harry caray.", "harry caray's profession is sportscaster."],
    "notes": ["She wed Max Otto.", "so he is it.", "then Otto left!", "that's all."],
    "hasty behind a capital": [
        "Let me see.",
        "ann wed max.",
        "max was born in ulm.",
        "So it is ulm.",
    ],
    "asked in lower case": ["Where did ann live?", "ann's home was in ulm."],
    "cyrillic": ["Он родился в Москве.", "Она — в Киеве."],
}
WHOLE = [
    "Who Framed Roger Rabbit? and other films, Jeopardy! and Yahoo! then grew.",
    "Sammy Davis Jr. he was called.",
    "What Ever Happened to Baby Jane? is a film.",
    "Who Wants to Be a Millionaire? premiered in 1998.",
    "It was founded approx. in 1900 by Ann.",
    "Dr. Watson met Mr. Holmes and Prof. Moriarty.",
    "J. R. R. Tolkien met C.S. Lewis.",
    "George W. Bush succeeded Bill Clinton.",
    "U.S. President Obama flew to Washington, D.C. on Monday.",
    "Pi is 3.14159, about 22/7, in version 2.0.1.",
    "It stood on p. 5 of vol. 3, see fig. 2 and No. 10.",
    "Born Jan. 5, 1990, at 5 p.m. in St. Louis.",
    "Apple Inc. bought it, i.e. all of it, e.g. Siri, etc. and more.",
    "He runs yahoo.com and example.org/a.b?c=d.",
    "Yahoo! is a company.",
    "“Who?” he asked.",
    "Sammy Davis, Jr. and Ph.D. students sang.",
    "Smith et al. (2020) found it.",
    "1. Mary of York is the child of Edward.",
    "Step 2. Edward married Anne.",
    "**3.** Anne died.",
    "iv. Anne died.",
    "j. r. r. tolkien met c.s. lewis.",
    "「行く。」と彼は言った。",
    "no mark at all",
    "...",
]


@pytest.mark.parametrize("sentences", SPLIT.values(), ids=SPLIT)
def test_sentences_are_split(sentences: list[str]) -> None:
    assert split_sentences(" ".join(sentences)) == sentences


@pytest.mark.parametrize("sentence", WHOLE)
def test_what_is_one_sentence_stays_whole(sentence: str) -> None:
    assert split_sentences(sentence) == [sentence]


def test_cjk_sentences_need_no_space_between_them() -> None:
    assert split_sentences("他是作家。他住在北京！「你好。」真的吗？") == [
        "他是作家。",
        "他住在北京！",
        "「你好。」",
        "真的吗？",
    ]


def test_a_line_is_a_sentence_even_without_a_mark() -> None:
    assert split_sentences("- Anne wed Edward\r\n- Edward died.\n\nSo: Anne") == [
        "- Anne wed Edward",
        "- Edward died.",
        "So: Anne",
    ]


def test_lower_case_goes_on_after_a_wrapped_line_but_not_after_a_finished_one() -> None:
    assert split_sentences("Anne\nmarried him.\nthey left.") == ["Anne\nmarried him.", "they left."]


def test_a_number_alone_on_its_line_belongs_to_the_next() -> None:
    assert split_sentences("1.\nAnne died.\n2.\nHe left.") == ["1.\nAnne died.", "2.\nHe left."]


@pytest.mark.parametrize("text", ["", "   ", "\n\n\t"])
def test_no_words_no_sentences(text: str) -> None:
    assert split_sentences(text) == []


@given(st.text(alphabet='aB1 .!?"()\n。」*-é', max_size=60))
def test_nothing_but_white_space_is_lost_and_no_sentence_is_blank(text: str) -> None:
    sentences = split_sentences(text)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert all(sentence and sentence == sentence.strip() for sentence in sentences)


def test_agrees_with_the_sentences_of_hotpotqa() -> None:
    """Against the data set's own boundaries (CoreNLP's), most disagreements are errors of those."""
    right = wrong = 0
    for row in (MULTIHOP / "hotpotqa.jsonl").read_text(encoding="utf-8").splitlines():
        for _title, sentences in json.loads(row)["context"]:
            theirs, ours = _ends(sentences), _ends(split_sentences("".join(sentences)))
            right += 2 * len(ours & theirs)
            wrong += len(ours ^ theirs)
    assert right / (right + wrong) > 0.985


def _ends(sentences: list[str]) -> set[int]:
    """Where sentences end, counted in characters that are not white space."""
    return set(accumulate(len("".join(sentence.split())) for sentence in sentences)) - {0}


def test_time_grows_with_the_length_only() -> None:
    assert len(split_sentences("a. b " * 200_000)) == 1


@pytest.mark.parametrize("piece", [".", "?!", "_*", '."', " ", "\n", " \n", "1. ", "。", "。」", "J. ", "a"])
def test_degenerate_texts_take_no_longer_than_prose(piece):
    text = piece * (400_000 // len(piece))
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())
