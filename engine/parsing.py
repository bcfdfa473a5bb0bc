"""JSON and TOML of others, of which no depth of nesting is an error of any other kind."""

import json
import tomllib
from typing import Any

_TOO_DEEP = "it is nested too deep to be read"


def json_value(text: str | bytes) -> Any:
    """The value that a JSON text holds.

    Raises:
        json.JSONDecodeError: it is none, or is nested too deep.
        ValueError: it holds a number of too many digits.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise json.JSONDecodeError(_TOO_DEEP, "", 0) from None


def toml_table(text: str) -> dict[str, Any]:
    """The table that a TOML text holds.

    Raises:
        tomllib.TOMLDecodeError: it is none, or is nested too deep.
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError(_TOO_DEEP) from None
