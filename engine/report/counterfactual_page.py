"""Scores over counterfactual questions as one self-contained page with plots: no network, no scripts."""

from pathlib import Path

from ..counterfactual.cases import VERSIONS
from ..counterfactual.scores import AskedAs, Figure, Scores
from ..replacing import replacing
from . import plots
from .counterfactual import ANSWER_FIGURES, CHAIN_FIGURES, model_name, shown_ends, shown_figure
from .counterfactual_plots import CHAIN_KINDS, Drawn
from .templates import open_templates

_MARKS = (("circle", "answer"), ("diamond", "reasoning"))


def write_scores_html(scores: Scores, path: Path | str, title: str) -> None:
    """Write scores as a page; the file appears when it is complete.

    It draws the gap between the versions (CofCA, Figure 5), EM and F1 over the numbers of hops (Figure 4) and
    over sub-questions (Figure 3), and the kinds of reasoning chains (Table 8), models beside each other, with
    all figures as tables.

    Raises:
        InputError: the file cannot be written there.
    """
    drawn = Drawn(scores)
    page = open_templates().get_template("counterfactual.html.jinja")
    values = {
        "title": title,
        "drawn": drawn,
        "versions": [(name, *mark) for name, mark in zip(VERSIONS, _MARKS, strict=True)],
        "answers": _present(scores, ANSWER_FIGURES),
        "chains": _present(scores, CHAIN_FIGURES),
        "groups": _groups(scores),
        "shares": [one for one in scores.chains if one.count],
        "kinds": CHAIN_KINDS,
        "plots": plots,
        "model_name": model_name,
        "shown": shown_figure,
        "ends": shown_ends,
    }
    with replacing(Path(path), "scores") as file:
        file.writelines(page.generate(values))


def _present(scores: Scores, names: tuple[str, ...]) -> list[str]:
    """Those that any model has a value of."""
    found = {one.name for one in scores.figures if one.value is not None}
    return [name for name in names if name in found]


def _groups(scores: Scores) -> list[tuple[Figure, dict[str, Figure]]]:
    """The figures of each model, number of hops and version, by their names; with one of them."""
    groups: dict[tuple[AskedAs, int | None, str], dict[str, Figure]] = {}
    for one in scores.figures:
        groups.setdefault((one.asked_as, one.hops, one.version), {})[one.name] = one
    return [(next(iter(figures.values())), figures) for figures in groups.values()]
