"""Answers to check as the logs of other programs hold them."""

import json

from groundpath.engine.check.cases import read_cases

SAID = "Ann lives in Ely."
ASKED = "Where does Ann live?"
MESSAGES = [{"role": "user", "content": ASKED}, {"role": "assistant", "content": SAID}]
CHOICES = [{"index": 0, "message": {"role": "assistant", "content": SAID}, "finish_reason": "stop"}]
CONTEXTS = ["Ann moved to Ely in 1990."]


def read(*rows):
    return list(read_cases(list(rows)))


def texts(case):
    return [source.document.text for source in case.contexts]


def test_messages_answer_what_was_asked_before_them():
    (case,) = read({"id": "a", "messages": MESSAGES, "contexts": CONTEXTS, "model": "m"})
    assert (case.id, case.question, case.answer, case.model) == ("a", ASKED, SAID, "m")
    assert texts(case) == CONTEXTS
    assert not case.is_chain


def test_batch_output_of_openai():
    row = {"custom_id": "q1", "response": {"status_code": 200, "body": {"choices": CHOICES}}, "error": None}
    (case,) = read(row)
    assert (case.id, case.answer) == ("q1", SAID)


def test_samples_of_the_harness_have_the_contexts_of_their_document():
    row = {"doc_id": 3, "doc": {"question": ASKED, "context": CONTEXTS[0]}, "target": "Ely"}
    one, other = read({**row, "resps": [[SAID, "Ann lives in Bath."]], "filtered_resps": [SAID]})
    assert (one.id, one.question, one.answer) == ("3#1", ASKED, SAID)
    assert other.answer == "Ann lives in Bath."
    assert texts(one) == CONTEXTS


def test_a_log_of_inspect_stands_for_its_samples(tmp_path):
    sample = {"id": 1, "epoch": 1, "input": ASKED, "target": "Ely", "metadata": {"contexts": CONTEXTS}}
    sample["output"] = {"model": "m", "choices": CHOICES}
    log = tmp_path / "log.json"
    log.write_text(
        json.dumps({"version": 2, "status": "success", "eval": {"task": "t"}, "samples": [sample]})
    )
    (case,) = read_cases(log)
    assert (case.question, case.answer, case.model) == (ASKED, SAID, "m")
    assert texts(case) == CONTEXTS


def test_what_has_an_answer_is_no_log():
    (case,) = read({"answer": SAID, "messages": MESSAGES[:1], "contexts": CONTEXTS})
    assert case.answer == SAID


def test_documents_of_flashrag_are_contexts():
    (case,) = read(
        {"answer": SAID, "contexts": [{"id": "d", "contents": '"Ann"\nAnn moved to Ely in 1990.'}]}
    )
    assert [(one.id, one.title, one.text) for one in case.contexts] == [("d", "Ann", CONTEXTS[0])]
