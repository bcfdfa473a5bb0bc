"""The baselines of TRACE the Evidence, Table 1, by command: IRCoT, ranked documents, their M, p-values."""

import re
from pathlib import Path

import pytest
from local_chat_server import completion, running_chat_server
from row_files import rows_of, write_rows

pytestmark = pytest.mark.slow

DOCUMENTS = [
    ["Rush", ["Rush was a Canadian band.", "Its drummer was Neil Peart."]],
    ["Neil Peart", ["Neil Peart was a drummer.", "He was born in Hamilton."]],
    ["Yes", ["Yes is an English band."]],
    ["Toto", ["Toto is a band.", "Where its drummer was born is told of nowhere, in no rush."]],
    ["Owls", ["Owls are birds."]],
]
ASKED = {"Where was the drummer of Rush born?": "Hamilton", "Is Yes an English band?": "yes"}
QUESTIONS = [
    {"_id": f"q{number}", "question": question, "answer": answer, "context": DOCUMENTS}
    for number, (question, answer) in enumerate(ASKED.items())
]


@pytest.fixture
def trace(groundpath, unasked):  # noqa: ARG001
    """The command, with a cache for answers of its own, and `questions.jsonl` in its folder."""
    write_rows("questions.jsonl", QUESTIONS)
    return lambda *arguments, **options: groundpath("trace", *arguments, **options)


def model(body):
    """It reasons in two sentences, and answers rightly from documents that tell the answer."""
    asked = body["messages"][-1]["content"]
    if "<reasoning>" in asked:
        begun = "(no sentence yet)" not in asked
        return completion("So the answer is known." if begun else "The drummer of Rush is Neil Peart.")
    if "Is Yes" in asked:
        return completion("yes" if "Title: Yes" in asked else "no")
    return completion("Hamilton" if "Hamilton" in asked else "Toronto")


@pytest.fixture
def server(trace, monkeypatch):  # noqa: ARG001  # which takes the address of others away
    with running_chat_server(model) as running:
        monkeypatch.setenv("OPENAI_BASE_URL", running.url)
        yield running


def test_ircot_reasons_and_retrieves_in_turns(trace, server):
    """Appendix C.2: the reader sees the documents that were found, and no others."""
    asked = ("evaluate", "questions.jsonl", "--model", "openai:local", "--selector", "encoder")
    methods = ("--unit", "sentence", "--method", "ircot", "--out", "out.jsonl")
    done = trace(*asked, *methods, "--json")
    requests = len(server.bodies)
    again = trace(*asked, *methods, "--json")
    assert done.code == 0, done.err
    first, _ = rows_of("out.jsonl")
    assert first["reasoning"]["ircot"] == ["The drummer of Rush is Neil Peart.", "So the answer is known."]
    assert first["answers"] == {"ircot": "Hamilton"}
    assert first["scores"]["ircot"] == {"em": 1, "f1": 1}
    (shown,) = [body["messages"][-1]["content"] for body in server.bodies if answers(body, "drummer of Rush")]
    assert re.findall("Title: (.*)", shown) == ["Rush", "Neil Peart"]
    assert requests == 6  # two sentences and an answer for each question
    assert len(server.bodies) == requests  # nothing is asked twice
    assert again.json["measures"][0] == done.json["measures"][0]


def answers(body, question):
    asked = body["messages"][-1]["content"]
    return "correct answer" in asked and question in asked


@pytest.mark.usefixtures("server")
def test_ask_answers_by_ircot_too(trace):
    write_rows("documents.jsonl", [{"title": title, "text": " ".join(said)} for title, said in DOCUMENTS])
    asked = ("ask", QUESTIONS[0]["question"], "--documents", "documents.jsonl", "--model", "openai:local")
    done = trace(*asked, "--unit", "sentence", "--selector", "encoder", "--method", "ircot")
    assert done.code == 0, done.err
    assert "Answer: Hamilton" in done.out


