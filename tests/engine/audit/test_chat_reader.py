"""Audits in which a chat model tells what the steps claim."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from graphs import triples, write_graph
from groundpath import Auditor, open_store
from groundpath.engine.errors import ChatError, InputError
from groundpath.engine.extraction.chat import ChatReader
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.chat import ChatRequest
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.store.protocol import GraphStore

TEXT = (
    "1. Max owes what he knows to a lady from Ulm, one Eva.\n2. She sleeps there still.\n"
    "So the answer is (Ulm)."
)
TOLD = "1 | The teacher of Max was Eva.\n1 | Eva lives in Ulm.\n2 | Eva lives in Ulm."
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
    assert verdict.steps[1].text == "She sleeps there still."
    assert verdict.steps[1].claims[0].phrase == "Eva lives in Ulm ."


def test_a_model_decides_nothing_of_the_graph(store: GraphStore) -> None:
    told = TOLD.replace("lives in Ulm", "was murdered in Ulm")
    assert Auditor(store, "g", reader=reader(told)).audit(TEXT, **ROW).verdict == "unscored"


def test_a_failure_leaves_a_chain_unscored_with_its_reason(store: GraphStore) -> None:
    def fails(_: ChatRequest) -> str:
        raise ChatError("the reply was empty")

    verdict = Auditor(store, "g", reader=ChatReader(AskedModel(ScriptedChat(fails)))).audit(TEXT, **ROW)
    assert verdict.verdict == "unscored"
    assert "the reply was empty" in verdict.reason


def test_verdicts_depend_on_the_reader(store: GraphStore) -> None:
    assert Auditor(store, "g").version != Auditor(store, "g", reader=reader(TOLD)).version


def test_the_paper_takes_no_reader(store: GraphStore) -> None:
    with pytest.raises(InputError, match="takes no reader"):
        Auditor(store, "g", method="paper", reader=reader(TOLD))
