"""Audits in which a chat model tells what the steps claim."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from graphs import triples, write_graph
from groundpath import Auditor, open_store
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.journal import audit_to_file, read_verdicts
from groundpath.engine.errors import ChatError, InputError
from groundpath.engine.extraction.chat import ChatReader
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.cache import ChatCache
from groundpath.engine.llm.chat import ChatRequest
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.store.protocol import GraphStore

TEXT = "1. Max had a teacher, one Eva.\n2. She, old by now, lives in Ulm.\nSo the answer is (Ulm)."
TOLD = "1 | The teacher of Max was Eva.\n2 | Eva lives in Ulm."
ROW: dict[str, Any] = {
    "question": "Where does the teacher of Max live?",
    "topic": "Max",
    "gold_answers": ["Ulm"],
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GraphStore]:
    with open_store(f"embedded:{tmp_path}/store") as store:
        write_graph(store, "g", triples("Max teacher Eva", "Eva lives_in Ulm"), None)
        yield store


def reader(reply: str) -> ChatReader:
    return ChatReader(AskedModel(ScriptedChat(lambda _: reply)))


def test_the_statements_are_judged_and_the_steps_are_shown(store: GraphStore) -> None:
    verdict = Auditor(store, "g", reader=reader(TOLD)).audit(TEXT, **ROW)
    assert verdict.verdict == "faithful", verdict.reason
    assert verdict.steps[1].text == "She, old by now, lives in Ulm."
    assert verdict.reader == "scripted:function"
    assert verdict.steps[1].claims[0].phrase == "Eva lives in Ulm ."


def test_a_model_decides_nothing_of_the_graph(store: GraphStore) -> None:
    text = TEXT.replace("lives in", "was murdered in")
    assert Auditor(store, "g", reader=reader(TOLD)).audit(text, **ROW).verdict == "unscored"
    told = TOLD.replace("lives in Ulm", "was murdered in Ulm")
    assert Auditor(store, "g", reader=reader(told)).audit(text, **ROW).verdict == "unscored"


def test_a_failure_leaves_a_chain_unscored_with_its_reason(store: GraphStore) -> None:
    def fails(_: ChatRequest) -> str:
        raise ChatError("the reply was empty")

    verdict = Auditor(store, "g", reader=ChatReader(AskedModel(ScriptedChat(fails)))).audit(TEXT, **ROW)
    assert verdict.verdict == "unscored"
    assert "the reply was empty" in verdict.reason


def test_a_failure_is_asked_again_and_what_came_is_kept(store: GraphStore, tmp_path: Path) -> None:
    chains = read_chains([{"id": name, "cot": f"{name}. {TEXT}", **ROW} for name in ("one", "two", "three")])
    rows, out = list(chains), tmp_path / "verdicts.jsonl"
    asked: list[str] = []
    down = ["two"]

    def answers(request: ChatRequest) -> str:
        text = request.messages[-1].content
        name = next(one for one in ("one", "two", "three") if f"{one}." in text)
        asked.append(name)
        if name in down:
            raise ChatError("the server is busy")
        return TOLD

    cache = ChatCache(tmp_path / "chat.sqlite")
    for missing in (1, 0):
        reader = ChatReader(AskedModel(ScriptedChat(answers), cache))
        assert audit_to_file(Auditor(store, "g", reader=reader), rows, out).failed == missing
        down.clear()
    assert [verdict.verdict for verdict in read_verdicts(out)] == ["faithful"] * 3
    assert (asked.count("one"), asked.count("three")) == (1, 1)
    cache.close()


def test_texts_that_decline_to_answer_are_not_asked_about(store: GraphStore) -> None:
    told = reader(TOLD)
    assert Auditor(store, "g", reader=told).audit("I do not know.", **ROW).verdict == "unscored"
    assert told.usage.requests == 0


def test_steps_of_one_wording_are_told_apart(store: GraphStore) -> None:
    step = "Max, a teacher, Eva, who lives, Ulm."
    text = f"1. {step}\n2. {step}\nSo the answer is (Ulm)."
    told = reader("1 | The teacher of Max was Eva.\n2 | Eva lives in Ulm.")
    first, second = Auditor(store, "g", reader=told).audit(text, **ROW).steps
    assert "teacher" in str(first.claims[0].fact)
    assert "lives in" in str(second.claims[0].fact)


def test_verdicts_depend_on_the_reader(store: GraphStore) -> None:
    assert Auditor(store, "g").version != Auditor(store, "g", reader=reader(TOLD)).version


def test_the_paper_takes_no_reader(store: GraphStore) -> None:
    with pytest.raises(InputError, match="takes no reader"):
        Auditor(store, "g", method="paper", reader=reader(TOLD))
