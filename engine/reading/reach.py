"""How far the words reach that say something of two things, before they speak of another."""

from collections.abc import Sequence
from itertools import pairwise, takewhile

from .clauses import APPOSED, is_ascribed
from .found import Mention
from .lexicon import ARTICLES, PREPOSITIONS, lemma
from .slots import EMPTY
from .tokens import POSSESSIVE, Tokens

_LIST_ENDS = frozenset({"and", "or", "und", "与", "和"})
ARROWS = frozenset("→>➜➔➝⇒⟶")
"""Marks with which an arrow ends."""

_SHAFTS = ARROWS | frozenset("-–—=")
_LONGEST_ARROW = 4  # marks
_PARTICIPLES = ("ed", "born", "made", "built", "run")


def told_until(tokens: Tokens, first: Mention, second: Mention, closing: int) -> int:
    """Where what is said of two things ends, if before `closing`: what follows is said of something else."""
    if not any(tokens.normal[second.end : closing]):
        return closing  # as most claims end: only marks follow
    if _are_in_a_row(tokens, first, second):
        return second.end  # "A → r → B → s → C" says s of B and C
    if _owns_at_the_end(tokens, second.end):
        closing = second.end  # "is a work of H's"
    if _is_compound(tokens, second, closing):
        closing = second.end + 2  # "A is a B-based maker of C"
    if tokens.surface[second.end : second.end + 1] == [","] and _goes_on(tokens, second.end + 1, closing):
        closing = second.end  # "A, led by B, has its seat in C"
    if tokens.normal[second.end : second.end + 1] == [""] and _is_apposition(tokens, second.end, closing):
        closing = second.end  # "A lies in B, a town of C"
    if second.end < closing < len(tokens.surface) and tokens.surface[second.end] == "and":
        closing = second.end  # "A moved to B and now plays for C" says of A and B only that
    if tokens.surface[second.end : second.end + 2] == [",", "and"] and _opens_clause(tokens, second.end + 2):
        closing = second.end  # "A is kept by B, and the head of that firm is C"
    if (
        _is_apposed(tokens, first, second)
        or _is_owned(tokens, first, second)
        or _is_qualified(tokens, first, second)
    ):
        closing = second.end
    return closing


def _are_in_a_row(tokens: Tokens, first: Mention, second: Mention) -> bool:
    """Whether an arrow leads from one thing to another, and one goes on from there."""
    if ARROWS.isdisjoint(tokens.surface[first.end : second.start]):
        return False
    following = tokens.surface[second.end : second.end + _LONGEST_ARROW]
    return following[:1] != [] and following[0] in _SHAFTS and not ARROWS.isdisjoint(following)


def closing_of(tokens: Tokens, named: Sequence[Mention], place: int, end: int) -> int:
    """Where the words about a thing named end: where the next one stands, but behind "as her husband"."""
    for before, mention in pairwise(named[place:]):
        if not is_ascribed(tokens, before, mention):
            leads = tokens.normal[mention.start - 1] in PREPOSITIONS
            return max(before.end, mention.start - leads)
    return end


def _owns_at_the_end(tokens: Tokens, at: int) -> bool:
    """Whether nothing but "'s" and marks stand behind a thing."""
    words = tokens.normal
    while at < len(words) and not words[at]:
        at += 1
    return words[at : at + 1] == [POSSESSIVE] and not any(words[at + 1 :])


def _goes_on(tokens: Tokens, at: int, closing: int) -> bool:
    """Whether what was said of a thing goes on with a verb of its own, behind what was put in."""
    return at < closing < len(tokens.surface) and lemma(tokens.normal[at]) in ("be", "have")


def _opens_clause(tokens: Tokens, at: int) -> bool:
    return tokens.normal[at : at + 1] != [] and tokens.normal[at] in ARTICLES


