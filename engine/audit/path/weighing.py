"""Which claims, and which of the ways to read a sentence, make sense."""

from collections.abc import Sequence

from ....ext.words import NameHit
from ...reading.claims import Claim
from ...reading.clauses import BESIDES, are_listed
from ...reading.found import Mention
from ...reading.lexicon import ARTICLES, lemma
from ...reading.numbers import NUMBER_WORDS
from ...reading.plans import is_conclusion
from ...reading.slots import EMPTY, FIRST, SECOND
from ...reading.tokens import POSSESSIVE, Tokens
from .stated import StatedClaim

_MAY_PART = frozenset({",", "and"})
_LEAVING = frozenset({"leaving", "setting", "putting"})
_EXCEPTING = frozenset({"excluding", "except", "excepting"})
_LEADING_ON = frozenset({"", "and", "then"})
_NEAR = 4  # words and marks of "the other is the"
_NEXT_OF_THEM = frozenset({"other", "another", "second", "third"})
_TIMES = frozenset("year years month months week weeks day days decade decades century centuries".split())
_SMALL = EMPTY | NUMBER_WORDS
_ORDER = frozenset("before after ahead earlier later behind".split())
_BEFORE_PAIRS = frozenset("between join joins joined joining unite unites united uniting".split())
_ARROW_HEADS = frozenset(">→➜➔➝⇒⟶")  # "(H) --[father]--> (T)" is no remark


def says_nothing(tokens: Tokens, mentions: Sequence[Mention], readings: Sequence[Claim]) -> bool:
    """Whether two things only stand side by side, so that a graph need not join them.

    Brackets hold one alone ("Arrival (2016)"), numbers are compared ("1994 comes before 1998", "in 1994, four
    years before A"), or both are spoken of alike ("A and B are in use").
    """
    if _of_pronouns(readings):
        return True
    first, second = readings[0].first, readings[0].second
    if _is_companion(tokens, first, second) or _is_excepted(tokens, first) or _only_points(tokens, readings):
        return True
    around = tokens.surface[second.start - 1 : second.start] + tokens.surface[second.end : second.end + 1]
    if around == ["(", ")"] and tokens.surface[max(0, second.start - 2)] not in _ARROW_HEADS:
        return True
    places = [*range(first.start, first.end), *range(second.start, second.end)]
    if all(tokens.normal[at].isdigit() or tokens.normal[at] in NUMBER_WORDS for at in places):
        return True
    if (
        _are_told_alike(tokens, first, second)
        or _are_told_apart(tokens, second)
        or _measures_time(tokens.normal[first.end : second.start])
    ):
        return True
    others = [(one.start, one.end) for one in mentions if first.end <= one.start and one.end <= second.start]
    brackets = tokens.brackets() if "(" in tokens.surface else []
    apart = tokens.without([*brackets, *others]) if brackets or others else tokens
    between = apart.surface[first.end : second.start]
    listed = not _MAY_PART.isdisjoint(between) and are_listed(apart, first, second)  # no "A => B"
    return listed and not any(map(_joins_both, readings))


def _measures_time(between: Sequence[str]) -> bool:
    """Whether words only say how long one thing came before or after another."""
    if (_TIMES | NUMBER_WORDS).isdisjoint(between) or _ORDER.isdisjoint(between):
        return False
    return all(
        not word or word in _SMALL or word in _TIMES or word in _ORDER or word.isdecimal() for word in between
    )


def _is_companion(tokens: Tokens, first: Mention, second: Mention) -> bool:
    """Whether a thing only comes along with a subject: "A, together with B, founded C"."""
    marked = tokens.surface[second.end : second.end + 1] == [","]
    return marked and tokens.surface[first.end : second.start] in ([",", *words] for words in BESIDES)


def _is_excepted(tokens: Tokens, thing: Mention) -> bool:
    """Whether a thing is only left out: "Leaving A aside, …", "Excluding A, …"."""
    before = tokens.normal[thing.start - 1] if thing.start else ""
    aside = tokens.normal[thing.end : thing.end + 1] == ["aside"]
    return before in _EXCEPTING or (aside and before in _LEAVING)


def _only_points(tokens: Tokens, readings: Sequence[Claim]) -> bool:
    """Whether a conclusion only says which one is meant: "So it is A"."""
    pointing = all(one.first.how == "reference" and not one.first.possessive for one in readings)
    bare = pointing and all(one.wording.is_bare and not one.wording.negated for one in readings)
    return bare and is_conclusion(tokens)


def _are_told_alike(tokens: Tokens, first: Mention, second: Mention) -> bool:
    """Whether the same small words lead to each of two things: "one in A and one in B", "in A, then in B"."""
    between = [word for word in tokens.normal[first.end : second.start] if word != "also"]
    while between and between[0] in _LEADING_ON:
        between = between[1:]
    return bool(between) and _SMALL.issuperset(between) and _leads_to(tokens, first, between)


