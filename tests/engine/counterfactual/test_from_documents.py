"""Names replaced in documents: consistently, or not at all."""

import re
from pathlib import Path

import pytest
from groundpath import GroundpathError
from groundpath.engine.counterfactual.cases import Passage
from groundpath.engine.counterfactual.documents import read_document_questions
from groundpath.engine.counterfactual.from_documents import make_from_documents
from groundpath.engine.counterfactual.renamed import Renamed, UnsafeError
from groundpath.engine.counterfactual.renaming import Renaming
from groundpath.engine.names import normalise
from real_data import MULTIHOP

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module", params=["musique", "2wikimultihopqa"])
def made(request):
    questions = read_document_questions(MULTIHOP / f"{request.param}.jsonl")
    return questions, make_from_documents(questions)


def test_every_question_is_made_or_left_out_with_a_reason(made):
    questions, found = made
    assert len(found.questions) + len(found.left_out) == len(questions)
    assert len(found.questions) >= 0.3 * len(questions)
    assert all(row.reason for row in found.left_out)


def test_the_old_answers_are_gone_from_where_the_new_ones_stand(made):
    _, found = made
    for question in found.questions:
        version = question.counterfactual
        for one in question.replaced:
            sub = version.sub_questions[one.hop - 1]
            shown = normalise(" ".join(version.passages[place].shown for place in sub.passages))
            assert sub.answers == (one.new,)
            assert normalise(one.new) in shown
            assert f" {normalise(one.old)} " not in f" {shown} "


def test_the_chain_ends_in_the_new_answer(made):
    _, found = made
    for question in found.questions:
        new, old = question.counterfactual, question.factual
        assert not {normalise(answer) for answer in new.answers} & {
            normalise(answer) for answer in old.answers
        }
        assert len(new.passages) == len(old.passages)
        if question.kind == "bridge":
            assert new.answers == new.sub_questions[-1].answers
        else:
            before, after = ([sub.answers[0] for sub in v.sub_questions[-2:]] for v in (old, new))
            assert after == before[::-1] or (year(before[0]) < year(before[1])) == (
                year(after[0]) > year(after[1])
            )


def year(date):
    return int(re.search(r"\d{4}", date)[0])


def test_passages_that_name_nothing_replaced_stay_as_they_are(made):
    _, found = made
    for question in found.questions:
        olds = [normalise(one.old).split()[0] for one in question.replaced]
        for before, after in zip(question.factual.passages, question.counterfactual.passages, strict=True):
            if not any(old in normalise(before.shown) for old in olds):
                assert after == before


def test_the_same_seed_gives_the_same_questions(made):
    questions, found = made
    assert make_from_documents(questions) == found
    assert len(make_from_documents(questions, limit=3).questions) == 3


def renamed(text, *things, title=""):
    return Renaming(tuple(things)).passages([Passage(title, text)])[0]


MARIE = Renamed(("Marie Curie", "Maria Skłodowska"), "Lise Meitner", (0,))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Marie Curie won. Curie's notes are kept.", "Lise Meitner won. Meitner's notes are kept."),
        ("Marie Salomea Curie, born Maria Skłodowska.", "Lise Meitner, born Lise Meitner."),
        ("MARIE CURIE won.", "Lise Meitner won."),
        ("She met Pierre.", "She met Pierre."),
        ("Curie, as Marie Curie was called.", "Meitner, as Lise Meitner was called."),
        ("She left Opole. Bolko II of Opole died in Opole.", "She left Opole. Robert De Niro died in Opole."),
        ("Marie Curie married Pierre Curie.", "Lise Meitner married Pierre Curie."),
    ],
)
def test_a_name_is_replaced_whole_and_cut_short(text, expected):
    bolko = Renamed(("Bolko II of Opole",), "Robert De Niro", (0,))
    assert renamed(text, MARIE, bolko).text == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Marie Curie founded the Marie Curie Institute.", "also part of another name"),
        ("Marie Curie married Pierre Curie. Curie won.", "may mean something else"),
        ("Marie Curie met Marie of Edinburgh.", "may mean something else"),
        ("Bolko II of Opole died. Bolko was old.", "may mean something else"),
        ("Marie Curie the Younger won.", "also part of another name"),
        ("The Marie Curie-Joliot prize.", "also part of another name"),
        ("Marie Curie (Polish: Maria) won.", "another form of it"),
        ("Marie Curie (or Curja) won.", "another form of it"),
        ("Marie Curie (居里) won.", "another form of it"),
        ("Bolko II of Opole met Bolko II the Small.", "part of its name stands alone"),
    ],
)
def test_what_may_mean_another_is_refused(text, reason):
    with pytest.raises(UnsafeError, match=reason):
        renamed(text, MARIE, Renamed(("Bolko II of Opole",), "Robert De Niro", (0,)))


