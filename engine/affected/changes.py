"""Changes of a graph, as a file lists them."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import BadRowError, InputError
from ..terms import Triple


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes of a graph by ids, each kind in the order in which they are listed.

    They may be of all that a judge goes by. What lint and blame propose is a `GraphChange`: the facts and
    entities themselves, which can be told, written and made Cypher of.

    Attributes:
        added: facts, each with what states it, "" for nothing.
        withdrawn: facts.
        names: entities and the names that they have from now on.
        aliases, former_aliases: entities and further names that they gain, and lose.
        same: an entity, and another that turns out to be the same: its facts and names become those of the
            first.
        retracted: documents; what no other source states goes with them.
        wordings: relations and phrases that say them.
        symmetric: relations without direction.
    """

    added: tuple[tuple[Triple, str], ...] = ()
    withdrawn: tuple[Triple, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    former_aliases: tuple[tuple[str, str], ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    retracted: tuple[str, ...] = ()
    wordings: tuple[tuple[str, str], ...] = ()
    symmetric: tuple[str, ...] = ()


class _Kind(NamedTuple):
    """A kind of lines.

    Attributes:
        changes: the attribute of `Changes` that it adds to.
        shape: what stands in a line; what is in brackets may be left out.
        value: makes a change of these parts.
    """

    changes: str
    shape: str
    value: Callable[..., Any]

    def has(self, parts: Sequence[str]) -> bool:
        """Whether these are parts of such a line."""
        named = self.shape.split()
        needed = [name for name in named if not name.startswith("[")]
        return len(needed) <= len(parts) <= len(named) and all(parts)


def _with_source(head: str, relation: str, tail: str, source: str = "") -> tuple[Triple, str]:
    return Triple(head, relation, tail), source


def _pair(one: str, other: str) -> tuple[str, str]:
    return one, other


_KINDS = {
    "+": _Kind("added", "HEAD RELATION TAIL [SOURCE]", _with_source),
    "-": _Kind("withdrawn", "HEAD RELATION TAIL", Triple),
    "name": _Kind("names", "ID NAME", _pair),
    "+alias": _Kind("aliases", "ID NAME", _pair),
    "-alias": _Kind("former_aliases", "ID NAME", _pair),
    "same": _Kind("same", "ID OTHER", _pair),
    "retract": _Kind("retracted", "DOCUMENT", str),
    "wording": _Kind("wordings", "RELATION WORDS", _pair),
    "symmetric": _Kind("symmetric", "RELATION", str),
}
_SHAPES = "; ".join(f"{word} {kind.shape}" for word, kind in _KINDS.items())


def read_changes(path: str | os.PathLike[str]) -> Changes:
    """The changes that a file lists, one a line: parts with tabs between them, or a JSON array of them.

    A line is `+ HEAD RELATION TAIL [SOURCE]`, `- HEAD RELATION TAIL`, `name ID NAME`, `+alias ID NAME`,
    `-alias ID NAME`, `same ID OTHER`, `retract DOCUMENT`, `wording RELATION WORDS` or `symmetric RELATION`;
    entities and relations by their ids. A fact that becomes another one is withdrawn and added; a document
    that is replaced is retracted, and its facts are added with it as their source.

    Raises:
        InputError: the file cannot be read, or lists nothing.
        BadRowError: a line is no change; with its number.
    """
    listed: dict[str, list[Any]] = {}
    for kind, parts in _lines(Path(path)):
        listed.setdefault(kind.changes, []).append(kind.value(*parts))
    if not listed:
        raise InputError(f"{path} lists no change; a line is one of: {_SHAPES}")
    return Changes(**{name: tuple(values) for name, values in listed.items()})


def _lines(path: Path) -> Iterator[tuple[_Kind, list[str]]]:
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}; name a file of changes in UTF-8") from error
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        word, *parts = _parts(line, str(path), number)
        kind = _KINDS.get(word)
        if kind is None or not kind.has(parts):
            raise BadRowError(str(path), number, f"is no change; a line is one of: {_SHAPES}")
        yield kind, parts


def _parts(line: str, path: str, number: int) -> list[str]:
    """The parts of a line, at least one; "" for what is no text in UTF-8."""
    if not line.lstrip().startswith("["):
        return line.split("\t")
    try:
        parts = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRowError(path, number, f"is no JSON ({error})") from error
    return list(map(_text, parts or [""]))


def _text(part: Any) -> str:
    return part if isinstance(part, str) and part == part.encode("utf-8", "ignore").decode() else ""
