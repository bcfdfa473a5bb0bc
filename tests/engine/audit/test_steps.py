"""Texts of models, in the forms that they come in, become steps and an answer."""

import pytest
from groundpath.engine.audit.steps import parse_text
from hypothesis import given
from hypothesis import strategies as st

STEPS = ("Anne of York married Thomas Howard.", "Thomas Howard was from England.")
FORMS = {
    "numbered lines": "1. {}\n2. {}\nSo the answer is (England).",
    "brackets": "1) {}\n2) {}\nTherefore, the answer is England.",
    "both brackets": "(1) {}\n(2) {}\nThe answer is: England.",
    "steps": "Step 1: {}\nStep 2: {}\nAnswer: England",
    "bold steps": "**Step 1:** {}\n\n**Step 2:** {}\n\n**Final Answer:** **England**",
    "headings": "### Step 1\n{}\n### Step 2\n{}\n\n### Final answer: England",
    "dashes": "Let's think step by step.\n- {}\n- {}\nThe answer to the question is England.",
    "stars": "* {}\n* {}\nHence, the final answer is “England”.",
    "one line": "1. {} 2. {} So the answer is (England).",
    "one line of steps": "Step 1: {} Step 2: {} Thus the answer is England.",
    "sentences": "{} {} So the answer is (England).",
    "numbered answer": "1. {}\n2. {}\n3. So the answer is England.",
    "boxed": "1. {}\n2. {}\n\n$\\boxed{{\\text{{England}}}}$",
    "boxed in a sentence": "{} {} The final answer is \\boxed{{England}}.",
    "answer on its own line": "1. {}\n2. {}\n\n**Answer:**\n\nEngland",
    "answer before": "Answer: England\n1. {}\n2. {}",
    "heading that says answer": "Answer:\n1. {}\n2. {}\nSo the answer is (England).",
    "words after the answer": "1. {}\n2. {}\nSo the answer is (England).\n\nI hope that this helps!",
    "prose after the answer": "{} {} The answer is England. Let me know if you need more!",
    "italic, code and wide spaces": "1.  *Anne of York* married\t`Thomas Howard`.\n2. {1}\nAnswer: *England*",
    "decimals": "1.1 {}\n1.2 {}\nSo the answer is (England).",
    "paragraph signs": "§1 {}\n§2 {}\nSo the answer is (England).",
    "letters": "A. {}\nB. {}\nSo the answer is (England).",
    "small letters": "a. {}\nb. {}\nSo the answer is (England).",
    "Roman numbers": "I. {}\nII. {}\nSo the answer is (England).",
    "small Roman numbers": "i. {}\nii. {}\nSo the answer is (England).",
    "numbers like code": "`1` {}\n`2` {}\nThe answer I can give you is England.",
    "plus signs": "+ {}\n+ {}\nso the answer's England",
    "guillemets": "» {}\n» {}\nSo the answer is (England).",
    "headed by a word": "Working 1: {}\nWorking 2: {}\nSo the answer is (England).",
    "slashes": "1 / {}\n2 / {}\nSo the answer is (England).",
    "steps in brackets": "(Step 1) {}\n(Step 2) {}\nSo the answer is (England).",
    "numbers of steps": "Step no. 1: {}\nStep no. 2: {}\nSo the answer is (England).",
    "arrows": "-> {}\n-> {}\nso the answer is England",
    "Windows lines": "1. {}\r\n2. {}\r\nSo the answer is (England).\r\n",
}


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS.keys())
def test_the_same_steps_and_answer_come_out_of_every_form(form: str) -> None:
    parsed = parse_text(form.format(*STEPS))
    assert parsed.steps == STEPS
    assert parsed.answer == "England"


ANSWERS = {
    "So the answer is (male (the gender)).": "male (the gender)",
    "The answer is (A) or (B).": "(A) or (B)",
    "The answer is St. Petersburg. It lies in Russia.": "St. Petersburg",
    "The answer is the U.S.": "the U.S.",
    "The correct answers are Wales, England and France.": "Wales, England and France",
    "Since Corfu is in Greece, the answer would be Greek.": "Greek",
    "The answer is (France). Wait. So the answer is (Spain).": "Spain",
    "1. 北京是中国的首都。\n答案是：北京。": "北京",
    'Answer (short): "It\'s a Wonderful Life"': "It's a Wonderful Life",
    "So the answer is (Objective, Burma!).": "Objective, Burma!",
    "The road to the answer: the son, then the city.\nBo was born in Ulm.\nSo it is Ulm.\nAnswer: Ulm": "Ulm",
    "Anne's son is Bo.\n=> Bo": "Bo",
}


def test_letters_in_brackets_part_a_line() -> None:
    text = "(i) Anne's son is Bo. (ii) He (the boy) was born in Ulm, says (iii) of the list. Answer: Ulm"
    assert parse_text(text).steps == (
        "Anne's son is Bo.",
        "He (the boy) was born in Ulm, says (iii) of the list.",
    )


