"""The path judge: what the words say of two named things decides, and the facts must make a path."""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import islice
from typing import NamedTuple

from ...answers.ending import Ending, find_ending, names_something
from ...answers.question import Question
from ...answers.route import Route, find_route
from ...certificate.claims import Versions
from ...certificate.digest import digest_of
from ...grounding.graph import GroundingGraph
from ...grounding.inference import Inference
from ...grounding.mapped.graph import MappedGraph
from ...grounding.mapped.view import MappedView
from ...grounding.matching import Grounder, World
from ...matching.matcher import Learned
from ...rules.rule import Rule, declared_rules
from ...store.identity import packed as packed_identity
from ...store.protocol import GraphSource
from ...store.traits import packed
from ...store.view import GraphView
from ..citing import Cited
from ..judging import ParsedChain
from ..verdicts import Verdict
from .chaining import ChosenPath
from .findings import Finding, find_claims
from .reader import ClaimReader, Lead, ReadStep
from .rendering import METHOD, render
from .repair import Repairer
from .resolving import with_resolutions
from .settings import PathSettings
from .topics import Topics
from .walking import of_statements, walk, walk_again

_RULES = 15  # raised when verdicts may change


class JudgedChain(NamedTuple):
    """What is found out about a chain; `rendering` puts it into words."""

    parsed: ParsedChain
    steps: tuple[tuple[Finding, ...], ...]
    read: tuple[ReadStep, ...]
    path: ChosenPath
    question: Question
    route: Route

    @property
    def leads(self) -> bool:
        """Whether its path hangs together and leads from what is asked to a right answer."""
        route = self.route
        return bool(
            not self.path.breaks
            and route.from_topic
            and route.answers_question
            and route.answered is not False
        )


def way_of(settings: PathSettings) -> str:
    """Names the method, its rules and its settings; verdicts of one way on one graph are the same."""
    return " ".join(map(str, (METHOD, _RULES, settings)))


class PathJudge:
    """Judges chains against one graph of a store.

    Attributes:
        way: see `way_of`.
        inference: what completes the graph; None where nothing does.
    """

    def __init__(
        self,
        store: GraphSource,
        kg: str,
        settings: PathSettings,
        learned: Learned | None = None,
        rules: Sequence[Rule] | None = None,
        kind: type[GroundingGraph] = GroundingGraph,
        view: GraphView | None = None,
    ) -> None:
        """Reads the graph.

        Args:
            learned: what decides where the lexicon does not; the matcher that groundpath ships with.
            rules: what completes the graph, beside what its author declared; None to take it as it is.
            kind: what the graph is made into, unless it lies in files.
            view: the graph, where it is read already, or lies in files.

        Raises:
            InputError: a rule follows from a relation that the graph does not have.
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        traits = store.traits(kg)
        used = () if rules is None else tuple(dict.fromkeys((*declared_rules(traits), *rules)))
        view = view or GraphView.of(store.columns(kg))
        heads = {rule.head for rule in used}.difference(view.relations)
        self._kg = kg
        self._showing = store.showing(kg)
        self._world: World = settings.world
        if isinstance(view, MappedView):
            kind = MappedGraph
        self.graph: GroundingGraph = kind(view, traits.wordings, traits.symmetric, learned, sorted(heads))
        self.versions = Versions(
            view.digest(),
            digest_of(packed(traits)),
            digest_of(packed_identity(store.identity(kg))),
            self.graph.matcher.digest,
            _digest(used) if used else "",
        )
        self.way = way_of(settings)
        self.inference = Inference(self.graph, used) if used else None
        self._grounder = Grounder(self.graph, settings.world, self.inference)
        self._claims = ClaimReader(self.graph, self._grounder)
        self._cited = Cited(self.graph.view)
        self._repairer = Repairer(self.graph, self._cited, self._showing)
        self._topics = Topics(self.graph)

    @property
    def version(self) -> str:
        return " ".join((self.way, self._kg, *self.versions))

    @property
    def mediators(self) -> frozenset[str]:
        return self.graph.mediator_ids

    def judge(self, chains: Sequence[ParsedChain]) -> list[Verdict]:
        judged = [self.judged(parsed) for parsed in chains]
        return render(judged, self.graph, self._cited, self._showing, self._world, self.versions)

    def repaired(self, verdicts: Sequence[Verdict], chains: Sequence[ParsedChain]) -> list[Verdict]:
        found = self._repairer.repaired(verdicts, chains)
        warnings = [self._topics.warning(parsed.chain.topic) for parsed in chains]
        pairs = zip(found, warnings, strict=True)
        return [one.changed(warning=warning) if warning else one for one, warning in pairs]

    def judged(self, parsed: ParsedChain) -> JudgedChain:
        """What is found out about a chain that has steps, before it is put into words."""
        chain = parsed.chain
        question = Question(chain.question, self.graph, chain.topic, chain.gold_answers, chain.gold_paths)
        ending = find_ending(parsed.steps, parsed.answer, parsed.shown.said, question)
        if not parsed.shown.gives(ending.answer):
            ending = Ending(parsed.steps, None)  # what is thought is no answer
        parsed = parsed._replace(steps=ending.steps, answer=ending.answer)
        parsed, steps = self._said(parsed, sorted(question.topic))
        judged = self._walked(parsed, steps, question)
        resolved = with_resolutions(steps, self._claims.claimed)
        if resolved != steps:
            whole = self._walked(parsed, resolved, question)
            judged = whole if whole.leads or not judged.leads else judged
        return judged

    def _walked(self, parsed: ParsedChain, steps: Sequence[ReadStep], question: Question) -> JudgedChain:
        """What the claims of a chain come to."""
        said = [claim for step in steps for claim in step.claims]
        path = walk(said, question)
        if path.breaks:
            path = walk_again(said, path, question, parsed.answer)
        if path.breaks and not parsed.leads_somewhere and not any(claim.concludes for claim in said):
            path = of_statements(said, path)
        findings = iter(find_claims(said, path))
        route = find_route(parsed.steps, parsed.answer, question, path, self._grounder.values)
        if route.implied is not None:
            parsed = parsed._replace(answer=self.graph.name(route.implied))
        by_step = tuple(tuple(islice(findings, len(step.claims))) for step in steps)
        return JudgedChain(parsed, by_step, tuple(steps), path, question, route)

    def _said(self, parsed: ParsedChain, topic: list[int]) -> tuple[ParsedChain, list[ReadStep]]:
        """A chain and the claims of its steps; with those of what leads in to them, if it says something."""
        if parsed.told:
            return parsed, self._claims.read(parsed.read_steps, topic)
        lead = Lead.of(parsed.lead_in, parsed.led)
        steps = self._claims.read(parsed.steps, topic, lead)
        if parsed.lead_in and names_something(parsed.lead_in, self.graph):
            before = parsed._replace(steps=(parsed.lead_in, *parsed.steps))
            led = self._claims.read(before.steps, topic, lead._replace(first=1))
            if any(claim.likely for claim in led[0].claims):
                return before, led
        return parsed, steps


def _digest(rules: Iterable[Rule]) -> str:
    """What changes with any rule."""
    return "rules " + blake2b("\n".join(map(repr, rules)).encode(), digest_size=16).hexdigest()