def _are_told_apart(tokens: Tokens, second: Mention) -> bool:
    """Whether one of several is told after another: "one is A, the other is B"."""
    near = tokens.normal[max(0, second.start - _NEAR) : second.start]
    before = [word for word in near if word and word not in ARTICLES]
    is_next = len(before) > 1 and before[-2] in _NEXT_OF_THEM and lemma(before[-1]) == "be"
    return is_next and "one" in tokens.normal[: second.start]


def _leads_to(tokens: Tokens, thing: Mention, words: Sequence[str]) -> bool:
    return thing.start >= len(words) and tokens.normal[thing.start - len(words) : thing.start] == words


def _of_pronouns(readings: Sequence[Claim]) -> bool:
    """Whether a claim only joins two pronouns: "…, which is known for its power"."""
    return all(one.first.how == one.second.how == "reference" for one in readings)


def _joins_both(claim: Claim) -> bool:
    """Whether words around two listed things join them: "A and B were married", "that joined A and B"."""
    before, _, rest = claim.wording.text.partition(FIRST)
    behind = rest.partition(SECOND)[2].split()
    joined = before.split()[-1:]
    is_pair = bool(joined) and joined[0] in _BEFORE_PAIRS
    return bool(claim.wording.senses) and (is_pair or not EMPTY.issuperset(behind))


def is_credible(
    claims: Sequence[StatedClaim], tokens: Tokens, hits: Sequence[NameHit], plain: Sequence[NameHit]
) -> bool:
    """Whether a reading makes sense that takes words for names which they may not be.

    It does when the graph supports it, or when such a word is what is said of something ("… is a composer"):
    in "we know the album of H" it is not.
    """
    taken = [hit for hit in hits if hit not in plain]
    if not taken or any(claim.likely for claim in claims):
        return True
    wordings = [reading.wording for claim in claims for reading in claim.readings]
    says = any(wording.senses or (wording.is_bare and wording.linked) for wording in wordings)
    return says and all(_stands_like_a_name(tokens, hit) for hit in taken)


def _stands_like_a_name(tokens: Tokens, hit: NameHit) -> bool:
    """Whether a word is what is said of something ("is a …"), or of which something is said ("… is")."""
    words = tokens.normal[max(0, hit.start - 3) : hit.start]
    if "the" in words[1:] and lemma(words[words.index("the", 1) - 1]) not in ("be", "as", ""):
        return False  # "to get to the album", "I need the recording artist"
    before = [word for word in words[-2:] if word not in ARTICLES]
    after = tokens.normal[hit.end : hit.end + 1]
    told = bool(before) and lemma(before[-1]) in ("be", "as", "")
    owns = after == [POSSESSIVE] and POSSESSIVE not in words  # "H's recording artist's album" names none
    teller = owns or (bool(after) and lemma(after[0]) in ("be", "have", ""))
    return told or teller or not any(tokens.normal[hit.end :])


def all_supported(claims: Sequence[StatedClaim]) -> bool:
    """Whether there are claims, and the graph supports each."""
    for claim in claims:
        if not claim.likely:
            return False
    return bool(claims)


def leaves_out(mentions: Sequence[Mention], claims: Sequence[StatedClaim]) -> bool:
    """Whether claims say nothing of some thing that a sentence names, as one of a list of them."""
    told: set[int] = set()
    for claim in claims:
        for first, second, _ in claim.readings:
            told.update((first.start, second.start))
    named = [one.start for one in mentions if one.how != "reference"]
    return not told.issuperset(named)


def may_go_on(doubtful: Sequence[NameHit], claims: Sequence[StatedClaim]) -> bool:
    """Whether more is said behind all that is claimed, of what may be a name: "…, who was a monarch"."""
    if not doubtful:
        return False
    return doubtful[-1].start >= max(reading.second.end for claim in claims for reading in claim.readings)


def plausibility(claims: Sequence[StatedClaim]) -> tuple[int, int, int, bool, int, int]:
    """How many different facts are said more than there are claims that none supports.

    Of readings that say as much, one is better that is of known things ("T was Spanish" is about Spain), then
    one that claims less; then one that says in passing only what the graph could hold, that leaves nothing
    out, and that says less in passing.
    """
    facts = {claim.likely[0].join.fact for claim in claims if claim.likely}
    asides = [claim.aside for claim in claims if not claim.likely]
    unlikely = asides.count(False)
    unknown = sum(not claim.supports and not _is_of_known(claim) for claim in claims)
    foreign = any(claim.foreign and claim.aside and not claim.likely for claim in claims)
    things = {one.start for claim in claims for one in (claim.readings[0].first, claim.readings[0].second)}
    return len(facts) - unlikely, -unknown, -unlikely, not foreign, len(things), -asides.count(True)


def _is_of_known(claim: StatedClaim) -> bool:
    return any(reading.first.nodes and reading.second.nodes for reading in claim.readings)
