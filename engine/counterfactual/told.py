"""What passages tell of the things that they are about: what these are called, which people are "he"."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from ..language.tokens import name_key
from ..linking.cut_short import PARTICLES
from ..linking.other_names import other_names
from .cases import Passage
from .documents import DocumentHop, DocumentQuestion
from .nouns import BORNE, is_someone
from .wording import may_be_in_a_noun

_WORD = re.compile(r"[^\W\d_]+|\d+")
_SEVERAL = re.compile(r"[/;:()\"“”]")  # "Nightwing / Dick Grayson" is no one name
_BETWEEN = PARTICLES | {"and", "in", "on", "at", "for"}
_SAID = {
    "he": frozenset("he his him himself".split()),
    "she": frozenset("she her hers herself".split()),
}
# "X is a Hungarian film director and …"
_CALLED = re.compile(r"\b(?:is|was) (?:an?|the) ([\w -]+)")
_NEXT_SENTENCE = re.compile(r"[.;:]\s+[A-Z]|[;:]")
_GOES_ON = frozenset("and or of who which that whose known best".split())
_LEADING_ON = frozenset("in by at from for to on with as into of under and or the a an near within".split())
_NO_KIND = frozenset("name one term word member example type kind part list namesake".split())
# "(born 5 July 1966", "(1 March 1928 – 29 January 2016)": remarks in which a life is told
_LIFE = re.compile(r"\([^()]*?(?:\b(?:born|died|née)\b|[a-z]+ \d{4}\s*[–-][^()]*\d{4}\))")
_NO_NOUN = r"(?:is|was|are|were|has|had|and|or|of|in|on|at|to|by|for|with|from|as|that|which|who)\b"
_OPENING = 200  # characters, in which it stands


class Told(NamedTuple):
    """What is told of a thing; empty where nothing is.

    Attributes:
        pronoun: "he" or "she"; of people alone.
        called: the noun that it is called: "city", "director".
    """

    pronoun: str = ""
    called: str = ""


class Tellings:
    """What the passages of some questions tell of what they are about, and of other names by these."""

    def __init__(self, questions: Sequence[DocumentQuestion]) -> None:
        self._known: dict[str, Told] = {}
        for question in questions:
            for passage in question.passages:
                if (told := told_in(passage)) != Told():
                    self._known.setdefault(name_key(titled(passage)), told)
        self._nouns = {
            noun
            for question in questions
            for passage in question.passages
            for found in _CALLED.finditer(passage.text)
            if len(noun := _noun(found[1].lower().split())) > 1 and not is_someone(noun)
        }

    def of_answer(self, hop: DocumentHop, passages: Iterable[Passage] = ()) -> Told:
        """What passages of its own tell of a hop's answer, those given first; else what its name tells.

        What "who" asks for goes with the pronoun of its rank or kin, or with that of its first name.
        """
        key = name_key(hop.answer)
        own = next((told_in(one) for one in passages if name_key(titled(one)) == key), Told())
        told = own if own != Told() else self._known.get(key, Told())
        if told.pronoun or not is_name(hop.answer):
            return told
        if called := self.noun_of(hop.answer) or told.called:
            return Told(called=called)
        return Told(_of_rank(hop) or of_forename(hop.answer)) if hop.asks_for_someone else Told()

    def of_title(self, passage: Passage) -> Told:
        """What a passage, or else its title, tells of what it is about."""
        told = told_in(passage)
        return told if told.pronoun else told._replace(called=self.noun_of(titled(passage)) or told.called)

    def noun_of(self, name: str) -> str:
        """The noun that a name tells, "county" in "Rowan County", "bank" in "Bank of Italy"; else nothing."""
        words = name_key(name).split()
        at = next((place for place, word in enumerate(words) if word in PARTICLES and place), len(words))
        return words[at - 1] if len(words) > 1 and words[at - 1] in self._nouns else ""


def _of_rank(hop: DocumentHop) -> str:
    """The pronoun of the kin that is asked for, or of the rank before a name."""
    return next((p for p, words in BORNE.items() if {hop.sort, _first(hop.answer)} & words), "")


def of_forename(name: str) -> str:
    """The pronoun of a name of several words, by its first."""
    return next((p for p, names in _forenames().items() if " " in name and _first(name) in names), "")


def is_forename(word: str) -> bool:
    """Whether a word, in its normal form, is a first name that is common in English texts."""
    return any(word in names for names in _forenames().values())


@cache
def _forenames() -> Mapping[str, frozenset[str]]:
    text = files(__package__).joinpath("forenames.toml").read_text(encoding="utf-8")
    return {
        pronoun: frozenset(map(name_key, names.split())) for pronoun, names in tomllib.loads(text).items()
    }


def is_name(text: str) -> bool:
    """Whether a text is one name in capitals; adjectives such as "Italian" are none.

    >>> [text for text in ("Joan of Arc", "plankton", "A / B", "Bolko 2", "Italian") if is_name(text)]
    ['Joan of Arc']
    """
    parts = _WORD.findall(text)
    plain = [part for part in parts if part.lower() not in _BETWEEN]
    if _SEVERAL.search(text) or not plain or is_adjective(name_key(text)):
        return False
    return all(part[0].isupper() for part in plain)


def is_adjective(word: str) -> bool:
    """Whether a word, in its normal form, tells where something is from: "italian"."""
    return word in _adjectives()


@cache
def _adjectives() -> frozenset[str]:
    return frozenset(word for _, words in other_names() for word in words)


def titled(passage: Passage) -> str:
    """What a passage is about: its title without the remark that some have behind it."""
    return passage.title.partition(" (")[0]


def told_in(passage: Passage) -> Told:
    """What a passage says of what its title names; nothing where the title is no name."""
    if not is_name(titled(passage)):
        return Told()
    called = _called(titled(passage), passage.text)
    lives = is_someone(called) or _LIFE.search(passage.text[:_OPENING])
    pronoun = of_forename(titled(passage)) or _pronoun(passage.text)
    return Told(pronoun if lives else "", called)


def _called(name: str, text: str) -> str:
    """The noun that a sentence calls a thing which it names: what "is a city" may be told of another."""
    found = _CALLED.search(text)
    words = name.split()
    first, last = words[0], words[-1]
    before = text[: found.start()].rpartition(last) if found else ("", "", "")
    if not found or not before[1] or _NEXT_SENTENCE.search(before[2]):
        return ""
    if not PARTICLES.isdisjoint(words) and first not in before[0]:
        return ""  # what is said of Liberia is not said of the "History of Liberia"
    noun = _noun(found[1].lower().split())
    return "" if noun in _NO_KIND or len(noun) == 1 else noun


def _noun(words: Sequence[str]) -> str:
    """The last word of the phrase that begins here; of a thing not before "and", where another may follow."""
    noun = ""
    for at, word in enumerate(words):
        if word in _GOES_ON or not all(map(may_be_in_a_noun, word.split("-"))):
            return "" if _goes_on(words[at:], noun) else noun
        noun = word
    return noun


def _goes_on(rest: Sequence[str], noun: str) -> bool:
    """Whether what follows a noun shows that it is not what the thing is called.

    "A film and television centre" is no film, "a country formatted station" no country.
    """
    if rest[0] in ("and", "or"):
        return not is_someone(noun)
    before_noun = rest[0].endswith("ed") and len(rest) > 1 and may_be_in_a_noun(rest[1])
    return before_noun and rest[1] not in _LEADING_ON


def _pronoun(text: str) -> str:
    """Which of "he" and "she" stands there more often."""
    said = _WORD.findall(text.lower())
    he, she = (sum(word in words for word in said) for words in _SAID.values())
    return "" if he == she else "he" if he > she else "she"


def has_rank(name: str) -> bool:
    """Whether a name begins with a rank: "Prince Albert"."""
    return any(_first(name) in words for words in BORNE.values())


def with_article(name: str, text: str) -> bool:
    """Whether a text has a name behind "the" at least half the time.

    A noun behind it has the article for itself.

    >>> with_article("Hague", "The Hague is a city."), with_article("Rome", "It lies on the Rome line.")
    (True, False)
    """
    behind = len(re.findall(rf"\b[Tt]he {re.escape(name)}\b(?! (?!{_NO_NOUN})[a-z])", text))
    return behind > 0 and 2 * behind >= len(re.findall(rf"\b{re.escape(name)}\b", text))


def _first(name: str) -> str:
    return name_key(name).partition(" ")[0]
