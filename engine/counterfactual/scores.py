"""Figures of models over counterfactual questions, and the kinds of their reasoning chains."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from ..counted import counted
from .answers import Shown
from .cases import Stage, VersionName

if TYPE_CHECKING:
    from pandas import DataFrame

Compared = VersionName | Literal["gap"]


class AskedAs(NamedTuple):
    """A model, what it was shown, and what a chat model had done to that: one row group of every table."""

    model: str
    shown: Shown
    stages: tuple[Stage, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of one model.

    Attributes:
        shown: what it saw, see `Answered`.
        stages: what a chat model did to the counterfactual passages.
        version: "gap" is factual less counterfactual, over the questions that were asked in both; where none
            was, over those of either, as the paper's Tables 3 and 4 are compared.
        hops: of the questions; None for all together.
        name: see `scoring.score`.
        value, low, high: the mean over the runs, with its 95% bootstrap interval over questions; None where
            a run has none.
        deviation: standard deviation over the runs (n - 1), the paper's ±; None for a single run.
        runs: how often the model was asked.
        scored: how many questions (for "sub …" and "Q…" sub-questions) it rests on, of `total`, in all runs.
    """

    model: str
    shown: Shown
    stages: tuple[Stage, ...]
    version: Compared
    hops: int | None
    name: str
    value: float | None
    low: float | None
    high: float | None
    deviation: float | None
    runs: int
    scored: int
    total: int

    @property
    def asked_as(self) -> AskedAs:
        return AskedAs(self.model, self.shown, self.stages)


@dataclass(frozen=True, slots=True)
class ChainShare:
    """How many reasoning chains of one kind there are. CofCA, Table 8.

    Attributes:
        chain: "c" or "w" (correct, wrong, by EM) for each sub-question in order, then for the question.
        count: in all runs.
        share: in [0, 1], of the questions all of whose parts are scored, the mean over the runs; None where
            a run has none.
    """

    model: str
    shown: Shown
    stages: tuple[Stage, ...]
    version: VersionName
    hops: int
    chain: str
    count: int
    share: float | None

    @property
    def asked_as(self) -> AskedAs:
        return AskedAs(self.model, self.shown, self.stages)


@dataclass(frozen=True, slots=True)
class Scores:
    """All figures, models in order of appearance, and the kinds of reasoning chains."""

    figures: tuple[Figure, ...]
    chains: tuple[ChainShare, ...]

    def find(self, name: str, version: Compared, *, hops: int | None = None, model: str = "") -> Figure:
        """A figure, of the first model where none is named. Raises KeyError when there is none."""
        for one in self.figures:
            if (one.name, one.version, one.hops) == (name, version, hops) and model in ("", one.model):
                return one
        raise KeyError(f"{name}, {version}, {'all' if hops is None else counted(hops, 'hop')}")

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "figures": [asdict(figure) for figure in self.figures],
            "chains": [asdict(chain) for chain in self.chains],
        }

    def to_frame(self) -> "DataFrame":
        """One row a figure, with the attributes of `Figure` as columns."""
        from pandas import DataFrame

        return DataFrame([asdict(figure) for figure in self.figures])

    def chains_frame(self) -> "DataFrame":
        """One row a kind of reasoning chain: model, shown, version, hops, chain, count, share."""
        from pandas import DataFrame

        return DataFrame([asdict(chain) for chain in self.chains])