def test_a_rank_before_a_person_stays_and_a_word_before_a_thing_makes_it_another():
    assert renamed("She met Madame Marie Curie.", MARIE).text == "She met Madame Lise Meitner."
    place = Renamed(("Buenos Aires",), "Le Mans", (0,), someone=False)
    with pytest.raises(UnsafeError, match="part of another name"):
        renamed("Born in Gran Buenos Aires.", place)


def test_a_name_cut_short_is_found_in_other_passages_about_the_same():
    both = Renaming((MARIE,), gold=frozenset({0}))
    with pytest.raises(UnsafeError, match="stands alone"):
        both.passages([Passage("Pierre", "His wife was Madame Curie.")])
    (left,) = Renaming((MARIE,)).passages([Passage("Streets", "Curie is a street.")])
    assert left.text == "Curie is a street."


def test_marks_behind_a_name_go_with_the_new_one():
    wells = Renamed(("Ann Wells",), "Al Clark Jr.", (0,))
    made = renamed("Ann Wells' part was cut. It is by Wells.", wells)
    assert made.text == "Al Clark Jr.'s part was cut. It is by Al Clark Jr."


def test_other_words_for_a_name_are_refused_beside_it():
    spain = Renamed(("Spain",), "Peru", (0,))
    assert renamed("She lives in Spain.", spain).text == "She lives in Peru."
    with pytest.raises(UnsafeError, match="another word for it"):
        renamed("The Spanish king of Spain.", spain)


def test_a_part_of_a_name_in_a_question_is_refused():
    with pytest.raises(UnsafeError, match="may mean something else"):
        Renaming((MARIE,)).question("Who shared the prize with Curie?")
    assert Renaming((MARIE,)).question("Where did Marie Curie die?") == "Where did Lise Meitner die?"


def test_dates_are_replaced_where_they_are_stated_alone_and_keep_their_place_among_years():
    year = Renamed(("1867",), "1880", (0,))
    first, second = Renaming((year,)).passages([Passage("", "Born in 1867."), Passage("", "Built in 1867.")])
    assert (first.text, second.text) == ("Born in 1880.", "Built in 1867.")
    with pytest.raises(UnsafeError, match="stands elsewhere"):
        renamed("Born 2 May 1867. He won in 1867.", Renamed(("2 May 1867",), "2 May 1880", (0,)))
    swapped = Renaming((Renamed(("1901",), "1903", (0,)), Renamed(("1903",), "1901", (1,))))
    made = swapped.passages([Passage("", "Made in 1901."), Passage("", "Made in 1903.")])
    assert [passage.text for passage in made] == ["Made in 1903.", "Made in 1901."]


def wiki(answer, *evidences, kind="compositional", context=None):
    titles = dict.fromkeys(head for head, _, _ in evidences)
    context = context or [
        [title, [f"{title}: {tail}." for head, _, tail in evidences if head == title]] for title in titles
    ]
    return {
        "_id": answer,
        "type": kind,
        "question": "Which?",
        "answer": answer,
        "context": context,
        "supporting_facts": [[title, 0] for title in titles],
        "evidences": [list(one) for one in evidences],
    }


def directed(film, director, place, pronoun="He"):
    """A film, its director, and where he or she was born."""
    told = f"{director} (born 1950) is a director. {pronoun} was born in {place}."
    return wiki(
        place,
        (film, "director", director),
        (director, "place of birth", place),
        context=[[film, [f"{film} is by {director}."]], [director, [told]]],
    )


