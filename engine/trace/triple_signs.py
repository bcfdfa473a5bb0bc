"""What speaks for each triple, and for the end of a chain of triples: names, relations and kinds of tails.

`bench/trace_triple_weights.py` fitted the weights; `bench/trace_next.py` measures on choices of people.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ..answers.kinds import is_number
from ..language.function_words import words_of
from ..matching.cued import cued
from ..text.encoder import Encoder
from .question_words import Read, read, stems
from .selection import Choice, Floats
from .terms import ChainFact

_KEPT = 20_000


class TripleWeights(NamedTuple):
    """What each sign is worth, in natural logarithms of odds: of an option, then of the end.

    A head is met where the chain already has a triple of it. A value is a date, a number or an amount.

    Attributes:
        to_question: for each unit of the triple's inner product with the question.
        relevance: the same, with question and chain.
        adds: for the share of the question's words that the triple says and the chain does not: its own
            words, and those that ask of its relation. A word that tells of what kind a named thing is, as in
            "the film Inception", asks of nothing.
        named: the question names the head, which was not met.
        named_first: the same, and it names no other such head before.
        named_again: the question names the head, which was met.
        onward: it does not, but the last triple of the chain does; the head was not met.
        onward_early: neither does, but an earlier triple.
        again: the head was met, and the question does not name it.
        parallel: the head was not met, question or chain names it, and the chain has this relation of another
            thing: where two are compared.
        value: the tail is a value that the question does not ask for.
        value_asked: it is one, and the question asks for one.
        asks: words that are still open in the question ask of the relation.
        asks_like: for each unit of the inner product of the relation's label with the question's words, but
            for names and words for kinds; whether they are open or not.
        end_after_1, end_after_2, end_later: that the chain ends with one triple, with two, with more.
        end_covered: for the share of the question's words that the chain says.
        end_named_left: there is an option whose head the question names and which was not met.
        end_value_missing: the question asks for a value, and no triple of the chain has one.
    """

    to_question: float = 0.39
    relevance: float = 1.59
    adds: float = 4.76
    named: float = 1.87
    named_first: float = 2.31
    named_again: float = -0.48
    onward: float = 3.49
    onward_early: float = 5.69
    again: float = -0.24
    parallel: float = 1.61
    value: float = -1.62
    value_asked: float = 0.49
    asks: float = 2.17
    asks_like: float = 4.16
    end_after_1: float = -0.97
    end_after_2: float = 3.35
    end_later: float = 3.46
    end_covered: float = 3.84
    end_named_left: float = 2.22
    end_value_missing: float = -1.14


_OF_END = TripleWeights._fields.index("end_after_1")


class _Triple(NamedTuple):
    """What a fact says; its head is the title of its document."""

    head: str
    relation: str
    tail: str

    @classmethod
    def of(cls, fact: ChainFact) -> "_Triple":
        return cls(fact.title, fact.relation or "", fact.tail or "")


class _Asked(NamedTuple):
    """A question, and what a chain of triples leaves open of it.

    Attributes:
        words: without names, and without those that only tell of what kind a named thing is.
        left: those of them that ask of no relation of the chain.
        stems: of all its words but the kinds, those that the chain does not say.
        first: the first head of an option that it names and the chain does not have.
    """

    question: Read
    words: tuple[str, ...]
    left: tuple[str, ...]
    stems: frozenset[str]
    wants_value: bool
    first: str | None

    @classmethod
    def of(
        cls, question: Read, chain: Sequence[_Triple], options: Sequence[_Triple], said: frozenset[str]
    ) -> "_Asked":
        heads = {one.head for one in (*chain, *options)}
        named = sorted(filter(question.names, heads), key=lambda head: (question.place(head), head))
        kinds = _kinds(question, named)
        words = _without(question.words.split(), named, kinds)
        met = {one.head for one in chain}
        first = next((head for head in named if head not in met), None)
        left, open_ = tuple(_left(words, chain)), question.stems - stems(kinds) - said
        return cls(question, tuple(words), left, open_, asks_for_value(question), first)


def triple_signs(choice: Choice, encoder: Encoder) -> Floats:
    """What speaks for the end (row 0) and for each option: (1 + options, the columns of `TripleWeights`)."""
    question, texts = read(choice.question), [read(fact.text) for fact in choice.chain]
    chain = list(map(_Triple.of, choice.chain))
    options = list(map(_Triple.of, choice.options))
    said = frozenset[str]().union(*(said_of(question, fact) for fact in choice.chain))
    asked = _Asked.of(question, chain, options, said)
    found = np.zeros((1 + len(options), len(TripleWeights._fields)))
    likeness = _likeness(asked.words, [one.relation for one in options], encoder)
    found[1:, 0], found[1:, 1], found[1:, _OF_END - 1] = choice.to_question, choice.relevance, likeness
    count, words = len(chain), max(len(question.stems), 1)
    for row, (fact, one) in enumerate(zip(choice.options, options, strict=True), 1):
        adds = len(asked.stems & said_of(question, fact)) / words
        found[row, 2 : _OF_END - 1] = adds, *_option_signs(one, chain, texts, asked)
    found[0, _OF_END:] = (
        count == 1,
        count == 2,
        count > 2,
        len(question.stems & said) / words,
        any(one.head == asked.first for one in options),
        asked.wants_value and not any(_is_value(one.tail) for one in chain),
    )
    return found


def _option_signs(
    one: _Triple, chain: Sequence[_Triple], texts: Sequence[Read], asked: _Asked
) -> tuple[bool, ...]:
    """From `named` to `asks`."""
    is_named, is_met = asked.question.names(one.head), any(one.head == other.head for other in chain)
    last = not is_met and any(text.names(one.head) for text in texts[-1:])
    early = not is_met and not last and any(text.names(one.head) for text in texts[:-1])
    is_reached = last or early or (is_named and not is_met)
    is_value = _is_value(one.tail)
    return (
        is_named and not is_met,
        is_named and one.head == asked.first,
        is_named and is_met,
        last and not is_named,
        early and not is_named,
        is_met and not is_named,
        is_reached and any(one.relation == other.relation for other in chain),
        is_value and not asked.wants_value,
        is_value and asked.wants_value,
        bool(cued(asked.left, one.relation)),
    )


def said_of(question: Read, fact: ChainFact) -> frozenset[str]:
    """What a fact says of a question's words, and words of its own."""
    own = read(fact.text).stems
    return own if fact.relation is None else own | _asking(question.words, fact.relation)


