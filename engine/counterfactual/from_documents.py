"""Counterfactual questions over documents: the answers of the hops are renamed wherever they are mentioned.

Reference: CofCA, Section 3.1, whose first stage replaces names in passages; the paraphrase of its second
stage needs a model and is not done here.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, combinations
from random import Random

from ..language.tokens import Tokens, name_key
from ..progress import SILENT, Progress
from .alike import Alike
from .cases import CounterfactualQuestion, Passage, Replacement, SubQuestion, Version
from .documents import DocumentQuestion, stated
from .making import MadeQuestions, NotMadeError, make_each
from .quantities import (
    digits,
    is_count,
    is_date,
    is_reckoned_with,
    keeps_order,
    other_count,
    other_date,
    turned_round,
)
from .renamed import Renamed, UnsafeError, mentions
from .renaming import Renaming
from .told import titled

_MOST_HOPS = 8  # which of their answers can be renamed together is tried in all ways


def make_from_documents(
    questions: Sequence[DocumentQuestion],
    *,
    seed: int = 0,
    limit: int | None = None,
    progress: Progress = SILENT,
) -> MadeQuestions:
    """A counterfactual for each question whose last answer can be renamed safely.

    The answers of the hops before it are renamed as well, as many as can be. In place of a name stands what
    answers the same relation (or "who wrote", "city", …) in another question, is called the same, or is a
    person of the same pronoun; it is named nowhere in the question's passages. It is put in wherever
    passages, titles, question and sub-questions name the old one. Another date or number keeps its place
    among those of the passage that states it, and is put in there alone.

    Comparisons exchange the two values that they compare, which turns their answer round whatever is
    compared; dates that would then lose their place are moved until the other one comes first. Those
    answered by yes or no are left out.

    Args:
        questions: of `read_document_questions`.
        seed: of everything that is drawn; the same arguments give the same questions.
        limit: how many questions to draw; all when None.

    Raises:
        InputError: `limit` is below 1.
    """
    return make_each(questions, _Maker(questions).make, seed=seed, limit=limit, progress=progress)


class _Maker:
    """Questions of one file, which give each other what can be put in."""

    def __init__(self, questions: Sequence[DocumentQuestion]) -> None:
        self._alike = Alike(questions)

    def make(self, question: DocumentQuestion, rng: Random) -> CounterfactualQuestion:
        """Raises NotMadeError."""
        if question.fault:
            raise NotMadeError(question.fault)
        if len(question.hops) < 2:
            raise NotMadeError("it has one hop")
        if len(question.hops) > _MOST_HOPS:
            raise NotMadeError(f"it has more than {_MOST_HOPS} hops")
        if not question.passages:
            raise NotMadeError("its row brings no documents")
        for hop in question.hops:
            if not any(_states(question.passages[at], hop.answer) for at in hop.passages):
                raise NotMadeError("the answer of a hop does not stand in its passage")
        if question.options:
            return _turned_round(question, rng)
        return self._renamed(question, rng)

    def _renamed(self, question: DocumentQuestion, rng: Random) -> CounterfactualQuestion:
        """With the last answer replaced, and as many of those before it as can be."""
        changes: list[_Change] = []
        for number in reversed(range(len(question.hops))):
            used = {name_key(change.new) for change in changes}
            try:
                changes.append(self._change(question, number, used, rng))
            except NotMadeError:
                if not changes:
                    raise
        last, *others = changes
        fewer = (combinations(others, count) for count in range(len(others), 0, -1))
        for chosen in chain.from_iterable(fewer):
            with suppress(NotMadeError):
                return _built(question, (*reversed(chosen), last), (last.new,))
        return _built(question, (last,), (last.new,))

    def _change(self, question: DocumentQuestion, number: int, used: set[str], rng: Random) -> "_Change":
        """Raises NotMadeError where nothing can stand for the answer of a hop (from 0)."""
        hop = question.hops[number]
        if not (is_date(hop.answer) or is_count(hop.answer)):
            value = self._alike.drawn(hop, question, used, rng)
            because = f"in no passage of this question; {value.because} in question {value.question_id!r}"
            return _Change(number, value.text, because)
        told = stated(question, hop)
        if is_date(hop.answer):
            _check_date(told)
            new = other_date(hop.answer, told, rng)
        else:
            new = other_count(hop.answer, told, rng)
        if new is None:
            raise NotMadeError("no other date or number keeps its place among those of its passage")
        return _Change(number, new, f"its passage has {hop.answer!r} instead")


@dataclass(frozen=True, slots=True)
class _Change:
    """What the answer of a hop (from 0) becomes."""

    hop: int
    new: str
    because: str


# -- comparisons


def _turned_round(question: DocumentQuestion, rng: Random) -> CounterfactualQuestion:
    one, other = question.hops[-2:]
    keys = [name_key(option) for option in question.options]
    given = name_key(question.answers[0])
    if given not in keys:
        raise NotMadeError("it is no choice between the two that it compares")
    if name_key(one.answer) == name_key(other.answer):
        raise NotMadeError("what it compares is the same of both")
    if not set(one.passages).isdisjoint(other.passages):
        raise NotMadeError("one passage states both values that it compares")
    new = _compared(question, rng)
    places = (len(question.hops) - 2, len(question.hops) - 1)
    changes = tuple(
        _Change(place, value, f"in place of {hop.answer!r}, so that the comparison turns round")
        for place, hop, value in zip(places, (one, other), new, strict=True)
    )
    return _built(question, changes, (question.options[1 - keys.index(given)],))


def _compared(question: DocumentQuestion, rng: Random) -> tuple[str, str]:
    """The two values exchanged; dates that would lose their place moved. Raises NotMadeError."""
    one, other = question.hops[-2:]
    if not (is_date(one.answer) and is_date(other.answer)):
        return other.answer, one.answer
    told = [stated(question, *question.hops[half::2]) for half in (0, 1)]  # of the one, and of the other
    for text in told:
        _check_date(text)
    swapped = (other.answer, one.answer)
    if all(map(keeps_order, (one.answer, other.answer), swapped, told)):
        return swapped
    moved = turned_round((one.answer, other.answer), told, rng)
    if moved is None:
        raise NotMadeError("dates would change their place among the years of what is told of them")
    return moved


def _check_date(text: str) -> None:
    if is_reckoned_with(text):
        raise NotMadeError("its passage tells an age, which another date would make wrong")


# -- both versions


def _built(
    question: DocumentQuestion, changes: tuple[_Change, ...], answers: tuple[str, ...]
) -> CounterfactualQuestion:
    """Raises NotMadeError."""
    new = {change.hop: change for change in changes}
    gold = frozenset(at for hop in question.hops for at in hop.passages)
    renaming = Renaming(tuple(_thing(question, change) for change in changes), gold)
    _check_elsewhere(question, renaming)
    try:
        passages = renaming.passages(question.passages)
        asked = renaming.question(question.question)
        parts = [renaming.question(hop.question) for hop in question.hops]
    except UnsafeError as reason:
        raise NotMadeError(str(reason)) from None
    subs = tuple(
        SubQuestion(text, (new[place].new,) if place in new else (hop.answer, *hop.others), hop.passages)
        for place, (text, hop) in enumerate(zip(parts, question.hops, strict=True))
    )
    made = CounterfactualQuestion(
        question.id,
        question.kind,
        question.question,
        tuple(
            Replacement(change.hop + 1, question.hops[change.hop].answer, change.new, change.because)
            for change in changes
        ),
        _factual(question),
        Version(asked, answers, passages, subs),
    )
    _check(question, made)
    return made


def _thing(question: DocumentQuestion, change: _Change) -> Renamed:
    """Other names of the last answer, which alone has some that are no names of it, are not looked for."""
    hop = question.hops[change.hop]
    others = () if hop is question.hops[-1] else hop.others
    ends = [name_key(one.answer).split()[-1:] for one in question.hops]
    alone = ends.count(ends[change.hop]) == 1
    return Renamed(
        (hop.answer, *others), change.new, hop.passages, hop.asks_for_someone, alone, hop.asks_for_place
    )


def _factual(question: DocumentQuestion) -> Version:
    subs = (SubQuestion(hop.question, (hop.answer, *hop.others), hop.passages) for hop in question.hops)
    return Version(question.question, question.answers, question.passages, tuple(subs))


def _check_elsewhere(question: DocumentQuestion, renaming: Renaming) -> None:
    """A date or number stands in no other passage that names what it is told of, and no name has a namesake.

    Raises NotMadeError.
    """
    for thing in renaming.things:
        if not thing.is_number:
            _check_namesakes(question, thing)
            continue
        about = [titled(question.passages[at]) for at in thing.passages]
        for at, passage in enumerate(question.passages):
            told = at not in thing.passages and any(_states(passage, name) for name in about)
            if told and _states(passage, thing.names[0]):
                raise NotMadeError("its date or number also stands in another passage about the same")


def _check_namesakes(question: DocumentQuestion, thing: Renamed) -> None:
    """Titles such as "Mercury (planet)" and "Mercury (element)" tell two things of a name apart."""
    keys = {name_key(name) for name in thing.names}
    titles = {passage.title for passage in question.passages if name_key(titled(passage)) in keys}
    if len(titles) > 1 and any(" (" in title for title in titles):
        raise NotMadeError("two of its passages are about things of one name")


def _check(question: DocumentQuestion, made: CounterfactualQuestion) -> None:
    """Each hop's passages state its answer, a new one without the old beside it. Raises NotMadeError."""
    passages = made.counterfactual.passages
    replaced = {one.hop for one in made.replaced}
    for number, (hop, sub) in enumerate(
        zip(question.hops, made.counterfactual.sub_questions, strict=True), 1
    ):
        stating = [passages[at] for at in hop.passages]
        if not any(_states(passage, sub.answers[0]) for passage in stating):
            raise NotMadeError("an answer does not stand where it must be found")
        old = (hop.answer, *hop.others) if number in replaced else ()
        if any(_states(passage, name) for passage in stating for name in old):
            raise NotMadeError("the old answer, or another name of it, still stands in its passage")
    if (
        name_key(made.counterfactual.answers[0]) in name_key(made.counterfactual.question)
        and not question.options
    ):
        raise NotMadeError("the new answer stands in the question")


def _states(passage: Passage, name: str) -> bool:
    return any(mentions([digits(name)], Tokens.of(text)) for text in (passage.title, passage.text) if text)
