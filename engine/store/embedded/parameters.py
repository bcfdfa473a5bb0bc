"""The parameters of a user's statement, as what can be sent to ladybug in another process."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import numpy as np

from ...errors import InputError

_DEEPEST = 50  # lists within lists
_MOST_DIGITS = 38  # of ladybug's DECIMAL


def sendable(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters as values of Python's own types.

    Types of other packages would have the process look for their modules, which are files.

    Raises:
        InputError: one is of no type of ladybug's, or nested too deep.
    """
    return {name: _value(name, value, 0) for name, value in parameters.items()}


def _value(name: str, value: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        raise InputError(f"the parameter ${name} is nested more than {_DEEPEST} deep")
    match value:
        case list() | tuple():
            return [_value(name, item, depth + 1) for item in value]
        case dict():
            return {str(key): _value(name, item, depth + 1) for key, item in value.items()}
        case np.datetime64():
            return _value(name, value.astype("datetime64[us]").item(), depth + 1)
        case np.generic():
            return _value(name, value.item(), depth + 1)
    plain = _plain(value)
    if plain is None and value is not None:
        kind = type(value).__name__
        raise InputError(f"the parameter ${name} holds a {kind}, which cannot be sent to ladybug")
    return plain


def _plain(value: Any) -> Any:
    """A value that holds no others as Python's own type; None for what is none."""
    try:
        match value:
            case bool() | bytes() | UUID():
                return value
            case int():
                return int(value)
            case float():
                return float(value)
            case str():
                return str(value)
            case datetime():
                return datetime.fromisoformat(value.isoformat())
            case date():
                return date.fromisoformat(value.isoformat())
            case timedelta():
                return timedelta(value.days, value.seconds, value.microseconds)
            case Decimal() if value.is_finite() and len(format(abs(value), "f")) <= _MOST_DIGITS:
                return Decimal(value)
    except ValueError:  # pandas' NaT, which passes for a time
        pass
    return None
