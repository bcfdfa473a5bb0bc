"""The paper's judge: each step is tied to one fact, then the facts must make a path.

Reference: Direct Evaluation of CoT, Section 3.2, Algorithms 1 and 2, Section 4 for the settings.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..certificate.claims import Certificate, ClaimCertificate, Evidence, Reading, Versions
from ..certificate.digest import digest_of
from ..counted import counted
from ..errors import EncoderError, InputError, command
from ..hops import ORIENTATIONS, Orientation
from ..store.identity import packed as packed_identity
from ..store.protocol import EncoderIdentity, GraphInfo, GraphStore
from ..store.traits import packed
from ..text.cache import CachedEncoder
from .coherence import METHOD, judge_steps, sum_up
from .evidence import GroundedFact, StepVerdict
from .grounding import ground
from .judging import ParsedChain
from .nearest_facts import fact_search
from .verdicts import Verdict

_RULES = 2  # raised when verdicts may change
_FORMS_KEPT = 10_000  # gold answers whose names are remembered: samples of one question share them


@dataclass(frozen=True, slots=True)
class PaperSettings:
    """Settings of method "paper"; the defaults are the paper's (Section 4).

    Raises:
        InputError: a value outside its range.
    """

    candidates: int = 10
    """K, how many facts of highest cosine are looked at for each step; at least 1."""
    factual_threshold: float = 0.7
    """sigma in [0, 1]: a step whose best fact scores below it is a factual error."""

    orientation: Orientation = "stored"
    """Which way facts lead in a path: "stored" from head to tail, "walk" from whichever end is reached, as
    Table 8 prints them."""

    @property
    def threshold(self) -> float:
        """The score from which a fact supports a step."""
        return self.factual_threshold

    def __post_init__(self) -> None:
        if self.candidates < 1:
            raise InputError(f"candidates (K) is {self.candidates}; it must be at least 1")
        if not 0 <= self.factual_threshold <= 1:
            raise InputError(f"factual_threshold (sigma) is {self.factual_threshold}; it must be in [0, 1]")
        if self.orientation not in ORIENTATIONS:
            raise InputError(f"orientation {self.orientation!r} is none of {', '.join(ORIENTATIONS)}")


class PaperJudge:
    """Judges chains against one graph of a store, with the encoder that the graph was embedded with."""

    def __init__(self, store: GraphStore, kg: str, encoder: CachedEncoder, settings: PaperSettings) -> None:
        """Asks the store whether the graph has what this method needs, and reads it if it is not large.

        Raises:
            EncoderError: facts lack vectors, or have those of another encoder.
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        self._kg = kg
        self._showing = store.showing(kg)
        self._encoder = encoder
        self._settings = settings
        self._graph = store.graph(kg)
        self._forms: dict[str, tuple[str, ...]] = {}
        _check_vectors(self._graph, EncoderIdentity(encoder.model_id, encoder.dimensions))
        self._facts = fact_search(store, self._graph, encoder)
        self.versions = Versions(
            self._facts.digest,
            digest_of(packed(store.traits(kg))),
            digest_of(packed_identity(store.identity(kg))),
            encoder.model_id,
        )

    @property
    def version(self) -> str:
        made_from = (METHOD, _RULES, self._settings, self._kg, *self.versions)
        # A graph that is too large to read has no digest.
        counts = () if self.versions.graph else (self._graph.entities, self._graph.facts)
        return " ".join(map(str, (*made_from, *counts)))

    @property
    def mediators(self) -> Collection[str]:
        return self._facts.mediators

    def judge(self, chains: Sequence[ParsedChain]) -> list[Verdict]:
        grounding = self._ground(
            list(dict.fromkeys(step for parsed in chains for step in parsed.plain_steps))
        )
        accepted = self._accepted(chains)
        return [self._judge(parsed, grounding, accepted) for parsed in chains]

    def repaired(self, verdicts: Sequence[Verdict], chains: Sequence[ParsedChain]) -> list[Verdict]:  # noqa: ARG002
        """The verdicts as they are: the paper's method suggests no repair."""
        return list(verdicts)

    def _judge(
        self,
        parsed: ParsedChain,
        grounding: dict[str, tuple[GroundedFact, ...]],
        accepted: dict[str, tuple[str, ...]],
    ) -> Verdict:
        facts = [grounding[step] for step in parsed.plain_steps]
        settings = self._settings
        steps = judge_steps(parsed.plain_steps, facts, settings.factual_threshold, settings.orientation)
        gold = [form for answer in parsed.chain.gold_answers for form in accepted[answer]]
        return sum_up(parsed, steps, gold).changed(certificate=self._certificate(steps))

    def _certificate(self, steps: Sequence[StepVerdict]) -> Certificate:
        """The fact of each step that it is tied to."""
        claims = tuple(_certified(step) for step in steps if step.best)
        return Certificate(self._kg, self.versions, claims)

    def _ground(self, steps: list[str]) -> dict[str, tuple[GroundedFact, ...]]:
        nearest = self._facts.nearest(self._encoder.queries.encode(steps), self._settings.candidates)
        return dict(zip(steps, ground(steps, nearest, self._showing), strict=True))

    def _accepted(self, chains: Sequence[ParsedChain]) -> dict[str, tuple[str, ...]]:
        """At least every form of each gold answer: as given and, where it is an id, the entity's names."""
        if len(self._forms) > _FORMS_KEPT:
            self._forms = {}
        answers = dict.fromkeys(answer for parsed in chains for answer in parsed.chain.gold_answers)
        unknown = [answer for answer in answers if answer not in self._forms]
        entities = self._facts.entities(unknown) if unknown else []
        for answer, entity in zip(unknown, entities, strict=True):
            self._forms[answer] = (answer, entity.label, *entity.aliases) if entity else (answer,)
        return self._forms


def _certified(step: StepVerdict) -> ClaimCertificate:
    """What a step is tied to; that it scores too low for a fact is what speaks against it."""
    far = step.error == "factual_error"
    return ClaimCertificate(
        step.number,
        "contradicted" if far else "supported",
        "far" if far else "stated",
        Reading((0, len(step.text)), step.text, by="vectors"),
        (Evidence.of_facts(fact.fact for fact in step.grounding),),
    )


def _check_vectors(graph: GraphInfo, encoder: EncoderIdentity) -> None:
    if graph.encoder is None or graph.embedded_facts < graph.facts:
        raise EncoderError(
            f"graph {graph.name!r} has vectors for {graph.embedded_facts:,} of its "
            f"{counted(graph.facts, 'fact')}; add the others: {command('embed', graph.name)}"
        )
    if graph.encoder != encoder:
        raise EncoderError(
            f"graph {graph.name!r} was embedded with {graph.encoder.model_id} "
            f"({graph.encoder.dimensions} dimensions), not with {encoder.model_id} ({encoder.dimensions}); "
            "name that encoder (--encoder, encoder=)"
        )
