"""Who somebody is to somebody, said in passing: "his wife Ann"."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor

MILLS = triples(
    "Tom_Hale built West_Mill",
    "Tom_Hale sister Eve_Hale",
    "Tom_Hale partner Ann_Reed",
    "Eve_Hale painted Red_Barn",
    "Ann_Reed painted Blue_Barn",
    "Otto_Kern built East_Mill",
    "Otto_Kern partner Ida_Kern",
)


@pytest.fixture
def mills(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(MILLS)


@pytest.mark.parametrize(
    ("text", "is_faithful"),
    [
        ("Tom Hale built West Mill, and his sister Eve Hale painted Red Barn.", True),
        ("Tom Hale built West Mill, and his neighbour Eve Hale painted Red Barn.", False),
        ("Tom Hale, whose sister Eve Hale painted Red Barn, built West Mill.", True),
        ("Tom Hale, whose old teacher Eve Hale painted Red Barn, built West Mill.", False),
        ("Tom Hale built West Mill. His partner Ann Reed painted Blue Barn.", True),
        ("Tom Hale built West Mill. His landlady Ann Reed painted Blue Barn.", False),
    ],
)
def test_what_is_said_in_passing_is_a_claim(mills: Auditor, text: str, is_faithful: bool) -> None:
    assert (mills.audit(text).verdict == "faithful") is is_faithful


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("East Mill was built not by Tom Hale but by Otto Kern.", "faithful"),
        ("East Mill was built by Otto Kern, not by Tom Hale.", "faithful"),
        ("It was Otto Kern and not Tom Hale who built East Mill.", "faithful"),
        ("It was Otto Kern, not Tom Hale, who built East Mill.", "faithful"),
        ("Not Tom Hale but Otto Kern built East Mill.", "faithful"),
        ("It was Otto Kern who built East Mill.", "faithful"),
        ("East Mill was built not by Otto Kern but by Tom Hale.", "unfaithful"),
        ("It was Tom Hale, not Otto Kern, who built East Mill.", "unfaithful"),
        ("It was not Otto Kern who built East Mill.", "unfaithful"),
        ("It wasn't Otto Kern who built East Mill.", "unfaithful"),
        ("It was not East Mill that Otto Kern built.", "unfaithful"),
    ],
)
def test_what_is_meant_and_what_is_not(mills: Auditor, text: str, verdict: str) -> None:
    assert mills.audit(text).verdict == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("West Mill's builder was Tom Hale.", "faithful"),
        ("West Mill's chimney was built by Tom Hale.", "unscored"),
        ("Tom Hale built West Mill's chimney.", "unscored"),
        ("Red Barn was painted by Eve Hale's pupil.", "unscored"),
    ],
)
def test_what_is_said_of_what_is_theirs_is_not_said_of_them(mills: Auditor, text: str, verdict: str) -> None:
    assert mills.audit(text).verdict == verdict
