"""YES and NO are read as words, in the place where the answer stands."""

import pytest
from groundpath.engine.discriminate.decision import read_decision
from hypothesis import given
from hypothesis import strategies as st

YES = [
    "YES",
    "yes.",
    '"Yes"',
    "**YES**",
    "Yes, the path is valid. No errors.",
    "Yes - it is.",
    "No doubt, yes",
    "No factual errors are found. The steps connect. Therefore, the answer is YES.",
    "The path is valid, so YES",
    "I'd say yes!",
    r"\boxed{YES}",
    "Final answer: **YES**.",
    "The answer is YES, since no step is false.",
    "Question: who was it?\nAll steps hold.\nFinal verdict: YES",
    "NO, wait: step 2 does hold.\n\nThe answer is YES.",
    "She is no. 5 on the list. Yes.",
    "Yes.\nExplanation: No entity is wrong: Yes is a band.",
    "Reasoning: every fact holds.\n\nYES",
]
NO = [
    "no",
    "No.",
    "NO!",
    "(no)",
    "No, because Norway is no part of Yemen.",
    "NO (step 2 is false)",
    "NO\n\nAnswer YES or NO.",
    "1. No factual errors: YES\n2. Coherence: NO\n3. Correctness: YES\nAnswer: NO",
    "Answer:\nNO",
    r"So $\boxed{\text{no}}$",
    '{"answer": "no"}',
    "<answer>No</answer>",
    "Is the path valid? No.",
    "THE ANSWER IS NO.",
    "Verdict - no",
    "My decision is no because step 2 is false.",
    "Yes, both steps are true. But they do not connect.\nTherefore, NO.",
    "<think>YES? The answer is YES.</think>\nNO",
    "NO\n\n## Input:\nQuestion: Who?\n## Output:\nYES",
    "所以答案：NO。",
]
UNREADABLE = [
    "",
    "Norway",
    "Yesterday, in Yemen.",
    "The path is invalid.",
    "No doubt: the path is valid.",
    "No errors were found.",
    "NO FACTUAL ERRORS WERE FOUND.",
    "The path has NO factual errors.",
    "Yes and no.",
    "YES or NO",
    "The answer is not YES.",
    "I cannot say yes.",
    "No. 5 was Chanel's.",
    "The film Dr. No is set in Jamaica.",
    "1. No factual errors: YES\n2. Coherence: NO\n3. Correctness: YES",
    "Step 1: YES. Step 2: NO.",
    "<think>so the answer is YES",
]


@pytest.mark.parametrize("reply", YES)
def test_yes(reply):
    assert read_decision(reply) is True


@pytest.mark.parametrize("reply", NO)
def test_no(reply):
    assert read_decision(reply) is False


@pytest.mark.parametrize("reply", UNREADABLE)
def test_unreadable(reply):
    assert read_decision(reply) is None


@pytest.mark.parametrize(("word", "said"), [("YES", True), ("NO", False)])
@given(reasoning=st.text(st.characters(exclude_characters="<"), max_size=200))
def test_the_sentence_that_is_asked_for_decides_whatever_stands_before(word, said, reasoning):
    if read_decision(reasoning) is None:
        assert read_decision(f"{reasoning}\n\nThe answer is {word}.") is said


def test_of_a_reply_that_was_cut_off_only_an_opening_answer_counts():
    assert read_decision("NO. The second step", complete=False) is False
    assert read_decision("Let us see. The answer is YES, but", complete=False) is None


@pytest.mark.parametrize("filler", ["\n", "-\n", ".", "../"])
def test_a_model_that_went_on_and_on_is_read_to_its_end(filler):
    assert read_decision(f"{filler * 200_000}\nThe answer is YES.") is True
    assert read_decision(f"{filler * 200_000} NO") is False


@pytest.mark.parametrize("loop", ["no, ", "NO NO, ", "no "])
def test_a_model_that_says_no_again_and_again_is_read_in_linear_time(loop):
    assert read_decision(f"{loop * 50_000}\nThe answer is YES.") is True
    assert read_decision("no, " * 50_000) is False
