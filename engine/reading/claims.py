"""What a statement asserts: pairs of things that it names, with the words that join them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from .mentions import Mention
from .tokens import POSSESSIVE, Tokens
from .wording import EMPTY, FIRST, SECOND, Wording

_LIST_WORDS = frozenset({"and", "or", "", "as", "well", "also", "both", "und", "与", "和"})
_LIST_ENDS = frozenset({"and", "or", "und", "与", "和"})
_APPOSED = 3  # words and marks from a comma to what stands in apposition
# What opens a clause of its own, when both it and what stands before it name two things.
_CONTRASTS = frozenset({"while", "whereas", "whilst", "although", "though", "but", ";"})
_CLAUSE_ENDS = frozenset({"and", ",", "therefore", "so", "hence", "thus"})
_ARROWED = 12  # words and marks between two things that an arrow joins
_APOSTROPHES = frozenset("'’")

Read = Callable[[tuple[str, ...]], Wording]

Joining = Literal["plain", "apart", "last"]
"""How the things that a clause names are joined in claims.

plain: each with the one before it, or with the first. apart: the same, where "and" or a comma begins a clause
of its own ("A is by B and C is by D"). last: each with the last ("the film of A with B is C").
"""


class Claim(NamedTuple):
    """Two things named, in the order of the text, and what is said of them."""

    first: Mention
    second: Mention
    wording: Wording


def read_claims(
    tokens: Tokens, mentions: Sequence[Mention], read: Read, joining: Joining = "plain"
) -> list[list[Claim]]:
    """The claims of a statement in order; for each, the ways to read it, of which one is meant.

    Args:
        mentions: from left to right, references resolved.
        read: what the words of a claim mean, see `read_wording`.
    """
    if len(mentions) == 2 and mentions[1].how != "reference":  # as most statements are
        first, second = mentions
        claim = _claim(tokens, 0, len(tokens.surface), first, second, read)
        return [[claim]] if _of_two_things([claim]) else []
    if "respectively" in tokens.normal and (pairs := _paired(tokens, mentions)):
        return _respectively(tokens, mentions, pairs, read, joining)
    remarks = _remarks(tokens, mentions) if "(" in tokens.surface else []
    if remarks:
        return _around(tokens, mentions, remarks, read, joining)
    claims: list[list[Claim]] = []
    for start, end, named in _clauses(tokens, mentions, apart=joining == "apart"):
        if len(named) > 1:
            found = _joined(tokens, start, end, named, read, joining)
            claims += filter(None, map(_of_two_things, found))
    return _said_once(claims)


def _joined(
    tokens: Tokens, start: int, end: int, named: list[Mention], read: Read, joining: Joining
) -> Iterator[list[Claim]]:
    """The claims of one clause, its things joined in one of the ways."""
    if joining == "last":
        yield from ([_with_last(tokens, named, place, read)] for place in range(len(named) - 1))
    elif len(named) > 1:
        yield from _claims_of(tokens, start, end, named, read)


Pairs = list[tuple[Mention, Mention]]


def _paired(tokens: Tokens, mentions: Sequence[Mention]) -> Pairs:
    """The pairs of two lists: "A and B are in C and D, respectively"; a "who" between them means the first."""
    end = tokens.normal.index("respectively")
    named = [one for one in mentions if one.end <= end and not one.relative]
    lists: list[list[Mention]] = []
    for mention in named:
        if lists and are_listed(tokens, lists[-1][-1], mention):
            lists[-1].append(mention)
        else:
            lists.append([mention])
    one, other = lists[-2:] if len(lists) > 1 else ([], [])
    return list(zip(one, other, strict=True)) if len(one) == len(other) > 1 else []


def _respectively(
    tokens: Tokens, mentions: Sequence[Mention], pairs: Pairs, read: Read, joining: Joining
) -> list[list[Claim]]:
    """What is said of pairs, and what the statement says besides, before them and behind."""
    subjects, objects = zip(*pairs, strict=True)
    opening, closing = subjects[-1].end, objects[-1].end
    wording = read((FIRST, *tokens.normal[opening : objects[0].start], SECOND))
    before = [one for one in mentions if one.end <= opening]
    claims = []
    if len(before) > len(pairs):
        claims += read_claims(tokens.without([(opening, len(tokens.surface))]), before, read, joining)
    claims += [[Claim(one, other, wording)] for one, other in pairs]
    behind = [one for one in mentions if one.start >= closing]
    if len(behind) > 1:
        claims += read_claims(tokens.without([(0, closing)]), behind, read, joining)
    return claims


def _with_last(tokens: Tokens, named: Sequence[Mention], place: int, read: Read) -> Claim:
    """What is said of a thing and of the last one named: the words behind the one and before the other."""
    mention, last = named[place], named[-1]
    behind = tokens.normal[mention.end : named[place + 1].start]
    before = tokens.normal[named[-2].end : last.start] if place + 2 < len(named) else []
    return Claim(mention, last, read((FIRST, *behind, *before, SECOND)))


class _Remark(NamedTuple):
    """Words `start` to `end` in brackets behind a mention, of which they say something."""

    start: int
    end: int
    about: Mention
    inside: list[Mention]


def _remarks(tokens: Tokens, mentions: Sequence[Mention]) -> list[_Remark]:
    """The remarks that name something: "A (by B) is …", where more is said of A, or before it."""
    found = []
    for start, end in tokens.brackets():
        inside = [one for one in mentions if start < one.start < end]
        about = next((one for one in mentions if one.end == start), None)
        goes_on = tokens.normal[start + 1] in _LIST_WORDS - {""}  # "A (and also B)"
        if about and inside and not goes_on and len(inside) + 1 < len(mentions):
            found.append(_Remark(start, end, about, inside))
    return found


def _around(
    tokens: Tokens, mentions: Sequence[Mention], remarks: Sequence[_Remark], read: Read, joining: Joining
) -> list[list[Claim]]:
    """The claims of a statement and those of its remarks, each read without the other."""
    within = {id(one) for remark in remarks for one in remark.inside}
    plain = tokens.without((remark.start, remark.end) for remark in remarks)
    claims = read_claims(plain, [one for one in mentions if id(one) not in within], read, joining)
    for start, end, about, inside in remarks:
        apart = [(0, about.start), (about.end, start + 1), (end - 1, len(tokens.surface))]
        claims += read_claims(tokens.without(apart), [about, *inside], read)
    return sorted(claims, key=lambda readings: readings[0].second.start)


def _said_once(claims: list[list[Claim]]) -> list[list[Claim]]:
    """Without those that join again what the sentence has joined: "H is T's son, and T's …"."""
    joined: set[frozenset[tuple[int, ...]]] = set()
    kept = []
    for readings in claims:
        pairs = {frozenset({claim.first.nodes, claim.second.nodes}) for claim in readings}
        if pairs - joined:
            kept.append(readings)
        joined.add(frozenset({readings[0].first.nodes, readings[0].second.nodes}))
    return kept


def _of_two_things(readings: list[Claim]) -> list[Claim]:
    """Without those that name one thing twice: "Henry VII, who later took the throne"."""
    return [claim for claim in readings if not claim.first.nodes or claim.first.nodes != claim.second.nodes]


def _clauses(
    tokens: Tokens, mentions: Sequence[Mention], *, apart: bool = False
) -> Iterator[tuple[int, int, list[Mention]]]:
    """Parts of a statement that each begin anew: "…, who …", "… and he …", "A is by B, while C is by D"."""
    starts = [0]
    for place in range(1, len(mentions)):
        mention, before = mentions[place], mentions[place - 1]
        goes_on = place + 1 < len(mentions)
        marks = _CONTRASTS | _CLAUSE_ENDS if apart else _CONTRASTS
        if (
            goes_on
            and place - starts[-1] > 1
            and not marks.isdisjoint(tokens.surface[before.end : mention.start])
        ):
            starts.append(place)
            continue
        anew = mention.how == "reference" or (bool(mention.nodes) and mention.nodes == before.nodes)
        if anew and goes_on and mention.nodes:
            starts.append(place)
    bounds = [0, *(mentions[place].start for place in starts[1:]), len(tokens.surface)]
    for number, place in enumerate(starts):
        until = starts[number + 1] if number + 1 < len(starts) else len(mentions)
        named = [one for one in mentions[place:until] if not _is_remark(tokens, one, mentions)]
        while len(named) > 1 and _is_idle(named):
            named.pop()
        yield bounds[number], bounds[number + 1], named


def _is_remark(tokens: Tokens, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Whether a possessive belongs to a remark of its own: "…, i.e. his parent, and we know that T …"."""
    if not mention.possessive:
        return False
    following = next((other.start for other in mentions if other.start > mention.start), mention.end)
    between = tokens.surface[mention.end : following]
    return "," in between and len(between) - between.index(",") > _APPOSED  # "his father, T" is none


