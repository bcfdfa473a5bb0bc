"""Where the marks of a page of counterfactual scores stand: gaps, lines over hops, kinds of chains.

Reference: CofCA, Figures 3 to 5 and Table 8.
"""

from collections.abc import Iterator, Mapping, Sequence

from ..counterfactual.cases import VERSIONS, VersionName
from ..counterfactual.scores import AskedAs, ChainShare, Compared, Figure, Scores
from .counterfactual import model_name
from .plots import LINES_HEIGHT, MARKS, ROW, TOP, BarRow, DotRow, Line, Mark, Share, at, hops_label, short

CHAIN_KINDS = (
    ("faithful", "right by a right chain"),
    ("factual_error", "right by a wrong chain"),
    ("answer_error", "wrong after right sub-questions"),
    ("unscored", "wrong, and a sub-question too"),
)
"""How the kinds of Table 8 are drawn together: the filling, and what it stands for."""

_LEAST_WIDTH = 34  # of a share that has room for its number


class Drawn:
    """Scores, looked up as drawings need them."""

    def __init__(self, scores: Scores) -> None:
        self._figures = {(one.asked_as, one.version, one.hops, one.name): one for one in scores.figures}
        self._chains = scores.chains
        self.models = tuple(dict.fromkeys(asked for asked, *_ in self._figures))
        self.hops = tuple(sorted({one.hops for one in scores.figures if one.hops is not None}))

    def figure(self, asked: AskedAs, version: Compared, hops: int | None, name: str) -> Figure | None:
        """A figure that has a value; else None."""
        found = self._figures.get((asked, version, hops, name))
        return found if found and found.value is not None else None

    @property
    def main(self) -> VersionName:
        """The version that lines are about: the counterfactual one where it was asked."""
        asked = {version for _, version, *_ in self._figures}
        return "counterfactual" if "counterfactual" in asked else "factual"

    def gap_rows(self, name: str) -> list[DotRow]:
        """A figure of both versions, for each model and number of hops. Figure 5."""
        rows = [
            (asked, hops)
            for asked in self.models
            for hops in self.hops
            if any(self.figure(asked, version, hops, name) for version in VERSIONS)
        ]
        return [
            DotRow(
                y=_height(number),
                name=self._row_name(asked, hops_label(hops)),
                marks=tuple(_mark(self.figure(asked, version, hops, name)) for version in VERSIONS),
            )
            for number, (asked, hops) in enumerate(rows)
        ]

    def over_hops(self, name: str) -> list[Line]:
        """A figure over the numbers of hops, a line for each model. Figure 4."""
        return self._lines([(hops, name) for hops in self.hops])

    def over_sub_questions(self, hops: int, score: str) -> list[Line]:
        """EM or F1 over the sub-questions of questions of so many hops. Figure 3, Tables 13 and 14."""
        return self._lines([(hops, f"Q{part} {score}") for part in range(1, hops + 1)])

    def _lines(self, places: Sequence[tuple[int, str]]) -> list[Line]:
        lines = []
        for number, asked in enumerate(self.models):
            figures = [self.figure(asked, self.main, hops, name) for hops, name in places]
            points = tuple(
                (at((place + 0.5) / len(places)), round(TOP + (1 - one.value) * LINES_HEIGHT, 1), _shown(one))
                for place, one in enumerate(figures)
                if one and one.value is not None
            )
            kind = number % len(MARKS)
            lines.append(Line(model_name(asked), MARKS[kind], kind, points))
        return lines

    def hop_labels(self) -> list[str]:
        return [hops_label(hops) for hops in self.hops]

    def sub_labels(self, hops: int) -> list[str]:
        return [f"Q{part}" for part in range(1, hops + 1)]

    def chain_rows(self) -> list[BarRow]:
        """The kinds of reasoning chains of each model, version and number of hops. Table 8."""
        shares: dict[tuple[AskedAs, VersionName, int], dict[str, ChainShare]] = {}
        for one in self._chains:
            place = (one.asked_as, one.version, one.hops)
            shares.setdefault(place, {})[one.chain] = one
        known = {place: found for place, found in shares.items() if any(one.share for one in found.values())}
        return [
            BarRow(
                _height(number),
                self._row_name(asked, f"{hops_label(hops)}, {version}"),
                tuple(_kinds(found)),
            )
            for number, ((asked, version, hops), found) in enumerate(known.items())
        ]

    def _row_name(self, asked: AskedAs, told: str) -> str:
        """A line for what is told, and before it one for the model where there are several."""
        return f"{short(model_name(asked))}\n{told}" if len(self.models) > 1 else told


def _height(number: int) -> float:
    return TOP + number * ROW + ROW / 2


def _mark(figure: Figure | None) -> Mark | None:
    if figure is None or figure.value is None or figure.low is None or figure.high is None:
        return None
    return Mark(at(figure.value), _shown(figure), at(figure.low), at(figure.high))


def _shown(figure: Figure) -> str:
    """In percent; with the deviation of several runs."""
    apart = "" if figure.deviation is None else f" ±{100 * figure.deviation:.1f}"
    return f"{100 * (figure.value or 0):.1f}{apart}"


def _kinds(found: Mapping[str, ChainShare]) -> Iterator[Share]:
    """The shares of the four kinds that Table 8 is read by, one behind the other."""
    before = 0.0
    for number, (kind, _) in enumerate(CHAIN_KINDS):
        chosen = [one for one in found.values() if _kind(one.chain) == number]
        share = sum(one.share or 0.0 for one in chosen)
        start, end = at(before), at(min(before + share, 1.0))
        if share:
            width = round(end - start, 1)
            percent = round(100 * share)
            yield Share(kind, start, width, percent, width > _LEAST_WIDTH)
        before += share


def _kind(chain: str) -> int:
    subs, final = chain[:-1], chain[-1]
    if final == "c":
        return 0 if "w" not in subs else 1
    return 2 if "w" not in subs else 3
