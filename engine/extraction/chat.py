"""Claims by a chat model: each step of a text as plain statements, held against the text.

A statement takes its names and numbers from the text, and all other words that say something from its step: a
model can tell who is meant and which claims a sentence holds; it can neither put another relation into the
text nor say whether the graph bears it out. What it writes is read like any other text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from typing import NamedTuple, Self

from ..language.function_words import lemma, words_of
from ..language.morphology import forms_of_noun, forms_of_verb, singular, verbs_of_agent
from ..language.rules import table
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
            them where they leave out one of its names, numbers, denials or doubts.
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
    def model_id(self) -> str:
        return self._by.model.model_id

    @property
    def version(self) -> str:
        """Names what the statements depend on besides the text."""
        return f"claims by {self.model_id}, {self._prompt.label}"

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
    """The statements of a reply that keep to the words of the text.

    >>> checked(SteppedText(("Ann left. She met Bo.",)), "1 | Ann met Bo.\\n1 | Ann married Bo.")
    ToldText(steps=('Ann met Bo.',), refused=('1 | Ann married Bo.',), failure=None)
    """
    around = _Words.of(text.lead_in)
    own = list(map(_Words.of, text.steps))
    known = frozenset(word for one in (around, *own) for word in one.all)
    names = frozenset(word for one in (around, *own) for word in (*one.names, *one.opening))
    statements: list[list[str]] = [[] for _ in own]
    refused: list[str] = []
    for line in filter(str.strip, reply.splitlines()):
        found = _LINE.fullmatch(line)
        place = int(found[1]) - 1 if found else -1
        if not found or not 0 <= place < len(own):
            refused.append(line)
            continue
        told = _Words.of(found[2])
        if found[2] == _NOTHING:
            continue
        others = told.others - (told.opening & names)
        if told.names <= known and others <= own[place].forms | around.forms:
            statements[place].append(found[2] if found[2][-1] in ".!?" else f"{found[2]}.")
        else:
            refused.append(line)
    steps = zip(text.steps, own, statements, strict=True)
    return ToldText(tuple(_told(step, words, told) for step, words, told in steps), tuple(refused))


class _Words(NamedTuple):
    """The words of a text in normal form.

    Attributes:
        names: those that look like parts of names, and numbers, without the one that opens the text.
        opening: the word that opens the text, if a capital does.
        others: those that say something else, and denials and doubts.
    """

    all: frozenset[str]
    names: frozenset[str]
    opening: frozenset[str]
    others: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Self:
        tokens = Tokens.of(text)
        words = [(word, written) for word, written in zip(tokens.normal, tokens.surface, strict=True) if word]
        names = {word for word, written in words[1:] if written[:1].isupper() or written[:1].isdigit()}
        said = frozenset(word for word, _ in words)
        saying = frozenset(word for word in said if lemma(word) not in words_of("empty"))
        others = (saying - names) | (said & _turning())
        opening = frozenset(word for word, written in words[:1] if written[:1].isupper())
        return cls(said, frozenset(names) - words_of("empty"), opening - words_of("empty"), others)

    @property
    def forms(self) -> frozenset[str]:
        """The words, and what they are forms of or have as forms: "designed" for "designer"."""
        found = {*self.all}
        for word in self.all:
            found.update(forms_of_verb(word), forms_of_noun(singular(word)))
            found.update(form for base in verbs_of_agent(singular(word)) for form in forms_of_verb(base))
        return frozenset(found)


@cache
def _turning() -> frozenset[str]:
    """The words that turn a statement into a denial or a doubt."""
    lists = table("words")
    return frozenset(word for name in ("not", "may", "perhaps") for word in lists[name])


def _told(step: str, words: _Words, statements: Sequence[str]) -> str:
    """What is read for a step: nothing that it names, denies or doubts is lost."""
    told = " ".join(statements)
    lost = (words.names | (words.others & _turning())) - _Words.of(told).all
    return told if statements and not lost else " ".join(filter(None, (told, step)))
