"""Accuracies of replies: by kind, over all, with intervals, and unscored where they cannot be read."""

import csv
import io

import pytest
from groundpath import GroundpathError
from groundpath.engine.discriminate.answers import PathAnswer, read_answers
from groundpath.engine.discriminate.cases import KINDS, PathTest
from groundpath.engine.discriminate.scoring import Tally, score
from groundpath.engine.report.discriminate import scores_csv, scores_latex, scores_table
from groundpath.engine.terms import Triple
from rich.console import Console


def answers(replies, model="one", prompt="zero-shot"):
    """Answers to tests of each kind, from the replies to each."""
    return [
        PathAnswer(
            PathTest(
                f"{place}:{kind}", str(place), kind, "q", "a", (Triple("h", "r", "t"),), ("h -> r -> t",)
            ),
            model,
            prompt,
            reply,
        )
        for kind, said in replies.items()
        for place, reply in enumerate(said)
    ]


REPLIES = {
    "valid": ["YES", "YES", "NO", "?"],
    "factual_error": ["NO", "NO", "NO", "NO"],
    "incoherent": ["YES", "NO", "?", "?"],
    "misguided": ["YES", "YES", "YES", "YES"],
}


def test_accuracy_is_of_the_scored_and_counts_say_how_many_these_are():
    scores = score(answers(REPLIES))
    found = {cell.kind: (cell.tally.right, cell.tally.scored, cell.tally.unscored) for cell in scores}
    assert found == {
        "valid": (2, 3, 1),
        "factual_error": (4, 4, 0),
        "incoherent": (1, 2, 2),
        "misguided": (0, 4, 0),
        "all": (7, 13, 3),
    }
    assert scores.find("one", "zero-shot", "incoherent").accuracy == 0.5
    assert scores.find("one", "few-shot", "all") is None


def test_with_everything_scored_the_whole_is_the_mean_of_the_kinds():
    replies = {kind: ["YES", "NO", "NO", "NO"] for kind in KINDS}
    cells = {cell.kind: cell.tally.accuracy for cell in score(answers(replies))}
    assert cells.pop("all") == sum(cells.values()) / len(KINDS)


@pytest.mark.parametrize(
    ("right", "scored", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (90, 100, 0.8256, 0.9448)],
)
def test_intervals_are_those_of_wilson(right, scored, low, high):
    assert Tally(right, scored, scored).interval == pytest.approx((low, high), abs=5e-5)


def test_nothing_scored_has_no_accuracy():
    nothing = Tally(0, 0, 3)
    assert (nothing.accuracy, nothing.interval, nothing.unscored) == (None, None, 3)


def test_a_failed_request_is_unscored():
    (answer,) = answers({"valid": [""]})
    failed = PathAnswer(answer.test, "one", "zero-shot", "", complete=False, failure="refused")
    assert failed.right is None
    assert score([failed]).find("one", "zero-shot", "all") == Tally(0, 0, 1)


def test_models_and_prompts_stand_side_by_side_as_in_the_paper():
    both = answers(REPLIES, "b_1", "few-shot") + answers(REPLIES, "b_1") + answers(REPLIES, "a")
    scores = score(both)
    assert scores.models == ("b_1", "a")
    assert scores.prompts == ("zero-shot", "few-shot")
    frame = scores.to_frame()
    assert len(frame) == 3 * (len(REPLIES) + 1)
    assert [row["kind"] for row in csv.DictReader(io.StringIO(scores_csv(scores)))] == list(frame["kind"])
    latex = scores_latex(scores)
    assert latex.startswith(r"\begin{tabular}{lrr}")
    assert r"b\_1 & 53.85 & 53.85 \\" in latex
    assert r"a & 53.85 & -- \\" in latex, "nothing is bold where both are as good"
    console = Console(width=120)
    with console.capture() as shown:
        console.print(scores_table(scores))
    assert "53.85" in shown.get()
    assert "29.1 – 76.8" in shown.get()


def test_the_same_answer_twice_is_refused():
    with pytest.raises(GroundpathError, match="twice"):
        score(answers(REPLIES) + answers(REPLIES))


def test_answers_come_back_from_their_rows():
    given = answers(REPLIES)
    rows = [answer.to_dict() for answer in given]
    assert list(read_answers(rows)) == given
    assert [row["right"] for row in rows[:4]] == [True, True, False, None]


@pytest.mark.parametrize("change", [{"prompt": "other"}, {"reply": None}, {"kind": "?"}])
def test_what_is_no_answer_is_told_by_line(change):
    row = answers(REPLIES)[0].to_dict()
    with pytest.raises(GroundpathError, match="line 1: is not an answer"):
        list(read_answers([{**row, **change}]))
