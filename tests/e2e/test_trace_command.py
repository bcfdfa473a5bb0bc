"""`groundpath trace`: from documents and a question to an answer with its evidence, in one command."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from local_chat_server import HttpAnswer, completion, failure, running_chat_server
from real_data import MULTIHOP
from row_files import rows_of, write_rows
from stated_judge import StatedJudge

pytestmark = pytest.mark.slow

COMMAND = [sys.executable, "-c", "from groundpath.engine.cli.main import main; main()"]
QUESTION = "Where was the drummer of Rush born?"
TRIPLES = {
    "Rush": [("origin", "Canadian"), ("drummer", "Neil Peart")],
    "Neil Peart": [("occupation", "drummer"), ("place of birth", "Hamilton")],
    "Yes": [("origin", "English")],
}
DOCUMENTS = [
    {"id": "rush", "title": "Rush", "text": "Rush was a Canadian band. Its drummer was Neil Peart."},
    {"id": "peart", "title": "Neil Peart", "text": "Neil Peart was a drummer. He was born in Hamilton."},
    {"id": "yes", "title": "Yes", "text": "Yes is an English band."},
]


@pytest.fixture
def trace(groundpath, unasked):  # noqa: ARG001
    """The command, with a cache for answers of its own, and `documents.jsonl` in its folder."""
    write_rows("documents.jsonl", DOCUMENTS)
    return lambda *arguments, **options: groundpath("trace", *arguments, **options)


def model(body):
    """A model that knows what to say: it writes down triples, chooses facts, and answers from its context."""
    asked = body["messages"][-1]["content"]
    if "<options>" in asked:
        return chosen(asked)
    if "<context>" in asked:
        return completion("Hamilton" if "Hamilton" in asked else "I do not know")
    title = re.search(r"<title>(.*)</title>", asked)[1]
    return completion("\n".join(f"⟨{title}; {relation}; {tail}⟩" for relation, tail in TRIPLES[title]))


def chosen(asked):
    """Rush's drummer first, then where he was born, then the end; each with 0.9, and the rest with 0.1."""
    options = re.findall(r"^([A-Z])\. (.*)$", re.search(r"<options>(.*)</options>", asked, re.S)[1], re.M)
    wanted = next((o for o, text in options if text in ("⟨Rush; drummer; Neil Peart⟩",)), None)
    wanted = wanted or next((o for o, text in options if "Hamilton" in text), "A")
    other = next(option for option, _ in options if option != wanted)
    tops = [{"token": wanted, "logprob": -0.105}, {"token": f" {other}", "logprob": -2.303}]
    token = {"token": wanted, "logprob": -0.105, "top_logprobs": tops}
    return completion(wanted, logprobs={"content": [token]})


def test_without_a_model_the_evidence_is_shown_and_no_answer(trace):
    done = trace("ask", QUESTION, "--documents", "documents.jsonl")
    assert done.code == 0, done.err
    assert "Its drummer was Neil Peart." in done.out
    assert "He was born in Hamilton." in done.out
    assert "Answer" not in done.out
    assert "No model was named" in done.err


def test_the_way_is_found_among_500_documents_some_of_them_empty_or_twice(trace):
    towns = "Łódź 京都 Αθήνα Quito Ålesund".split()
    crowd = [
        {"id": f"b{n}", "title": f"Band {n}", "text": f"Band {n} is a band. It comes from {towns[n % 5]}."}
        for n in range(490)
    ]
    empty = [{"id": "none", "title": "Nothing", "text": " "}]
    write_rows("crowd.jsonl", [*crowd, *empty, *DOCUMENTS, *({**row, "id": None} for row in DOCUMENTS)])
    done = trace("ask", QUESTION, "--documents", "crowd.jsonl", "--json")
    assert done.code == 0, done.err
    assert [fact["title"] for fact in done.json["chains"][0]["facts"]][:2] == ["Rush", "Neil Peart"]
    texts = [[fact["text"] for fact in chain["facts"]] for chain in done.json["chains"]]
    assert all(len(set(chain)) == len(chain) for chain in texts)


