"""An answer taken apart: its sentences, what each claims, and what it cites."""

from collections.abc import Sequence
from typing import NamedTuple

from .claims import Clause, clauses_of
from .references import named_again
from .statements import Statement, statements_of


class ReadSentence(NamedTuple):
    """A sentence of an answer with its claims; none where it states nothing."""

    statement: Statement
    clauses: tuple[Clause, ...]


def read_answer(answer: str) -> list[ReadSentence]:
    """The sentences of an answer, in order; a claim that opens with a pronoun names what that stands for."""
    found: list[ReadSentence] = []
    before: list[str] = []
    for statement in statements_of(answer):
        if statement.no_claim is not None:
            found.append(ReadSentence(statement, ()))
            continue
        found.append(ReadSentence(statement, tuple(_clauses(statement, before))))
        before.append(found[-1].clauses[0].said)
    return found


def _clauses(statement: Statement, before: Sequence[str]) -> list[Clause]:
    """The clauses of a sentence, the first of which may speak of what the sentences before it named."""
    return clauses_of(named_again(statement.said, before))