def _is_apposition(tokens: Tokens, at: int, closing: int) -> bool:
    """Whether behind a thing and a comma stands what it is, up to what is named next."""
    if "" in tokens.normal[at + 1 : closing]:
        return False
    return (
        at + 1 < closing < len(tokens.surface)
        and tokens.surface[at] == ","
        and tokens.normal[at + 1] in ARTICLES
    )


def _is_compound(tokens: Tokens, thing: Mention, closing: int) -> bool:
    """Whether a thing is part of a word: "Bremen-based", "Austrian-born"."""
    if thing.end + 2 > closing or tokens.surface[thing.end] != "-":
        return False
    return tokens.surface[thing.end + 1].islower() and tokens.normal[thing.end + 1].endswith(_PARTICIPLES)


def _is_apposed(tokens: Tokens, first: Mention, second: Mention) -> bool:
    """Whether one thing is put beside another as what it is: "A, the B, …"."""
    between = tokens.normal[first.end : second.start]
    marked = tokens.surface[second.end : second.end + 1] == [","]
    return marked and between[:1] == [""] and len(between) == 2 and between[1] in ARTICLES


def _is_owned(tokens: Tokens, first: Mention, second: Mention) -> bool:
    """Whether a thing is told apart by whose it is before more is said of it: "A's B came out in C"."""
    behind = tokens.normal[second.end : second.end + 1]
    return tokens.normal[first.end : second.start] == [POSSESSIVE] and behind != [POSSESSIVE]


def _is_qualified(tokens: Tokens, first: Mention, second: Mention) -> bool:
    """Whether a thing is told apart by another before more is said of it: "it was A of B that sank C"."""
    following = tokens.normal[second.end : second.end + 1]
    return following in (["that"], ["who"], ["which"]) and shares_a_verb(tokens, first, second)


def is_told_apart(tokens: Tokens, named: Sequence[Mention], place: int) -> bool:
    """Whether what stands before a thing only says which or what is spoken of, so that more is said of that.

    So does B in "A of B that sank C", in "A, a B with C", and in "A, made by B and set in C".
    """
    if place < 2:
        return False
    spoken_of, before = named[place - 2 : place]
    if tokens.normal[before.end : before.end + 1] == ["and"]:
        return True
    between = tokens.normal[spoken_of.end : before.start]
    apposed = between[:1] == [""] and len(between) == 2 and between[1] in ARTICLES
    return apposed or _is_qualified(tokens, spoken_of, before)


def shares_a_verb(tokens: Tokens, before: Mention, mention: Mention) -> bool:
    """Whether only a preposition stands between two things: "A was founded by B in C"."""
    between = tokens.normal[before.end : mention.start]
    return 0 < len(between) < APPOSED and all(word in EMPTY for word in between)


def is_placed(tokens: Tokens, start: int, named: Sequence[Mention], place: int) -> bool:
    """Whether a subject is only told apart by a place, of which no more is said: "A in B was built by C"."""
    if place > 1 or len(named) < 3 or not shares_a_verb(tokens, named[0], named[1]):
        return False
    before = takewhile(bool, reversed(tokens.normal[start : named[0].start]))
    behind = tokens.normal[named[1].end]
    return EMPTY.issuperset(before) and behind not in _LIST_ENDS | {"", POSSESSIVE}


def past_aside(tokens: Tokens, opening: int, subject: Mention, before: Mention, mention: Mention) -> int:
    """Where more is said of a subject, behind what was put in: "H, his son, was …"."""
    if subject is before or not (before.possessive or tokens.surface[subject.end] == ","):
        return opening
    marks = (at for at in range(opening, mention.start) if tokens.surface[at] == ",")
    return next(marks, opening)


def past_possessed(tokens: Tokens, opening: int, closing: int) -> int:
    """Past what belongs to the thing named before: "…, who is Atia's son, was …" goes on behind "son,"."""
    if tokens.normal[opening] != POSSESSIVE:
        return opening
    marks = (at for at in range(opening, closing) if tokens.surface[at] == ",")
    return next(marks, opening + 1)
