"""One way to understand a sentence: what counts as a name, and what pronouns stand for."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ....ext.words import NameHit
from ...reading.claims import Joining
from ...reading.clauses import is_beside
from ...reading.found import Mention
from ...reading.lexicon import ARTICLES, PREPOSITIONS
from ...reading.tokens import Tokens

_FRONTING = PREPOSITIONS | frozenset("after before besides beyond despite during like unlike".split())
_PLACES = {"former": 0, "latter": 1}
OF_TWO = frozenset(_PLACES)
"""Words that mean one of two things named before."""

_OPENING = 3  # words of "at the latter"
_CLAUSE_MARKS = frozenset({",", ";", "and", "&", "but", "while", ":", "–", "—"})

Two = tuple[tuple[int, ...], tuple[int, ...]]
"""The nodes of each of two things."""


class Reading(NamedTuple):
    """One way to understand a sentence.

    Attributes:
        hits: what is taken for a name.
        mentions: what is named then; references stand for nothing yet.
        meant: what pronouns stand for that mean something in the sentences before.
        all_earlier: all pronouns do, also behind a name ("T was her birthplace").
        no_pronouns: they stand for nothing, except possessives.
        of_subject: those that are not relative mean what the sentence begins with ("T, who is the mother of
            H, bore her son F").
        joining: see `read_claims`.
        definite: "the mother" means what was named before; see `find_references`.
        implied: it opens with what is said of something named before; see `leaves_out_its_subject`.
    """

    hits: Sequence[NameHit]
    mentions: Sequence[Mention]
    meant: tuple[int, ...]
    all_earlier: bool = False
    no_pronouns: bool = False
    of_subject: bool = False
    joining: Joining = "plain"
    definite: bool = False
    implied: bool = False


def resolved_by(tokens: Tokens, reading: Reading, earlier: Two | None = None) -> list[Mention]:
    """The mentions of a reading, in which references stand for something; those without go.

    They stand for what was named last in their sentence, or for what the sentences before led to.

    Args:
        earlier: the two things of the sentence before that "the former" and "the latter" may mean.
    """
    resolved: list[Mention] = []
    if reading.implied and reading.meant:
        resolved.append(Mention(0, 0, reading.meant, "reference"))
    for mention in reading.mentions:
        if mention.how != "reference":
            resolved.append(mention)
            continue
        if one_of_two := _one_of_two(tokens, resolved, mention, earlier):
            resolved.append(mention._replace(nodes=one_of_two))
            continue
        nodes = reading.meant
        is_kept = mention.relative or (mention.possessive and _is_pronoun(mention))
        if reading.no_pronouns and not is_kept:
            continue
        if resolved and not is_beside(tokens, resolved[-1], mention):  # in "T, her mother, …" she is not T
            if reading.of_subject and not mention.relative and _is_pronoun(mention):
                nodes = resolved[0].nodes
            elif mention.relative or not reading.all_earlier:
                nodes = _referred(tokens, _before(tokens, resolved, mention), mention, reading.meant)
        if nodes:
            resolved.append(mention._replace(nodes=nodes))
    return resolved


def opens_with_one_of_two(tokens: Tokens) -> bool:
    """Whether a sentence begins with one of two things named before: "The former …", "At the latter …"."""
    return not OF_TWO.isdisjoint(tokens.normal[:_OPENING])


def two_named(tokens: Tokens, things: Sequence[NameHit | Mention]) -> Two | None:
    """Two things that a sentence names side by side ("A and B are by C"), else the two named last."""
    pairs = list(pairwise(things))
    listed = (pair for pair in reversed(pairs) if _stand_together(tokens, *pair))
    one, other = next(listed, pairs[-1]) if pairs else (None, None)
    return (one.nodes, other.nodes) if one and other else None


def _stand_together(tokens: Tokens, one: NameHit | Mention, other: NameHit | Mention) -> bool:
    between = tokens.normal[one.end : other.start]
    return "and" in between and {"and", "the", ""}.issuperset(between)


def _one_of_two(
    tokens: Tokens, resolved: Sequence[Mention], mention: Mention, earlier: Two | None
) -> tuple[int, ...]:
    """What "the former" and "the latter" mean of two things named before them; else nothing."""
    place = _PLACES.get(tokens.normal[mention.end - 1])
    if place is None:
        return ()
    first = next(at for at, word in enumerate(tokens.normal) if word in OF_TWO)
    before = [one for one in resolved if one.end <= first]
    here = [one for one in before if one.how != "reference"]
    owned = (
        len(here) == 1 and len(before) > 1 and before[-2].possessive
    )  # "His teacher was A, and the latter"
    two = two_named(tokens, before if owned else here) or earlier
    return two[place] if two else ()


def _before(tokens: Tokens, resolved: Sequence[Mention], mention: Mention) -> Mention:
    """What was named last before a reference, outside of brackets: "A (by B), who …"."""
    if "(" not in tokens.text:
        return resolved[-1]
    closed = [(start, end) for start, end in tokens.brackets() if end <= mention.start]
    outside = (one for one in reversed(resolved) if not any(a < one.start < b for a, b in closed))
    return next(outside, resolved[-1])


def _referred(tokens: Tokens, before: Mention, mention: Mention, meant: tuple[int, ...]) -> tuple[int, ...]:
    """What a reference behind a mention stands for.

    "H, who …", "H … and he …" and "H met his …" mean H; "T is where she …" and "Besides T, she …" mean
    someone named earlier.
    """
    if mention.relative or not meant:
        return before.nodes
    if _is_fronted(tokens, before):
        return meant
    if any(tokens.surface[at] in _CLAUSE_MARKS for at in range(before.end, mention.start)):
        return before.nodes
    return before.nodes if mention.possessive and _is_pronoun(mention) else meant


def _is_pronoun(mention: Mention) -> bool:
    """Whether a reference is one word: "H is his son"; "H is this man's son" is about another."""
    return mention.end - mention.start == 1


def _is_fronted(tokens: Tokens, mention: Mention) -> bool:
    """Whether a sentence begins with a mention that is not its subject: "In T, …", "Besides T, …"."""
    opening = tokens.normal[: mention.start]
    marked = tokens.surface[mention.end : mention.end + 1] == [","]
    return marked and opening[:1] != [] and opening[0] in _FRONTING and ARTICLES.issuperset(opening[1:])
