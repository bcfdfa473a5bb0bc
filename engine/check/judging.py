"""The answers of a batch, judged together: each claim by all documents, each citation by what it cites."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from .cases import AnswerCase
from .chain import chain_outcome
from .citations import cited_documents, missing_documents
from .evidence import excerpts_of
from .graph import GraphReading, Opinion
from .holding import Held, Weighed, near_all, questions_of, weigh
from .judge import SupportJudge
from .library import Library
from .questions import Question
from .read_answer import ReadSentence
from .reasons import reason_of
from .verdicts import (
    By,
    CheckedAnswer,
    CheckedCitation,
    CheckedClaim,
    CheckedSentence,
    CitationStatus,
    Status,
    worst,
)

_CITED: dict[Status, CitationStatus] = {
    "supported": "supports",
    "contradicted": "contradicts",
    "not_found": "does_not_support",
}


@dataclass(frozen=True)
class ReadCase:
    """An answer as it was read, with the documents that it is held against."""

    case: AnswerCase
    sentences: Sequence[ReadSentence]
    library: Library

    @cached_property
    def claims(self) -> list[Held]:
        """All claims, each against all documents."""
        return [Held(clause.said, self.library) for sentence in self.sentences for clause in sentence.clauses]

    @cached_property
    def cited(self) -> list[list[list[int]]]:
        """For each sentence and each of its citations the places of the documents that it means."""
        documents = self.library.documents
        return [
            [cited_documents(citation, documents) for citation in sentence.statement.cites]
            for sentence in self.sentences
        ]

    @cached_property
    def claims_by_cited(self) -> list[Held]:
        """The claims of sentences that cite a document, each against all that its sentence cites."""
        found: list[Held] = []
        for sentence, cited in zip(self.sentences, self.cited, strict=True):
            if any(cited):
                within = self.library.of_documents(place for one in cited for place in one)
                found += (Held(clause.said, self.library, within) for clause in sentence.clauses)
        return found


class CheckedBatch(NamedTuple):
    """Answers whose claims go to the judge together.

    Attributes:
        shown: sentences that the judge sees of a claim.
        kg: the graph that they are held against too; empty without one.
    """

    cases: Sequence[ReadCase]
    judge: SupportJudge
    shown: int
    kg: str = ""

    def questions(self) -> Iterator[Question]:
        """What the judge is asked first about the claims, and about what they cite."""
        held = self._held()
        yield from dict.fromkeys(questions_of(held, near_all(held, self.shown)))

    def checked(self, graph: Sequence[GraphReading]) -> list[CheckedAnswer]:
        """The verdicts, in the order of the answers, by what a graph says of each too."""
        weighed = iter(weigh(self._held(), self.judge, self.shown))
        return [self._answer(one, weighed, told) for one, told in zip(self.cases, graph, strict=True)]

    def _held(self) -> list[Held]:
        return [claim for one in self.cases for claim in (*one.claims, *one.claims_by_cited)]

    def _answer(self, read: ReadCase, weighed: Iterator[Weighed], graph: GraphReading) -> CheckedAnswer:
        """The verdict on an answer, whose claims come next, and behind them those by what they cite."""
        claims = [next(weighed) for _ in read.claims]
        by_cited = [next(weighed) for _ in read.claims_by_cited]
        failure = next((one.failure for one in (*claims, *by_cited) if one.failure), "")
        sentences = () if failure else tuple(_sentences(read, iter(claims), iter(by_cited), graph))
        case, documents = read.case, read.library.documents
        outcome = chain_outcome(case.answer, case.question, case.gold_answers, sentences)
        evidence = (one for sentence in sentences for claim in sentence.claims for one in claim.evidence)
        return CheckedAnswer(
            case.id,
            case.question,
            case.answer,
            sentences,
            len(documents),
            self.judge.name,
            case.model,
            self.kg,
            failure,
            outcome if case.is_chain and not failure else None,
            excerpts_of(evidence, [document.text for document in documents]),
            None if failure else graph.certificate,
        )


def _sentences(
    read: ReadCase, claims: Iterator[Weighed], by_cited: Iterator[Weighed], graph: GraphReading
) -> Iterator[CheckedSentence]:
    for number, (sentence, cited) in enumerate(zip(read.sentences, read.cited, strict=True), 1):
        statement = sentence.statement
        judged = tuple(
            _claim(clause.text, clause.said, next(claims), graph.opinion(statement, clause.text))
            for clause in sentence.clauses
        )
        by_what_it_cites = [next(by_cited) for _ in sentence.clauses] if any(cited) else []
        citations = tuple(_citations(sentence, read.library, cited, by_what_it_cites))
        yield CheckedSentence(
            number, statement.text, statement.start, statement.end, statement.no_claim, judged, citations
        )


def _citations(
    sentence: ReadSentence, library: Library, cited: Sequence[Sequence[int]], weighed: Sequence[Weighed]
) -> Iterator[CheckedCitation]:
    """What comes of the citations of a sentence; of one that claims nothing, those that are not there."""
    status = worst(one.chances.likeliest for one in weighed)
    chance = min((one.chances.supported for one in weighed), default=None)
    for citation, places in zip(sentence.statement.cites, cited, strict=True):
        documents = tuple(library.documents[place].id for place in places)
        missing = missing_documents(citation, library.documents)
        if not places:
            yield CheckedCitation(citation.text, (), "not_there", missing=missing)
        elif status is not None:
            yield CheckedCitation(citation.text, documents, _CITED[status], chance, missing)


def _claim(text: str, said: str, weighed: Weighed, graph: Opinion) -> CheckedClaim:
    """A claim by documents and graph: what the graph alone knows decides, else the documents do."""
    by = _decides(weighed.chances.likeliest, graph.status)
    status = graph.status if by == "graph" and graph.status else weighed.chances.likeliest
    reason = reason_of(status, by, graph.status, weighed.evidence)
    return CheckedClaim(
        text, said, status, weighed.chances, weighed.evidence, reason, by, graph.status, graph.facts
    )


def _decides(documents: Status, graph: Status | None) -> By:
    """Who decides on a claim, by the status that each gives it."""
    if graph is None:
        return "documents"
    if documents == "not_found":
        return "graph"
    return "both" if graph == documents else "documents"
