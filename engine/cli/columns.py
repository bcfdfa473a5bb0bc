"""Options of commands that read rows of other people's files: what their columns are called."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

import click

from ...loaders.columns import LISTS_OF_TEXTS, Columns
from .options import Decorated


def columns_option(members: Sequence[str]) -> Callable[[Decorated], Decorated]:
    """--column, and --split where a member is a list of texts; a command is given both as `columns`.

    Args:
        members: that the command reads, for its help.
    """

    def options(function: Decorated) -> Decorated:
        @wraps(function)
        def command(*, named: tuple[str, ...], split: str = "", **others: Any) -> Any:
            return function(columns=Columns(_names(named), split), **others)

        if not LISTS_OF_TEXTS.isdisjoint(members):
            command = click.option(
                "--split",
                metavar="TEXT",
                default="",
                help="What parts several texts in one cell, as in `Ann|Bob`; a JSON list is read as it is.",
            )(command)
        return click.option(
            "--column",
            "named",
            multiple=True,
            metavar="NAME=COLUMN",
            help=f"The column that holds one of these: {', '.join(members)}; may be given several times.",
        )(command)

    return options


def _names(given: Sequence[str]) -> dict[str, str]:
    names: dict[str, str] = {}
    for pair in given:
        member, equals, column = (part.strip() for part in pair.partition("="))
        if not (member and equals and column):
            raise click.BadParameter(f"{pair!r} is not NAME=COLUMN", param_hint="--column")
        if member in names:
            raise click.BadParameter(
                f"{names[member]!r} and {column!r} are both to be {member}; name one", param_hint="--column"
            )
        names[member] = column
    return names
