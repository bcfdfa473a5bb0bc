"""The paper's coherence score, to the letter: output links against input links of the same two entities.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Section 3.4.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..errors import InputError
from ..language.rules import FIRST, SECOND
from ..language.tokens import name_key
from ..terms import Entity, Fact, RelationTraits
from .graph import DomainGraph
from .links import OutputLink

LinkStatus = Literal["coherent", "weak", "reversed", "unjoined", "unknown_entity"]
Row = dict[str, Any]

LINK_THRESHOLD = 0.5
"""Coherence below which a link sets the score of its answer to zero; the paper names no value."""
ENTITY_THRESHOLD = 0.9
"""Cosine from which the node of the nearest name is the entity of a link; the paper names none."""

_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class PaperSettings:
    """Thresholds of the score, both cosines in [-1, 1].

    Raises:
        InputError: a value outside its range.
    """

    link_threshold: float = LINK_THRESHOLD
    entity_threshold: float = ENTITY_THRESHOLD

    def __post_init__(self) -> None:
        for name in ("link_threshold", "entity_threshold"):
            if not -1 <= getattr(self, name) <= 1:
                raise InputError(f"{name} is {getattr(self, name):g}; it must be from -1 to 1")


USUAL = PaperSettings()


@dataclass(frozen=True, slots=True)
class ScoredLink:
    """An output link beside the input link of the same two entities.

    Attributes:
        status: "coherent"; "weak": below the threshold; "reversed": the graph joins the two only the other
            way round, between things of one kind, where that is another claim; "unjoined": the graph knows
            both and joins them by no fact; "unknown_entity": it does not know one of them.
        coherence: the cosine of the two links' texts, in [0, 1]; 0 where there is no input link.
        subject, object: what they mean, None where the graph does not know them.
        fact: the input link; of several the one with the highest cosine.
    """

    link: OutputLink
    status: LinkStatus
    coherence: float
    subject: Entity | None
    object: Entity | None
    fact: Fact | None

    def to_dict(self) -> Row:
        """As values of JSON."""
        ends = {"subject_id": self.subject, "object_id": self.object}
        return {
            "subject": self.link.subject,
            "relation": self.link.relation,
            "object": self.link.object,
            "status": self.status,
            "coherence": round(self.coherence, _DECIMALS),
            **{name: entity.id if entity else None for name, entity in ends.items()},
            "fact": self.fact.key if self.fact else None,
            "fact_text": self.fact.text if self.fact else None,
        }


@dataclass(frozen=True, slots=True)
class PaperScore:
    """The score of one answer.

    Attributes:
        mean: of the links' coherence, in [0, 1]; None without links.
        score: the same, or 0 when any link is below the threshold.
    """

    links: tuple[ScoredLink, ...]
    mean: float | None
    score: float | None

    def to_dict(self) -> Row:
        """As values of JSON."""
        return {
            "score": None if self.score is None else round(self.score, _DECIMALS),
            "mean": None if self.mean is None else round(self.mean, _DECIMALS),
            "links": [link.to_dict() for link in self.links],
        }


@dataclass(frozen=True, slots=True)
class OutputGraph:
    """The links of one answer, and the keys of the input graph's facts; all facts of the graph for None."""

    links: Sequence[OutputLink]
    within: Collection[str] | None = None


