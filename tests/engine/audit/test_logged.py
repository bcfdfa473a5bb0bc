"""Logs of other programs as inputs of an audit, in the forms in which these programs write them."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.verdicts import ChainOfThought
from groundpath.engine.errors import BadRowError, InputError
from groundpath.loaders.inspect_log import read_inspect_samples
from real_data import INSPECT_LOG

SPOUSE = "Anna Berg's spouse is Bert Berg. The place of birth of Bert Berg is Oslo. So the answer is (Oslo)."


def sample(**changes: Any) -> dict[str, Any]:
    """A line of lm-evaluation-harness (`--log_samples`)."""
    return {
        "doc_id": 3,
        "doc": {"question": "Where was Bert Berg born?", "topic": "Bert Berg"},
        "target": "Oslo",
        "arguments": {
            "gen_args_0": {"arg_0": "Q: Where was Bert Berg born?\nA:", "arg_1": {"until": ["Q:"]}}
        },
        "resps": [["Bert Berg was born in Oslo."]],
        "filtered_resps": ["Oslo"],
        "filter": "strict-match",
        "metrics": ["exact_match"],
        "doc_hash": "f00d",
        "exact_match": 1.0,
    } | changes


def completed(*messages: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A line of OpenAI's batch output, of chat completions."""
    choices = [{"index": n, "message": one, "finish_reason": "stop"} for n, one in enumerate(messages)]
    body = {"id": "chatcmpl-1", "object": "chat.completion", "model": "gpt", "choices": choices}
    response = {"status_code": 200, "request_id": "r", "body": body}
    return {"id": "batch_req_1", "custom_id": "q7", "response": response, "error": None} | changes


def chains(*rows: Any) -> list[ChainOfThought]:
    return list(read_chains(rows))


# -- lm-evaluation-harness


def test_a_sample_of_lm_evaluation_harness_is_what_the_model_wrote() -> None:
    assert chains(sample()) == [
        ChainOfThought(
            id="3",
            question="Where was Bert Berg born?",
            text="Bert Berg was born in Oslo.",
            topic=("Bert Berg",),
            gold_answers=("Oslo",),
        )
    ]


def test_a_sample_that_stands_once_for_each_filter_is_audited_once() -> None:
    rows = [sample(), sample(filter="flexible-extract"), sample(doc_id=4), sample(doc_id=4, filter="x")]
    assert [chain.id for chain in chains(*rows)] == ["3", "4"]


def test_a_sample_with_a_text_of_its_own_is_audited_under_each_filter() -> None:
    rows = [sample(cot="In Oslo."), sample(cot="In Rome.", filter="flexible-extract")]
    assert [chain.text for chain in chains(*rows)] == ["In Oslo.", "In Rome."]


def test_repeats_are_samples_of_one_question() -> None:
    first, second = chains(sample(resps=[["In Oslo.", "In Rome."]]))
    assert (first.id, first.group, first.text) == ("3#1", "3", "In Oslo.")
    assert (second.id, second.group, second.text) == ("3#2", "3", "In Rome.")


def test_the_letter_of_a_choice_is_no_answer_of_a_graph() -> None:
    doc = {"question": "Where?", "choices": ["Rome", "Oslo"]}
    (chain,) = chains(sample(doc=doc, target="B"))
    assert chain.gold_answers == ()


def test_log_likelihoods_are_no_text() -> None:
    with pytest.raises(BadRowError, match="line 1: resps holds no text but log-likelihoods"):
        chains(sample(resps=[[[-1.5, False]]]))


# -- OpenAI's batch output


def test_a_line_of_batch_output_is_audited_under_its_custom_id() -> None:
    (chain,) = chains(completed({"role": "assistant", "content": SPOUSE, "refusal": None}))
    assert (chain.id, chain.text) == ("q7", SPOUSE)
    several = chains(*[completed(*[{"role": "assistant", "content": text} for text in ("a", "b")])])
    assert [(one.id, one.group, one.text) for one in several] == [("q7#1", "q7", "a"), ("q7#2", "q7", "b")]


