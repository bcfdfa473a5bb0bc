"""Selectors that ask a chat model: facts as the options of a multiple choice.

Reference: TRACE the Evidence, Section 3.3 and Appendix B.2.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from math import exp
from string import ascii_lowercase, ascii_uppercase
from typing import Protocol

from ..asking import excerpt
from ..errors import ChatError
from ..llm.asking import Asked, ask_all
from ..llm.cache import ChatCache
from ..llm.chat import ChatModel, ChatReply, ChatRequest, Message, TokenAlternatives
from ..llm.cost import usage_of
from ..llm.prompts import load_prompt
from .labelled import NearestLabelled
from .labelled_chains import LabelledChain
from .rounds import in_rounds
from .selection import Choice, Selection

_LABELS = ascii_uppercase + ascii_lowercase
MOST_OPTIONS = len(_LABELS) - 1
"""Facts that a model is offered at once, beside the end; see `rounds`."""
_END = "no need for additional facts"
_NO_FACT = "(no fact yet)"
# As some servers write the space in front of a token.
_BLANKS = " \t\r\n\u0120\u2581"
_ALTERNATIVES = 20  # the most that OpenAI and vLLM tell
_TOKENS_FOR_A_LABEL = 4  # some models begin with a line's end or a mark
# A label with what models put around it. A letter that begins a word or a sentence ("I'd say", "E.g.",
# "A good fact") is none.
_LABEL = re.compile(
    r"[\s*_(\[\"'`<]*(?:(?:option|answer|choice)\b[\s:*]*)?([A-Za-z])(?=[.):,*_\]\"'`>](?!\w)|\s*$|\s*\n)",
    re.IGNORECASE,
)
_LABEL_AND_FACT = re.compile(r"\s*([B-Zb-z])\s+[⟨<]")


class LogprobSelector:
    """Reads how likely each option is from the model's log-probabilities: Equation 5.

    More than 51 options are offered in rounds (`rounds.in_rounds`).

    The probabilities of "B" and of " B" are added; those of all options are then scaled to sum to 1. What the
    server does not tell, since it is not among the 20 likeliest tokens, counts as 0.
    """

    def __init__(
        self,
        model: ChatModel,
        shown: NearestLabelled[LabelledChain] | None = None,
        *,
        cache: ChatCache | None = None,
        concurrency: int = 8,
    ) -> None:
        """
        Args:
            shown: chooses the labelled chains that the model is shown, by question; None for none.
            cache: keeps what was answered.
            concurrency: how many choices are asked at a time.
        """
        self._asking = _Asking(model, shown, cache, concurrency, _TOKENS_FOR_A_LABEL, _ALTERNATIVES)

    def __repr__(self) -> str:
        return f"LogprobSelector({self._asking.model.model_id!r})"

    def __call__(self, choices: Sequence[Choice], /) -> list[Selection]:
        """
        Raises:
            ChatError: no request can succeed, or the model gives no log-probabilities.
        """
        return self._asking.decide(choices, _by_probability)


class TextSelector:
    """Takes the one option that the model names: for models that give no log-probabilities.

    There is then one chain only, the paper's fallback for black boxes. More than 51 options are offered in
    rounds.
    """

    def __init__(
        self,
        model: ChatModel,
        shown: NearestLabelled[LabelledChain] | None = None,
        *,
        cache: ChatCache | None = None,
        concurrency: int = 8,
    ) -> None:
        """As `LogprobSelector`."""
        self._asking = _Asking(model, shown, cache, concurrency, None, 0)

    def __repr__(self) -> str:
        return f"TextSelector({self._asking.model.model_id!r})"

    def __call__(self, choices: Sequence[Choice], /) -> list[Selection]:
        """
        Raises:
            ChatError: no request can succeed.
        """
        return self._asking.decide(choices, _by_name)


class _Reading(Protocol):
    def __call__(self, reply: ChatReply, labels: str, /) -> list[float]:
        """A probability for each label; ValueError says why there is none."""


@dataclass(frozen=True, slots=True)
class _Asking:
    model: ChatModel
    shown: NearestLabelled[LabelledChain] | None
    cache: ChatCache | None
    concurrency: int
    max_tokens: int | None
    top_logprobs: int

    def decide(self, choices: Sequence[Choice], read: _Reading) -> list[Selection]:
        return in_rounds(choices, partial(self._ask, read=read), MOST_OPTIONS)

    def _ask(self, choices: Sequence[Choice], read: _Reading) -> list[Selection]:
        requests = list(map(self._request, choices, self._shown(choices)))
        with closing(
            ask_all(self.model, requests, cache=self.cache, concurrency=self.concurrency)
        ) as answers:
            return [_selection(choice, asked, read) for choice, asked in zip(choices, answers, strict=True)]

    def _shown(self, choices: Sequence[Choice]) -> Sequence[Sequence[LabelledChain]]:
        if self.shown is None:
            return [()] * len(choices)
        return self.shown.choose([choice.question for choice in choices])

    def _request(self, choice: Choice, shown: Sequence[LabelledChain]) -> ChatRequest:
        chain, options = ([fact.text for fact in facts] for facts in (choice.chain, choice.options))
        *task, question = _asked(choice.question, chain, options)
        turns = [turn for labelled in shown for turn in _turns(labelled, len(chain))]
        return ChatRequest(
            (*task, *turns, question), max_tokens=self.max_tokens, top_logprobs=self.top_logprobs
        )


def _asked(question: str, chain: Iterable[str], options: Iterable[str]) -> tuple[Message, ...]:
    """The task, and the question that is put."""
    numbered = "\n".join(f"{n}. {_line(fact)}" for n, fact in enumerate(chain, 1))
    lettered = [
        f"{label}. {text}" for label, text in zip(_LABELS, (_END, *map(_line, options)), strict=False)
    ]
    return load_prompt("trace-select").fill(
        question=_line(question), chain=numbered or _NO_FACT, options="\n".join(lettered)
    )


def _turns(labelled: LabelledChain, chosen: int) -> tuple[Message, Message]:
    """How the labelled chain goes on after as many facts as the chain that is asked about has."""
    chain, options, right = labelled.step(chosen)
    *_, question = _asked(labelled.question, chain, options)
    return question, Message("assistant", _LABELS[1 + right])


def _line(text: str) -> str:
    """Text from outside on one line, so that it cannot pose as further options."""
    return " ".join(text.split())


def _selection(choice: Choice, asked: Asked, read: _Reading) -> Selection:
    if asked.reply is None:
        thinks = asked.request.top_logprobs and "thought" in (asked.failure or "")
        remedy = "; a model that thinks needs more than a few tokens: --selector text" if thinks else ""
        return Selection.failed(f"{asked.failure or 'the model gave no answer'}{remedy}", usage_of(asked))
    try:
        end, *options = read(asked.reply, _LABELS[: 1 + len(choice.options)])
    except ValueError as error:
        return Selection.failed(f"{error}: {excerpt(asked.reply.text)!r}", usage_of(asked))
    return Selection(end, options, usage_of(asked))


def _by_probability(reply: ChatReply, labels: str) -> list[float]:
    if not reply.logprobs:
        raise ChatError(
            "the model gives no log-probabilities; choose by its text, --selector text", fails_all=True
        )
    named = (place for place in reply.logprobs if place.token.strip(_BLANKS) in tuple(labels))
    weights = _weights(next(named, reply.logprobs[0]), labels)
    if not sum(weights):
        raise ValueError("the model named none of the options")
    return [weight / sum(weights) for weight in weights]


def _weights(place: TokenAlternatives, labels: Iterable[str]) -> list[float]:
    """How likely each label is at a place of the answer, however it is spaced."""
    found = dict.fromkeys(labels, 0.0)
    for token, logprob in place.alternatives:
        label = token.strip(_BLANKS)
        if label in found:
            found[label] += exp(logprob)
    return list(found.values())


def _by_name(reply: ChatReply, labels: str) -> list[float]:
    named = _LABEL.match(reply.text) or _LABEL_AND_FACT.match(reply.text)
    label = named[1] if named else ""
    if len(labels) <= len(ascii_uppercase):
        label = label.upper()
    if not label or label not in labels:
        raise ValueError("the model named none of the options")
    return [float(each == label) for each in labels]
