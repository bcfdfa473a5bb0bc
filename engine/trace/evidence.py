"""What was found for a question: facts, the chains over them, and the documents that they vote for.

Reference: TRACE the Evidence, Section 3.4.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ..counted import counted
from .questions import Sentence, TraceQuestion
from .sources import SourceDocument
from .terms import Chain, ChainFact, DocumentFact, StoredFact

_DECIMALS = 4  # of scores in rows


class VotedDocument(NamedTuple):
    """A document, and how many facts of the chains come from it; a fact counts in each of its chains."""

    document: SourceDocument
    votes: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was found for a question.

    Attributes:
        facts: all that its documents state, in their order; over a graph, all that was offered to its chains.
        chains: best first; their facts are places in `facts`. None where there are no facts, or where the
            selector failed.
        documents: by id; all that the facts of its chains come from are among them. One object for questions
            over one collection, so that of many documents nothing is gone through for each question.
        failures: why facts or chains are missing, one sentence each.
        reached: documents by id, with how likely the best chain was to go on to each; see
            `ChainsOfQuestion`. None over a graph.
    """

    question: TraceQuestion
    facts: Sequence[ChainFact]
    chains: tuple[Chain, ...]
    documents: Mapping[str, SourceDocument]
    failures: tuple[str, ...] = ()
    reached: Mapping[str, float] = field(default_factory=dict)

    def __repr__(self) -> str:
        told = f"{counted(len(self.chains), 'chain')} of {counted(len(self.facts), 'fact')}"
        return f"<Evidence for {self.question.question!r}: {told}>"

    def facts_of(self, chain: Chain) -> tuple[ChainFact, ...]:
        """The facts of a chain, in their order."""
        return tuple(self.facts[place] for place in chain.facts)

    def voted(self) -> list[VotedDocument]:
        """The documents that the chains rest on, most votes first; of as many, the best chain's first."""
        votes = Counter(
            place.document for chain in self.chains for fact in self.facts_of(chain) for place in fact.places
        )
        return [VotedDocument(self.documents[document], count) for document, count in votes.most_common()]

    def ranked(self) -> list[str]:
        """The ids of the documents that chains came near to, the likeliest first, in a chain or not."""
        return sorted(self.reached, key=lambda document: -self.reached[document])

    def chain_facts(self) -> list[ChainFact]:
        """The distinct facts of all chains, in the order of the chains."""
        return [self.facts[place] for place in dict.fromkeys(p for chain in self.chains for p in chain.facts)]

    def sentences(self, chains: Sequence[Chain] | None = None) -> frozenset[Sentence]:
        """The sentences that chains rest on; all chains without an argument."""
        chosen = self.chains if chains is None else chains
        return frozenset(
            Sentence(place.document, place.sentence)
            for chain in chosen
            for fact in self.facts_of(chain)
            for place in fact.places
        )

    def chain_row(self, chain: Chain) -> dict[str, Any]:
        """A chain with the evidence of each fact, as values of JSON."""
        return {
            "score": round(chain.score, _DECIMALS),
            "ended": chain.ended,
            "facts": [_evidence_row(fact, self.documents) for fact in self.facts_of(chain)],
        }


def _evidence_row(fact: ChainFact, documents: Mapping[str, SourceDocument]) -> dict[str, Any]:
    """Of a graph's fact, its triple and the places where documents state it; else the place alone."""
    rows = [_place_row(place, documents[place.document]) for place in fact.places]
    if not isinstance(fact, StoredFact):
        return rows[0]
    head, relation, tail = fact.fact.triple
    triple = {"key": fact.fact.key, "head": head, "relation": relation, "tail": tail}
    return {"text": fact.text, **triple, "sources": rows}


def _place_row(fact: DocumentFact, source: SourceDocument) -> dict[str, Any]:
    return {
        "text": fact.text,
        "document": fact.document,
        "title": source.title,
        "sentence": fact.sentence,
        "sentence_text": " ".join(source.sentence(fact.sentence).split()) if source.sentences else "",
        "start": fact.start,
        "end": fact.end,
        "place": source.document.place_at(fact.start),
        "verbatim": fact.verbatim,
    }
