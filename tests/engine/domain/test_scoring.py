"""Answers scored both ways, into a file that a killed run goes on with."""

import json
from dataclasses import replace

import pytest
from clinic import opened_clinic
from groundpath.engine.domain.answers import read_answers
from groundpath.engine.domain.figures import read_scored
from groundpath.engine.domain.paper import PaperSettings
from groundpath.engine.domain.pointed import NOTHING_KNOWN, UNKNOWN_IS_TRUE
from groundpath.engine.domain.scored_file import score_to_file
from groundpath.engine.domain.scoring import DomainScorer
from groundpath.engine.errors import BadRowError, ChatError, InputError
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.terms import RelationTraits, fact_key

QUESTION = "Which gene is associated with psoriasis and herpes zoster? Given list is: HLA-B, NOD2"
ROWS = [
    {
        "id": "right",
        "model": "m",
        "question": QUESTION,
        "options": ["HLA-B", "NOD2"],
        "cot": "HLA-B is associated with psoriasis and herpes zoster. "
        "NOD2 is associated with Crohn's disease.",
        "predicted_answer": "HLA-B",
        "gold_answers": ["HLA-B"],
        "right": True,
    },
    {
        "id": "wrong",
        "model": "m",
        "question": QUESTION,
        "options": ["HLA-B", "NOD2"],
        "cot": "NOD2 is associated with psoriasis. HLA-B is not associated with psoriasis.",
        "predicted_answer": "NOD2",
        "gold_answers": ["HLA-B"],
        "right": False,
    },
    {"id": "empty", "cot": ""},
]


@pytest.fixture(scope="module")
def scorer(tmp_path_factory):
    with opened_clinic(tmp_path_factory.mktemp("clinic")) as graph:
        yield DomainScorer(graph)


def scored(scorer, *rows):
    return [one.to_dict() for one in scorer.score_all([scorer.read(answer) for answer in read_answers(rows)])]


def test_a_grounded_answer_and_one_that_is_not(scorer):
    right, wrong, empty = scored(scorer, *ROWS)
    assert right["grounded"]["standing"] == "coherent"
    assert right["grounded"]["score"] == 1
    assert right["paper"]["score"] > 0.5
    assert {link["status"] for link in right["paper"]["links"]} == {"coherent"}
    assert wrong["grounded"]["standing"] == "incoherent"
    assert wrong["paper"]["score"] == 0
    assert [claim["verdict"] for claim in wrong["claims"]] == ["unknown", "contradicted"]
    assert empty["grounded"]["standing"] == "undecided"
    assert empty["paper"]["score"] is None


def test_an_answer_that_no_member_gives_is_read_off_the_reasoning():
    row = {"cot": "HLA-B is associated with psoriasis. So the answer is (HLA-B).", "gold_answers": ["HLA-B"]}
    others = ({"predicted_answer": ""}, {"right": False}, {"gold_answers": []}, {"gold_answers": ["MIF"]})
    rows = [row, *({**row, **other} for other in others)]
    assert [(one.predicted, one.right) for one in read_answers(rows)] == [
        ("HLA-B", True),
        ("", None),
        ("HLA-B", False),
        ("HLA-B", None),
        ("HLA-B", False),
    ]


def test_claims_have_their_place_evidence_and_cypher(scorer):
    right = scored(scorer, ROWS[0])[0]
    claim = right["claims"][0]
    assert right["reasoning"][claim["start"] : claim["end"]].startswith("HLA-B is associated with psoriasis")
    assert claim["evidence"][0]["facts"][0]["key"] == fact_key("D:1", "associates_gene", "G:1")
    assert "MATCH" in claim["evidence"][0]["cypher"]
    assert [end["id"] for end in claim["meant"]] == ["G:1", "D:1"]
    assert claim["through"] == []


def test_a_claim_tells_what_its_evidence_leads_through(scorer):
    row = {"cot": "Arthritis mutilans is an arthritis. FOXJ9 is associated with arthritis."}
    known, unknown = scored(scorer, row)[0]["claims"]
    assert [end["name"] for end in known["meant"]] == ["arthritis mutilans", "arthritis"]
    assert known["through"] == [{"id": "D:4", "name": "psoriatic arthritis", "types": ["Disease"]}]
    assert unknown["meant"][0] is None


def test_what_carries_the_answer_counts_by_itself(scorer):
    right, wrong, empty = scored(scorer, *ROWS)
    assert right["pointed"] == {"score": 1.0, "claims": 2}  # of HLA-B; NOD2 and Crohn are beside the point
    assert wrong["pointed"] == {"score": round(UNKNOWN_IS_TRUE, 4), "claims": 1}
    assert empty["pointed"] == {"score": NOTHING_KNOWN, "claims": 0}
    assert right["answer"]["margin"] > 0 > wrong["answer"]["margin"]
    assert empty["answer"] is None


