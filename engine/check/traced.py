"""An answer of a trace, held against the documents that it was read from."""

from ..terms import Document
from ..trace.pipeline import Answered
from ..trace.reading import GRAPH_METHODS
from ..trace.sources import SourceDocument
from .cases import AnswerCase
from .checker import Checker
from .verdicts import CheckedAnswer


def check_traced(checker: Checker, answered: Answered) -> CheckedAnswer | None:
    """Hold the first answer of a trace against what it was read from; None where there is no answer.

    An answer from chains, or from memory, is held against the documents that the chains rest on, or against
    their facts where no document states them; one from documents against all that the question came with. A
    reply without a verb ("Hamilton") is held behind its question, as "question Hamilton"; any other as it
    stands. `said` of each claim tells what was held.

    Args:
        checker: may have documents of its own, which answers are held against too.

    Raises:
        As `Checker.check` does.
    """
    if answered.answer is None:
        return None
    question = answered.evidence.question
    case = AnswerCase(
        question.id, answered.answer, question.question, tuple(_read_from(answered)), answers_briefly=True
    )
    (checked,) = checker.check_all([case])
    return checked


def _read_from(answered: Answered) -> list[SourceDocument]:
    evidence = answered.evidence
    if answered.readings[0].method not in GRAPH_METHODS:
        return list(evidence.question.documents)
    stated = [voted.document for voted in evidence.voted()]
    return stated or [
        SourceDocument(Document(str(number), "", fact.text))
        for number, fact in enumerate(evidence.chain_facts(), 1)
    ]
