"""The sentences of an answer: what states something, what is only spoken, and what is cited."""

from collections import Counter

import pytest
from groundpath.engine.check.claims import clauses_of
from groundpath.engine.check.read_answer import read_answer
from groundpath.engine.check.references import named_again, points_back, spoken_of
from groundpath.engine.check.statements import statements_of


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Sure!", "address"),
        ("Here is a summary of the report:", "address"),
        ("I hope this helps.", "address"),
        ("Let me know if you need anything else.", "address"),
        ("As an AI language model, I cannot say.", "address"),
        ("Is that what you meant?", "question"),
        ("## Results", "heading"),
        ("Key points:", "heading"),
        ("---", "no words"),
        ("First, we need to find the founder of Acme.", "plan"),
        ("Let's look for the founder of Acme.", "plan"),
        ("The question asks who founded Acme.", "plan"),
        ("Who is the founder of Acme", "question"),
        ("I'm sorry about that.", "address"),
        ("Employees have to submit reports within 60 days.", None),
        ("Laptops do not have to be encrypted.", None),
        ("You will find the password on the lid.", None),
        ("Let me be clear: refunds take 60 days.", None),
        ("Please submit the report within 60 days.", None),
        ("To find the serial number, remove the lid.", None),
        ("We have to keep receipts for 7 years.", None),
        ("If the parcel is damaged, please send it back.", None),
        ("Acme was founded in 1920.", None),
        ("- Refunds take 14 days", None),
        ("If you have a fever, the drug is not given.", None),
        ("The following year Acme moved to Ely.", None),
    ],
)
def test_what_is_a_claim(sentence, why):
    (statement,) = statements_of(sentence)
    assert statement.no_claim == why


def test_what_is_stated_behind_an_address_is_checked():
    (statement,) = statements_of("I'm sorry, but refunds take 60 days [2].")
    assert (statement.no_claim, statement.said) == (None, "refunds take 60 days.")
    assert statement.text == "I'm sorry, but refunds take 60 days [2]."


def test_sentences_stand_where_they_say():
    answer = "Sure!\n\n1. **Acme** was founded in 1920 [2].\n2. It sells soap.  "
    for statement in statements_of(answer):
        assert answer[statement.start : statement.end] == statement.text
    assert [one.said for one in statements_of(answer)][1:] == ["Acme was founded in 1920.", "It sells soap."]


@pytest.mark.parametrize(
    ("sentence", "cited"),
    [
        ("Acme sells soap [3].", [("[3]", (3,), "", "")]),
        ("Acme sells soap [1, 3-5].", [("[1, 3-5]", (1, 3, 4, 5), "", "")]),
        ("Acme sells soap [1][2].", [("[1]", (1,), "", ""), ("[2]", (2,), "", "")]),
        ("Acme sells soap [doc 2].", [("[doc 2]", (2,), "", "")]),
        ("Acme sells soap 【4†source】.", [("【4†source】", (4,), "", "")]),
        ("Acme sells soap (Smith 2020, p. 4).", [("(Smith 2020, p. 4)", (), "Smith", "4")]),
        ("Acme sells soap (Smith et al., 2020).", [("(Smith et al., 2020)", (), "Smith et al.", "")]),
        ("Acme sells soap. [2]", [("[2]", (2,), "", "")]),
        ("Acme sells soap [5-3].", [("[5-3]", (3, 4, 5), "", "")]),
        ("Acme sells soap^4^.", [("^4^", (4,), "", "")]),
        ("Acme sells soap (Øde and Lee, 2020).", [("(Øde and Lee, 2020)", (), "Øde and Lee", "")]),
        ("Acme was sold (May 2020).", []),
        ("Its area is r^2.", []),
        ("It has 10^4^ rows.", []),
        ("Acme (founded in 1920) sells soap.", []),
        ("Acme sold 2000 [sic] tons.", []),
    ],
)
def test_citations(sentence, cited):
    (statement,) = statements_of(sentence)
    found = [(one.text, one.numbers, one.name, one.page) for one in statement.cites]
    assert found == cited
    assert all(text not in statement.said for text, *_ in cited)


