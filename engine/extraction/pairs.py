"""The claims that a sentence may make: each pair of things that it names, with its words about the two."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ..language.function_words import words_of
from ..language.mention import Mention
from ..language.morphology import is_verb_form
from ..language.phrase import Slot, phrase_words, without_frame
from ..language.rules import ARROW, BACK, FIRST, SECOND, table, words_in
from ..language.tokens import LONGEST_SENTENCE, Tokens

_OPENING = {"(": ")", "[": "]"}
_ENDS = frozenset({",", ";", ":", ".", "?", "(", ")"})
_SLOTS = frozenset({FIRST, SECOND})
_ARROWS = frozenset({ARROW, BACK})
_LONGEST_TITLE = 4  # words before a colon
_MANY, _NEAR = 16, 6  # things that a sentence names; of many each goes with some behind it


class Pair(NamedTuple):
    """Two things that a sentence names, and its words about them.

    Attributes:
        first, second: in the order of the text.
        words: the whole sentence, with every mention of the two as a slot.
        reduced: the same without what is listed beside either, and without remarks that name neither.
        listed: the two stand in one list, or as one that is meant and one that is not.
    """

    first: Mention
    second: Mention
    words: tuple[str, ...]
    reduced: tuple[str, ...]
    listed: bool = False


def pairs_of(tokens: Tokens, mentions: Sequence[Mention]) -> Iterator[Pair]:
    """The pairs of different things, those that stand nearest to each other for each two things.

    None of a sentence of more than 200 words and marks, which is no sentence; where one names more than 16
    things, each with the six behind it. So the work grows with the length of a text alone.
    """
    if len(tokens.normal) > LONGEST_SENTENCE:
        return
    groups: dict[tuple[int, ...] | tuple[str, int], list[Mention]] = {}
    for mention in mentions:
        groups.setdefault(mention.nodes or ("unknown", mention.start), []).append(mention)
    lists = _lists(tokens, mentions)
    contrasts = list(_contrasts(tokens, mentions))
    for one, other in _near(list(groups.values())):
        first, second = min(
            ((a, b) if a.start <= b.start else (b, a) for a in one for b in other),
            key=lambda two: (_clauses_between(tokens, *two), two[1].start - two[0].end, two[0].start),
        )
        own = {id(mention): FIRST if mention.nodes == first.nodes else SECOND for mention in (*one, *other)}
        own |= {id(first): FIRST, id(second): SECOND}
        slots = [Slot(m.start, m.end, own[id(m)], m.possessive) for m in (*one, *other)]
        meant = tokens.without(
            one.span for one in contrasts if one.meant in (first, second) and one.other not in (first, second)
        )
        words = _without_title(without_frame(_once(phrase_words(meant, slots))))
        left = meant.without(_beside(lists, first, second))
        kept = [
            slot
            for slot in slots
            if left.surface[slot.start : slot.end] != [""] * (slot.end - slot.start) or slot.start == slot.end
        ]
        if FIRST not in words or SECOND not in words or _is_said_apart(tokens, lists, first, second):
            continue
        framed = _without_title(without_frame(_once(phrase_words(left, kept))))
        reduced = _shared_verb(_without_class(_cut(_without_remarks(framed))))
        listed = any(first in one and second in one for one in lists) or any(
            {first, second} == {one.meant, one.other} for one in contrasts
        )
        yield Pair(first, second, words, reduced, listed)


def _near(things: Sequence[list[Mention]]) -> Iterator[tuple[list[Mention], list[Mention]]]:
    """Each two things; of many each with those that are named next."""
    reach = _NEAR if len(things) > _MANY else len(things)
    for at, one in enumerate(things):
        for other in things[at + 1 : at + 1 + reach]:
            yield one, other


def _clauses_between(tokens: Tokens, first: Mention, second: Mention) -> int:
    """How many clauses begin between two mentions: "Ann left the Reds, so her team …"."""
    between = range(first.end, second.start - 1)
    return sum(
        tokens.surface[at] == ";"
        or (tokens.surface[at] == "," and tokens.normal[at + 1] in words_of("clauses"))
        for at in between
    )


def are_listed(tokens: Tokens, one: Mention, other: Mention) -> bool:
    """Whether only what joins a list stands between two things: "A, the B", "A and B"."""
    between = _between(tokens, one, other)
    return (
        bool(between)
        and between <= words_of("listing") | words_of("before_listed")
        and not between.isdisjoint(words_of("listing"))
    )


class _Contrast(NamedTuple):
    """What is meant, what is not, and the span that says the latter: "not by A but" before it, "and not by B"
    behind it.
    """

    meant: Mention
    other: Mention
    span: tuple[int, int]


def _contrasts(tokens: Tokens, mentions: Sequence[Mention]) -> Iterator[_Contrast]:
    for before, after in pairwise(mentions):
        between = [tokens.normal[at] or tokens.surface[at] for at in range(before.end, after.start)]
        joining = [word for word in between if word not in words_of("prepositions") and word != ","]
        start = before.start - (tokens.normal[before.start - 1] in words_of("prepositions"))
        denied = start > 0 and tokens.normal[start - 1] in _negations()
        if joining[-1:] and joining[-1] in _negations() and joining[:-1] in ([], ["and"], ["but"]):
            yield _Contrast(before, after, (before.end, after.end))
        elif joining == ["but"] and denied:
            yield _Contrast(after, before, (start - 1, before.end + between.index("but") + 1))


def _lists(tokens: Tokens, mentions: Sequence[Mention]) -> list[list[Mention]]:
    """Mentions that stand in one list: "A, B and C"; not "… B, and C is", nor "… B, and its"."""
    found: list[list[Mention]] = []
    start = mentions[0].end if mentions and _is_fronted(tokens, mentions[0]) else 0
    for before, mention in zip([None, *mentions], mentions, strict=False):
        joined = before is not None and before.end != start and are_listed(tokens, before, mention)
        if joined and not mention.possessive and _may_be_listed(tokens, start, found[-1][0], mention):
            found[-1].append(mention)
        else:
            found.append([mention])
    return [one for one in found if len(one) > 1]


def _is_fronted(tokens: Tokens, mention: Mention) -> bool:
    """Whether a thing stands in a phrase of its own before its sentence: "For gout, A and B are given"."""
    before = [word for word in tokens.normal[: mention.start] if word not in words_of("before_listed")]
    return (
        before[:1] != []
        and before[0] in words_of("fronting")
        and len(before) <= _LONGEST_TITLE
        and tokens.surface[mention.end : mention.end + 1] == [","]
    )


def _may_be_listed(tokens: Tokens, start: int, first: Mention, mention: Mention) -> bool:
    """Whether a list may hold a mention: one that opens its sentence may; else no verb of its own follows.

    Args:
        start: where the sentence begins, behind a phrase before it.
    """
    following = tokens.normal[mention.end] if mention.end < len(tokens.normal) else ""
    opens = all(word in words_of("before_listed") or not word for word in tokens.normal[start : first.start])
    return (
        opens
        or not following
        or following in words_of("prepositions")
        or following in words_of("listing") | words_of("relative")
    )


def _between(tokens: Tokens, before: Mention, mention: Mention) -> set[str]:
    return {tokens.normal[at] or tokens.surface[at] for at in range(before.end, mention.start)}


def _beside(lists: Sequence[Sequence[Mention]], first: Mention, second: Mention) -> Iterator[tuple[int, int]]:
    """The spans of what is listed beside either of two things, with the words that join it."""
    for listed in lists:
        inside = [one for one in listed if one in (first, second)]
        if len(inside) != 1:
            continue
        place = listed.index(inside[0])
        if place:
            yield listed[0].start, inside[0].start
        if place < len(listed) - 1:
            yield inside[0].end, listed[-1].end


def _is_said_apart(
    tokens: Tokens, lists: Sequence[Sequence[Mention]], first: Mention, second: Mention
) -> bool:
    """Whether two lists go together one by one, and not these two: "A and B left C and D, respectively"."""
    if not any(word in tokens.normal for word in words_in("words", "respectively")):
        return False
    own = [next((one for one in lists if end in one), ()) for end in (first, second)]
    alike = own[0] is not own[1] and len(own[0]) == len(own[1]) > 1
    return alike and own[0].index(first) != own[1].index(second)


def _once(words: tuple[str, ...]) -> tuple[str, ...]:
    """Each thing once where brackets only give it another name: "<1> (<1>) is" for "gout (podagra) is"."""
    kept: list[str] = []
    at = 0
    while at < len(words):
        if words[at] in _SLOTS and words[at + 1 : at + 4] == ("(", words[at], ")"):
            kept.append(words[at])
            at += 4
        else:
            kept.append(words[at])
            at += 1
    return tuple(kept)


def _without_title(words: tuple[str, ...]) -> tuple[str, ...]:
    """Without what stands before a colon and names neither, as "Note:" does; what may deny it stays."""
    end = next((at for at, word in enumerate(words[: _LONGEST_TITLE + 1]) if word == ":"), None)
    if not end or not _SLOTS.isdisjoint(words[:end]) or not _denying().isdisjoint(words[:end]):
        return words
    return words[end + 1 :]


@cache
def _denying() -> frozenset[str]:
    return _negations() | words_in("words", "falsehood")


def _without_class(words: tuple[str, ...]) -> tuple[str, ...]:
    """What is said of the first thing beyond its class: of "<1> is a firm that makes <2>" "<1> makes <2>"."""
    first, second = words.index(FIRST), words.index(SECOND)
    is_class = words[first + 1 : first + 2] in (("is",), ("was",)) and words[first + 2] in words_of(
        "articles"
    )
    relative = next(
        (at for at in range(first + 3, second - 1) if words[at] in words_in("words", "who")), None
    )
    if first > second or not is_class or relative is None or words[relative - 1] == ",":
        return words
    return (*words[: first + 1], *words[relative + 1 :])


def _shared_verb(words: tuple[str, ...]) -> tuple[str, ...]:
    """What is coordinated before the second thing as a clause of its own."""
    return _own_preposition(_own_predicate(words))


def _own_preposition(words: tuple[str, ...]) -> tuple[str, ...]:
    """Without what stands with the same preposition before: "<1> is linked [to gout, but not] to <2>"."""
    second = words.index(SECOND)
    first = max((at for at in range(second) if words[at] == FIRST), default=second)
    word = words[second - 1]
    if word not in words_of("prepositions") or word not in words[first + 1 : second - 1]:
        return words
    joint = second - 2
    while joint > first and (_is_adverb(words[joint]) or words[joint] in _negations()):
        joint -= 1
    before = words.index(word, first + 1)
    if words[joint] not in words_of("joining") or before > joint:
        return words
    kept = words[first + 1 : before]
    if not _negations().isdisjoint(words[joint + 1 : second]):
        kept = (*kept[:1], "not", *kept[1:]) if kept[:1] and kept[0] in _finite() else ("not", *kept)
    return (*words[: first + 1], *kept, *words[second - 1 :])


@cache
def _negations() -> frozenset[str]:
    return words_in("words", "not")


def _own_predicate(words: tuple[str, ...]) -> tuple[str, ...]:
    """Without what a clause says of the first thing before its verb about the second.

    Of "<1> was born in Rome and is married to <2>" that is "<1> is married to <2>".
    """
    second = words.index(SECOND)
    first = max((at for at in range(second) if words[at] == FIRST), default=second)
    verb = next((at for at in range(first + 1, second) if not _is_adverb(words[at])), second)
    for at in range(second - 2, verb, -1):
        if words[at] not in words_of("joining"):
            continue
        other = next(place for place in range(at + 1, second + 1) if not _is_adverb(words[place]))
        if other < second and _is_coordinated(words[verb], words[other]):
            kept = words[verb : verb + 1] if words[verb] in _finite() and _is_past(words[other]) else ()
            start = first + 1
            return (*words[:start], *kept, *words[at + 1 :])
    return words


def _is_coordinated(verb: str, other: str) -> bool:
    """Whether two words may be verbs of one subject: both finite, or alike in form."""
    if verb in _finite():
        return other in _finite() or _is_past(other)
    return is_verb_form(verb) and (other in _finite() or (is_verb_form(other) and verb[-1] == other[-1]))


def _is_past(word: str) -> bool:
    return word.endswith("ed") and is_verb_form(word)


def _is_adverb(word: str) -> bool:
    return (word in words_in("words", "aux") and word not in _finite()) or word.endswith("ly")


def _finite() -> Sequence[str]:
    """Verbs that are finite as they stand: "is", "has"."""
    found: Sequence[str] = table("words")["finite"]
    return found


def _cut(words: tuple[str, ...]) -> tuple[str, ...]:
    """The clause about the two: from the last mention of the first before the second to its end.

    What stands before stays, unless the first opens a clause or an aside of its own: it may deny it.
    """
    second = words.index(SECOND)
    if FIRST not in words[:second]:
        return words
    first = max(at for at in range(second) if words[at] == FIRST)
    before, behind = words[first - 1 : first], words[first + 1 : first + 2]
    relatives = [word in words_of("relative") for word in words[first + 1 : min(first + 3, second)]]
    is_denied = not _negations().isdisjoint(before)  # "it was not Ann who", "it was Bo, not Ann, who"
    is_relative = any(relatives) and not (is_denied and (relatives[0] or words[0] == "it"))
    is_apposed = before == (",",) and behind == (",",)
    is_linked = not _ARROWS.isdisjoint(words[:first]) and not _ARROWS.isdisjoint(words[first + 1 : second])
    if _is_said_anew(words, first) or (is_relative and _tells_who(words, first, second)):
        words = words[_clause_start(words, first) :]
    elif is_relative or is_apposed or is_linked or _opens_clause(words, first):
        words = (FIRST, *words[first + 1 + (is_apposed and not is_relative) :])
    second = words.index(SECOND)
    first = max(at for at in range(second) if words[at] == FIRST)
    opened = words[first + 1 : first + 2] + words[second - 1 : second]
    is_subordinate = words[0] in words_in("words", "subordinate")
    end = _end(words, second, closed=is_relative or is_subordinate or "," in opened or "(" in opened)
    return words if end >= len(words) - 1 else (*words[:end], ".")


def _is_said_anew(words: Sequence[str], first: int) -> bool:
    """Whether a clause before names the first thing too: "Ann left the Reds, and she joined the Blues"."""
    if FIRST not in words[:first]:
        return False
    earlier = max(at for at in range(first) if words[at] == FIRST)
    return _clause_start(words, first) > earlier


def _tells_who(words: Sequence[str], first: int, second: int) -> bool:
    """Whether a relative clause says what the noun before it is: "the birthplace of <1>, which is <2>"."""
    before, behind = words[first - 1 : first], words[second - 1]
    return bool(before) and before[0] in words_of("prepositions") and behind in words_of("being")


def _clause_start(words: Sequence[str], at: int) -> int:
    """Where the clause around a place begins; "then" behind a name opens none."""
    bounds = (
        place
        for place in range(at)
        if words[place] in _ENDS
        or words[place] in words_of("joining")
        or (words[place] in words_of("clauses") and words[place - 1 : place] not in ((FIRST,), (SECOND,)))
    )
    return max(bounds, default=-1) + 1


def _opens_clause(words: Sequence[str], at: int) -> bool:
    before = words[max(0, at - 2) : at]
    return before[-1:] == (";",) or (
        len(before) > 1 and before[0] in (",", ";") and before[1] in words_of("clauses")
    )


def _end(words: Sequence[str], second: int, *, closed: bool) -> int:
    """Where what is said of the second thing ends: at another clause, or where an aside is closed."""
    for at in range(second + 1, len(words)):
        word, following = words[at], words[at + 1] if at + 1 < len(words) else ""
        if word == ";" or (closed and word in (",", ")")):
            return at
        if word in _ARROWS and not _ARROWS.isdisjoint(words[:second]):
            return at
        if word == "," and (following in words_of("relative") or following in words_of("clauses")):
            return at
    return len(words)


def _without_remarks(words: Sequence[str]) -> tuple[str, ...]:
    """Without brackets that hold no slot, and without what stands between two commas and holds none.

    All that stands between the two things stays, as in "(Ann, mother, Eve)".
    """
    kept: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        end = None
        if word in _OPENING and _OPENING[word] in words[at:]:
            end = words.index(_OPENING[word], at)
            behind = end + 1
        elif word == "," and "," in words[at + 1 :]:
            end = words.index(",", at + 1)
            behind = end + 1
        if (
            end is not None
            and _SLOTS.isdisjoint(words[at:end])
            and not _SLOTS.isdisjoint(words[:at])
            and end > at + 1
            and not (kept[-1] in _SLOTS and words[behind : behind + 1] in ((FIRST,), (SECOND,)))
        ):
            at = behind
            continue
        kept.append(word)
        at += 1
    return tuple(kept)
