"""What claims come to over a graph that does not know everything."""

import pytest
from groundpath.engine.domain.grounded import GroundedScore


@pytest.mark.parametrize(
    ("counts", "score", "bounds", "verdicts"),
    [
        # supported, contradicted, unknown -> of the judged, if all unknown are false / true, verdicts
        ((3, 0, 0), 1.0, (1.0, 1.0), ("coherent", "coherent", "coherent")),
        ((1, 1, 2), 0.5, (0.25, 0.75), ("incoherent", "incoherent", "incoherent")),
        ((1, 0, 3), 1.0, (0.25, 1.0), ("coherent", "incoherent", "coherent")),
        ((0, 0, 2), None, (0.0, 1.0), ("undecided", "incoherent", "coherent")),
        ((0, 0, 0), None, (0.0, 1.0), ("undecided", "undecided", "undecided")),
    ],
)
def test_scores_bounds_and_verdicts(counts, score, bounds, verdicts):
    grounded = GroundedScore(*counts)
    assert grounded.score == score
    assert (grounded.low, grounded.high) == bounds
    assert (grounded.standing, grounded.if_false, grounded.if_true) == verdicts
    assert GroundedScore.from_dict(grounded.to_dict()) == grounded


@pytest.mark.parametrize(
    ("counts", "sentence"),
    [
        ((2, 0, 0), "The graph knows every claim: coherent, whatever else it lacks."),
        ((1, 1, 1), "1 of 3 claims is unknown; incoherent whether they are true or false."),
        (
            (1, 0, 3),
            "3 of 4 claims are unknown: incoherent if any of them is false, coherent if all are true; "
            "the score is 0.25 if they are false, 1.00 if they are true.",
        ),
        ((0, 0, 0), "The text claims nothing that could be judged."),
    ],
)
def test_the_sensitivity_line(counts, sentence):
    assert GroundedScore(*counts).sensitivity == sentence


def test_the_share_of_unknown_claims_is_stated():
    assert GroundedScore(1, 0, 3).to_dict()["unknown_share"] == 0.75
    assert GroundedScore(0, 0, 0).unknown_share is None
