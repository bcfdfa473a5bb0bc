"""Names that a text gives beside one another: "also known as", abbreviations, names in other scripts.

Only what stands before the verb of the first sentence is said of the title; an abbreviation in brackets is
read anywhere, by the first letters of the words before it.

Reference: Schwartz and Hearst, A simple algorithm for identifying abbreviation definitions (2003).
"""

import re
from collections.abc import Iterator
from functools import cache

from ..text.sentences import split_sentences
from .name_parts import one_of
from .spelling import parted, spellings
from .terms import Bound

_LEAD = 1_500  # characters that may hold the first sentence
_VERB = re.compile(r"\b(?:is|was|are|were|refers? to|may refer)\b")
_SHORT = re.compile(r"\((?:[^()]*?;\s*)?(?P<short>[A-Z][A-Za-z&]{0,8}[A-Z])(?:;[^()]*)?\)")
_WORD = re.compile(r"[^\W_][\w'’]*")
_SMALL = frozenset(
    "of and the for in on to at by a an de la le du des der die und von van et y del di".split()
)
_MONTHS = (
    "January|February|March|April|May|June|July|August|September|October|November|December|"
    "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"
)
_CUE = re.compile(
    r"\b(?:(?:(?:also|better|best|commonly|formerly|originally|previously|initially|officially|sometimes|"
    r"popularly|professionally|usually|widely|often|now|variously) )+(?:known|called|named|spelled|written|"
    r"referred to)(?: (?:as|by (?:his|her|their|its) (?:stage|pen|birth|ring) name))?|"
    r"known (?:as|professionally as)|(?:stage|pen|birth|ring) name(?: of)?|aka|a\.k\.a\.|alias|born|née|né)"
    r"[,:]?(?=[ \"“])",
)
_PART = r"(?:[^\W\d_a-zß-öø-ÿ][\w'’.]*(?:-\w+)*|\d+)"  # begins with a capital, or is a number
_JOINT = (
    r"(?: (?:of|the|and|de|la|von|van|der|den|del|di|da|dos|al|el|bin|ibn|y|e|in|on|for|from|to|with|at|by|"
    r"under|without|against))"
)
_NAME = re.compile(
    rf"\s*[\"“]\s*(?P<quoted>[^\"“”]{{2,80}}?)\s*[\"”]|\s*(?P<bare>{_PART}(?:{_JOINT}{{0,2}} {_PART})*)"
)
_NEXT = re.compile(r",? or(?= )")
_DATE = re.compile(rf"(?:{_MONTHS})\b|\d")
_BIRTH = re.compile(r"born|née|né")
_LABELLED = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)?\s*[:,-]\s*$|\(\s*$|;\s*$")
# Letters of other scripts than Latin and its phonetic signs, with what stands between them in names.
_LETTER = r"[^\W\d_\u0000-\u02ff\u1d00-\u1dbf\u1e00-\u1eff]"
_FOREIGN = re.compile(
    rf"{_LETTER}(?:[\u0300-\u036f\u200c-\u200f\s·・ ־\-]*(?:{_LETTER}|[\u0591-\u07ff\u0900-\u0fff]))*"
)
_SIGNS = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


@cache
def _goes_on() -> re.Pattern[str]:
    """Before these no name ends: "also known as La noche de las gaviotas", "known as Mario & Yoshi"."""
    return re.compile(rf" (?:&|(?!(?:{one_of('around', 'behind_names')})\b)[a-zß-öø-ÿ])")


def stated_names(title: str, text: str) -> list[Bound]:
    """The names that a text gives its title, and the abbreviations that it introduces.

    A name that is given to two things is given to none.
    """
    sentences = split_sentences(text[:_LEAD]) or [""]
    found = [*_of_title(title, sentences[0]), *abbreviations(title, text)]
    meanings: dict[str, set[str]] = {}
    for bound in found:
        meanings.setdefault(bound.name, set()).add(spellings(bound.of).article)
    kept = {bound.name: bound for bound in reversed(found) if len(meanings[bound.name]) == 1}
    return [bound for bound in kept.values() if bound.name != bound.of]


def abbreviations(title: str, text: str) -> Iterator[Bound]:
    """Short forms in brackets whose letters begin the words before them, in their order."""
    for place in _SHORT.finditer(text):
        start = max(0, place.start() - 200)
        words = list(_WORD.finditer(text, start, place.start()))
        first = _first_of(place["short"], [word.group() for word in words])
        if first is None or text[words[-1].end() : place.start()].strip():
            continue
        long = re.sub(r"['’]s$", "", text[words[first].start() : place.start()].strip())
        if _breaks(long):
            continue
        of = title if spellings(long).article == spellings(parted(title)[0]).article else long
        evidence = " ".join(text[words[first].start() : place.end()].split())
        yield Bound(place["short"], of, "abbreviation", evidence)


def _breaks(long: str) -> bool:
    """Whether marks in it say that it is no one name."""
    return re.search(r"[.;:()\n]", long) is not None


def _first_of(short: str, words: list[str]) -> int | None:
    """At which word a long form begins, None where the words spell something else."""
    at = len(words) - 1
    for letter in reversed(short.replace("&", "").casefold()):
        while at >= 0 and words[at][0].casefold() != letter and words[at].casefold() in _SMALL:
            at -= 1
        if at < 0 or words[at][0].casefold() != letter:
            return None
        at -= 1
    return None if words[at + 1].casefold() in _SMALL else at + 1


def _of_title(title: str, sentence: str) -> Iterator[Bound]:
    """What the first sentence calls its subject, where that is the title."""
    verb = _VERB.search(sentence)
    subject = sentence[: verb.start()] if verb else ""
    opening = _NAME.match(subject)
    if not title or opening is None:
        return
    name = (opening["quoted"] or opening["bare"]).rstrip(".,")
    evidence = " ".join(sentence.split())
    if not _same_name(name, title):
        if not _fuller(name, title, subject[opening.end() :]):
            return
        yield Bound(name, title, "full name", evidence)
    rest = subject[opening.end() :]
    yield from (Bound(alias, title, "stated", evidence) for alias in _aliases(rest))
    yield from (Bound(alias, title, "script", evidence) for alias in _foreign(rest))


def _same_name(name: str, title: str) -> bool:
    return spellings(name).article in (spellings(title).article, spellings(parted(title)[0]).article)


def _fuller(name: str, title: str, behind: str) -> bool:
    """Whether a text begins with the full name of the person that its title calls by a shorter one."""
    given, called = (spellings(part).article.split() for part in (name, parted(title)[0]))
    return (
        len(given) >= len(called) > 1
        and given[-1] == called[-1]
        and given[0][0] == called[0][0]
        and re.match(r"[\s,]*\([^()]*\d", behind) is not None
    )


def _aliases(rest: str) -> Iterator[str]:
    for cue in _CUE.finditer(rest):
        at = cue.end()
        birth = _BIRTH.match(cue.group()) is not None
        while (found := _NAME.match(rest, at)) is not None:
            name = (found["quoted"] or found["bare"]).strip(" .,")
            cut = found["quoted"] is None and _goes_on().match(rest, found.end()) is not None
            if cut or _DATE.match(name) or (birth and " " not in name):
                break
            yield name
            following = _NEXT.match(rest, found.end())
            if birth or following is None:
                break
            at = following.end()


def _foreign(rest: str) -> Iterator[str]:
    """Names in other scripts, in brackets behind the name, with or without the name of their language."""
    opened = rest.find("(")
    if opened < 0 or rest[:opened].strip(' ,"”'):
        return
    for found in _FOREIGN.finditer(rest, opened):
        if _LABELLED.search(rest[opened : found.start()]) and ")" not in rest[opened : found.start()]:
            name = " ".join(_SIGNS.sub("", found.group()).split())
            if len(name) > 1:
                yield name
