"""The path judge: names are found first, facts follow from them, and all claims together must make a path.

The way of a chain: `statements` reads its claims (engine/reading) and looks up what may support each,
`chaining` chooses one fact a claim, `findings` says what becomes of each, `route` compares the path with the
question, `rendering` puts all of it into words. It needs no vector of any fact.
"""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ...grounding.readable import ReadableGraph
from ...reading.plans import is_plan
from ...reading.references import find_references
from ...reading.tokens import Tokens
from ...store.protocol import GraphStore
from ...store.view import GraphView
from ..citing import Cited
from ..judging import ParsedChain
from ..verdicts import Verdict
from .answers import is_judgement, is_number, number_alone, quantity, yes_or_no
from .asked import Asked
from .calibration import PathSettings
from .chaining import ChosenPath
from .ending import last_sentence, names_something, only_answer, split_ending
from .findings import Finding, find_claims
from .rendering import METHOD, render
from .repair import Repairer
from .route import Route, find_route
from .stated import StatedClaim
from .statements import ChainReader
from .support import SupportFinder
from .walking import remarks_at_end, walk, walk_again
from .weighing import all_supported


class JudgedChain(NamedTuple):
    """What is found out about a chain, in nodes and rows of the graph; `rendering` puts it into words.

    `steps` holds for each step the findings on its claims.
    """

    parsed: ParsedChain
    steps: tuple[tuple[Finding, ...], ...]
    path: ChosenPath
    asked: Asked
    route: Route


Claims = list[tuple[StatedClaim, ...]]
"""The claims of each step."""


class PathJudge:
    """Judges chains against one graph of a store."""

    def __init__(self, store: GraphStore, kg: str, settings: PathSettings) -> None:
        """Reads the graph.

        Raises:
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        self._kg = kg
        self._settings = settings
        info = store.graph(kg)
        wordings = store.traits(kg).wordings
        self._version = (
            f"{METHOD} 9 {settings} {info.name} {info.entities} {info.facts} {wordings or ''}".strip()
        )
        self.graph = ReadableGraph(GraphView.of(store.columns(kg)), wordings)
        self._supports = SupportFinder(self.graph, settings.calibration)
        self._reader = ChainReader(self.graph, self._supports)
        self._cited = Cited(self.graph.view)
        self._repairer = Repairer(self.graph, self._cited, kg)

    @property
    def version(self) -> str:
        return self._version

    def judge(self, chains: Sequence[ParsedChain]) -> list[Verdict]:
        return render([self.judged(parsed) for parsed in chains], self.graph, self._cited, self._kg)

    def repaired(self, verdicts: Sequence[Verdict], chains: Sequence[ParsedChain]) -> list[Verdict]:
        return self._repairer.repaired(verdicts, chains)

    def judged(self, parsed: ParsedChain) -> JudgedChain:
        """What is found out about a chain that has steps, before it is put into words."""
        asked = Asked.of(parsed, self.graph)
        parsed = self._with_ending(parsed)
        parsed, steps = self._read(parsed, sorted(asked.topic))
        claims = [claim for step in steps for claim in step]
        path = walk(claims, asked)
        asked = asked.beside(sorted(path.visited))
        parsed = self._with_choice(parsed, asked)
        if path.breaks:
            path = walk_again(claims, path, asked, parsed.answer)
        findings = iter(find_claims(claims, path, self._supports, self.graph))
        route = find_route(parsed, asked, path, remarks_at_end(claims))
        if route.implied is not None:
            parsed = parsed._replace(answer=self.graph.name(route.implied))
        by_step = tuple(tuple(islice(findings, len(step))) for step in steps)
        return JudgedChain(parsed, by_step, path, asked, route)

    def _read(self, parsed: ParsedChain, topic: list[int]) -> tuple[ParsedChain, Claims]:
        """A chain, and the claims of its steps; with those of what leads in to them, where it says something.

        Where the steps only list names, the lead-in says of each what they have in common: "The works of H:".
        """
        steps = self._reader.read(parsed.steps, topic, parsed.answer)
        if not (parsed.lead_in and names_something(parsed.lead_in, self.graph)):
            return parsed, steps
        before = parsed._replace(steps=(parsed.lead_in, *parsed.steps))
        led = self._reader.read(before.steps, topic, parsed.answer)
        if any(claim.likely for claim in led[0]):
            return before, led
        if not self._names(parsed.lead_in, topic):
            return parsed, steps  # "He was the father of:" has no name that each could be about
        led_in = [f"{parsed.lead_in} {step}" for step in parsed.steps[: parsed.led]]
        led_in += parsed.steps[parsed.led :]
        told = self._reader.read(led_in, topic, parsed.answer)
        plans = is_plan(Tokens.of(parsed.lead_in))  # "Let us count the ships of H:" leads in to bare names
        items = list(zip(told, steps, strict=True))[: parsed.led]
        of_each = len(items) > 1 and all(all_supported(said) and len(said) > len(own) for said, own in items)
        better = (
            (not own and said and not (plans and only_answer(step, self.graph) is None)) or of_each
            for step, said, own in zip(parsed.steps, told, steps, strict=True)
        )
        chosen = zip(parsed.steps, led_in, better, strict=True)
        each = parsed._replace(steps=tuple([led if more else step for step, led, more in chosen]))
        said = self._reader.read(each.steps, topic, parsed.answer)
        return (each, said) if _likely(said) > _likely(steps) else (parsed, steps)

    def _names(self, text: str, topic: list[int]) -> bool:
        """Whether a text names something of the graph, if only by a part of its name."""
        tokens = Tokens.of(text)
        plain, doubtful = self.graph.finder.named(tokens)
        mentions = self.graph.finder.mentions(tokens, plain, topic)
        spoken_of = topic and find_references(tokens, definite=True)  # "The hospital's departments are:"
        return bool(doubtful or spoken_of) or any(one.nodes for one in mentions)

    def _with_ending(self, parsed: ParsedChain) -> ParsedChain:
        """With the answer that a chain gives without the word: yes or no, a number, or a name at the end."""
        said = yes_or_no(parsed.chain.question, parsed.chain.text)
        if said and not (parsed.answer and is_judgement(parsed.answer)):
            return parsed._replace(answer=said)
        if parsed.answer is not None:
            return parsed
        golds = parsed.chain.gold_answers
        of_numbers = not golds or any(map(is_number, golds))
        number = quantity(parsed.chain.question, last_sentence([parsed.chain.text]))
        if number and not self.graph.nodes(number) and of_numbers:
            return parsed._replace(answer=number)
        number = number_alone(parsed.chain.text)
        if number and (self.graph.nodes(number) or of_numbers):
            return parsed._replace(answer=number)
        ending = split_ending(parsed.steps, self.graph, parsed.chain.question)
        return parsed._replace(steps=ending.steps, answer=ending.answer)

    def _with_choice(self, parsed: ParsedChain, asked: Asked) -> ParsedChain:
        """With the one of several things compared that the last sentence names without the word."""
        if parsed.answer is not None or not parsed.steps or not asked.compared:
            return parsed
        chosen = set(asked.named_last(parsed.steps)).intersection(asked.compared)
        return parsed._replace(answer=self.graph.name(chosen.pop())) if len(chosen) == 1 else parsed


def _likely(steps: Claims) -> int:
    """How many claims the graph supports."""
    return sum(bool(claim.likely) for step in steps for claim in step)