class PaperScorer:
    """Scores output graphs against one input graph."""

    def __init__(self, graph: DomainGraph, traits: RelationTraits, settings: PaperSettings = USUAL) -> None:
        """
        Args:
            traits: which relations are symmetric; these cannot be said the wrong way round.
        """
        self._graph = graph
        self._traits = traits
        self.settings = settings
        self._known: dict[str, int | None] = {}

    def score_all(self, graphs: Sequence[OutputGraph]) -> list[PaperScore]:
        """One score a graph, in order. All texts are encoded together."""
        self._meet(name for graph in graphs for link in graph.links for name in (link.subject, link.object))
        joined = [[self._facts(link, graph.within) for link in graph.links] for graph in graphs]
        texts = [link.text for graph in graphs for link in graph.links]
        texts += [fact.text for of_one in joined for facts in of_one for fact in facts]
        distinct = {text: row for row, text in enumerate(dict.fromkeys(texts))}
        vectors = self._graph.encoder.encode(list(distinct))

        def cosine(link: OutputLink, fact: Fact) -> float:
            return float(np.clip(vectors[distinct[link.text]] @ vectors[distinct[fact.text]], 0.0, 1.0))

        scores: list[PaperScore] = []
        for graph, facts_of_links in zip(graphs, joined, strict=True):
            links = [
                self._scored(link, [(cosine(link, fact), fact) for fact in facts])
                for link, facts in zip(graph.links, facts_of_links, strict=True)
            ]
            scores.append(self._total(links))
        return scores

    def _total(self, links: Sequence[ScoredLink]) -> PaperScore:
        """The mean of all links; zero if any is below the threshold: a wrong step falsifies the rest."""
        if not links:
            return PaperScore((), None, None)
        mean = sum(link.coherence for link in links) / len(links)
        broken = any(link.coherence < self.settings.link_threshold or link.fact is None for link in links)
        return PaperScore(tuple(links), mean, 0.0 if broken else mean)

    def _scored(self, link: OutputLink, joined: Sequence[tuple[float, Fact]]) -> ScoredLink:
        subject, object = (self._entity(name) for name in (link.subject, link.object))
        if subject is None or object is None:
            return ScoredLink(link, "unknown_entity", 0.0, subject, object, None)
        if not joined:
            return ScoredLink(link, "unjoined", 0.0, subject, object, None)
        coherence, fact = max(joined, key=lambda pair: pair[0])
        status: LinkStatus = "coherent"
        if coherence < self.settings.link_threshold:
            status = "weak"
        if all(self._is_reversed(link, subject, object, fact) for _, fact in joined):
            status = "reversed"
        return ScoredLink(link, status, coherence, subject, object, fact)

    def _is_reversed(self, link: OutputLink, subject: Entity, object: Entity, fact: Fact) -> bool:
        """Whether a fact runs against what a link says.

        Between things of different types the types tell who is who, whatever comes first in the text.
        """
        one_kind = set(subject.types) & set(object.types) or not (subject.types and object.types)
        if not one_kind or fact.relation in self._traits.symmetric:
            return False
        rank = self._graph.view.relation_rank(fact.relation) or 0
        words = (FIRST, *name_key(link.relation).split(), SECOND)
        along = 1 if fact.head.id == subject.id else -1
        return (self._graph.readable.matcher.way(words, rank) or 1) == -along

    # -- entities and their facts

    def _meet(self, names: Iterable[str]) -> None:
        """Find the nodes of names that were not met before, by meaning; without vectors by name."""
        graph = self._graph
        new = [name for name in dict.fromkeys(names) if name not in self._known]
        if len(self._known) + len(new) > _MOST_KNOWN:
            self._known.clear()
        if not graph.embedded:
            self._known |= {name: next(iter(graph.readable.nodes(name)), None) for name in new}
            return
        found = graph.store.nearest_entities(graph.kg, graph.encoder.encode(new), 1) if new else []
        for name, nearest in zip(new, found, strict=True):
            near = bool(nearest) and nearest[0].score >= self.settings.entity_threshold
            self._known[name] = graph.readable.ids[nearest[0].item.id] if near else None

    def _entity(self, name: str) -> Entity | None:
        node = self._known[name]
        return None if node is None else self._graph.entity(node)

    def _facts(self, link: OutputLink, within: Collection[str] | None) -> list[Fact]:
        """The input links of the two entities of an output link, in either direction."""
        ends = self._known[link.subject], self._known[link.object]
        if ends[0] is None or ends[1] is None or ends[0] == ends[1]:
            return []
        facts = self._graph.facts_between(ends[0], ends[1])
        return [fact for fact in facts if within is None or fact.key in within]


_MOST_KNOWN = 200_000
