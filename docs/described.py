"""Commands and docstrings as the site shows them."""

import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import click
import griffe
from groundpath.engine.cli.main import cli
from groundpath.engine.cli.short_help import ShortHelp

_EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\n).*)*", re.MULTILINE)
_SKIPPED = re.compile(r" *# doctest: \+SKIP")


def command_page(words: list[str]) -> Iterator[str]:
    """The Markdown of a command, and of the commands in it where it is a group: what `--help-all` shows."""
    context = click.Context(cli, info_name="groundpath")
    for word in words:
        assert isinstance(context.command, click.Group)
        command = context.command.get_command(context, word)
        assert command is not None, words
        context = click.Context(command, info_name=word, parent=context)
    yield from (f"## {context.command_path}", "")
    for paragraph in cleandoc(context.command.help or "").split("\n\n"):
        yield from _paragraph(paragraph)
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            yield from command_page([*words, name])
        return
    yield from ("```text", context.command.get_usage(context).removeprefix("Usage: "), "```", "")
    yield from _options(context)


def _paragraph(text: str) -> tuple[str, ...]:
    """Click's mark for lines that stay as they are stands before examples."""
    if text.startswith("\b"):
        return ("```sh", cleandoc(text.removeprefix("\b\n")), "```", "")
    return (text, "")


def _options(context: click.Context) -> Iterator[str]:
    command = context.command
    common = command.common if isinstance(command, ShortHelp) else frozenset()
    options = [
        one for one in command.params if isinstance(one, click.Option) and "--help-all" not in one.opts
    ]
    first = [one for one in options if not common or common.intersection(one.opts)]
    for title, listed in (
        ("Options", first),
        ("With `--help-all`", [one for one in options if one not in first]),
    ):
        if listed:
            yield from (f"**{title}**", "")
            for option in listed:
                names, said = option.get_help_record(context) or ("", "")
                yield from (f"`{names}`", f":   {said.replace('<', '&lt;')}", "")


class Examples(griffe.Extension):
    """Examples in docstrings are shown as code, also where they stand in no section of their own."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring and ">>> " in obj.docstring.value:
            without = _SKIPPED.sub("", obj.docstring.value)
            obj.docstring.value = _EXAMPLE.sub(lambda found: f"```pycon\n{found.group()}\n```", without)
