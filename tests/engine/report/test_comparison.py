"""Comparisons as tables, CSV, LaTeX and a page."""

import csv
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from bare_verdicts import bare, gold
from groundpath.engine.audit.measures.comparison import Compared, compare
from groundpath.engine.audit.measures.sheets import Sheet, sheets_of
from groundpath.engine.audit.measures.tallies import sample_of
from groundpath.engine.errors import InputError
from groundpath.engine.report.comparison import comparison_csv, comparison_tables, plain_comparison
from groundpath.engine.report.comparison_page import write_comparison_html
from groundpath.engine.report.figures import figures_table
from groundpath.engine.report.latex import Layout, comparison_latex
from groundpath.engine.report.plots import bar_rows, hop_lines
from groundpath.engine.resampling import Resampling
from rich.console import Console

FEW = Resampling(resamples=100)
HOSTILE = "[red]<b>&amp;</b>_%\x1b[2J"


def audit(name: str, faithful: int, of: int = 10) -> Sheet:
    """So many faithful chains with right answers, an abstention, and factual errors for the rest."""
    chains = [
        bare("faithful", right=True, nearest=gold(0, hops=2 + n % 2), id=str(n)) for n in range(faithful)
    ]
    errors = [
        bare("factual", right=False, nearest=gold(2, hops=2 + n % 2), id=str(n)) for n in range(faithful, of)
    ]
    return sheets_of(
        name, map(sample_of, [*chains, *errors, bare("abstained", id="silent", nearest=gold(4))])
    )[0]


@pytest.fixture(scope="module")
def two() -> list[Compared]:
    return compare([audit("small_model", 4), audit("large & model", 8)], FEW)


def printed(renderable: object, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width)
    console.print(renderable)
    return console.file.getvalue()  # type: ignore[attr-defined]


@pytest.mark.parametrize("width", [80, 120])
def test_tables_have_the_columns_of_table_3_and_fit(two: list[Compared], width: int) -> None:
    text = printed(comparison_tables(two), width)
    assert all(len(line) <= width for line in text.splitlines())
    for shown in ("Answer ↑", "Reasoning ↑", "Gap ↓", "Edit dist. ↓", "small_model", "abstained"):
        assert shown in text
    assert "76.2" in text  # 2 * 8 / (8 + 2 + 11)
    assert "Against small_model" in text
    assert "+38.1" in text
    assert "By hops" in text


def test_long_names_are_folded() -> None:
    compared = compare(
        [audit("a model with a long name and a prompt", 4), audit("another-of-them" * 3, 8)], FEW
    )
    text = printed(comparison_tables(compared), 80)
    assert all(len(line) <= 80 for line in text.splitlines())
    for heading in ("unstructured", "Edits", "incoherent", "Edit dist. ↓"):
        assert heading in text


def test_a_single_audit_is_shown_without_differences() -> None:
    text = printed(comparison_tables(compare([audit("only", 3)], FEW)))
    assert "only" in text
    assert "Against" not in text


def test_csv_holds_a_row_an_audit_with_intervals_and_differences(two: list[Compared]) -> None:
    first, second = csv.DictReader(io.StringIO(comparison_csv(two)))
    assert (first["audit"], second["audit"]) == ("small_model", "large & model")
    assert float(second["reasoning_f1"]) == pytest.approx(16 / 21)
    assert float(second["reasoning_f1_low"]) <= 16 / 21 <= float(second["reasoning_f1_high"])
    assert float(second["recall_change"]) == pytest.approx(4 / 11)
    assert first["recall_change"] == ""
    assert (second["abstained"], second["factual_error"], second["shared"]) == ("1", "2", "11")


def test_plain_values_hold_everything(two: list[Compared]) -> None:
    plain = plain_comparison(two)[1]
    assert plain["figures"]["faithful"] == 8
    assert plain["intervals"]["precision"]["low"] <= 8 / 10
    assert plain["by_hops"][2]["chains"] == 6
    assert plain["changes"]["recall"]["interval"].keys() == {"low", "high"}


