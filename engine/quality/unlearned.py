"""What a graph is too small to teach, and what finds more in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..counted import by_count, counted
from ..errors import command
from .graph import LintedGraph
from .strictness import strictness
from .values import SingleValues

_MOST_HEADS = 2000


@dataclass(frozen=True, slots=True)
class Unlearned:
    """That most facts of a graph are of relations too small to learn from.

    Attributes:
        relations: those of which nothing is declared.
        small: how many of them have too few heads.
        heads: so many are needed before one exception can be taken for an error.
        kg: the graph.
        finding_more: settings that find more, by their names, but for those that are in force.
        weaker: findings that are less sure than was asked for, and not below `WEAK`; None where they were not
            looked for.
        surest: the confidence of the surest of them.
    """

    relations: int
    small: int
    heads: int
    kg: str
    finding_more: Mapping[str, float]
    weaker: int | None = None
    surest: float = 0.0

    def told(self, *, as_options: bool = False) -> str:
        """What is so, and what finds more: in words of Python, or as options of the command line."""
        more = {
            name: f"--{name.replace('_', '-')} {value:g}" if as_options else f"{name}={value:g}"
            for name, value in self.finding_more.items()
        }
        schema = (
            command("load graph --schema FILE --kg", self.kg)
            if as_options
            else f"load_graph(store, {self.kg!r}, schema=FILE)"
        )
        parts = [
            f"too small to learn from: {self.small:,} of {counted(self.relations, 'relation')} of {self.kg} "
            f"{by_count(self.small, 'has', 'have')} fewer than {counted(self.heads, 'head')}, so that "
            "no exception stands out"
        ]
        if confidence := more.pop("min_confidence", None):
            parts.append(self._told_weaker(confidence))
        if more:
            parts.append(f"{' and '.join(more.values())} {by_count(len(more), 'learns', 'learn')} from less")
        parts.append(f"surest is a schema that says functional, domain, range or transitive: {schema}")
        return "; ".join(parts)

    def _told_weaker(self, confidence: str) -> str:
        """What a lower bound of confidence shows."""
        if self.weaker is None:
            return f"{confidence} shows what is less sure"
        if not self.weaker:
            return f"{confidence} finds no more"
        return (
            f"{counted(self.weaker, 'finding')} {by_count(self.weaker, 'is', 'are')} less sure "
            f"({by_count(self.weaker, '', 'at most ')}{self.surest:.2f}), and {confidence} shows "
            f"{by_count(self.weaker, 'it', 'them')}"
        )


WEAK = 0.05
_SUPPORT, _ERROR_RATE = 3, 0.05  # with which lint learns from less


def unlearned_of(
    graph: LintedGraph, values: SingleValues, kg: str, least: float, min_support: int
) -> Unlearned | None:
    """None where half of the facts or more are of relations that are declared, or large enough.

    Args:
        least: the confidence that findings must have.
        min_support: pairs that a rule must hold for.
    """
    heads = next((n for n in range(1, _MOST_HEADS) if strictness(n, 1, graph.error_rate) >= least), None)
    if heads is None:
        return None
    traits = graph.traits
    declared = {*traits.functional, *traits.inverse_functional, *traits.transitive}
    declared |= {*traits.domains, *traits.ranges}
    open_ones = [rank for rank, relation in enumerate(graph.view.relations) if relation not in declared]
    small = [rank for rank in open_ones if values.ends[rank, 0] < heads]
    facts = sum(len(graph.rows_of_relation[rank]) for rank in small)
    if not small or 2 * facts <= len(graph.view.facts):
        return None
    finding_more: dict[str, float] = {}
    if least > WEAK:
        finding_more["min_confidence"] = WEAK
    if min_support > _SUPPORT:
        finding_more["min_support"] = _SUPPORT
    if graph.error_rate < _ERROR_RATE:
        finding_more["error_rate"] = _ERROR_RATE
    return Unlearned(len(open_ones), len(small), heads, kg, finding_more)
