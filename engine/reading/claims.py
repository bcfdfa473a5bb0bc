"""What a statement asserts: pairs of things that it names, with the words that join them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from .clauses import (
    Pairs,
    Remark,
    are_in_line,
    are_listed,
    asides_of,
    clauses_of,
    has_a_named,
    is_beside,
    is_in_brackets,
    likened_span,
    owned_in,
    paired,
    remarks_of,
    rivals_in,
)
from .found import Mention
from .lexicon import PREPOSITIONS, lemma
from .reach import closing_of, is_placed, is_told_apart, past_aside, past_possessed, shares_a_verb, told_until
from .slots import FIRST, SECOND
from .tokens import POSSESSIVE, Tokens
from .wording import Wording

_LIST_ENDS = frozenset({"and", "or", "und", "与", "和"})
_ARROWED = 12  # words and marks between two things that an arrow joins
_APOSTROPHES = frozenset("'’")

Read = Callable[[tuple[str, ...]], Wording]

Joining = Literal["plain", "apart", "last", "beside", "owned"]
"""How the things that a clause names are joined in claims.

plain: each with the one before it, or with the first. apart: the same, where "and" or a comma begins a clause
of its own ("A is by B and C is by D"). last: each with the last ("the film of A with B is C").
beside: plain, but what stands between commas is said in passing, as if in brackets ("A, who is by B, and C").
owned: plain, but of a thing that is told by whose it is only that is said of its owner ("A's son B wed C",
"the son of A (B) wed C").
"""


class Claim(NamedTuple):
    """Two things named, in the order of the text, and what is said of them."""

    first: Mention
    second: Mention
    wording: Wording

    @property
    def names_one_thing(self) -> bool:
        """Whether it calls two things by one name: "the album Anna has the track Anna"."""
        named = self.first.how == self.second.how == "name"
        return named and self.first.nodes == self.second.nodes and not self.wording.is_bare


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
        readings = [claim]
        if tokens.normal[first.start - 1 : first.start] == ["by"] and _is_told_apart(tokens, first, second):
            readings.append(_claim(tokens, first.start, second.end, first, second, read))
        return [readings] if _of_two_things([claim]) else []
    if len(mentions) > 2 and (rivals := rivals_in(tokens, mentions)):
        left = [one for one in mentions if one not in rivals]
        return read_claims(tokens.without(rivals.values()), left, read, joining)
    if len(mentions) > 2 and (likened := likened_span(tokens, mentions)):
        return _of_both(tokens.without([likened]), mentions, read, joining)
    if "respectively" in tokens.normal and (pairs := paired(tokens, mentions)):
        return _respectively(tokens, mentions, pairs, read, joining)
    remarks = remarks_of(tokens, mentions)
    if joining == "beside":
        remarks = asides_of(tokens, mentions)
    if joining == "owned" and (owned := owned_in(tokens, mentions)):
        return _through_owners(tokens, mentions, owned, read)
    if remarks:
        return _around(tokens, mentions, remarks, read, joining)
    claims: list[list[Claim]] = []
    for start, end, named in clauses_of(tokens, mentions, apart=joining == "apart"):
        if len(named) > 1:
            found = _joined(tokens, start, end, named, read, joining)
            claims += filter(None, map(_of_two_things, found))
    return _said_once(claims)


def _of_both(tokens: Tokens, mentions: Sequence[Mention], read: Read, joining: Joining) -> list[list[Claim]]:
    """What is said of a subject, and so of another to which it is likened; "its" means either of theirs."""
    subject, other, *rest = mentions
    rest = [one._replace(nodes=subject.nodes) if one.nodes == other.nodes else one for one in rest]
    of_one = read_claims(tokens, [subject, *rest], read, joining)
    of_it = (claims for claims in of_one if claims[0].first.nodes == subject.nodes)
    return [*of_one, *([claim._replace(first=other) for claim in claims] for claims in of_it)]


def _joined(
    tokens: Tokens, start: int, end: int, named: list[Mention], read: Read, joining: Joining
) -> Iterator[list[Claim]]:
    """The claims of one clause, its things joined in one of the ways."""
    if joining == "last":
        yield from ([_with_last(tokens, end, named, place, read)] for place in range(len(named) - 1))
    elif len(named) > 1:
        yield from _claims_of(tokens, start, end, named, read)


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


def _through_owners(
    tokens: Tokens, mentions: Sequence[Mention], owned: Sequence[int], read: Read
) -> list[list[Claim]]:
    """What is said of things that are told by whose they are, and whose: "H's son A married B"."""
    pairs = [(mentions[place - 1], mentions[place]) for place in owned]
    claims: list[list[Claim]] = []
    told: list[tuple[int, int]] = []
    for one, other in pairs:
        role = one.start - 2 if is_in_brackets(tokens, one, other) else one.start  # "the son of H (A)"
        words = (*tokens.normal[role : one.start], FIRST, *tokens.normal[one.end : other.start], SECOND)
        claims.append([Claim(one, other, read(words))])
        told.append((role, other.start))
    without = tokens.without(told)
    owners = {one for one, _ in pairs}
    return [*claims, *read_claims(without, [one for one in mentions if one not in owners], read)]


def _with_last(tokens: Tokens, end: int, named: Sequence[Mention], place: int, read: Read) -> Claim:
    """What is said of a thing and of the last one named: the words behind the one and before the other."""
    mention, last = named[place], named[-1]
    behind = tokens.normal[mention.end : named[place + 1].start]
    before = tokens.normal[named[-2].end : last.start] if place + 2 < len(named) else []
    return Claim(mention, last, read((FIRST, *behind, *before, SECOND, *tokens.normal[last.end : end])))


def _around(
    tokens: Tokens, mentions: Sequence[Mention], remarks: Sequence[Remark], read: Read, joining: Joining
) -> list[list[Claim]]:
    """The claims of a statement and those of its remarks, each read without the other."""
    within = {id(one) for remark in remarks for one in remark.inside}
    plain = tokens.without((remark.start, remark.end) for remark in remarks)
    left = [one for one in mentions if id(one) not in within and plain.surface[one.start]]
    claims = read_claims(plain, left, read, "plain" if joining == "beside" else joining)
    subject = left[0] if left else None
    alone = not any(remark.about is subject for remark in remarks)
    for start, end, about, inside in remarks:
        apart = [(0, about.start), (about.end, start + 1), (end - 1, len(tokens.surface))]
        said = read_claims(tokens.without(apart), [about, *inside], read)
        of = subject if subject and alone else about
        claims += [_of_either(readings, about, of) for readings in said]
    return sorted(claims, key=lambda readings: readings[0].second.start)


def _of_either(readings: list[Claim], about: Mention, subject: Mention) -> list[Claim]:
    """What a remark says, of what stands before it or of the subject: "H is written by A (with art by B)"."""
    if subject is about:
        return readings
    return [*readings, *(claim._replace(first=subject) for claim in readings if claim.first is about)]


def _said_once(claims: list[list[Claim]]) -> list[list[Claim]]:
    """Without those that join again what the sentence has joined: "H is T's son, and T's …".

    What tells of two things how they are joined counts where nothing before has: "H came from T, her mother".
    """
    told: dict[frozenset[tuple[int, ...]], bool] = {}
    kept = []
    for readings in claims:
        pairs = {frozenset({claim.first.nodes, claim.second.nodes}) for claim in readings}
        tells = bool(readings[0].wording.senses)
        relative = tells and readings[0].first.relative  # "T, who was H's son"
        if relative or any(pair not in told or (tells and not told[pair]) for pair in pairs):
            kept.append(readings)
        first = frozenset({readings[0].first.nodes, readings[0].second.nodes})
        told[first] = told.get(first, False) or tells
    return kept


def _of_two_things(readings: list[Claim]) -> list[Claim]:
    """Without those whose reference means the other thing: "Henry VII, who later took the throne"."""
    return [
        claim
        for claim in readings
        if not claim.first.nodes or claim.first.nodes != claim.second.nodes or claim.names_one_thing
    ]


def _claims_of(
    tokens: Tokens, start: int, end: int, named: list[Mention], read: Read
) -> Iterator[list[Claim]]:
    """The claims of one clause: each thing named is joined with the one before it, or with the first."""
    if len(named) > 2 and are_in_line(tokens, named[0], named[1]):
        joint = next(
            (n for n in range(2, len(named)) if not are_in_line(tokens, named[n - 1], named[n])), None
        )
        if joint is not None and not _LIST_ENDS.isdisjoint(
            tokens.normal[named[joint - 2].end : named[joint - 1].start]
        ):
            if _is_of_the_last(tokens, named[joint - 1]):
                yield from _claims_of(tokens, start, named[joint - 1].end, named[:joint], read)
                yield from _claims_of(tokens, named[joint - 1].end, end, named[joint - 1 :], read)
                return
            for subject in named[:joint]:
                yield from _claims_of(tokens, named[joint - 1].end, end, [subject, *named[joint:]], read)
            return
    last: list[Claim] = []
    listed = False
    for place in range(1, len(named)):
        before, mention = named[place - 1], named[place]
        if last and are_listed(tokens, before, mention):
            own = _claim(tokens, before.end, closing_of(tokens, named, place, end), before, mention, read)
            last = [Claim(claim.first, mention, claim.wording) for claim in last]
            yield [*last, own]
            if not listed:  # "A goes into B, along with C and D": all go into B
                last, listed = [*last, own], True
            continue
        else:
            listed = False
            opening = start if place == 1 else before.end
            closing = closing_of(tokens, named, place, end)
            if is_placed(tokens, start, named, place):
                opening, closing = before.start, mention.end
            if is_beside(tokens, before, mention):
                closing = tokens.surface.index(",", mention.end)
            shared = place > 1 and shares_a_verb(tokens, before, mention)
            qualified = named[place - 2 : place - 1] if is_told_apart(tokens, named, place) else []
            opens = named[:1] if place < 2 or not has_a_named(tokens, *named[:2]) else []
            subjects = (before,) if shared else dict.fromkeys((before, *qualified, *opens))
            last = [
                _claim(
                    tokens,
                    past_aside(tokens, opening, subject, before, mention),
                    closing,
                    subject,
                    mention,
                    read,
                )
                for subject in subjects
            ]
            if shared:
                said = tokens.without((_led_to(tokens, one), one.end) for one in named[1:place])
                last.append(_claim(said, start, mention.end, named[0], mention, read))
                if place > 2:  # "H is of A, the service from B to C"
                    said = tokens.without([(_led_to(tokens, before), before.end)])
                    last.append(
                        _claim(said, named[place - 2].start, mention.end, named[place - 2], mention, read)
                    )
        yield last


def _led_to(tokens: Tokens, thing: Mention) -> int:
    """Where a thing begins, with the preposition before it: "from A" of "leads from A up to B"."""
    return thing.start - (tokens.normal[thing.start - 1] in PREPOSITIONS)


def _is_of_the_last(tokens: Tokens, thing: Mention) -> bool:
    """Whether what follows a list says what its last thing is: "A and B, a person who lived in C"."""
    return tokens.surface[thing.end : thing.end + 1] == [","] and tokens.normal[
        thing.end + 1 : thing.end + 2
    ] in (
        ["a"],
        ["an"],
    )


def _claim(tokens: Tokens, opening: int, closing: int, first: Mention, second: Mention, read: Read) -> Claim:
    """What the words between two places say of two things; an arrow to the left turns them round."""
    if _points_back(tokens, first, second):
        between = tokens.normal[first.end : second.start]
        return Claim(second, first, read((FIRST, *between, SECOND)))
    closing = told_until(tokens, first, second, closing)
    return Claim(first, second, read(_words(tokens, opening, closing, first, second)))


def _is_told_apart(tokens: Tokens, first: Mention, second: Mention) -> bool:
    """Whether a thing is only said to be of another: "It was made by A of B"."""
    return tokens.normal[first.end : second.start] in (["of"], ["of", "the"], ["from"], ["at"], ["at", "the"])


def _points_back(tokens: Tokens, first: Mention, second: Mention) -> bool:
    """Whether an arrow leads from the second to the first: "T <-- mother -- H", "T ← mother ← H"."""
    if not ("<" in tokens.text or "←" in tokens.text) or second.start - first.end > _ARROWED:
        return False
    marks = "".join(tokens.surface[at] for at in range(first.end, second.start) if not tokens.normal[at])
    return ("<-" in marks or "←" in marks) and ">" not in marks and "→" not in marks


def _words(tokens: Tokens, opening: int, closing: int, first: Mention, second: Mention) -> tuple[str, ...]:
    """The words between two places, the two mentions as slots; a subject from further left comes first."""
    normal = tokens.normal
    if first.start < opening or first.end > closing:
        before, at = [], past_possessed(tokens, opening, second.start)
    else:
        before, at = normal[opening : first.start], first.end
    return (
        *before,
        *_slot(tokens, first, FIRST),
        *normal[at : second.start],
        *_slot(tokens, second, SECOND),
        *normal[second.end : closing],
    )


def _slot(tokens: Tokens, mention: Mention, slot: str) -> list[str]:
    """A slot; with "'s" where the mention is "his", or ends like "James' father"."""
    quoted = tokens.surface[mention.start - 1 : mention.start] in (["'"], ["‘"], ["’"])
    if mention.possessive or (not quoted and _has_bare_apostrophe(tokens.surface, mention.end)):
        return [slot, POSSESSIVE]
    # The object of what follows, as in "whom T names as his father".
    return [slot, "whom"] if tokens.normal[mention.start : mention.end] == ["whom"] else [slot]


def _has_bare_apostrophe(surface: Sequence[str], end: int) -> bool:
    return end + 1 < len(surface) and surface[end] in _APOSTROPHES and surface[end + 1].isalpha()


def is_aside(tokens: Tokens, mentions: Sequence[Mention], readings: Sequence[Claim]) -> bool:
    """Whether a claim stands in a relative clause or in apposition: "…, who followed T", "…, a town in T".

    One of a list does not: "its cities are A, B and T"; nor does what a sentence goes on to say behind them:
    "A, a maker of B, was born in T".
    """
    second = readings[0].second
    before = max((one.end for one in mentions if one.end <= second.start), default=0)
    parted = tokens.surface[before : before + 1] in ([","], ["–"], ["—"])
    following = tokens.normal[before + 1] if parted else ""
    if lemma(following) in ("be", "have") or following in _LIST_ENDS:
        return False
    listed = tokens.normal[second.end : second.end + 1] in (["and"], ["or"])
    return any(claim.first.relative for claim in readings) or (parted and not listed)
