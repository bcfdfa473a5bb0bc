"""Chains over the facts of a stored graph: millions of them, of which each step sees a few.

What a step is offered comes from two sides, which take turns in filling its K options: from the facts of the
entities that the question and the chain mention, and from all facts of the graph by its vector index. Vectors
are those of the graph; only questions, with their chains, are encoded. Entities that are known by nothing but
their names, as those of documents, are met in any spelling of these (case, accents, width, white space).

Reference: TRACE the Evidence, Section 3.3, carried over from documents to a graph.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...ext.beams import Bools
from ..errors import EncoderError, InputError, command
from ..names import normalise
from ..store.protocol import EncoderIdentity, GraphStore, Scored
from ..terms import Entity, Fact
from ..text.encoder import Encoder
from .mentioned import mentioned_entities
from .offering import Offer, OpenChains
from .ranking import Floats, encode_distinct, query_text
from .settings import ChainSettings
from .terms import ChainFact, StoredFact

Found = Sequence[Sequence[Scored[Fact]]]
"""What was found for each chain, best first."""


@dataclass(frozen=True, slots=True)
class StoredFacts:
    """The facts of a graph in a store."""

    store: GraphStore
    kg: str

    def check(self, encoder: Encoder) -> None:
        """Refuse an encoder that did not make the graph's vectors.

        Raises:
            EncoderError: another one did, or none.
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        made_by = self.store.graph(self.kg).encoder
        if made_by is None:
            raise EncoderError(f"graph {self.kg!r} has no vectors yet; run: {command('embed', self.kg)}")
        if made_by != EncoderIdentity(encoder.model_id, encoder.dimensions):
            raise EncoderError(
                f"graph {self.kg!r} was embedded with {made_by.model_id} ({made_by.dimensions} dimensions), "
                f"not with {encoder.model_id} ({encoder.dimensions}); name that encoder (--encoder)"
            )

    def batch(self, questions: Sequence[str], encoder: Encoder, settings: ChainSettings) -> "StoredBatch":
        """What the chains of some questions are offered; nothing is read before the first offer.

        Raises:
            InputError: there is no ranker, and so no bound on the facts (`ChainSettings.candidates`).
        """
        if settings.candidates is None:
            raise InputError(
                f"graph {self.kg!r} has no few facts to offer without a ranker; say how many candidates"
            )
        # So many that K are left when those that a chain has are taken away.
        return StoredBatch(self, questions, encoder, settings.candidates + settings.longest)


