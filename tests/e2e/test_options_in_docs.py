"""Every option that the documentation shows exists, on the command that it is shown with."""

import re
from pathlib import Path

import click
import pytest
from command_names import commands
from groundpath.engine.cli.main import cli

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "docs").rglob("*.ipynb")),
]
_COMMAND = re.compile(r"\bgroundpath (?!\|)[^\n`|;&>#]+")
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_ALONE = re.compile(r"`(--[a-z][a-z-]*)(?: [^`]*)?`")
_BENCHES = {
    "accuracy.md",
    "attacks.md",
    "speed.md",
    "scale.md",
    "time.md",
    "papers.md",
}  # tell of options of scripts in bench/ too


def _options() -> dict[tuple[str, ...], set[str]]:
    """What each command takes."""
    found = {(): {"--config", "--version", "--help"}}
    for words in commands(cli):
        command: click.Command = cli
        for word in words:
            assert isinstance(command, click.Group)
            context = click.Context(command)
            command = command.get_command(context, word) or command
        given = (name for one in command.params for name in (*one.opts, *one.secondary_opts))
        found[words] = {*given, "--help", "--help-all"}
    return found


OPTIONS = _options()


def _shown(text: str) -> list[tuple[str, tuple[str, ...], str]]:
    """Each option that stands behind a command: with what is shown, and which command that is."""
    found = []
    for shown in _COMMAND.findall(re.sub(r"\\\\?\n[ \"]*", " ", text)):
        words = shown.split()[1:]
        command = max(
            (tuple(words[:size]) for size in range(4) if tuple(words[:size]) in OPTIONS), key=len, default=()
        )
        found += [(shown, command, option) for option in _OPTION.findall(shown)] if command else []
    return found


def test_options_are_found_in_what_is_shown() -> None:
    text = "`groundpath audit a --kg K --nope`\n  groundpath trace ask q \\\n    --model M | head --lines 1\n"
    assert [(command, option) for _, command, option in _shown(text)] == [
        (("audit",), "--kg"),
        (("audit",), "--nope"),
        (("trace", "ask"), "--model"),
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_an_option_exists_on_the_command_that_it_is_shown_with(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [one for one in _shown(text) if one[2] not in OPTIONS[one[1]]] == []
    if page.name not in _BENCHES:
        known = frozenset({"--no-deps"}).union(*OPTIONS.values())  # of pip
        assert [option for option in _ALONE.findall(text) if option not in known] == []


def test_commands_that_ask_a_model_say_for_how_long_alike() -> None:
    asking = {words: taken for words, taken in OPTIONS.items() if taken & {"--model", "--reader"}}
    settings = {"--timeout", "--max-reply-bytes", "--no-cache"}
    assert {words: settings - taken for words, taken in asking.items() if not settings <= taken} == {}
