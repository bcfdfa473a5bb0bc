"""Which questions a graph can be held to: what they name, and what that means in the graph."""

import pytest
from clinic import opened_clinic
from groundpath.engine.domain.extracting import NamedText, named_texts
from groundpath.engine.domain.filtering import asked_names, filter_questions
from groundpath.engine.domain.graph import numbers_of
from groundpath.engine.domain.matching import NameMatcher
from groundpath.engine.domain.questions import read_domain_questions
from groundpath.engine.errors import ChatError
from groundpath.engine.llm.asking import Asked
from groundpath.engine.llm.chat import ChatReply, ChatRequest, Message


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    with opened_clinic(tmp_path_factory.mktemp("clinic")) as graph:
        yield graph


def names(graph, text):
    return [name.text for name in named_texts(text, graph)]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Which Gene is associated with psoriasis and herpes zoster?", ["psoriasis", "herpes zoster"]),
        ("Given list is:  NOD2,  BRCA1, HLA-B", ["NOD2", "BRCA1", "HLA-B"]),
        ("methotrexate treats crohn's disease", ["methotrexate", "crohn's disease"]),
        ("foo bar syndrome is not a arthritis", ["foo bar syndrome", "arthritis"]),
        ("psoriasis triggers blue fever", ["psoriasis", "blue fever"]),
        ("Disease ontology identifier for shingles is D:2", ["shingles", "D:2"]),
        ("The identifier of shingles is D:99.", ["shingles", "D:99"]),
        ("Is it true?", []),
    ],
)
def test_what_a_question_names(graph, text, named):
    assert names(graph, text) == named


def test_names_in_a_row_are_the_whole_or_else_its_parts(graph):
    (both,) = named_texts("Is pruritus psoriasis?", graph)
    assert both == NamedText("pruritus psoriasis", ("pruritus", "psoriasis"))
    matched = NameMatcher(graph).match([both])
    assert [one.entities[0].id for one in matched] == ["S:1", "D:1"]


@pytest.mark.parametrize(
    ("name", "how", "ids"),
    [
        ("D:2", "id", ["D:2"]),
        ("Psoriasis", "name", ["D:1"]),
        ("SHINGLES", "synonym", ["D:2"]),
        ("psoriasis arthritis", "meaning", ["D:4"]),
        ("BRCA1", "missing", []),
    ],
)
def test_names_match_by_id_name_synonym_then_meaning(graph, name, how, ids):
    (matched,) = NameMatcher(graph, threshold=0.8).match([NamedText(name)])
    assert (matched.how, [entity.id for entity in matched.entities]) == (how, ids)


def test_other_numbers_are_another_thing_however_near(graph):
    (matched,) = NameMatcher(graph, threshold=0.5).match([NamedText("diabetes mellitus type 1")])
    assert matched.how == "missing"
    assert matched.nearest is not None
    assert matched.nearest.item.id == "D:6"
    assert matched.nearest.score > 0.5
    assert "other numbers" in matched.reason


def test_without_vectors_names_and_synonyms_still_match(tmp_path):
    with opened_clinic(tmp_path, vectors=False) as graph:
        known, unknown = NameMatcher(graph).match([NamedText("shingles"), NamedText("gout")])
    assert known.how == "synonym"
    assert "no vectors" in unknown.reason


def test_a_question_is_kept_when_all_it_names_is_known(graph):
    rows = [
        {"id": "a", "question": "Which gene is associated with psoriasis?", "options": ["HLA-B", "NOD2"]},
        {"id": "b", "question": "Which gene is associated with psoriasis?", "options": ["HLA-B", "BRCA1"]},
        {"id": "c", "question": "Is it?"},
        {"id": "d", "question": "Whatever this says", "entities": ["PsA"]},
    ]
    a, b, c, d = filter_questions(list(read_domain_questions(rows)), graph, NameMatcher(graph))
    assert [one.kept for one in (a, b, c, d)] == [True, False, False, True]
    assert b.reason.startswith("'BRCA1' is no name of the graph; the nearest is")
    assert b.to_dict()["reason"] == b.reason
    assert c.reason == "it names nothing that could be in the graph"
    assert d.to_dict()["entities"][0]["ids"] == ["D:4"]
    assert "reason" not in d.to_dict()


def test_what_is_kept_is_kept_again(graph):
    kept = [{"question": "methotrexate treats shingles"}]
    for _ in range(2):
        questions = list(read_domain_questions(kept))
        kept = [one.to_dict() for one in filter_questions(questions, graph, NameMatcher(graph))]
    assert [entity["ids"] for entity in kept[0]["entities"]] == [["C:1"], ["D:2"]]


def test_names_that_a_model_wrote_down():
    request = ChatRequest((Message("user", "?"),))
    reply = ChatReply('```\n- psoriasis\n2. HLA-B\n6-mercaptopurine\n\n"herpes zoster"\npsoriasis\n```')
    names, failure = asked_names(Asked(request, reply))
    assert [name.text for name in names] == ["psoriasis", "HLA-B", "6-mercaptopurine", "herpes zoster"]
    assert failure is None
    assert asked_names(Asked(request, ChatReply("NONE")))[0] == []
    assert asked_names(Asked(request, failure=str(ChatError("no key")))) == ([], "no key")


def test_numbers_of_a_name():
    assert numbers_of("Xeroderma pigmentosum, type 7") == {"7"}
    assert numbers_of("psoriasis") == frozenset()


def test_an_id_within_another_word_is_not_taken_out(graph):
    assert names(graph, "Is D:9 a kind of D:99?") == ["D:9", "D:99"]
