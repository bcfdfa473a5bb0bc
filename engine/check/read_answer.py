"""An answer taken apart: its sentences, what each claims, and what it cites."""

from typing import NamedTuple

from .claims import Clause, clauses_of
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
        found.append(ReadSentence(statement, tuple(clauses_of(statement.said, before))))
        before.append(found[-1].clauses[0].said)
    return found
