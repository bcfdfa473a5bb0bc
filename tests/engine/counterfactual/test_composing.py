"""Questions that a chat model writes on passages: taken where code finds that they hold."""

import json
import time

import pytest
from groundpath import GroundpathError
from groundpath.engine.counterfactual.asking import AskingSettings, requests
from groundpath.engine.counterfactual.construction.composing import (
    compose,
    compose_requests,
    read_groups,
    write_composed,
)
from groundpath.engine.counterfactual.published import read_posed
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.cache import ChatCache
from groundpath.engine.llm.openai_chat import OpenAIChat
from groundpath.engine.llm.scripted_chat import ScriptedChat
from local_chat_server import completion, running_chat_server

TEXT = """Marvin Kellaway made Flashstrike.

Marvin Kellaway was born in Orrinport in 1950.

Orrinport is in Vell."""
(GROUP,) = read_groups([{"id": "p", "title": "Films", "text": TEXT}])
WRITTEN = {
    "type": "bridge",
    "question": "Where was the maker of Flashstrike born?",
    "sub_questions": [
        {"question": "Who made Flashstrike?", "answer": "Marvin Kellaway", "passage": 1},
        {"question": "Where was Marvin Kellaway born?", "answer": "Orrinport", "passage": 2},
    ],
    "answer": "Orrinport",
}


def writes(*told):
    """A model that writes this for questions of two hops, and nothing for others."""
    return AskedModel(
        ScriptedChat(lambda request: told[0] if "<hops>2</hops>" in request.messages[-1].content else "No.")
    )


def composed(**change):
    done = compose(writes(json.dumps(WRITTEN | change)), [GROUP], (2,))
    return done.rows[0] if done.rows else done.left_out[0][1]


def test_for_each_passage_a_question_of_two_three_and_four_hops_is_asked_for():
    """Section 3.1: "for each passage, we annotate 3 complex questions"."""
    asked = [request.messages[-1].content for request in compose_requests([GROUP])]
    assert [f"<hops>{hops}</hops>" in text for hops, text in zip((2, 3, 4), asked, strict=True)] == [True] * 3
    assert "[2] Title: Films\nMarvin Kellaway was born in Orrinport in 1950." in asked[0]


def test_what_holds_can_be_asked(tmp_path):
    done = compose(writes(f"Here it is:\n```json\n{json.dumps(WRITTEN)}\n```"), [GROUP])
    assert [id for id, _ in done.left_out] == ["p:3hop", "p:4hop"]
    write_composed(done, tmp_path / "composed.jsonl")
    (question,) = read_posed(tmp_path / "composed.jsonl")
    assert (question.id, question.hops, question.kind) == ("p:2hop", 2, "bridge")
    version = question.versions["factual"]
    assert [sub.passages for sub in version.sub_questions] == [(0,), (1,)]
    assert len(version.passages) == 3
    assert len(requests([question], AskingSettings(shown="gold"))) == 3


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"sub_questions": WRITTEN["sub_questions"][:1], "answer": "Marvin Kellaway"}, "1 sub-question"),
        ({"answer": "Vell"}, "not that of its last sub-question"),
        ({"type": "other"}, "neither a bridge nor a comparison"),
        ({"question": "Tell me."}, "a question of it is none"),
        ({"question": "Where was Marvin Kellaway born?"}, "gives an answer away"),
        ({"sub_questions": "none"}, "not of the form"),
    ],
)
def test_what_does_not_hold_is_left_out_with_its_reason(change, reason):
    assert reason in composed(**change)


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps(WRITTEN).replace('"passage": 1', '"passage": 1e999'),
        '{"sub_questions": ' + "[" * 100_000 + "]" * 100_000 + "}",
        "} no object {",
        "{" * 200_000,
    ],
    ids=["infinite", "deep", "turned round", "never closed"],
)
def test_a_reply_that_cannot_be_read_is_left_out_and_ends_nothing(reply):
    begun = time.monotonic()
    done = compose(writes(reply), [GROUP], (2, 3))
    assert [reason for _, reason in done.left_out] == ["the reply is not of the form that was asked for"] * 2
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize(
    ("place", "change", "reason"),
    [
        (1, {"passage": 1}, "does not stand in its passage"),
        (1, {"passage": 9}, "not there"),
        (1, {"question": "Where was he born?"}, "does not go on from"),
        (1, {"answer": "a b c d e f g h i j k"}, "no short span"),
        (0, {"passage": 2}, "one passage alone"),
    ],
)
def test_a_sub_question_that_does_not_hold_leaves_it_out(place, change, reason):
    """“The supporting facts are from at least two paragraphs” (Section 3.1)."""
    subs = [dict(sub) for sub in WRITTEN["sub_questions"]]
    subs[place] |= change
    told = composed(sub_questions=subs, answer=subs[-1]["answer"])
    if reason == "one passage alone":
        told = composed(sub_questions=[subs[0] | {"answer": "Marvin Kellaway"}, subs[1]])
    assert reason in told


def test_a_comparison_may_end_in_what_stands_nowhere():
    subs = [
        {"question": "When was Ann born?", "answer": "1950", "passage": 1},
        {"question": "When was Bo born?", "answer": "1960", "passage": 2},
        {"question": "Is 1950 before 1960?", "answer": "yes", "passage": 1},
    ]
    text = "Ann was born in 1950.\n\nBo was born in 1960."
    told = {"type": "comparison", "question": "Is Ann older than Bo?", "sub_questions": subs, "answer": "yes"}
    groups = read_groups([{"id": "p", "text": text}])
    by = AskedModel(ScriptedChat(lambda _: json.dumps(told)))
    assert compose(by, groups, (3,)).rows[0]["final_answer"] == "yes"


def test_counterfactual_passages_make_counterfactual_questions():
    row = {
        "question": "Who?",
        "sub_questions": ["Who?", "Where?"],
        "sub_answers": ["Ann", "Oslo"],
        "final_answer": "Oslo",
        "passage": TEXT.split("\n\n"),
        "stages": ["rewrite"],
    }
    (group,) = read_groups([row])
    assert (group.version, group.stages, len(group.passages)) == ("counterfactual", ("rewrite",), 3)
    done = compose(writes(json.dumps(WRITTEN)), [group], (2,))
    (question,) = read_posed(done.rows)
    assert (list(question.versions), question.stages) == (["counterfactual"], ("rewrite",))


def test_a_passage_of_one_paragraph_is_left_out():
    groups = read_groups([{"id": "p", "text": "One."}])
    assert compose(writes(""), groups).left_out == (("p", "it has fewer than two passages"),)
    with pytest.raises(GroundpathError):
        read_groups([{"id": "p", "text": ""}])


def test_a_server_is_asked_and_nothing_twice(tmp_path):
    with (
        running_chat_server(lambda _: completion(json.dumps(WRITTEN))) as server,
        ChatCache(tmp_path / "cache") as cache,
    ):
        by = AskedModel(OpenAIChat("local", base_url=server.url, api_key="key"), cache, 2)
        first = compose(by, [GROUP])
        again = compose(by, [GROUP])
        assert len(server.bodies) == 3
    assert first.rows == again.rows
    assert again.usage.cached == 3
