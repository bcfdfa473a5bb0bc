"""Which words of a step are shown as naming a fact's head or tail."""

import pytest
from groundpath.engine.report.mentions import split_at_mentions
from groundpath.engine.terms import Entity, Fact
from hypothesis import given
from hypothesis import strategies as st


def fact(head: Entity, tail: Entity) -> Fact:
    return Fact("key", head, "spouse", "spouse", tail)


def marked(text: str, head: Entity, tail: Entity) -> list[tuple[str, str]]:
    return [(p.text, p.role) for p in split_at_mentions(text, fact(head, tail)) if p.role]


GRACE, RAINIER = Entity("grace_kelly", "grace kelly"), Entity("rainier_iii", "rainier iii prince of monaco")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Grace Kelly smiled.", [("Grace Kelly", "head")]),
        ("**Grace_Kelly**'s husband", [("Grace_Kelly", "head")]),
        ("Rainier III, Prince of Monaco", [("Rainier III, Prince of Monaco", "tail")]),
        ("Grâce KELLY, then Grace Kelly", [("Grâce KELLY", "head"), ("Grace Kelly", "head")]),
        ("Grace Kellyson and Grace", []),
        ("", []),
    ],
)
def test_whole_names_are_found_whatever_their_case_marks_and_punctuation(text, expected):
    assert marked(text, GRACE, RAINIER) == expected


@pytest.mark.parametrize(
    ("text", "head", "tail"),
    [
        ("岐阜市は日本にあります。", "岐阜市", "日本"),
        ("กรุงเทพอยู่ในไทย", "กรุงเทพ", "ไทย"),
        ("ガンダムは日本", "ガンダム", "日本"),
    ],
)
def test_names_without_spaces_around_them(text, head, tail):
    assert marked(text, Entity("h", head), Entity("t", tail)) == [(head, "head"), (tail, "tail")]


def test_aliases_count_as_names():
    alias = Entity("q1", "Grace Kelly", aliases=("Princess Grace",))
    assert marked("Princess Grace of Monaco", alias, RAINIER) == [("Princess Grace", "head")]


def test_of_overlapping_mentions_the_longer_one_counts():
    assert marked("Henry of York", Entity("h", "Henry"), Entity("hy", "Henry of York")) == [
        ("Henry of York", "tail")
    ]


def test_names_without_words_are_never_found():
    assert marked("?? and --", Entity("?", "??"), Entity("-", "--")) == []


@given(
    st.text(alphabet="ab -_'é\u0301ß\n"),
    st.text(alphabet="ab é", max_size=4),
    st.text(alphabet="ab", max_size=2),
)
def test_the_pieces_joined_are_the_text(text, head, tail):
    pieces = split_at_mentions(text, fact(Entity("h", head), Entity("t", tail)))
    assert "".join(piece.text for piece in pieces) == text
    assert all(piece.text for piece in pieces)
