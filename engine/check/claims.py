"""The claims of a sentence: what can be judged by itself."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ..language.rules import words_in
from ..language.tokens import Tokens
from .references import Spoken, named_again, spoken_of
from .verbs import is_verb

_LOOKED_AT = 12  # words of a clause in which its verb stands
_SUBJECT = 6  # words
_words = partial(words_in, "words")


class Clause(NamedTuple):
    """A part of a sentence that states something of its own.

    Attributes:
        text: as it stands in the sentence.
        said: as it is judged: a pronoun that it opens with is replaced by what it stands for.
    """

    text: str
    said: str


def clauses_of(said: str, before: Sequence[Spoken] = ()) -> list[Clause]:
    """The clauses of a sentence that have a subject and a verb of their own; one where it cannot be parted.

    Args:
        before: what the sentences before it speak of, in order; the clauses may speak of these.

    >>> [clause.said for clause in clauses_of("Ann lives in Ely, and she owns a mill; Max is a potter.")]
    ['Ann lives in Ely', 'Ann owns a mill', 'Max is a potter.']
    """
    tokens = Tokens.of(said)
    spans = tokens.spans()
    aside = {at for start, end in tokens.brackets() for at in range(start, end)}
    cuts = [at for at in range(len(tokens.surface)) if at not in aside and _may_cut(tokens, at)]
    parts: list[str] = []
    begins = 0
    for cut in cuts:
        behind = cut + 1 + _joins(tokens, cut + 1)
        if _states(tokens, begins, cut) and _states(tokens, behind, len(tokens.normal), own_subject=True):
            parts.append(said[spans[begins][0] : spans[cut - 1][1]])
            begins = behind
    parts.append(said[spans[begins][0] if begins else 0 :])
    return list(_clauses(parts, list(before)))


def _clauses(parts: Sequence[str], before: list[Spoken]) -> Iterator[Clause]:
    """Each part of a sentence as it is judged; it may speak of what the parts before it speak of."""
    for text in parts:
        clause = Clause(text, named_again(text, before))
        before.append(spoken_of(clause.said))
        yield clause


def _may_cut(tokens: Tokens, at: int) -> bool:
    """Whether a new clause may begin behind a mark or a word: ";", ", and", "while"."""
    return tokens.surface[at] == ";" or (tokens.surface[at] == "," and _joins(tokens, at + 1))


def _joins(tokens: Tokens, at: int) -> bool:
    return tokens.normal[at : at + 1] != [] and tokens.normal[at] in _words("but")


def _states(tokens: Tokens, start: int, end: int, *, own_subject: bool = False) -> bool:
    """Whether words are a clause: something, and behind it a verb.

    Args:
        own_subject: whether the subject has to be named: "and died" goes on with the one before.
    """
    verb = next((at for at in range(start, min(end, start + _LOOKED_AT)) if is_verb(tokens, at)), None)
    if verb is None or verb == start or tokens.normal[start] in _words("who"):
        return False
    return not own_subject or verb - start <= _SUBJECT
