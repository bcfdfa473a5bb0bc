"""`groundpath.toml`: what options are where neither the command line nor the environment says it."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import Any, Self

import click

from ..parsing import toml_table
from .file_names import names_files

NAME = "groundpath.toml"
SHARED = {"store": "GROUNDPATH_STORE", "encoder": "GROUNDPATH_ENCODER", "cache": "GROUNDPATH_CACHE"}
"""What may stand above all sections, and the variable that says it too."""

_EMBEDDED = "embedded:"


class SettingsError(click.ClickException):
    """A file of settings says what cannot be: one line, without the usage of a command."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """A file of settings: those of all commands, and a table for each command (`[audit]`, `[trace.ask]`).

    Attributes:
        path: of the file. Relative paths in it start from its folder.
        content: as TOML has it.
        said: the variables of SHARED that are set, which go before it.
    """

    path: Path
    content: Mapping[str, Any]
    said: frozenset[str] = frozenset()

    @classmethod
    def read(cls, path: Path) -> Self:
        """
        Raises:
            SettingsError: it cannot be read, or is no TOML.
        """
        try:
            content = toml_table(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise SettingsError(f"{path} cannot be read: {error}") from None
        return cls(path, content, frozenset(filter(os.environ.get, SHARED.values())))

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
                raise unknown(str(self.path), "setting", key, SHARED)
            if not isinstance(value, str):
                raise SettingsError(f"{self.path}: {key} is {value!r}; write it as text")
            found[key] = self._from_its_folder(key, value)
        return found

    def section(self, commands: Sequence[click.Context]) -> dict[str, Any]:
        """What the table of a command says of its options, by the names of its parameters.

        Args:
            commands: the contexts from the root on to that of the command.

        Raises:
            SettingsError: the table, or one around it, names what is not there, or a value does not fit.
        """
        table: Mapping[str, Any] = {k: v for k, v in self.content.items() if isinstance(v, dict)}
        place = str(self.path)
        for depth, (outer, inner) in enumerate(pairwise(commands), 1):
            assert isinstance(outer.command, click.Group)
            names = outer.command.list_commands(outer)
            if wrong := next((key for key in table if key not in names), None):
                raise unknown(place, "command", wrong, names)
            table = table.get(str(inner.info_name), {})
            place = f"{self.path}, [{'.'.join(str(one.info_name) for one in commands[1 : depth + 1])}]"
            if not isinstance(table, dict):
                raise SettingsError(f"{place} is {table!r}; write it as a table of options")
        return self._options(commands[-1].command, table, place)

    def options(self, command: click.Command) -> dict[str, Any]:
        """The options of a file that has those of one command alone, by the names of its parameters.

        Raises:
            SettingsError: there is no such option, or a value does not fit.
        """
        return self._options(command, self.content, str(self.path))

    @contextmanager
    def in_environment(self) -> Iterator[None]:
        """The settings of all commands as variables, where these are not set."""
        added = {SHARED[key]: value for key, value in self.shared.items() if SHARED[key] not in self.said}
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

    def _options(self, command: click.Command, table: Mapping[str, Any], place: str) -> dict[str, Any]:
        found = {}
        for key, given in table.items():
            option = option_of(command, key, place)
            value = value_of(option, self._from_its_folder_if_file(option, given), f"{place}: {key}")
            if value is not None:
                found[str(option.name)] = value
        return found

    def _from_its_folder_if_file(self, option: click.Option, value: Any) -> Any:
        if isinstance(value, list):
            return [self._from_its_folder_if_file(option, one) for one in value]
        if not isinstance(value, str):
            return value
        if names_files(option) and value != "-":
            return str(self.path.parent / value)
        return self._from_its_folder(option.opts[0].removeprefix("--"), value)

    def _from_its_folder(self, key: str, value: str) -> str:
        folder = self.path.parent
        if key == "store" and value.startswith(_EMBEDDED):
            return f"{_EMBEDDED}{folder / Path(value.removeprefix(_EMBEDDED)).expanduser()}"
        if key == "cache" or (key == "encoder" and value.endswith(".toml")):
            return str(folder / Path(value).expanduser())
        return value


def found_file(start: Path) -> Path | None:
    """The nearest `groundpath.toml` in a folder or one above it, up to the repository or home; else None."""
    for folder in (start, *start.parents):
        if (folder / NAME).is_file():
            return folder / NAME
        if (folder / ".git").exists() or folder == Path.home():
            break
    return None


def option_of(command: click.Command, key: str, place: str) -> click.Option:
    """The option of a command that a file calls `key`, with "-" or "_" in it. Raises SettingsError."""
    options = {
        name.removeprefix("--"): option
        for option in command.params
        if isinstance(option, click.Option)
        for name in option.opts
        if name.startswith("--")
    }
    option = options.get(key.replace("_", "-"))
    if option is None:
        raise unknown(place, "option", key, options)
    return option


def value_of(option: click.Option, value: Any, place: str) -> Any:
    """A value of TOML as the default of an option. Raises SettingsError where it does not fit."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise SettingsError(f"{place} is {value!r}; write true or false")
        return value if option.is_bool_flag else option.flag_value if value else None
    several = option.multiple or option.nargs != 1
    if isinstance(value, dict) or (isinstance(value, list) and not several):
        raise SettingsError(f"{place} is {value!r}; write one value")
    if option.multiple and not isinstance(value, list):
        value = [value]
    try:
        option.type_cast_value(click.Context(click.Command("")), value)
    except click.BadParameter as error:
        raise SettingsError(f"{place}: {error.message}") from None
    return value


def unknown(place: str, what: str, key: str, known: Iterable[str]) -> SettingsError:
    """The error for a key of a file that is none, with the nearest that is one."""
    names = list(known)
    near = get_close_matches(key.replace("_", "-"), names, n=1)
    remedy = f"did you mean {near[0]!r}?" if near else f"there is: {', '.join(names)}"
    return SettingsError(f"{place}: there is no {what} {key!r}; {remedy}")
