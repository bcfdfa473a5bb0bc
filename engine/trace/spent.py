"""What answering took, stage by stage: requests, tokens and seconds of facts, of chains, and of answers.

Reference: TRACE the Evidence, Appendix D.8: indexing (facts) and inference (chains) are told apart.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

from ..llm.cost import Usage


@dataclass(frozen=True, slots=True)
class Stage:
    """What one stage took.

    Attributes:
        usage: of its model; nothing where it asks none.
        seconds: of work and waiting.
    """

    usage: Usage = field(default_factory=Usage)
    seconds: float = 0.0

    def __add__(self, other: "Stage") -> "Stage":
        return Stage(self.usage + other.usage, self.seconds + other.seconds)


@dataclass(frozen=True, slots=True)
class Spent:
    """What the stages of answering took.

    Attributes:
        facts: writing down what documents state: the paper's indexing. Vectors are encoded with the chains.
        chains: ranking facts and choosing among them: the paper's inference.
        answers: reading them.
    """

    facts: Stage = field(default_factory=Stage)
    chains: Stage = field(default_factory=Stage)
    answers: Stage = field(default_factory=Stage)

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.facts + other.facts, self.chains + other.chains, self.answers + other.answers)

    @property
    def usage(self) -> Usage:
        """Of all stages."""
        return self.facts.usage + self.chains.usage + self.answers.usage

    @property
    def seconds(self) -> float:
        """Of all stages."""
        return self.facts.seconds + self.chains.seconds + self.answers.seconds

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON, by stage."""
        return {
            name: {**asdict(stage.usage), "seconds": round(stage.seconds, 3)}
            for name, stage in self._stages().items()
        }

    def describe(self) -> str:
        """For a person: what it cost in all, and where several stages asked a model, what each did."""
        asked = {name: stage for name, stage in self._stages().items() if stage.usage.requests}
        apart = [f"  {name}: {stage.usage.describe()}" for name, stage in asked.items()]
        return "\n".join([self.usage.describe(), *(apart if len(asked) > 1 else [])])

    def _stages(self) -> dict[str, Stage]:
        return {"facts": self.facts, "chains": self.chains, "answers": self.answers}
