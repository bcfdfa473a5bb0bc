"""Whatever reads a model's text, from a server or from a file, reads what is said and not what is thought."""

import json
from pathlib import Path

import pytest
from groundpath.engine.audit.chains import chain_of
from groundpath.engine.audit.judging import ParsedChain
from groundpath.engine.check.cases import case_of
from groundpath.engine.counterfactual.answers import read_answer
from groundpath.engine.discriminate.decision import read_decision
from groundpath.engine.domain.answers import answer_of
from local_chat_server import completion, in_turn, running_chat_server
from row_files import rows_of, write_rows

MARKS = [
    "<think>{}</think>{}",
    "[THINK]{}[/THINK]{}",
    "<seed:think>{}</seed:think>{}",
    "<|channel|>analysis<|message|>{}<|end|><|start|>assistant<|channel|>final<|message|>{}",
    "analysis{}assistantfinal{}",
]


@pytest.mark.parametrize("marks", MARKS)
def test_rows_of_files(marks):
    domain = answer_of({"cot": marks.format("A treats B. So the answer is (B).", "A treats C.")}, 1)
    assert (domain.reasoning, domain.predicted) == ("A treats C.", "")
    assert case_of({"answer": marks.format("A is B.", "A is C.")}).answer == "A is C."
    assert case_of({"cot": marks.format("A is B.", "A is C.")}).answer == "A is C."
    assert read_answer(marks.format("Answer: Rome", "Answer: Oslo")) == "Oslo"
    assert read_decision(marks.format("The answer is NO.", "YES")) is True


def test_a_text_in_parts_is_read_from_a_file_too():
    parts = [{"type": "thinking", "thinking": "A is B."}, {"type": "text", "text": "A is C."}]
    assert answer_of({"cot": parts}, 1).reasoning == "A is C."
    assert case_of({"answer": parts}).answer == "A is C."
    assert case_of({"cot": parts}).answer == "A is C."


@pytest.mark.parametrize(
    "cot",
    [
        "<think>A is B.</think>C",
        [{"type": "thinking", "thinking": "A is B."}, {"type": "text", "text": "C"}],
        [{"type": "thinking", "thinking": "<think>A is B."}, {"type": "text", "text": "C"}],
        [{"type": "reasoning", "summary": [{"type": "summary_text", "text": "A is B."}]}, "C"],
    ],
)
def test_where_an_answer_alone_is_said_the_chain_is_what_was_thought_in_parts_too(cot):
    assert case_of({"cot": cot}).answer == "A is B.\n\nC"
    chain = ParsedChain.of(chain_of({"cot": cot}, 1))
    assert chain.steps[0] == "A is B."
    assert case_of({"answer": cot}).answer == "C"
    assert answer_of({"cot": cot}, 1).reasoning == "C"


@pytest.fixture
def extract(groundpath, unasked, monkeypatch):  # noqa: ARG001
    """The command, and what its server was sent."""
    monkeypatch.setenv("OPENAI_API_KEY", "local")
    write_rows("doc.jsonl", [{"id": "d", "title": "Marie Sorel", "text": "Marie Sorel was born in Warsaw."}])

    def run(reply, *arguments):
        Path("out.jsonl").unlink(missing_ok=True)
        with running_chat_server(in_turn(completion(reply))) as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.url)
            done = groundpath(
                "trace", "extract", "doc.jsonl", "--model", "openai:m", "--out", "out.jsonl", *arguments
            )
        assert done.code == 0, done.err
        return server.bodies

    return run


@pytest.mark.slow
@pytest.mark.parametrize("marks", MARKS)
def test_facts_are_those_that_are_said(extract, marks):
    thought, said = "⟨Marie Sorel; place of birth; Rome⟩", "⟨Marie Sorel; place of birth; Warsaw⟩"
    (body,) = extract(marks.format(thought, said))
    (row,) = rows_of("out.jsonl")
    assert row["triples"] == [["Marie Sorel", "place of birth", "Warsaw"]]
    assert "Rome" not in json.dumps(row)
    assert body.keys() == {"model", "messages"}  # no temperature that nobody has set


@pytest.mark.slow
def test_a_temperature_is_sent_where_it_is_set(extract):
    (body,) = extract("⟨Marie Sorel; place of birth; Warsaw⟩", "--temperature", "0", "--top-p", "0.5")
    assert (body["temperature"], body["top_p"]) == (0, 0.5)
    (row,) = rows_of("out.jsonl")
    assert row["model"].endswith("[temperature=0,top_p=0.5]")