def test_m_is_chosen_on_a_development_file(trace, server):
    """Section 4.1, "Baselines". One document tells nobody's birth place; the nearest two do."""
    asked = ("tune", "questions.jsonl", "--model", "openai:local")
    dry = trace(*asked, "--dry-run", "--json")
    assert dry.code == 0, dry.err
    assert dry.json["requests"] == 10
    assert not server.bodies
    done = trace(*asked, "--json", "--price-in", "1", "--price-out", "2")
    assert done.code == 0, done.err
    assert "Expected: 10 requests" in done.err
    (nearest,) = done.json["methods"]
    assert [one["documents"] for one in nearest["tried"]] == [1, 2, 3, 4, 5]
    assert nearest["best"] == min(one["documents"] for one in nearest["tried"] if one["em"] == 1)
    assert done.json["usage"]["price"] > 0
    requests = len(server.bodies)
    table = trace(*asked)
    assert f"Best: --nearest {nearest['best']}" in table.out
    assert len(server.bodies) == requests


@pytest.mark.usefixtures("server")
def test_methods_are_compared_in_an_evaluation_and_between_files(trace):
    asked = ("evaluate", "questions.jsonl", "--model", "openai:local", "--unit", "sentence")
    options = ("--selector", "encoder", "--nearest", "1")
    methods = ("--method", "no-documents", "--method", "all-documents")
    done = trace(*asked, *options, *methods, "--out", "both.jsonl")
    as_json = trace(*asked, *options, *methods, "--json")
    trace(*asked, *options, "--method", "all-documents", "--out", "one.jsonl")
    assert done.code == 0, done.err
    assert "Against no-documents" in done.out
    em, f1 = as_json.json["comparisons"]
    assert (em["measure"], em["method"], em["difference"]) == ("EM", "all-documents", 1)
    assert em["disagreement"] == {"gained": 2, "lost": 0, "p": 0.5}  # 2 / 2**2
    assert f1["disagreement"] is None
    compared = trace("compare", "both.jsonl", "--against", "all-documents", "--json")
    assert compared.code == 0, compared.err
    assert [(one["method"], one["difference"]) for one in compared.json] == [("no-documents", -1)] * 2
    between = trace("compare", "both.jsonl", "one.jsonl", "--against", "one: all-documents")
    assert between.code == 0, between.err
    assert "Against one: all-documents" in between.out
    assert "both: no-documents" in between.out
    csv = trace("compare", "both.jsonl", "--csv")
    assert csv.out.splitlines()[1].startswith("EM,all-documents,no-documents,2,1.0,1.0,1.0,")


RERANKED = ("--model", "scripted:m.jsonl", "--method", "reranked-documents")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("tune", "questions.jsonl"), 2, "Missing option '--model'"),
        (("tune", "none.jsonl", "--model", "scripted:m.jsonl"), 1, "none.jsonl is not there"),
        (("tune", "questions.jsonl", *RERANKED), 2, "needs a cross-encoder"),
        (("compare", "questions.jsonl"), 1, "trace evaluate --out"),
        (("compare", "one.jsonl"), 1, "nothing shares a question with a"),
        (("compare", "one.jsonl", "--against", "b"), 1, "there is no 'b' to compare with; there is: a"),
        (("evaluate", "questions.jsonl", *RERANKED), 1, "name one (--reranker)"),
        (("evaluate", "questions.jsonl", "--encoder", "dot.toml"), 1, "set its normalise = true"),
    ],
)
def test_wrong_usage_is_told_in_one_line(trace, arguments, code, said):
    write_rows("m.jsonl", [{"answer": "x"}])
    write_rows("one.jsonl", [{"id": "1", "scores": {"a": {"em": 1, "f1": 1}}}])
    Path("dot.toml").write_text('model = "a"\nnormalise = false\n', "utf-8")
    done = trace(*arguments)
    assert done.code == code
    assert said in " ".join(done.err.split())