POOL = directed("Film B", "Bo Berg", "Rome")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (
            wiki("yes", ("A", "country", "Italy"), ("B", "country", "Italy"), kind="comparison"),
            "no choice between the two",
        ),
        (
            wiki("Oslo", ("Film A", "director", "Al Ahn"), ("Someone Else", "place of birth", "Oslo")),
            "does not go on from",
        ),
        (
            wiki(
                "Oslo",
                ("Film A", "director", "Al Ahn"),
                ("Al Ahn", "place of birth", "Oslo"),
                context=[["Film A", ["It has no director."]], ["Al Ahn", ["Al Ahn: Oslo."]]],
            ),
            "does not stand in its passage",
        ),
        (
            wiki("a crown", ("Film A", "director", "Al Ahn"), ("Al Ahn", "prize", "a crown")),
            "no name, date or number",
        ),
        (
            wiki("Nobel", ("Film A", "director", "Al Ahn"), ("Al Ahn", "prize", "Nobel")),
            "nothing of its kind",
        ),
        (
            wiki("T 12", *((f"T {n}", "follows", f"T {n + 1}") for n in range(12))),
            "more than 8 hops",
        ),
    ],
)
def test_what_cannot_be_replaced_says_why(row, reason):
    found = make_from_documents(read_document_questions([row, POOL]))
    assert reason in {left.question_id: left.reason for left in found.left_out}[row["_id"]]


def test_a_bridge_is_renamed_in_titles_and_sub_questions():
    row = directed("Film A", "Al Ahn", "Oslo")
    (question, _) = make_from_documents(read_document_questions([row, POOL])).questions
    assert question.counterfactual.passages == (
        Passage("Film A", "Film A is by Bo Berg."),
        Passage("Bo Berg", "Bo Berg (born 1950) is a director. He was born in Rome."),
    )
    assert [sub.question for sub in question.counterfactual.sub_questions] == [
        "Who is the director of Film A?",
        "What is the place of birth of Bo Berg?",
    ]
    assert question.counterfactual.answers == ("Rome",)
    assert "answers “director” in question 'Rome'" in question.replaced[0].because


@pytest.mark.parametrize(
    ("director", "pronoun"), [("Bo Berg", "She"), ("Bo Ahn", "He"), ("Bo Berg", "Nobody"), ("Bo", "He")]
)
def test_a_hop_stays_where_only_its_answer_cannot_be_replaced(director, pronoun):
    """By a woman, by one of the same surname, by someone of whom nothing tells, by half a name."""
    row, other = directed("Film A", "Al Ahn", "Oslo"), directed("Film B", director, "Rome", pronoun)
    (question, *_) = make_from_documents(read_document_questions([row, other])).questions
    assert [one.hop for one in question.replaced] == [2]
    first, last = question.counterfactual.sub_questions
    assert (first.answers, last.answers) == (("Al Ahn",), ("Rome",))
    assert last.question == "What is the place of birth of Al Ahn?"


def test_a_hop_whose_answer_is_that_of_another_is_never_left_without_it():
    """Al Ahn is reached twice; replaced once, he would be gone from where he is asked for again."""
    row = wiki(
        "Oslo",
        ("Film A", "director", "Al Ahn"),
        ("Al Ahn", "director", "Al Ahn"),
        ("Al Ahn", "place of birth", "Oslo"),
        context=[
            ["Film A", ["Film A is by Al Ahn."]],
            ["Al Ahn", ["Al Ahn (born 1950) is a director. He was born in Oslo, and directs Al Ahn."]],
        ],
    )
    for seed in range(5):
        (question, *_) = make_from_documents(read_document_questions([row, POOL]), seed=seed).questions
        passages = question.counterfactual.passages
        for sub in question.counterfactual.sub_questions:
            assert any(sub.answers[0] in passages[place].text for place in sub.passages)


def dated(year, *, text="He died in {}.", film="Film A is by Al Ahn."):
    told = f"Al Ahn (born 1850) is a director. {text.format(year)}"
    return wiki(
        year,
        ("Film A", "director", "Al Ahn"),
        ("Al Ahn", "date of death", year),
        context=[["Film A", [film]], ["Al Ahn", [told]]],
    )


