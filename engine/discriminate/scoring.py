"""How well models tell valid paths from invalid ones.

Reference: Direct Evaluation of CoT, Section 5.1 (Table 2) and Appendix D.1 (Table 6).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal

from ..errors import InputError
from .answers import PROMPT_STYLES, PathAnswer, PromptStyle
from .cases import KINDS, Kind, PathTest

if TYPE_CHECKING:
    from pandas import DataFrame

_Z = 1.959964  # of the normal distribution, for 95%
_COLUMNS = ("model", "prompt", "kind", "accuracy", "low", "high", "right", "scored", "unscored", "total")


@dataclass(frozen=True, slots=True)
class Tally:
    """How many replies to some tests were right.

    Attributes:
        scored: those in which YES or NO can be read.
        total: all, also those that failed.
    """

    right: int
    scored: int
    total: int

    @property
    def unscored(self) -> int:
        return self.total - self.scored

    @property
    def accuracy(self) -> float | None:
        """Share of right replies among the scored, in [0, 1]; None when none is scored."""
        return self.right / self.scored if self.scored else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's score interval at 95% for the accuracy; None when none is scored.

        It takes replies to be independent of each other.
        """
        if not self.scored:
            return None
        share, n = self.right / self.scored, self.scored
        middle = share + _Z**2 / (2 * n)
        half = _Z * sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
        whole = 1 + _Z**2 / n
        return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.right + other.right, self.scored + other.scored, self.total + other.total)


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of the tables: a model's, with a prompt, on one kind of path or on all."""

    model: str
    prompt: PromptStyle
    kind: Kind | Literal["all"]
    tally: Tally

    def to_dict(self) -> dict[str, Any]:
        low, high = self.tally.interval or (None, None)
        return {
            "model": self.model,
            "prompt": self.prompt,
            "kind": self.kind,
            "accuracy": self.tally.accuracy,
            "low": low,
            "high": high,
            **asdict(self.tally),
            "unscored": self.tally.unscored,
        }


@dataclass(frozen=True, slots=True)
class Scores:
    """Figures of some models with some prompts.

    Models stand in order of appearance, prompts and kinds in the paper's order, "all" after the kinds. A
    reply that cannot be read is unscored, not wrong. Accuracy on all pools the kinds, which weigh alike where
    there are as many tests of each.
    """

    cells: tuple[Cell, ...]

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(cell.model for cell in self.cells))

    @property
    def prompts(self) -> tuple[PromptStyle, ...]:
        present = {cell.prompt for cell in self.cells}
        return tuple(prompt for prompt in PROMPT_STYLES if prompt in present)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Those of which there are tests, in the order of KINDS."""
        present = {cell.kind for cell in self.cells}
        return tuple(kind for kind in KINDS if kind in present)

    def find(self, model: str, prompt: str, kind: str) -> Tally | None:
        """One figure; None where there is none."""
        wanted = (model, prompt, kind)
        return next((c.tally for c in self.cells if (c.model, c.prompt, c.kind) == wanted), None)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.cells)

    def to_dict(self) -> list[dict[str, Any]]:
        """As values of JSON: one object a figure."""
        return [cell.to_dict() for cell in self.cells]

    def to_frame(self) -> "DataFrame":
        """One row a figure: model, prompt, kind; accuracy with its 95% interval, in [0, 1]; counts."""
        from pandas import DataFrame

        return DataFrame(self.to_dict(), columns=list(_COLUMNS))


def score(answers: Iterable[PathAnswer]) -> Scores:
    """Count right answers by model, prompt and kind.

    Raises:
        InputError: a model answered the same test with the same prompt twice.
    """
    tallies: Counter[tuple[str, PromptStyle, Kind, bool | None]] = Counter()
    seen: set[tuple[str, str, PathTest]] = set()
    for answer in answers:
        one = (answer.model, answer.prompt, answer.test)
        if one in seen:
            raise InputError(
                f"{answer.model} with prompt {answer.prompt} answers test {answer.test.id!r} twice; "
                "name each run once"
            )
        seen.add(one)
        tallies[answer.model, answer.prompt, answer.test.kind, answer.right] += 1
    pairs = dict.fromkeys((model, prompt) for model, prompt, _, _ in tallies)
    models = list(dict.fromkeys(model for model, _ in pairs))
    order = sorted(pairs, key=lambda pair: (models.index(pair[0]), PROMPT_STYLES.index(pair[1])))
    return Scores(tuple(cell for pair in order for cell in _cells(*pair, tallies)))


def _cells(
    model: str, prompt: PromptStyle, tallies: Counter[tuple[str, PromptStyle, Kind, bool | None]]
) -> Iterator[Cell]:
    overall = Tally(0, 0, 0)
    for kind in KINDS:
        right, wrong, unread = (tallies[model, prompt, kind, outcome] for outcome in (True, False, None))
        tally = Tally(right, right + wrong, right + wrong + unread)
        overall += tally
        if tally.total:
            yield Cell(model, prompt, kind, tally)
    yield Cell(model, prompt, "all", overall)
