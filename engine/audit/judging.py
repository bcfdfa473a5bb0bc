"""What a method of judging is: parsed chains in, verdicts out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from ..errors import InputError
from .abstention import abstains
from .evidence import ErrorKind, StepVerdict
from .steps import parse_text
from .verdicts import ChainOfThought, Outcome, Verdict


@dataclass(frozen=True, slots=True)
class ParsedChain:
    """A row to audit with the steps and the answer that its text holds.

    `lead_in` is what stands before the `led` numbered steps or bullets. `abstains` is whether the text
    declines to answer; such a chain is never judged.
    """

    chain: ChainOfThought
    steps: tuple[str, ...]
    answer: str | None
    abstains: bool = False
    lead_in: str = ""
    led: int = 0

    @classmethod
    def of(cls, chain: ChainOfThought) -> Self:
        """Raises InputError for what is no ChainOfThought."""
        if not isinstance(chain, ChainOfThought):
            kind = type(chain).__name__
            raise InputError(
                f"a chain is a ChainOfThought, not {kind!r}; read rows and frames by read_chains"
            )
        text = parse_text(chain.text)
        declined = abstains(chain.text, text.answer, chain.gold_answers)
        return cls(chain, text.steps, text.answer, declined, text.lead_in, text.led)

    @property
    def plain_steps(self) -> tuple[str, ...]:
        """The steps, each on one line."""
        return tuple(" ".join(step.split()) for step in self.steps)

    @property
    def can_be_judged(self) -> bool:
        return bool(self.steps) and not self.abstains

    def verdict(
        self,
        outcome: Outcome,
        reason: str,
        method: str,
        steps: tuple[StepVerdict, ...] = (),
        *,
        error: ErrorKind | None = None,
        fault: int | None = None,
        answer_right: bool | None = None,
    ) -> Verdict:
        """A verdict on this chain."""
        return Verdict(
            id=self.chain.id,
            question=self.chain.question,
            verdict=outcome,
            error=error,
            answer=self.answer,
            steps=steps,
            fault=fault,
            reason=reason,
            method=method,
            gold_answers=self.chain.gold_answers,
            answer_right=answer_right,
            group=self.chain.group,
        )


class Judge(Protocol):
    """One method of judging, tied to one graph."""

    @property
    def version(self) -> str:
        """Names everything but the chains that its verdicts depend on: method, settings, graph, encoder."""

    def judge(self, chains: Sequence[ParsedChain]) -> list[Verdict]:
        """One verdict a chain, in order. Each chain has steps. A batch is encoded and looked up together."""

    def repaired(self, verdicts: Sequence[Verdict], chains: Sequence[ParsedChain]) -> list[Verdict]:
        """The verdicts, which have their measures; those of broken chains with a repair if one is known."""