@lru_cache(_KEPT)
def _asking(words: str, relation: str) -> frozenset[str]:
    """The beginnings of the words by which a question asks of a relation."""
    return stems(cued(words.split(), relation))


@lru_cache(_KEPT)
def _is_value(tail: str) -> bool:
    return bool(tail) and is_number(tail)


def asks_for_value(question: Read) -> bool:
    """Whether a question is answered by a date or a number, or compares two.

    >>> asks_for_value(read("When was Ann born?")), asks_for_value(read("Where was Ann born?"))
    (True, False)
    """
    words = question.words.split()
    if not words_of("value_askers").isdisjoint(words):
        return True
    if any(one == "how" and other in words_of("value_measures") for one, other in pairwise(words)):
        return True
    return "or" in words and not words_of("value_orders").isdisjoint(words)


def _kinds(question: Read, named: Sequence[str]) -> frozenset[str]:
    """The words that only tell of what kind a named thing is: "film" in "the director of film Inception"."""
    words, openers = question.words.split(), words_of("prepositions") | words_of("articles")
    places = [question.place(name) for name in named]
    before = [(words[at - 2], words[at - 1]) for at in places if at > 1]
    return frozenset(kind for opener, kind in before if opener in openers and kind not in words_of("empty"))


def _without(words: list[str], named: Sequence[str], kinds: Collection[str]) -> list[str]:
    """Words without names, the longest first, and without kinds."""
    for name in sorted(named, key=len, reverse=True):
        text = read(" ".join(words))
        if text.names(name):
            at = text.place(name)
            words = [*words[:at], *words[at + text.length(name) :]]
    return [word for word in words if word not in kinds]


def _left(words: list[str], chain: Sequence[_Triple]) -> list[str]:
    """Words without those that ask of the relations of a chain."""
    for one in chain:
        answered = cued(words, one.relation)
        words = [word for word in words if word not in answered]
    return words


def _likeness(words: Sequence[str], relations: Sequence[str], encoder: Encoder) -> Floats:
    """The inner products of a question's words with the labels of relations."""
    labels = list(dict.fromkeys(relations))
    products = encoder.encode(labels) @ encoder.queries.encode([" ".join(words)])[0]
    of_label = dict(zip(labels, products.tolist(), strict=True))
    return np.array([of_label[relation] for relation in relations])
