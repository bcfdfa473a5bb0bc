"""A chat model as the judge: the same question put to it, claim by claim."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

from ..llm.asking import AskedModel, ask_all
from ..llm.chat import ChatRequest
from ..llm.cost import Usage, usage_of
from ..llm.prompts import load_prompt
from .judge import NOTHING_TO_READ, Judged, Unjudged
from .questions import Question
from .verdicts import STATUSES, Chances, Status

PROMPT = "check-claim"
_SHOWN = 6

_ANSWER = re.compile(r"\b(supported|contradicted|not[ _-]found)\b", re.IGNORECASE)


class ChatJudge:
    """Asks a chat model what sentences do with a claim. Nothing that is in the cache is asked again.

    What the model says has the chance 1.

    Attributes:
        usage: what it has cost so far.
    """

    def __init__(self, by: AskedModel) -> None:
        self._by = by
        self._prompt = load_prompt(PROMPT)
        self.usage = Usage()

    @property
    def name(self) -> str:
        return f"{self._by.model.model_id}, {self._prompt.label}"

    @property
    def asks(self) -> bool:
        return True

    @property
    def shown(self) -> int:
        return _SHOWN

    def requests(self, questions: Iterable[Question]) -> Iterator[ChatRequest]:
        """What is asked; nothing of a claim for which no sentence was found."""
        for question in questions:
            if question.text:
                messages = self._prompt.fill(claim=question.claim, sentences=question.text)
                yield ChatRequest(messages)

    def judge(self, questions: Sequence[Question]) -> list[Judged]:
        """For each question what the model says of it, or why it says nothing.

        Raises:
            ChatError: no request can succeed: the key, the address or the model is wrong.
        """
        asked_all = ask_all(
            self._by.model,
            list(self.requests(questions)),
            cache=self._by.cache,
            concurrency=self._by.concurrency,
        )
        found: list[Judged] = []
        with closing(asked_all) as answers:
            for question in questions:
                if not question.text:
                    found.append(NOTHING_TO_READ)
                    continue
                asked = next(answers)
                self.usage += usage_of(asked)
                status = read_reply(asked.reply.text) if asked.reply else None
                failure = asked.failure or "its reply is none of supported, contradicted and not_found"
                found.append(Unjudged(failure) if status is None else _certain(status))
        return found


def read_reply(text: str) -> Status | None:
    """The status that a reply names last; None where it names none.

    >>> read_reply("**Not found.**"), read_reply("It is supported? No: contradicted"), read_reply("Yes")
    ('not_found', 'contradicted', None)
    """
    named = [re.sub(r"[ -]", "_", found.lower()) for found in _ANSWER.findall(text)]
    return next((status for status in STATUSES if named and status == named[-1]), None)


def _certain(status: Status) -> Chances:
    return Chances(**{one: float(one == status) for one in STATUSES})