def test_with_a_model_the_answer_comes_with_its_chain(trace, monkeypatch):
    with running_chat_server(model) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        asked = ("ask", QUESTION, "--documents", "documents.jsonl", "--model", "openai:local", "--json")
        done = trace(*asked)
        requests = len(server.bodies)
        again = trace(*asked, "--concurrency", "1")
    assert done.code == 0, done.err
    best = done.json["chains"][0]
    assert done.json["answer"] == "Hamilton"
    assert [fact["text"] for fact in best["facts"]] == [
        "⟨Rush; drummer; Neil Peart⟩",
        "⟨Neil Peart; place of birth; Hamilton⟩",
    ]
    assert best["facts"][1]["sentence_text"] == "He was born in Hamilton."
    assert best["facts"][1]["verbatim"]
    assert [document["title"] for document in done.json["documents"]][:2] == ["Rush", "Neil Peart"]
    assert again.json["answer"] == "Hamilton"
    assert len(server.bodies) == requests  # nothing is asked twice


def test_a_model_that_gives_no_log_probabilities(trace, monkeypatch):
    def silent(body):
        assert not body.get("logprobs")
        return model(body)

    asked = ("ask", QUESTION, "--documents", "documents.jsonl", "--model", "openai:local")
    with running_chat_server(silent) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = trace(*asked, "--selector", "text", "--method", "trace-doc")
    assert done.code == 0, done.err
    assert "Answer: Hamilton" in done.out


def test_facts_are_extracted_once_and_asked_from_without_a_model(trace, monkeypatch):
    extract = ("extract", "documents.jsonl", "--model", "openai:local", "--out", "facts.jsonl")
    with running_chat_server(model) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = trace(*extract, "--price-in", "1", "--price-out", "5")
        again = trace(*extract)
    assert done.code == 0, done.err
    assert "5 facts, 0 of them not in the words of the text" in done.out
    assert "price" in done.out
    assert "Expected: 3 requests" in done.err
    assert "3 done before" in again.out
    assert len(server.bodies) == 3
    asked = trace("ask", QUESTION, "--documents", "facts.jsonl", "--unit", "triple")
    assert asked.code == 0, asked.err
    assert "⟨Rush; drummer; Neil Peart⟩" in asked.out


def test_facts_of_any_head_and_the_lines_that_were_refused(trace, monkeypatch):
    """TRACE the Evidence, Limitations (1): "Hamilton" of the second document gets a fact of its own."""
    told = {
        "Rush": '[["Rush", "drummer", "Neil Peart"], ["Neil Peart", "instrument", "drums"]]',
        "Neil Peart": "⟨Neil Peart; place of birth; Hamilton⟩\n⟨Hamilton; birthplace of; Neil Peart⟩",
        "Yes": "⟨Yes; origin; English⟩\n⟨Jon Anderson; member of; Yes⟩",
    }

    def answer(body):
        title = re.search(r"<title>(.*)</title>", body["messages"][-1]["content"])[1]
        return completion(told[title])

    extract = ("extract", "documents.jsonl", "--model", "openai:local", "--any-heads")
    with running_chat_server(answer) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        expected = trace(*extract, "--dry-run", "--json")
        done = trace(*extract, "--out", "facts.jsonl", "--json")
        shown = trace(*extract, "--out", "shown.jsonl")
    assert done.code == shown.code == 0, done.err
    assert expected.json["requests"] == 3
    assert [row["triples"] for row in rows_of("facts.jsonl")] == [
        [["Rush", "drummer", "Neil Peart"], ["Neil Peart", "instrument", "drums"]],
        [["Neil Peart", "place of birth", "Hamilton"], ["Hamilton", "birthplace of", "Neil Peart"]],
        [["Yes", "origin", "English"]],
    ]
    assert (done.json["facts"], done.json["refused"]) == (5, {"head is not named in the text": 1})
    assert done.json["examples"][0]["line"] == "⟨Jon Anderson; member of; Yes⟩"
    assert "1 line that is no fact left out (1 head is not named in the text)" in shown.out
    assert "left out of yes: ⟨Jon Anderson; member of; Yes⟩" in shown.out


