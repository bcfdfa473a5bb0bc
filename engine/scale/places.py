"""Folders of datasets, on this machine or at any address that fsspec knows."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Self
from uuid import uuid4

from filelock import FileLock, Timeout
from pyarrow import fs

from ..errors import InputError, extra
from .addresses import SCHEME

_HIDDEN = ("_", ".")
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
            InputError: fsspec, or the package for such addresses, is not installed; or no such address is
                known.
        """
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
        return cls(fs.PyFileSystem(fs.FSSpecHandler(found)), path.rstrip("/"), address)

    def below(self, folder: str) -> Self:
        """A folder of it."""
        return replace(self, path=self._at(folder), address=f"{self.address}/{folder}")

    def named(self, file: str) -> str:
        """A file of it, for a person."""
        return file if self.address == "." else f"{file} of {self.address}"

    def listed(self, *, deep: bool = True) -> list[Listed]:
        """Its files by name, but those whose names, or whose folders', begin with "_" or "."."""
        with self._one_clear_error("cannot be read"):
            found = self.files.get_file_info(fs.FileSelector(self.path, allow_not_found=True, recursive=deep))
        named = ((self._name(one.path), one) for one in found if one.type == fs.FileType.File)
        return sorted(
            Listed(name, _stamp(one))
            for name, one in named
            if not any(part.startswith(_HIDDEN) for part in name.split("/"))
        )

    def stamp(self, name: str) -> str | None:
        """What changes when a file of it does; None where there is none."""
        with self._one_clear_error("cannot be read"):
            (one,) = self.files.get_file_info([self._at(name)])
        return _stamp(one) if one.type == fs.FileType.File else None

    def opened(self, name: str) -> Any:
        """A file of it, to be read anywhere."""
        with self._one_clear_error("cannot be read"):
            return self.files.open_input_file(self._at(name))

    def stream(self, name: str) -> Any:
        """The same, to be read in order; unpacked, if its name ends in .gz, .bz2 or .zst."""
        with self._one_clear_error("cannot be read"):
            return self.files.open_input_stream(self._at(name), compression="detect")

    def text(self, name: str) -> str | None:
        """What a file of it holds; None where there is none."""
        if self.stamp(name) is None:
            return None
        with self._one_clear_error("cannot be read"), self.files.open_input_stream(self._at(name)) as file:
            return str(file.read().decode())

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
                self.files.delete_file(self._at(unfinished))
                raise
            self.files.move(self._at(unfinished), self._at(name))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be the only run that writes here. At a URL nobody can be kept out.

        Raises:
            InputError: another run writes here, or nothing can be written.
        """
        if SCHEME in self.address:
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


def _stamp(info: Any) -> str:
    changed = info.mtime_ns if info.mtime_ns and info.mtime_ns > 0 else 0
    return f"{info.size} bytes, {changed}"  # compared with what a finished run wrote
