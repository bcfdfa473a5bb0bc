"""A graph that notes what is asked of it."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from typing import Any

from ..grounding.graph import GroundingGraph
from ..grounding.readable import RelationLabel
from ..linking.mentions import MentionFinder
from .questions import Question, as_values


class Notes:
    """The questions of one verdict, in the order in which they came."""

    def __init__(self) -> None:
        self._questions: dict[Question, None] = {}
        self._on = False

    def begin(self) -> None:
        """Forget the questions of the verdict before."""
        self._questions = {}
        self._on = True

    def end(self) -> list[Question]:
        self._on = False
        return list(self._questions)

    def add(self, question: Question) -> None:
        if self._on:
            self._questions[question] = None

    def asking(
        self, question: Callable[..., Question], function: Callable[..., Any], *, whole: bool = True
    ) -> Callable[..., Any]:
        """The function, whose calls are noted as the question that their arguments mean.

        Args:
            whole: the answer to the question is all that a call depends on; what it asks itself is not noted.
        """

        def asked(*arguments: Any, **named: Any) -> Any:
            if not self._on:
                return function(*arguments, **named)
            self.add(question(*arguments, **named))
            self._on = not whole
            try:
                return function(*arguments, **named)
            finally:
                self._on = True

        return asked


class WatchedGraph(GroundingGraph):
    """A graph that notes what is asked of it.

    Attributes:
        notes: of the verdict that is being made.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """As a GroundingGraph is made."""
        super().__init__(*arguments, **named)
        self.notes = Notes()
        id = self.node_ids.__getitem__
        relation = self.relation_ids.__getitem__
        parts = self.parts
        self._watch(
            self,
            joins=lambda one, other: ("joins", *sorted((id(one), id(other)))),
            mediators=lambda one, other: ("joins", *sorted((id(one), id(other)))),
            relations_at=lambda node: ("relations", id(node)),
            tails=lambda node, rank, way, _among=None: ("tails", id(node), relation(rank), way),
            neighbours=lambda node: ("near", id(node)),
            leads_over=lambda one, onto, onward, other: (
                *("over", id(one), relation(onto), relation(onward), id(other)),
            ),
            name=lambda node: ("entity", id(node)),
            kind=lambda node: ("kind", id(node)),
            gender=lambda node: ("entity", id(node)),
            is_called=lambda node, _noun: ("entity", id(node)),
            types=lambda node: ("entity", id(node)),
        )
        self._watch(
            self.names,
            named=lambda key: ("named", key),
            ending_with=lambda key: ("ending", key),
            with_ends=lambda key: ("with ends", key),
            beginning_with=lambda key: ("longer", key),
            find=lambda tokens: ("found in", *as_values(tokens)),
        )
        self._watch(self.candidates, of=lambda node: ("held", id(node)))
        self._watch(
            self.values,
            beside=lambda node: ("values", id(node)),
            of=lambda node: ("entity", id(node)),
        )
        self._watch(
            self.values,
            whole=False,
            differs=lambda _said, _node: ("day first",),
            agrees=lambda _said, _node: ("day first",),
        )
        self._watch(self.matcher, match=lambda words, rank, way: ("match", words, parts(rank), way))
        self.relations = _Relations(self.relations, self.relation_ids, self.notes)
        self.begin()

    def _watch(self, owner: object, *, whole: bool = True, **questions: Callable[..., Question]) -> None:
        for name, question in questions.items():
            setattr(owner, name, self.notes.asking(question, getattr(owner, name), whole=whole))

    def parts(self, rank: int) -> tuple[str, ...]:
        """The ids of a relation; of one over a node without a name those of both."""
        return tuple([self.relation_ids[part] for part in self.matcher.parts(rank)])

    def begin(self) -> None:
        """Forget what was looked for beside the names of another text."""
        self.finder = MentionFinder(self.names, self.called_by, self.neighbours)
        self._watch(self.finder, named=lambda tokens: ("names in", *as_values(tokens)))

    @cached_property
    def single_valued(self) -> frozenset[tuple[int, int]]:
        return _SingleValued(super().single_valued, self.relation_ids, self.notes)


class _Relations(tuple[RelationLabel, ...]):
    """The relations of a graph; which of them are looked at is noted."""

    def __new__(cls, relations: Sequence[RelationLabel], ids: Sequence[str], notes: Notes) -> "_Relations":
        made = super().__new__(cls, relations)
        made._ids, made._notes = ids, notes
        return made

    _ids: Sequence[str]
    _notes: Notes

    def __getitem__(self, rank: Any) -> Any:
        self._notes.add(("relation", self._ids[rank]))
        return super().__getitem__(rank)

    def __iter__(self) -> Iterator[RelationLabel]:
        self._notes.add(("all relations",))
        return super().__iter__()


class _SingleValued(frozenset[tuple[int, int]]):
    """The relations of one value; which are looked for among them is noted."""

    def __new__(cls, ends: Collection[tuple[int, int]], ids: Sequence[str], notes: Notes) -> "_SingleValued":
        made = super().__new__(cls, ends)
        made._ids, made._notes = ids, notes
        return made

    _ids: Sequence[str]
    _notes: Notes

    def __contains__(self, end: object) -> bool:
        if isinstance(end, tuple) and end[0] < len(self._ids):  # others lead over a node without a name
            self._notes.add(("single", self._ids[end[0]], end[1]))
        return super().__contains__(end)
