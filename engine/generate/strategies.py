"""How a model is asked for a chain of thought: the prompting strategies of the paper, and one of our own.

Reference: Direct Evaluation of CoT, Section 4 "Prompting Strategies" and "Large Language Models", and
Appendix F.2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, get_args

from ..audit.protocol import TEMPERATURE, TOP_P
from ..errors import InputError
from ..llm.chat import ChatRequest, Message
from ..llm.prompts import Prompt, load_prompt
from .questions import Question

Strategy = Literal["cot", "cot-plan", "cot-sc", "cot-hinted"]
PaperStrategy = Literal["cot", "cot-plan", "cot-sc"]

SELF_CONSISTENCY_SAMPLES = 4

_PROMPTS: dict[str, str] = {
    "cot": "generate-cot",
    "cot-plan": "generate-cot-plan",
    "cot-sc": "generate-cot",
    "cot-hinted": "generate-cot-hinted",
}
_MOST_HINTS = 3


@dataclass(frozen=True, slots=True)
class GenerationSettings:
    """What is asked of the model beside the question.

    Attributes:
        strategy: "cot" is few-shot chain of thought; "cot-plan" has the model write a relation path first,
            and then reason along it; "cot-sc" (self-consistency) is "cot" drawn several times. "cot-hinted"
            is none of the paper's: it leaks the gold. The model is shown the relations of the question's own
            gold paths, and what it answers measures no unaided model.
        samples: how many chains for each question; the paper: 4 for "cot-sc", else 1.
        temperature: at least 0; the paper: 0.7. None sends none, and leaves it to the server.
        top_p: in (0, 1]; the paper: 0.9. None sends none.
        max_tokens: longest chain; the server's own limit when None.
        seed: of the first sample, and one more for each further one; for servers that take one.

    Raises:
        InputError: there is no such strategy, or a value is outside its range.
    """

    strategy: Strategy = "cot"
    samples: int = 1
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    seed: int | None = None

    def __post_init__(self) -> None:
        if self.strategy not in get_args(Strategy):
            raise InputError(f"strategy {self.strategy!r} is none of {', '.join(get_args(Strategy))}")
        if self.samples < 1:
            raise InputError(f"samples is {self.samples}; it must be at least 1")
        if self.samples > 1 and self.temperature == 0:
            raise InputError(
                f"at temperature 0 all {self.samples} samples are the same; raise it, or ask for one sample"
            )

    @classmethod
    def as_published(cls, strategy: PaperStrategy = "cot", **others: Any) -> Self:
        """The settings of the paper: temperature 0.7 and top_p 0.9 for every model, 4 samples for "cot-sc".

        Args:
            others: settings that are to be other than the paper's, by name.

        Raises:
            InputError: the strategy is none of the paper's, or as for the class.
        """
        if strategy not in get_args(PaperStrategy):
            raise InputError(
                f"strategy {strategy!r} is none of the paper's; there is {', '.join(get_args(PaperStrategy))}"
            )
        samples = SELF_CONSISTENCY_SAMPLES if strategy == "cot-sc" else 1
        published = {"samples": samples, "temperature": TEMPERATURE, "top_p": TOP_P}
        return cls(strategy, **(published | others))

    @property
    def prompt(self) -> Prompt:
        return load_prompt(_PROMPTS[self.strategy])

    @property
    def plans(self) -> bool:
        """Whether the model is asked for a plan before its steps."""
        return self.strategy == "cot-plan"

    @property
    def leaks_gold(self) -> bool:
        """Whether the model is shown part of what it is measured by."""
        return self.strategy == "cot-hinted"


@dataclass(frozen=True, slots=True)
class Draw:
    """One chain of thought to ask for."""

    question: Question
    sample: int
    request: ChatRequest


def draws(questions: Sequence[Question], settings: GenerationSettings) -> Iterator[Draw]:
    """Every request of a run, the samples of a question one after the other.

    Raises:
        InputError: a question has no gold path, where the strategy needs one; or a setting is out of range.
    """
    for question in questions:
        messages = _messages(question, settings)
        for sample in range(settings.samples):
            request = ChatRequest(
                messages=messages,
                temperature=settings.temperature,
                top_p=settings.top_p,
                max_tokens=settings.max_tokens,
                seed=None if settings.seed is None else settings.seed + sample,
                sample=sample,
            )
            yield Draw(question, sample, request)


def gold_relations(question: Question) -> str:
    """The hint that a question's gold paths give: their relations, the shortest first, one path a line.

    Raises:
        InputError: it has no gold path.
    """
    plans = {tuple(triple.relation for triple in path): None for path in question.asked.gold_paths if path}
    if not plans:
        raise InputError(
            f"question {question.id!r} has no gold_paths, from which cot-hinted takes its hint; "
            "add them, or choose another --strategy"
        )
    shortest = sorted(plans, key=len)[:_MOST_HINTS]
    return "\n".join(" -> ".join(plan) for plan in shortest)


def _messages(question: Question, settings: GenerationSettings) -> tuple[Message, ...]:
    values = {"question": " ".join(question.asked.question.split())}
    if settings.leaks_gold:
        values["relation_path"] = gold_relations(question)
    return settings.prompt.fill(**values)