def test_what_is_known_of_a_question_may_stand_beside_an_answer() -> None:
    row = completed({"role": "assistant", "content": SPOUSE}, question="Where?", gold_answers=["Oslo"])
    (chain,) = chains(row)
    assert (chain.question, chain.gold_answers) == ("Where?", ("Oslo",))


def test_a_line_of_the_responses_api_is_read_without_its_reasoning() -> None:
    output = [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "Rome?"}]},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": SPOUSE}]},
    ]
    row = completed() | {"response": {"status_code": 200, "body": {"object": "response", "output": output}}}
    (chain,) = chains(row)
    assert chain.text == SPOUSE


def test_a_request_that_failed_is_told() -> None:
    failed = completed() | {
        "response": {"status_code": 429, "body": {"error": {"message": "Rate limit reached"}}}
    }
    with pytest.raises(BadRowError, match=r"line 1: holds no answer .*Rate limit reached.*ask 'q7' again"):
        chains(failed)


# -- chat messages


def test_the_assistants_last_message_is_audited_and_its_thinking_left_out() -> None:
    messages = [
        {"role": "system", "content": "Think step by step."},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hi."},
        {"role": "user", "content": [{"type": "text", "text": "Where was Anna's husband born?"}]},
        {
            "role": "assistant",
            "reasoning_content": "Perhaps in Rome.",
            "content": [
                {"type": "thinking", "thinking": "Or in Paris?", "signature": "x"},
                {"type": "text", "text": SPOUSE},
            ],
        },
        {"role": "user", "content": "Thanks!"},
    ]
    (chain,) = chains({"messages": messages, "gold_answers": "Oslo"})
    assert chain == ChainOfThought(
        id="1", question="Where was Anna's husband born?", text=SPOUSE, gold_answers=("Oslo",)
    )


def test_a_refusal_is_what_the_assistant_says() -> None:
    (chain,) = chains({"messages": [{"role": "assistant", "content": None, "refusal": "I cannot say."}]})
    assert chain.text == "I cannot say."


@pytest.mark.parametrize(
    ("messages", "said"),
    [
        ([{"role": "user", "content": "Hm?"}], "messages holds none of the assistant"),
        ([{"role": "assistant", "content": None, "tool_calls": []}], "says nothing; it may have thought"),
        ([], "messages holds none of the assistant"),
    ],
)
def test_a_conversation_without_an_answer_is_told(messages: list[Any], said: str) -> None:
    with pytest.raises(BadRowError, match=f"line 1: .*{said}"):
        chains({"messages": messages})


def test_a_row_with_a_chain_is_read_as_such_whatever_else_it_holds() -> None:
    (chain,) = chains({"cot": "a", "messages": [{"role": "assistant", "content": "b"}]})
    assert chain.text == "a"


def test_messages_are_read_from_files(tmp_path: Path) -> None:
    row = {"id": "x", "messages": [{"role": "assistant", "content": SPOUSE}]}
    for name, text in (("rows.jsonl", json.dumps(row)), ("rows.json", json.dumps([row]))):
        (tmp_path / name).write_text(text, "utf-8")
        (chain,) = read_chains(tmp_path / name)
        assert (chain.id, chain.text) == ("x", SPOUSE)


# -- inspect_ai


def expected() -> set[tuple[str, str, str, tuple[str, ...], tuple[str, ...]]]:
    """Id, group, question, topic and gold answers: three samples in two epochs, one of them with choices."""
    told = {
        "q1": ("Where was the spouse of Anna Berg born?", ("Anna Berg",), ("Oslo",)),
        "2": ("Who is Cleo Berg's mother?", (), ("Anna Berg",)),
        "3": ("Where was Bert Berg born?", (), ()),
    }
    return {(f"{id}{epoch}", id, *known) for id, known in told.items() for epoch in ("", "#2")}


def test_a_log_of_inspect_ai_is_read_sample_by_sample() -> None:
    read = list(read_chains(INSPECT_LOG))
    assert {(one.id, one.group, one.question, one.topic, one.gold_answers) for one in read} == expected()
    assert {one.model for one in read} == {"mockllm/model"}
    assert {one.text for one in read if one.group == "q1"} == {SPOUSE}  # without what was thought


