"""Statements that claim nothing: they ask, announce, or look back."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from .inflection import verb_forms
from .lexicon import ARTICLES, lemma
from .tokens import POSSESSIVE, Tokens

_REACH = 9  # words in which an announcement shows
# "Let us first observe that H is …" states it.
_TO_STATE = r" (?:\w+ ){0,2}(?:note|notice|observe|recall|remember|record|say|see|state) that\b"
# Says that something is to be done, whatever it names.
_NEED = (
    r"\b(?:(?:needs?|have|has|try|wants?|going|asked) to|must (?:find|know|identify|determine)"
    rf"|let (?:us|me|'s)(?!{_TO_STATE})|lets|gonna|is asking"
    r"|(?<!in )(?:question|problem|task) (?:asks|is|wants)"
    r"|asks? (?:for|who|what|which|whether|if)|asked (?:for|whether|if|who|what|which)"
    r"|(?:in order )?to (?:answer|solve)"
    r"|the (?:goal|task|job|aim|(?:first|next|last|final) (?:step|thing|link|hop|piece|point))"
    r"|our (?:first |next )?(?:task|goal|job|aim)"
    r"|next step|should be able|here is (?:how|my|our|the (?:plan|approach|way)))\b"
    r"|^(?:(?:now|so|and|but|then|okay|ok|hmm) )*(?:(?:we|i) (?:need|want|seek) (?:the|an?|someone|something)"
    r"|(?:what|who|which|where|when|how|why) (?:is|was|were|are|did|does|do))\b"
    r"|^(?:(?:the |this |our )?question|goal|target|objective|task|aim|plan|understand|understanding)\b"
)
# Announces, unless it names two things and so says how they are joined: "we can identify H as the son of T".
_ANNOUNCEMENT = (
    r"\b(?:(?:we|i) (?:can|will|should|shall) (?:now |next |then |first )?"
    r"(?:find|look|identify|determine|move|go|start|begin|turn|proceed|check|consider|search|trace|use|try)"
    r"|(?:find out|identify|determine|establish) (?:who|whom|whose|what|which|where|when)"
    r"|figure out|work out|pin down|search for|focus on|look(?:ing)? (?:for|up|at)|(?:are|am) after"
    r"|in search of|(?:start|begin)(?:n?ing)? (?:by|from)|(?:starting|first) (?:point|task|goal)"
    r"|move on|turn to|now for)\b"
    r"|^(?:(?:first|firstly|second|secondly|third|next|then|now|so|finally|lastly|step|of|all|and|off|please"
    r"|to|begin) )*(?:find|identify|identifying|determine|locate|consider|trace|establish|derive|deduce"
    r"|uncover|finding)\b"
)
_PLAN_OF_ONE = re.compile(f"{_NEED}|{_ANNOUNCEMENT}")
_PLAN_OF_MORE = re.compile(_NEED)
# Puts aside what was just stated: "…, so not that one", "…, but that does not matter here", "Not that one."
_DISMISSED = re.compile(
    r"(?:^|\b(?:so|but|and|thus|hence|therefore|though|yet|which) )(?:(?:that|this|it|he|she)(?: one)? )?"
    r"(?:(?:is )?not (?:that|this|the (?:right |correct )?) ?one\b"
    r"|(?:is not|isn t) (?:it$|(?:the (?:right |correct )?one|what|who|where|relevant|needed|important)\b)"
    r"|(?:does not|doesn t) (?:matter|count|fit|match|qualify|apply)\b"
    r"|is (?:irrelevant|beside the point|ruled out|out$)|rules? (?:it|that|this) out\b)"
    r"|\b(?:so|but|and|hence|thus) (?:neither|none)\b(?: one)?(?: of (?:those|these|them|the two|the three))?"
    r"(?: (?:is it|is right|fits?|match(?:es)?|qualif(?:y|ies)|counts?|will do))?$"
    r"|\bbut (?:here )?the question (?:is|asks|was|concerns)\b|\bso no$"
)
# What ends an announcement: behind it something is stated of what is named there, "the last piece is that …".
_MODALS = frozenset("can could may might must will would did does do".split())
_BEFORE_THAT = frozenset({"be", "us", "note", "know", "find", "see", "shows"})
_SINCE = frozenset({"since", "because"})
_MAY_DISMISS = frozenset(
    {"not", "t", "no", "neither", "none", "irrelevant", "beside", "out", "question"}
)  # one is in each
_CONCLUDING = frozenset(
    """
    therefore thus hence so consequently accordingly conclusion then overall short sum summary restating
    recap recapping summing summarising summarizing
    """.split()
)
_CONCLUDING_ANYWHERE = frozenset("therefore thus hence consequently accordingly".split())
_CONCLUDING_CLAUSE = frozenset("therefore thus hence so consequently accordingly yes no that".split())
# "Two generations back from H we find T"
_OVER_HOPS = re.compile(
    r"\b(?:two|three|four|[2-4]) (?:\w+ )?(?:generations?|levels?|steps?|hops?|links?|rungs?|degrees?)"
    r" (?:up|back|down|above|below|away|removed|further|on|out)\b"
    r"|\b(?:up|down|back) (?:two|three|four|[2-4]) (?:generations?|levels?|steps?|hops?|links?|rungs?)\b"
)
_HOPS = frozenset("generations levels steps hops links rungs degrees".split())
_MAY_CONCLUDE = (
    _HOPS | _CONCLUDING | _CONCLUDING_CLAUSE | {"since", "because", "this", "words"}
)  # one is in each


def is_plan(tokens: Tokens, named: Collection[int] = (), things: int = 0) -> bool:
    """Whether a statement asks or announces instead of asserting.

    Args:
        named: places of words that belong to names and are not read.
        things: how many different things they name.

    >>> is_plan(Tokens.of("First, we need to find the parent of Niels Bohr."))
    True
    """
    if tokens.surface and tokens.surface[-1] in "?？":
        return True
    words = ["" if at in named else word for at, word in enumerate(tokens.normal[: 3 * _REACH]) if word][
        :_REACH
    ]
    plan = _PLAN_OF_MORE if things > 1 else _PLAN_OF_ONE
    return plan.search(" ".join(words)) is not None


def states_behind(tokens: Tokens, named: Sequence[tuple[int, int]]) -> bool:
    """Whether a statement that begins like a plan goes on to state something of two things that it names.

    Args:
        named: where names stand, from left to right.

    >>> states_behind(Tokens.of("As the last step, Ann was born in Ulm."), [(5, 6), (9, 10)])
    True
    """
    words = tokens.normal
    if tokens.surface[-1] in "?？":
        return False
    for (start, end), (following, _) in pairwise(named):
        at = start - (words[start - 1 : start] != [] and words[start - 1] in ARTICLES)
        before = words[at - 1] if at else ""
        told = before == "that" and lemma(words[at - 2]) in _BEFORE_THAT
        opens = tokens.surface[at - 1 : at] == [","] or told or before in _SINCE
        if at and opens and (_is_finite(words[end]) or _is_told_of(words, end, following)):
            return True
    return False


def _is_told_of(words: Sequence[str], owned: int, following: int) -> bool:
    """Whether what someone has is said to be another: "…, Ann's wife was Eve"."""
    return words[owned] == POSSESSIVE and "be" in map(lemma, words[owned + 1 : following])


def _is_finite(word: str) -> bool:
    third = word.endswith("s") and word != POSSESSIVE  # "lies", "holds"
    return lemma(word) in ("be", "have") or third or word in _MODALS or bool(verb_forms(word))


def may_dismiss(words: Collection[str]) -> bool:
    """Whether any of the words of a text in normal form may put something aside, as `is_dismissed` finds."""
    return not _MAY_DISMISS.isdisjoint(words)


def is_dismissed(tokens: Tokens) -> bool:
    """Whether a statement puts aside what it says first, as beside what is looked for.

    >>> is_dismissed(Tokens.of("Otello is set in Cyprus, so it's not that one."))
    True
    """
    words = tokens.normal
    return may_dismiss(words) and bool(_DISMISSED.search(" ".join(filter(None, words))))


def is_conclusion(tokens: Tokens) -> bool:
    """Whether a statement draws a conclusion: "Therefore, …", "…, hence …", "Since …", "That leaves …"."""
    words = tokens.normal
    if _MAY_CONCLUDE.isdisjoint(words):
        return False
    if not _CONCLUDING_ANYWHERE.isdisjoint(words):
        return True  # "H's garden is thus in T"
    if _OVER_HOPS.search(" ".join(words)):
        return True
    if any(word in _CONCLUDING for word in words[:2]) or words[:1] in (["since"], ["because"]):
        return True
    if words[:3] == ["in", "other", "words"]:
        return True
    if words[:1] in (["yes"], ["no"]) and words[1:2] == [""]:
        return True
    marks = [at for at, word in enumerate(words) if not word]
    if any(words[at + 1 : at + 3] == ["then", ""] for at in marks):
        return True  # "Going up from H, then, one reaches T"
    return any(words[at + 1 : at + 2] and words[at + 1] in _CONCLUDING_CLAUSE for at in marks) or (
        words[:1] in (["that"], ["this"]) and words[1:2] in (["leaves"], ["makes"], ["means"])
    )
