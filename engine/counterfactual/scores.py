"""Figures of models over counterfactual questions, and the kinds of their reasoning chains."""

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

from .answers import Shown
from .cases import VersionName

if TYPE_CHECKING:
    from pandas import DataFrame

Compared = VersionName | Literal["gap"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of one model.

    Attributes:
        shown: what it saw, see `Answered`.
        version: "gap" is factual less counterfactual, over the questions that were asked in both.
        hops: of the questions; None for all together.
        name: see `scoring.score`.
        value, low, high: with its 95% bootstrap interval over questions; None where there is none.
        scored: how many questions (for "sub …" and "Q…" sub-questions) it rests on, of `total`.
    """

    model: str
    shown: Shown
    version: Compared
    hops: int | None
    name: str
    value: float | None
    low: float | None
    high: float | None
    scored: int
    total: int


@dataclass(frozen=True, slots=True)
class ChainShare:
    """How many reasoning chains of one kind there are. CofCA, Table 8.

    Attributes:
        chain: "c" or "w" (correct, wrong, by EM) for each sub-question in order, then for the question.
        share: in [0, 1], of the questions all of whose parts are scored; None where there is none.
    """

    model: str
    shown: Shown
    version: VersionName
    hops: int
    chain: str
    count: int
    share: float | None


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
        raise KeyError(f"{name}, {version}, {hops} hops")

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "figures": [asdict(figure) for figure in self.figures],
            "chains": [asdict(chain) for chain in self.chains],
        }

    def to_frame(self) -> "DataFrame":
        """One row a figure: model, shown, version, hops, name, value, low, high, scored, total."""
        from pandas import DataFrame

        return DataFrame([asdict(figure) for figure in self.figures])

    def chains_frame(self) -> "DataFrame":
        """One row a kind of reasoning chain: model, shown, version, hops, chain, count, share."""
        from pandas import DataFrame

        return DataFrame([asdict(chain) for chain in self.chains])
