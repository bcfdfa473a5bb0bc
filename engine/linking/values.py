"""Dates, amounts and measures of a text, and the nodes of a graph that hold the same, in whatever form."""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from ..language.mention import Mention
from ..language.numerals import words
from ..language.quantities import Value, compare, day_first_of, find_values, read_value
from ..language.timespans import AGREEING
from ..language.tokens import Tokens

MOST_DATES = 2000
"""Of a graph's names, from which it is told how it writes its dates."""

_VALUES_KEPT = 100_000


class Named(Protocol):
    """What is asked of a graph: its nodes by number, what each is called, and which facts join with it."""

    def name(self, node: int) -> str: ...

    def neighbours(self, node: int) -> list[int]: ...

    @property
    def called(self) -> Sequence[str]:
        """The name of each node in normal form."""


class ValueMention(NamedTuple):
    """A value that a text gives, and the mention that stands for it: of the nodes that hold the same."""

    mention: Mention
    value: Value


class Values:
    """The values among a graph's nodes."""

    def __init__(self, graph: Named) -> None:
        self._graph = graph
        self.of = lru_cache(_VALUES_KEPT)(self._read)

    def _read(self, node: int) -> Value | None:
        """What a node's name says as a value; None where it is a name."""
        name = self._graph.name(node)
        return read_value(name) if any(map(str.isdigit, name)) else None

    def is_value(self, node: int) -> bool:
        return self.of(node) is not None

    def differs(self, said: Value, node: int) -> bool:
        """Whether a node holds another value than a text gives."""
        stored = self.of(node)
        return stored is not None and compare(said, stored, self.day_first) == "different"

    def agrees(self, said: Value, node: int) -> bool:
        """Whether a node holds a text's value, or one that the text rounds or gives less exactly."""
        stored = self.of(node)
        return stored is not None and compare(said, stored, self.day_first) in AGREEING

    @cached_property
    def day_first(self) -> bool | None:
        """How the graph writes dates in figures; None where that does not tell."""
        keys = (self._graph.name(node) for node, key in enumerate(self._graph.called) if key[:1].isdigit())
        return day_first_of([name for name, _ in zip(keys, range(MOST_DATES), strict=False)])

    def mentions(self, tokens: Tokens, named: Sequence[Mention], around: Iterable[int]) -> list[ValueMention]:
        """The values of a sentence, apart from those within names: "the Treaty of 1871".

        Args:
            named: the names in it; one that is a value itself also means what holds the same.
            around: nodes beside which values are looked for: those that the text names.
        """
        if not any(word[:1].isdigit() for word in tokens.normal):
            return []
        spans = tokens.spans()
        near = self._near(tuple(around))
        found = []
        for start, end, value in find_values(tokens.text):
            places = [at for at, (a, b) in enumerate(spans) if a < end and start < b]
            if not places or not value.readings or _is_order(tokens, places):
                continue
            over = [
                one
                for one in named
                if one.nodes and one.how == "name" and one.start <= places[-1] and places[0] < one.end
            ]
            if any(one.start < places[0] or places[-1] < one.end - 1 for one in over):
                continue
            same = [node for one in over for node in one.nodes]
            nodes = tuple(dict.fromkeys([*same, *(node for node in near if self.agrees(value, node))]))
            found.append(ValueMention(Mention(places[0], places[-1] + 1, nodes, "value"), value))
        return found

    def _near(self, around: Sequence[int]) -> list[int]:
        return list(dict.fromkeys(other for node in around for other in self.beside(node)))

    def beside(self, node: int) -> list[int]:
        """The values that facts join with a node, each once."""
        return [other for other in dict.fromkeys(self._graph.neighbours(node)) if self.is_value(other)]


def _is_order(tokens: Tokens, places: Sequence[int]) -> bool:
    """Whether a word only puts in order: "came first", "the second"."""
    return len(places) == 1 and tokens.normal[places[0]] in words()["ordinal"]
