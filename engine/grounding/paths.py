"""What a path through a graph is, to those who only look at it."""

from collections.abc import Collection, Sequence
from typing import Protocol

from .readable import Join


class Fact(Protocol):
    """A fact on a path; `ends` are the two nodes that it joins."""

    @property
    def join(self) -> Join: ...
    @property
    def ends(self) -> frozenset[int]: ...


class Path(Protocol):
    """The facts that a chain states, and where they lead from and to: None without facts.

    `sides` gives what lies on each side of a node, where that holds one of some aims.
    """

    @property
    def supports(self) -> Sequence[Fact]: ...
    @property
    def start(self) -> int | None: ...
    @property
    def end(self) -> int | None: ...
    @property
    def visited(self) -> frozenset[int]: ...
    def sides(self, node: int, aims: Collection[int]) -> list[set[int]]: ...