def test_a_statement_is_carried_by_the_claims_about_what_it_names(scorer):
    row = {
        "cot": "Methotrexate treats psoriasis. NOD2 is associated with Crohn's disease.",
        "question": "methotrexate treats psoriasis",
        "predicted_answer": "True",
    }
    assert scored(scorer, row)[0]["pointed"] == {"score": 1.0, "claims": 1}


def test_only_the_facts_of_the_prompt_are_the_papers_input(scorer):
    key = fact_key("D:1", "associates_gene", "G:1")
    with_prompt = scored(scorer, ROWS[0] | {"subgraph": [key]})[0]
    assert [link["status"] for link in with_prompt["paper"]["links"]] == ["coherent", "unjoined", "unjoined"]


# -- into a file


def to_file(scorer, path, rows=ROWS, **options):
    return score_to_file(scorer, lambda: read_answers(rows), path, **options)


def test_a_prompt_without_facts_is_an_input_graph_without_links(scorer):
    answer = next(read_answers([ROWS[0] | {"subgraph": []}]))
    (scored,) = scorer.score_all([scorer.read(answer)])
    assert {link.status for link in scored.paper.links} == {"unjoined"}


def test_a_run_that_was_cut_off_ends_the_same(scorer, tmp_path):
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    assert to_file(scorer, whole).answers == 3
    lines = whole.read_bytes().splitlines(keepends=True)
    for kept in (b"", lines[0], lines[0] + lines[1][:50], b"".join(lines)):
        cut.write_bytes(kept)
        to_file(scorer, cut, batch_size=1)
        assert cut.read_bytes() == whole.read_bytes()
    assert [row["id"] for row in read_scored(whole)] == ["right", "wrong", "empty"]


def test_other_answers_or_settings_do_not_go_on_in_its_file(scorer, tmp_path):
    path = tmp_path / "scored.jsonl"
    to_file(scorer, path)
    with pytest.raises(InputError, match="choose another file to write to"):
        to_file(scorer, path, rows=ROWS[1:])
    with pytest.raises(InputError, match="choose another file to write to"):
        to_file(DomainScorer(scorer.graph, PaperSettings(link_threshold=0.9)), path)
    otherwise_declared = replace(scorer.graph, traits=RelationTraits())
    with pytest.raises(InputError, match="choose another file to write to"):
        to_file(DomainScorer(otherwise_declared), path)


def test_a_model_can_write_the_links(scorer, tmp_path):
    def links(request):
        if "NOD2 is associated with psoriasis" in request.messages[-1].content:
            raise ChatError("the server is down")
        return "⟨HLA-B; is associated with; psoriasis⟩\n⟨HLA-B; is associated with; shingles⟩\nThat is all!"

    path = tmp_path / "scored.jsonl"
    failed = to_file(scorer, path, asked=AskedModel(ScriptedChat(links, "scripted:one")))
    assert failed.first_failure == "the server is down"
    right, wrong, empty = read_scored(path)
    assert [claim["verdict"] for claim in right["claims"]] == ["supported", "supported"]
    assert [link["object"] for link in right["paper"]["links"]] == ["psoriasis", "shingles"]
    assert right["unread"] == ["That is all!"]
    assert (wrong["claims"], wrong["failure"]) == ([], "the server is down")
    assert empty["claims"] == []
    assert failed.usage.requests == 2  # nothing is asked about an answer without reasoning


def test_what_failed_is_asked_again(scorer, tmp_path):
    def refuse(_request):
        raise ChatError("the server is down")

    path = tmp_path / "scored.jsonl"
    to_file(scorer, path, asked=AskedModel(ScriptedChat(refuse, "scripted:one")))
    again = to_file(scorer, path, asked=AskedModel(ScriptedChat(lambda _: "NONE", "scripted:one")))
    assert again.first_failure is None
    assert not any("failure" in row for row in read_scored(path))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("text", "not an object"),
        ({"id": "x"}, "no text in 'cot'"),
        ({"cot": "A.", "right": "yes"}, "true, false or null"),
        ({"cot": "A.", "options": [{}]}, "options"),
    ],
)
def test_a_bad_answer_says_what_is_wrong(row, reason):
    with pytest.raises(BadRowError, match=reason):
        list(read_answers([row]))


def test_rows_are_json_in_any_script(scorer, tmp_path):
    path = tmp_path / "scored.jsonl"
    to_file(scorer, path, rows=[{"id": "ü", "cot": "乾癬 is 𝔘nknown\x07."}])
    assert json.loads(path.read_text("utf-8"))["reasoning"] == "乾癬 is 𝔘nknown\x07."
