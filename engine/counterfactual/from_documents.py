"""Counterfactual questions over documents: the answers of the hops are renamed wherever they are mentioned.

Reference: CofCA, Section 3.1, whose first stage replaces names in passages; the paraphrase of its second
stage needs a model and is not done here.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from operator import eq
from random import Random
from typing import NamedTuple

from ..progress import SILENT, Progress
from ..reading.names_index import PARTICLES
from ..reading.tokens import Tokens, name_key
from .cases import CounterfactualQuestion, Passage, Replacement, SubQuestion, Version
from .documents import DocumentHop, DocumentQuestion
from .making import MadeQuestions, NotMadeError, make_each
from .renaming import Renamed, Renaming, UnsafeError, mentions
from .wording import may_be_in_a_noun

_NEAREST = 3  # dates from which one is drawn
_TRIED = 40  # names, before a question is given up
_WORD = re.compile(r"[^\W\d_]+|\d+")
# "X is a Hungarian film director and …": the last word before what goes on.
_CALLED = re.compile(
    r"\b(?:is|was) (?:an?|the) (?:[\w-]+ )*?([\w-]+)"
    r"(?= (?:and|in|of|on|at|by|for|from|who|which|that|located|directed|known|based)\b|[.,;(])"
)
_MONTHS = frozenset(
    "january february march april may june july august september october november december".split()
)
_SEVERAL = re.compile(r"[/;:()]")
_HE, _SHE = frozenset({"he", "his", "him"}), frozenset({"she", "her", "hers"})
_NAME, _NO_NAME = "name", ""


def make_from_documents(
    questions: Sequence[DocumentQuestion],
    *,
    seed: int = 0,
    limit: int | None = None,
    progress: Progress = SILENT,
) -> MadeQuestions:
    """A counterfactual for each question whose hops' answers can be renamed safely.

    In place of an answer stands one that answers the same relation (or "who", "when", …) elsewhere in the
    file, is written in the same form, goes with the same pronoun, and is named nowhere in the question's
    passages; of dates one of the nearest. It is put in wherever passages, titles, question and sub-questions
    name the old one (dates and numbers only in the passages that state them). Comparisons exchange the two
    values that they compare, which turns their answer round whatever is compared; yes and no are left out.

    Args:
        questions: of `read_document_questions`.
        seed: of everything that is drawn; the same arguments give the same questions.
        limit: how many questions to draw; all when None.

    Raises:
        InputError: `limit` is below 1.
    """
    return make_each(questions, _Maker(questions).make, seed=seed, limit=limit, progress=progress)


class _About(NamedTuple):
    """What a passage of its own tells about an answer; empty where none does.

    Attributes:
        pronoun: all words of "he" or of "she".
        kind: the noun that it is called: "city", "director".
    """

    pronoun: frozenset[str] = frozenset()
    kind: str = ""


@dataclass(frozen=True)
class _Value:
    """What may be put in, and what shows of which kind it is: `because`, in the question of that id."""

    text: str
    because: str
    question_id: str
    about: "_About"

    @cached_property
    def key(self) -> str:
        return name_key(self.text)


class _Maker:
    """Questions of one file, and what can be put in: what answers their hops, and what has a passage."""

    def __init__(self, questions: Iterable[DocumentQuestion]) -> None:
        self._pools: dict[tuple[str, str], dict[str, _Value]] = {}
        for question in questions:
            for hop in question.hops:
                found = _about_answer(hop, question)
                self._add(_Value(hop.answer, f"answers “{hop.sort}”", question.id, found), hop.sort)
            for passage in question.passages:
                if (found := _about(passage)).kind:
                    self._add(_Value(passage.title, f"is called a {found.kind}", question.id, found))

    def _add(self, value: _Value, sort: str = "") -> None:
        """A value stands under what asks for it, what it is called, and its form where it is a date."""
        form = _form(value.text)
        for told in filter(None, (sort, f"a {value.about.kind}" * bool(value.about.kind))):
            under = (told, form) if form == _NAME else ("", form)
            self._pools.setdefault(under, {}).setdefault(value.key, value)

    def make(self, question: DocumentQuestion, rng: Random) -> CounterfactualQuestion:
        """Raises NotMadeError."""
        if question.fault:
            raise NotMadeError(question.fault)
        if len(question.hops) < 2:
            raise NotMadeError("it has one hop")
        for hop in question.hops:
            if not hop.passages or not any(_states(question.passages[at], hop.answer) for at in hop.passages):
                raise NotMadeError("the answer of a hop does not stand in its passage")
        made = self._exchanged(question) if question.options else self._renamed(question, rng)
        _check(question, made)
        return made

    # -- comparisons

    def _exchanged(self, question: DocumentQuestion) -> CounterfactualQuestion:
        one, other = question.hops[-2:]
        keys = [name_key(option) for option in question.options]
        given = name_key(question.answers[0])
        if given not in keys:
            raise NotMadeError("it is no choice between the two that it compares")
        if name_key(one.answer) == name_key(other.answer):
            raise NotMadeError("what it compares is the same of both")
        if not set(one.passages).isdisjoint(other.passages):
            raise NotMadeError("one passage states both values that it compares")
        answer = question.options[1 - keys.index(given)]
        things = (_thing(one, other.answer, ()), _thing(other, one.answer, ()))
        because = "exchanged with the value of “{}”, so that the comparison turns round"
        replaced = tuple(
            Replacement(number, hop.answer, thing.new, because.format(option))
            for number, hop, thing, option in zip(
                (len(question.hops) - 1, len(question.hops)),
                (one, other),
                things,
                reversed(question.options),
                strict=True,
            )
        )
        return _built(question, things, replaced, (answer,))

    # -- bridges

    def _renamed(self, question: DocumentQuestion, rng: Random) -> CounterfactualQuestion:
        things: list[Renamed] = []
        because = []
        for hop in question.hops:
            value = self._drawn(hop, question, things, rng)
            things.append(_thing(hop, value.text, hop.others if hop is not question.hops[-1] else ()))
            because.append(
                f"in no passage of this question; {value.because} in question {value.question_id!r}"
            )
        replaced = tuple(
            Replacement(number, thing.old[0], thing.new, why)
            for number, (thing, why) in enumerate(zip(things, because, strict=True), 1)
        )
        return _built(question, tuple(things), replaced, (things[-1].new,))

    def _drawn(
        self, hop: DocumentHop, question: DocumentQuestion, before: Sequence[Renamed], rng: Random
    ) -> _Value:
        form = _form(hop.answer)
        if form == _NO_NAME:
            raise NotMadeError("the answer of a hop is no name, date or year")
        about = _about_answer(hop, question)
        used = {name_key(thing.new) for thing in before}
        found = [value for value in self._alike(hop, form, about) if value.key not in used]
        rng.shuffle(found)
        if form == _NAME:
            found.sort(key=lambda value: -sum(map(eq, value.about, about)))
        else:
            found.sort(key=lambda value: abs(_year(value.text) - _year(hop.answer)))
        text = " ".join([question.question, *(f"{p.title} {p.text}" for p in question.passages)])
        fresh = (value for value in islice(found, _TRIED) if not _states(Passage("", text), value.text))
        nearest = list(islice(fresh, 1 if form == _NAME else _NEAREST))
        if not nearest:
            raise NotMadeError("nothing of its kind in the file is written in the same form")
        return rng.choice(nearest)

    def _alike(self, hop: DocumentHop, form: str, about: _About) -> list[_Value]:
        """What is asked for by the same words or called the same, and is not told to be something else."""
        told = ("",) if form != _NAME else (hop.sort, f"a {hop.sort}", f"a {about.kind}")
        found = {key: value for name in told for key, value in self._pools.get((name, form), {}).items()}
        return [
            value
            for key, value in sorted(found.items())
            if (about.pronoun == value.about.pronoun or not (about.pronoun and value.about.pronoun))
            and (about.kind == value.about.kind or not (about.kind and value.about.kind) or about.pronoun)
        ]


def _thing(hop: DocumentHop, new: str, others: Sequence[str]) -> Renamed:
    return Renamed((hop.answer, *others), new, hop.passages)


def _built(
    question: DocumentQuestion,
    things: tuple[Renamed, ...],
    replaced: tuple[Replacement, ...],
    answers: tuple[str, ...],
) -> CounterfactualQuestion:
    renaming = Renaming(things)
    try:
        passages = renaming.passages(question.passages)
        asked = renaming.question(question.question)
        parts = [renaming.question(hop.question) for hop in question.hops]
    except UnsafeError as reason:
        raise NotMadeError(str(reason)) from None
    new = {one.hop: one.new for one in replaced}
    factual = Version(
        question.question,
        question.answers,
        question.passages,
        tuple(SubQuestion(hop.question, (hop.answer, *hop.others), hop.passages) for hop in question.hops),
    )
    subs = tuple(
        SubQuestion(text, (new[number],) if number in new else (hop.answer, *hop.others), hop.passages)
        for number, (text, hop) in enumerate(zip(parts, question.hops, strict=True), 1)
    )
    changed = Version(asked, answers, passages, subs)
    return CounterfactualQuestion(question.id, question.kind, replaced, factual, changed)


def _check(question: DocumentQuestion, made: CounterfactualQuestion) -> None:
    """Each hop's passages state its new answer, and no longer the old one. Raises NotMadeError."""
    passages = made.counterfactual.passages
    for one in made.replaced:
        hop = question.hops[one.hop - 1]
        stating = [passages[at] for at in hop.passages]
        if not any(_states(passage, one.new) for passage in stating):
            raise NotMadeError("a new answer does not stand where it must be found")
        if any(_states(passage, name) for passage in stating for name in (hop.answer, *hop.others)):
            raise NotMadeError("the old answer, or another name of it, still stands in its passage")
    if (
        name_key(made.counterfactual.answers[0]) in name_key(made.counterfactual.question)
        and not question.options
    ):
        raise NotMadeError("the new answer stands in the question")


