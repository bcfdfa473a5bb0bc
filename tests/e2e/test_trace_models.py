"""`groundpath trace` with a model for each task, with all facts offered, with a model's own tokenizer."""

import re
from pathlib import Path

import pytest
from local_chat_server import completion, running_chat_server
from row_files import write_rows
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit

pytestmark = pytest.mark.slow

QUESTION = "Where was the drummer of Rush born?"
RUSH = {"id": "rush", "title": "Rush", "text": "Rush was a band. Its drummer was Neil Peart."}
PEART = {"id": "peart", "title": "Neil Peart", "text": "He was born in Hamilton."}
TRIPLES = {
    "Rush": "⟨Rush; drummer; Neil Peart⟩\n⟨Rush; type; band⟩",
    "Neil Peart": "⟨Neil Peart; place of birth; Hamilton⟩",
}
CHAIN = ["⟨Rush; drummer; Neil Peart⟩", "⟨Neil Peart; place of birth; Hamilton⟩"]


@pytest.fixture
def trace(groundpath, unasked):  # noqa: ARG001
    write_rows("documents.jsonl", [RUSH, PEART])
    return lambda *arguments: groundpath("trace", *arguments)


def task_of(body):
    asked = body["messages"][-1]["content"]
    return "chains" if "<options>" in asked else "answers" if "correct answer" in asked else "facts"


def model(body):
    """Writes the triples down, takes the chain's facts in their order and then ends, and answers."""
    asked = body["messages"][-1]["content"]
    if task_of(body) == "answers":
        return completion("Hamilton")
    if task_of(body) == "facts":
        return completion(TRIPLES[re.search(r"<title>(.*)</title>", asked)[1]])
    options = re.findall(r"^(\w)\. (.*)$", re.search(r"<options>(.*)</options>", asked, re.S)[1], re.M)
    letter = next((letter for text in CHAIN for letter, option in options if option == text), "A")
    token = {"token": letter, "logprob": 0.0, "top_logprobs": [{"token": letter, "logprob": 0.0}]}
    return completion(letter, logprobs={"content": [token]})


def test_selector_and_reader_may_be_other_models_and_cost_apart(trace, monkeypatch):
    """Table 2, "w. Mistral" and "w. Gemma" (selectors); Section 4.2 and Appendix D.1 (readers)."""
    models = (
        "--model",
        "openai:llama",
        "--selector-model",
        "openai:mistral",
        "--reader-model",
        "openai:gemma",
    )
    asked = ("ask", QUESTION, "--documents", "documents.jsonl", *models)
    with running_chat_server(model) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = trace(*asked, "--json")
        bodies = list(server.bodies)
        again = trace(*asked)
    assert done.code == 0, done.err
    assert done.json["answer"] == "Hamilton"
    assert [fact["text"] for fact in done.json["chains"][0]["facts"]] == CHAIN
    tasks = {"facts": "llama", "chains": "mistral", "answers": "gemma"}
    assert {(task_of(body), body["model"]) for body in bodies} == set(tasks.items())
    for task in tasks:
        requests = sum(task_of(body) == task for body in bodies)
        spent = done.json["spent"][task]
        assert (spent["requests"], spent["prompt_tokens"]) == (requests, 40 * requests)
    assert done.json["usage"]["requests"] == len(bodies)
    assert len(server.bodies) == len(bodies)  # nothing is asked twice
    assert [line.split(":")[0].strip() for line in again.err.splitlines()[-3:]] == list(tasks)


def test_a_reader_alone_reads_what_the_encoder_chose(trace, monkeypatch):
    with running_chat_server(model) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = trace("ask", QUESTION, "--documents", "documents.jsonl", "--reader-model", "openai:gemma")
    assert done.code == 0, done.err
    assert "Answer: Hamilton" in done.out
    assert {task_of(body) for body in server.bodies} == {"answers"}


def test_all_facts_are_offered_without_a_ranker(trace, monkeypatch):
    """Section 4.2, "w/o Triple Ranker": 79 triples a question (HotpotQA, Table 5), two rounds of letters."""
    triples = [["Rush", f"song {number}", f"Song {number}"] for number in range(77)]
    documents = [
        {**RUSH, "triples": [*triples, ["Rush", "drummer", "Neil Peart"]]},
        {**PEART, "triples": [["Neil Peart", "place of birth", "Hamilton"]]},
    ]
    write_rows("questions.jsonl", [{"question": QUESTION, "answer": "Hamilton", "documents": documents}])
    asked = ("evaluate", "questions.jsonl", "--candidates", "all", "--model", "openai:local", "--json")
    with running_chat_server(model) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = trace(*asked)
    assert done.code == 0, done.err
    means = {measure["name"]: measure["mean"] for measure in done.json["measures"]}
    assert (means["EM (trace-triple)"], means["triples"], means["facts in a chain"]) == (1, 79, 2)
    # Of 79, of 78, and of 77 to end: two groups and a last round, which there is not where both end.
    assert sum(task_of(body) == "chains" for body in server.bodies) == 3 + 3 + 2


def test_a_graph_has_no_such_choice(trace, groundpath):
    Path("bands.tsv").write_text("Rush\tdrummer\tNeil Peart\n", "utf-8")
    assert groundpath("load", "triples", "bands.tsv", "--kg", "bands").code == 0
    done = trace("ask", QUESTION, "--kg", "bands", "--candidates", "all")
    assert done.code == 1
    assert "say how many candidates" in done.err


def test_tokens_are_counted_by_the_readers_own_tokenizer(trace, tmp_path):
    """Table 1, "# Tok": a tokenizer to which a word is a token; the context is the chain alone."""
    tokenizer = Tokenizer(WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = WhitespaceSplit()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    write_rows("answers.jsonl", [{"answer": "Hamilton"}])
    documents = [{**RUSH, "triples": [["Rush", "drummer", "Neil Peart"]]}]
    write_rows("questions.jsonl", [{"question": QUESTION, "answer": "Hamilton", "documents": documents}])
    asked = ("evaluate", "questions.jsonl", "--model", "scripted:answers.jsonl", "--selector", "encoder")
    done = trace(*asked, "--tokenizer", "tokenizer.json", "--json")
    assert done.code == 0, done.err
    means = {measure["name"]: measure["mean"] for measure in done.json["measures"]}
    assert means["tokens shown (trace-triple)"] == len("⟨Rush; drummer; Neil Peart⟩".split())
    dry = ("extract", "documents.jsonl", "--model", "scripted:answers.jsonl", "--shown", "0", "--dry-run")
    counted = trace(*dry, "--tokenizer", "tokenizer.json", "--json").json
    assert 0 < counted["prompt_tokens"] < trace(*dry, "--json").json["prompt_tokens"]
    wrong = trace(*asked, "--tokenizer", "nowhere.json")
    assert (wrong.code, "cannot be read" in wrong.err) == (1, True)
