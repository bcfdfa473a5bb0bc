"""`groundpath generate` against a real server on a loopback port, and what `groundpath audit` makes of it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from local_chat_server import HttpAnswer, completion, failure, in_turn, running_chat_server
from row_files import rows_of, write_rows

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMAND = [sys.executable, "-c", "from groundpath.engine.cli.main import main; main()"]


@pytest.fixture
def ask(groundpath, unasked):  # noqa: ARG001
    """The command, with a cache of its own and `questions.jsonl` in its folder."""
    rows = [{"id": f"q{n}", "question": f"What is {n}?"} for n in range(30)]
    write_rows("questions.jsonl", rows)

    def run(*arguments, **options):
        return groundpath("generate", "questions.jsonl", "--model", "openai:local", *arguments, **options)

    return run


def echo(body, **sent):
    """Answers by the question alone, as a server with a seed would."""
    return HttpAnswer(completion(f"1. {body['messages'][-1]['content']}\nSo the answer is (X).").body, **sent)


def test_questions_in_chains_out(ask, monkeypatch):
    with running_chat_server(echo) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = ask("--out", "out.jsonl", "--concurrency", "3", "--price-in", "1", "--price-out", "5")
        again = ask("--out", "other.jsonl")
    assert done.code == 0, done.err
    assert "30 requests" in done.out
    assert "1,200 tokens in and 300 out; price 0.0027" in done.out
    assert "Expected: 30 requests" in done.err
    assert server.most_at_once <= 3
    assert len(server.bodies) == 30
    assert server.bodies[0].keys() == {"model", "messages"}
    assert again.code == 0
    assert [row["id"] for row in rows_of("out.jsonl")] == [f"q{n}" for n in range(30)]
    assert rows_of("out.jsonl")[7]["cot"].startswith("1. <question>What is 7?</question>")
    assert Path("out.jsonl").read_bytes() == Path("other.jsonl").read_bytes()


def test_sampling_is_sent_where_the_user_or_the_protocol_of_the_paper_asks_for_it(ask, monkeypatch):
    """Direct Evaluation of CoT, Section 4: temperature 0.7, top_p 0.9. A model that reasons refuses both."""

    def reasoning_model(body):
        set_ones = {"temperature", "top_p"} & body.keys()
        return failure(400, "Unsupported parameter", code="unsupported_parameter") if set_ones else echo(body)

    sent = ("temperature", "top_p", "max_tokens", "seed")
    with running_chat_server(echo) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert ask("--out", "paper.jsonl", "--protocol", "paper").code == 0
        assert ask("--out", "own.jsonl", "--protocol", "paper", "--temperature", "0", "--seed", "7").code == 0
        bodies = [[body.get(name) for name in sent] for body in (server.bodies[0], server.bodies[-1])]
        assert bodies == [[0.7, 0.9, None, None], [0.0, 0.9, None, 7]]
        server.answer = reasoning_model
        assert ask("--out", "plain.jsonl").code == 0
        refused = ask("--out", "refused.jsonl", "--protocol", "paper", "--seed", "8")
    assert (refused.code, "--protocol paper sets --temperature" in refused.err) == (1, True)
    assert "Protocol paper: sent with temperature 0.7 and top_p 0.9." in refused.err


def test_what_is_thought_stands_apart_and_an_audit_may_be_of_it(ask, groundpath, monkeypatch):
    """Content as a list of parts, with what was thought among them; Mistral and Anthropic have it so."""
    thought = {
        "type": "thinking",
        "thinking": [{"type": "text", "text": "1. X is Y.\nSo the answer is (Y)."}],
    }
    said = {"type": "text", "text": "1. X is Z.\nSo the answer is (Z)."}
    with running_chat_server(lambda _: completion([thought, said])) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert ask("--out", "out.jsonl").code == 0
    row = rows_of("out.jsonl")[0]
    assert (row["cot"], row["thought"]) == (said["text"], "1. X is Y.\nSo the answer is (Y).")
    Path("x.tsv").write_text("X\tis\tZ\n", "utf-8")
    assert groundpath("load", "triples", "x.tsv", "--kg", "x", "--no-embed").code == 0
    for column, answer in ((), "Z"), (("--column", "cot=thought"), "Y"):
        assert groundpath("audit", "out.jsonl", "--kg", "x", "--out", f"{answer}.jsonl", *column).code == 0
        assert rows_of(f"{answer}.jsonl")[0]["answer"] == answer


def test_an_account_without_credit_stops_the_run_at_once(ask, monkeypatch):
    with running_chat_server(in_turn(failure(429, "You exceeded it", code="insufficient_quota"))) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = ask("--out", "out.jsonl", "--concurrency", "1")
    assert (done.code, len(server.bodies)) == (1, 1)
    assert "You exceeded it; the account has no credit left: add some, or use another key" in done.err


def test_answers_are_asked_for_anew_where_that_is_wanted(ask, monkeypatch):
    with running_chat_server(in_turn(completion("1. A is B."))) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        assert ask("--out", "one.jsonl").code == 0
        server.answer = in_turn(completion("1. A is C."))
        assert ask("--out", "two.jsonl").code == 0
        anew = ask("--out", "three.jsonl", "--no-cache")
        assert ask("--out", "four.jsonl").code == 0
    said = [rows_of(f"{name}.jsonl")[0]["cot"] for name in ("one", "two", "three", "four")]
    assert said == ["1. A is B.", "1. A is B.", "1. A is C.", "1. A is C."]
    assert (len(server.bodies), "30 to the model" in anew.err) == (60, True)


def test_a_model_plans_in_the_same_request_and_its_plan_stands_apart(ask, monkeypatch):
    """Section 4, "CoT-Plan": the model writes the relation path; no gold is sent."""

    def plans(body):
        number = int(body["messages"][-1]["content"].split("What is ")[1].partition("?")[0])
        chain = f"1. X is {number}.\nSo the answer is ({number})."
        return completion(chain if number == 3 else f"Plan: is\n{chain}")

    with running_chat_server(plans) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        done = ask("--strategy", "cot-plan", "--out", "out.jsonl")
    assert (done.code, len(server.bodies)) == (0, 30), done.err
    assert "Replies without a plan: 1." in done.err
    assert {row["plan"] for row in rows_of("out.jsonl")} == {"is", ""}
    assert all(row["cot"].startswith("1. X is") for row in rows_of("out.jsonl"))


def test_a_hint_of_gold_relations_is_warned_of_once(groundpath, monkeypatch, tmp_path):
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    row = {"question": "Who?", "gold_paths": [[["a", "spouse", "b"]], [["a", "wife", "b"]]]}
    Path("hinted.jsonl").write_text(f"{json.dumps(row)}\n" * 2, "utf-8")
    Path("script.jsonl").write_text('{"answer": "1. A.\\nSo the answer is (B)."}\n', "utf-8")
    asked = ("generate", "hinted.jsonl", "--model", "scripted:script.jsonl", "--out", "out.jsonl")
    done = groundpath(*asked, "--strategy", "cot-hinted")
    assert done.code == 0, done.err
    assert done.err.count("Warning: cot-hinted shows the model the relations") == 1
    assert [row["leaks_gold"] for row in rows_of("out.jsonl")] == [True, True]
    refused = groundpath(*asked, "--strategy", "cot-hinted", "--protocol", "paper")
    assert (refused.code, "none of the paper's" in refused.err) == (1, True)
    assert "leaks the gold" in " ".join(groundpath("generate", "--help").out.split())


def test_strategies_of_one_model_are_compared_from_one_file(ask, groundpath, monkeypatch):
    with running_chat_server(echo) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        for strategy in ("cot", "cot-sc"):
            assert ask("--strategy", strategy, "--out", f"{strategy}.jsonl").code == 0
    both = "".join(Path(f"{strategy}.jsonl").read_text("utf-8") for strategy in ("cot", "cot-sc"))
    Path("both.jsonl").write_text(both, "utf-8")
    groundpath("load", "triples", str(EXAMPLES / "royals.tsv"), "--kg", "royals", "--no-embed")
    assert groundpath("audit", "both.jsonl", "--kg", "royals", "--out", "verdicts.jsonl").code == 0
    compared = groundpath("compare", "verdicts.jsonl", "--json").json
    assert [row["name"] for row in compared] == ["cot", "cot-sc", "cot-sc, best of 4", "cot-sc, vote of 4"]
    assert [row["shared"] for row in compared] == [30] * 4


def test_a_server_that_breaks_down_ends_the_run_and_the_same_command_goes_on(ask, monkeypatch):
    def breaks_down(body):
        asked = body["messages"][-1]["content"]
        answered = any(f"What is {n}?" in asked for n in range(5))
        return echo(body) if answered else failure(502, "Bad Gateway", retry_after="0")

    with running_chat_server(breaks_down) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        stopped = ask("--out", "out.jsonl", "--concurrency", "4")
        assert stopped.code == 1
        assert "answered 502: Bad Gateway" in stopped.err
        assert "5 of 30 rows are answered in out.jsonl, and the same command goes on" in stopped.err
        assert len(server.bodies) < 5 + 25 * 6
        server.answer = echo
        assert ask("--out", "out.jsonl").code == 0
    assert len(rows_of("out.jsonl")) == 30
    assert not any("failure" in row for row in rows_of("out.jsonl"))


def test_a_dry_run_asks_nothing_and_needs_no_key(ask):
    done = ask("--dry-run", "--price-in", "1", "--price-out", "5", "--strategy", "cot-sc", "--json")
    assert done.code == 0, done.err
    assert done.json["requests"] == done.json["estimated"] == 120
    assert done.json["price"] > 0
    assert not Path("out.jsonl").exists()


def test_a_killed_run_goes_on_and_asks_nothing_twice(ask, monkeypatch):
    def slowly(body):
        return echo(body, wait_s=0.2)

    concurrency = 4
    with running_chat_server(slowly) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        arguments = ["generate", "questions.jsonl", "--model", "openai:local", "--out", "out.jsonl"]
        with subprocess.Popen([*COMMAND, *arguments, "--concurrency", str(concurrency)]) as process:
            until = time.monotonic() + 60
            while len(server.bodies) < 12 and time.monotonic() < until:
                time.sleep(0.005)
            os.kill(process.pid, signal.SIGKILL)
        asked_before = len(server.bodies)
        assert 12 <= asked_before < 30
        server.answer = echo
        done = ask("--out", "out.jsonl")
    assert done.code == 0, done.err
    assert [row["id"] for row in rows_of("out.jsonl")] == [f"q{n}" for n in range(30)]
    # Only what was under way when it was killed is asked again.
    assert len(server.bodies) - 30 <= concurrency
    assert set(server.questions()) == {f"<question>What is {n}?</question>" for n in range(30)}


def test_what_failed_is_told_and_asked_again(ask, monkeypatch):
    def answer(body):
        refused = "What is 4?" in body["messages"][-1]["content"]
        return completion(None, refusal="I would rather not.") if refused else echo(body)

    with running_chat_server(answer) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        first = ask("--out", "out.jsonl")
        server.answer = echo
        second = ask("--out", "out.jsonl")
    assert first.code == 1
    assert "1 of 30 chains" in first.err
    assert "I would rather not." in first.err
    assert second.code == 0
    assert len(server.bodies) == 31
    assert all("failure" not in row for row in rows_of("out.jsonl"))


def test_a_wrong_key_stops_the_run_with_one_line(ask, monkeypatch):
    with running_chat_server(in_turn(failure(401, "Incorrect API key provided: sk-secret"))) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
        done = ask("--out", "out.jsonl")
    assert done.code == 1
    assert len(server.bodies) <= 16
    (line,) = [line for line in done.err.splitlines() if line.startswith("Error")]
    assert "check OPENAI_API_KEY" in line
    assert "sk-secret" not in done.err + done.out


def test_usage_errors(ask, groundpath):
    assert ask().code == 2
    assert ask("--out", "o", "--price-in", "1").code == 2
    assert ask("--out", "o", "--top-p", "0").code == 2
    wrong = groundpath("generate", "questions.jsonl", "--model", "gpt-4o", "--out", "o")
    assert (wrong.code, Path("o").exists()) == (1, False)
    assert "openai:MODEL" in wrong.err
    no_key = ask("--out", "o")
    assert no_key.code == 1
    assert "OPENAI_API_KEY" in no_key.err


def test_chains_can_be_audited_as_they_come_out(groundpath):
    load = ("load", "triples", str(EXAMPLES / "royals.tsv"), "--kg", "royals")
    assert groundpath(*load).code == 0
    rows = [json.loads(line) for line in (EXAMPLES / "royals.jsonl").read_text("utf-8").splitlines()[:2]]
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    script = [
        {"when": rows[0]["question"], "answer": rows[0]["cot"]},
        {"when": rows[1]["question"], "failure": "the model refused: no"},
    ]
    Path("script.jsonl").write_text("".join(json.dumps(row) + "\n" for row in script), "utf-8")
    asked = groundpath("generate", "rows.jsonl", "--model", "scripted:script.jsonl", "--out", "chains.jsonl")
    assert asked.code == 1
    audited = groundpath("audit", "chains.jsonl", "--kg", "royals", "--json")
    assert audited.code == 0, audited.err
    verdicts = audited.json["verdicts"]
    assert [verdict["id"] for verdict in verdicts] == [row["id"] for row in rows]
    assert verdicts[0]["verdict"] != "unscored"
    assert verdicts[1]["verdict"] == "unscored"
