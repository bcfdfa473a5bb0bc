"""Counterfactual questions that were made, and scores over them, for the terminal and as CSV.

Reference: CofCA, Tables 3, 4, 7 and 8.
"""

from collections.abc import Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..counterfactual.cases import Stage
from ..counterfactual.making import MadeQuestions
from ..counterfactual.scores import AskedAs, ChainShare, Figure, Scores
from .csv_text import csv_of_frame
from .figures import NOTHING
from .table import new_table
from .visible import one_line

ANSWER_FIGURES = ("EM", "F1", "PM", "recalled", "sub EM", "sub F1", "sub PM")
CHAIN_FIGURES = ("joint EM", "joint F1", "shortcut", "joint EM RC", "joint F1 RC")
_NOT_SHARES = ("joint EM RC", "joint F1 RC")
_STAGES: dict[Stage, str] = {"rewrite": "rewritten", "paraphrase": "paraphrased"}
_PASSAGES = {"gold": "gold passages", "none": "closed book"}
_CAPTION = (
    "In percent, with 95% bootstrap intervals; ±: standard deviation of the runs. gap: factual less "
    "counterfactual. recalled: answered with what is right in the factual version. sub: sub-questions."
)
_CHAIN_CAPTION = (
    "joint: question and all sub-questions; shortcut: the question is right, a sub-question is not. RC: "
    "negative logarithms, larger is worse."
)
_KINDS_CAPTION = "c: correct, w: wrong (EM); sub-questions in order, then the question. Percent of questions."


def made_table(made: MadeQuestions) -> RenderableType:
    """How many questions were made, by hops, and why others were not."""
    table = new_table("hops", "questions", "every hop replaced", title="Counterfactual questions")
    for column in table.columns[1:]:
        column.justify = "right"
    for hops, count in made.by_hops.items():
        table.add_row(str(hops), f"{count:,}", f"{made.all_replaced[hops]:,}")
    if not made.left_out:
        return table
    reasons = new_table("left out because", "questions", title="Left out")
    reasons.columns[1].justify = "right"
    for reason, count in made.reasons.items():
        reasons.add_row(Text(reason), Text(f"{count:,}"))
    return Group(table, "", reasons)


def scores_table(scores: Scores) -> RenderableType:
    """Answers and chains, factual beside counterfactual, then the kinds of reasoning chains.

    Where no question has sub-questions, there are answers alone.
    """
    answers = _figures_table(scores.figures, ANSWER_FIGURES, "Answers", _CAPTION)
    if not any(figure.name == CHAIN_FIGURES[0] for figure in scores.figures):
        return answers
    chains = _figures_table(scores.figures, CHAIN_FIGURES, "Reasoning chains", _CHAIN_CAPTION)
    return Group(answers, "", chains, "", _kinds_table(scores.chains))


def scores_csv(scores: Scores) -> str:
    """One row a figure: its value with its interval, and how much it rests on."""
    return csv_of_frame(scores.to_frame())


def _figures_table(figures: Sequence[Figure], names: Sequence[str], title: str, caption: str) -> Table:
    present = {figure.name for figure in figures if figure.value is not None}
    columns = [name for name in names if name in present]
    table = new_table("model", "hops", "version", *columns, "unscored", title=title)
    table.columns[2].no_wrap = True
    for column in table.columns[3:]:
        column.justify, column.no_wrap = "right", True
    for (asked_as, hops, version), group in groupby(
        figures, lambda one: (one.asked_as, one.hops, one.version)
    ):
        cells = {figure.name: figure for figure in group}
        whole = cells.get(names[0])
        unscored = whole.total - whole.scored if whole else 0
        table.add_row(
            Text(model_name(asked_as)),
            "all" if hops is None else str(hops),
            version,
            *(_figure(cells.get(name)) for name in columns),
            "" if version == "gap" else f"{unscored:,}",
            end_section=version == "gap",
        )
    table.caption = Text(caption)
    return table


def model_name(asked_as: AskedAs) -> str:
    """A model with what it was shown instead of all passages, or beside them."""
    passages, _, steps = asked_as.shown.partition("+")
    told = [_PASSAGES[passages]] if passages in _PASSAGES else []
    told += ["with sub-questions"] if steps else []
    told += [_STAGES[stage] for stage in asked_as.stages]
    return one_line(asked_as.model) + (f" ({', '.join(told)})" if told else "")


def _figure(figure: Figure | None) -> Text:
    """A value above its interval, and of what a judge left out how many it rests on; a dash without one."""
    if figure is None or figure.value is None:
        return Text(NOTHING, style="dim")
    rests = f"\n{figure.scored:,} of {figure.total:,}" if "PM" in figure.name else ""
    return Text(shown_figure(figure)).append(f"\n{shown_ends(figure)}{rests}", style="dim")


def shown_figure(figure: Figure | None) -> str:
    """A figure for people: shares in percent without the sign, RC as they are; with the deviation of runs."""
    if figure is None or figure.value is None:
        return NOTHING
    times, digits = _scale(figure)
    apart = "" if figure.deviation is None else f" ±{times * figure.deviation:.{digits}f}"
    return f"{times * figure.value:.{digits}f}{apart}"


def shown_ends(figure: Figure | None) -> str:
    """Both ends of its interval, shares in whole percent."""
    if figure is None or figure.low is None or figure.high is None:
        return ""
    times, digits = _scale(figure)
    digits -= times > 1
    return f"{times * figure.low:.{digits}f}–{times * figure.high:.{digits}f}"


def _scale(figure: Figure) -> tuple[int, int]:
    """What it is shown in, and with how many digits."""
    return (1, 2) if figure.name in _NOT_SHARES else (100, 1)


def _kinds_table(chains: Sequence[ChainShare]) -> Table:
    """The kinds of chains that occur, right ones first."""
    table = new_table(
        "model", "hops", "chain", "factual", "counterfactual", title="Kinds of reasoning chains"
    )
    for column in table.columns[3:]:
        column.justify = "right"
    shares: dict[tuple[str, int, str], dict[str, ChainShare]] = {}
    for one in chains:
        name = model_name(one.asked_as)
        shares.setdefault((name, one.hops, one.chain), {})[one.version] = one
    for (model, hops, chain), found in shares.items():
        if any(one.count for one in found.values()):
            table.add_row(
                Text(model), str(hops), chain, *(_share(found.get(v)) for v in ("factual", "counterfactual"))
            )
    table.caption = Text(_KINDS_CAPTION)
    return table


def _share(one: ChainShare | None) -> Text:
    if one is None or one.share is None:
        return Text(NOTHING, style="dim")
    return Text(f"{100 * one.share:.1f}").append(f" ({one.count:,})", style="dim")
