"""Audits side by side, for notebooks: a frame, the paper's table in LaTeX, a page with plots."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ..audit.measures.comparison import Compared, compare
from ..audit.measures.makers import audits_of, sheets_by_maker, titles_of
from ..audit.verdicts import Verdict
from ..resampling import DEFAULT, Resampling
from .comparison import comparison_rows
from .comparison_page import comparison_page, write_comparison_html
from .frames import framed
from .latex import Layout, comparison_latex

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

_NOTEBOOK_HEIGHT = 720


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several audits with their figures, and their differences to the first one."""

    audits: tuple[Compared, ...]

    def __repr__(self) -> str:
        return f"<{self._title}>"

    def _repr_html_(self) -> str:
        """For notebooks: the page that `write_html` writes."""
        return framed(comparison_page(self.audits, self._title), _NOTEBOOK_HEIGHT)

    def to_frame(self) -> "DataFrame":
        """One row an audit: counts, then each measure with its interval and its difference to the first.

        Measures are shares in [0, 1], but `edits`, a mean cost; what has no value is missing.
        """
        from pandas import DataFrame

        return DataFrame(comparison_rows(self.audits)).set_index("audit")

    def to_latex(self, layout: Layout = "f1", *, intervals: bool = False) -> str:
        """A table in a layout of the paper: "f1" (Table 3), "precision" (Figures 5 to 7), "recall" (Table 7),
        "errors" (Figure 4) or "joint" (Table 8's cases, counted); it needs the package booktabs.

        A figure is bold that is surely better than that of each other audit: the 95% interval of the paired
        difference leaves 0 out. `intervals` prints each figure's own interval beside it.

        Raises:
            InputError: there is no such layout.
        """
        return comparison_latex(self.audits, layout, with_intervals=intervals)

    def write_html(self, path: Path | str, title: str = "") -> None:
        """Write a page with tables and plots. Raises InputError where it cannot be written."""
        write_comparison_html(self.audits, path, title or self._title)

    def plot(self, measures: Sequence[str] = ("answer_f1", "reasoning_f1")) -> "Figure":
        """A figure of matplotlib (extra `plots`): each audit's measures with their 95% intervals, in percent.

        Args:
            measures: columns of `to_frame` that are shares.

        Raises:
            InputError: matplotlib is not there, or there is no such measure.
        """
        from .drawn import comparison_figure

        return comparison_figure(self.audits, measures)

    @property
    def _title(self) -> str:
        return f"Comparison of {', '.join(audit.name for audit in self.audits)}"


def compare_audits(
    audits: Mapping[str, Iterable[Verdict]], how: Resampling = DEFAULT, *, min_hops: int = 0
) -> Comparison:
    """Audits side by side, by their names; questions are paired by their group, or else by their id.

    Chains of several models, strategies or prompts stand as an audit for each, called by the least that
    tells them apart: `compare_audits({"all": verdicts})` calls them as their models. An audit with several
    samples a question stands three times: with all samples, with the best of each question, and with the
    majority's.

    Args:
        min_hops: leave out questions whose nearest gold path has fewer.

    >>> compare_audits({"small": verdicts, "large": others}).to_frame()  # doctest: +SKIP

    Raises:
        InputError: there is no audit, or one has no verdict, or no question that is left.
    """
    parted = audits_of(audits.items())
    return Comparison(tuple(compare(sheets_by_maker(parted, titles_of(parted), min_hops), how)))
