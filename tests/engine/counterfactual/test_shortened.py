"""A shorter form of a replaced name, a title borne by others, a namesake: the question is left out."""

import pytest
from groundpath.engine.counterfactual.cases import Passage
from groundpath.engine.counterfactual.documents import read_document_questions
from groundpath.engine.counterfactual.from_documents import make_from_documents
from groundpath.engine.counterfactual.renamed import Renamed, UnsafeError
from groundpath.engine.counterfactual.renaming import Renaming

PARTY = Renamed(("Socialist Party",), "Green Party", (0,), someone=False)
ALBERT = Renamed(("Albert I, Prince of Anhalt",), "Bo Berg", (0,))
BOLKO = Renamed(("Bolko II of Opole",), "Bo Berg", (0,))
OTTO = Renamed(("Otto Ludwig Preminger",), "Bo Berg", (0,))
LAW = Renamed(("Yale Law School",), "Waverley College", (0,), someone=False)


def supporting(thing, *texts):
    """Passages that support the question, with the thing renamed in them."""
    gold = frozenset(range(len(texts)))
    return Renaming((thing,), gold).passages([Passage("", text) for text in texts])


@pytest.mark.parametrize(
    ("thing", "other"),
    [
        (PARTY, "She was a Socialist."),
        (PARTY, "She was a Belgian Socialist politician."),
        (PARTY, "She was a socialist politician."),
        (PARTY, "The Socialists won."),
        (PARTY, "She joined the socialist party."),
        (ALBERT, "He was a son of Albert I."),
        (ALBERT, "Albert I Square is in Anhalt."),
        (ALBERT, "King Albert fell."),
        (BOLKO, "He was a son of Bolko II."),
        (BOLKO, "Bolko was old."),
        (OTTO, "He met Otto Preminger."),
        (OTTO, "He met Ludwig Preminger."),
        (LAW, "He left Yale Law."),
        (LAW, "He left the Law School."),
        (LAW, "He left Yale."),
    ],
)
@pytest.mark.parametrize("beside_the_name", [True, False])
def test_a_shorter_form_that_would_stay_in_a_supporting_passage_is_refused(thing, other, beside_the_name):
    whole = f"It tells of {thing.old[0]}."
    texts = (f"{whole} {other}",) if beside_the_name else (whole, other)
    with pytest.raises(UnsafeError, match=r"stands alone|shorter form|part of another name"):
        supporting(thing, *texts)


@pytest.mark.parametrize(
    ("thing", "other"),
    [
        (PARTY, "The Socialist International met."),
        (PARTY, "The party won."),
        (ALBERT, "Albert Einstein met Albert II."),
        (BOLKO, "Bolko III is another."),
        (LAW, "He studied law."),
    ],
)
def test_what_is_another_name_or_another_word_stays(thing, other):
    passages = supporting(thing, f"It tells of {thing.old[0]}.", other)
    assert [passage.text for passage in passages] == [f"It tells of {thing.new}.", other]


def test_a_longer_form_is_the_same_name_or_refused():
    trapp = Renamed(("Maria von Trapp",), "Lise Meitner", (0,))
    passage = supporting(trapp, "Maria Augusta von Trapp, called Maria von Trapp, sang.")[0]
    assert passage.text == "Lise Meitner, called Lise Meitner, sang."
    hill = Renamed(("Graham Hill",), "Bo Berg", (0,))
    for text in ("Norman Graham Hill won.", "He met Norman Graham Hill.", "It was Lotus Graham Hill drove."):
        with pytest.raises(UnsafeError, match="part of another name"):
            supporting(hill, text)
    for text in ("President Graham Hill won.", "It was Senator Graham Hill.", "The British Graham Hill won."):
        assert supporting(hill, text)[0].text == text.replace("Graham Hill", "Bo Berg")


@pytest.mark.parametrize("question", ["Who led the Socialist movement?", "Who led the socialist party?"])
def test_a_shorter_form_in_a_question_is_refused(question):
    with pytest.raises(UnsafeError):
        Renaming((PARTY,)).question(question)


