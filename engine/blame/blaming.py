"""Blame: contradicted claims by what they contradict, the likeliest faults of the graph first."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..audit.verdicts import Verdict
from ..errors import InputError
from ..progress import SILENT, Progress
from ..quality.finding import Finding, LintReport, fact_row
from ..quality.graph import LintedGraph
from ..quality.linting import LintSettings, lint_graph
from ..quality.values import SingleValues
from ..store.changing import GraphChange, new_fact
from ..store.protocol import GraphStore
from ..store.view import GraphView
from ..terms import Entity, Fact
from .votes import DENIES, HOLDS, Contest, Said, Votes, counted
from .weighing import Weighed, weighed

_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Blame:
    """Who is at fault where answers contradict some facts of a graph.

    Attributes:
        held: what they contradict: one fact where the relation has one value, else all facts of the slot.
        graph: the probability that the graph is at fault, in [0, 1]; see `weighing`.
        prior: the same before any answer was looked at, by lint alone.
        voters: how many voters say what: "" what the graph states, a value, or "\\x00denied".
        value: the likeliest of the values that answers give, by id or name; `probability` that it is true.
        single: whether the relation has one value, so that another one excludes what is held.
        said: the contradicted claims, each with what a repaired text would say.
        findings: what lint says of the held facts.
        repair: the change of the graph that would be right were the graph at fault; empty where what the
            answers say is nothing that the graph has.
    """

    held: tuple[Fact, ...]
    graph: float
    prior: float
    voters: Mapping[str, int]
    value: str
    probability: float
    single: bool
    said: tuple[Said, ...]
    findings: tuple[Finding, ...]
    repair: GraphChange

    @property
    def fault(self) -> Literal["graph", "text"]:
        """Whose fault it likelier is."""
        return "graph" if self.graph > 0.5 else "text"

    @property
    def what(self) -> str:
        """The votes in words."""
        told = {HOLDS: "say so too", DENIES: "deny it"}
        votes = (f"{count} {told.get(value, f'say {value}')}" for value, count in self.voters.items())
        return f"{'; '.join(fact.text for fact in self.held)} {', '.join(votes)}"

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON, without the statement."""
        return {
            "fault": self.fault,
            "graph": round(self.graph, _DECIMALS),
            "made_of": {"prior": round(self.prior, _DECIMALS), "single_valued": self.single},
            "held": list(map(fact_row, self.held)),
            "voters": {{HOLDS: "holds", DENIES: "denies"}.get(v, v): n for v, n in self.voters.items()},
            "value": self.value,
            "probability": round(self.probability, _DECIMALS),
            "claims": [
                {"row": one.row, "step": one.step, "text": one.text, "repair": list(one.repair)}
                for one in self.said
            ],
            "findings": [finding.to_dict() for finding in self.findings],
            "repair": {"said": str(self.repair), **self.repair.to_dict()},
        }


@dataclass(frozen=True, slots=True)
class BlameReport:
    """All contradictions of some verdicts, the likeliest faults of the graph first."""

    kg: str
    verdicts: int
    blames: tuple[Blame, ...]

    @property
    def of_graph(self) -> int:
        """How many are likelier the graph's fault."""
        return sum(blame.fault == "graph" for blame in self.blames)


def blame(
    store: GraphStore,
    verdicts: Iterable[Verdict],
    kg: str | None = None,
    settings: LintSettings | None = None,
    progress: Progress = SILENT,
) -> BlameReport:
    """Whose fault the contradicted claims of verdicts are; the graph is linted, and nothing is changed.

    One model is one voter of a fact, however many of its rows speak of it; a row without a model is one.

    Args:
        kg: the graph; without one, that of the verdicts.

    Raises:
        InputError: no verdict has a certificate, or they are of several graphs.
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
    """
    votes = Votes(verdicts)
    kg = kg or _only(votes.graphs)
    settings = settings or LintSettings()
    graph = LintedGraph(GraphView.of(store.columns(kg)), store.traits(kg), settings.error_rate)
    values = SingleValues(graph)
    report = lint_graph(graph, values, kg, settings, progress)
    weigher = _Weigher(votes, report, graph, values)
    found = [one for contest in votes.contests.values() for one in weigher.blames(contest, store, kg)]
    ranked = sorted(found, key=lambda one: (-one.graph, -sum(one.voters.values()), one.what))
    return BlameReport(kg, votes.verdicts, tuple(ranked))


def _only(graphs: Collection[str]) -> str:
    if len(graphs) != 1:
        named = f"of {', '.join(sorted(graphs))}" if graphs else "none with a certificate"
        raise InputError(f"the verdicts are {named}; name the graph (--kg), or audit them again")
    return next(iter(graphs))


class _Weigher:
    """Weighs contests over one graph."""

    def __init__(self, votes: Votes, report: LintReport, graph: LintedGraph, values: SingleValues) -> None:
        self._votes = votes
        self._report = report
        self._graph = graph
        self._values = values
        self._findings = defaultdict[str, list[Finding]](list)
        for finding in report.findings:
            for suspect in finding.suspects:
                self._findings[suspect.fact.key].append(finding)

    def blames(self, contest: Contest, store: GraphStore, kg: str) -> Iterator[Blame]:
        """One of all held facts; one of each where the relation has one value: then only one can be right."""
        relation, side = self._graph.view.relation_rank(contest.slot.relation), contest.slot.side
        if relation is None:  # no fact has it any more
            single, values = False, 1
        else:
            single = self._values.is_strict(relation, side)
            values = self._graph.sizes[2 * relation + 1 - side]
        held = tuple(contest.held[key] for key in sorted(contest.held))
        for some in [(fact,) for fact in held] if single else [held] if held else []:
            yield self._blame(contest, some, single, values - len(some), store, kg)

    def _blame(
        self,
        contest: Contest,
        held: tuple[Fact, ...],
        single: bool,
        possible: int,
        store: GraphStore,
        kg: str,
    ) -> Blame:
        ballot = contest.ballot(held)
        rates = {voter: self._votes.error_rate(voter) for voter in ballot}
        found = weighed(ballot, rates, self._prior(held), possible, single)
        findings = {id(one): one for fact in held for one in self._findings[fact.key]}
        return Blame(
            held,
            found.graph,
            found.prior,
            dict(sorted(counted(ballot).items(), key=lambda item: (-item[1], item[0]))),
            found.value,
            found.probability,
            single,
            tuple(contest.said),
            tuple(findings.values()),
            self._repair(contest, held, found, single, store, kg),
        )

    def _prior(self, held: Iterable[Fact]) -> float:
        right = 1 - self._graph.error_rate
        for fact in held:
            right *= 1 - self._report.suspicion.get(fact.key, 0.0)
        return min(1 - right, 1 - 1e-9)

    def _repair(
        self,
        contest: Contest,
        held: tuple[Fact, ...],
        found: Weighed,
        single: bool,
        store: GraphStore,
        kg: str,
    ) -> GraphChange:
        """Another value in place of what is held, beside it where there may be several, or none at all.

        One that is held, too, need not be stated.
        """
        if not found.value or found.value in map(contest.value_of, contest.held.values()):
            return GraphChange(withdrawn=held)
        stated = contest.stated[found.value]
        if stated is None:
            return GraphChange()
        ends: list[Entity | None] = store.entities(kg, [stated.head, stated.tail])
        if ends[0] is None or ends[1] is None:
            return GraphChange()
        fact = new_fact(ends[0], stated.relation, ends[1], held[-1].label)
        return GraphChange(held if single else (), (fact,))
