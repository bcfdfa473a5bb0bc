"""How inputs are packed, told by their first bytes: gzip, bzip2, Zstandard."""

import bz2
import gzip
import io
import re
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import pyarrow as pa

from .suffixes import BZIP2, GZIP, ZSTANDARD


class Unpacked(Protocol):
    """A stream that can be looked into."""

    def read(self, size: int = -1, /) -> bytes: ...
    def peek(self, size: int, /) -> bytes: ...


class Packing(NamedTuple):
    """A way of packing one file.

    Attributes:
        name: what errors call it.
        suffix: how names of packed files end.
        mark: what the first bytes of one match.
        unpacked: from a packed stream to the stream of what is in it, which can peek.
    """

    name: str
    suffix: str
    mark: re.Pattern[bytes]
    unpacked: Callable[["io.BufferedReader[Any]"], Unpacked]


_LONGEST_MARK = 16


def _of_zstandard(packed: "io.BufferedReader[Any]") -> Unpacked:
    return io.BufferedReader(pa.CompressedInputStream(pa.PythonFile(packed, "r"), "zstd"))


PACKINGS = (
    Packing("gzip", GZIP, re.compile(rb"\x1f\x8b"), lambda packed: gzip.GzipFile(fileobj=packed)),
    Packing("bzip2", BZIP2, re.compile(rb"BZh[1-9]1AY&SY"), lambda packed: bz2.BZ2File(packed)),
    Packing("zstd", ZSTANDARD, re.compile(rb"\x28\xb5\x2f\xfd"), _of_zstandard),
)


def packing_of(packed: "io.BufferedReader[Any]") -> Packing | None:
    """How a stream is packed; None where it is not. Nothing is taken."""
    begin = packed.peek(_LONGEST_MARK)
    return next((one for one in PACKINGS if one.mark.match(begin)), None)
