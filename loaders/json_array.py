"""Values of one JSON array, read as they come: question sets are often published as one line of 500 MB."""

import json
from codecs import getincrementaldecoder
from collections.abc import Iterator
from typing import Any

from ..engine.errors import BadRowError
from .reading import ByteSource

_BLOCK = 1 << 20
_LONGEST_VALUE = 64 << 20
_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"


def read_json_array(source: ByteSource) -> Iterator[list[tuple[int, Any]]]:
    """The values of an array, each with the line on which it starts, in batches.

    Raises:
        BadRowError: the array cannot be read on from there, so that nothing can be skipped.
    """
    buffer = _Buffer(source)
    buffer.expect("[")
    if buffer.next_character() == "]":
        buffer.expect("]")
        buffer.expect_end()
        return
    while True:
        line = buffer.line
        yield [(line, buffer.value())]
        if buffer.expect(",]") == "]":
            buffer.expect_end()
            return


class _Buffer:
    """Text that is read as far as it is needed, and forgotten when it was used."""

    def __init__(self, source: ByteSource) -> None:
        self._source = source
        self._decoder = getincrementaldecoder("utf-8")()
        self._text = ""
        self._place = 0
        self._line = 1
        self._ended = False

    @property
    def line(self) -> int:
        """The line of the next character that is no space."""
        self.next_character()
        return self._line

    def next_character(self) -> str:
        """The next character that is no space, which stays there; empty at the end."""
        while True:
            start = self._place
            while self._place < len(self._text) and self._text[self._place] in _SPACE:
                self._place += 1
            self._line += self._text.count("\n", start, self._place)
            if self._place < len(self._text):
                return self._text[self._place]
            if not self._more():
                return ""

    def expect(self, characters: str) -> str:
        """Take one of these characters."""
        found = self.next_character()
        if not found or found not in characters:
            wanted = " or ".join(repr(character) for character in characters)
            raise self._fault(f"{repr(found) if found else 'the end'} stands where {wanted} should")
        self._place += 1
        return found

    def expect_end(self) -> None:
        """See that nothing is left, which would be lost."""
        if found := self.next_character():
            raise self._fault(f"{found!r} stands behind the end of the array; make it one array")

    def value(self) -> Any:
        """Take one value."""
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._place)
            except json.JSONDecodeError as error:
                if len(self._text) - self._place > _LONGEST_VALUE or not self._more():
                    raise self._fault(error.msg) from None
            except (ValueError, RecursionError) as error:
                raise self._fault(str(error)) from None
            else:
                self._line += self._text.count("\n", self._place, end)
                self._place = end
                return value

    def _more(self) -> bool:
        if self._ended:
            return False
        data = self._source.read(_BLOCK)
        self._ended = not data
        try:
            text = self._decoder.decode(data, final=self._ended)
        except UnicodeDecodeError:
            raise self._fault("here or below stands what is not UTF-8") from None
        self._text, self._place = self._text[self._place :] + text, 0
        return True

    def _fault(self, reason: str) -> BadRowError:
        remedy = "correct it; rows can only be skipped in JSON lines"
        return BadRowError(self._source.name, self._line, f"is not JSON: {reason}; {remedy}")
