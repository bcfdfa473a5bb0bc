"""Changes of a graph, as a file lists them."""

import csv
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import BadRowError, InputError
from ..terms import Triple

_PARTS = {
    "+": (3, 4),
    "-": (3, 3),
    "name": (2, 2),
    "+alias": (2, 2),
    "-alias": (2, 2),
    "same": (2, 2),
    "retract": (1, 1),
    "wording": (2, 2),
    "symmetric": (1, 1),
}
_SHAPES = (
    "+ HEAD RELATION TAIL [SOURCE]; - HEAD RELATION TAIL; name ID NAME; +alias ID NAME; -alias ID NAME; "
    "same ID OTHER; retract DOCUMENT; wording RELATION WORDS; symmetric RELATION"
)


@dataclass(frozen=True, slots=True)
class Changes:
    """Changes of a graph, each kind in the order in which they are listed.

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
    listed: dict[str, list[Sequence[str]]] = {kind: [] for kind in _PARTS}
    for kind, parts in _lines(Path(path)):
        listed[kind].append(parts)
    if not any(listed.values()):
        raise InputError(f"{path} lists no change; a line is one of: {_SHAPES}")
    pairs = {
        kind: tuple((one, other) for one, other in rows) for kind, rows in listed.items() if _is_pair(kind)
    }
    return Changes(
        tuple((Triple(*parts[:3]), "".join(parts[3:])) for parts in listed["+"]),
        tuple(Triple(*parts) for parts in listed["-"]),
        pairs["name"],
        pairs["+alias"],
        pairs["-alias"],
        pairs["same"],
        tuple(document for (document,) in listed["retract"]),
        pairs["wording"],
        tuple(relation for (relation,) in listed["symmetric"]),
    )


def _is_pair(kind: str) -> bool:
    return _PARTS[kind] == (2, 2)


def _lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} cannot be read: {error}; name a file of changes in UTF-8") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        kind, *parts = _parts(line, str(path), number)
        least, most = _PARTS.get(kind, (0, -1))
        if not (least <= len(parts) <= most and all(parts)):
            raise BadRowError(str(path), number, f"is no change; a line is one of: {_SHAPES}")
        yield kind, parts


def _parts(line: str, path: str, number: int) -> list[str]:
    if not line.lstrip().startswith("["):
        return next(csv.reader([line], delimiter="\t", quoting=csv.QUOTE_NONE))
    try:
        parts = json.loads(line)
    except ValueError as error:
        raise BadRowError(path, number, f"is no JSON ({error})") from error
    return [part if isinstance(part, str) else "" for part in parts]
