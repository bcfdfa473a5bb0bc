"""Statements of two sentences: "Who runs H? T.", "I look for the head of H. That is T."."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from .discourse import identified
from .rules import words_in
from .tokens import Tokens

_CLOSING = " .;,!"
_FEW = 6  # words of a question without "who" and its like: "And its capital?"

NamedPlaces = Callable[[Tokens], frozenset[int]]
"""The places of words that belong to names."""
_words = partial(words_in, "words")


def with_answers(sentences: Sequence[tuple[int, Tokens]], named: NamedPlaces) -> list[tuple[int, Tokens]]:
    """The sentences, each question joined to the short answer behind it; the two stand in the answer's step.

    What only says who or what was spoken of is joined likewise to what spoke of it: "That is T.", "Two clubs
    own it. One is the Reds, the other is the Blues."

    Args:
        sentences: each with its step.
    """
    found: list[tuple[int, Tokens]] = []
    spoken: Tokens | None = None  # what the sentences behind it complete
    alone = True  # it is not completed yet
    for step, tokens in sentences:
        places = named(tokens)
        behind = identified(tokens, places) if spoken and places else None
        if found and _is_open_question(found[-1][1]) and _is_short(tokens, named):
            question = found.pop()[1]
            tokens = Tokens.of(f"{question.text.rstrip()} {tokens.text.lstrip()}")
        elif spoken and behind:
            if alone:
                found.pop()
            alone = False
            found.append((step, Tokens.of(f"{spoken.text.rstrip(_CLOSING)}: {behind}")))
            continue
        found.append((step, tokens))
        spoken, alone = tokens, True
    return found


def _is_open_question(tokens: Tokens) -> bool:
    """Whether a sentence asks who, what, where or when: an answer of one name completes it."""
    if tokens.surface[-1:] not in (["?"], ["？"]):
        return False
    words = [word for word in tokens.normal if len(word) > 1]  # "Q:" opens none
    asks = not _words("wh").isdisjoint(words)
    return asks or (len(words) <= _FEW and words[0] not in _words("be") | _words("aux"))


def _is_short(tokens: Tokens, named: NamedPlaces) -> bool:
    names = named(tokens)
    amounts = any(word.isdigit() for word in tokens.normal)
    named_one = tokens.surface[-1:] != ["?"] and (bool(names) or amounts)
    return named_one and all(word.isdigit() or word in _words("answering") for word in _beside(tokens, names))


def is_bare(tokens: Tokens, names: Collection[int]) -> bool:
    """Whether a sentence is a name or a list of names, and says nothing of them."""
    return all(word in _words("listing") for word in _beside(tokens, names))


def _beside(tokens: Tokens, names: Collection[int]) -> Iterator[str]:
    return (word for at, word in enumerate(tokens.normal) if word and at not in names)
