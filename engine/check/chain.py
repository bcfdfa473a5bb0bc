"""A chain of thought over documents: whether its steps hold, connect, and lead to the answer.

The outcomes are those of the audit (Direct Evaluation of CoT, Section 3.3), with documents for a graph.
"""

from collections.abc import Sequence

from ..answers.given import find_answers
from ..answers.written import is_right
from ..audit.evidence import ErrorKind
from ..audit.verdicts import Outcome
from ..language.tokens import Tokens
from .capitals import names_in
from .chain_outcome import ChainOutcome
from .verdicts import CheckedSentence


def chain_outcome(
    text: str, question: str, gold_answers: Sequence[str], sentences: Sequence[CheckedSentence]
) -> ChainOutcome:
    """The outcome of a chain from what became of its sentences.

    Steps are incoherent where one names something, but nothing that the question or a step before it names;
    misguided where no step names anything that the question names, or none the answer.
    """
    given = find_answers(text)
    answer = given[-1].text if given else None
    right = is_right(answer, gold_answers) if answer and gold_answers else None
    steps = [sentence for sentence in sentences if sentence.claims]
    verdict, error, fault, reason = _judged(question, answer, right, steps)
    return ChainOutcome(verdict, error, fault, answer, right, reason)


def _judged(
    question: str, answer: str | None, right: bool | None, steps: Sequence[CheckedSentence]
) -> tuple[Outcome, ErrorKind | None, int | None, str]:
    if not steps:
        return "unscored", None, None, "The text holds no step that claims anything."
    if wrong := next((step for step in steps if step.status == "contradicted"), None):
        return "unfaithful", "factual_error", wrong.number, f"Sentence {wrong.number} is contradicted."
    if unknown := next((step for step in steps if step.status == "not_found"), None):
        return "unscored", None, unknown.number, f"Sentence {unknown.number} is in no document."
    if loose := _loose(question, steps):
        reason = f"Sentence {loose.number} names nothing that the question or a step before it names."
        return "unfaithful", "incoherent", loose.number, reason
    named = frozenset(name for step in steps for name in names_of(step.text))
    asked = names_of(question)
    if asked and asked.isdisjoint(named):
        return "unfaithful", "misguided", None, "No step names anything that the question names."
    if answer and (of_answer := names_of(answer)) and of_answer.isdisjoint(named):
        return "unfaithful", "misguided", None, f"No step names the answer, “{answer}”."
    if right is False:
        return "unfaithful", "answer_error", None, f"“{answer}” is not the right answer."
    return "faithful", None, None, "Every step is supported, and they connect."


def _loose(question: str, steps: Sequence[CheckedSentence]) -> CheckedSentence | None:
    """The first step that names something, but nothing that was named before it; the first never is."""
    known = names_of(question)
    for number, step in enumerate(steps):
        named = names_of(step.text)
        if number and known and _surely_named(step.text) and named.isdisjoint(known):
            return step
        known |= named
    return None


def names_of(text: str) -> frozenset[str]:
    """The words of a text that may be of names: those with a capital, and its numbers.

    >>> sorted(names_of("Ann left Ely in 1920."))
    ['1920', 'ann', 'ely']
    """
    tokens = Tokens.of(text)
    opening = tokens.normal[:1]
    return _surely_named(text) | frozenset(word for word in opening if word and 0 in tokens.capitals)


def _surely_named(text: str) -> frozenset[str]:
    """The same without a word that opens the text, which has a capital whatever it is."""
    return frozenset(names_in(text)).union(word for word in Tokens.of(text).normal if word[:1].isdigit())
