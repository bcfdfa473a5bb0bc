"""The path judge: names are found first, facts follow from them, and all claims together must make a path.

The way of a chain: `statements` reads its claims (engine/reading) and looks up what may support each,
`chaining` chooses one fact a claim, `findings` says what becomes of each, `route` compares the path with the
question, `rendering` puts all of it into words. It needs no vector of any fact.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from ...store.protocol import GraphStore
from ...reading.tokens import Tokens
from ...store.view import GraphView
from ..judging import ParsedChain
from ..verdicts import Verdict
from .answers import is_judgement, yes_or_no
from .calibration import LIKELY, Calibration
from .chaining import ChosenPath, choose_path
from .citing import Cited
from .ending import last_sentence, split_ending
from .findings import Finding, find_claims, reading_of
from .graph import ReadableGraph
from .rendering import METHOD, render
from .repair import Repairer
from .route import Asked, Route, find_route
from .statements import ChainReader, StatedClaim
from .support import SupportFinder


@dataclass(frozen=True, slots=True)
class PathSettings:
    """Settings of method "path"."""

    calibration: Calibration = field(default_factory=Calibration)
    """What evidence is worth; `groundpath calibrate` fits it to labelled rows."""

    @property
    def threshold(self) -> float:
        """The probability from which a fact supports a claim."""
        return LIKELY


@dataclass(frozen=True, slots=True)
class JudgedChain:
    """What is found out about a chain, in nodes and rows of the graph; `rendering` puts it into words.

    `steps` holds for each step the findings on its claims.
    """

    parsed: ParsedChain
    steps: tuple[tuple[Finding, ...], ...]
    path: ChosenPath
    asked: Asked
    route: Route


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
            f"{METHOD} 1 {settings} {info.name} {info.entities} {info.facts} {wordings or ''}".strip()
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
        return render([self.judged(parsed) for parsed in chains], self._cited, self._kg)

    def repaired(self, verdicts: Sequence[Verdict], chains: Sequence[ParsedChain]) -> list[Verdict]:
        return self._repairer.repaired(verdicts, chains)

    def judged(self, parsed: ParsedChain) -> JudgedChain:
        """What is found out about a chain that has steps, before it is put into words."""
        asked = Asked.of(parsed, self.graph)
        parsed = self._with_ending(parsed)
        steps = self._reader.read(parsed.steps, sorted(asked.topic))
        if parsed.lead_in:
            led = self._reader.read((parsed.lead_in, *parsed.steps), sorted(asked.topic))
            if any(claim.likely for claim in led[0]):
                parsed, steps = replace(parsed, steps=(parsed.lead_in, *parsed.steps)), led
        claims = [claim for step in steps for claim in step]
        path = _path(claims, asked)
        asked = asked.beside(sorted(path.visited))
        if path.breaks:
            branching = _path(claims, asked, asked.topic | asked.hinted)
            if branching.is_joined or asked.compared or (parsed.answer and is_judgement(parsed.answer)):
                path = branching
        parsed = self._with_choice(parsed, asked)
        findings = iter(find_claims(claims, path, self._supports))
        route = find_route(parsed, asked, path, self.graph)
        if route.implied is not None:
            parsed = replace(parsed, answer=self.graph.name(route.implied))
        by_step = tuple(tuple(islice(findings, len(step))) for step in steps)
        return JudgedChain(parsed, by_step, path, asked, route)

    def _with_ending(self, parsed: ParsedChain) -> ParsedChain:
        """With the answer that a chain gives without the word: yes or no, or a last sentence that names it."""
        said = yes_or_no(parsed.chain.question, parsed.chain.text)
        if said and not (parsed.answer and is_judgement(parsed.answer)):
            return replace(parsed, answer=said)
        if parsed.answer is not None:
            return parsed
        ending = split_ending(parsed.steps, self.graph)
        return replace(parsed, steps=ending.steps, answer=ending.answer)

    def _with_choice(self, parsed: ParsedChain, asked: Asked) -> ParsedChain:
        """With the one of several things that the question compares which the last sentence names."""
        if parsed.answer is not None or not parsed.steps or not asked.compared:
            return parsed
        tokens = Tokens.of(last_sentence(parsed.steps))
        hits, _ = self.graph.finder.named(tokens)
        mentions = self.graph.finder.mentions(tokens, hits, asked.context)
        chosen = {node for one in mentions for node in one.nodes}.intersection(asked.compared)
        return replace(parsed, answer=self.graph.name(chosen.pop())) if len(chosen) == 1 else parsed


def _path(claims: Sequence[StatedClaim], asked: Asked, anchors: Collection[int] = ()) -> ChosenPath:
    """The path of those claims that have likely facts."""
    likely = [claim for claim in claims if claim.likely]
    places = {id(claim.tokens): place for place, claim in enumerate(likely)}
    sentences = [places[id(claim.tokens)] for claim in likely]
    path = choose_path([claim.likely for claim in likely], asked.topic, sentences, anchors)
    return _reordered(likely, sentences, asked, anchors) or path if path.breaks else path


def _reordered(
    claims: Sequence[StatedClaim], sentences: Sequence[int], asked: Asked, anchors: Collection[int]
) -> ChosenPath | None:
    """A path without a break, where what a sentence says of one thing is walked in another order.

    "A, a king of B, was the son of C" goes on from C. None without such a path.
    """
    seen: set[int] = set()
    order: list[int] = []
    for sentence in dict.fromkeys(sentences):
        left = [place for place, own in enumerate(sentences) if own == sentence]
        subjects = {reading_of(claims[place], claims[place].likely[0]).first.start for place in left}
        of_one_thing = len(subjects) == 1
        while left:
            onward = (one for one in left if of_one_thing and not seen.isdisjoint(_ends(claims[one])))
            place = next(onward, left[0])
            left.remove(place)
            order.append(place)
            seen.update(_ends(claims[place]))
    if order == sorted(order):
        return None
    path = choose_path(
        [claims[place].likely for place in order],
        asked.topic,
        [sentences[place] for place in order],
        anchors,
    )
    by_place = dict(zip(order, path.supports, strict=True))
    return None if path.breaks else replace(path, supports=tuple(by_place[place] for place in sorted(order)))


def _ends(claim: StatedClaim) -> set[int]:
    return {node for support in claim.likely for node in (support.first, support.second)}
