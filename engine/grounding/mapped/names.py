"""The names of a graph, as `NameIndex` has them, in files."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from ....ext.mentions_py import find_names, lengths_told
from ....ext.words import NameHit
from ...language.number_words import other_spellings
from ...language.tokens import name_key
from ...linking.cut_short import PARTICLES, leaves_out
from ...linking.names_index import NameIndex, binomial_of, code_of, plural_of, spellings
from ...linking.other_names import other_names
from .arrays import Array, looked_at
from .postings import Postings, PostingsWriter
from .texts import Texts, TextsWriter

_NAMES, _ALIASES, _CODES, _PLURALS = range(4)  # phases: `NameIndex` adds names in this order
_BINOMIAL, _ALIAS = 1, 0
_ONE_AND_ANOTHER = 2


class MappedNames(NameIndex):
    """Finds the same names as an index in memory does; a look-up reads a few pages of files.

    The beginnings and ends of names by which some are looked for are kept by their words, so that no
    look-up goes through all names that end with "disease".
    """

    def __init__(self, folder: Path, capitalised: Sequence[Any]) -> None:
        """
        Args:
            capitalised: for each node whether its name begins with a capital.
        """
        self.keys = Texts(folder, "keys")  # type: ignore[assignment]
        self.capitalised = capitalised  # type: ignore[assignment]
        self.binomials = Binomials(folder)  # type: ignore[assignment]
        self._nodes = Postings(folder, "names")  # type: ignore[assignment]
        self._others = Postings(folder, "other_names")  # type: ignore[assignment]
        self._finder = _MappedFinder(_Lengths(folder), self._nodes, self._others)  # type: ignore[assignment]
        self._parts = Postings(folder, "parts")

    @property
    def written(self) -> frozenset[str]:
        raise TypeError("the names of an index in files are not known one by one")

    def ending_with(self, key: str) -> tuple[int, ...]:
        ends = (
            node
            for node in self._parts.get(_last(key), ())
            if self.keys[node].endswith(f" {key}")
            and self.keys[node][: -len(key) - 1].rsplit(" ", 1)[-1] not in PARTICLES
        )
        return _the_one(ends)

    def beginning_with(self, key: str) -> tuple[int, ...]:
        own = self._parts.get(_first(key), ()) if key else ()
        return tuple(node for node in own if self.keys[node].startswith(f"{key} "))

    def with_ends(self, key: str) -> tuple[int, ...]:
        ends = (node for node in self._parts.get(_both_ends(key), ()) if leaves_out(key, self.keys[node]))
        return _the_one(ends)


def _the_one(nodes: Iterator[int]) -> tuple[int, ...]:
    """The one node; none where there are several."""
    found = tuple(islice(nodes, _ONE_AND_ANOTHER))
    return found if len(found) == 1 else ()


def _first(key: str) -> str:
    """By what names are found that begin with some words: the first, or the first two."""
    return "^" + " ".join(key.split(" ", 2)[:2])


def _last(key: str) -> str:
    return "$" + " ".join(key.rsplit(" ", 2)[-2:])


def _both_ends(key: str) -> str:
    return f"{key.split(' ', 1)[0]}…{key.rsplit(' ', 1)[-1]}"


def _parts(key: str) -> Iterator[str]:
    """All by which a name of several words is found."""
    words = key.split(" ")
    if len(words) > 1:
        yield f"^{words[0]}"
        yield f"${words[-1]}"
        yield _both_ends(key)
    if len(words) > 2:
        yield _first(key)
        yield _last(key)


class Binomials:
    """The keys that stand for a name only with a full stop behind their letter."""

    def __init__(self, folder: Path) -> None:
        self._marks = Postings(folder, "binomials")

    def __contains__(self, key: str) -> bool:
        return self._marks.get(key) == (_BINOMIAL,)


class _Lengths(Mapping[str, int]):
    """How long the names are that begin with a word, or with two; see `find_names`."""

    def __init__(self, folder: Path) -> None:
        self._bits = Postings(folder, "lengths")

    def __len__(self) -> int:
        return len(self._bits)

    def __iter__(self) -> Iterator[str]:
        return iter(self._bits)

    def __getitem__(self, beginning: str) -> int:
        return sum(1 << bit for bit in self._bits[beginning])


class Marked(Sequence[bool]):
    """Whether nodes have a mark."""

    def __init__(self, flags: Array, mark: int) -> None:
        self._flags, self._mark = looked_at(flags), mark

    def __len__(self) -> int:
        return len(self._flags)

    def __getitem__(self, node: Any) -> Any:
        return bool(self._flags[node] & self._mark)


class _MappedFinder:
    """Finds names in files as `NameFinder` does in memory."""

    def __init__(
        self,
        lengths: Mapping[str, int],
        nodes: Mapping[str, tuple[int, ...]],
        others: Mapping[str, tuple[int, ...]],
    ) -> None:
        self._told = lengths, nodes, others

    def knows(self, word: str) -> bool:  # noqa: ARG002
        """Whether some name may have this word: which words names have is not kept."""
        return True

    def find(self, normal: Sequence[str], across: Sequence[int] | None = None) -> list[NameHit]:
        return find_names(normal, *self._told, across)


class NamesWriter:
    """Writes what `MappedNames` reads; names are given node by node."""

    def __init__(self, folder: Path) -> None:
        self.any_capitalised = False
        self._folder = folder
        self._node = 0
        self._keys = TextsWriter(folder, "keys")
        self._names, self._others, self._binomials, self._lengths, self._parts = (
            PostingsWriter(folder, name) for name in ("names", "other_names", "binomials", "lengths", "parts")
        )

    def add(self, name: str, further: Sequence[str]) -> str:
        """The names of the next node: what it is called, and further ones. Returns the first's key."""
        node, key = self._node, name_key(name)
        self._node += 1
        self._keys.add(key)
        for spelling in spellings(key, name[:1]):
            self._add(spelling, node, _NAMES)
        if binomial := binomial_of(name, key):
            self._binomials.add(binomial, _BINOMIAL)
            self._add(binomial, node, _NAMES)
        if code := code_of(name):
            self._add(code, node, _CODES)
        for alias in map(name_key, further):
            self._add(alias, node, _ALIASES)
            if alias[1:2] == " ":
                self._binomials.add(alias, _ALIAS)
        self._add_plural(key, node, capitalised=name[:1].isupper())
        for part in _parts(key):
            self._parts.add(part, node)
        return key

    def _add(self, key: str, node: int, phase: int) -> None:
        if key:
            self._names.add(key, node, phase)
            self._add_lengths(key)

    def _add_plural(self, key: str, node: int, *, capitalised: bool) -> None:
        self.any_capitalised |= capitalised
        if several := plural_of(key, is_noun=not capitalised):
            if capitalised:
                self._others.add(several, node, _NAMES)
                self._add_lengths(several)
            else:
                self._add(several, node, _PLURALS)

    def _add_lengths(self, key: str) -> None:
        """More than there are do no harm: they tell where a name is looked for."""
        for beginning, bit in lengths_told(key):
            self._lengths.add(beginning, bit)

    def finish(self) -> None:
        self._keys.finish()
        self._names.finish(alone=_CODES, without=-1 if self.any_capitalised else _PLURALS)
        names = Postings(self._folder, "names")
        for name, others in (*other_names(), *other_spellings()):
            for node in names.get(name, ()):
                for word in others:
                    self._others.add(word, node, _ALIASES)
                    self._add_lengths(word)
        for one in (self._others, self._binomials, self._lengths, self._parts):
            one.finish()