def test_a_name_that_is_also_a_title_is_refused():
    singer = Renamed(("Luke Bryan",), "Bo Berg", (0,))
    with pytest.raises(UnsafeError, match="title of something else"):
        supporting(singer, "Luke Bryan's first album is “Luke Bryan”.")
    city = Renamed(("Chicago",), "Rome", (0,), someone=False, somewhere=True)
    with pytest.raises(UnsafeError, match="title of something else"):
        supporting(city, 'Chicago is the place of "Chicago".')
    film = Renamed(("Bitter Rice",), "Free Guy", (0,), someone=False)
    assert supporting(film, "He made “Bitter Rice”.")[0].text == "He made “Free Guy”."


def row(*triples, context):
    return {
        "_id": "q",
        "type": "compositional",
        "question": "Which?",
        "answer": triples[-1][2],
        "context": [[title, [text]] for title, text in context],
        "supporting_facts": [[head, 0] for head, _, _ in triples],
        "evidences": [list(triple) for triple in triples],
    }


def made(*rows):
    """What is put in for the answers of the first row's hops; else why it is left out."""
    found = make_from_documents(read_document_questions(rows))
    for question in found.questions:
        if question.id == "q":
            return {one.old: one.new for one in question.replaced}
    return next(left.reason for left in found.left_out if left.question_id == "q")


def test_a_title_that_several_people_bear_is_no_name_of_one():
    told = made(
        row(
            ("Film A", "director", "Al Ahn"),
            ("Al Ahn", "father", "Duke of Opole"),
            context=[("Film A", "It is by Al Ahn."), ("Al Ahn", "His father is the Duke of Opole.")],
        )
    )
    assert told == "its name is a title that others bear too"


def test_two_things_of_one_name_are_not_told_apart_by_it():
    context = [("Film A", "It is by Al Ahn."), ("Al Ahn", "He was born in Mercury.")]
    pool = {"question": "?", "context": [["Rome", ["Rome is a city."]]]}
    triples = (("Film A", "director", "Al Ahn"), ("Al Ahn", "place of birth", "Mercury"))
    town = ("Mercury (city)", "Mercury is a city.")
    assert made(row(*triples, context=[*context, town]), pool) == {"Mercury": "Rome"}
    other = ("Mercury (planet)", "Mercury is a planet.")
    assert "things of one name" in made(row(*triples, context=[*context, town, other]), pool)


@pytest.mark.parametrize(
    ("relation", "expected"), [("place of birth", "Rome"), ("named after", "nothing of")]
)
def test_a_place_gives_way_to_a_place(relation, expected):
    """Of neither Oslo nor Rome is told what it is called; Rome answers where someone was born."""
    first = row(
        ("Film A", "director", "Al Ahn"),
        ("Al Ahn", relation, "Oslo"),
        context=[("Film A", "It is by Al Ahn."), ("Al Ahn", "Oslo it is.")],
    )
    second = row(
        ("Film B", "director", "Bo Berg"),
        ("Bo Berg", "place of birth", "Rome"),
        ("Rome", "named after", "Rome"),
        context=[("Film B", "It is by Bo Berg."), ("Bo Berg", "Rome it is."), ("Rome", "Rome is a city.")],
    ) | {"_id": "r"}
    told = made(first, second)
    assert expected in (told if isinstance(told, str) else told["Oslo"])


def test_a_thing_is_not_called_by_a_letter():
    """“Bolesław I” is no “i”, as “Miss May I is an I” would have it."""
    band = {"question": "?", "context": [["Miss May I", ["Miss May I is an I."]]]}
    told = made(
        row(
            ("Film A", "director", "Al Ahn"),
            ("Al Ahn", "named after", "Bolesław I"),
            context=[("Film A", "It is by Al Ahn."), ("Al Ahn", "He is named after Bolesław I.")],
        ),
        band,
    )
    assert told == "nothing of its kind is named elsewhere"
