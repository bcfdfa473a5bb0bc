"""Which format a file is in: by its name, else by how it begins; and which command loads it."""

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from ..engine.errors import InputError
from .reading import ByteSource, source_name
from .suffixes import unpacked_name

Read = TypeVar("Read")
Command = Literal["triples", "graph"]

# What may stand before the first element of XML. It is atomic: a DOCTYPE may declare many entities, and how
# they could be divided otherwise is not to be tried.
_PROLOG = rb"(?>(?:<\?.*?\?>|<!--.*?-->|<![^\[>]*(?:\[.*?\]\s*)?>)\s*)*+"


def root_element(name: bytes) -> re.Pattern[bytes]:
    """What the beginning of XML matches of which the first element has a name.

    >>> bool(root_element(b"gexf").match(b'<?xml version="1.0"?><!-- <a> --><gexf version="1.3">'))
    True
    """
    return re.compile(rb"(?s)" + _PROLOG + rb"<" + name + rb"\b")


class FileFormat(NamedTuple, Generic[Read]):
    """A format, a row of a table of them.

    Attributes:
        name: as `--format` has it.
        title: as people call it.
        suffixes: how names of its files end.
        read: what reads it.
        begins: what the beginning of such a file matches, behind white space; None where nothing tells it.
        shared: endings that other formats have too, so that the beginning decides.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    read: Read
    begins: re.Pattern[bytes] | None = None
    shared: tuple[str, ...] = ()


class Formats(NamedTuple, Generic[Read]):
    """The formats that one command loads."""

    command: Command
    rows: Sequence[FileFormat[Read]]

    def named(self, name: str) -> FileFormat[Read]:
        """Raises InputError where there is none of that name."""
        found = next((one for one in self.rows if one.name == name), None)
        if found is None:
            raise InputError(f"format {name!r} is not one of {', '.join(one.name for one in self.rows)}")
        return found

    def of(
        self, source: ByteSource, others: "Formats[Any]", otherwise: FileFormat[Read] | None = None
    ) -> FileFormat[Read]:
        """The format of a file. An ending of its own decides, then how the file begins.

        Args:
            others: what another command loads.
            otherwise: what standard input is in that nothing tells.

        Raises:
            InputError: the file is for the other command, or nothing tells its format.
        """
        suffix = PurePath(unpacked_name(source.name)).suffix.lower()
        own, theirs = self._ending(suffix), others._ending(suffix)
        begun = source.beginning()
        shared = None if own is None and theirs is None else suffix
        if (by_beginning := self._begun_by(begun, shared)) is not None:
            own, theirs = by_beginning, None
        elif (by_beginning := others._begun_by(begun, shared)) is not None:
            own, theirs = None, by_beginning
        if own is None and theirs is not None:
            raise InputError(
                f"{source.name} is {theirs.title}; load it with: "
                f"groundpath load {others.command} {source.name}"
            )
        if own is None and source.name == source_name("-"):
            own = otherwise
        if own is None:
            raise InputError(
                f"{source.name}: its name does not tell its format, nor does its beginning; name one of "
                f"{', '.join(one.name for one in self.rows)} (--format, or format=)"
            )
        return own

    def _ending(self, suffix: str) -> FileFormat[Read] | None:
        return next((one for one in self.rows if suffix in one.suffixes), None)

    def _begun_by(self, beginning: bytes, shared: str | None) -> FileFormat[Read] | None:
        """The format that a beginning tells, among those that share an ending, or among all."""
        found = (
            one
            for one in self.rows
            if one.begins and one.begins.match(beginning) and (shared is None or shared in one.shared)
        )
        return next(found, None)
