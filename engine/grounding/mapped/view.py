"""A graph in files: what the path judge asks of a view, read where it lies."""

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from ....ext.adjacency import Adjacency
from ...errors import StoreError
from ...names import relation_label
from ...store.schema import ENTITY_SCHEMA, FACT_SCHEMA, documents_among
from ...store.view import GraphView
from ...terms import Entity, Fact
from .arrays import Array, looked_at, mapped
from .names import MappedNames, Marked
from .texts import Texts

STEPS = ("offsets", "nodes", "relations", "facts", "forward", "twins")
DONE = "graph.json"
CAPITALISED, NAMELESS, MEDIATOR = 1, 2, 4
_KEYS_AT_ONCE = 100_000
_HALF_BYTES = np.frombuffer(b"0123456789abcdef", np.uint8)


class About(NamedTuple):
    """What is known of a graph as a whole.

    Attributes:
        labels: what each relation is called, in the order of their ranks.
        ends: see `kinds_of_ends`.
        value_counts: of each end, see `counts_of_ends`.
        day_first: see `Values`.
        digest: see `GraphView.digest`.
    """

    relations: tuple[str, ...]
    labels: tuple[str, ...]
    ends: tuple[tuple[int, int], ...]
    value_counts: tuple[tuple[int, int], ...]
    day_first: bool | None
    digest: str

    def keep(self, folder: Path) -> None:
        (folder / DONE).write_text(json.dumps(self._asdict()), encoding="utf-8")

    @classmethod
    def of(cls, folder: Path) -> Self:
        kept = json.loads((folder / DONE).read_text(encoding="utf-8"))
        pairs = {name: tuple(map(tuple, kept[name])) for name in ("ends", "value_counts")}
        texts = {name: tuple(kept[name]) for name in ("relations", "labels")}
        return cls(**(kept | pairs | texts))


class Records:
    """What is written of things, one JSON text each, in any order; facts may be merged of several."""

    def __init__(self, folder: Path, name: str) -> None:
        self._texts = Texts(folder, f"{name}.records")
        self._merged = Texts(folder, f"{name}.merged") if name == "facts" else ()
        self._places = looked_at(mapped(folder, f"{name}.places"))

    def __getitem__(self, row: int) -> Any:
        place = self._places[row]
        return json.loads(self._texts[place] if place >= 0 else self._merged[-1 - place])

    def __iter__(self) -> Iterator[Any]:
        return map(self.__getitem__, range(len(self._places)))


@dataclass(frozen=True, slots=True, eq=False)
class MappedView(GraphView):
    """A graph in files. Its tables are empty, and so are `outgoing` and `incoming`: `both` is there alone.

    Attributes:
        folder: what holds it, or held it when it was opened.
        about: what is known of all of it.
        ids: of the entities, ascending.
        flags: CAPITALISED, NAMELESS and MEDIATOR of each node.
        kinds: a number for the kind of each node, see `kind_number`.
        names: all that texts may call nodes by.
        ranks: that of each fact's relation.
    """

    folder: Path
    about: About
    ids: Texts
    flags: Array
    kinds: Array
    names: MappedNames
    ranks: Array
    _keys: Array
    _entities: Records
    _facts: Records

    @classmethod
    def open(cls, folder: Path) -> Self:
        """All files are opened at once: they may be removed while what was opened is used.

        Raises:
            StoreError: the folder does not hold one, or it is damaged.
        """
        try:
            about, flags = About.of(folder), mapped(folder, "flags")
            both = Adjacency(*(mapped(folder, f"both.{part}") for part in STEPS))
            nothing = Adjacency(
                *(np.zeros(int(part == "offsets"), array.dtype) for part, array in _named(both))
            )
            return cls(
                ENTITY_SCHEMA.empty_table(),
                FACT_SCHEMA.empty_table(),
                about.relations,
                mapped(folder, "heads"),
                mapped(folder, "tails"),
                nothing,
                nothing,
                both,
                folder,
                about,
                Texts(folder, "ids"),
                flags,
                mapped(folder, "kinds"),
                MappedNames(folder, Marked(flags, CAPITALISED)),
                mapped(folder, "ranks"),
                mapped(folder, "fact_keys").view(np.uint8).reshape(-1, 16),
                Records(folder, "entities"),
                Records(folder, "facts"),
            )
        except (OSError, ValueError, KeyError) as error:
            raise StoreError(f"{folder}: the graph kept there cannot be read; remove it: {error}") from error

    def node(self, entity: str) -> int | None:
        place = bisect_left(self.ids, entity)
        return place if place < len(self.ids) and self.ids[place] == entity else None

    def digest(self) -> str:
        return self.about.digest

    def labels(self) -> dict[str, str]:
        return dict(zip(self.about.relations, self.about.labels, strict=True))

    def entities_at(self, nodes: Sequence[int] | npt.NDArray[Any]) -> list[Entity]:
        return [self._entity(int(node)) for node in nodes]

    def _entity(self, node: int) -> Entity:
        name, *lists = self._entities[node]
        return Entity(self.ids[node], name, *map(tuple, lists))

    def facts_at(self, rows: Sequence[int] | npt.NDArray[Any]) -> list[Fact]:
        return [self._fact(int(row)) for row in rows]

    def _fact(self, row: int) -> Fact:
        rank = int(self.ranks[row])
        sources, score, label = self._facts[row]
        head, tail = self.entities_at([self.heads[row], self.tails[row]])
        key = self._keys[row].tobytes().hex()
        return Fact(key, head, self.relations[rank], label, tail, documents_among(sources), score)

    def digested(self) -> str:
        """The digest, which takes reading all of it."""
        seen = sha256()
        for first in range(0, len(self._keys), _KEYS_AT_ONCE):
            seen.update(_joined(self._keys[first : first + _KEYS_AT_ONCE], first=first == 0))
        seen.update(b"\x00\x00")
        for texts in (self.ids, (name or "" for name, *_ in self._entities)):
            for place, text in enumerate(texts):
                seen.update(f"\x00{text}".encode() if place else text.encode())
            seen.update(b"\x00\x00")
        for relation, label in sorted(self.labels().items()):
            if label != relation_label(relation):
                seen.update(f"{relation}\x00{label}\x00".encode())
        return seen.hexdigest()


def _named(both: Adjacency) -> Iterator[tuple[str, Array]]:
    return zip(STEPS, both[: len(STEPS)], strict=True)


def _joined(keys: Array, *, first: bool) -> bytes:
    """Keys (n, 16) in hexadecimal digits, a zero byte before each but the first of all."""
    digits = _HALF_BYTES[np.stack([keys >> 4, keys & 15], axis=2).reshape(len(keys), -1)]
    parted = np.concatenate([np.zeros((len(keys), 1), np.uint8), digits], axis=1)
    return parted.tobytes()[1 if first else 0 :]


class Ids(Mapping[str, int]):
    """The node of each entity's id."""

    def __init__(self, view: MappedView) -> None:
        self._view = view

    def __len__(self) -> int:
        return len(self._view.ids)

    def __iter__(self) -> Iterator[str]:
        return iter(self._view.ids)

    def __getitem__(self, id: str) -> int:
        node = self._view.node(id)
        if node is None:
            raise KeyError(id)
        return node
