"""`groundpath config`: which settings are in force, and where each of them is from."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import click

from .commands import contexts_to
from .options import command, debug_option, json_option
from .output import show, show_json
from .settings_file import NAME, SHARED, SettingsFile


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as it is in force.

    Attributes:
        command: the words that call its command; empty for a setting of all commands.
        source: the file or the variable that says it, or "default".
    """

    command: str
    option: str
    value: Any
    source: str


@command()
@json_option
@debug_option
@click.pass_context
def config(context: click.Context, as_json: bool) -> None:
    """Show the settings that are in force, and whether the environment, a file or nothing says each.

    A groundpath.toml here, or in a folder above up to the repository or your home, holds options without
    their dashes, in a table for each command; above all tables may stand store, encoder, device and cache.
    Relative paths start from its folder. What is given on the command line or in the environment goes first.

    \b
      store = "embedded:graphs"
      [audit]
      kg = "royals"
      [trace.ask]
      top-facts = 30

    \b
      groundpath config
      groundpath --config other.toml config --json
    """
    file = context.find_object(SettingsFile)
    settings = [*_shared(file), *(_sections(context, file) if file else ())]
    if as_json:
        show_json({"file": str(file.path) if file else None, "settings": list(map(asdict, settings))})
        return
    from ..report.table import settings_table

    click.echo(f"File: {file.path}" if file else f"File: none ({NAME} here or above)")
    show(settings_table((f"{one.command} {one.option}".strip(), one.value, one.source) for one in settings))


def _shared(file: SettingsFile | None) -> Iterator[Setting]:
    """The settings of all commands, which stand in the environment by now."""
    from ..private_files import cache_directory
    from ..store.opening import address

    unsaid = {"store": address(), "encoder": "minilm", "device": "auto", "cache": str(cache_directory())}
    given = file.shared if file else {}
    for key, variable in SHARED.items():
        said = os.environ.get(variable)
        by_file = file is not None and key in given and file.lends(variable)
        source = str(file.path) if file and by_file else variable if said else "default"
        yield Setting("", key, said or unsaid[key], source)


def _sections(context: click.Context, file: SettingsFile) -> Iterator[Setting]:
    """What the tables of the file say, command by command."""
    root = context.find_root()
    tables = {name: table for name, table in file.content.items() if isinstance(table, dict)}
    yield from _below(root, tables, file)


def _below(context: click.Context, tables: Mapping[str, Any], file: SettingsFile) -> Iterator[Setting]:
    if not isinstance(context.command, click.Group):
        words = " ".join(str(one.info_name) for one in contexts_to(context)[1:])
        for name, value in file.section(contexts_to(context)).items():
            option = _option(context.command, name, value)
            said = None if file.lends(option.envvar) else option.value_from_envvar(context)
            source = str(file.path) if said is None else str(option.envvar)
            yield Setting(words, option.opts[0], value if said is None else said, source)
        return
    for name, table in tables.items():
        found = context.command.get_command(context, name)
        if found is None:  # the error for it
            file.section([*contexts_to(context), click.Context(context.command, context, info_name=name)])
        else:
            yield from _below(click.Context(found, context, info_name=name), table, file)


def _option(command: click.Command, name: str, value: Any) -> click.Parameter:
    """The option of a parameter; of several that choose its value (--csv, --json) the one that does."""
    options = [option for option in command.params if option.name == name]
    return next((one for one in options if getattr(one, "flag_value", None) == value), options[0])