def test_a_date_is_replaced_in_its_place_among_the_years_of_its_passage():
    row = dated("3 May 1900", text="He died on {}, after a play of 1899 and before one of 1950.")
    (made,) = make_from_documents(read_document_questions([row])).questions
    (new,) = made.counterfactual.answers
    assert re.fullmatch(r"\d{1,2} [A-Z][a-z]+ \d{4}", new)
    assert 1900 < year(new) <= 1930
    assert f"He died on {new}," in made.counterfactual.passages[1].text


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (dated("1900", text="He died in {}, aged 50."), "tells an age"),
        (dated("1900", film="Film A is by Al Ahn, who died in 1900."), "another passage about the same"),
        (dated("1900", text="He died in {}. Plays of 1899 and 1901 are lost."), "keeps its place"),
        (dated("12", text="He made {} films: A, B, C and D."), "keeps its place"),
        (dated("12", text="He made {} films, 5 for children and 7 for all."), "keeps its place"),
        (dated("12", text="He made {} films, and 12 plays."), "stands twice"),
        (dated("12", text="He made {},000 films."), "within another"),
        (dated("12", text="He made {} films."), None),
    ],
)
def test_dates_and_numbers_that_others_rest_on_stay(row, reason):
    if reason is None:
        assert make_from_documents(read_document_questions([row])).questions
        return
    (left,) = make_from_documents(read_document_questions([row])).left_out
    assert reason in left.reason


def films(first, second):
    """Two films whose directors were born in two years, and when the first film was made."""
    return wiki(
        "Film A",
        ("Film A", "director", "Al Ahn"),
        ("Film B", "director", "Bo Berg"),
        ("Al Ahn", "date of birth", first),
        ("Bo Berg", "date of birth", second),
        kind="bridge_comparison",
        context=[
            ["Film A", ["Film A, made in 1930, is by Al Ahn."]],
            ["Film B", ["Film B is by Bo Berg."]],
            ["Al Ahn", [f"Al Ahn ({first})."]],
            ["Bo Berg", [f"Bo Berg ({second})."]],
        ],
    )


def test_a_comparison_is_turned_round_unless_someone_made_a_film_before_birth():
    (made,) = make_from_documents(read_document_questions([films("1890", "1900")])).questions
    assert (made.factual.answers, made.counterfactual.answers) == (("Film A",), ("Film B",))
    assert [sub.answers[0] for sub in made.counterfactual.sub_questions] == [
        "Al Ahn",
        "Bo Berg",
        "1900",
        "1890",
    ]
    (moved,) = make_from_documents(read_document_questions([films("1890", "1940")])).questions
    first, second = (year(sub.answers[0]) for sub in moved.counterfactual.sub_questions[2:])
    assert second < first <= 1930 - 20  # who made a film in 1930
    (left,) = make_from_documents(read_document_questions([films("1890", "1990")])).left_out
    assert "their place among the years" in left.reason


@pytest.mark.parametrize("broken", [{"question_decomposition": [7]}, {"evidences": [["A", "B"]]}])
def test_a_row_whose_hops_are_malformed_is_told(broken):
    with pytest.raises(GroundpathError, match="line 1: does not tell its hops"):
        read_document_questions([{"question": "Which?", "context": [["A", ["B."]]], **broken}])


def test_documents_of_ones_own_are_read_in_the_form_of_musique():
    made = make_from_documents(read_document_questions(EXAMPLES / "breweries.jsonl"))
    assert [len(question.replaced) for question in made.questions] == [1, 2, 2]
    assert not made.left_out


def test_a_row_without_hops_gives_names_alone():
    row = directed("Film A", "Al Ahn", "Oslo")
    film = {"question": "Which?", "context": [["Cy Cole", ["Cy Cole is a director. He is old."]]]}
    town = {"question": "Which?", "context": [["Rome", ["Rome is a city."]]]}
    row["context"].append(["Oslo", ["Oslo is a city."]])
    made = make_from_documents(read_document_questions([row, film, town]))
    assert [left.reason for left in made.left_out] == [
        "its row tells no hops (`question_decomposition` or `evidences`)"
    ] * 2
    (question,) = made.questions
    assert [one.new for one in question.replaced] == ["Cy Cole", "Rome"]
    assert "is called “director” in question" in question.replaced[0].because
