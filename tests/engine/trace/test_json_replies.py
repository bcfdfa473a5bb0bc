"""A model that was asked for lines and wrote JSON is read all the same, and held to the same rules."""

import json

import pytest
from groundpath.engine.llm.chat import ChatReply
from groundpath.engine.terms import Triple
from groundpath.engine.trace.json_pieces import json_pieces
from groundpath.engine.trace.triples import Heads, read_reply
from hypothesis import given
from hypothesis import strategies as st

BARNES = Heads("Julian Barnes")
TWO = (Triple("Julian Barnes", "occupation", "writer"), Triple("Julian Barnes", "year of birth", "1946"))
OBJECTS = [
    {"head": "Julian Barnes", "relation": "occupation", "tail": "writer"},
    {"head": "Julian Barnes", "relation": "year of birth", "tail": 1946},
]
LISTS = [["Julian Barnes", "occupation", "writer"], ["Julian Barnes", "year of birth", "1946"]]
TITLES = [{"title": row["head"], "relation": row["relation"], "tail": row["tail"]} for row in OBJECTS]
SUBJECTS = [{"subject": h, "predicate": r, "object": t} for h, r, t in LISTS]
WRITTEN = {
    "objects": json.dumps(OBJECTS),
    "objects over many lines": json.dumps(OBJECTS, indent=2),
    "lists of three": json.dumps(LISTS),
    "with the prompt's own words": json.dumps(TITLES),
    "with other common names": json.dumps(SUBJECTS),
    "in an object": json.dumps({"triples": OBJECTS}),
    "behind fences": f"```json\n{json.dumps(OBJECTS, indent=2)}\n```",
    "one object a line": "\n".join(map(json.dumps, OBJECTS)),
    "one list a line, with bullets": "\n".join(f"- {json.dumps(row)}" for row in LISTS),
    "with a comma too many": json.dumps(OBJECTS)[:-1] + ",]",
}


@pytest.mark.parametrize("reply", WRITTEN.values(), ids=WRITTEN)
def test_json_is_read_however_it_is_written(reply):
    read = read_reply(ChatReply(reply), BARNES)
    assert read.triples == TWO
    assert read.whole


def test_an_empty_array_says_that_there_is_no_fact():
    for reply in ("[]", "```json\n[]\n```", '{"triples": []}'):
        assert read_reply(ChatReply(reply), BARNES).whole
    assert not read_reply(ChatReply("```json\n```"), BARNES).whole


@pytest.mark.parametrize("indent", [None, 1])
def test_of_an_array_that_is_cut_off_the_whole_values_are_read(indent):
    written = json.dumps(OBJECTS, indent=indent)
    read = read_reply(ChatReply(written[: written.index("1946")], complete=False), BARNES)
    assert read.triples == TWO[:1]
    assert {one.why for one in read.refused} <= {"cut off", "no triple"}
    assert read.refused[-1].why == "cut off"
    assert not read.whole


def test_words_around_json_and_lines_beside_it_are_told_and_read():
    reply = f"Here you are:\n{json.dumps(LISTS[:1])}\n⟨Julian Barnes; year of birth; 1946⟩"
    read = read_reply(ChatReply(reply), BARNES)
    assert read.triples == TWO
    assert [one.line for one in read.refused] == ["Here you are:"]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (["Julian Barnes", "writer"], "no triple"),
        ({"head": "Julian Barnes", "relation": "occupation"}, "no triple"),
        ({"head": "Julian Barnes", "relation": "books", "tail": ["a", "b"]}, "no triple"),
        ({"head": "Rush", "relation": "drummer", "tail": "Peart"}, "head is not the title"),
        (None, "no triple"),
    ],
)
def test_values_that_are_no_triples_of_the_document_are_refused(value, why):
    read = read_reply(ChatReply(json.dumps([*LISTS[:1], value])), BARNES)
    assert read.triples == TWO[:1]
    assert [(json.loads(one.line), one.why) for one in read.refused] == [(value, why)]


def test_square_brackets_around_a_line_are_no_json():
    assert read_reply(ChatReply("[Julian Barnes; occupation; writer]"), BARNES).triples == TWO[:1]
    read = read_reply(
        ChatReply('["Julian Barnes"; occupation; writer]\n<Barnes; occupation; writer>'), BARNES
    )
    assert read.triples == TWO[:1]


@given(st.text(alphabet='[]{}",:; \nab⟨⟩-1.', max_size=60))
def test_nothing_that_looks_like_json_breaks_the_reading(reply):
    read = read_reply(ChatReply(reply), Heads(""))
    assert all(all(triple) for triple in read.triples)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda v: st.lists(v) | st.dictionaries(st.text(), v),
    )
)
def test_no_json_breaks_the_reading(value):
    read_reply(ChatReply(json.dumps(value)), Heads(""))


def test_a_reply_that_repeats_its_openings_is_read_once():
    """A start that leads nowhere is not read again from each of its lines."""
    for text in ('[{"a":1}\n' * 4_000, "[[1],\n" * 20_000):
        assert list(json_pieces(text))
