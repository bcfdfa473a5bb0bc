"""Who is whose: from which of two things the words of a relation lead to the other."""

import re

from .inflection import participles, tells_what_of
from .lexicon import PREPOSITIONS, Cue, Meaning
from .slots import EMPTY, FIRST, SECOND, THEIRS
from .tokens import POSSESSIVE

_ASCRIBED = frozenset({"as", "among", "amongst", THEIRS})
# Whose "as" speaks of who comes first in the sentence: "T preceded H as his mother".
_ORDERING = frozenset("precede precedes preceded follow follows followed succeed succeeds succeeded".split())
_ANEW = frozenset({"and", "so", "thus", "hence", "therefore"})
# Also of languages that order their words alike: "李世民的父亲", "太郎の父", "Vater von Max", "père de Max".
_POSSESSIVE_MARKS = frozenset({POSSESSIVE, "的", "之", "の"})
_OBJECT = frozenset({"that", "which", "whom"})
_BEING = (["be"], ["namely"], ["become"], ["becomes"], ["became"])
_MEANT = frozenset({"it", "him", "them", "which", "whom"})
_OWNED_BY = frozenset("of to for by von vom des der van de du del della di do da".split())
_BESIDE = frozenset("above below beneath over under beside alongside before after".split())
# Of whom or what is spoken: "as for H, the parent to name is T".
_SPEAKING_OF = tuple(
    phrase.split()
    for phrase in (
        "of|as for|as to|as regards|regarding|concerning|about|for|with regard to|with regards to"
        "|with respect to|in respect of|in case of|in view of|when it comes to|coming to|turning to"
        "|speaking of|take|consider"
    ).split("|")
)
# "the parent on file for H", "the child to name for H"
_ON_FILE = tuple(
    phrase.split()
    for phrase in "on file|on record|in record|in records|in graph|to name|to note|to be named".split("|")
)
# What calls its object something, where other verbs tell what the subject does it as: "H names T as his
# father", but "T held H as a proud father".
_CALLING = re.compile(
    r"(?:nam|list|record|giv|gave|know|knew|recogni|acknowledg|count|identif|regard|call|descri|show|regist|see"
    r"|saw|cit|mention|tak|took|claim|enter|put|present|mark|treat|accept|own|consider|note|report|document"
    r"|designat|styl|term|point|lead|led$|link|connect|yield|return|map|get|got|find|found|gain|attribut|assign"
    r"|ascrib|specif|stat|tell|say|indicat|reveal|confirm|establish|trac|pair|match|featur|includ|carr|bear|bore"
    r"|credit|welcom|greet|receiv|deem|view|hail|honou?r|reckon|rank|set|log|choos|chose|want|us(?:e|es|ed|ing)$|adopt|claim|boast|enjoy"
    r"|thank|look|refer|declar|keep|kept|possess|name)"
)
_MAKING = frozenset({"make", "makes", "made", "making", "call", "calls", "called", "calling"})
_VIA = frozenset({"via", "through", "along"})
_PLACES = frozenset({"place", "spot", "site", "location", "locality"})
_JOINING = frozenset({"with", "and", "have"})
_NAMED = frozenset({"named", "called"})
RECORDS = frozenset({"entry", "entries", "field", "slot", "attribute", "property", "column", "record"})
REACH = 4  # words between a possessor and what it possesses: "H's eldest surviving son"
_BEFORE_DEEDS = PREPOSITIONS | {"under", "be"}
_SOURCES = frozenset({"at", "in", "from"})
# What stands before a name in apposition: "in the town of T", "from the district of T".
_CALLED = frozenset(
    """
    town city village hamlet municipality borough suburb neighbourhood neighborhood district county parish
    canton commune prefecture province region state territory country nation kingdom island continent planet
    genre field category discipline sport language month year
    """.split()
)
_BEFORE_CALLED = frozenset({"in", "at", "from", "within", "to", "near"})
_OTHER_PARTICIPLES = frozenset({"made", "run", "led"})
_ONE_OF = (["be", "one", "of"], ["be", "among"], ["be", "some", "of"])
_FIRST_PLACE, _SECOND_PLACE = 0, 1