@pytest.mark.parametrize(
    "text", ["The road to the answer: the son, then the city.", "For Anne, the son we are looking for is Bo."]
)
def test_a_plan_and_a_step_give_no_answer(text: str) -> None:
    assert parse_text(f"1. {text}\n2. Bo was born in Ulm.").answer is None


def test_an_initial_at_the_start_of_a_line_is_no_mark() -> None:
    assert parse_text("A. Einstein was born in Ulm.\nHe died in Princeton.").steps == (
        "A. Einstein was born in Ulm.",
        "He died in Princeton.",
    )


@pytest.mark.parametrize(("text", "answer"), ANSWERS.items())
def test_the_answer_is_what_stands_in_the_place_of_the_answer(text: str, answer: str) -> None:
    assert parse_text(text).answer == answer


@pytest.mark.parametrize("text", ["", " \n\t", "So the answer is ().", "1.\n2.\n", "Anne married Thomas."])
def test_a_text_without_an_answer_has_none(text: str) -> None:
    assert parse_text(text).answer is None


@pytest.mark.parametrize("text", ["", "So the answer is (England).", "1.\n2.\n3.", "* * *\n---"])
def test_a_text_without_reasoning_has_no_steps(text: str) -> None:
    assert parse_text(text).steps == ()


def test_numbers_within_a_step_do_not_split_it() -> None:
    text = (
        "1. It was recorded in 1980. It sold 3.5 million copies in week 2. Then it won.\n2. It is an album."
    )
    assert parse_text(text).steps == (
        "It was recorded in 1980. It sold 3.5 million copies in week 2. Then it won.",
        "It is an album.",
    )


def test_a_line_without_a_number_continues_its_step() -> None:
    parsed = parse_text("1. Anne of York\n   married Thomas.\n2. Thomas was English.")
    assert parsed.steps == ("Anne of York married Thomas.", "Thomas was English.")


def test_names_keep_their_marks() -> None:
    assert parse_text("1. *NSYNC covered M*A*S*H and snake_case_names.").steps == (
        "*NSYNC covered M*A*S*H and snake_case_names.",
    )


def test_twenty_steps_are_twenty() -> None:
    text = "\n".join(f"{number}. Person {number} is the child of somebody." for number in range(1, 21))
    assert len(parse_text(text).steps) == 20


_MARKS = [
    "1. ",
    "2) ",
    "Step 3: ",
    "- ",
    "The answer is ",
    "Answer: ",
    "\\boxed{",
    "}",
    "(",
    ")",
    "**",
    "`",
    '"',
]
_LETTERS = ["Anne", "北京", "é", "\x00", "\ud800", ".", " ", "\n", "\n\n"]


@given(st.one_of(st.text(), st.lists(st.sampled_from(_MARKS + _LETTERS)).map("".join)))
def test_any_text_can_be_parsed(text: str) -> None:
    parsed = parse_text(text)
    assert all(any(letter.isalpha() for letter in step) for step in parsed.steps)
    assert parsed.answer is None or parsed.answer == parsed.answer.strip()


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "part", ["(", "1. ", "* ", "\n", " ", "$", "the answer is (", "answer:\n", "\\boxed{"]
)
def test_long_texts_of_nothing_do_not_hang(part: str) -> None:
    parse_text(part * 10_000)


def test_a_lead_in_leads_only_the_list_behind_it() -> None:
    parsed = parse_text("Her children are:\n- Max\n- Tom\n\nAnne is no child of hers. That leaves two.")
    assert (parsed.lead_in, parsed.led) == ("Her children are:", 2)
    assert parsed.steps[parsed.led :] == ("Anne is no child of hers.", "That leaves two.")


@pytest.mark.parametrize(
    ("text", "steps", "answer"),
    [
        ('{"reasoning": ["Ann wrote A.", "Ann wrote B."], "answer": ["A", "B"]}', 2, "A, B"),
        (
            '{"n": 1, "fact": "Ann has a son Bo."}\n{"n": 2, "fact": "Bo is in Ulm."}\n{"answer": "Ulm"}',
            2,
            "Ulm",
        ),
        ('{"reasoning": "Ann is in Ulm.", "answer": true, "confidence": 0.9}', 1, "yes"),
        ('{"output": {"steps": ["Ann has a son Bo.", "Bo is in Ulm."], "answer": "Ulm"}}', 2, "Ulm"),
        ("[]", 0, None),
        ("[" * 100_000, 0, None),
        ('{"a":' * 100_000, 1, None),
    ],
)
def test_json(text: str, steps: int, answer: str | None) -> None:
    parsed = parse_text(text)
    assert (len(parsed.steps), parsed.answer) == (steps, answer)