def _is_idle(named: Sequence[Mention]) -> bool:
    """Whether a clause's last reference joins nothing: "…, T, who later …", "H calls T his father"."""
    last = named[-1]
    return last.how == "reference" and (last.nodes == named[-2].nodes or (last.possessive and len(named) > 2))


def _claims_of(
    tokens: Tokens, start: int, end: int, named: list[Mention], read: Read
) -> Iterator[list[Claim]]:
    """The claims of one clause: each thing named is joined with the one before it, or with the first."""
    if len(named) > 2 and are_listed(tokens, named[0], named[1]):
        joint = next(
            (n for n in range(2, len(named)) if not are_listed(tokens, named[n - 1], named[n])), None
        )
        if joint is not None and not _LIST_ENDS.isdisjoint(
            tokens.normal[named[joint - 2].end : named[joint - 1].start]
        ):
            for subject in named[:joint]:
                yield from _claims_of(tokens, named[joint - 1].start, end, [subject, *named[joint:]], read)
            return
    last: list[Claim] = []
    for place in range(1, len(named)):
        before, mention = named[place - 1], named[place]
        if last and are_listed(tokens, before, mention):
            own = _claim(tokens, before.end, _closing(named, place, end), before, mention, read)
            last = [Claim(claim.first, mention, claim.wording) for claim in last]
            yield [*last, own]
            continue
        else:
            opening = start if place == 1 else before.end
            closing = _closing(named, place, end)
            last = [
                _claim(tokens, opening, closing, subject, mention, read)
                for subject in dict.fromkeys((before, named[0]))
            ]
            if place > 1 and _shares_a_verb(tokens, before, mention):
                said = tokens.without((one.start, one.end) for one in named[1:place])
                last.append(_claim(said, start, mention.end, named[0], mention, read))
        yield last