def direction(words: list[str], cue: Cue, meaning: Meaning) -> int:
    """1 when a forward cue leads from ⟨1⟩ to ⟨2⟩, -1 when from ⟨2⟩ to ⟨1⟩, 0 when the words do not tell."""
    if meaning.part != "verb":
        owner = _turned(words, cue) if meaning.part == "role" else None
        owner = _owner(words, cue) if owner is None else owner
        if owner is not None:
            return 1 - 2 * owner
        if meaning.part == "role":
            return 0
    first, second = words.index(FIRST), words.index(SECOND)
    if (meaning.part == "verb" and _is_a_deed(words, cue)) or _is_a_state(words, cue):
        return 0
    if first < cue.start and cue.end < second and words[cue.end] in _MEANT and _is_a_place(words, cue):
        return -1  # "first comes ⟨1⟩, and on top of it ⟨2⟩"
    if words[cue.end : first + 1] == ["by", FIRST] and _may_be_participle(words[cue.end - 1]):
        return 1  # "the one audited by ⟨1⟩ is ⟨2⟩"
    if first < cue.start and cue.end <= second:
        return -1 if _is_passive(words, cue) else 1
    if second < cue.start and _is_adverbial(words[cue.start]):
        return 0  # "H is T by profession", "H is considered T in terms of religion"
    if cue.end == first or second == cue.start - 1 or words[second + 1 : cue.start] == ["be"]:
        return -1  # "who fathered ⟨1⟩ was ⟨2⟩", "⟨1⟩ is where ⟨2⟩ was born"
    return 0


def _is_a_place(words: list[str], cue: Cue) -> bool:
    """Whether a verb tells by a preposition alone where something is: "above", "on top of"."""
    return words[cue.start] in PREPOSITIONS | _BESIDE


def _is_a_deed(words: list[str], cue: Cue) -> bool:
    """Whether a verb is told as a thing: "its commission came from", "is a design of"."""
    before = words[cue.start - 1] if cue.start else ""
    if before == POSSESSIVE:
        return True
    is_role = any(meaning.part == "role" for meaning in cue.meanings)  # "is the coach of"
    return before in _BEFORE_DEEDS and words[cue.end : cue.end + 1] == ["of"] and not is_role


def _is_a_state(words: list[str], cue: Cue) -> bool:
    """Whether a verb tells what something is in: "⟨1⟩ is in training with ⟨2⟩"."""
    if cue.start == 0 or words[cue.start - 1] != "in" or not words[cue.end - 1].endswith("ing"):
        return False
    return words[cue.end : cue.end + 1] != [] and words[cue.end] in PREPOSITIONS


def _is_adverbial(word: str) -> bool:
    return word in ("in", "by") or word.endswith("ly")


def _is_passive(words: list[str], cue: Cue) -> bool:
    """ "was fathered by", where "fathered" alone is the cue; "was laid down there by"; "is a design by".

    Also "was brewed at", "was bottled from": who does it stands there as a place.
    """
    if words[cue.end] == "by":
        return _may_be_participle(words[cue.end - 1]) or words[cue.start - 1] == "be"
    if words[cue.end] in _SOURCES and words[cue.start - 1] == "be" and cue.end == cue.start + 1:
        return _may_be_participle(words[cue.start])
    between = words[cue.end : words.index(SECOND)]
    is_one = words[cue.start - 1] == "be" and between[-1:] == ["by"] and _ANEW.isdisjoint(between)
    return is_one and _may_be_participle(words[cue.start])


def _may_be_participle(word: str) -> bool:
    return word.endswith(("ed", "en", "t")) or word in participles() or word in _OTHER_PARTICIPLES


