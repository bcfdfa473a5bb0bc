"""What is replaced in a question over documents, and the question in both versions that comes of it.

Reference: CofCA, Section 3.1.
"""

from dataclasses import dataclass, replace

from ..language.tokens import Tokens, name_key
from .cases import CounterfactualQuestion, Passage, Replacement, SubQuestion, Version
from .documents import DocumentQuestion
from .making import NotMadeError
from .quantities import digits
from .renamed import Renamed, UnsafeError, mentions
from .renaming import Renaming
from .told import of_forename, titled


@dataclass(frozen=True, slots=True)
class Proposed:
    """A name or value that someone else would put in place of another.

    Attributes:
        because: who, as half a sentence: "a chat model chose it".
    """

    old: str
    new: str
    because: str


@dataclass(frozen=True, slots=True)
class Change:
    """What the answer of a hop (from 0) becomes."""

    hop: int
    new: str
    because: str


@dataclass(frozen=True, slots=True)
class Draft:
    """What is replaced in a question.

    Attributes:
        answers: of the question, from then on.
        beside: what is replaced besides answers of hops.
    """

    changes: tuple[Change, ...]
    answers: tuple[str, ...]
    beside: tuple[Proposed, ...] = ()


def built(question: DocumentQuestion, draft: Draft) -> CounterfactualQuestion:
    """The question in both versions, with what the draft tells replaced everywhere.

    Raises:
        NotMadeError: the counterfactual would not hold everywhere, or say two things of one.
    """
    new = {change.hop: change for change in draft.changes}
    gold = frozenset(at for hop in question.hops for at in hop.passages)
    if not question.hop_by_hop:
        gold = gold.union(question.supporting)
    things = (_thing(question, change) for change in draft.changes)
    others = (Renamed((one.old,), one.new, (), someone=bool(of_forename(one.old))) for one in draft.beside)
    renaming = Renaming((*things, *others), gold)
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
        (
            *(
                Replacement(change.hop + 1, question.hops[change.hop].answer, change.new, change.because)
                for change in draft.changes
            ),
            *(Replacement(0, one.old, one.new, one.because) for one in draft.beside),
        ),
        _factual(question),
        Version(asked, draft.answers, passages, subs),
    )
    _check(question, made)
    return made if question.hop_by_hop else _without_hops(made, question.supporting)


def _without_hops(made: CounterfactualQuestion, supporting: tuple[int, ...]) -> CounterfactualQuestion:
    """A question whose one hop was the question itself, without sub-questions."""
    factual, counterfactual = (
        replace(version, sub_questions=(), supporting=supporting) for version in made.versions.values()
    )
    return replace(made, factual=factual, counterfactual=counterfactual)


def _thing(question: DocumentQuestion, change: Change) -> Renamed:
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
            told = at not in thing.passages and any(states(passage, name) for name in about)
            if told and states(passage, thing.names[0]):
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
        if not any(states(passage, sub.answers[0]) for passage in stating):
            raise NotMadeError("an answer does not stand where it must be found")
        old = (hop.answer, *hop.others) if number in replaced else ()
        if any(states(passage, name) for passage in stating for name in old):
            raise NotMadeError("the old answer, or another name of it, still stands in its passage")
    if (
        name_key(made.counterfactual.answers[0]) in name_key(made.counterfactual.question)
        and not question.options
    ):
        raise NotMadeError("the new answer stands in the question")


def states(passage: Passage, name: str) -> bool:
    """Whether a passage, or its title, has a name or a number."""
    return any(mentions([digits(name)], Tokens.of(text)) for text in (passage.title, passage.text) if text)
