"""One sentence may hold several claims, leave out what was said, and deny in many ways."""

import pytest
from groundpath.engine.domain.judging import ClaimJudge

ASKED = "Which gene is associated with psoriasis and Takayasu's arteritis?"


def claims(judge: ClaimJudge, text: str, question: str = "") -> list[tuple[str, str, bool]]:
    """Subject, object, and whether it is denied."""
    return [(str(one.subject), str(one.object), one.negated) for one in judge.judged(text, question)]


def ends(judge: ClaimJudge, text: str) -> list[tuple[frozenset[str], bool]]:
    """The two things of each claim, whichever stands first, and whether it is denied."""
    return [(frozenset((one, other)), denied) for one, other, denied in claims(judge, text)]


def test_a_claim_of_each_thing_listed(judge: ClaimJudge) -> None:
    assert claims(judge, "HLA-B is associated with both psoriasis and Takayasu's arteritis.") == [
        ("HLA-B", "psoriasis", False),
        ("HLA-B", "Takayasu's arteritis", False),
    ]
    listed = claims(judge, "NOD2, CHEK2 and GCKR are not linked to psoriasis or gout.")
    assert len(listed) == 6
    assert all(denied for *_, denied in listed)


def test_what_points_at_a_code_that_is_not_known_means_nothing_else(judge: ClaimJudge) -> None:
    assert ("HLA-B", "gout", False) not in claims(
        judge, "HLA-B is listed. Others found ABC1. This gene is linked to gout."
    )
    assert claims(judge, "HLA-B is listed. This gene is linked to gout.") == [("HLA-B", "gout", False)]


def test_genes_in_brackets_are_a_list_too(judge: ClaimJudge) -> None:
    listed = claims(judge, "The other genes listed (NOD2, XYZ, and CHEK2) are not linked to gout.")
    assert [subject for subject, *_ in listed] == ["NOD2", "XYZ", "CHEK2"]


@pytest.mark.parametrize(
    "text",
    [
        "NOD2 is not associated with gout.",
        "There is no evidence that NOD2 is associated with gout.",
        "It is false that NOD2 is associated with gout.",
        "The claim that NOD2 is associated with gout is false.",
        "Neither NOD2 nor CHEK2 is associated with gout.",
        "NOD2 has never been linked to gout.",
        "No link between NOD2 and gout is known.",
        "NOD2 is associated with psoriasis, but not with gout.",
        "HLA-B is associated with gout, but NOD2 is not.",
    ],
)
def test_denials(judge: ClaimJudge, text: str) -> None:
    assert (frozenset({"NOD2", "gout"}), True) in ends(judge, text)


@pytest.mark.parametrize(
    "text",
    [
        "NOD2 is not only associated with gout.",
        "It is not correct to say that NOD2 is not associated with gout.",
        "CHEK2 is not linked to gout, but NOD2 is.",
        "Unlike CHEK2, NOD2 is associated with gout.",
        "NOD2 is associated with gout, while CHEK2 is not.",
        "NOD2, not CHEK2, is associated with gout.",
    ],
)
def test_what_only_looks_like_a_denial(judge: ClaimJudge, text: str) -> None:
    assert (frozenset({"NOD2", "gout"}), False) in ends(judge, text)


@pytest.mark.parametrize(
    "text",
    [
        "HLA-B is a gene. It is associated with gout.",
        "HLA-B is expressed widely, and it has been linked to gout.",
        "HLA-B is associated with psoriasis. This gene is also linked to gout.",
        "HLA-B is associated with psoriasis and is linked to gout.",
        "The association of HLA-B with gout is known.",
        "The gene associated with gout is HLA-B.",
        "HLA-B, which is associated with gout, is a gene.",
        "HLA-B's role in gout is known.",
    ],
)
def test_what_is_left_out_is_what_was_spoken_of(judge: ClaimJudge, text: str) -> None:
    found = {frozenset(ends) for *ends, _ in claims(judge, text)}
    assert frozenset({"HLA-B", "gout"}) in found


@pytest.mark.parametrize("said", ["both diseases", "the two conditions", "these diseases", "both"])
def test_the_question_tells_what_both_are(judge: ClaimJudge, said: str) -> None:
    assert claims(judge, f"HLA-B is associated with {said}.", ASKED) == [
        ("HLA-B", "psoriasis", False),
        ("HLA-B", "Takayasu's arteritis", False),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "NOD2 is a gene. Furthermore, some studies have shown a link between cells and gout.",
        "NOD2 is linked to psoriasis, and genetic factors play a role in gout.",
        "NOD2 is linked to psoriasis, while gout is common.",
        "NOD2 is linked to psoriasis, gout is a disease.",
    ],
)
def test_what_is_said_of_other_things_is_not_ascribed(judge: ClaimJudge, text: str) -> None:
    assert not any({"NOD2", "gout"} == {one, other} for one, other, _ in claims(judge, text))


@pytest.mark.parametrize(
    "text",
    [
        "Studies have shown that NOD2 is linked to gout.",
        "NOD2 is linked to psoriasis, and studies have found that it is linked to gout.",
        "NOD2 is linked to psoriasis, and has been shown to be linked to gout.",
    ],
)
def test_who_says_it_does_not_matter(judge: ClaimJudge, text: str) -> None:
    assert ("NOD2", "gout", False) in claims(judge, text)


def test_respectively(judge: ClaimJudge) -> None:
    assert claims(judge, "NOD2 and CHEK2 are linked to psoriasis and gout, respectively.") == [
        ("NOD2", "psoriasis", False),
        ("CHEK2", "gout", False),
    ]


def test_conditions_are_suppositions(judge: ClaimJudge) -> None:
    found = judge.judged("If NOD2 is linked to gout, HLA-B is linked to psoriasis.")
    assert found[0].hedged


def test_questions_claim_nothing(judge: ClaimJudge) -> None:
    assert claims(judge, ASKED) == []
    assert claims(judge, "I do not know which gene is associated with psoriasis.") == []


@pytest.mark.parametrize(
    "text", ["", "  ", "(", "and", "HLA-B", "HLA-B, psoriasis", "is a", "not ()", "🎨 is 巴黎"]
)
def test_texts_without_a_claim(judge: ClaimJudge, text: str) -> None:
    assert claims(judge, text) == []
