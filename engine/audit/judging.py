"""What a method of judging is: parsed chains in, verdicts out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from .steps import parse_text
from .verdicts import ChainOfThought, Outcome, StepVerdict, Verdict


@dataclass(frozen=True, slots=True)
class ParsedChain:
    """A row to audit with the steps and the answer that its text holds."""

    chain: ChainOfThought
    steps: tuple[str, ...]
    answer: str | None

    @classmethod
    def of(cls, chain: ChainOfThought) -> Self:
        text = parse_text(chain.text)
        return cls(chain, text.steps, text.answer)

    def verdict(
        self, outcome: Outcome, reason: str, method: str, steps: tuple[StepVerdict, ...] = ()
    ) -> Verdict:
        """A verdict without an error on this chain."""
        return Verdict(
            id=self.chain.id,
            question=self.chain.question,
            verdict=outcome,
            error=None,
            answer=self.answer,
            steps=steps,
            fault=None,
            reason=reason,
            method=method,
            gold_answers=self.chain.gold_answers,
        )


class Judge(Protocol):
    """One method of judging, tied to one graph."""

    @property
    def version(self) -> str:
        """Names everything but the chains that its verdicts depend on: method, settings, graph, encoder."""

    def judge(self, chains: Sequence[ParsedChain]) -> list[Verdict]:
        """One verdict a chain, in order. Each chain has steps. A batch is encoded and looked up together."""
