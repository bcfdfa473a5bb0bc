"""What `--help` shows: what people set; `--help-all` shows every option, and all of them work."""

import pytest
from click.testing import CliRunner
from command_names import commands
from groundpath.engine.cli.main import cli
from groundpath.engine.cli.options import command

_MOST = 14  # options that one reads through


def options(*words: str) -> list[str]:
    """The options that an answer shows, in its order."""
    answer = CliRunner().invoke(cli, words, prog_name="groundpath")
    assert answer.exit_code == 0, answer.output
    _, _, listed = answer.output.partition("\nOptions:\n")
    starts = [line.split()[:2] for line in listed.splitlines() if line[2:3].strip()]
    return [second if first == "-h," else first for first, second in starts]


@pytest.mark.parametrize("words", list(commands(cli)), ids=" ".join)
def test_no_command_shows_more_options_than_one_reads(words):
    assert len([name for name in options(*words, "--help") if name not in ("--help", "--help-all")]) <= _MOST


def test_trace_ask_shows_the_six_that_people_set():
    assert options("trace", "ask", "--help") == [
        "--documents", "--kg", "--model", "--selector", "--json", "--store", "--help-all", "--help",
    ]  # fmt: skip


def test_help_all_shows_the_others_and_says_how_many_there_are():
    every = options("trace", "ask", "--help-all")
    assert {"--longest", "--beams", "--chains", "--settings", "--debug", "--help-all"} < set(every)
    said = CliRunner().invoke(cli, ["trace", "ask", "--help"]).output
    assert f"Show all {len(set(every) - {'--help', '--help-all'})} options" in said


def test_a_command_with_few_options_has_no_help_all():
    assert "--help-all" not in options("info", "--help")
    assert CliRunner().invoke(cli, ["info", "--help-all"]).exit_code == 2


def test_an_option_that_is_not_shown_is_known_all_the_same():
    said = CliRunner().invoke(cli, ["trace", "ask", "Who?", "--longst", "3"])
    assert "--longest" in said.output


def test_arguments_are_no_options():
    assert all(name.startswith("--") for name in options("identity", "--help"))


def test_an_option_that_does_not_exist_cannot_be_shown():
    with pytest.raises(ValueError, match="--absent"):
        command(common=["--absent"])(lambda: None)