def _owner(words: list[str], cue: Cue) -> int | None:
    """Whose role it is: place 0 for ⟨1⟩, 1 for ⟨2⟩, None when the words do not tell."""
    for place, slot in enumerate((FIRST, SECOND)):
        at = words.index(slot)
        possessed = words[at + 1] in _POSSESSIVE_MARKS if at + 1 < len(words) else False
        if possessed and 0 <= cue.start - (at + 2) < REACH and not slot_within(words, at + 1, cue.start):
            return place
    if _names_its_own(words, cue) or _is_applied(words, cue):
        return _FIRST_PLACE
    if words[:2] == ["from", FIRST] and words[cue.start - 1] in _VIA:
        return _FIRST_PLACE  # "from ⟨1⟩ via child to ⟨2⟩"
    if words[words.index(FIRST) + 1 : words.index(SECOND)] in (["be", "where"], ["that"]) and (
        words[words.index(SECOND) + 1 : words.index(SECOND) + 2] == ["have"]
    ):
        return _SECOND_PLACE  # "⟨1⟩ is where ⟨2⟩ had his dwelling", "it was in ⟨1⟩ that ⟨2⟩ had it"
    if words[words.index(FIRST) + 1 : cue.start] in _ONE_OF and cue.end < words.index(SECOND):
        return _SECOND_PLACE  # "⟨1⟩ is one of the consultants on ⟨2⟩"
    if cue.end > cue.start + 1 and words[cue.start - 1] == FIRST and words[cue.start].endswith("s"):
        return _FIRST_PLACE  # "⟨1⟩ serves the city of ⟨2⟩"
    behind = words[cue.end : cue.end + 4]
    if behind[:1] and (tells_what_of(behind[0]) or behind[0] in RECORDS):
        behind = behind[1:]  # "the child recorded for H", "the child entry of H"
    behind = behind[next((len(said) for said in _ON_FILE if behind[: len(said)] == said), 0) :]
    if behind[:1] and behind[0] in _OWNED_BY:
        after = _slot_after(words, cue.end)
        if words[cue.end - 1] in _CALLED and words[cue.start - 1] in _BEFORE_CALLED and behind[0] == "of":
            return None if after is None else 1 - after  # "⟨1⟩ is in the town of ⟨2⟩", which is that town
        had = "have" in words[words.index(FIRST) : cue.start]
        if after is not None and not (behind[0] == "for" and had):  # "H has a value for T"
            return after
    if behind[:1] and behind[0] in _OBJECT:
        behind = behind[1:]
    if words[: cue.start] == ["as"] and behind[1:2] == ["have"]:
        return None  # "as a parent, H had T" may say either
    if behind[1:2] == ["have"] and behind[0] in (FIRST, SECOND) and words[cue.end - 1] not in PREPOSITIONS:
        return (FIRST, SECOND).index(behind[0])  # "one of the parents that H had"
    first, second = words.index(FIRST), words.index(SECOND)
    if "have" in words[first:second]:
        return _FIRST_PLACE
    if first < cue.start and cue.end == second and "as" not in words[first + 1 : cue.start]:
        return _FIRST_PLACE  # "H: father = T", "H → recorded father → T", "the line of H goes on in a son, T"
    between = words[second + 1 : cue.start]
    if second < cue.start and _ASCRIBED.intersection(between):
        anew = "be" in between and bool(_ANEW.intersection(between))
        turned = not (_ORDERING | {"whom"}).isdisjoint(words[first:second])
        if "namely" in between or anew or turned:
            return (
                _SECOND_PLACE  # "H was brought up by T, and is her son", "H descends from T, namely his son"
            )
        return _ascribed(words, cue)
    if first < cue.start < second and any(words[first - len(said) : first] == said for said in _SPEAKING_OF):
        return _FIRST_PLACE
    return None


def _is_applied(words: list[str], cue: Cue) -> bool:
    """Whether a role is written as a function: "father(⟨1⟩) = ⟨2⟩", but not "those led by ⟨1⟩: ⟨2⟩"."""
    return words[cue.end :] == [FIRST, SECOND] and words[cue.end - 1] not in PREPOSITIONS


def _names_its_own(words: list[str], cue: Cue) -> bool:
    """Whether a role of the first is told by a name: "⟨1⟩ welcomed a baby who was named ⟨2⟩"."""
    first, second = words.index(FIRST), words.index(SECOND)
    between = words[cue.end : second] if first < cue.start < second else []
    return between[-1:] != [] and between[-1] in _NAMED and EMPTY.issuperset(between) and "of" not in between


