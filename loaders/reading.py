"""Opening an input: a file, a packed file or standard input, in blocks of whole lines."""

import io
import os
import sys
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..engine.errors import InputError
from ..engine.progress import Advance, Progress
from .faults import Faults
from .packing import Unpacked, packing_of

PathLike = str | os.PathLike[str]

_BLOCK = 1 << 20
LONGEST_LINE = 64 << 20
_BEGIN = 4096


class ByteSource:
    """Bytes of an input, unpacked. `read` tells the progress bar how far the packed file is read.

    Attributes:
        name: what errors call it.
    """

    def __init__(self, name: str, packed: "io.BufferedReader[Any]", advance: Advance) -> None:
        self.name = name
        self._packed = packed
        self._advance = advance
        self._told = 0
        self._at_start = True
        self._packing = packing_of(packed)
        self._plain: Unpacked = self._packing.unpacked(packed) if self._packing else packed

    def read(self, size: int = -1) -> bytes:
        """The next bytes, at most `size`, none at the end; a mark of UTF-8 at the start is left out.

        The first time `size` is at least the three bytes of that mark.
        """
        with self._one_clear_error():
            data = self._plain.read(size)
        self._tell(len(data))
        if not self._at_start:
            return data
        self._at_start = False
        return data.removeprefix(BOM_UTF8) or self.read(size) if data else data

    def beginning(self) -> bytes:
        """Some of the first bytes, without a mark of UTF-8 and white space before them; nothing is taken."""
        with self._one_clear_error():
            begun = self._plain.peek(_BEGIN)
        return begun.removeprefix(BOM_UTF8).lstrip()

    def starts_with(self, mark: bytes) -> bool:
        """Whether the first byte that is no space is this one; nothing is taken."""
        return self.beginning().startswith(mark)

    def seekable(self) -> IO[bytes]:
        """The same bytes where a reader has to jump in them: those of a plain file, else all in memory."""
        if self._packing is None and self._packed.seekable():
            return self._packed
        return io.BytesIO(self.read())

    @contextmanager
    def _one_clear_error(self) -> Iterator[None]:
        try:
            yield
        except EOFError:
            raise InputError(self._cut_off()) from None
        except zlib.error as error:
            raise InputError(self._damaged(error)) from None
        except OSError as error:  # what unpacks raises it too, without a number
            if self._packing is None or error.errno is not None:
                raise InputError(f"{self.name} cannot be read: {error.strerror or error}") from None
            if "Truncated" in str(error):
                raise InputError(self._cut_off()) from None
            raise InputError(self._damaged(error)) from None

    def _cut_off(self) -> str:
        return f"{self.name} is cut off: its {self._kind} stream does not end; fetch it again"

    def _damaged(self, error: Exception) -> str:
        return f"{self.name} is a damaged {self._kind} file ({error}); fetch it again"

    @property
    def _kind(self) -> str:
        return self._packing.name if self._packing else "plain"

    def _tell(self, unpacked: int) -> None:
        position = self._packed.tell() if self._packed.seekable() else self._told + unpacked
        self._advance(position - self._told)
        self._told = position


class Block(NamedTuple):
    """Whole lines; `line` is the number of the first."""

    line: int
    data: bytes


@contextmanager
def open_source(path: PathLike, progress: Progress) -> Iterator[ByteSource]:
    """A file, packed (gzip, bzip2, Zstandard) or not, or "-" for standard input.

    Raises:
        InputError: it is not there, is a folder, cannot be read, is empty, or is UTF-16.
    """
    name = source_name(path)
    with _opened(path, name) as packed:
        size = os.fstat(packed.fileno()).st_size if packed.seekable() else None
        if not packed.peek(1):
            raise InputError(f"{name} is empty; give a file that holds something")
        if packed.peek(2)[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
            raise InputError(f"{name} is UTF-16; save it as UTF-8 (in Excel: CSV UTF-8)")
        with progress.task(f"Reading {name}", size) as advance:
            yield ByteSource(name, packed, advance)


def source_name(path: PathLike) -> str:
    return "<stdin>" if path == "-" else os.fspath(path)


@contextmanager
def _opened(path: PathLike, name: str) -> Iterator["io.BufferedReader[Any]"]:
    if path == "-":
        reader = io.BufferedReader(_NotSeekable(sys.stdin.buffer))
        yield reader
        return
    try:
        file = Path(path).open("rb")  # noqa: SIM115  # only errors of opening are told here
    except FileNotFoundError:
        raise InputError(f"{name} is not there; check the path") from None
    except IsADirectoryError:
        raise InputError(f"{name} is a folder; name a file in it") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{name} cannot be opened: {error}") from None
    with file:
        yield file


class _NotSeekable(io.RawIOBase):
    """Standard input, which must stay open and has no size, even when a file stands behind it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def line_blocks(source: ByteSource) -> Iterator[Block]:
    """The input in blocks of about a megabyte that end where a line ends."""
    line, rest = 1, b""
    while data := source.read(_BLOCK):
        head, newline, tail = data.rpartition(b"\n")
        if not newline:
            rest += data
            _check_length(source.name, line, len(rest))
            continue
        whole = rest + head + newline
        yield Block(line, whole)
        line += whole.count(b"\n")
        rest = tail
    if rest:
        yield Block(line, rest)


def _check_length(name: str, line: int, length: int) -> None:
    if length > LONGEST_LINE:
        raise InputError(
            f"{name}, line {line}: longer than {LONGEST_LINE >> 20} MiB; has the file one row a line?"
        )


class Lines(NamedTuple):
    """Decoded lines without their ends, and the number of each."""

    numbers: Sequence[int]
    texts: list[str]


def decoded(block: Block, source: str, faults: Faults) -> Lines:
    """The lines of a block as text; those that are not UTF-8 are reported."""
    try:
        text = block.data.decode()
    except UnicodeDecodeError:
        return _decoded_one_by_one(block, source, faults)
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    texts = text.removesuffix("\n").split("\n")
    return Lines(range(block.line, block.line + len(texts)), texts)


def _decoded_one_by_one(block: Block, source: str, faults: Faults) -> Lines:
    lines = Lines([], [])
    numbers: list[int] = []
    for number, data in enumerate(block.data.removesuffix(b"\n").split(b"\n"), block.line):
        try:
            lines.texts.append(data.removesuffix(b"\r").decode())
            numbers.append(number)
        except UnicodeDecodeError as error:
            faults.report(source, number, f"is not UTF-8 (byte {error.start + 1}); save the file as UTF-8")
    return lines._replace(numbers=numbers)
