"""Chains that decline to answer are told from those that only use such words."""

import time

import pytest
from groundpath.engine.answers.abstention import abstains
from groundpath.engine.audit.steps import parse_text

DECLINING = [
    "I do not know.",
    "I don't know.",
    "I’m sorry, but I cannot answer this question.",
    "The answer cannot be determined.",
    "So the answer is (unknown).",
    "1. Anne was born in Wales.\n2. It is unclear to whom.\nSo the answer is (cannot be determined).",
    "Therefore, the answer is not enough information.",
    "Answer: N/A",
    "There is not enough information to answer the question.",
    "I am unable to determine the spouse of Anne. Please provide more context.",
    "It is impossible to say.",
    "Based on the given facts, it is not possible to determine who he married.",
    "Unknown.",
    "So the answer is that it cannot be determined from the given information.",
    "Sorry, I can't find the answer to your question.",
    "I do not have enough information to answer.",
    "I'm sorry, I don't have information about that.",
    "Ich weiß es nicht.",
    "我不知道。",
    "无法确定答案。",
    "Die Frage kann nicht beantwortet werden.",
    "1. I don't know who the spouse of Anne is.\n2. So I cannot determine the answer.",
    "I'm not sure.",
    "I'm not sure, could you give more details?",
    "The answer to the question is unknown.",
    "The question cannot be answered with the given facts.",
    "As an AI language model, I cannot provide the answer.",
    "I do not know the answer to this question.",
    "i do not know",
]

ANSWERING = [
    "1. The Impossible is directed by J. A. Bayona. So the answer is (J. A. Bayona).",
    "So the answer is (Unknown Pleasures).",
    "So the answer is (I Don't Know How She Does It).",
    '1. The lead of "I don\'t know how she does it" is Sarah Parker.\n2. Sarah Parker is from Ohio.',
    "1. i don't know how she does it's director is douglas mcgrath.\n2. douglas mcgrath is from texas.",
    "I don't know who her mother is offhand, but records say it is Mary. Mary was born in Wales.",
    "1. The Unknown stars Lon Chaney. So the answer is (The Unknown).",
    "So the answer is (Sorry).",
    "1. The father of Unknown Soldier is Bob.",
    "1. Sorry is a song by Justin Bieber. 2. Justin Bieber is from Canada.",
    "Mission Impossible to Know is a film. It stars Tom.",
    "So the answer is (Unclear Skies).",
    "It is unknown territory. The answer is France.",
    "I think, so I am. The answer is Descartes",
    "",
    "The answer is No.",
    "The answer is None.",
    "1. I Cannot Tell is a song by X. 2. X was born in Y.",
    "1. The book Not Enough Information was written by X.",
    "The film Unable to Say Goodbye was made in Peru.",
    "So the answer is (No Answer Records).",
    "1. The cause of death of X is unknown to the graph. So the answer is (stroke).",
]


@pytest.mark.parametrize("text", DECLINING)
def test_a_text_that_declines_abstains(text: str) -> None:
    assert abstains(text, parse_text(text).answer)


@pytest.mark.parametrize("text", ANSWERING)
def test_titles_and_second_thoughts_are_no_abstention(text: str) -> None:
    assert not abstains(text, parse_text(text).answer)


def test_an_answer_that_is_gold_is_an_answer() -> None:
    text = "1. The film is Unknown. So the answer is (Unknown)."
    assert abstains(text, "Unknown")
    assert not abstains(text, "Unknown", ["unknown"])


@pytest.mark.parametrize("words", ["I don't know ", "x , ", "the a a ", "it is "])
def test_long_texts_take_no_time(words: str) -> None:
    text = words * 30_000
    began = time.process_time()  # of this process alone, however busy the machine is
    abstains(text, None)
    abstains("", text)
    assert time.process_time() - began < 2
