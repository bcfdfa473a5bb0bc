"""Audits side by side, as a notebook shows them."""

import pytest
from bare_verdicts import bare, gold
from groundpath import compare_audits
from groundpath.engine.errors import InputError
from groundpath.engine.resampling import Resampling

FEW = Resampling(resamples=100)


@pytest.fixture
def two():
    """Two audits of ten questions, with four and with eight faithful chains."""

    def audit(faithful):
        kinds = ["faithful"] * faithful + ["factual"] * (10 - faithful)
        return [
            bare(kind, right=kind == "faithful", nearest=gold(0), id=str(n)) for n, kind in enumerate(kinds)
        ]

    return compare_audits({"small_model": audit(4), "large": audit(8)}, FEW)


def test_a_frame_has_one_row_an_audit_with_intervals_and_changes(two):
    frame = two.to_frame()
    assert list(frame.index) == ["small_model", "large"]
    assert frame.loc["large", "recall"] == 0.8
    assert frame.loc["large", "recall_low"] < 0.8 < frame.loc["large", "recall_high"]
    assert frame.loc["large", "recall_change"] == pytest.approx(0.4)
    assert frame["recall_change"].isna().tolist() == [True, False]
    assert repr(two) == "<Comparison of small_model, large>"
    assert "small_model" in two._repr_html_()


def test_the_table_of_the_paper_and_the_page(two, tmp_path):
    assert r"small\_model" in two.to_latex()
    two.write_html(tmp_path / "page.html")
    assert "Comparison of small_model, large" in (tmp_path / "page.html").read_text("utf-8")


def test_models_of_one_audit_are_compared_by_their_names():
    verdicts = [bare("faithful", id=id, model=model) for id in "ab" for model in ("small", "large")]
    assert list(compare_audits({"all": verdicts}, FEW).to_frame().index) == ["small", "large"]


def test_nothing_to_compare_says_so():
    with pytest.raises(InputError, match="empty holds no verdict"):
        compare_audits({"empty": []})
    with pytest.raises(InputError, match="no audit"):
        compare_audits({})


def test_a_comparison_is_a_figure(two, tmp_path):
    figure = two.plot(["answer_precision", "recall"])
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["small_model", "large"]
    figure.savefig(tmp_path / "figure.pdf")
    assert (tmp_path / "figure.pdf").stat().st_size > 1000
    for wrong in ("edits", "nothing"):
        with pytest.raises(InputError, match=wrong):
            two.plot([wrong])
