"""Counterfactual questions over documents: the answers of the hops are renamed wherever they are mentioned.

Reference: CofCA, Section 3.1, whose first stage replaces names in passages. Here rules choose them; what a
chat model does besides is `construction`.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, combinations
from random import Random

from ..language.tokens import name_key
from ..progress import SILENT, Progress
from .alike import Alike
from .cases import CounterfactualQuestion
from .documents import DocumentHop, DocumentQuestion, stated
from .drafting import Change, Draft, Proposed, built, states
from .making import MadeQuestions, NotMadeError, make_each
from .quantities import (
    fits_count,
    is_count,
    is_date,
    is_reckoned_with,
    keeps_order,
    other_count,
    other_date,
    turned_round,
    year,
)

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
    return make_each(questions, Maker(questions).make, seed=seed, limit=limit, progress=progress)


class Maker:
    """Questions of one file, which give each other what can be put in."""

    def __init__(self, questions: Sequence[DocumentQuestion]) -> None:
        self._alike = Alike(questions)

    def make(
        self, question: DocumentQuestion, rng: Random, proposed: Sequence[Proposed] = ()
    ) -> CounterfactualQuestion:
        """A counterfactual of one question.

        Args:
            proposed: what someone else would put in. Where it does not fit, another is drawn; names that
                answer no hop are replaced as well, those that can be.

        Raises:
            NotMadeError: there is none.
        """
        if question.fault:
            raise NotMadeError(question.fault)
        if len(question.hops) < 2 and question.hop_by_hop:
            raise NotMadeError("it has one hop")
        if len(question.hops) > _MOST_HOPS:
            raise NotMadeError(f"it has more than {_MOST_HOPS} hops")
        if not question.passages:
            raise NotMadeError("its row brings no documents")
        for hop in question.hops:
            if not any(states(question.passages[at], hop.answer) for at in hop.passages):
                raise NotMadeError("the answer of a hop does not stand in its passage")
        turns = bool(question.options)
        draft = _turned_round(question, rng) if turns else self._renamed(question, rng, proposed)
        for one in proposed:
            if not _answers_a_hop(question, one.old) and self._alike.fits_beside(one.old, one.new, question):
                with suppress(NotMadeError):
                    more = replace(draft, beside=(*draft.beside, one))
                    built(question, more)
                    draft = more
        return built(question, draft)

    def _renamed(self, question: DocumentQuestion, rng: Random, proposed: Sequence[Proposed]) -> Draft:
        """With the last answer replaced, and as many of those before it as can be."""
        changes: list[Change] = []
        for number in reversed(range(len(question.hops))):
            used = {name_key(change.new) for change in changes}
            try:
                changes.append(
                    self._proposed(question, number, used, proposed)
                    or self._change(question, number, used, rng)
                )
            except NotMadeError:
                if not changes:
                    raise
        last, *others = changes
        fewer = (combinations(others, count) for count in range(len(others), 0, -1))
        for chosen in chain.from_iterable(fewer):
            with suppress(NotMadeError):
                draft = Draft((*reversed(chosen), last), (last.new,))
                built(question, draft)
                return draft
        return Draft((last,), (last.new,))

    def _proposed(
        self, question: DocumentQuestion, number: int, used: set[str], proposed: Sequence[Proposed]
    ) -> Change | None:
        """What was proposed for the answer of a hop (from 0), if it fits."""
        hop = question.hops[number]
        called = {name_key(name) for name in (hop.answer, *hop.others)}
        for one in proposed:
            if name_key(one.old) in called and self._fits(one.new, hop, question, used):
                return Change(number, one.new, f"in no passage of this question; {one.because}")
        return None

    def _fits(self, new: str, hop: DocumentHop, question: DocumentQuestion, used: set[str]) -> bool:
        if not (is_date(hop.answer) or is_count(hop.answer)):
            return self._alike.fits(new, hop, question, used)
        told = stated(question, hop)
        if is_date(hop.answer):
            is_other = is_date(new) and year(new) != year(hop.answer)
            return is_other and not is_reckoned_with(told) and keeps_order(hop.answer, new, told)
        return is_count(new) and fits_count(hop.answer, new, told)

    def _change(self, question: DocumentQuestion, number: int, used: set[str], rng: Random) -> "Change":
        """Raises NotMadeError where nothing can stand for the answer of a hop (from 0)."""
        hop = question.hops[number]
        if not (is_date(hop.answer) or is_count(hop.answer)):
            value = self._alike.drawn(hop, question, used, rng)
            because = f"in no passage of this question; {value.because} in question {value.question_id!r}"
            return Change(number, value.text, because)
        told = stated(question, hop)
        if is_date(hop.answer):
            _check_date(told)
            new = other_date(hop.answer, told, rng)
        else:
            new = other_count(hop.answer, told, rng)
        if new is None:
            raise NotMadeError("no other date or number keeps its place among those of its passage")
        return Change(number, new, f"its passage has {hop.answer!r} instead")


def _answers_a_hop(question: DocumentQuestion, name: str) -> bool:
    """Whether a name is that of an answer, or of what a comparison chooses from."""
    hops = (called for hop in question.hops for called in (hop.answer, *hop.others))
    return name_key(name) in map(name_key, (*hops, *question.answers, *question.options))


# -- comparisons


def _turned_round(question: DocumentQuestion, rng: Random) -> Draft:
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
        Change(place, value, f"in place of {hop.answer!r}, so that the comparison turns round")
        for place, hop, value in zip(places, (one, other), new, strict=True)
    )
    return Draft(changes, (question.options[1 - keys.index(given)],))


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
