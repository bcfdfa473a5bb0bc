"""What a graph is too small to teach, and what finds more in it."""

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
        weaker: findings that are less sure than was asked for, and not below `WEAK`.
        surest: the confidence of the surest of them.
        kg: the graph.
    """

    relations: int
    small: int
    heads: int
    weaker: int
    surest: float
    kg: str

    def told(self, *, as_options: bool = False) -> str:
        """What is so, and what finds more: in words of Python, or as options of the command line."""
        confidence, support, rate = (
            f"--{name.replace('_', '-')} {value}" if as_options else f"{name}={value}"
            for name, value in (("min_confidence", f"{WEAK:g}"), ("min_support", 3), ("error_rate", 0.05))
        )
        weaker = (
            f"{counted(self.weaker, 'finding')} {by_count(self.weaker, 'is', 'are')} less sure "
            f"({by_count(self.weaker, '', 'at most ')}{self.surest:.2f}), and {confidence} shows "
            f"{by_count(self.weaker, 'it', 'them')}"
            if self.weaker
            else f"{confidence} finds no more"
        )
        schema = (
            command("load graph --schema FILE --kg", self.kg)
            if as_options
            else f"load_graph(store, {self.kg!r}, schema=FILE)"
        )
        return (
            f"too small to learn from: {self.small:,} of {counted(self.relations, 'relation')} of {self.kg} "
            f"{by_count(self.small, 'has', 'have')} fewer than {counted(self.heads, 'head')}, so that "
            f"no exception stands out; {weaker}; {support} and {rate} learn from less; surest is a schema "
            f"that says functional, domain, range or transitive: {schema}"
        )


WEAK = 0.05


def unlearned_of(graph: LintedGraph, values: SingleValues, kg: str, least: float) -> Unlearned | None:
    """None where half of the facts or more are of relations that are declared, or large enough.

    Args:
        least: the confidence that findings must have.
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
    return Unlearned(len(open_ones), len(small), heads, 0, 0.0, kg)
