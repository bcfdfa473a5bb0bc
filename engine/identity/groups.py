"""Names that are one thing, as groups that never hold two names that are kept apart."""

from collections.abc import Callable, Iterable
from typing import Any

from ..store.identity import Pair


class Groups:
    """Each name is a group of its own until it is joined."""

    def __init__(self, apart: Iterable[Pair]) -> None:
        self._members: dict[str, set[str]] = {}
        self._apart: dict[str, set[str]] = {}
        for one, other in apart:
            self._apart.setdefault(one, set()).add(other)
            self._apart.setdefault(other, set()).add(one)

    def of(self, name: str) -> set[str]:
        """All names of its group, itself included."""
        return self._members.get(name, {name})

    def join(self, one: str, other: str) -> bool:
        """Make two groups one; False where that would join names that are kept apart."""
        first, second = self.of(one), self.of(other)
        if first is not second and any(not second.isdisjoint(self._apart.get(name, ())) for name in first):
            return False
        both = first | second
        self._members |= dict.fromkeys(both, both)
        return True

    def named_after(self, order: Callable[[str], Any]) -> Callable[[str], str]:
        """The first name of each name's group, in an order of names."""
        return lambda name: min(self.of(name), key=order)
