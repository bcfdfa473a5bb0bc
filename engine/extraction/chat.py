"""Claims by a chat model: each step of a text as plain statements, checked against the text.

What a model writes is read like any other text: it decides what is claimed of which things, never whether the
graph says so.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from ..language.function_words import words_of
from ..language.tokens import Tokens
from ..llm.asking import AskedModel, ask_all
from ..llm.chat import ChatRequest
from ..llm.cost import Usage, usage_of
from ..llm.prompts import load_prompt

PROMPT = "audit-claims"

_LINE = re.compile(r"\s*(?:step )?(\d{1,3})\s*\|\s*(\S.*?)\s*")
_NOTHING = "NONE"


class SteppedText(NamedTuple):
    """A text to ask about: its steps, and what stands before them and is not asked about."""

    steps: tuple[str, ...]
    lead_in: str = ""


class ToldText(NamedTuple):
    """A text as a model tells it.

    Attributes:
        steps: what to read for each step: its statements; the step itself where there are none, and besides
            them where they leave out one of its names or numbers.
        refused: lines of the reply that are no statements of the text.
        failure: why there is no reply, None where there is one.
    """

    steps: tuple[str, ...]
    refused: tuple[str, ...] = ()
    failure: str | None = None


class ChatReader:
    """Asks a chat model what the steps of texts claim. Nothing that is in the cache is asked again.

    Attributes:
        usage: what it has cost so far.
        refused: how many lines were no statements of their text so far.
    """

    def __init__(self, by: AskedModel) -> None:
        self._by = by
        self._prompt = load_prompt(PROMPT)
        self.usage = Usage()
        self.refused = 0

    @property
    def version(self) -> str:
        """Names what the statements depend on besides the text."""
        return f"claims by {self._by.model.model_id}, {PROMPT} {self._prompt.version}"

    def requests(self, texts: Iterable[SteppedText]) -> Iterator[ChatRequest]:
        """What is asked about each text."""
        for text in texts:
            lines = [f"{number}. {' '.join(step.split())}" for number, step in enumerate(text.steps, 1)]
            yield ChatRequest(self._prompt.fill(steps="\n".join(filter(None, (text.lead_in, *lines)))))

    def read(self, texts: Sequence[SteppedText]) -> list[ToldText]:
        """Each text as the model tells it.

        Raises:
            ChatError: no request can succeed: the key, the address or the model is wrong. Other failures
                are told in `ToldText.failure`.
        """
        told: list[ToldText] = []
        asked_all = ask_all(
            self._by.model,
            list(self.requests(texts)),
            cache=self._by.cache,
            concurrency=self._by.concurrency,
        )
        with closing(asked_all) as answers:
            for text, asked in zip(texts, answers, strict=True):
                self.usage += usage_of(asked)
                if asked.reply is None:
                    told.append(ToldText(text.steps, failure=asked.failure))
                else:
                    told.append(checked(text, asked.reply.text))
                    self.refused += len(told[-1].refused)
        return told


def checked(text: SteppedText, reply: str) -> ToldText:
    """The statements of a reply that keep to the names and numbers of the text.

    >>> checked(SteppedText(("Ann left. She met Bo.",)), "1 | Ann met Bo.\\n1 | Ann met Cy.")
    ToldText(steps=('Ann met Bo.',), refused=('1 | Ann met Cy.',), failure=None)
    """
    steps = text.steps
    known = frozenset(word for one in (text.lead_in, *steps) for word in Tokens.of(one).normal)
    statements: list[list[str]] = [[] for _ in steps]
    refused: list[str] = []
    for line in filter(str.strip, reply.splitlines()):
        found = _LINE.fullmatch(line)
        place = int(found[1]) - 1 if found else -1
        if not found or not 0 <= place < len(steps):
            refused.append(line)
        elif found[2] == _NOTHING:
            continue
        elif names_of(found[2]) <= known:
            statements[place].append(found[2] if found[2][-1] in ".!?" else f"{found[2]}.")
        else:
            refused.append(line)
    return ToldText(
        tuple(_told(step, own) for step, own in zip(steps, statements, strict=True)), tuple(refused)
    )


def names_of(text: str) -> frozenset[str]:
    """The words of a text that look like parts of names, and its numbers, in normal form."""
    tokens = Tokens.of(text)
    return frozenset(
        word
        for word, written in zip(tokens.normal, tokens.surface, strict=True)
        if word and word not in words_of("empty") and (written[:1].isupper() or written[:1].isdigit())
    )


def _told(step: str, statements: Sequence[str]) -> str:
    """What is read for a step: nothing that it names is lost."""
    told = " ".join(statements)
    first = Tokens.of(step).normal[:1]  # a capital opens a sentence, too
    lost = names_of(step) - frozenset(first) - frozenset(Tokens.of(told).normal)
    return told if statements and not lost else " ".join(filter(None, (told, step)))
