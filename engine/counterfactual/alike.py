"""What else is of the same kind as an answer: asked for by the same words, or called the same.

Reference: CofCA, Section 3.1, where a model chooses what names are replaced by.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random
from typing import NamedTuple

from ..reading.cut_short import PARTICLES
from ..reading.tokens import Tokens, name_key
from .cases import Passage
from .documents import DocumentHop, DocumentQuestion
from .making import NotMadeError
from .renaming import keeps_order, mentions, year
from .wording import is_person, may_be_in_a_noun

NAME, NO_NAME = "a name", ""

_NEAREST = 3  # dates from which one is drawn
_LOOKED_AT = 1000  # of one kind, in large files
_TRIED = 40  # names, before a question is given up
_WORD = re.compile(r"[^\W\d_]+|\d+")
_SEVERAL = re.compile(r"[/;:()]")  # "Nightwing / Dick Grayson" is no one name
_BETWEEN = PARTICLES | {"and", "in", "on", "at", "for"}
_MONTHS = frozenset(
    "january february march april may june july august september october november december".split()
)
_HE, _SHE = frozenset({"he", "his", "him"}), frozenset({"she", "her", "hers"})
# "X is a Hungarian film director and …"
_CALLED = re.compile(r"\b(?:is|was) (?:an?|the) ([\w -]+)")
_GOES_ON = frozenset("and or of who which that whose known best".split())


class About(NamedTuple):
    """What a passage of its own tells about an answer; empty where none does.

    Attributes:
        pronoun: all words of "he" or of "she".
        kind: the noun that it is called: "city", "director".
    """

    pronoun: frozenset[str] = frozenset()
    kind: str = ""


@dataclass(frozen=True)
class Value:
    """What may be put in, and what shows of which kind it is: `because`, in the question of that id."""

    text: str
    because: str
    question_id: str
    about: About

    @cached_property
    def key(self) -> str:
        return name_key(self.text)


class Alike:
    """What can be put in: what answers the hops of some questions, and what their passages are about."""

    def __init__(self, questions: Sequence[DocumentQuestion]) -> None:
        self._pools: dict[tuple[str, str], dict[str, Value]] = {}
        self._known: dict[str, About] = {}
        for question in questions:
            for passage in question.passages:
                if (told := _about(passage)).kind:
                    self._known.setdefault(name_key(_titled(passage)), told)
        for question in questions:
            for hop in question.hops:
                found = self._about_answer(hop, question)
                self._add(Value(hop.answer, f"answers “{hop.sort}”", question.id, found), hop.sort)
            for passage in question.passages:
                if (found := _about(passage)).kind:
                    self._add(Value(_titled(passage), f"is called “{found.kind}”", question.id, found))

    def _add(self, value: Value, sort: str = "") -> None:
        """A name stands under what asks for it and what it is called, a date under its form alone."""
        form = form_of(value.text)
        for told in {sort, value.about.kind} - {""} if form == NAME else {""}:
            self._pools.setdefault((told, form), {}).setdefault(value.key, value)

    def drawn(
        self, hop: DocumentHop, question: DocumentQuestion, used: Collection[str], rng: Random
    ) -> Value:
        """Something of the kind of a hop's answer that the question and its passages do not name.

        Args:
            used: names, as `name_key` gives them, that are put in elsewhere in the question.

        Raises:
            NotMadeError: there is none.
        """
        form, about = form_of(hop.answer), self._about_answer(hop, question)
        if form == NO_NAME:
            raise NotMadeError("the answer of a hop is no name, date or year")
        told = " ".join(question.passages[at].text for one in question.hops for at in one.passages)
        found = [
            value
            for value in self._candidates(hop, form, about, rng)
            if value.key not in used and (form == NAME or keeps_order(hop.answer, value.text, told))
        ]
        rng.shuffle(found)
        if form == NAME:
            found.sort(key=lambda value: -_likeness(value, hop, about))
        else:
            found.sort(key=lambda value: abs(year(value.text) - year(hop.answer)))
        text = Tokens.of("\n".join([question.question, *(f"{p.title}\n{p.text}" for p in question.passages)]))
        fresh = (value for value in islice(found, _TRIED) if not mentions([value.text], text))
        nearest = list(islice(fresh, 1 if form == NAME else _NEAREST))
        if not nearest:
            raise NotMadeError("nothing of its kind is named in the same form")
        return rng.choice(nearest)

    def _candidates(self, hop: DocumentHop, form: str, about: About, rng: Random) -> list[Value]:
        """What is asked for by the same words or called the same, and is not told to be something else."""
        told = (hop.sort, about.kind) if form == NAME else ("",)
        found = {key: value for name in told for key, value in self._pools.get((name, form), {}).items()}
        keys = sorted(found)
        drawn = rng.sample(keys, _LOOKED_AT) if len(keys) > _LOOKED_AT else keys
        return [found[key] for key in drawn if _may_stand_for(found[key], hop, about)]

    def _about_answer(self, hop: DocumentHop, question: DocumentQuestion) -> About:
        """What a passage of its own says; without one the pronoun beside it, as of the singer of a song."""
        key = name_key(hop.answer)
        own = (_about(passage) for passage in question.passages if name_key(_titled(passage)) == key)
        about = next(own, None) or self._known.get(key)
        if about is not None:
            return about
        gold = dict.fromkeys(question.passages[at] for one in question.hops for at in one.passages)
        of_things = [
            passage.text
            for passage in gold
            if key in name_key(passage.text) and (kind := _about(passage).kind) and not is_person(kind)
        ]
        return About(_pronoun(" ".join(of_things)))


def _may_stand_for(value: Value, hop: DocumentHop, about: About) -> bool:
    """People go by their pronouns, and by a last word of their own; things by what they are called."""
    if about.pronoun:
        return value.about.pronoun == about.pronoun and _last(value.key) != _last(name_key(hop.answer))
    return about.kind == value.about.kind or not (about.kind and value.about.kind)


def _likeness(value: Value, hop: DocumentHop, about: About) -> int:
    """How much speaks for one kind: the pronoun, the noun, and of things the last word ("County")."""
    same_end = not about.pronoun and _last(value.key) == _last(name_key(hop.answer))
    return (value.about.pronoun == about.pronoun) + (value.about.kind == about.kind) + same_end


def _last(key: str) -> str:
    return key.rpartition(" ")[2]


def form_of(text: str) -> str:
    """Names are of one form; dates and years of the form of their digits; what is neither has none.

    >>> form_of("Joan of Arc"), form_of("2 May 1932"), form_of("plankton"), form_of("12")
    ('a name', '9 M 9999', '', '')
    """
    parts = _WORD.findall(text)
    numbers = [part for part in parts if part.isdigit()]
    if _SEVERAL.search(text):
        return NO_NAME
    if numbers:
        shape = ("M" if part.lower() in _MONTHS else re.sub(r"\d", "9", part) for part in parts)
        known = any(len(number) == 4 for number in numbers)  # 12 may stand for anything
        return " ".join("9" if part == "99" else part for part in shape) if known else NO_NAME
    plain = [part for part in parts if part.lower() not in _BETWEEN]
    return NAME if plain and all(part[0].isupper() for part in plain) else NO_NAME


def _titled(passage: Passage) -> str:
    """What a passage is about: its title without the remark that some have behind it."""
    return passage.title.partition(" (")[0]


def _about(passage: Passage) -> About:
    """What a passage says of what its title names; nothing where the title is no name."""
    if form_of(_titled(passage)) != NAME:
        return About()
    kind = ""
    if called := _CALLED.search(passage.text):
        for word in called[1].lower().split():
            if word in _GOES_ON or not all(map(may_be_in_a_noun, word.split("-"))):
                break
            kind = word
    return About(_pronoun(passage.text), kind)


def _pronoun(text: str) -> frozenset[str]:
    """Which of "he" and "she" stands there more often."""
    said = _WORD.findall(text.lower())
    he, she = (sum(word in those for word in said) for those in (_HE, _SHE))
    return frozenset() if he == she else _HE if he > she else _SHE