class StoredBatch:
    """The facts of a graph for the questions of one batch; see `FactSource`.

    What was offered to a question stays in memory until its batch is done: at most 2 (K + L) facts for each
    chain and step.
    """

    def __init__(
        self, graph: StoredFacts, questions: Sequence[str], encoder: Encoder, asked_for: int
    ) -> None:
        """
        Args:
            asked_for: the most facts that are read for each chain and step, in each of two ways.
        """
        self._graph = graph
        self.questions = questions
        self._encoder = encoder
        self._asked_for = asked_for
        self._pools = [_Pool(np.empty((0, encoder.dimensions), np.float32)) for _ in questions]
        self._mentioned: list[list[str]] | None = None
        self._namesakes: dict[str, list[str]] = {}

    def offers(self, opened: Sequence[OpenChains], /) -> list[Offer]:
        store, kg = self._graph.store, self._graph.kg
        if self._mentioned is None:
            self._mentioned = mentioned_entities(store, kg, self.questions)
        chains = [(one.question, chain) for one in opened for chain in one.chains]
        queries = encode_distinct(
            self._encoder.queries, [query_text(self.questions[question], chain) for question, chain in chains]
        )
        entities = [
            [*self._mentioned[question], *ids]
            for (question, _), ids in zip(chains, self._entities([chain for _, chain in chains]), strict=True)
        ]
        around = store.nearest_facts_of(kg, entities, queries, self._asked_for)
        near = store.nearest_facts(kg, queries, self._asked_for)
        self._gather([question for question, _ in chains], [around, near])
        offers, start = [], 0
        for one in opened:
            part = slice(start, start + len(one.chains))
            start = part.stop
            offers.append(self._offer(self._pools[one.question], queries[part], [around[part], near[part]]))
        return offers

    def _entities(self, chains: Sequence[tuple[ChainFact, ...]]) -> list[list[str]]:
        """The ids of each chain's entities, and of those that are the same in another spelling."""
        ends = [list(_ends(chain)) for chain in chains]
        if self._graph.store.identity(self._graph.kg).on:  # what is one thing was found before, and decided
            return [list(dict.fromkeys(end.id for end in of_chain)) for of_chain in ends]
        spelled = {end.label for of_chain in ends for end in of_chain if _is_its_name(end)}
        new = sorted(spelled - self._namesakes.keys())
        found = self._graph.store.entities_named(self._graph.kg, new) if new else []
        for name, bearers in zip(new, found, strict=True):
            self._namesakes[name] = [entity.id for entity in bearers if _is_its_name(entity)]
        return [
            list(dict.fromkeys(id_ for end in of_chain for id_ in (end.id, *self._of_that_name(end))))
            for of_chain in ends
        ]

    def _of_that_name(self, entity: Entity) -> Sequence[str]:
        return self._namesakes[entity.label] if _is_its_name(entity) else ()

    def _gather(self, questions: Sequence[int], ways: Sequence[Found]) -> None:
        """Put what was found for the chains of some questions into the pools of these, with its vectors."""
        new: dict[int, dict[str, Fact]] = {}
        for found in ways:
            for question, scored in zip(questions, found, strict=True):
                held = self._pools[question].place
                added = new.setdefault(question, {})
                added |= {one.item.key: one.item for one in scored if one.item.key not in held}
        keys = list(dict.fromkeys(key for added in new.values() for key in added))
        row = {key: at for at, key in enumerate(keys)}
        vectors = self._graph.store.fact_vectors(self._graph.kg, keys)
        for question, added in new.items():
            self._pools[question].add(list(added.values()), vectors[[row[key] for key in added]])

    def _offer(self, pool: "_Pool", queries: Floats, ways: Sequence[Found]) -> Offer:
        if pool.question is None:  # the first step: the only chain has no facts, its query is the question
            pool.question = queries[0]
        return Offer(
            facts=tuple(pool.facts),
            alike=np.array(pool.alike, np.int32),
            relevance=np.ascontiguousarray(queries @ pool.vectors.T, np.float32),
            to_question=pool.vectors @ pool.question,
            ways=tuple(map(pool.among, ways)),
        )


class _Pool:
    """What was offered to one question so far.

    Attributes:
        facts, vectors: in the order of their arrival.
        place: of each fact, by its key.
        alike: a number for each fact, the same for facts of one text.
        question: the question's vector, once it is known.
    """

    def __init__(self, vectors: Floats) -> None:
        self.facts: list[StoredFact] = []
        self.vectors = vectors
        self.place: dict[str, int] = {}
        self.alike: list[int] = []
        self.question: Floats | None = None
        self._number: dict[str, int] = {}

    def add(self, facts: Sequence[Fact], vectors: Floats) -> None:
        for fact in facts:
            self.place[fact.key] = len(self.facts)
            self.facts.append(StoredFact(fact))
            self.alike.append(self._number.setdefault(fact.text, len(self._number)))
        self.vectors = np.concatenate([self.vectors, vectors])

    def among(self, found: Found) -> Bools:
        """(chains, facts) which facts were found for each chain."""
        there = np.zeros((len(found), len(self.facts)), np.bool_)
        for row, scored in enumerate(found):
            there[row, [self.place[one.item.key] for one in scored]] = True
        return there


def _ends(chain: Sequence[ChainFact]) -> Iterator[Entity]:
    """The entities of a chain."""
    for fact in chain:
        if isinstance(fact, StoredFact):
            yield from (fact.fact.head, fact.fact.tail)


def _is_its_name(entity: Entity) -> bool:
    """Whether nothing but its name tells an entity from others, as where documents state facts."""
    return normalise(entity.id) == normalise(entity.label)
