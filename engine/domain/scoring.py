"""Answers scored both ways: by the paper's coherence, and by what the graph says of each claim.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Sections 3.3 and 3.4.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..certificate.claims import Certificate
from ..names import verbalise
from ..store.protocol import GraphStore
from ..terms import Entity
from ..text.encoder import Encoder
from .answers import DomainAnswer
from .certifying import DomainCertifier
from .claims import JudgedClaim, Named
from .graph import DomainGraph
from .grounded import GroundedScore
from .judging import ClaimJudge
from .links import OutputLink, ReadLinks, links_of_claims
from .paper import USUAL, OutputGraph, PaperScore, PaperScorer, PaperSettings
from .pointed import pointed_claims, pointed_score
from .weighing import JudgedAnswer, judge_answer

Row = dict[str, Any]

BATCH_SIZE = 32
"""Answers that are encoded together."""


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An answer as an output graph, and its claims.

    Attributes:
        unread: lines of a model's reply that are no link; empty without a model.
        cut_off: the model's reply ended at the limit of tokens, so that links are missing.
        failed: why groundpath itself failed on it, so that it has no claims; empty where it did not.
    """

    answer: DomainAnswer
    links: tuple[OutputLink, ...]
    claims: tuple[JudgedClaim, ...]
    unread: tuple[str, ...] = ()
    cut_off: bool = False
    failed: str = ""


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    """An answer with its scores.

    Attributes:
        pointed: the claims that carry it.
        alone: the answer without its reasoning; None where the row gives no answer.
        certificate: what its claims rest on; None where groundpath itself failed.
    """

    read: ReadAnswer
    paper: PaperScore
    grounded: GroundedScore
    pointed: tuple[JudgedClaim, ...]
    alone: JudgedAnswer | None
    kg: str
    certificate: Certificate | None = None

    def to_dict(self) -> Row:
        """As values of JSON."""
        row = self._row()
        return row | {"certificate": self.certificate.sealed(row).to_dict()} if self.certificate else row

    def _row(self) -> Row:
        answer = self.read.answer
        return {
            "id": answer.id,
            "question": answer.question,
            "model": answer.model,
            "options": list(answer.options),
            "predicted_answer": answer.predicted,
            "gold_answers": list(answer.gold),
            "right": answer.right,
            "reasoning": answer.reasoning,
            "kg": self.kg,
            "grounded": self.grounded.to_dict(),
            "pointed": {"score": round(pointed_score(self.pointed), 4), "claims": len(self.pointed)},
            "answer": None if self.alone is None else {"margin": round(self.alone.margin, 4)},
            "paper": self.paper.to_dict(),
            "claims": [self._claim(claim) for claim in self.read.claims],
            "unread": list(self.read.unread),
            "cut_off": self.read.cut_off,
            "failed": self.read.failed,
        }

    def _claim(self, claim: JudgedClaim) -> Row:
        """A claim with what its two ends mean, and what its evidence leads through."""
        walked = claim.evidence[0].path.entities if claim.evidence else ()
        return claim.to_dict() | {
            "to_the_point": claim in self.pointed,
            "meant": [_meant(claim.subject, walked[:1]), _meant(claim.object, walked[-1:])],
            "through": [_entity(entity) for entity in walked[1:-1]],
        }


def unscored(answer: DomainAnswer, reason: str, kg: str) -> Row:
    """The row of an answer that groundpath itself fails on."""
    read = ReadAnswer(answer, (), (), failed=reason)
    return ScoredAnswer(read, PaperScore((), None, None), GroundedScore.of(()), (), None, kg).to_dict()


def _within(answer: DomainAnswer) -> frozenset[str] | None:
    """The input graph of an answer, which may be empty; None for the whole graph."""
    return None if answer.input_facts is None else frozenset(answer.input_facts)


def _meant(named: Named, evident: tuple[Entity, ...]) -> Row | None:
    """What a name means: of several things of that name the one that the evidence is about, else all."""
    several = named.candidates
    entity = named.entity or next((one for one in evident if one in several), None)
    if entity is None and several:
        ids = "|".join(one.id for one in several)
        return {"id": ids, "name": named.words, "types": list(several[0].types)}
    return _entity(entity) if entity else None


def _entity(entity: Entity) -> Row:
    return {"id": entity.id, "name": entity.label, "types": list(entity.types)}


class DomainScorer:
    """Scores answers against one graph of a store.

    >>> with open_store("embedded:spoke.db") as store:  # doctest: +SKIP
    ...     scorer = DomainScorer.open(store, "spoke", open_encoder())
    ...     [scored] = scorer.score_all([answer])
    """

    def __init__(self, graph: DomainGraph, settings: PaperSettings = USUAL) -> None:
        self.graph = graph
        self.settings = settings
        self._judge = ClaimJudge(graph.readable, graph.traits, graph.store.showing(graph.kg))
        self._paper = PaperScorer(graph, graph.traits, settings)
        self._certifier = DomainCertifier(graph.readable, graph.traits, graph.kg)

    @classmethod
    def open(
        cls, store: GraphStore, kg: str, encoder: Encoder, settings: PaperSettings = USUAL
    ) -> "DomainScorer":
        """Read the graph.

        Raises:
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        return cls(DomainGraph.open(store, kg, encoder), settings)

    @property
    def version(self) -> str:
        """Names everything but the answers that scores depend on."""
        settings = sorted(asdict(self.settings).items())
        return f"domain 2 {self._judge.version} {self.graph.version} {settings}"

    def read(self, answer: DomainAnswer) -> ReadAnswer:
        """The claims of an answer's reasoning, found in its text, as links."""
        claims = self._judge.judged(answer.reasoning, answer.question)
        return ReadAnswer(answer, links_of_claims(claims), claims)

    def read_links(self, answer: DomainAnswer, links: ReadLinks) -> ReadAnswer:
        """The links that a model made of an answer's reasoning, each also judged as a claim."""
        claims = [
            claim
            for link in links.links
            for claim in self._judge.judged(
                verbalise(link.subject, link.relation, link.object), answer.question
            )
        ]
        return ReadAnswer(answer, links.links, tuple(claims), links.unread, links.cut_off)

    def score_all(self, answers: Sequence[ReadAnswer]) -> Iterator[ScoredAnswer]:
        """Both scores of each answer, in order. All texts are encoded together."""
        within = [_within(one.answer) for one in answers]
        graphs = [OutputGraph(one.links, facts) for one, facts in zip(answers, within, strict=True)]
        for one, paper in zip(answers, self._paper.score_all(graphs), strict=True):
            pointed = pointed_claims(one.answer, one.claims, self.graph)
            grounded, alone = GroundedScore.of(one.claims), self._alone(one.answer)
            certificate = None if one.failed else self._certifier.certificate(one.claims)
            yield ScoredAnswer(one, paper, grounded, pointed, alone, self.graph.kg, certificate)

    def _alone(self, answer: DomainAnswer) -> JudgedAnswer | None:
        if not answer.predicted or not answer.question:
            return None
        return judge_answer(self._judge, answer.question, answer.predicted, answer.options)
