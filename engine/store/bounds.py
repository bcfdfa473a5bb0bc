"""What may be given to a store: the same on each of them, so that none takes what another refuses."""

from math import isfinite
from unicodedata import category

from ..errors import InputError

_LONGEST_NAME = 200
_NO_LETTERS = frozenset({"Cc", "Cs", "Zl", "Zp"})  # control characters, halves of pairs, ends of lines


def check_name(kg: str) -> None:
    """Raises InputError for what cannot be a graph's name."""
    if not kg.strip() or len(kg) > _LONGEST_NAME or not _NO_LETTERS.isdisjoint(map(category, kg)):
        raise InputError(
            f"{kg[:_LONGEST_NAME]!r} cannot name a graph; a name has 1 to {_LONGEST_NAME} characters, "
            "none of them a control character or the end of a line"
        )


def natural(name: str, number: int) -> int:
    """The number. Raises InputError when it is below 0."""
    if number < 0:
        raise InputError(f"{name} is {number}; it must be 0 or more")
    return number


def check_timeout(timeout: float) -> None:
    """Raises InputError for what is no time to wait."""
    if not (isfinite(timeout) and timeout > 0):
        raise InputError(f"the timeout is {timeout:g}; it must be a number of seconds above 0")
