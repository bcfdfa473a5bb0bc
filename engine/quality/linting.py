"""Lint: all detectors over one graph, and what each says of the facts of the others."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import InputError
from ..progress import SILENT, Progress
from ..store.protocol import GraphStore
from ..store.view import GraphView
from ..terms import RelationTraits
from .broken_rules import broken_rules
from .cycles import cycles
from .duplicates import duplicates
from .fault import KINDS, Fault, Kind
from .finding import Finding, LintReport
from .graph import LintedGraph
from .names import bad_names
from .showing import Showing
from .strictness import ERROR_RATE
from .types import wrong_types
from .unlearned import WEAK, Unlearned, unlearned_of
from .values import SingleValues

_SMALL = 20_000  # facts that are looked through twice


@dataclass(frozen=True, slots=True)
class LintSettings:
    """What is looked for.

    Attributes:
        kinds: which faults; all without any.
        error_rate: the share of wrong facts that is expected of the graph, in (0, 0.5); see `strictness`.
        min_confidence: findings below are left out, in [0, 1]; 0.5 is likelier right than not.
        min_support: pairs that a rule must hold for, to be one.
        limit: findings that are told at most, the surest; None for all.

    Raises:
        InputError: a value outside of its range, or an unknown kind.
    """

    kinds: tuple[Kind, ...] = KINDS
    error_rate: float = ERROR_RATE
    min_confidence: float = 0.5
    min_support: int = 10
    limit: int | None = None

    def __post_init__(self) -> None:
        if unknown := set(self.kinds) - set(KINDS):
            raise InputError(f"kind {min(unknown)!r} is not known; there is: {', '.join(KINDS)}")
        if not 0 < self.error_rate < 0.5:
            raise InputError(f"error_rate is {self.error_rate:g}; it must lie in (0, 0.5)")
        if not 0 <= self.min_confidence <= 1:
            raise InputError(f"min_confidence is {self.min_confidence:g}; it must lie in [0, 1]")
        if self.min_support < 1:
            raise InputError(f"min_support is {self.min_support}; it must be at least 1")


def lint(
    store: GraphStore, kg: str, settings: LintSettings | None = None, progress: Progress = SILENT
) -> LintReport:
    """The faults of a graph; nothing is changed. Some seconds for 300,000 facts.

    Raises:
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
    """
    return lint_view(GraphView.of(store.columns(kg)), kg, store.traits(kg), settings, progress)


def lint_view(
    view: GraphView,
    kg: str,
    traits: RelationTraits | None = None,
    settings: LintSettings | None = None,
    progress: Progress = SILENT,
) -> LintReport:
    """The same for a graph in memory."""
    settings = settings or LintSettings()
    graph = LintedGraph(view, traits, settings.error_rate)
    values = SingleValues(graph)
    report = lint_graph(graph, values, kg, settings, progress)
    return replace(report, unlearned=_unlearned(graph, values, kg, settings))


def _unlearned(graph: LintedGraph, values: SingleValues, kg: str, settings: LintSettings) -> Unlearned | None:
    """Whether the graph is too small to learn from, and what is found there that is less sure.

    What is less sure is looked for anew, since `wrong_types` puts together what is sure enough of one thing.
    """
    found = unlearned_of(graph, values, kg, settings.min_confidence, settings.min_support)
    if found is None or settings.min_confidence <= WEAK or len(graph.view.facts) > _SMALL:
        return found
    every = _faults(graph, values, replace(settings, min_confidence=WEAK), SILENT)
    weaker = [fault.confidence for fault in every if fault.confidence < settings.min_confidence]
    return replace(found, weaker=len(weaker), surest=max(weaker, default=0.0))


def lint_graph(
    graph: LintedGraph, values: SingleValues, kg: str, settings: LintSettings, progress: Progress
) -> LintReport:
    """The same for a graph whose single values are known; its error rate is that of the settings."""
    faults = sorted(_faults(graph, values, settings, progress), key=_rank)
    accused = _accusations(faults)
    weighed = [_weighed(fault, accused) for fault in faults]
    suspicion = _suspicion(weighed)
    findings: Sequence[Finding] = Showing(graph).findings(weighed[: settings.limit])
    keys = graph.view.facts["key"]
    return LintReport(
        kg,
        len(graph.view.facts),
        tuple(findings),
        {keys[row].as_py(): probability for row, probability in suspicion.items()},
    )


def _faults(
    graph: LintedGraph, values: SingleValues, settings: LintSettings, progress: Progress
) -> Iterator[Fault]:
    """What each detector finds of the kinds that are asked for."""
    kinds, least = set(settings.kinds), settings.min_confidence
    if kinds & {"values", "sources"}:
        yield from (fault for fault in values.faults(least) if fault.kind in kinds)
    if "type" in kinds:
        yield from wrong_types(graph, least)
    if "cycle" in kinds:
        yield from cycles(graph, least)
    if kinds & {"inverse", "rule"}:
        found = broken_rules(graph, values, least, settings.min_support, progress)
        yield from (fault for fault in found if fault.kind in kinds)
    if "duplicate" in kinds:
        yield from duplicates(graph, values, least)
    if "name" in kinds:
        yield from bad_names(graph, least)


def _rank(fault: Fault) -> tuple[float, int, str]:
    return -round(fault.confidence, 6), KINDS.index(fault.kind), fault.what


_Accusations = Mapping[int, Mapping[Kind, float]]  # of each row: by kind the greatest confidence * share


def _accusations(faults: Sequence[Fault]) -> _Accusations:
    found: defaultdict[int, dict[Kind, float]] = defaultdict(dict)
    for fault in faults:
        for row, share in fault.suspects:
            found[row][fault.kind] = max(found[row].get(fault.kind, 0.0), fault.confidence * share)
    return found


def _weighed(fault: Fault, accused: _Accusations) -> Fault:
    """A fault with the blame shared anew: what other kinds of findings say of a suspect raises its odds.

    A suspect's share is multiplied by 1 / product over other kinds of (1 - confidence * share): where nothing
    else accuses it, it stays as it is.
    """
    if len(fault.suspects) < 2 and fault.missing is None:
        return fault
    weights = {
        row: share / max(1e-6, 1 - _probability(accused[row], but=fault.kind))
        for row, share in fault.suspects
    }
    left = max(0.0, 1 - sum(share for _, share in fault.suspects))
    total = sum(weights.values()) + left
    suspects = sorted(
        ((row, weight / total) for row, weight in weights.items()), key=lambda one: (-one[1], one[0])
    )
    return replace(fault, suspects=tuple(suspects))


def _suspicion(faults: Sequence[Fault]) -> dict[int, float]:
    return {row: _probability(kinds) for row, kinds in sorted(_accusations(faults).items())}


def _probability(kinds: Mapping[Kind, float], but: Kind | None = None) -> float:
    """1 - product of (1 - p) over kinds."""
    right = 1.0
    for kind, probability in kinds.items():
        if kind != but:
            right *= 1 - probability
    return 1 - right
