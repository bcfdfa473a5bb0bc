"""Where commands write: results to stdout, everything else to stderr."""

import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Task as RichTask
from rich.text import Text

from ..counted import counted
from ..progress import Advance
from ..report.visible import visible

_WIDTH_OF_A_FILE = 120


def show(*renderables: RenderableType) -> None:
    """Print tables or texts to stdout, blank lines between; as wide as the terminal, or 120 when piped.

    FORCE_COLOR asks for colours where there is no terminal, and NO_COLOR wins over it.
    """
    width = None if sys.stdout.isatty() else shutil.get_terminal_size((_WIDTH_OF_A_FILE, 24)).columns
    plain = bool(os.environ.get("NO_COLOR")) and not sys.stdout.isatty()
    console = _Console(width=width, highlight=False, force_terminal=False if plain else None)
    for place, renderable in enumerate(renderables):
        if place:
            console.print()
        console.print(renderable)


class _Console(Console):
    """Leaves it to the command what a reader that went away means: rich would exit with 1."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def show_json(value: Any) -> None:
    """Print one JSON document; text in any script stays as it is."""
    click.echo(_json(value))


def show_json_rows(head: Mapping[str, Any], name: str, rows: Iterable[Any]) -> None:
    """The same for an object with a list of rows as its last member, however many: one is held at a time."""
    click.echo(_json({**head, name: []}).removesuffix("]\n}"), nl=False)
    between, after = "", ""
    for row in rows:
        click.echo(f"{between}\n    " + _json(row).replace("\n", "\n    "), nl=False)
        between, after = ",", "\n  "
    click.echo(f"{after}]\n}}")


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def say(message: str) -> None:
    """Tell the person at the terminal something that is not a result."""
    click.echo(visible(message), err=True)


def tell_failed(failed: int, total: int, noun: str, first: str) -> None:
    """Ends a run with exit code 1 and one line where groundpath itself failed on some of its rows.

    Args:
        noun: what one row is: "chain".
        first: id and reason of the first.

    Raises:
        ClickException: `failed` is not 0.
    """
    if failed:
        raise click.ClickException(
            f"{failed:,} of {counted(total, noun)} could not be done, all others were; the first is {first}"
        )


class TerminalProgress:
    """Progress bars on stderr with rate and time left; silent where stderr is not a terminal.

    Nothing else may call it one: Jupyter sets FORCE_COLOR, and a saved notebook would keep each frame.
    """

    @contextmanager
    def task(self, title: str, total: int | None = None) -> Iterator[Advance]:
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeRemainingColumn(),
        )
        console = Console(stderr=True)
        shown = sys.stderr.isatty() and console.is_terminal
        with Progress(*columns, console=console, disable=not shown) as bars:
            bar = bars.add_task(title, total=total)
            yield lambda count: bars.update(bar, advance=count)


class _Rate(TextColumn):
    def __init__(self) -> None:
        super().__init__("")

    def render(self, task: RichTask) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed else "", style="dim")