def _states(passage: Passage, name: str) -> bool:
    return any(mentions([name], Tokens.of(text)) for text in (passage.title, passage.text) if text)


def _form(text: str) -> str:
    """Names are of one form; dates and numbers of the form of their digits; what is neither has none."""
    parts = _WORD.findall(text)
    if _SEVERAL.search(text):
        return _NO_NAME
    if any(part.isdigit() for part in parts):
        if not any(len(part) == 4 for part in parts if part.isdigit()):
            return _NO_NAME  # 12 may stand for anything
        shape = ["M" if p.lower() in _MONTHS else re.sub(r"\d", "9", p) for p in parts]
        return " ".join("9" if p == "99" else p for p in shape)
    plain = [part for part in parts if part.lower() not in PARTICLES | {"and", "in", "on", "at", "for"}]
    return _NAME if plain and all(part[0].isupper() for part in plain) else _NO_NAME


def _year(text: str) -> int:
    return next((int(part) for part in _WORD.findall(text) if part.isdigit() and len(part) == 4), 0)


def _about_answer(hop: DocumentHop, question: DocumentQuestion) -> _About:
    """What the passage of its own says; where it has none, the pronoun of those that state or mention it."""
    key = name_key(hop.answer)
    for passage in question.passages:
        if name_key(passage.title) == key:
            return _about(passage)
    gold = {at for one in question.hops for at in one.passages if key in name_key(question.passages[at].text)}
    return _About(_pronoun(" ".join(question.passages[at].text for at in gold)))


def _about(passage: Passage) -> _About:
    """What a passage says of what its title names; nothing where the title is no name."""
    if _form(passage.title) != _NAME:
        return _About()
    called = _CALLED.search(passage.text)
    kind = called[1].lower() if called and may_be_in_a_noun(called[1]) else ""
    return _About(_pronoun(passage.text), kind)


def _pronoun(text: str) -> frozenset[str]:
    """Which of "he" and "she" stands there more often."""
    said = _WORD.findall(text.lower())
    he, she = (sum(word in those for word in said) for those in (_HE, _SHE))
    return frozenset() if he == she else _HE if he > she else _SHE
