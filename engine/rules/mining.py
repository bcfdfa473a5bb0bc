"""Rules mined from a graph, with the measures of AMIE."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...ext.adjacency import Int64s
from ..errors import InputError
from ..progress import SILENT, Progress
from ..store.view import GraphView
from .paths import Counted, Steps, chunks, expanded, supports
from .rule import Atom, Rule


@dataclass(frozen=True, slots=True)
class MiningSettings:
    """Which rules are kept. A rule that is to speak for claims has to be surer than one that is only of
    interest, so that the least confidence is higher than AMIE's.

    Attributes:
        min_support: pairs that body and head hold for together.
        min_head_coverage: share of the head's facts, in [0, 1]; AMIE's 0.01.
        min_confidence: PCA confidence, in (0, 1].

    Raises:
        InputError: a value outside of its range.
    """

    min_support: int = 10
    min_head_coverage: float = 0.01
    min_confidence: float = 0.9

    def __post_init__(self) -> None:
        if self.min_support < 1:
            raise InputError(f"min_support is {self.min_support}; it must be at least 1")
        if not 0 <= self.min_head_coverage <= 1:
            raise InputError(f"min_head_coverage is {self.min_head_coverage:g}; it must lie in [0, 1]")
        if not 0 < self.min_confidence <= 1:
            raise InputError(f"min_confidence is {self.min_confidence:g}; it must lie in (0, 1]")


def mine_rules(
    view: GraphView, settings: MiningSettings | None = None, progress: Progress = SILENT
) -> list[Rule]:
    """All rules r1(x, y) => r(x, y) and r1(x, z) & r2(z, y) => r(x, y) that a graph bears out, in every
    direction of r1 and r2, the surest first; the same graph gives the same rules.

    Support is the number of distinct (x, y) for which body and head hold; head coverage is support / #facts
    of r; PCA confidence is support / #(x, y) of the body where x has some fact of r: that such an x has
    another tail speaks against the rule, that it has none speaks neither way.

    By hand, of born(x, y) => lives(x, y): two live where they were born, a third was born elsewhere than
    where she lives, of a fourth it is not known where he lives; five facts of `lives` in all. Support 2, head
    coverage 2 / 5, PCA confidence 2 / 3 (the standard confidence would be 2 / 4).

    Reference: Galárraga et al., WWW 2013, sections 3.4 (support, head coverage) and 4.2, 4.3 (PCA).
    """
    settings = settings or MiningSettings()
    steps = Steps(view)
    found = _enough(supports(steps), steps, settings)
    rules: list[Rule] = []
    bodies = _by_body(found)
    with progress.task("Mining rules", len(bodies)) as advance:
        for body, places in bodies.items():
            rules += _of_body(steps, view, body, found, places, settings)
            advance(1)
    return sorted(
        rules, key=lambda rule: (-(rule.confidence or 0), -(rule.support or 0), rule.head, rule.body)
    )


def _enough(found: Counted, steps: Steps, settings: MiningSettings) -> Counted:
    facts = np.bincount(steps.kinds // 2, minlength=steps.atoms // 2) // 2
    coverage = found.support / facts[found.relations]
    kept = np.flatnonzero((found.support >= settings.min_support) & (coverage >= settings.min_head_coverage))
    return Counted(*(column[kept] for column in found))


def _by_body(found: Counted) -> dict[tuple[int, int], list[int]]:
    """The places of the rules of each body."""
    places: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for place, body in enumerate(zip(found.first.tolist(), found.second.tolist(), strict=True)):
        places[body].append(place)
    return places


def _of_body(
    steps: Steps,
    view: GraphView,
    body: tuple[int, int],
    found: Counted,
    places: Sequence[int],
    settings: MiningSettings,
) -> Iterator[Rule]:
    """The rules of one body that are sure enough."""
    reached = _Reached(steps, *body)
    for place in places:
        relation, support = int(found.relations[place]), int(found.support[place])
        heads = steps.heads(relation)
        # Quotients are compared, as they are told: 7 is not at least 0.07 * 100, which is rounded up.
        if support / max(1, reached.at_least(heads)) < settings.min_confidence:
            continue
        confidence = support / reached.pairs(heads)
        if confidence >= settings.min_confidence:
            facts = len(steps.of_atom(2 * relation))
            atoms = tuple(Atom(view.relations[one // 2], one % 2 == 0) for one in body if one >= 0)
            yield Rule(view.relations[relation], atoms, support, support / facts, confidence)


class _Reached:
    """How many nodes a body leads to from each node."""

    def __init__(self, steps: Steps, first: int, second: int) -> None:
        self._steps = steps
        self._second = second
        own = steps.of_atom(first)
        self._starts, self._middles = steps.starts[own], steps.ends[own]
        if second < 0:
            self._onward, self._many = own, np.ones(len(own), np.int64)
        else:
            self._onward, self._many = steps.onward(self._middles, second)
        self._least = np.zeros(steps.nodes, np.int64)
        np.maximum.at(self._least, self._starts, self._many)

    def at_least(self, heads: Int64s) -> int:
        """A number that the pairs from some nodes do not fall below: those over each one's widest middle."""
        if self._second < 0:
            return 0
        return int(self._least[heads].sum())

    def pairs(self, heads: Int64s) -> int:
        """The distinct pairs (x, y) of the body of which x is one of some nodes."""
        if self._second < 0:
            return int(np.bincount(self._starts, minlength=self._steps.nodes)[heads].sum())
        asked = np.zeros(self._steps.nodes, bool)
        asked[heads] = True
        rows = np.flatnonzero(asked[self._starts] & (self._many > 0))
        return sum(self._distinct(rows[run]) for run in self._runs(rows))

    def _distinct(self, rows: Int64s) -> int:
        row, nth = expanded(self._many[rows])
        ends = self._steps.ends[self._onward[rows][row] + nth]
        return len(np.unique(self._starts[rows][row] * self._steps.nodes + ends))

    def _runs(self, rows: Int64s) -> Iterator[Int64s]:
        """Places of rows, those of one node together, so that no pair is counted twice."""
        starts = self._starts[rows]
        first = np.flatnonzero(np.diff(starts, prepend=-1))
        whole = np.add.reduceat(self._many[rows], first) if len(first) else first
        edges = np.append(first, len(rows))
        for run in chunks(whole):
            yield np.arange(edges[run[0]], edges[run[-1] + 1])