def _turned(words: list[str], cue: Cue) -> int | None:
    """Whose role it is where the thing itself is said to be it, or one is gone to from it.

    "H is the son, T the father", "H is a parent whose son is T"; "from parent to child, H leads to T".
    """
    first, second = words.index(FIRST), words.index(SECOND)
    if words[cue.start - 1 : cue.start] == ["whose"] and first < cue.start < second:
        return _FIRST_PLACE
    if cue.end <= first and "from" in words[: cue.start] and "to" in words[words.index("from") : first]:
        to = words.index("to", words.index("from"))
        if words[cue.start - 1] == "from" and cue.end == to:
            return _SECOND_PLACE
        if cue.start == to + 1:
            return _FIRST_PLACE
    stands = words[second + 1 : cue.start]
    if stands[:1] == ["as"] and "to" in words[second:] and words[first + 1 : second][-1:] == ["to"]:
        return _SECOND_PLACE if len(stands) == 1 else _FIRST_PLACE  # "H stands to T as child to parent"
    if second + 1 == cue.start and words[second - 1] in _MAKING:
        return _FIRST_PLACE  # "the birth of H made T a father", "H can call T his father"
    if words[first + 1 : cue.start] == ["as"] and words[cue.end + 1 : cue.end + 2] == ["to"]:
        return _SECOND_PLACE  # "H as a recording belongs to T"
    if words[:first] == ["to"] and words[first + 1 : cue.start] == ["be", "born"]:
        return _FIRST_PLACE  # "to H was born a son, T"
    if words[cue.end : cue.end + 1] in (["of"], ["to"], ["for"]):
        return None
    if words[first + 1 : second] == ["and"]:  # "H and T are son and father"
        one = words[second + 1 : cue.start] == ["be"] and words[cue.end : cue.end + 1] == ["and"]
        other = words[second + 1 : second + 2] == ["be"] and words[cue.start - 1] == "and"
        return _SECOND_PLACE if one else _FIRST_PLACE if other else None
    for place, slot in enumerate((first, second)):
        if words[slot + 1 : cue.start] in _BEING:
            if words[cue.end - 1] in _PLACES and words[cue.end : cue.end + 1] == ["in"]:
                return place  # "H is a place in T"
            # "a step up the line of H is the father, T", "among the songs on H is the track T"
            led = slot == first > 0 and words[slot - 1] in PREPOSITIONS and cue.end == second
            return place if led else 1 - place
    return None


def _ascribed(words: list[str], cue: Cue) -> int:
    """Whose role it is that is told behind ⟨2⟩ with "as" or "his".

    "H counts T among their children", "H calls T her father"; but "T stands above H as the father", "T held H
    as a proud father".
    """
    first, second = words.index(FIRST), words.index(SECOND)
    between, behind = words[first + 1 : second], words[second + 1 : cue.start]
    if between and between[0] in _POSSESSIVE_MARKS:
        return _FIRST_PLACE  # "in H's family tree, T stands one generation up, as father"
    if words[second - 1] in _BESIDE and behind[0] != THEIRS:
        return _SECOND_PLACE  # but "the family tree puts H under T, his father"
    calls = not between or not _JOINING.isdisjoint(between) or any(map(_CALLING.match, between))
    calls = calls or bool(_CALLING.match(behind[0]))  # "…, so that T counts as his father"
    if "as" not in behind or calls or (THEIRS in behind and between[0] != "be"):
        return _FIRST_PLACE
    return _SECOND_PLACE


def _slot_after(words: list[str], start: int) -> int | None:
    """The slot that follows within reach, as long as no "own" speaks of the other."""
    for at in range(start, min(start + REACH, len(words))):
        if words[at] in ("own", "be"):
            return None
        if words[at] in (FIRST, SECOND):
            return (FIRST, SECOND).index(words[at])
    return None


def slot_within(words: list[str], start: int, end: int) -> bool:
    return any(word in (FIRST, SECOND) for word in words[start:end])
