"""The first stage of construction: a chat model chooses what is replaced, and code puts it in and checks it.

Reference: CofCA, Section 3.1, Passage Rewriting: named entities, noun phrases and synonyms are replaced.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from ...language.tokens import name_key
from ...llm.asking import AskedModel
from ...llm.chat import ChatRequest
from ...llm.cost import Usage
from ...llm.prompts import load_prompt
from ...progress import SILENT, Progress
from ..cases import CounterfactualQuestion, Passage, Version
from ..documents import DocumentQuestion, with_one_hop
from ..drafting import Proposed
from ..from_documents import Maker
from ..making import MadeQuestions, make_each
from .replies import replies

_CHOICE = re.compile(r"\W*(NAME|WORD)\W(.*)")
_ARROW = re.compile(r"=>|->|→")
_BECAUSE = "a chat model chose it"
_SMALL = re.compile(r"[a-z]+(?:[ -][a-z]+){0,3}")
_AROUND = "\"'“”‘’`*"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What the first stage came to.

    Attributes:
        by_rule: questions none of whose answers became what the model chose, but what `make` draws.
        refused: names and words that it chose and that could not be put in safely.
    """

    made: MadeQuestions
    usage: Usage
    by_rule: int
    refused: int


@dataclass(frozen=True, slots=True)
class _Chosen:
    """What a model chose for one question."""

    id: str
    question: DocumentQuestion
    names: tuple[Proposed, ...]
    words: tuple[tuple[str, str], ...]


def rewrite_requests(questions: Sequence[DocumentQuestion]) -> list[ChatRequest]:
    """What is asked: of each question whose hops can be told, what to replace in its supporting passages."""
    return [_request(question) for question in _askable(list(map(with_one_hop, questions)))]


def rewrite(
    by: AskedModel,
    questions: Sequence[DocumentQuestion],
    *,
    seed: int = 0,
    progress: Progress = SILENT,
) -> Rewritten:
    """Have a chat model choose names and words for each question; they are put in wherever they stand.

    Names, dates and numbers go through the same checks as those that `make_from_documents` draws: a new one
    fits, stands in every place of the old, and nothing of the old is left where the answers are stated. Where
    the model's choice for an answer does not pass, one is drawn by rule. Names that answer no hop, and words,
    are replaced as far as that is safe. Comparisons turn round by rule, and what they choose from stays.
    Questions of a set that tells no hops, as HotpotQA (Table 5), are rewritten without sub-questions.

    Raises:
        ChatError: a request got no answer; what was answered is in the cache.
    """
    questions = list(map(with_one_hop, questions))
    asked = list(_askable(questions))
    told = replies(by, [_request(question) for question in asked], progress)
    chosen = [_read(question, text) for question, text in zip(asked, told.texts, strict=True)]
    others = [_Chosen(one.id, one, (), ()) for one in questions if not _is_askable(one)]
    maker, refused = Maker(questions), dict[str, int]()

    def make(one: _Chosen, rng: Random) -> CounterfactualQuestion:
        named = maker.make(one.question, rng, one.names)
        made, put_in = reworded(named, one.words)
        taken = {(name_key(each.old), name_key(each.new)) for each in named.replaced}
        names = sum((name_key(each.old), name_key(each.new)) in taken for each in one.names)
        refused[one.id] = len(one.names) - names + len(one.words) - put_in
        return replace(made, stages=("rewrite",))

    made = make_each([*chosen, *others], make, seed=seed, limit=None, progress=progress)
    by_rule = sum(not any(one.because.endswith(_BECAUSE) for one in q.replaced) for q in made.questions)
    return Rewritten(made, told.usage, by_rule, sum(refused.values()))


def _is_askable(question: DocumentQuestion) -> bool:
    return not question.fault and bool(question.hops) and bool(question.passages)


def _askable(questions: Sequence[DocumentQuestion]) -> Iterator[DocumentQuestion]:
    return (question for question in questions if _is_askable(question))


def _request(question: DocumentQuestion) -> ChatRequest:
    gold = sorted({at for hop in question.hops for at in hop.passages}.union(question.supporting))
    prompt = load_prompt("counterfactual-rewrite")
    return ChatRequest(
        prompt.fill(
            question=question.question,
            answers="\n".join(dict.fromkeys(hop.answer for hop in question.hops)),
            passages="\n\n".join(question.passages[at].shown for at in gold),
        )
    )


def _read(question: DocumentQuestion, reply: str) -> _Chosen:
    """The lines of a reply, each name and word once, in their order."""
    found: dict[str, dict[str, str]] = {"NAME": {}, "WORD": {}}
    for line in reply.splitlines():
        told = _CHOICE.match(line)
        if told is None or len(sides := _ARROW.split(told[2], maxsplit=1)) < 2:
            continue
        old, new = (side.strip().strip(_AROUND) for side in sides)
        if old and new and name_key(old) != name_key(new):
            found[told[1]].setdefault(old, new)
    names = tuple(Proposed(old, new, _BECAUSE) for old, new in found["NAME"].items())
    return _Chosen(question.id, question, names, tuple(found["WORD"].items()))


# -- words


def reworded(
    made: CounterfactualQuestion, words: Sequence[tuple[str, str]]
) -> tuple[CounterfactualQuestion, int]:
    """The counterfactual version with words in small letters replaced everywhere, and how many could be.

    A word stays that is no such word, stands in a name of an answer, or is there already as the new one of
    another.
    """
    version, put_in = made.counterfactual, 0
    answers = [*version.answers, *(name for sub in version.sub_questions for name in sub.answers)]
    fixed = {word for name in answers for word in name_key(name).split()}
    done: set[str] = set()
    for old, new in words:
        if not (_SMALL.fullmatch(old) and _SMALL.fullmatch(new)) or fixed.intersection(old.split()):
            continue
        if done.isdisjoint(old.split()) and (changed := _with_word(version, old, new)) != version:
            version, put_in = changed, put_in + 1
            done.update(new.split())
    return replace(made, counterfactual=version), put_in


def _with_word(version: Version, old: str, new: str) -> Version:
    """A version with a word replaced in its passages and in all that is asked, articles with it."""
    pattern = re.compile(rf"(?<![\w-])(?:(an?) )?{re.escape(old)}(?![\w-])")
    article = "an" if new[0] in "aeiou" else "a"

    def other(text: str) -> str:
        return pattern.sub(lambda found: f"{article} {new}" if found[1] else new, text)

    return replace(
        version,
        question=other(version.question),
        passages=tuple(Passage(one.title, other(one.text)) for one in version.passages),
        sub_questions=tuple(replace(sub, question=other(sub.question)) for sub in version.sub_questions),
    )
