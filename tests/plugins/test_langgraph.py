"""Nodes of langgraph that send an answer back until the graph, or what was retrieved, bears it out."""

import pytest
from groundpath import Auditor, Checker
from groundpath.engine.errors import InputError
from groundpath.plugins.langchain import grounding_node, grounding_route
from groundpath.plugins.langchain_documents import checking_node, checking_route

from .conftest import CONTEXTS, CONTRADICTED, FAITHFUL, QUESTION, SUPPORTED, UNFAITHFUL

pytest.importorskip("langgraph", reason="run by .ci/frameworks")

from typing import Any

from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph

pytestmark = pytest.mark.frameworks


class State(MessagesState):
    grounding: dict[str, Any]


def graph_of(auditor: Auditor, *replies: str) -> Any:
    """Answers, checks, and answers again while the answer does not hold."""
    waiting = iter(replies)

    def answer(state: State) -> dict[str, Any]:  # noqa: ARG001
        return {"messages": [AIMessage(next(waiting))]}

    graph = StateGraph(State)
    graph.add_node("answer", answer)
    graph.add_node("check", grounding_node(auditor))
    graph.add_edge(START, "answer")
    graph.add_edge("answer", "check")
    ways = {"unfaithful": "answer", "faithful": END, "inferred": END, "unscored": END}
    graph.add_conditional_edges("check", grounding_route(), ways)
    return graph.compile(checkpointer=InMemorySaver())


ASKED = {"messages": [HumanMessage(QUESTION)]}
KEPT = {"configurable": {"thread_id": "1"}}


def test_an_answer_goes_back_until_it_holds(auditor: Auditor) -> None:
    graph = graph_of(auditor, UNFAITHFUL, FAITHFUL)
    state = graph.invoke(ASKED, KEPT)
    assert [message.content for message in state["messages"]] == [QUESTION, UNFAITHFUL, FAITHFUL]
    assert state["grounding"]["verdict"] == "faithful"
    assert state["grounding"]["question"] == QUESTION
    verdicts = [
        one.values["grounding"]["verdict"]
        for one in graph.get_state_history(KEPT)
        if one.values.get("grounding")
    ]
    assert set(verdicts) == {"faithful", "unfaithful"}


async def test_it_is_awaited(auditor: Auditor) -> None:
    state = await graph_of(auditor, FAITHFUL).ainvoke(ASKED, KEPT)
    assert state["grounding"]["verdict"] == "faithful"


def test_a_state_without_messages_is_told(auditor: Auditor) -> None:
    with pytest.raises(InputError, match="the state has no messages"):
        grounding_node(auditor).invoke({"messages": []})


class RetrievedState(MessagesState):
    documents: list[Document]
    check: dict[str, Any]


def test_an_answer_goes_back_until_what_was_retrieved_supports_it(checker: Checker) -> None:
    waiting = iter([CONTRADICTED, SUPPORTED])

    def retrieve(state: RetrievedState) -> dict[str, Any]:  # noqa: ARG001
        return {"documents": [Document(text) for text in CONTEXTS]}

    def answer(state: RetrievedState) -> dict[str, Any]:  # noqa: ARG001
        return {"messages": [AIMessage(next(waiting))]}

    graph = StateGraph(RetrievedState)
    graph.add_node("retrieve", retrieve)
    graph.add_node("answer", answer)
    graph.add_node("check answer", checking_node(checker))
    graph.add_edge(START, "retrieve")
    graph.add_edge("retrieve", "answer")
    graph.add_edge("answer", "check answer")
    graph.add_conditional_edges(
        "check answer", checking_route(), {"supported": END, "not_supported": "answer"}
    )
    state = graph.compile(checkpointer=InMemorySaver()).invoke(ASKED, KEPT)
    assert [message.content for message in state["messages"]] == [QUESTION, CONTRADICTED, SUPPORTED]
    assert state["check"]["grounded"] is True
    assert state["check"]["question"] == QUESTION
