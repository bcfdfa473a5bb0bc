"""`groundpath.toml`: what options are where neither the command line nor the environment says it."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import click

from ..parsing import toml_table
from .file_names import ENCODER, STORE, FileName, TextWithPath, in_folder
from .option_values import option_of, unknown, value_of
from .toml_lines import line_of

NAME = "groundpath.toml"
SHARED = {
    "store": "GROUNDPATH_STORE",
    "encoder": "GROUNDPATH_ENCODER",
    "device": "GROUNDPATH_DEVICE",
    "cache": "GROUNDPATH_CACHE",
}
"""What may stand above all sections, and the variable that says it too."""
# How paths stand in them; what is not here holds none.
_FORMS: dict[str, TextWithPath] = {"store": STORE, "encoder": ENCODER, "cache": FileName()}


class SettingsError(click.ClickException):
    """A file of settings says what cannot be: one line, without the usage of a command."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A file of settings: those of all commands, and a table for each command (`[audit]`, `[trace.ask]`).

    Attributes:
        path: of the file. Relative paths in it start from its folder.
        text: as it stands there.
        content: as TOML has it.
        said: the variables of SHARED that are set, which go before it.
    """

    path: Path
    text: str
    content: Mapping[str, Any]
    said: frozenset[str] = frozenset()

    @classmethod
    def read(cls, path: Path) -> Self:
        """
        Raises:
            SettingsError: it cannot be read, or is no TOML.
        """
        try:
            text = path.read_text("utf-8-sig")
            content = toml_table(text)
        except (OSError, ValueError) as error:
            raise SettingsError(f"{path} cannot be read: {error}") from None
        return cls(path, text, content, frozenset(filter(os.environ.get, SHARED.values())))

    @property
    def shared(self) -> dict[str, str]:
        """The settings of all commands.

        Raises:
            SettingsError: there is no such setting, or it is no text.
        """
        found = {}
        for key, value in self.content.items():
            if isinstance(value, dict):
                continue
            if key not in SHARED:
                raise self._error((), key, unknown("setting", key, SHARED))
            if not isinstance(value, str):
                raise self._error((), key, f"{key} is {value!r}; write it as text")
            found[key] = _FORMS[key].in_folder(value, self.path.parent) if key in _FORMS else value
        return found

    def section(self, commands: Sequence[click.Context]) -> dict[str, Any]:
        """What the table of a command says of its options, by the names of its parameters.

        Args:
            commands: the contexts from the root on to that of the command.

        Raises:
            SettingsError: the table, or one around it, names what is not there, or a value does not fit.
        """
        table: Mapping[str, Any] = {k: v for k, v in self.content.items() if isinstance(v, dict)}
        within: tuple[str, ...] = ()
        for outer, inner in pairwise(commands):
            assert isinstance(outer.command, click.Group)
            names = outer.command.list_commands(outer)
            if wrong := next((key for key in table if key not in names), None):
                raise self._error(within, wrong, unknown("command", wrong, names))
            name = str(inner.info_name)
            found = table.get(name, {})
            if not isinstance(found, dict):
                wanted = f"[{'.'.join((*within, name))}] is {found!r}; write it as a table of options"
                raise self._error(within, name, wanted)
            table, within = found, (*within, name)
        return self._options(commands[-1].command, table, within)

    def options(self, command: click.Command) -> dict[str, Any]:
        """The options of a file that has those of one command alone, by the names of its parameters.

        Raises:
            SettingsError: there is no such option, or a value does not fit.
        """
        return self._options(command, self.content, ())

    def lends(self, variable: object) -> bool:
        """Whether a variable of the environment is this file's to set, as nothing else does."""
        return variable in SHARED.values() and variable not in self.said

    @contextmanager
    def in_environment(self) -> Iterator[None]:
        """The settings of all commands as variables, where these are not set."""
        added = {SHARED[key]: value for key, value in self.shared.items() if self.lends(SHARED[key])}
        before = {variable: os.environ.get(variable) for variable in added}
        os.environ.update(added)
        try:
            yield
        finally:
            for variable, value in before.items():
                if value is None:
                    del os.environ[variable]
                else:
                    os.environ[variable] = value

    def _options(
        self, command: click.Command, table: Mapping[str, Any], within: tuple[str, ...]
    ) -> dict[str, Any]:
        found = {}
        for key, given in table.items():
            try:
                option = option_of(command, key)
                value = value_of(option, key, in_folder(option, given, self.path.parent))
            except ValueError as error:
                raise self._error(within, key, str(error)) from None
            if value is not None:
                found[str(option.name)] = value
        return found

    def _error(self, within: Sequence[str], key: str, reason: str) -> SettingsError:
        """The error for what a key says, with the line and the table in which it stands."""
        place = f"{self.path}, line {line_of(self.text, (*within, key))}"
        return SettingsError(f"{place}, [{'.'.join(within)}]: {reason}" if within else f"{place}: {reason}")


def found_file(start: Path) -> Path | None:
    """The nearest `groundpath.toml` in a folder or one above it, up to the repository or home; else None."""
    for folder in (start, *start.parents):
        if (folder / NAME).is_file():
            return folder / NAME
        if (folder / ".git").exists() or folder == Path.home():
            break
    return None
