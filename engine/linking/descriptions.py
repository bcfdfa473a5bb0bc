"""Descriptions that stand for what they describe: "its founder", "the mother of Ann's teacher".

What a description says is looked up, so that more may be said of it: "the founder of Acme was born in Oslo"
is of him, and rests on the fact that he founded it. Where the clause says who it is ("the founder of Acme is
Ann"), it claims that alone.
"""

from collections.abc import Callable, Sequence

from ..language.function_words import words_of
from ..language.mention import Mention
from ..language.rules import table
from ..language.tokens import POSSESSIVE, Tokens

Holders = Callable[[tuple[int, ...], str], tuple[int, ...]]
"""For some nodes and a noun what is called so of theirs: of a firm and "founder" those who founded it."""

_LONGEST_NOUN = 3  # words


def described(tokens: Tokens, mentions: Sequence[Mention], holders: Holders) -> list[Mention]:
    """The mentions of a sentence, in which an owner and what it has are one where that is spoken of.

    Args:
        mentions: from left to right.
    """
    found = list(mentions)
    for _ in range(len(found)):  # each turn takes one owner in: "the mother of the founder of Acme"
        place = next(
            (at for at in reversed(range(len(found))) if _description(tokens, found, at, holders)), None
        )
        if place is None:
            break
        description = _description(tokens, found, place, holders)
        assert description is not None
        found[place] = description
    return found


def _description(tokens: Tokens, mentions: Sequence[Mention], at: int, holders: Holders) -> Mention | None:
    """What the owner at a place stands for with the noun beside it; None where the clause says who it is."""
    owner = mentions[at]
    if not owner.nodes:
        return None
    following = mentions[at + 1] if at + 1 < len(mentions) else None
    before = mentions[at - 1] if at else None
    return _behind(tokens, owner, before, following, holders) or _of(
        tokens, owner, before, following, holders
    )


def _behind(
    tokens: Tokens, owner: Mention, before: Mention | None, following: Mention | None, holders: Holders
) -> Mention | None:
    """ "Acme's founder", "its founder"."""
    start = owner.end
    if not owner.possessive:
        if tokens.normal[start : start + 1] != [POSSESSIVE]:
            return None
        start += 1
    limit = following.start if following else len(tokens.normal)
    for end in range(min(start + _LONGEST_NOUN, limit), start, -1):
        noun = [word for word in tokens.normal[start:end] if word not in words_of("before_nouns")]
        nodes = holders(owner.nodes, " ".join(noun)) if noun and all(noun) else ()
        if nodes and not _is_named(tokens, end, following) and not _is_predicate(tokens, owner.start, before):
            return Mention(owner.start, end, nodes, "reference", owner=owner, role=tuple(noun))
    return None


def _of(
    tokens: Tokens, owner: Mention, before: Mention | None, following: Mention | None, holders: Holders
) -> Mention | None:
    """ "the founder of Acme"."""
    of = owner.start - 1
    if of > 0 and tokens.normal[of] in ("the", "a", "an"):
        of -= 1
    if of < 1 or tokens.normal[of] != "of" or owner.possessive:
        return None
    limit = before.end if before else 0
    for start in range(max(limit, of - _LONGEST_NOUN), of):
        noun = [word for word in tokens.normal[start:of] if word not in words_of("before_nouns")]
        nodes = holders(owner.nodes, " ".join(noun)) if noun and all(noun) else ()
        if nodes and not _is_named(tokens, owner.end, following):
            opening = start - (start > limit and tokens.normal[start - 1] in words_of("before_nouns"))
            if not _is_predicate(tokens, opening, before):
                return Mention(opening, owner.end, nodes, "reference", owner=owner, role=tuple(noun))
    return None


def _is_named(tokens: Tokens, end: int, following: Mention | None) -> bool:
    """Whether a clause goes on to say who it is: "… is Ann", ", Ann,", ", which is Ann"."""
    if following is None:
        return False
    between = [tokens.normal[at] or tokens.surface[at] for at in range(end, following.start)]
    return all(word in _naming() for word in between)


def _is_predicate(tokens: Tokens, start: int, before: Mention | None) -> bool:
    """Whether a description says what a name before it is: "Ann is the founder of", "Ann, its founder,"."""
    if before is None:
        return False
    between = [tokens.normal[at] or tokens.surface[at] for at in range(before.end, start)]
    words = table("words")
    told = frozenset((*words["be"], *words["acts"], "as", ",", "(", ":", "-", "–", "—", "not", "also", "and"))
    return bool(between) and between[-1] not in ("and",) and any(one in told for one in between[-2:])


def _naming() -> frozenset[str]:
    words = table("words")
    return frozenset((*words["be"], *words["det"], *words["mark"], *words["who"], "called", "named", "->"))
