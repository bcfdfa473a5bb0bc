"""Where in a TOML file something stands, which tomllib does not tell."""

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from ..parsing import toml_table


def line_of(text: str, keys: Sequence[str]) -> int:
    """The line on which the value under some keys, or its table, begins; the first line is 1.

    The file is parsed up to each of its lines, so that this is for one error in a file as people write them.

    Args:
        text: TOML, with "\\n" at the end of lines.
        keys: from the root on; all of them are there.

    >>> line_of('# mine\\n[trace]\\nask.kg = "x"\\n', ["trace", "ask", "kg"])
    3
    """
    lines = text.split("\n")
    begins = 1
    for end in range(1, len(lines) + 1):
        try:
            content = toml_table("\n".join(lines[:end]))
        except tomllib.TOMLDecodeError:  # within a value of several lines
            continue
        if _holds(content, keys):
            break
        begins = end + 1
    return begins


def _holds(content: Mapping[str, Any], keys: Sequence[str]) -> bool:
    within: Any = content
    for key in keys:
        if not isinstance(within, Mapping) or key not in within:
            return False
        within = within[key]
    return True
