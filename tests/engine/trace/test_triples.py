"""What models write is read as far as it goes; what cannot be read is told, and never taken for no facts."""

import json
from collections import Counter
from importlib.resources import files

import pytest
from groundpath.engine.errors import BadRowError
from groundpath.engine.llm.chat import ChatReply
from groundpath.engine.terms import Triple
from groundpath.engine.trace.demonstrations import (
    packaged_demonstrations,
    read_demonstrations,
)
from groundpath.engine.trace.placing import place_triple
from groundpath.engine.trace.sources import documents_in
from groundpath.engine.trace.triples import Heads, RefusedLine, read_reply, triple_text
from hypothesis import given
from hypothesis import strategies as st

BARNES = Triple("Julian Barnes", "occupation", "writer")
WRITTEN = [
    "⟨Julian Barnes; occupation; writer⟩",
    "<Julian Barnes; occupation; writer>",
    "(Julian Barnes; occupation; writer)",
    "- ⟨Julian Barnes; occupation; writer⟩",
    "1. <Julian Barnes ;  occupation;writer>.",
    "Julian Barnes; occupation; writer",
    "<JULIAN BARNES; occupation; writer>",
    "<Barnes; occupation; writer>",
    "```\n⟨Julian Barnes; occupation; writer⟩\n```",
    "⟨Julian Barnes； occupation； writer⟩",
]


@pytest.mark.parametrize("reply", WRITTEN)
def test_triples_are_read_however_they_are_written(reply):
    read = read_reply(ChatReply(reply), Heads("Julian Barnes"))
    assert read.triples == (BARNES,)
    assert read.whole


def test_the_papers_triples_on_one_line():
    read = read_reply(ChatReply("<A; b; c>, <A; d; e, f>, <A; g; h; i>"), Heads("A"))
    assert read.triples == (("A", "b", "c"), ("A", "d", "e, f"), ("A", "g", "h; i"))


def test_a_title_may_hold_the_separator():
    read = read_reply(ChatReply("⟨Yes; No; yes; writer; Anna⟩"), Heads("Yes; No; yes"))
    assert read.triples == (("Yes; No; yes", "writer", "Anna"),)


def test_a_document_without_a_title_takes_the_heads_of_the_model():
    assert read_reply(ChatReply("⟨Rush; drummer; Peart⟩"), Heads("")).triples == (
        ("Rush", "drummer", "Peart"),
    )


def test_what_cannot_be_read_is_told():
    reply = (
        "Here you are:\n⟨Julian Barnes; occupation; writer⟩\n⟨Julian Barnes; born⟩\n⟨Rush; drummer; Peart⟩"
    )
    read = read_reply(ChatReply(reply), Heads("Julian Barnes"))
    assert read.triples == (BARNES,)
    assert read.refused == (
        RefusedLine("Here you are:", "no triple"),
        RefusedLine("⟨Julian Barnes; born⟩", "no triple"),
        RefusedLine("⟨Rush; drummer; Peart⟩", "head is not the title"),
    )
    assert not read.whole


def test_none_is_an_answer_and_silence_is_not():
    assert read_reply(ChatReply("NONE."), Heads("A")).whole
    assert not read_reply(ChatReply("I cannot do that."), Heads("A")).whole


def test_a_line_that_was_cut_off_is_not_taken_for_a_fact():
    read = read_reply(ChatReply("⟨A; b; c⟩\n⟨A; founder; Edw", complete=False), Heads("A"))
    assert read.triples == (("A", "b", "c"),)
    assert read.refused == (RefusedLine("⟨A; founder; Edw", "cut off"),)
    assert not read.whole


words = st.text(st.characters(categories=("L", "N")), min_size=1, max_size=12)


@given(words, words, st.lists(words, min_size=1, max_size=4).map(" ".join))
def test_what_is_written_is_read(head, relation, tail):
    triple = Triple(head, relation, tail)
    assert read_reply(ChatReply(triple_text(triple)), Heads(head)).triples == (triple,)


@given(st.text(max_size=200), st.text(max_size=20))
def test_no_reply_breaks_the_reading(reply, title):
    read = read_reply(ChatReply(reply), Heads(" ".join(title.split())))
    assert all(all(triple) for triple in read.triples)


# -- places


def place(tail, text, relation="is", title="T"):
    (source,) = documents_in({"title": title, "text": text})
    fact = place_triple(Triple(title, relation, tail), source)
    return fact, text[fact.start : fact.end]


def test_a_tail_is_found_where_its_relation_is_spoken_of():
    text = "He lived in Rome for a year. He was born in Milan. His birth in Rome is a legend."
    fact, said = place("Rome", text, "place of birth")
    assert (fact.sentence, said, fact.verbatim) == (2, "Rome", True)
    assert text.index("Rome is") == fact.start


def test_a_tail_is_not_found_within_a_word():
    fact, said = place("art", "She gave a party. She loves art.")
    assert (fact.sentence, said) == (1, "art")


@pytest.mark.parametrize(
    ("tail", "text", "said"),
    [
        ("neil peart", "Its drummer was Neil Peart.", "Neil Peart"),
        ("Neil Peart", "Its drummer was Neil\nPeart.", "Neil\nPeart"),
        ("a drummer of the band", "It was loud. Peart was the drummer.", "Peart was the drummer."),
    ],
)
def test_a_tail_in_other_words_is_marked(tail, text, said):
    fact, found = place(tail, text)
    assert (found, fact.verbatim) == (said, False)


def test_tails_of_other_scripts_are_found():
    fact, said = place("首都", "東京は日本の首都である。", title="東京")
    assert (said, fact.verbatim) == ("首都", True)


# -- demonstrations


def test_labelled_documents_are_many_and_say_what_their_text_says():
    rows = files("groundpath.engine.trace").joinpath("demonstrations.jsonl").read_text("utf-8").splitlines()
    kinds = Counter(json.loads(row)["kind"] for row in rows)
    assert set(kinds) == {"encyclopaedic", "biographical", "biomedical"}
    assert min(kinds.values()) >= 10
    for demonstration in packaged_demonstrations():
        assert len(set(demonstration.triples)) == len(demonstration.triples) >= 4
        assert all(triple.tail in demonstration.document.text for triple in demonstration.triples)
        read = read_reply(ChatReply(demonstration.answer), Heads(demonstration.document.title))
        assert read.triples == demonstration.triples


def test_a_labelled_document_with_another_head_is_refused(tmp_path):
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps({"title": "A", "text": "A is b.", "triples": [["B", "is", "b"]]}), "utf-8")
    with pytest.raises(BadRowError, match=r"own\.jsonl, line 1: has a triple of 'B'"):
        read_demonstrations(path)


def test_a_row_of_a_table_is_told_from_others_with_the_same_value():
    text = "Part: Valve Pro; Price: 10.\nPart: Seal; Price: 10.\nPart: Valve; Price: 10."
    assert [place("10", text, "Price", part)[0].sentence for part in ("Valve Pro", "Seal", "Valve")] == [
        0,
        1,
        2,
    ]


@pytest.mark.parametrize(
    "line",
    ["Here: ⟨Rush; band; rock⟩", "**⟨Rush; band; rock⟩**", "1: ‹x› ⟨Rush; band; rock⟩ (from the text)"],
)
def test_words_around_a_triple_are_no_part_of_it(line):
    read = read_reply(ChatReply(line), Heads("Rush"))
    assert read.triples == (("Rush", "band", "rock"),)


def test_half_a_pair_of_brackets_is_refused():
    read = read_reply(ChatReply("Rush; band; rock⟩"), Heads("Rush"))
    assert not read.triples
    assert read.refused
