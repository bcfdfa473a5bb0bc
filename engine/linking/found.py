"""The mentions of one sentence, while they are being found."""

from collections.abc import Iterable
from typing import NamedTuple

from ..language.mention import Mention


class Surroundings(NamedTuple):
    """Nodes that a statement is likely to name: what it or its context names, and what facts join to it.

    `keys` has the `name_key` of each, in that order.
    """

    named: list[int]
    joined: list[int]
    keys: dict[int, str]


class Found:
    """Mentions that do not overlap, by each word that they cover: long texts hold thousands."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        self._at: dict[int, Mention] = {}
        for mention in mentions:
            self._cover(mention)

    def among(self, start: int, end: int) -> list[Mention]:
        """Those that cover words `start` to `end`, in their order."""
        covering = [self._at[place] for place in range(start, end) if place in self._at]
        return [one for one, before in zip(covering, [None, *covering], strict=False) if one is not before]

    def put(self, mention: Mention) -> None:
        """One more, in place of those that overlap it."""
        for other in self.among(mention.start, mention.end):
            for place in range(other.start, other.end):
                del self._at[place]
        self._cover(mention)

    def in_order(self) -> list[Mention]:
        return [mention for place, mention in sorted(self._at.items()) if place == mention.start]

    def _cover(self, mention: Mention) -> None:
        for place in range(mention.start, mention.end):
            self._at[place] = mention
