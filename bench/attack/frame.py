"""What attacks are, and what runs them: inputs made by code in many variants, and what became of each."""

import json
import os
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner
from groundpath.engine.cli.main import cli


@dataclass(frozen=True)
class Trial:
    """One input, and what became of it.

    Attributes:
        name: tells the input apart from the others of its kind.
        survived: whether that is right.
        seen: what was seen, for who reads of a failure.
    """

    name: str
    survived: bool
    seen: str


Attack = Callable[[Path], Iterator[Trial]]
"""Makes inputs of one kind in an empty folder of its own, tries each, and tells what became of it."""

ATTACKS: dict[str, Attack] = {}
"""By their kinds, the rows of the table."""


def attack(kind: str) -> Callable[[Attack], Attack]:
    """Makes a function the attack of a kind."""

    def registered(made: Attack) -> Attack:
        if kind in ATTACKS:
            raise ValueError(f"there is an attack {kind!r} already")
        ATTACKS[kind] = made
        return made

    return registered


def trials(kind: str, folder: Path) -> Iterator[Trial]:
    """The trials of a kind, with one more that failed where the attack itself ended with an error."""
    try:
        yield from ATTACKS[kind](folder)
    except Exception:
        yield Trial("the attack itself", survived=False, seen=traceback.format_exc(limit=-3))


@dataclass(frozen=True)
class Done:
    """A command that ran.

    Attributes:
        code: its exit code.
        out: what it printed.
        err: its messages.
    """

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def clear(self) -> bool:
        """Whether it did what it should, or said in words of its own why not."""
        said = self.out + self.err
        return self.code in (0, 1, 2) and not any(
            mark in said for mark in ("Traceback", "defect", "itself failed")
        )

    def __str__(self) -> str:
        return f"exit {self.code}: {self.err.strip()[-300:] or self.out.strip()[-300:]}"


def groundpath(folder: Path, *arguments: str, environment: Mapping[str, str | None] | None = None) -> Done:
    """Runs a command in this process, in a folder, on the embedded store `store` there.

    Args:
        environment: variables to set, or to take away where they are None.
    """
    given = {"GROUNDPATH_STORE": "embedded:store", "COLUMNS": "120"} | dict(environment or {})
    with chdir(folder), patch.dict(os.environ):
        done = CliRunner(env=given).invoke(cli, arguments, prog_name="groundpath")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return Done(-1, done.stdout, f"Traceback: {done.exception!r}")
    return Done(done.exit_code, done.stdout, done.stderr)
