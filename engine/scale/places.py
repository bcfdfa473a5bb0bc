"""Folders of datasets, on this machine or at any address that fsspec knows."""

import os
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Self
from uuid import uuid4

from filelock import FileLock, Timeout
from pyarrow import fs

from ..errors import InputError, extra
from .addresses import SCHEME

HIDDEN = ("_", ".")
"""How names begin that are no rows unless they are asked for."""

_CHANGES = (
    "ETag",
    "etag",
    "md5Hash",
    "blob_id",
    "mtime",
    "LastModified",
    "last_modified",
    "updated",
    "created",
)
"""What filesystems of fsspec tell that changes with a file, the surest first."""

RECORDS = "_groundpath"
"""The folder beside rows that records what they were made from; readers of datasets pass it over."""


class Listed(NamedTuple):
    """A file of a folder: its path there, with "/" between folders, and what changes when it does."""

    name: str
    stamp: str


@dataclass(frozen=True, slots=True)
class Place:
    """A folder.

    Attributes:
        files: what reads and writes there.
        path: where it is, as `files` names it.
        address: the same for a person.
    """

    files: Any
    path: str
    address: str

    @classmethod
    def of(cls, address: str) -> Self:
        """The folder at an address: a path, or URL as fsspec has them ("s3://bucket/answers").

        Raises:
            InputError: fsspec, or the package for such addresses, is not installed; no such address is known;
                or it is not UTF-8.
        """
        if not is_utf8(address):
            raise InputError(f"{shown(address)} cannot be opened: its name is not UTF-8; rename it")
        if SCHEME not in address:
            return cls(fs.LocalFileSystem(), str(Path(address).absolute()), address)
        try:
            from fsspec.core import url_to_fs
        except ImportError as error:
            raise InputError(f"{address} is opened by fsspec; {extra('datasets')}") from error
        try:
            found, path = url_to_fs(address)
        except (ImportError, ValueError, OSError) as error:
            raise InputError(f"{address} cannot be opened: {error}") from error
        if "file" in (found.protocol if isinstance(found.protocol, tuple) else (found.protocol,)):
            return cls(fs.LocalFileSystem(), path, address)
        found.invalidate_cache()  # other processes may have written since
        return cls(fs.PyFileSystem(fs.FSSpecHandler(found)), path.rstrip("/"), address)

    def below(self, folder: str) -> Self:
        """A folder of it."""
        return replace(self, path=self._at(folder), address=f"{self.address}/{folder}")

    def named(self, file: str) -> str:
        """A file of it, for a person."""
        return file if self.address == "." else f"{file} of {self.address}"

    def listed(self, *, deep: bool = True, hidden: bool = False) -> list[Listed]:
        """Its files by name, each folder once, without folders of results (those that hold `_groundpath`).

        Args:
            deep: those of its folders too.
            hidden: also those whose names, or whose folders', begin with "_" or ".".
        """
        found = self._local_files(deep) if self._is_local else self._remote_files(deep)
        with self._one_clear_error("cannot be read"):
            return sorted(one for one in found if hidden or not _is_hidden(one.name))

    def stamp(self, name: str) -> str | None:
        """What changes when a file of it does; None where there is none."""
        path = self._at(name)
        with self._one_clear_error("cannot be read"):
            if self._is_local:
                return _local_stamp(os.stat(path)) if os.path.isfile(path) else None
            try:
                told = self.files.handler.fs.info(path)
            except FileNotFoundError:
                return None
        return _stamp(told) if told["type"] == "file" else None

    def opened(self, name: str) -> Any:
        """A file of it, to be read anywhere."""
        with self._one_clear_error("cannot be read"):
            return self.files.open_input_file(self._at(name))

    def stream(self, name: str) -> Any:
        """The same, to be read in order; unpacked, if its name ends in .gz, .bz2 or .zst."""
        with self._one_clear_error("cannot be read"):
            return self.files.open_input_stream(self._at(name), compression="detect")

    def text(self, name: str) -> str | None:
        """What a file of it holds; None where there is none.

        Raises:
            UnicodeDecodeError: it is not UTF-8.
        """
        if self.stamp(name) is None:
            return None
        with self._one_clear_error("cannot be read"), self.files.open_input_stream(self._at(name)) as file:
            held = file.read()
        return str(held.decode())

    def write_text(self, name: str, text: str) -> None:
        with self.writing(name) as stream:
            stream.write(text.encode())

    @contextmanager
    def writing(self, name: str) -> Iterator[Any]:
        """A file that takes the place of `name` when the block ends well, and is never there in part.

        Raises:
            InputError: it cannot be written.
        """
        unfinished = f"{RECORDS}/unfinished/{uuid4().hex}"
        with self._one_clear_error("cannot be written"):
            for folder in {os.path.dirname(unfinished), os.path.dirname(name)}:
                self.files.create_dir(self._at(folder), recursive=True)
            try:
                with self.files.open_output_stream(self._at(unfinished), compression=None) as stream:
                    yield stream
            except BaseException:
                with suppress(OSError):  # where it could not even be made, that is what is told
                    self.files.delete_file(self._at(unfinished))
                raise
            self.files.move(self._at(unfinished), self._at(name))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be the only run that writes here. At a URL nobody can be kept out.

        Raises:
            InputError: another run writes here, or nothing can be written.
        """
        if not self._is_local:
            yield
            return
        lock = FileLock(self._at(f"{RECORDS}/lock"))
        with self._one_clear_error("cannot be written"):
            self.files.create_dir(self._at(RECORDS), recursive=True)
            try:
                lock.acquire(timeout=0)
            except Timeout as error:
                raise InputError(
                    f"another run writes to {self.address}; wait for its end, or choose "
                    "another place to write to"
                ) from error
        try:
            yield
        finally:
            lock.release()

    def clear_unfinished(self) -> None:
        """Remove what processes that were killed have left."""
        with self._one_clear_error("cannot be written"):
            self.files.delete_dir_contents(self._at(f"{RECORDS}/unfinished"), missing_dir_ok=True)

    @property
    def _is_local(self) -> bool:
        return isinstance(self.files, fs.LocalFileSystem)

    def _local_files(self, deep: bool) -> Iterator[Listed]:
        """Folders under their own names first, so that a link to one, or a circle of links, adds nothing."""
        seen: set[str] = set()
        folders, links = deque([self.path]), deque[str]()
        while folders or links:
            folder = (folders or links).popleft()
            real = os.path.realpath(folder)
            if real in seen or not os.path.exists(folder):
                continue
            seen.add(real)
            with os.scandir(folder) as scanned:
                entries = list(scanned)
            if folder != self.path and any(one.name == RECORDS for one in entries):
                continue
            for one in entries:
                if one.is_file():
                    yield Listed(self._name(one.path), _local_stamp(one.stat()))
                elif deep and one.is_dir():
                    (links if one.is_symlink() else folders).append(one.path)

    def _remote_files(self, deep: bool) -> Iterator[Listed]:
        try:
            found = self.files.handler.fs.find(self.path, maxdepth=None if deep else 1, detail=True)
        except FileNotFoundError:
            return
        named = {self._name(path.rstrip("/")): told for path, told in found.items()}
        mark = f"/{RECORDS}/"
        below = tuple({f"{name.partition(mark)[0]}/" for name in named if mark in name})
        for name, told in named.items():
            if name and not name.startswith(below):
                yield Listed(name, _stamp(told))

    def _at(self, name: str) -> str:
        return f"{self.path}/{name}" if name else self.path

    def _name(self, path: str) -> str:
        return path.removeprefix(self.path).lstrip("/")

    @contextmanager
    def _one_clear_error(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise InputError(f"{self.address} {what}: {error.strerror or error}") from error


def is_utf8(name: str) -> bool:
    """Whether a name of a file is text; others come from Python with halves of surrogate pairs."""
    return not any("\ud800" <= mark <= "\udfff" for mark in name)


def shown(name: str) -> str:
    """A name for a person, also one that is not UTF-8."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _is_hidden(name: str) -> bool:
    return any(part.startswith(HIDDEN) for part in name.split("/"))


def _local_stamp(about: os.stat_result) -> str:
    return f"{about.st_size} bytes, {about.st_mtime_ns}"  # compared with what a finished run wrote


def _stamp(told: Mapping[str, Any]) -> str:
    changed = next((told[name] for name in _CHANGES if told.get(name)), 0)
    return f"{told.get('size')} bytes, {changed}"