def test_facts_load_as_a_graph_with_their_documents(trace, groundpath, monkeypatch):
    with running_chat_server(model) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        trace("extract", "documents.jsonl", "--model", "openai:local", "--out", "facts.jsonl")
    loaded = groundpath("load", "documents", "facts.jsonl", "--kg", "bands", "--no-embed")
    assert loaded.code == 0, loaded.err
    paths = groundpath("paths", "bands", "Rush", "Hamilton", "--json")
    assert paths.code == 0, paths.err
    assert "place of birth" in paths.out
    assert "rush" in paths.out


def test_facts_in_a_graph_are_asked_from_and_show_their_sentences(trace, groundpath, monkeypatch):
    with running_chat_server(model) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        trace("extract", "documents.jsonl", "--model", "openai:local", "--out", "facts.jsonl")
        loaded = groundpath("load", "documents", "facts.jsonl", "--kg", "bands")
        assert loaded.code == 0, loaded.err
        asked = ("ask", QUESTION, "--kg", "bands")
        done = trace(*asked, "--json")
        answered = trace(*asked, "--model", "openai:local", "--selector", "encoder")
    assert done.code == 0, done.err
    facts = {fact["text"]: fact for chain in done.json["chains"] for fact in chain["facts"]}
    (born,) = facts["Neil Peart place of birth Hamilton."]["sources"]
    assert (born["sentence_text"], born["verbatim"]) == ("He was born in Hamilton.", True)
    assert answered.code == 0, answered.err
    assert "Answer: Hamilton" in answered.out
    assert "He was born in Hamilton." in answered.out


def test_a_graph_of_triples_is_asked_from_without_documents(trace, groundpath):
    Path("bands.tsv").write_text("Rush\tdrummer\tNeil Peart\nNeil Peart\tplace of birth\tHamilton\n", "utf-8")
    assert groundpath("load", "triples", "bands.tsv", "--kg", "bands").code == 0
    done = trace("ask", QUESTION, "--kg", "bands")
    assert done.code == 0, done.err
    assert "Neil Peart place of birth Hamilton." in done.out
    assert "document" not in done.out


def test_the_cypher_of_chains_returns_their_facts(trace, groundpath):
    rows = [{**d, "triples": [[d["title"], *t] for t in TRIPLES[d["title"]]]} for d in DOCUMENTS]
    write_rows("facts.jsonl", rows)
    assert groundpath("load", "documents", "facts.jsonl", "--kg", "bands").code == 0
    asked = ("ask", QUESTION, "--kg", "bands")
    chains = trace(*asked, "--json").json["chains"]
    shown = trace(*asked, "--cypher", "--json").json
    params = [f"{name}={json.dumps(value)}" for name, value in shown["parameters"].items()]
    options = [part for param in params for part in ("--param", param)]
    found = groundpath("cypher", shown["statement"], *options, "--json")
    assert found.code == 0, found.err
    assert [row["key"] for row in found.json["rows"]] == [f["key"] for c in chains for f in c["facts"]]
    assert trace(*asked, "--cypher").out.startswith(":param {kg: ")


def test_the_example_answers_without_a_network(trace):
    examples = Path(__file__).parents[2] / "examples"
    documents, reader = examples / "curies.jsonl", examples / "reader.jsonl"
    asked = ("ask", "Where was the husband of Marie Curie born?", "--documents", str(documents))
    done = trace(*asked, "--model", f"scripted:{reader}", "--selector", "encoder")
    assert done.code == 0, done.err
    assert "Answer: Paris" in done.out
    assert "Pierre Curie was a French physicist, born in Paris." in done.out


def test_a_dry_run_asks_nothing_and_needs_no_key(trace):
    done = trace("extract", "documents.jsonl", "--model", "openai:local", "--dry-run", "--json")
    assert done.code == 0, done.err
    assert done.json["requests"] == done.json["estimated"] == 3
    assert done.json["completion_tokens"] > 0


def test_what_failed_is_told_and_asked_again(trace, monkeypatch):
    bad = {"Yes": "Sorry, I would rather not."}

    def answer(body):
        title = re.search(r"<title>(.*)</title>", body["messages"][-1]["content"])[1]
        return completion(bad[title]) if title in bad else model(body)

    extract = ("extract", "documents.jsonl", "--model", "openai:local", "--out", "facts.jsonl")
    with running_chat_server(answer) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = trace(*extract)
    assert done.code == 1
    assert "facts of 1 of 3 documents are missing" in done.err
    assert "triples, asked twice" in done.err
    assert "failure" in rows_of("facts.jsonl")[2]
    assert trace("ask", "?", "--documents", "facts.jsonl", "--unit", "triple").code == 1


