"""`--watch`: a command that changes a graph tells how many kept verdicts that touches."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from ..counted import counted_of

if TYPE_CHECKING:
    from ..affected.counting import TouchedCount
    from ..store.protocol import GraphStore

Touching = Callable[["GraphStore"], list["TouchedCount"]]
"""Counts the touched verdicts of each file, once a graph has changed."""

watch_option = click.option(
    "--watch",
    "watched",
    multiple=True,
    metavar="VERDICTS",
    type=click.Path(exists=True, dir_okay=False),
    help="A file of `audit --index`: tell how many of its verdicts the change touches; may be given several "
    "times.",
)


def watching(watched: Sequence[str], kg: str) -> Touching:
    """What counts them in the files that --watch names; imports nothing where it names none.

    Raises InputError where one cannot be watched, see `KeptFiles`.
    """
    if not watched:
        return lambda _: []
    from ..affected.counting import KeptFiles

    return KeptFiles(watched, kg).touched


def watched_lines(found: Iterable["TouchedCount"]) -> list[str]:
    """A line a file, with the command that tells which verdicts are touched."""
    return [
        f"{one.file}: {counted_of(one.touched, one.verdicts, 'kept verdict')} touched; "
        f"see: groundpath affected {quote(one.file)}"
        for one in found
    ]


def plain_watched(found: Sequence["TouchedCount"]) -> dict[str, Any]:
    """A member of a JSON object; none where nothing is watched."""
    return {"watched": list(map(asdict, found))} if found else {}
