"""A dataset's shards: what is made, finished and gone on with as one."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ...loaders.suffixes import JSON_LINES, PARQUET, unpacked_name
from ..errors import InputError
from .addresses import GLOB, is_glob
from .places import HIDDEN, Listed, Place, is_utf8, shown

_KINDS = "Parquet (.parquet) or JSON lines (.jsonl, also .gz, .bz2, .zst)"

ROWS_A_SHARD = 10_000
"""Rows of a Parquet file from which on its next row group begins another shard."""


class Shard(NamedTuple):
    """A file of a dataset, or some row groups of one.

    Attributes:
        part: the file's name in its folder.
        stamp: what changes when the file does.
        out: the name of the file that its results become.
        groups: which row groups of a Parquet file, from and up to; None for all of a file.
        first: the number of its first row in the file, from 1.
    """

    part: str
    stamp: str
    out: str
    groups: tuple[int, int] | None = None
    first: int = 1

    @property
    def is_parquet(self) -> bool:
        return self.part.lower().endswith(PARQUET)


class Dataset(NamedTuple):
    """A folder and those of its files that are read."""

    place: Place
    parts: tuple[Listed, ...]

    @property
    def address(self) -> str:
        return self.place.address

    @classmethod
    def of(cls, address: str) -> "Dataset":
        """What an address means: a folder with all that is below it, a glob, or one file.

        Raises:
            InputError: nothing is there that can be read.
        """
        base, pattern = _parted(address)
        if not pattern and (file := _file_at(address)) is not None:
            place, one = file
            parts = [one]
        else:
            place = Place.of(base)
            meant = pattern.split("/") if pattern else []
            found = place.listed(
                deep=len(meant) != 1 or meant == ["**"],
                hidden=any(part.startswith(HIDDEN) for part in meant),
            )
            parts = [
                one
                for one in found
                if (_matches(one.name.split("/"), meant) if meant else _is_known(one.name))
            ]
        if strange := next((one.name for one in parts if not _is_known(one.name)), None):
            raise InputError(f"{place.address}/{strange} is not {_KINDS}")
        if unread := next((one.name for one in parts if not is_utf8(one.name)), None):
            raise InputError(f"{place.address}/{shown(unread)} has a name that is not UTF-8; rename it")
        if not parts:
            raise InputError(f"{address} holds no file of rows: {_KINDS}")
        return cls(place, tuple(parts))

    def shards(self) -> list[Shard]:
        """Its shards, in the order of its files: each file, or row groups of a Parquet file.

        Raises:
            InputError: a Parquet file is damaged; or two files would have their results in one.
        """
        found = [shard for part in self.parts for shard in self._shards_of(part)]
        named = sorted(found, key=lambda shard: shard.out)
        for one, other in pairwise(named):
            if one.out == other.out:
                raise InputError(
                    f"{self.address}: the results of {one.part} and {other.part} would both be {one.out}; "
                    "rename one"
                )
        return found

    def _shards_of(self, part: Listed) -> list[Shard]:
        whole = Shard(part.name, part.stamp, unpacked_name(part.name))
        if not whole.is_parquet:
            return [whole]
        try:
            with self.place.opened(part.name) as file:
                about = pq.ParquetFile(file).metadata
                rows = [about.row_group(group).num_rows for group in range(about.num_row_groups)]
        except (pa.ArrowException, OSError) as error:
            raise InputError(f"{self.place.named(part.name)} is no whole Parquet file: {error}") from error
        spans = _spans(rows)
        if len(spans) < 2:
            return [whole]
        stem, dot, suffix = part.name.rpartition(".")
        return [
            whole._replace(out=f"{stem}-{number:05}{dot}{suffix}", groups=(start, end), first=first)
            for number, (start, end, first) in enumerate(spans)
        ]


def _parted(address: str) -> tuple[str, str]:
    """A folder, and the pattern of files below it; empty where there is none."""
    if not is_glob(address):
        return address.rstrip("/") or "/", ""
    folders = address.split("/")
    first = next(place for place, name in enumerate(folders) if any(mark in name for mark in GLOB))
    return "/".join(folders[:first]) or ("/" if address.startswith("/") else "."), "/".join(folders[first:])


def _file_at(address: str) -> tuple[Place, Listed] | None:
    """The folder of a file and the file, where an address is one's."""
    folder, _, name = address.rpartition("/")
    place = Place.of(folder or ("/" if address.startswith("/") else "."))
    stamp = place.stamp(name) if name else None
    return None if stamp is None else (place, Listed(name, stamp))


def _matches(name: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether a pattern means a name, folder by folder as shells do: "**" is any folders, or none.

    A name that begins with "_" or "." is meant by what begins so alone.
    """
    if not (name and pattern):
        return not name and all(one == "**" for one in pattern)
    first, hidden = pattern[0], name[0].startswith(HIDDEN)
    if first == "**":
        return _matches(name, pattern[1:]) or (not hidden and _matches(name[1:], pattern))
    named = fnmatchcase(name[0], first) and (not hidden or first.startswith(HIDDEN))
    return named and _matches(name[1:], pattern[1:])


def _is_known(name: str) -> bool:
    return unpacked_name(name).lower().endswith(JSON_LINES) or name.lower().endswith(PARQUET)


def _spans(rows: list[int]) -> list[tuple[int, int, int]]:
    """Runs of row groups with ROWS_A_SHARD rows or more: from, up to, and the number of the first row."""
    spans, start, first, held = [], 0, 1, 0
    for group, count in enumerate(rows):
        held += count
        if held >= ROWS_A_SHARD or group == len(rows) - 1:
            spans.append((start, group + 1, first))
            start, first, held = group + 1, first + held, 0
    return spans
