"""A multi-hop question as a chat model wrote it, and what code finds wrong with it.

Reference: CofCA, Section 3.1, QA-pair Annotation, where people check the same.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...counted import counted
from ...language.tokens import Tokens, name_key
from ..cases import Passage
from ..renamed import mentions

LEAST_PARAGRAPHS = 2
"""How many passages a question rests on at least."""
_MOST_WORDS = 10  # of an answer: a short span


class BadQuestionError(Exception):
    """A question that a model wrote is none that can be asked; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Written:
    """A question as a model wrote it; `places` are of passages, from 0."""

    question: str
    kind: str
    subs: tuple[tuple[str, str, int], ...]
    answer: str


def read_written(reply: str) -> Written:
    """The JSON object of a reply. Raises BadQuestionError."""
    start, end = reply.find("{"), reply.rfind("}")
    try:
        told: Any = json.loads(reply[start : end + 1]) if 0 <= start < end else None
        subs = tuple(
            (str(sub["question"]).strip(), str(sub["answer"]).strip(), int(sub["passage"]) - 1)
            for sub in told["sub_questions"]
        )
        return Written(str(told["question"]).strip(), str(told["type"]), subs, str(told["answer"]).strip())
    except (KeyError, TypeError, ValueError, OverflowError, RecursionError):  # 1e999; brackets in brackets
        raise BadQuestionError("the reply is not of the form that was asked for") from None


def checked(written: Written, passages: Sequence[Passage], hops: int) -> Written:
    """The question, if it holds over the passages, in so many hops. Raises BadQuestionError."""
    answers = [answer for _, answer, _ in written.subs]
    if len(written.subs) != hops:
        raise BadQuestionError(f"it has {counted(len(written.subs), 'sub-question')} in place of {hops}")
    if written.kind not in ("bridge", "comparison"):
        raise BadQuestionError("it is neither a bridge nor a comparison")
    if not all(text.endswith("?") for text in (written.question, *(sub for sub, _, _ in written.subs))):
        raise BadQuestionError("a question of it is none")
    if not all(0 < len(answer.split()) <= _MOST_WORDS for answer in answers):
        raise BadQuestionError("an answer is empty or no short span")
    if name_key(written.answer) != name_key(answers[-1]):
        raise BadQuestionError("its answer is not that of its last sub-question")
    _check_places(written, passages)
    _check_chain(written, answers)
    return written


def _check_places(written: Written, passages: Sequence[Passage]) -> None:
    """Answers stand where they are said to, in two passages at least. Raises BadQuestionError."""
    compares = written.kind == "comparison"
    for number, (_, answer, place) in enumerate(written.subs, 1):
        if place not in range(len(passages)):
            raise BadQuestionError("a sub-question names a passage that is not there")
        if compares and number == len(written.subs):
            continue  # what comes of comparing may stand nowhere: "yes", "the first"
        if not _has(passages[place].shown, answer):
            raise BadQuestionError("an answer does not stand in its passage")
    if len({place for _, _, place in written.subs}) < LEAST_PARAGRAPHS:
        raise BadQuestionError("it rests on one passage alone")


def _check_chain(written: Written, answers: Sequence[str]) -> None:
    """Each hop goes on from one before, and the question gives no answer away. Raises BadQuestionError."""
    compares = written.kind == "comparison"
    goes_on = [
        any(_has(sub, before) for before in answers[:number])
        for number, (sub, _, _) in enumerate(written.subs)
    ]
    if not (goes_on[-1] if compares else all(goes_on[1:])):
        raise BadQuestionError("a sub-question does not go on from an answer before it")
    hidden = answers[:-1] if compares else answers
    if any(_has(written.question, answer) for answer in hidden):
        raise BadQuestionError("the question gives an answer away")


def _has(text: str, answer: str) -> bool:
    return bool(mentions([answer], Tokens.of(text)))