def test_a_killed_extraction_goes_on_and_asks_nothing_twice(trace, monkeypatch):
    rows = [{"id": f"d{n}", "title": f"Band {n}", "text": f"Band {n} is a band."} for n in range(30)]
    write_rows("many.jsonl", rows)

    def slowly(body):
        title = re.search(r"<title>(.*)</title>", body["messages"][-1]["content"])[1]
        return HttpAnswer(completion(f"⟨{title}; is; a band⟩").body, wait_s=0.1)

    arguments = ["trace", "extract", "many.jsonl", "--model", "openai:local", "--out", "facts.jsonl"]
    with running_chat_server(slowly) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        with subprocess.Popen([*COMMAND, *arguments, "--concurrency", "2"]) as process:
            until = time.monotonic() + 60
            while len(server.bodies) < 12 and time.monotonic() < until:
                time.sleep(0.005)
            os.kill(process.pid, signal.SIGKILL)
        asked = len(server.bodies)
        done = trace(*arguments[1:])
    assert 12 <= asked < 30
    assert done.code == 0, done.err
    # What was under way when it was killed may be asked again.
    assert len(server.bodies) <= 30 + 2
    assert [row["triples"] for row in rows_of("facts.jsonl")] == [
        [[r["title"], "is", "a band"]] for r in rows
    ]


def test_a_wrong_key_ends_the_run_in_one_line(trace, monkeypatch):
    with running_chat_server(lambda _: failure(401, "wrong key")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = trace("ask", QUESTION, "--documents", "documents.jsonl", "--model", "openai:local")
    assert done.code == 1
    assert len(done.err.strip().splitlines()) == 1
    assert "OPENAI_API_KEY" in done.err


GARBAGE = {
    "a page": HttpAnswer(b"<html>"),
    "an object": HttpAnswer(b"{}"),
    "words": completion("word, word."),
    "half a reply": HttpAnswer(completion("⟨Rush; drummer; Neil Peart⟩").body, sent_bytes=40),
    "nothing": HttpAnswer(b""),
    "500": failure(500, "oops"),
    "429": failure(429, "slow down", retry_after="0"),
}


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
def test_a_server_of_garbage_gives_no_answer_and_says_why(trace, monkeypatch, garbage):
    monkeypatch.setattr("groundpath.engine.asking.uniform", lambda _low, _high: 0.0)  # waits of retries
    with running_chat_server(lambda _: garbage) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = trace("ask", QUESTION, "--documents", "documents.jsonl", "--model", "openai:local")
    assert done.code == 1
    assert "Answer:" not in done.out
    assert "facts of document" in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("ask", " ", "--documents", "documents.jsonl"), 2, "QUESTION is empty"),
        (("ask", "?"), 2, "Give either --documents or --kg"),
        (("ask", "?", "--documents", "documents.jsonl", "--kg", "k"), 2, "Give either --documents or --kg"),
        (("ask", "?", "--documents", "documents.jsonl", "--cypher"), 2, "name it with --kg"),
        (("ask", "?", "--kg", "k", "--unit", "sentence"), 2, "--unit is for documents"),
        (("ask", "?", "--kg", "k", "--method", "top-facts"), 2, "trace-triple, trace-doc, no-documents"),
        (("ask", "?", "--kg", "nosuch"), 1, "holds no graph 'nosuch'"),
        (("ask", "?", "--documents", "none.jsonl"), 1, "none.jsonl is not there"),
        (("ask", "?", "--documents", "empty.jsonl"), 1, "no document with a text"),
        (("ask", "?", "--documents", "documents.jsonl", "--selector", "text"), 1, "name one (--model)"),
        (("ask", "?", "--documents", "documents.jsonl", "--unit", "triple"), 1, "trace extract"),
        (("ask", "?", "--documents", "documents.jsonl", "--settings", "wrong.toml"), 2, "no option 'colour'"),
        (("extract", "documents.jsonl", "--model", "openai:x"), 2, "Missing option '--out'"),
        (("evaluate", "documents.jsonl"), 1, "documents.jsonl, line 1: has no text in 'question'"),
    ],
)
def test_wrong_usage_is_told_in_one_line(trace, arguments, code, said):
    write_rows("empty.jsonl", [{"text": ""}])
    Path("wrong.toml").write_text('colour = "red"\n', "utf-8")
    done = trace(*arguments)
    assert done.code == code
    assert said in " ".join(done.err.split())