def test_latex_is_a_table_with_the_best_in_bold_and_the_gains_below(two: list[Compared]) -> None:
    text = comparison_latex(two)
    assert text.startswith(r"\begin{tabular}{lrrrr}")
    assert r"small\_model & " in text
    assert r"large \& model & \textbf{76.19}$_{+38.10}$ & " in text
    assert r"\scriptsize" not in text
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert [len(re.findall(r"(?<!\\)&", row)) for row in rows] == [4, 4, 4]


def test_latex_is_bold_only_where_no_chance_explains_it() -> None:
    """One answer in ten more is none; of three audits the best must be better than each other one."""
    close = compare([audit("a", 5), audit("b", 6)], Resampling(resamples=500))
    assert close[1].figures.reasoning_f1 > close[0].figures.reasoning_f1  # type: ignore[operator]
    assert "textbf" not in comparison_latex(close)
    three = compare([audit("a", 2), audit("b", 8), audit("c", 9)], Resampling(resamples=500))
    assert "textbf" not in comparison_latex(three), "c is not surely better than b"
    assert [one.leads for one in compare([audit("only", 3)], FEW)] == [()]
    assert "textbf" not in comparison_latex(compare([audit("a", 4), audit("b", 4)], FEW)), "both are one"


def test_latex_has_intervals_where_they_are_asked_for(two: list[Compared]) -> None:
    text = comparison_latex(two, with_intervals=True)
    low, high = two[0].intervals["answer_f1"].low, two[0].intervals["answer_f1"].high  # type: ignore[union-attr]
    assert rf" {{\scriptsize [{100 * low:.2f}, {100 * high:.2f}]}}" in text


def test_latex_has_the_other_layouts_of_the_paper() -> None:
    """Figures 5 to 7, Table 7, Figure 4 and Table 8, by hand: of five chains with gold answers two are
    faithful and right, one is right by a factual error, one sound with a wrong answer, one abstains."""
    chains = [
        bare("faithful", right=True, id="a"),
        bare("faithful", right=True, id="b"),
        bare("factual", right=True, id="c"),
        bare("answer", right=False, id="d"),
        bare("abstained", id="e"),
    ]
    compared = compare(sheets_of("m", map(sample_of, chains)), FEW)

    def row(layout: Layout) -> str:
        return comparison_latex(compared, layout).splitlines()[4]

    assert row("precision") == r"m & 3 & 1 & 75.00 & 2 & 2 & 50.00 & 20.00 & 0.00 \\"
    assert row("recall") == r"m & 60.00 & 40.00 \\"
    assert row("errors") == r"m & 2 & 50.00 & 0.00 & 0.00 & 50.00 \\"
    assert row("joint") == r"m & 2 & 1 & 1 & 0 \\"
    with pytest.raises(InputError, match="there is: f1, precision, recall, errors, joint"):
        comparison_latex(compared, "table 3")  # type: ignore[arg-type]  # what a user may write


def test_answers_stand_against_reasoning_in_every_form(two: list[Compared], tmp_path: Path) -> None:
    cells = {"right_sound": 8, "right_unsound": 0, "wrong_sound": 0, "wrong_unsound": 2}
    rows = [line.split() for line in printed(comparison_tables(two)).splitlines() if "large" in line]
    assert [str(count) for count in cells.values()] in [row[-4:] for row in rows]
    assert plain_comparison(two)[1]["figures"]["joint"] == cells
    _, second = csv.DictReader(io.StringIO(comparison_csv(two)))
    assert {cell: int(second[cell]) for cell in cells} == cells
    assert (second["asked"], second["right"], second["wrong"]) == ("11", "8", "2")
    write_comparison_html(two, tmp_path / "page.html", "x")
    assert "Answers against reasoning" in (tmp_path / "page.html").read_text("utf-8")


