"""Names that a text gives beside one another: "also known as", abbreviations, names in other scripts.

Only what stands before the verb of the first sentence is said of the title; an abbreviation in brackets is
read anywhere, by the first letters of the words before it.

Reference: Schwartz and Hearst, A simple algorithm for identifying abbreviation definitions (2003).
"""

import re
from collections.abc import Iterator
from functools import cache

from ..language.function_words import words_of
from ..language.rules import table
from ..text.sentences import split_sentences
from .name_parts import one_of, words
from .spelling import parted, spellings
from .terms import Bound

_LEAD = 1_500  # characters that may hold the first sentence
_SHORT = re.compile(r"\((?:[^()]*?;\s*)?(?P<short>[A-Z][A-Za-z&]{0,8}[A-Z])(?:;[^()]*)?\)")
_WORD = re.compile(r"[^\W_][\w'’]*")
_PART = r"(?:[^\W\d_a-zß-öø-ÿ][\w'’.]*(?:-\w+)*|\d+)"  # begins with a capital, or is a number
_NEXT = re.compile(r",? or(?= )")
_LABELLED = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)?\s*[:,-]\s*$|\(\s*$|;\s*$")
# Letters of other scripts than Latin and its phonetic signs, with what stands between them in names.
_LETTER = r"[^\W\d_\u0000-\u02ff\u1d00-\u1dbf\u1e00-\u1eff]"
_FOREIGN = re.compile(
    rf"{_LETTER}(?:[\u0300-\u036f\u200c-\u200f\s·・ ־\-]*(?:{_LETTER}|[\u0591-\u07ff\u0900-\u0fff]))*"
)
_SIGNS = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


@cache
def _verb() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{one_of('stated', 'verbs')})\b")


@cache
def _cue() -> re.Pattern[str]:
    """ "also known as", "better known by her stage name", "pen name", "born"."""
    names = one_of("stated", "names")
    by = rf"by (?:{'|'.join(sorted(words_of('possessives')))}) (?:{names})"
    called = rf"(?:(?:{one_of('stated', 'adverbs')}) )+(?:{one_of('stated', 'called')})(?: (?:as|{by}))?"
    alone = f"{one_of('stated', 'leads')}|{one_of('stated', 'at_birth')}"
    return re.compile(rf"\b(?:{called}|(?:{names})(?: of)?|{alone})[,:]?(?=[ \"“])")


@cache
def _at_birth() -> re.Pattern[str]:
    return re.compile(one_of("stated", "at_birth"))


@cache
def _name() -> re.Pattern[str]:
    """A name, quoted or with capitals: "Bank of England"."""
    joint = rf"(?: (?:{one_of('stated', 'joints')}))"
    return re.compile(
        rf"\s*[\"“]\s*(?P<quoted>[^\"“”]{{2,80}}?)\s*[\"”]|\s*(?P<bare>{_PART}(?:{joint}{{0,2}} {_PART})*)"
    )


@cache
def _date() -> re.Pattern[str]:
    """The beginning of a date: a month, or a number."""
    months = (month.title() for names in table("dates")["months"] for month in names)
    return re.compile(rf"(?:{'|'.join(months)})\b|\d")


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
        before = list(_WORD.finditer(text, start, place.start()))
        first = _first_of(place["short"], [word.group() for word in before])
        if first is None or text[before[-1].end() : place.start()].strip():
            continue
        long = re.sub(r"['’]s$", "", text[before[first].start() : place.start()].strip())
        if _breaks(long):
            continue
        of = title if spellings(long).article == spellings(parted(title)[0]).article else long
        evidence = " ".join(text[before[first].start() : place.end()].split())
        yield Bound(place["short"], of, "abbreviation", evidence)


def _breaks(long: str) -> bool:
    """Whether marks in it say that it is no one name."""
    return re.search(r"[.;:()\n]", long) is not None


def _first_of(short: str, before: list[str]) -> int | None:
    """At which of the words before it a long form begins, None where they spell something else."""
    passed_over = words("stated", "passed_over")
    at = len(before) - 1
    for letter in reversed(short.replace("&", "").casefold()):
        while at >= 0 and before[at][0].casefold() != letter and before[at].casefold() in passed_over:
            at -= 1
        if at < 0 or before[at][0].casefold() != letter:
            return None
        at -= 1
    return None if before[at + 1].casefold() in passed_over else at + 1


def _of_title(title: str, sentence: str) -> Iterator[Bound]:
    """What the first sentence calls its subject, where that is the title."""
    verb = _verb().search(sentence)
    subject = sentence[: verb.start()] if verb else ""
    opening = _name().match(subject)
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
    for cue in _cue().finditer(rest):
        at = cue.end()
        birth = _at_birth().match(cue.group()) is not None
        while (found := _name().match(rest, at)) is not None:
            name = (found["quoted"] or found["bare"]).strip(" .,")
            cut = found["quoted"] is None and _goes_on().match(rest, found.end()) is not None
            if cut or _date().match(name) or (birth and " " not in name):
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
