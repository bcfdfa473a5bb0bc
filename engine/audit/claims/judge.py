"""The judge of claims: what the words say of two named things decides, and the facts make a path."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ...grounding.graph import GroundingGraph
from ...grounding.matching import Grounder, World
from ...language.quantities import read_value
from ...matching.matcher import Learned
from ...store.protocol import GraphStore
from ...store.view import GraphView
from ..citing import Cited
from ..judging import ParsedChain
from ..path.asked import Asked
from ..path.ending import names_something
from ..path.judge import PathJudge
from ..path.repair import Repairer
from ..path.route import Route, find_route
from ..verdicts import Verdict
from .chaining import ChosenPath
from .findings import Finding, find_claims
from .reader import ClaimReader, ReadStep
from .rendering import METHOD, render
from .walking import remarks_at_end, walk, walk_again


class JudgedChain(NamedTuple):
    """What is found out about a chain; `rendering` puts it into words."""

    parsed: ParsedChain
    steps: tuple[tuple[Finding, ...], ...]
    read: tuple[ReadStep, ...]
    path: ChosenPath
    asked: Asked
    route: Route


class ClaimsJudge(PathJudge):
    """Judges chains against one graph of a store."""

    def __init__(
        self, store: GraphStore, kg: str, world: World = "local", learned: Learned | None = None
    ) -> None:
        """Reads the graph.

        Args:
            world: which absent facts are false, see `grounding/matching.py`.
            learned: what decides where the lexicon does not; the matcher that groundpath ships with.

        Raises:
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        info, wordings = store.graph(kg), store.traits(kg).wordings
        self._kg = kg
        self._world = world
        self.graph: GroundingGraph = GroundingGraph(
            GraphView.of(store.columns(kg)), wordings, store.traits(kg).symmetric, learned
        )
        self._version = (
            f"{METHOD} 1 {world} {info.name} {info.entities} {info.facts} {wordings or ''}".strip()
        )
        self._grounder = Grounder(self.graph, world)
        self._claims = ClaimReader(self.graph, self._grounder)
        self._cited = Cited(self.graph.view)
        self._repairer = Repairer(self.graph, self._cited, kg)

    def judge(self, chains: Sequence[ParsedChain]) -> list[Verdict]:
        return render(
            [self.judged(parsed) for parsed in chains], self.graph, self._cited, self._kg, self._world
        )

    def judged(self, parsed: ParsedChain) -> JudgedChain:  # type: ignore[override]
        asked = Asked.of(parsed, self.graph)
        parsed = self._with_ending(parsed)
        parsed, steps = self._said(parsed, sorted(asked.topic))
        said = [claim for step in steps for claim in step.claims]
        path = walk(said, asked)
        asked = asked.beside(sorted(path.visited))
        parsed = self._with_choice(parsed, asked)
        if path.breaks:
            path = walk_again(said, path, asked, parsed.answer)
        findings = iter(find_claims(said, path))
        route = find_route(self._with_value(parsed, path), asked, path, remarks_at_end(said))
        if route.implied is not None:
            parsed = parsed._replace(answer=self.graph.name(route.implied))
        by_step = tuple(tuple(islice(findings, len(step.claims))) for step in steps)
        return JudgedChain(parsed, by_step, tuple(steps), path, asked, route)

    def _with_value(self, parsed: ParsedChain, path: ChosenPath) -> ParsedChain:
        """With the answer as the graph writes it, where it is a date or an amount in another form."""
        value = read_value(parsed.answer) if parsed.answer else None
        if (
            value is None
            or parsed.answer is None
            or not path.visited.isdisjoint(self.graph.nodes(parsed.answer))
        ):
            return parsed
        held = (node for node in sorted(path.visited) if self._grounder.values.agrees(value, node))
        node = next(held, None)
        return parsed if node is None else parsed._replace(answer=self.graph.name(node))

    def _said(self, parsed: ParsedChain, topic: list[int]) -> tuple[ParsedChain, list[ReadStep]]:
        """A chain and the claims of its steps; with those of what leads in to them, if it says something."""
        steps = self._claims.read(parsed.steps, topic, parsed.lead_in, parsed.led)
        if parsed.lead_in and names_something(parsed.lead_in, self.graph):
            before = parsed._replace(steps=(parsed.lead_in, *parsed.steps))
            led = self._claims.read(before.steps, topic)
            if any(claim.likely for claim in led[0].claims):
                return before, led
        return parsed, steps
