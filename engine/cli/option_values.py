"""Options of a command by the keys of a file, and whether its values fit them."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

import click


def option_of(command: click.Command, key: str) -> click.Option:
    """The option of a command that a file calls `key`, with "-" or "_" in it. Raises ValueError."""
    options = {
        name.removeprefix("--"): option
        for option in command.params
        if isinstance(option, click.Option)
        for name in option.opts
        if name.startswith("--")
    }
    option = options.get(key.replace("_", "-"))
    if option is None:
        raise ValueError(unknown("option", key, options))
    return option


def value_of(option: click.Option, key: str, value: Any) -> Any:
    """A value of TOML as the default of an option. Raises ValueError where it does not fit."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise ValueError(f"{key} is {value!r}; write true or false")
        return value if option.is_bool_flag else option.flag_value if value else None
    several = option.multiple or option.nargs != 1
    if isinstance(value, dict) or (isinstance(value, list) and not several):
        raise ValueError(f"{key} is {value!r}; write one value")
    if option.multiple and not isinstance(value, list):
        value = [value]
    try:
        option.type_cast_value(click.Context(click.Command("")), value)
    except click.BadParameter as error:
        raise ValueError(f"{key}: {error.message}") from None
    return value


def unknown(what: str, key: str, known: Iterable[str]) -> str:
    """That a key of a file is none, with the nearest that is one."""
    names = list(known)
    near = get_close_matches(key.replace("_", "-"), names, n=1)
    remedy = f"did you mean {near[0]!r}?" if near else f"there is: {', '.join(names)}"
    return f"there is no {what} {key!r}; {remedy}"