@pytest.mark.parametrize(
    ("sentence", "clauses"),
    [
        ("Ann lives in Ely, and Bo lives in Rome.", ["Ann lives in Ely", "Bo lives in Rome."]),
        ("Ann lives in Ely; she owns a mill.", ["Ann lives in Ely", "Ann owns a mill."]),
        ("Ann was born in Ely and died in Rome.", ["Ann was born in Ely and died in Rome."]),
        ("The tests, and the report, were late.", ["The tests, and the report, were late."]),
        ("Ann, Bo, and Cy were friends.", ["Ann, Bo, and Cy were friends."]),
        (
            "The rest (Ann, Bo, and Cy) have left, they say.",
            ["The rest (Ann, Bo, and Cy) have left, they say."],
        ),
        (
            "It is known that Ann left, and that Bo stayed.",
            ["It is known that Ann left, and that Bo stayed."],
        ),
        ("Yes.", ["Yes."]),
    ],
)
def test_claims_of_a_sentence(sentence, clauses):
    assert [clause.said for clause in clauses_of(sentence)] == clauses


@pytest.mark.parametrize(
    ("before", "sentence", "said"),
    [
        ("Max Born was a physicist.", "He taught in Ely.", "Max Born taught in Ely."),
        ("Italy is a country.", "Its capital is Rome.", "Italy's capital is Rome."),
        ("The Ely Mill closed in 1990.", "Later, it was sold.", "Later, The Ely Mill was sold."),
        ("Max Born was a physicist.", "It seems that he taught.", "It seems that he taught."),
        ("Max Born was a physicist.", "Ann knew him.", "Ann knew him."),
        ("In Ely, nobody worked.", "He left.", "He left."),
        ("Items are packed.", "It was late.", "It was late."),
        ("The firm was sold.", "She left.", "She left."),
    ],
)
def test_a_pronoun_stands_for_what_the_sentence_before_opens_with(before, sentence, said):
    assert named_again(sentence, [spoken_of(before)]) == said


def test_a_name_is_carried_through_an_answer():
    read = read_answer("Max Born was a physicist. Sure! He taught. He died in Ely [1].")
    said = [clause.said for sentence in read for clause in sentence.clauses]
    assert said == ["Max Born was a physicist.", "Max Born taught.", "Max Born died in Ely."]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("Ann Lee was married to Max Born. He died in Ely.", "Max Born died in Ely."),
        ("Ann Lee taught. She was married to Max Born. He died.", "Max Born died."),
        ("Max Born was married to Ann Lee. She died.", "Ann Lee died."),
        ("Max Born was a student of Ann Lee. He died.", "Max Born died."),
        ("Ann Lee was a physicist. He died.", "He died."),
        ("Okonkwo was married to Ann Lee. He died.", "Okonkwo died."),
    ],
)
def test_he_and_she_stand_for_whom_their_first_names_allow(answer, said):
    assert read_answer(answer)[-1].clauses[0].said == said


def test_a_pronoun_that_stands_for_nothing_named_before_costs_no_more_in_a_long_answer(monkeypatch):
    """No sentence is looked at again for the pronouns of later ones."""
    looked_at = Counter()

    def counting(sentence):
        looked_at[sentence] += 1
        return spoken_of(sentence)

    monkeypatch.setattr("groundpath.engine.check.read_answer.spoken_of", counting)
    monkeypatch.setattr("groundpath.engine.check.claims.spoken_of", counting)
    read = read_answer(" ".join(f"It fell on day {n}." for n in range(50)))
    assert len(read) == 50
    assert max(looked_at.values()) <= 2


def test_sentences_that_point_back():
    assert points_back("She moved to Ely.")
    assert not points_back("Ann said that she moved.")
    assert not points_back("")
