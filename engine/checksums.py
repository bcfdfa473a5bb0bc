"""Checksums of files, block by block: which bytes of a file are no longer those that were written.

XXH3 (64 bits) finds damage, not malice: it is several times as fast as a disk, so that every byte that is
written or copied is hashed on its way.
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Self

from xxhash import xxh3_64_digest, xxh3_64_hexdigest

from .counted import counted
from .errors import DamagedError
from .private_files import private_file

BLOCK_BYTES = 1 << 20
SUM_BYTES = 8
_HEAD_BYTES = 4096
_FORMAT = 1
NO_SUMS = "there are no checksums: removed, or made by an older groundpath"
checksum = xxh3_64_digest


@dataclass(frozen=True, slots=True)
class FileSums:
    """What a file held when it was written.

    Attributes:
        size: in bytes; -1 where there was no file.
        head: the checksum of its first 4,096 bytes.
        blocks: the checksums of its blocks of 1 MiB, 8 bytes each.
    """

    size: int
    head: bytes
    blocks: bytes

    @classmethod
    def of(cls, file: Path, copy: IO[bytes] | None = None) -> Self:
        """Read a file, and write what is read to `copy`; `ABSENT` where there is none.

        Raises OSError where it cannot be read, or the copy cannot be written.
        """
        try:
            source = file.open("rb", buffering=0)
        except FileNotFoundError:
            return cls(-1, b"", b"")
        size, head, blocks = 0, checksum(b""), bytearray()
        with source:
            while block := _block(source):
                if not size:
                    head = checksum(block[:_HEAD_BYTES])
                size += len(block)
                blocks += checksum(block)
                if copy is not None:
                    copy.write(block)
        return cls(size, head, bytes(blocks))

    def fits(self, file: Path) -> bool:
        """Whether size, head and last block of a file are these: as quick to say however large it is."""
        try:
            with file.open("rb") as source:
                if os.fstat(source.fileno()).st_size != self.size:
                    return False
                if checksum(source.read(_HEAD_BYTES)) != self.head:
                    return False
                last = max(len(self.blocks) // SUM_BYTES - 1, 0)
                source.seek(last * BLOCK_BYTES)
                return not self.size or checksum(source.read(BLOCK_BYTES)) == self.blocks[-SUM_BYTES:]
        except FileNotFoundError:
            return self == ABSENT

    def differences(self, other: "FileSums") -> str:
        """Where a file differs from these, in words; empty where it does not.

        Args:
            other: of the file as it is now.
        """
        if other == ABSENT or self == ABSENT:
            return "" if self == other else ("it is missing" if other == ABSENT else "it should not be there")
        said = [f"{first:,}-{last - 1:,}" for first, last in self._ranges(other)]
        shown = ", ".join(said[:3]) + (
            f" and {counted(len(said) - 3, 'further range')}" if len(said) > 3 else ""
        )
        parts = [f"bytes {shown} are not those that were written"] if said else []
        if other.size != self.size:
            parts.insert(0, f"it has {counted(other.size, 'byte')} of {self.size:,}")
        return "; ".join(parts)

    def unlike(self, other: "FileSums") -> int:
        """How many blocks differ."""
        return sum(one != two for one, two in self._pairs(other)) + (self.size != other.size)

    def _pairs(self, other: "FileSums") -> Iterator[tuple[bytes, bytes]]:
        shared = min(len(self.blocks), len(other.blocks))
        for at in range(0, shared, SUM_BYTES):
            yield self.blocks[at : at + SUM_BYTES], other.blocks[at : at + SUM_BYTES]

    def _ranges(self, other: "FileSums") -> list[tuple[int, int]]:
        """First byte, and the one after the last, of what differs of what both have."""
        ranges: list[tuple[int, int]] = []
        for place, (one, two) in enumerate(self._pairs(other)):
            first = place * BLOCK_BYTES
            last = min(first + BLOCK_BYTES, self.size, other.size)
            if one != two and last > first:
                if ranges and ranges[-1][1] == first:
                    first = ranges.pop()[0]
                ranges.append((first, last))
        return ranges


ABSENT = FileSums(-1, b"", b"")


@dataclass(frozen=True, slots=True)
class SumsFile:
    """The checksums of a file, in a small file beside it (NAME.sums), with a checksum of their own.

    It may hold those of two states: while one takes the place of the other, either may be found.

    Attributes:
        of: the file whose checksums they are.
    """

    of: Path

    @property
    def path(self) -> Path:
        return self.of.with_name(f"{self.of.name}.sums")

    def read(self) -> tuple[FileSums, ...]:
        """The states that the file may be in; none where there are no checksums.

        Raises:
            DamagedError: the checksums are damaged themselves.
        """
        try:
            kept = json.loads(self.path.read_bytes())
            if kept["format"] == _FORMAT and kept["sum"] == xxh3_64_hexdigest(_plain(kept["states"])):
                return tuple(
                    FileSums(state["bytes"], bytes.fromhex(state["head"]), bytes.fromhex(state["blocks"]))
                    for state in kept["states"]
                )
        except FileNotFoundError:
            return ()
        except (ValueError, KeyError, TypeError):
            pass
        raise DamagedError(self.path, "the checksums themselves are damaged")

    def write(self, states: Sequence[FileSums]) -> None:
        """Durable on return, and there whole or not at all. Raises OSError."""
        rows = [
            {"bytes": state.size, "head": state.head.hex(), "blocks": state.blocks.hex()} for state in states
        ]
        text = json.dumps({"format": _FORMAT, "sum": xxh3_64_hexdigest(_plain(rows)), "states": rows})
        partial = self.path.with_name(f"{self.path.name}.partial")
        private_file(partial)
        with partial.open("w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self.path)
        flush(self.path.parent)

    def check_ends(self) -> None:
        """Raises DamagedError where size, head or last block of the file are of no state that is known."""
        states = self.read()
        if states and not any(state.fits(self.of) for state in states):
            self._raise(states, self.of.stat().st_size if self.of.exists() else -1)

    def check(self, found: FileSums) -> None:
        """Raises DamagedError where a file is in none of its states; passes where none is known.

        Args:
            found: of the file as it is now.
        """
        states = self.read()
        if states and found not in states:
            nearest = min(states, key=lambda state: state.unlike(found))
            raise DamagedError(self.of, nearest.differences(found))

    def _raise(self, states: Sequence[FileSums], size: int) -> None:
        nearest = min(states, key=lambda state: abs(state.size - size))
        if size < 0:
            raise DamagedError(self.of, "it is missing")
        if nearest.size != size:
            raise DamagedError(self.of, f"it has {counted(size, 'byte')} of {nearest.size:,}")
        raise DamagedError(self.of, "its beginning or its end is not that which was written")


def flush(path: Path) -> None:
    """Have the system write a file or a folder to its disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _block(source: Any) -> bytes:
    """The next block; the last one may be shorter."""
    parts, wanting = [], BLOCK_BYTES
    while wanting and (part := source.read(wanting)):
        parts.append(part)
        wanting -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _plain(rows: list[dict[str, Any]]) -> bytes:
    return json.dumps(rows, sort_keys=True).encode()
