"""How the things that a statement names stand together: in clauses, in lists, in pairs, in brackets."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from .found import Mention
from .inflection import participles
from .lexicon import ARTICLES, PREPOSITIONS, general_lexicon, lemma, singular
from .tokens import POSSESSIVE, Tokens

_LIST_WORDS = frozenset(
    {"and", "or", "", "as", "well", "also", "both", "plus", "again", "then", "finally", "und", "与", "和"}
)
BESIDES = (["along", "with"], ["together", "with"])
# What opens a clause of its own, when both it and what stands before it name two things.
_CONTRASTS = frozenset({"while", "whereas", "whilst", "although", "though", "but", "because", ";"})
_CLAUSE_ENDS = frozenset({"and", ",", "therefore", "so", "hence", "thus"})
_OF_ANOTHER = (["those", "of"], ["that", "of"], *([one, "is"] for one in ("other", "second", "third")))
_RELATIVE = frozenset({"who", "which", "whose", "whom", "where"})
_SETTING_APART = frozenset(
    tuple(said.split())
    for said in (
        "not",
        "and not",
        "but not",
        "rather than",
        "instead of",
        "as opposed to",
        "as against",
        "not to be confused with",
        "not to be mixed up with",
    )
)
_LIKENING = (["", "like"], ["", "just", "like"], ["", "as", "well", "as"])
_REFLEXIVE = frozenset({"itself", "himself", "herself", "themselves"})
_OBJECTS = (["it"], ["him"], ["them"])
_STROKES = frozenset({",", "–", "—", "-"})
_QUOTES = frozenset('"“”«»')
_LONGEST_OWNED = 3  # words of "eldest surviving son"
_LONGEST_ROLE = 5  # words and marks of "late birth mother,"
APPOSED = 3
"""Words and marks from a comma to what stands in apposition."""

Pairs = list[tuple[Mention, Mention]]


def are_listed(tokens: Tokens, one: Mention, other: Mention) -> bool:
    """Whether only "and" and the like stand between two things."""
    if other.how == "reference" or tokens.normal[other.end : other.end + 1] == [POSSESSIVE]:
        return False  # "T, H's father, …" is no list
    return _goes_on(tokens.normal[one.end : other.start])


def _goes_on(between: Sequence[str]) -> bool:
    """Whether words only go on with a list: "and", "and the", ", as well as", ", along with"."""
    if between and between[-1] in ARTICLES and ("and" in between or "then" in between):
        between = between[:-1]
    return _LIST_WORDS.issuperset(between[:-2] if between[-2:] in BESIDES else between)


def are_in_line(tokens: Tokens, one: Mention, other: Mention) -> bool:
    """The same, also of things with articles, whose list ends with "and": "A, the B" is none by itself."""
    if are_listed(tokens, one, other):
        return True
    between = [word for word in tokens.normal[one.end : other.start] if word not in ARTICLES]
    return other.how != "reference" and bool(between) and _LIST_WORDS.issuperset(between)


def paired(tokens: Tokens, mentions: Sequence[Mention]) -> Pairs:
    """The pairs of two lists: "A and B are in C and D, respectively"; "who" between them means the first."""
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


class Remark(NamedTuple):
    """Words `start` to `end` in brackets behind a mention, of which they say something."""

    start: int
    end: int
    about: Mention
    inside: list[Mention]


def remarks_of(tokens: Tokens, mentions: Sequence[Mention]) -> list[Remark]:
    """The remarks that name something: "A (by B) is …", where more is said of A, or before it.

    Whose something is may stand between strokes or commas too: "A – B's father – is …".
    """
    found = _apposed(tokens, mentions)
    for start, end in tokens.brackets() if "(" in tokens.surface else ():
        inside = [one for one in mentions if start < one.start < end]
        about = next((one for one in mentions if one.end == start), None)
        if about is None or not inside or tokens.normal[start + 1] in _LIST_WORDS - {""}:
            continue  # "A (and also B)"
        if len(inside) + 1 < len(mentions):
            found.append(Remark(start, end, about, inside))
    return found


def _apposed(tokens: Tokens, mentions: Sequence[Mention]) -> list[Remark]:
    """What tells whose something a subject is, right behind it: "A, B's father, was …"."""
    if len(mentions) < 3:
        return []
    about, owner = mentions[:2]
    stroke, opening, owned = about.end, owner.start, owner.end
    stroke += tokens.surface[stroke] in _QUOTES
    opening -= tokens.surface[opening - 1] in _QUOTES
    owned += tokens.surface[owned] in _QUOTES
    mark = tokens.surface[stroke]
    behind = tokens.surface[owned : owned + _LONGEST_OWNED + 3]
    if mark not in _STROKES or opening != stroke + 1 or mark not in behind:
        return []
    end = owned + behind.index(mark)
    role = tokens.normal[owned + 1 : end]
    is_role = tokens.normal[owned] == POSSESSIVE and all(role) and role[-1:] != []
    if not is_role or singular(role[-1]) not in general_lexicon().roles or mentions[2].start <= end + 1:
        return []
    return [] if tokens.normal[end + 1] in _LIST_WORDS else [Remark(stroke, end + 1, about, [owner])]


def rivals_in(tokens: Tokens, mentions: Sequence[Mention]) -> dict[Mention, tuple[int, int]]:
    """What is only set apart from what stands before it, where: "A, not B, is C", "A is C rather than D"."""
    found: dict[Mention, tuple[int, int]] = {}
    for before, mention in pairwise(mentions):
        between = tokens.normal[before.end : mention.start]
        words = tuple(word for word in between if word and word not in ARTICLES)
        if words not in _SETTING_APART or (words == ("not",) and between[0] != ""):
            continue
        if mention.how != "reference" and tokens.normal[mention.end : mention.end + 1] != [POSSESSIVE]:
            closed = tokens.surface[mention.end : mention.end + 1] == [","]
            found[mention] = before.end, mention.end + closed
    return found


def likened_span(tokens: Tokens, mentions: Sequence[Mention]) -> tuple[int, int] | None:
    """Where another is named of which the same is said as of a subject: "A, like B, is in C"."""
    subject, other = mentions[:2]
    parted = tokens.surface[other.end : other.end + 1] == [","]
    if not parted or tokens.normal[subject.end : other.start] not in _LIKENING:
        return None
    return subject.end, other.end + 1


def asides_of(tokens: Tokens, mentions: Sequence[Mention]) -> list[Remark]:
    """What is said in passing of a thing, between two commas: "A, who is by B, …", "A, a B, …"."""
    found: list[Remark] = []
    commas = [place for place, sign in enumerate(tokens.surface) if sign == ","]
    for about, following in zip(mentions, _named_behind(mentions), strict=True):
        start = about.end
        if tokens.surface[start : start + 1] != [","] or (found and start < found[-1].end):
            continue
        if following == len(mentions) or not _opens_aside(tokens, start + 1, mentions[following]):
            continue
        behind = bisect_right(commas, start)
        if behind < len(commas) and commas[behind] < mentions[following].start:
            continue  # it ends before it names anything
        closing = bisect_left(commas, mentions[following].end)
        if closing < len(commas):
            end = commas[closing] + 1
            inside = range(following, bisect_left(mentions, end, following, key=attrgetter("end")))
            named = [mentions[place] for place in inside if not mentions[place].relative]
            found.append(Remark(start, end, about, named))
    return found


def _named_behind(mentions: Sequence[Mention]) -> list[int]:
    """For each mention the place of the next one that is no relative pronoun; their number for none."""
    places, behind = [], len(mentions)
    for place in range(len(mentions) - 1, -1, -1):
        places.append(behind)
        behind = behind if mentions[place].relative else place
    return places[::-1]


def owned_in(tokens: Tokens, mentions: Sequence[Mention]) -> list[int]:
    """The places of things that stand right behind whose they are, and what.

    So does A in "H's eldest son A" and in "the son of H (A)".
    """
    return [
        place
        for place, (owner, thing) in enumerate(pairwise(mentions), 1)
        if owner.nodes and (_is_owned(tokens, owner, thing) or is_in_brackets(tokens, owner, thing))
    ]


def is_in_brackets(tokens: Tokens, owner: Mention, thing: Mention) -> bool:
    """Whether brackets tell who is meant by whose role: "the son of H (A)"."""
    before = tokens.normal[max(0, owner.start - 2) : owner.start]
    return (
        before[1:] == ["of"]
        and singular(before[0]) in general_lexicon().roles
        and tokens.surface[owner.end : thing.start] == ["("]
        and tokens.surface[thing.end : thing.end + 1] == [")"]
    )


def _is_owned(tokens: Tokens, owner: Mention, thing: Mention) -> bool:
    """Whether one thing stands behind whose it is, and what: "H's eldest son A"."""
    return (
        tokens.normal[owner.end : owner.end + 1] == [POSSESSIVE]
        and 0 < thing.start - owner.end - 1 <= _LONGEST_OWNED
        and all(
            tokens.normal[at] and tokens.surface[at].islower() for at in range(owner.end + 1, thing.start)
        )
        and singular(tokens.normal[thing.start - 1]) in general_lexicon().roles
    )


def _opens_aside(tokens: Tokens, at: int, first: Mention) -> bool:
    """Whether a relative clause begins there, or what a thing is, or whose."""
    opening = tokens.normal[at]
    owner = first.start == at and tokens.normal[first.end : first.end + 1] == [POSSESSIVE]
    if opening in _REFLEXIVE:
        opening = tokens.normal[at + 1]  # "A, itself a B, …"
    is_told = opening == "born" or opening.endswith("ed") or opening in participles()  # "born to B"
    told = is_told and tokens.normal[at + 1] in PREPOSITIONS
    return opening in _RELATIVE or opening in ARTICLES or owner or told


def clauses_of(
    tokens: Tokens, mentions: Sequence[Mention], *, apart: bool = False
) -> Iterator[tuple[int, int, list[Mention]]]:
    """Parts of a statement that each begin anew: "…, who …", "… and he …", "A is by B, while C is by D"."""
    starts, idle = [0], _idle_from(mentions)
    for place in range(1, len(mentions)):
        mention, before = mentions[place], mentions[place - 1]
        goes_on = place + 1 < len(mentions)
        between = slice(before.end, mention.start)
        contrast = _sets_apart(tokens.surface[between]) or _turns_to_another(tokens, between)
        is_one = contrast or _goes_on_behind_a_pronoun(tokens, before, between)
        parted = is_one or (apart and place - starts[-1] > 1 and _begins(tokens, between))
        if goes_on and (parted or _begins_with_a_place(tokens, between, mention, mentions[place + 1])):
            starts.append(place)
            continue
        anew = mention.how == "reference" or (bool(mention.nodes) and mention.nodes == before.nodes)
        within = is_beside(tokens, before, mention) or is_ascribed(tokens, before, mention)
        within = within or _is_predicate(tokens, before, mention) or _ends_clause(tokens, before, mention)
        if anew and goes_on and mention.nodes and not within and place + 1 < idle:
            starts.append(place)
    opening = (_opening(tokens, mentions[place - 1], mentions[place]) for place in starts[1:])
    bounds = [0, *opening, len(tokens.surface)]
    for number, place in enumerate(starts):
        until = starts[number + 1] if number + 1 < len(starts) else len(mentions)
        named = [one for one in mentions[place:until] if not _is_remark(tokens, one, mentions)]
        while len(named) > 1 and _is_idle(named):
            named.pop()
        yield bounds[number], bounds[number + 1], named


def _sets_apart(between: Sequence[str]) -> bool:
    """Whether words open a clause of their own: "while", "because", but not "because of"."""
    if _CONTRASTS.isdisjoint(between):
        return False
    return "because" not in between or between[list(between).index("because") + 1 :][:1] != ["of"]


def _is_predicate(tokens: Tokens, before: Mention, mention: Mention) -> bool:
    """Whether a relative clause tells whose a thing is: "A, who was this man's wife, …"."""
    between = [lemma(word) for word in tokens.normal[before.end : mention.start]]
    return before.relative and mention.possessive and between == ["be"]


def _opening(tokens: Tokens, before: Mention, mention: Mention) -> int:
    """Where a clause begins that begins anew with a mention: "…, and on top of it lies B" does with "on"."""
    if tokens.normal[mention.start - 1] not in PREPOSITIONS:
        return mention.start
    marks = [at for at in range(before.end, mention.start) if tokens.surface[at] in _CLAUSE_ENDS]
    return marks[-1] + 1 if marks else mention.start


def _idle_from(mentions: Sequence[Mention]) -> int:
    """From which place on there are only possessives, of which nothing is said: "… on their wedding day"."""
    place = len(mentions)
    while place and _is_idle_word(mentions[place - 1]):
        place -= 1
    return place


def _is_idle_word(mention: Mention) -> bool:
    return mention.how == "reference" and mention.possessive and not mention.relative


def is_beside(tokens: Tokens, before: Mention, mention: Mention) -> bool:
    """Whether a possessive tells what stands before it: "H, her mother, was born in T"."""
    if not mention.possessive or mention.relative or tokens.surface[before.end : mention.start] != [","]:
        return False
    return "," in tokens.surface[mention.end : mention.end + _LONGEST_ROLE]


def is_ascribed(tokens: Tokens, before: Mention, mention: Mention) -> bool:
    """Whether a possessive tells as what the thing before it is taken: "calls T her father"."""
    between = tokens.normal[before.end : mention.start]
    return mention.possessive and mention.how == "reference" and between in ([], ["as"], ["for"])


def _turns_to_another(tokens: Tokens, between: slice) -> bool:
    """Whether the same begins to be said of another: "the rooms of A are B, and those of C are D".

    So it is of two in "one is A, the other is B".
    """
    return [word for word in tokens.surface[between] if word not in ARTICLES][-2:] in _OF_ANOTHER


def _begins(tokens: Tokens, between: slice) -> bool:
    """Whether a clause may begin with what follows, as its subject: "…, and the B"; not in "…, born in B"."""
    words = [word for word in tokens.surface[between] if word not in ARTICLES]
    return bool(words) and words[-1] in _CLAUSE_ENDS


def has_a_named(tokens: Tokens, owner: Mention, thing: Mention) -> bool:
    """Whether a thing is named behind whose it is, and what, between commas: "H's sister, the T, is …"."""
    owns = owner.possessive or tokens.normal[owner.end : owner.end + 1] == [POSSESSIVE]
    between = [word for word in tokens.surface[owner.end : thing.start] if word not in ARTICLES]
    closed = tokens.surface[thing.end : thing.end + 1] == [","]
    return owns and closed and between[-1:] == [","] and between.count(",") == 1


def _ends_clause(tokens: Tokens, before: Mention, mention: Mention) -> bool:
    """Whether a pronoun is what something is done to, and the clause ends with it: "A made it, and …"."""
    is_object = tokens.normal[mention.start : mention.end] in _OBJECTS
    closed = mention.end >= len(tokens.normal) - 1 or tokens.normal[mention.end] in ("", "and", "but")
    return is_object and closed and all(tokens.normal[before.end : mention.start])


def _goes_on_behind_a_pronoun(tokens: Tokens, before: Mention, between: slice) -> bool:
    """Whether a clause ends with a pronoun, which no name is listed with: "A made it, and B is …"."""
    is_pronoun = before.how == "reference" and not (before.possessive or before.relative)
    return (
        is_pronoun
        and before.end - before.start == 1
        and tokens.normal[between][:2] == ["", "and"]
        and (_begins(tokens, between))
    )


def _begins_with_a_place(tokens: Tokens, between: slice, mention: Mention, following: Mention) -> bool:
    """Whether a clause begins with where something is: "A is in B, and in C the D is …"."""
    words = [word for word in tokens.surface[between] if word not in ARTICLES]
    fronted = len(words) > 1 and words[-1] in PREPOSITIONS and words[-2] in _CLAUSE_ENDS
    subject = tokens.normal[mention.end : following.start]
    return fronted and following.how != "reference" and len(subject) < 2 and ARTICLES.issuperset(subject)


def _is_remark(tokens: Tokens, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Whether a possessive belongs to a remark of its own: "…, i.e. his parent, and we know that T …"."""
    if not mention.possessive:
        return False
    before = [other for other in mentions if other.end <= mention.start]
    if before and is_beside(tokens, before[-1], mention):
        return False
    following = next((other.start for other in mentions if other.start > mention.start), mention.end)
    between = tokens.surface[mention.end : following]
    if "," not in between:
        return False
    opening = between.index(",")
    if between.count(",") == 2:  # "her home, as far as I know, is T"
        opening = between.index(",", opening + 1)
    return len(between) - opening > APPOSED  # "his father, T" is none


def _is_idle(named: Sequence[Mention]) -> bool:
    """Whether a clause's last reference joins nothing: "…, T, who later …", "H calls T his father"."""
    last = named[-1]
    return last.how == "reference" and (last.nodes == named[-2].nodes or (last.possessive and len(named) > 2))
