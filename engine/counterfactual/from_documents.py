"""Counterfactual questions over documents: the answers of the hops are renamed wherever they are mentioned.

Reference: CofCA, Section 3.1, whose first stage replaces names in passages; the paraphrase of its second
stage needs a model and is not done here.
"""

from collections.abc import Sequence
from random import Random

from ..progress import SILENT, Progress
from ..reading.tokens import Tokens, name_key
from .alike import Alike
from .cases import CounterfactualQuestion, Passage, Replacement, SubQuestion, Version
from .documents import DocumentHop, DocumentQuestion
from .making import MadeQuestions, NotMadeError, make_each
from .renaming import Renamed, Renaming, UnsafeError, keeps_order, mentions, year


def make_from_documents(
    questions: Sequence[DocumentQuestion],
    *,
    seed: int = 0,
    limit: int | None = None,
    progress: Progress = SILENT,
) -> MadeQuestions:
    """A counterfactual for each question whose hops' answers can be renamed safely.

    In place of an answer stands what answers the same relation (or "who wrote", "city", …) in another
    question, or is called the same by a passage of its own; it is written in the same form, goes with the
    same pronoun, and is named nowhere in the question's passages; of dates it is one of the nearest. It is
    put in wherever passages, titles, question and sub-questions name the old one (dates only in the passages
    that state them). Comparisons exchange the two values that they compare, which turns their answer round
    whatever is compared; those answered by yes or no are left out. Dates keep their place among the years of
    the passages about them.

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
        halves = [question.hops[0::2], question.hops[1::2]]  # what is told of the one, and of the other
        for hop, new, half in ((one, other, halves[0]), (other, one, halves[1])):
            about = " ".join(question.passages[at].text for part in half for at in part.passages)
            if year(hop.answer) and not keeps_order(hop.answer, new.answer, about):
                raise NotMadeError("a date would change its place among the years of what is told of it")
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
            value = self._alike.drawn(hop, question, {name_key(thing.new) for thing in things}, rng)
            things.append(_thing(hop, value.text, hop.others if hop is not question.hops[-1] else ()))
            because.append(
                f"in no passage of this question; {value.because} in question {value.question_id!r}"
            )
        replaced = tuple(
            Replacement(number, thing.old[0], thing.new, why)
            for number, (thing, why) in enumerate(zip(things, because, strict=True), 1)
        )
        return _built(question, tuple(things), replaced, (things[-1].new,))


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
    return CounterfactualQuestion(question.id, question.kind, question.question, replaced, factual, changed)


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
