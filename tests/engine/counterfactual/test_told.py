"""What passages tell of what they are about, and what follows for names that are put in."""

import pytest
from groundpath.engine.counterfactual.cases import Passage
from groundpath.engine.counterfactual.documents import read_document_questions
from groundpath.engine.counterfactual.from_documents import make_from_documents
from groundpath.engine.counterfactual.told import Told, told_in


@pytest.mark.parametrize(
    ("title", "text", "told"),
    [
        ("Ann Lee", "Ann Lee is a poet. She wrote to Bo Berg.", Told("she", "poet")),
        (
            "Bo Berg (poet)",
            "Bo Berg (born 1950) was an author and poet. Nobody reads him.",
            Told("he", "author"),
        ),
        (
            "Maria Berg",
            "Maria Berg (born 1950) was a lady. He and he and his men fought.",
            Told("she", "lady"),
        ),
        ("Rome", "Rome is a city, of which he was fond.", Told("", "city")),
        ("Oslo", "Ann came to Oslo. Her firm is a company.", Told()),
        ("Oslo", "Oslo is a film and television centre.", Told()),
        ("Oslo", "Oslo is the name of a city.", Told()),
        ("History of Oslo", "Oslo is a city.", Told()),
        ("Bank of Oslo", "The Bank of Oslo is a bank.", Told("", "bank")),
        ("Oslo", "Oslo is a country formatted station.", Told()),
        ("Oslo", "Oslo is a city located in Norway.", Told("", "city")),
        ("the comedy", "It is a comedy.", Told()),
    ],
)
def test_a_passage_tells_the_noun_and_of_people_the_pronoun(title, text, told):
    assert told_in(Passage(title, text)) == told


def row(id, question, answer, text, *others):
    """Ann knows Bo, of whom `question` asks; `others` are further passages."""
    paragraphs = [("Ann", "Ann knows Bo Berg."), ("Bo Berg", text), *others]
    return {
        "id": id,
        "question": "What of him whom Ann knows?",
        "answer": answer,
        "paragraphs": [{"title": title, "paragraph_text": told} for title, told in paragraphs],
        "question_decomposition": [
            {"question": "Whom does Ann know?", "answer": "Bo Berg", "paragraph_support_idx": 0},
            {"question": question, "answer": answer, "paragraph_support_idx": 1},
        ],
    }


def put_in(text, answer, *titles, question="Where is #1 now?"):
    """What stands for the answer, or why nothing does, where these passages tell of other things."""
    others = {
        "question": "Which?",
        "context": [[title, [told]] for title, told in titles],
    }
    own = [(answer, told) for title, told in titles if title == "OWN"]
    made = make_from_documents(read_document_questions([row("q", question, answer, text, *own), others]))
    if made.questions:
        return made.questions[0].counterfactual.answers[0]
    return next(left.reason for left in made.left_out if left.question_id == "q")


COUNTY = ("Ryki County", "Ryki County is a county.")


@pytest.mark.parametrize(
    ("text", "answer", "titles", "expected"),
    [
        ("He is in Rowan County.", "Rowan County", [COUNTY], "Ryki County"),
        ("He is in Rowan.", "Rowan", [COUNTY], "nothing of its kind"),
        ("He is in Rowan County, far from Ryki County.", "Rowan County", [COUNTY], "nothing of its kind"),
        ("He is at the Bank of Oslo.", "Bank of Oslo", [("Rome Bank", "Rome Bank is a bank.")], "nothing of"),
        ("He is at Bank of Oslo.", "Bank of Oslo", [("Rome Bank", "Rome Bank is a bank.")], "Rome Bank"),
        (
            "He is in Oslo between two trips.",
            "Oslo",
            [("OWN", "Oslo is a city."), ("Between", "Between is a city."), ("Rome", "Rome is a city.")],
            "Rome",
        ),
    ],
)
def test_a_thing_gives_way_to_one_that_is_called_the_same_and_has_an_article_as_it_has(
    text, answer, titles, expected
):
    assert expected in put_in(text, answer, *titles)


MAN = ("Cy Cole", "Cy Cole is a singer. He sings.")
WOMAN = ("Di Dahl", "Di Dahl is a singer. She sings.")
HERO = ("Xo Eck", "Xo Eck is a character.")


@pytest.mark.parametrize(
    ("text", "answer", "expected"),
    [
        ("He met John Fox.", "John Fox", "Cy Cole"),
        ("He met Mary Fox.", "Mary Fox", "Di Dahl"),
        ("He met Queen Fox.", "Queen Fox", "Di Dahl"),
        ("He met Xu Fox.", "Xu Fox", "nothing tells whether"),
        ("He met Fox.", "Fox", "nothing tells whether"),
        ("He met John Fox, a son of Pope John.", "John Fox", "stands alone"),
        ("He met John Berg, and Berg sang.", "John Berg", "stands alone"),
    ],
)
def test_a_person_gives_way_to_one_of_the_same_pronoun(text, answer, expected):
    assert expected in put_in(text, answer, MAN, WOMAN, HERO, question="Who met #1?")
