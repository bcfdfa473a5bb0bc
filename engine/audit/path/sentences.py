"""The sentences of a chain before they are read: what they announce, put aside, or have a heading for."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ....ext.words import NameHit
from ...grounding.readable import ReadableGraph
from ...reading.plans import is_dismissed, is_plan
from ...reading.tokens import Tokens

_DENIAL = re.compile(r"(?:[^.?!…]{1,60}(?:\.{3}|…)\s*)?(?:wait|hmm|oh)?\W*no\b", re.IGNORECASE)
_SEEKING = re.compile(
    r"\b(?:(?:want|need)\s+(?=(?:what|who)ever\b|the\b|\w+['’]s\b)"
    r"|(?:find|identify|determine|locate|establish|check|know|figure out|work out|look up|look for)"
    r"\s+(?:out\s+)?(?:(?:who|what|which|where)\s+(?:is|was|are|were)\s+)?(?=the\b|\w+['’]s\b)"
    r"|(?:find|identify|determine|establish|check|know|figure out|work out|look up)"
    r"\s+(?:out\s+)?(?=(?:who|whom|what|where|when)\s))",
    re.IGNORECASE,
)
_OWING = frozenset("through via ask contact call phone see write turn talk speak go".split())
_THEIRS = re.compile(
    r"\b(?:through|via|ask|contact|call|phone|see|write to|turn to|talk to|speak to|speak with|go to)"
    r" (?P<what>(?:his|her|their|its) (?:[a-z-]+ ){0,2}[a-z-]+)[\s.]*\Z"
)
# "had a boy, and he was given the name Max": whom he is, the sentence has just told.
_NAMED = re.compile(
    r"(?<=[a-z]),? (?:and )?(?:he|she|it|they|this child) (?:was|is|were)"
    r" (?:given the name(?: of)?|named|called|christened|baptised|baptized) (?=[^\W\d_a-z])"
)
_NAMING = ("name", "called", "christened", "bapti")  # one is in each
_HAD = re.compile(r"\b(?:an?|one) (?:[a-z-]+ ){0,2}[a-z-]+\Z")
_GOALS = frozenset("goal task question aim objective target plan wanted asked".split())
_FIRST = re.compile(r"(?:\s+(?:first|now|next|then))?[\s.:]*\Z", re.IGNORECASE)


class Sentence(NamedTuple):
    """Part of a step, with the names in it and those that may as well be words."""

    tokens: Tokens
    plain: list[NameHit]
    doubtful: list[NameHit]


def with_named(text: str) -> str:
    """With the name of whom a sentence has just told of beside him: "had a boy named Max"."""
    found = _NAMED.search(text) if any(map(text.__contains__, _NAMING)) else None
    if found is None or not _HAD.search(text[: found.start()]):
        return text
    return f"{text[: found.start()]} named {text[found.end() :]}"


def as_known(sentence: Sentence, known: frozenset[int]) -> Sentence:
    """A sentence in which a capitalised word is a name that the chain has called something else by before."""
    tokens, plain, doubtful = sentence
    sure = [hit for hit in doubtful if tokens.surface[hit.start][0].isupper() and known.issuperset(hit.nodes)]
    if not sure:
        return sentence
    return Sentence(tokens, sorted([*plain, *sure]), [hit for hit in doubtful if hit not in sure])


def without_plan(text: str, graph: ReadableGraph) -> str:
    """Without what only announces, before a colon: "First we need the body: H is kept by T." """
    heading, _, rest = text.partition(": ")
    tokens = Tokens.of(heading)
    if any(graph.finder.named(tokens)) or any(tokens.capitals[1:]) or not is_plan(tokens):
        return text
    told, _ = graph.finder.named(Tokens.of(rest))
    return rest if len(told) > 1 else text  # "Now to her mother: Ann"


def sought_in(text: str) -> str | None:
    """What a sentence announces to look for: "First I need to find the mother of H." """
    found = _SEEKING.search(text)
    return _FIRST.sub("", text[found.end() :]) or None if found else None


def denies_a_guess(sentence: str) -> bool:
    """Whether a sentence begins by saying no to the question before it: "H? No, wait, H is in T." """
    return _DENIAL.match(sentence) is not None


def may_owe(words: Collection[str]) -> bool:
    """Whether a text with these words in normal form may hold what `owed_in` finds."""
    return not _OWING.isdisjoint(words)


def owed_in(text: str) -> str | None:
    """Whose what a sentence ends with and leaves without a name: "… has to go through their secretary." """
    found = _THEIRS.search(text)
    return found["what"] if found else None


def dismissed_in(steps: Iterable[Iterable[Sentence]]) -> set[int]:
    """The ids of the words of sentences that are put aside: in brackets, there or in the next one.

    That is one which names nothing: "Not that one." Also what tells why a guess is wrong: "H? No, H is …".
    """
    sentences = [sentence for step in steps for sentence in step]
    return {
        id(one.tokens)
        for before, one, behind in zip([None, *sentences], sentences, [*sentences[1:], None], strict=False)
        if is_dismissed(one.tokens)
        or (before and before.tokens.text.endswith("?") and denies_a_guess(one.tokens.text))
        or (one.tokens.text[:1] == "(" and one.tokens.text[-1:] == ")")
        or (behind and not behind.plain and is_dismissed(behind.tokens))
    }


def naming(sentence: Sentence, words: Sequence[str]) -> Sentence:
    """A sentence in which some words are a name, which nothing in the graph bears."""
    tokens, plain, _ = sentence
    length = len(words)
    taken = {place for hit in plain for place in range(hit.start, hit.end)}
    found = [
        NameHit(at, at + length, ())
        for at in range(len(tokens.normal) - length + 1)
        if tokens.normal[at : at + length] == words and taken.isdisjoint(range(at, at + length))
    ]
    return sentence._replace(plain=sorted([*plain, *found])) if found else sentence


def without_heading(tokens: Tokens, places: Collection[int]) -> Tokens:
    """Without what stands before a colon and names nothing: "We can move on to the next link: …"."""
    colon = tokens.surface.index(":") if ":" in tokens.surface else 0
    if not _GOALS.isdisjoint(tokens.normal[:colon]):
        return tokens  # "The goal: the mother of H"
    return tokens.without([(0, colon)]) if colon and min(places, default=0) > colon else tokens
