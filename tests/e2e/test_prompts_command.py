"""`groundpath prompts`, and a user's prompts and demonstrations in every command that asks a model."""

import json
from pathlib import Path

import click
import pytest
from groundpath.engine.cli.main import cli
from groundpath.prompts import prompt_names


def commands(group=cli, before=()):
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))
        else:
            yield " ".join((*before, name)), {option for one in command.params for option in one.opts}


def asking():
    """Of `mcp` it is the client who asks."""
    asks = {name: options for name, options in commands() if options & {"--model", "--reader"}}
    return {name: options for name, options in asks.items() if name != "mcp"}


def test_every_command_that_asks_a_model_takes_a_users_prompt_and_demonstrations():
    assert len(asking()) >= 10
    assert [
        name for name, options in asking().items() if not {"--prompt", "--demonstrations"} <= options
    ] == []


def test_the_list_holds_every_prompt_and_one_of_them_comes_out_as_it_is(groundpath):
    listed = groundpath("prompts", "--json").json
    assert [row["id"] for row in listed] == list(prompt_names())
    assert groundpath("prompts", "generate-cot").out.startswith("---\nid: generate-cot\n")
    unknown = groundpath("prompts", "generate")
    assert unknown.code == 1
    assert "generate-cot" in unknown.err


@pytest.fixture
def asked(groundpath, monkeypatch, tmp_path):
    """A question, and a model that answers to the user's wording alone."""
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path / "cache"))
    Path("questions.jsonl").write_text('{"id": "q", "question": "Who?"}\n', "utf-8")
    Path("mine.prompt").write_text("---\nid: generate-cot\n---\n[user]\nMINE {{question}}\n", "utf-8")
    Path("replies.jsonl").write_text('{"when": "MINE Who?", "answer": "Ann."}\n', "utf-8")
    return lambda *more: groundpath(
        "generate", "questions.jsonl", "--model", "scripted:replies.jsonl", "--out", "chains.jsonl", *more
    )


def test_a_changed_copy_is_asked_and_named_in_the_rows(asked):
    assert asked().code == 1
    Path("chains.jsonl").unlink()
    done = asked("--prompt", "mine.prompt")
    assert done.code == 0, done.err
    row = json.loads(Path("chains.jsonl").read_text("utf-8"))
    assert row["cot"] == "Ann."
    assert row["prompt"].startswith("generate-cot@own-")


def test_a_prompt_of_another_command_is_refused(asked):
    Path("mine.prompt").write_text("---\nid: trace-select\n---\n[user]\n{{options}}\n", "utf-8")
    refused = asked("--prompt", "mine.prompt")
    assert refused.code == 1
    assert "'trace-select'" in refused.err
    assert "generate-cot" in refused.err
