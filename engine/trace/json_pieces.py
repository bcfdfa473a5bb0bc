"""The JSON in a model's reply, and the text around it.

Models that were asked for lines at times write a JSON array: whole, behind fences, in an object of one
member, one object a line, or cut off at the limit of tokens. Each of its values that is whole is found.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

# At the beginning of a line, behind a bullet or a number; "[Rush; drummer; Peart]" is no JSON.
_START = re.compile(r"^[ \t]*(?:[-*•]\s+|\(?\d{1,3}[.)]\s+)?(?=[\[{]\s*[\[{\]}\"])", re.MULTILINE)
_INTO_THE_ARRAY = re.compile(r"(?:\{\s*\"\w+\"\s*:\s*)?\[")
_BETWEEN = re.compile(r"[\s,]*")
_AFTER = re.compile(r"[\s,\]}]*")
_DECODER = json.JSONDecoder()


class Piece(NamedTuple):
    """A part of a reply: its text and, where it is JSON, its value; `is_json` tells null from none."""

    text: str
    value: Any = None
    is_json: bool = False


class _Read(NamedTuple):
    values: list[Any]
    end: int


def json_pieces(reply: str) -> Iterator[Piece]:
    """The pieces of a reply in order: each value of its JSON, an array's one by one, and the text between.

    An array of texts and numbers alone is one value.

    >>> [piece.value or piece.text for piece in json_pieces('Here:\\n[["A", "b", "c"], ["A", "d"')]
    ['Here:\\n', ['A', 'b', 'c'], '["A", "d"']
    """
    at = 0
    while start := _START.search(reply, at):
        yield from _text(reply[at : start.start()])
        whole, reached = _whole(reply, start.end())
        read = whole or _as_far_as_it_goes(reply, start.end())
        yield from (Piece(json.dumps(value, ensure_ascii=False), value, True) for value in read.values)
        at = read.end
        if at == start.end():  # what looks like JSON and is none, up to where the next begins
            following = _START.search(reply, max(at + 1, reached))  # not within what was read in vain
            at = following.start() if following else len(reply)
            yield from _text(reply[start.start() : at])
    yield from _text(reply[at:])


def _text(text: str) -> Iterator[Piece]:
    if text.strip():
        yield Piece(text)


def _whole(reply: str, at: int) -> tuple[_Read | None, int]:
    """A value that is whole, and how far was read."""
    try:
        value, length = _DECODER.raw_decode(reply[at:])  # an error counts the lines before it
    except json.JSONDecodeError as error:
        return None, at + error.pos
    except (ValueError, RecursionError):
        return None, len(reply)
    return _Read(_values(value), at + length), at + length


def _values(value: Any) -> list[Any]:
    match value:
        case {**members} if len(members) == 1 and isinstance(only := next(iter(members.values())), list):
            return _values(only)
        case [] | [[*_] | {}, *_]:
            return list(value)
    return [value]


def _as_far_as_it_goes(reply: str, at: int) -> _Read:
    """The whole values of an array that is cut off or spoilt; it ends where it stood if there are none."""
    into = _INTO_THE_ARRAY.match(reply, at)
    values: list[Any] = []
    end = into.end() if into else at
    while into:
        following = _skipped(_BETWEEN, reply, end)
        if reply[following : following + 1] == "]":
            return _Read(values, _skipped(_AFTER, reply, following))
        try:
            value, end = _DECODER.raw_decode(reply, following)
        except RecursionError:  # so deep that no model means it
            return _Read(values, len(reply))
        except ValueError:
            return _Read(values, following if values else at)
        values.append(value)
    return _Read(values, at)


def _skipped(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
