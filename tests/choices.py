"""Facts for chains, and a model that chooses among them by a table of probabilities."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from groundpath.engine.llm.chat import ChatReply, ChatRequest, TokenAlternatives
from groundpath.engine.trace.selection import Choice
from groundpath.engine.trace.terms import DocumentFact

END = "no need for additional facts"


def facts_of(*texts: str) -> list[DocumentFact]:
    """Sentences, each of a document of its own."""
    return [
        DocumentFact(text, document=text, title=text, relation=None, tail=None, sentence=0, start=0, end=1)
        for text in texts
    ]


def choice_of(chain: list[str], options: list[str], question: str = "Who?") -> Choice:
    """A choice whose options are all as relevant."""
    equal = (0.5,) * len(options)
    return Choice(question, tuple(facts_of(*chain)), tuple(facts_of(*options)), equal, equal)


@dataclass(frozen=True)
class Offered:
    """What a request to select shows: the facts of the chain, and what stands behind each letter."""

    chain: tuple[str, ...]
    options: dict[str, str]

    @classmethod
    def by(cls, request: ChatRequest) -> "Offered":
        return cls.of(request.messages[-1].content)

    @classmethod
    def of(cls, asked: str) -> "Offered":
        chain, options = asked.split("<options>")
        return cls(
            tuple(re.findall(r"^\d+\. (.*)$", chain, re.MULTILINE)),
            dict(re.findall(r"^(\w)\. (.*)$", options, re.MULTILINE)),
        )


def weighing(probabilities: Mapping[str, float], offered: Offered) -> ChatReply:
    """The reply of a model that gives these probabilities to the texts that it is offered."""
    by_letter = {
        letter: probabilities[text] for letter, text in offered.options.items() if text in probabilities
    }
    best = max(by_letter, key=lambda letter: by_letter[letter])
    alternatives = tuple((letter, log(probability)) for letter, probability in by_letter.items())
    return ChatReply(best, logprobs=(TokenAlternatives(best, alternatives),))