def _claim(tokens: Tokens, opening: int, closing: int, first: Mention, second: Mention, read: Read) -> Claim:
    """What the words between two places say of two things; an arrow to the left turns them round."""
    if _points_back(tokens, first, second):
        between = tokens.normal[first.end : second.start]
        return Claim(second, first, read((FIRST, *between, SECOND)))
    if second.end < closing < len(tokens.surface) and tokens.surface[second.end] == "and":
        closing = second.end  # "A moved to B and now plays for C" says of A and B only that
    return Claim(first, second, read(_words(tokens, opening, closing, first, second)))


def _shares_a_verb(tokens: Tokens, before: Mention, mention: Mention) -> bool:
    """Whether only a preposition stands between two things: "A was founded by B in C"."""
    between = tokens.normal[before.end : mention.start]
    return 0 < len(between) < _APPOSED and all(word in EMPTY for word in between)


def _points_back(tokens: Tokens, first: Mention, second: Mention) -> bool:
    """Whether an arrow leads from the second to the first: "T <-- mother -- H", "T ← mother ← H"."""
    if second.start - first.end > _ARROWED:
        return False
    marks = "".join(tokens.surface[at] for at in range(first.end, second.start) if not tokens.normal[at])
    return ("<-" in marks or "←" in marks) and ">" not in marks and "→" not in marks


def _closing(named: Sequence[Mention], place: int, end: int) -> int:
    """Where the words about a thing named end: where the next one stands."""
    return named[place + 1].start if place + 1 < len(named) else end


def _words(tokens: Tokens, opening: int, closing: int, first: Mention, second: Mention) -> tuple[str, ...]:
    """The words between two places, the two mentions as slots; a subject from further left comes first."""
    words: list[str] = []
    at = opening
    if first.start < opening or first.end > closing:
        words += _slot(tokens, first, FIRST)
        at = _past_possessed(tokens, opening, second.start)
    while at < closing:
        mention, slot = (first, FIRST) if at == first.start else (second, SECOND)
        if at == mention.start:
            words += _slot(tokens, mention, slot)
            at = mention.end
        else:
            words.append(tokens.normal[at])
            at += 1
    return tuple(words)


def _past_possessed(tokens: Tokens, opening: int, closing: int) -> int:
    """Past what belongs to the thing named before: "…, who is Atia's son, was …" goes on behind "son,"."""
    if tokens.normal[opening] != POSSESSIVE:
        return opening
    marks = (at for at in range(opening, closing) if tokens.surface[at] == ",")
    return next(marks, opening + 1)


def _slot(tokens: Tokens, mention: Mention, slot: str) -> list[str]:
    """A slot; with "'s" where the mention is "his", or ends like "James' father"."""
    following = tokens.surface[mention.end : mention.end + 2]
    bare_apostrophe = len(following) == 2 and following[0] in _APOSTROPHES and following[1].isalpha()
    if mention.possessive or bare_apostrophe:
        return [slot, POSSESSIVE]
    # The object of what follows, as in "whom T names as his father".
    return [slot, "whom"] if tokens.normal[mention.start : mention.end] == ["whom"] else [slot]


def are_listed(tokens: Tokens, one: Mention, other: Mention) -> bool:
    """Whether only "and" and the like stand between two things."""
    if other.how == "reference" or tokens.normal[other.end : other.end + 1] == [POSSESSIVE]:
        return False  # "T, H's father, …" is no list
    return all(word in _LIST_WORDS for word in tokens.normal[one.end : other.start])


def is_aside(tokens: Tokens, mentions: Sequence[Mention], claim: Claim) -> bool:
    """Whether a claim stands in a relative clause or in apposition: "…, who followed T", "…, a town in T".

    One of a list does not: "its cities are A, B and T".
    """
    if claim.first.relative:
        return True
    second = claim.second
    before = max((one.end for one in mentions if one.end <= second.start), default=0)
    listed = tokens.normal[second.end : second.end + 1] in (["and"], ["or"])
    return tokens.surface[before : before + 1] in ([","], ["–"], ["—"]) and not listed
