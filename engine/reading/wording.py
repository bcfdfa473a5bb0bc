"""Which relations a statement's words can mean between two things that it names, and in which direction."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from .inflection import participles
from .lexicon import ARTICLES, POSSESSIVES, PREPOSITIONS, Cue, Lexicon, Meaning, kind_of, lemma, singular
from .tokens import POSSESSIVE

FIRST, SECOND = "⟨1⟩", "⟨2⟩"
"""Where the two things stand that a wording is about, in the order of the text."""

# Words that say nothing about which relation is meant.
EMPTY = frozenset(
    """
    a an the this that these those there here it he she they him her his hers its their theirs who whom
    whose which what where when why how one ones two some any each every all both other another same own
    such be do does did done have will would shall should can could may might must let get got and or
    but nor so then than thus hence therefore first next finally lastly also too as if because since
    while after before now again once later meanwhile furthermore moreover additionally overall of in on
    at to for from by with into onto upon about over under between among through during within not no
    never none nobody nothing know known knows find found see seen say said says think believe recall
    remember note given knowing according ok okay alright yeah yes well
    mention mentioned indeed actually really just only even still already perhaps
    probably likely possibly maybe apparently reportedly certainly clearly very quite rather well
    correctly memory far fact true name named names called call titled person people man woman
    individual thing entity someone somebody something i we you me us my our your place type kind sort
    number part time way case up
    """.split()
)
_INDEFINITE = frozenset({"a", "an", "one"})
_NEGATIONS = frozenset({"not", "never", "neither", "nor", "no", "t", "cannot", "hardly", "without"})
_NOT_ONLY = frozenset({"only", "just", "merely", "doubt", "less"})
_THEIRS = "theirs"  # any possessive behind both slots
_ASCRIBED = frozenset({"as", "among", "amongst", _THEIRS})
_UNTIL = frozenset({"until", "till"})
# Whose "as" speaks of who comes first in the sentence: "T preceded H as his mother".
_ORDERING = frozenset("precede precedes preceded follow follows followed succeed succeeds succeeded".split())
# "H stands after T, being his son": what "being" adds is said of H, unlike what "to be" does.
_LIKE = {"being": "namely"}
_ANEW = frozenset({"and", "so", "thus", "hence", "therefore"})
# "a child by the name of Max": with the articles gone.
_NAMING = (["by", "name", "of"], ["of", "name", "of"], ["under", "name", "of"], ["with", "name", "of"])
# Also of languages that order their words alike: "李世民的父亲", "太郎の父", "Vater von Max", "père de Max".
_POSSESSIVE_MARKS = frozenset({POSSESSIVE, "的", "之", "の"})
_OBJECT = frozenset({"that", "which", "whom"})
_OWNED_BY = frozenset("of to for by von vom des der van de du del della di do da".split())
_BESIDE = frozenset({"above", "below", "beneath", "over", "under", "beside", "alongside"})
# Of whom or what is spoken: "as for H, the parent to name is T".
_SPEAKING_OF = tuple(
    phrase.split()
    for phrase in (
        "as for|as to|as regards|regarding|concerning|about|for|with regard to|with regards to"
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
    r"|deem|view|hail|honou?r|reckon|rank|set|log|choos|chose|want|us(?:e|es|ed|ing)$|adopt|claim|boast|enjoy"
    r"|thank|look|refer|declar|keep|kept|possess|name)"
)
_JOINING = frozenset({"with", "and", "have"})
_REACH = 4  # words between a possessor and what it possesses: "H's eldest surviving son"
_NAMED = frozenset({"named", "called"})
_FIRST_PLACE, _SECOND_PLACE = 0, 1
_SLOTS = frozenset({FIRST, SECOND})


@dataclass(frozen=True, slots=True)
class Wording:
    """What a statement says about ⟨1⟩ and ⟨2⟩.

    Attributes:
        senses: (sense, direction): direction 1 when ⟨1⟩ is h of the sense, -1 when ⟨2⟩ is, 0 when not told.
        stems: its content words, in the singular.
        negated: the statement denies the relation.
        linked: "be" or "have" stands in it, so that it asserts something even when no other word does.
        text: the words as they were read.
    """

    senses: frozenset[tuple[str, int]]
    stems: frozenset[str]
    negated: bool
    linked: bool
    text: str

    def __hash__(self) -> int:
        return hash(self.text)  # what the words are decides all the rest

    @property
    def is_bare(self) -> bool:
        """Whether nothing but "be" and the like stands there: "⟨1⟩ is ⟨2⟩"."""
        return not self.senses and not self.stems


def read_wording(words: Sequence[str], lexicon: Lexicon) -> Wording:
    """Read the words of a statement.

    Args:
        words: in normal form, with FIRST and SECOND in their places and "'s" behind a possessor.

    >>> from .lexicon import general_lexicon
    >>> read_wording([FIRST, "'s", "father", "is", SECOND], general_lexicon()).senses
    frozenset({('parent', 1)})
    """
    kept = _kept(_with_kinds(words[_opening(words) :], lexicon))
    nouns = (word.removeprefix("a ") for word in kept if word[0].isalnum() and word not in EMPTY)
    stems = frozenset(map(singular, nouns))
    cues = [cue for cue in lexicon.cues(kept) if _tells(kept[cue.start : cue.end], stems)]
    senses = frozenset(
        (meaning.sense, meaning.forward and meaning.forward * _direction(kept, cue, meaning))
        for cue in cues
        for meaning in cue.meanings
    )
    senses |= _around_second(kept, lexicon)
    told = {sense for sense, direction in senses if direction}
    senses = frozenset(one for one in senses if one[1] or one[0] not in told)
    linked = "be" in kept or "have" in kept
    return Wording(senses, stems, _is_negated(words), linked, " ".join(words))


def _around_second(kept: list[str], lexicon: Lexicon) -> frozenset[tuple[str, int]]:
    """What phrases mean that stand around ⟨2⟩: "brought ⟨2⟩ into the world", "took ⟨2⟩ to wife"."""
    first, second = kept.index(FIRST), kept.index(SECOND)
    if not first < second < len(kept) - 1:
        return frozenset()
    closed = kept[first + 1 : second] + kept[second + 1 :]
    place = second - first - 1
    return frozenset(
        (meaning.sense, meaning.forward)
        for cue in lexicon.cues(closed)
        if cue.start < place < cue.end
        for meaning in cue.meanings
        if meaning.part == "verb"
    )


def _opening(words: Sequence[str]) -> int:
    """How many words only open a statement: "Next, ⟨1⟩ …"."""
    marks = [at for at, word in enumerate(words[: words.index(FIRST)]) if not word]
    return marks[0] if marks and EMPTY.issuperset(words[: marks[0]]) else 0


def _with_kinds(words: Sequence[str], lexicon: Lexicon) -> list[str]:
    """With the nouns marked that say what something is: "a northern region of", "one of the states"."""
    marked = list(words)
    for at, word in enumerate(words):
        if word in _INDEFINITE:
            behind = range(at + 1, min(at + 1 + _REACH, len(words)))
            noun = next((place for place in behind if kind_of(words[place]) in lexicon.words), None)
            if noun is not None and not _slot_within(marked, at, noun):
                marked[noun] = kind_of(words[noun])
    return marked


def _tells(cue: Sequence[str], stems: Collection[str]) -> bool:
    """Whether a cue counts: "is in" only where nothing else is said, not in "'s final moments were in"."""
    return not stems or any(word not in EMPTY for word in cue)


def _kept(words: Sequence[str]) -> list[str]:
    """Without marks, articles and possessives; "be" and "have" in one form.

    A possessive behind both slots is kept: it ascribes what follows to the first ("calls ⟨2⟩ her …").
    """
    kept = _without_naming([_LIKE.get(word, lemma(word)) for word in words if word and word not in ARTICLES])
    behind = kept.index(SECOND)
    return [
        _THEIRS if word in POSSESSIVES else word
        for at, word in enumerate(kept)
        if word not in POSSESSIVES or at > behind
    ]


def _without_naming(words: list[str]) -> list[str]:
    """Without "by the name of", whose "by" and "of" say nothing of who is whose."""
    if "name" not in words:
        return words
    at = words.index("name") - 1
    return words[:at] + words[at + 3 :] if at >= 0 and words[at : at + 3] in _NAMING else words


def _direction(words: list[str], cue: Cue, meaning: Meaning) -> int:
    """1 when a forward cue leads from ⟨1⟩ to ⟨2⟩, -1 when from ⟨2⟩ to ⟨1⟩, 0 when the words do not tell."""
    if meaning.part != "verb":
        owner = _turned(words, cue) if meaning.part == "role" else None
        owner = _owner(words, cue) if owner is None else owner
        if owner is not None:
            return 1 - 2 * owner
        if meaning.part == "role":
            return 0
    first, second = words.index(FIRST), words.index(SECOND)
    if first < cue.start and cue.end <= second:
        return -1 if _is_passive(words, cue) else 1
    if second < cue.start and _is_adverbial(words[cue.start]):
        return 0  # "H is T by profession", "H is considered T in terms of religion"
    if cue.end == first or second == cue.start - 1 or words[second + 1 : cue.start] == ["be"]:
        return -1  # "who fathered ⟨1⟩ was ⟨2⟩", "⟨1⟩ is where ⟨2⟩ was born"
    return 0


def _is_adverbial(word: str) -> bool:
    return word in ("in", "by") or word.endswith("ly")


def _is_passive(words: list[str], cue: Cue) -> bool:
    """ "was fathered by", where "fathered" alone is the cue."""
    last = words[cue.end - 1]
    return words[cue.end] == "by" and (last.endswith(("ed", "en", "t")) or last in participles())


def _owner(words: list[str], cue: Cue) -> int | None:
    """Whose role it is: place 0 for ⟨1⟩, 1 for ⟨2⟩, None when the words do not tell."""
    for place, slot in enumerate((FIRST, SECOND)):
        at = words.index(slot)
        possessed = words[at + 1] in _POSSESSIVE_MARKS if at + 1 < len(words) else False
        if possessed and 0 <= cue.start - (at + 2) < _REACH and not _slot_within(words, at + 1, cue.start):
            return place
    if _names_its_own(words, cue) or _is_applied(words, cue):
        return _FIRST_PLACE
    behind = words[cue.end : cue.end + 4]
    if behind[:1] and _is_participle(behind[0]):
        behind = behind[1:]  # "the child recorded for H"
    behind = behind[next((len(said) for said in _ON_FILE if behind[: len(said)] == said), 0) :]
    if behind[:1] and behind[0] in _OWNED_BY:
        after = _slot_after(words, cue.end)
        had = "have" in words[words.index(FIRST) : cue.start]
        if after is not None and not (behind[0] == "for" and had):  # "H has a value for T"
            return after
    if behind[:1] and behind[0] in _OBJECT:
        behind = behind[1:]
    if behind[1:2] == ["have"] and behind[0] in (FIRST, SECOND):
        return (FIRST, SECOND).index(behind[0])  # "one of the parents that H had"
    first, second = words.index(FIRST), words.index(SECOND)
    if "have" in words[first:second]:
        return _FIRST_PLACE
    if words[first + 1 : second] == words[cue.start : cue.end] and first < cue.start < second:
        return _FIRST_PLACE  # "H: father = T", "(H, father, T)"
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
    if words[cue.end : cue.end + 1] in (["of"], ["to"], ["for"]):
        return None
    if words[first + 1 : second] == ["and"]:  # "H and T are son and father"
        one = words[second + 1 : cue.start] == ["be"] and words[cue.end : cue.end + 1] == ["and"]
        other = words[second + 1 : second + 2] == ["be"] and words[cue.start - 1] == "and"
        return _SECOND_PLACE if one else _FIRST_PLACE if other else None
    for place, slot in enumerate((first, second)):
        if words[slot + 1 : cue.start] in (["be"], ["namely"]):
            return 1 - place
    return None


def _ascribed(words: list[str], cue: Cue) -> int:
    """Whose role it is that is told behind ⟨2⟩ with "as" or "his".

    "H counts T among their children", "H calls T her father"; but "T stands above H as the father", "T held H
    as a proud father".
    """
    first, second = words.index(FIRST), words.index(SECOND)
    between, behind = words[first + 1 : second], words[second + 1 : cue.start]
    if words[second - 1] in _BESIDE:
        return _SECOND_PLACE
    calls = not between or not _JOINING.isdisjoint(between) or any(map(_CALLING.match, between))
    calls = calls or bool(_CALLING.match(behind[0]))  # "…, so that T counts as his father"
    if "as" not in behind or calls or (_THEIRS in behind and between[0] != "be"):
        return _FIRST_PLACE
    return _SECOND_PLACE


def _is_participle(word: str) -> bool:
    return word.endswith("ed") or word in ("given", "known", "shown", "born")


def _slot_after(words: list[str], start: int) -> int | None:
    """The slot that follows within reach, as long as no "own" speaks of the other."""
    for at in range(start, min(start + _REACH, len(words))):
        if words[at] in ("own", "be"):
            return None
        if words[at] in (FIRST, SECOND):
            return (FIRST, SECOND).index(words[at])
    return None


def _slot_within(words: list[str], start: int, end: int) -> bool:
    return any(word in (FIRST, SECOND) for word in words[start:end])


def _is_negated(words: Sequence[str]) -> bool:
    """Whether the statement denies; words before ⟨1⟩ and a comma do not ("If I am not wrong, …").

    Nor does what only sets something else apart: "⟨1⟩, not the other one, is ⟨2⟩".
    """
    first = list(words).index(FIRST)
    opening = max((at + 1 for at, word in enumerate(words[:first]) if not word), default=0)
    parts = [list(part) for marked, part in groupby(words[opening:], bool) if marked]
    said = [word for part in parts if part[0] != "not" or not _SLOTS.isdisjoint(part) for word in part]
    if not _UNTIL.isdisjoint(said):
        return False  # "was not discovered until 1932"
    return any(
        word in _NEGATIONS and (said[at + 1 : at + 2] or [""])[0] not in _NOT_ONLY
        for at, word in enumerate(said)
    )
