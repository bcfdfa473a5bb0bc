"""An answer taken apart: its sentences, what each claims, and what it cites."""

from typing import NamedTuple

from ..language.tokens import Tokens
from .claims import Clause, clauses_of
from .references import Spoken, spoken_of
from .statements import Statement, statements_of
from .verbs import is_verb


class ReadSentence(NamedTuple):
    """A sentence of an answer with its claims; none where it states nothing."""

    statement: Statement
    clauses: tuple[Clause, ...]


def read_answer(answer: str, question: str = "") -> list[ReadSentence]:
    """The sentences of an answer, in order; a claim that opens with a pronoun names what that stands for.

    Args:
        question: what a sentence without a verb ("Hamilton.") is read behind; as it stands when empty.
    """
    found: list[ReadSentence] = []
    before: list[Spoken] = []
    for statement in statements_of(answer):
        if statement.no_claim is not None:
            found.append(ReadSentence(statement, ()))
            continue
        if question and not _has_verb(statement.said):
            clause = Clause(statement.said, f"{question} {statement.said}")
            found.append(ReadSentence(statement, (clause,)))
            continue
        found.append(ReadSentence(statement, tuple(clauses_of(statement.said, before))))
        before.append(spoken_of(found[-1].clauses[0].said))
    return found


def _has_verb(said: str) -> bool:
    """Whether a sentence has a verb; a word with a capital ("May", "Will Smith") is none."""
    tokens = Tokens.of(said)
    return any(is_verb(tokens, at) for at in range(len(tokens.normal)) if at not in tokens.capitals)