class Links(HTMLParser):
    """What a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.loaded += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_page_is_complete_in_itself_and_draws_every_audit(two: list[Compared], tmp_path: Path) -> None:
    write_comparison_html(two, tmp_path / "page.html", "Two models")
    page = (tmp_path / "page.html").read_text("utf-8")
    links = Links()
    links.feed(page)
    assert "script" not in links.tags
    assert all(link.startswith("#") for link in links.loaded)
    assert page.count('class="plot"') == 5
    assert page.count("large &amp; model") > 3
    assert "76.2" in page
    assert not list(tmp_path.glob(".*"))


def test_shares_of_a_bar_add_up_and_lines_follow_the_hops(two: list[Compared]) -> None:
    for audit_row, row in zip(two, bar_rows(two), strict=True):
        assert sum(share.count for share in row.shares) == audit_row.figures.chains
        ends = [share.x + share.width for share in row.shares]
        assert ends[:-1] == pytest.approx([share.x for share in row.shares[1:]])
    first, second = hop_lines(two, "reasoning_f1", 200)
    assert first.mark != second.mark
    assert [x for x, _, _ in first.points] == sorted(x for x, _, _ in first.points)
    assert all(high[1] < low[1] for low, high in zip(first.points, second.points, strict=True))


def test_an_audit_without_gold_paths_or_answers_is_drawn_without_them(tmp_path: Path) -> None:
    bare_sheet = sheets_of("bare", map(sample_of, [bare("faithful", id="a"), bare("incoherent", id="b")]))[0]
    compared = compare([bare_sheet, sheets_of("none", [])[0]], FEW)
    write_comparison_html(compared, tmp_path / "page.html", "No gold")
    assert 'id="paths"' not in (tmp_path / "page.html").read_text("utf-8")
    assert "—" in printed(comparison_tables(compared))
    assert "--" in comparison_latex(compared)
    assert "None" not in comparison_csv(compared)


def test_names_are_text_wherever_they_stand(tmp_path: Path) -> None:
    compared = compare([audit(HOSTILE, 3), audit("other", 4)], FEW)
    write_comparison_html(compared, tmp_path / "page.html", HOSTILE)
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "<b>&amp;amp;" not in page
    assert "&lt;b&gt;" in page
    for text in (page, printed(comparison_tables(compared), 200), comparison_latex(compared)):
        assert "\x1b" not in text
    assert "[red]<b>" in printed(comparison_tables(compared), 200)


def test_a_page_that_cannot_be_written_is_named(two: list[Compared], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="comparison cannot be written"):
        write_comparison_html(two, tmp_path / "no folder" / "page.html", "x")


def test_the_figures_of_one_audit_leave_out_what_has_no_value() -> None:
    whole = printed(figures_table(audit("x", 8).figures))
    for shown in ("answer accuracy", "72.7%", "faithful reasoning", "precision 80.0%", "abstained"):
        assert shown in whole
    without_gold = printed(figures_table(sheets_of("x", map(sample_of, [bare("faithful")]))[0].figures))
    assert "faithful reasoning" in without_gold
    assert "answer accuracy" not in without_gold
    assert "edit distance" not in without_gold


def test_right_answers_by_reasoning_that_does_not_hold_are_counted(tmp_path: Path) -> None:
    """The same in the terminal and on the page: a misguided chain is unsound, an answer error is not."""
    chains = [
        bare("faithful", right=True, id="a"),
        bare("misguided", right=True, id="b"),
        bare("incoherent", right=True, id="c"),
        bare("unscored", right=True, id="d"),
        bare("answer", right=False, id="e"),
    ]
    compared = compare(sheets_of("x", map(sample_of, chains)), FEW)
    text = printed(comparison_tables(compared))
    write_comparison_html(compared, tmp_path / "page.html", "x")
    page = (tmp_path / "page.html").read_text("utf-8")
    for shown in (text, page):
        assert "2 of 4" in shown
        words = " ".join(shown.split())
        assert "Gap is Answer less Reasoning" in words
        assert "a misguided chain is unsound" in words
        assert "wherever they lead" not in words