def test_its_form_in_json_is_read_alike(tmp_path: Path) -> None:
    log = {"version": 2, "status": "success", "eval": {}, "samples": list(read_inspect_samples(INSPECT_LOG))}
    (tmp_path / "log.json").write_text(json.dumps(log, indent=2), "utf-8")
    assert list(read_chains(tmp_path / "log.json")) == list(read_chains(INSPECT_LOG))


def test_a_text_that_is_kept_apart_is_found() -> None:
    one = next(s for s in read_inspect_samples(INSPECT_LOG) if s["id"] == 2)
    one["output"]["choices"][0]["message"]["content"] = "attachment://abc"
    one["attachments"] = {"abc": SPOUSE}
    (chain,) = chains(one)
    assert chain.text == SPOUSE


def test_a_sample_without_an_answer_is_told() -> None:
    one = next(iter(read_inspect_samples(INSPECT_LOG)))
    one["output"]["choices"] = []
    with pytest.raises(BadRowError, match="holds no answer of the model"):
        chains(one)


def test_a_damaged_log_is_told(tmp_path: Path) -> None:
    data = INSPECT_LOG.read_bytes()
    at = data.index(b"samples/") + 200
    damaged = {
        "cut.eval": data[: len(data) // 2],
        "changed.eval": data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :],
        "text.eval": b"no zip",
    }
    for name, content in damaged.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError, match=rf"{name} "):
            list(read_chains(tmp_path / name))
    with pytest.raises(InputError, match=r"gone\.eval is not there"):
        list(read_chains(tmp_path / "gone.eval"))


def test_the_command_audits_a_log(tmp_path: Path) -> None:
    shutil.copy(INSPECT_LOG, tmp_path / "family.eval")
    (tmp_path / "family.tsv").write_text(
        "Anna Berg\tspouse\tBert Berg\nAnna Berg\tchildren\tCleo Berg\nBert Berg\tplace of birth\tOslo\n",
        "utf-8",
    )

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "groundpath", *arguments, "--store", "embedded:store"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    run("load", "triples", "family.tsv", "--kg", "family", "--no-embed")
    told = json.loads(run("audit", "family.eval", "--kg", "family", "--json"))
    verdicts = {row["id"]: row["verdict"] for row in told["verdicts"]}
    assert len(verdicts) == 6
    assert verdicts["q1"] == verdicts["q1#2"] == "faithful"


# -- odd members


def inspected(**changes: Any) -> dict[str, Any]:
    """A sample of inspect_ai."""
    choices = [{"message": {"role": "assistant", "content": SPOUSE}}]
    return {"id": "s", "epoch": 1, "input": "Where?", "output": {"choices": choices}} | changes


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            {"custom_id": "a", "response": {"body": "upstream error"}},
            r"no answer \(upstream error\); ask 'a'",
        ),
        ({"custom_id": "a", "response": None}, "its body has no choices"),
        ({"custom_id": "a", "response": {"body": ["x"]}}, "holds no answer"),
        ({"custom_id": "a", "response": {"body": {"choices": ["x"]}}}, "in place of a choice"),
        ({"custom_id": "a", "response": {"body": {"choices": [{"message": "x"}]}}}, "in place of a message"),
        ({"resps": None, "doc": {}}, "resps holds no text"),
        ({"resps": 7, "doc": None}, "resps holds no text"),
        (inspected(output={"choices": ["x"]}), "in place of a choice"),
        (inspected(output={"choices": {"message": {"content": "x"}}}), "'s' holds no answer"),
        (inspected(output={"choices": None}), "'s' holds no answer"),
    ],
)
def test_a_row_with_odd_members_is_one_bad_row(row: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRowError, match=f"line 1: .*{said}"):
        chains(row)


@pytest.mark.parametrize("odd", [None, 7, {"role": "user"}, ["Where?"]])
def test_a_question_in_no_known_form_is_read_as_none(odd: Any) -> None:
    (chain,) = chains(inspected(input=odd, attachments=["x"], metadata="x"))
    assert (chain.id, chain.question, chain.text) == ("s", "", SPOUSE)