HOTPOT = {
    "_id": "q1",
    "question": QUESTION,
    "answer": "Hamilton",
    "supporting_facts": [["Rush", 1], ["Neil Peart", 1]],
    "context": [
        ["Rush", ["Rush was a Canadian band.", "Its drummer was Neil Peart."]],
        ["Neil Peart", ["Neil Peart was a drummer.", "He was born in Hamilton."]],
        ["Yes", ["Yes is an English band."]],
    ],
}


def test_an_evaluation_with_a_model(trace, monkeypatch):
    write_rows("questions.jsonl", [HOTPOT])
    methods = [part for method in ("trace-triple", "no-documents") for part in ("--method", method)]
    asked = ("evaluate", "questions.jsonl", "--model", "openai:local", "--out", "answers.jsonl", *methods)

    def answer(body):
        memory = "<context>" not in body["messages"][-1]["content"]
        alone = memory and "correct answer" in body["messages"][-1]["content"]
        return completion("Toronto") if alone else model(body)

    with running_chat_server(answer) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = trace(*asked, "--json")
        table = trace(*asked)
        csv = trace(*asked, "--csv")
    assert done.code == 0, done.err
    means = {measure["name"]: measure["mean"] for measure in done.json["measures"]}
    assert (means["EM (trace-triple)"], means["EM (no-documents)"]) == (1, 0)
    assert means["sentence recall (top chain)"] == means["sentence precision (top chain)"] == 1
    assert means["tokens to the model"] > 0
    assert "EM (trace-triple)" in table.out
    assert csv.out.startswith("name,share,mean,low,high,scored,total\nEM (trace-triple),True,1.0,")
    (row,) = rows_of("answers.jsonl")
    assert row["answers"] == {"trace-triple": "Hamilton", "no-documents": "Toronto"}


def test_an_evaluation_with_a_settings_file_and_no_model(trace):
    with (MULTIHOP / "2wikimultihopqa.jsonl").open(encoding="utf-8") as file:
        write_rows("questions.jsonl", [json.loads(next(file)) for _ in range(3)])
    Path("settings.toml").write_text('unit = "document"\nlongest = 2\n', "utf-8")
    done = trace("evaluate", "questions.jsonl", "--settings", "settings.toml", "--json")
    assert done.code == 0, done.err
    means = {measure["name"]: measure["mean"] for measure in done.json["measures"]}
    assert means["facts in a chain"] <= 2
    assert done.json["questions"] == 3
    longer = trace("evaluate", "questions.jsonl", "--settings", "settings.toml", "--longest", "1", "--csv")
    assert "facts in a chain,False,1.0,1.0,1.0,3,3" in longer.out


def test_an_answer_is_checked_before_it_is_shown(trace, monkeypatch):
    """The judge is a stated one; what is held is the question with its few words behind it."""
    said = f"{QUESTION} Hamilton"
    judge = StatedJudge({(said, "He was born in Hamilton."): "supported"})
    monkeypatch.setattr("groundpath.engine.check.checker.packaged_judge", lambda: judge)
    asked = ("ask", QUESTION, "--documents", "documents.jsonl", "--model", "openai:local", "--checked")
    with running_chat_server(model) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        shown, told = trace(*asked), trace(*asked, "--json")
    assert shown.code == 0, shown.err
    assert "Answer: Hamilton" in shown.out
    assert "supported 0.90" in shown.out
    assert "read as" in shown.out
    check = told.json["check"]
    (claim,) = check["sentences"][0]["claims"]
    assert (claim["said"], claim["status"], check["documents"]) == (said, "supported", 2)
    assert any("Hamilton" in one["text"] for one in claim["evidence"])


def test_without_a_model_there_is_nothing_to_check(trace):
    refused = trace("ask", QUESTION, "--documents", "documents.jsonl", "--checked")
    assert refused.code == 2
    assert "--model gives one" in refused.err
