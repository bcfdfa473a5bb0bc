"""Words that point at what was named before: "it", "this gene", "both diseases", "the two conditions"."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..reading.lexicon import ARTICLES, lemma, singular
from ..reading.tokens import Tokens
from .naming import EntityNames, Term
from .symbols import is_code

_PRONOUNS = {"it": False, "its": False, "they": True, "their": True, "them": True, "both": True}
_REACH = 8  # words from "it" to "that"
_NEAR = 100  # terms among which something may be pointed at
_BOTH = ("one", "other")
_POINTERS = frozenset({"this", "that", "these", "those", "the", "both", "such", "said"})
_PLAIN = frozenset({"the", "such"})
_VERBS = frozenset("be have do does may might can could plays encodes also alone".split())
_COUNTS = frozenset({"two", "same", "said", "both", "mentioned", "aforementioned", "given", "above"})
_PLURAL = frozenset({"these", "those", "both", "two"})


@dataclass(slots=True)
class Discourse:
    """What a text has spoken of so far.

    Attributes:
        asked: the terms of the question that it answers.
        named: its own terms, in order.
        subject: what its last assertion was about.
    """

    asked: Sequence[Term] = ()
    named: list[Term] = field(default_factory=list)
    subject: Sequence[Term] = ()

    def one(self, kinds: frozenset[str], before: Sequence[Term]) -> list[Term]:
        """The thing of a kind that was named last; without a kind what the sentence, or the text, is about.

        Args:
            before: the terms of the sentence so far.
        """
        if not kinds:
            return list((before or self.subject)[:1])
        spoken = (*self.asked, *self.named[-_NEAR:], *before[-_NEAR:])
        fitting = [term for term in spoken if term.kinds & kinds or _is_unknown_code(term)]
        return [term for term in fitting[-1:] if term.nodes]

    def several(self, kinds: frozenset[str], before: Sequence[Term]) -> list[Term]:
        """The things of a kind that the question asks about, else the last two named; each once."""
        if not kinds and (before or len(self.subject) > 1):
            return [term for term in before[:_NEAR] if term.kinds & before[0].kinds] or list(self.subject)
        for terms in (self.asked, self.named[-_NEAR:]):
            fitting = {term.nodes: term for term in terms if term.nodes and term.kinds & kinds}
            if len(fitting) > 1:
                return list(fitting.values())[-2:]
        return []

    def others(self, but: Sequence[Term]) -> list[Term]:
        """What "both" stands for behind a subject: the two other things that the question asks about."""
        taken = frozenset[str]().union(*(term.kinds for term in but))
        fitting = {term.nodes: term for term in self.asked if term.nodes and not term.kinds & taken}
        return list(fitting.values()) if len(fitting) == len(_BOTH) else []


def pointers(tokens: Tokens, terms: Sequence[Term], names: EntityNames, here: Discourse) -> Iterator[Term]:
    """The references of a sentence, resolved; one that stands for two things comes twice."""
    starts = [term.start for term in terms]
    covered = {place for term in terms for place in range(term.start, term.end)}
    ends = {term.end - 1 for term in terms}
    at, words = 0, tokens.normal
    while at < len(words):
        end, kinds = _pointing(tokens, at, names)
        if end and covered.isdisjoint(range(at, end + 1)) and at - 1 not in ends:
            plural = not _PLURAL.isdisjoint(words[at:end]) or _PRONOUNS.get(words[at], False)
            before = terms[: bisect_right(starts, at)]
            if words[at:end] == ["both"]:
                meant = here.others(before)
            else:
                meant = here.several(kinds, before) if plural else here.one(kinds, before)
            for term in meant:
                yield Term(at, end, term.nodes, "reference", term.kinds, " ".join(tokens.surface[at:end]))
            at = end
        else:
            at += 1


def _pointing(tokens: Tokens, at: int, names: EntityNames) -> tuple[int, frozenset[str]]:
    """Where a reference ends that begins at a word, 0 for none, and what kind it names."""
    words = tokens.normal
    word = words[at]
    if word in _POINTERS:
        noun = at + 1
        while noun < len(words) and words[noun] in _COUNTS:
            noun += 1
        kinds = names.kind_at(tokens, noun)
        if kinds and (word not in _PLAIN or noun > at + 1 or _is_subject(words, noun)):
            return noun + 1, kinds
    if word == "both" and words[at + 1 : at + 2] not in ([""], []) and words[at + 1] not in ("and", "of"):
        return 0, frozenset()  # "both A and B", "are both associated with"
    return (at + 1, frozenset()) if word in _PRONOUNS and not _is_expletive(words, at) else (0, frozenset())


def _is_unknown_code(term: Term) -> bool:
    """Whether a term may be of any kind: "rs1" that the graph does not have."""
    return not term.nodes and not term.kinds and is_code(term.words)


def _is_subject(words: Sequence[str], noun: int) -> bool:
    """Whether "the gene" has a verb of its own; in "the gene in question that …" others narrow it."""
    following = words[noun + 1 : noun + 2]
    return singular(words[noun]) == words[noun] and bool(following) and lemma(following[0]) in _VERBS


def _is_expletive(words: Sequence[str], at: int) -> bool:
    """Whether "it" stands for nothing: "it is known that …"; in "it is a gene that …" it does not."""
    if words[at] != "it" or "that" not in words[at + 1 : at + _REACH]:
        return False
    return ARTICLES.isdisjoint(words[at + 1 : words.index("that", at)])
