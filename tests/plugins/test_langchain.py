"""The guard behind a chain of langchain: it raises, annotates or routes, and holds no event loop up."""

import asyncio

import pytest
from groundpath import Auditor
from groundpath.engine.errors import InputError
from groundpath.plugins.langchain import Guarded, NotGroundedError, annotated, guarded, routed
from langchain_core.language_models import FakeMessagesListChatModel
from langchain_core.messages import AIMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import Runnable, RunnableLambda, RunnablePassthrough

from .conftest import FAITHFUL, QUESTION, UNFAITHFUL, UNSCORED


def chain(*replies: str) -> Runnable:
    """A prompt and a model that gives these replies in turn."""
    prompt = ChatPromptTemplate.from_messages([("human", "{question}")])
    return prompt | FakeMessagesListChatModel(responses=[AIMessage(reply) for reply in replies])


def test_an_answer_that_holds_passes_as_it_is(auditor: Auditor) -> None:
    answer = (chain(FAITHFUL) | guarded(auditor)).invoke({"question": QUESTION})
    assert isinstance(answer, AIMessage)
    assert answer.content == FAITHFUL


def test_an_answer_that_does_not_hold_is_raised_with_its_verdict(auditor: Auditor) -> None:
    with pytest.raises(NotGroundedError, match="the answer is unfaithful: Step 2") as raised:
        (chain(UNFAITHFUL) | StrOutputParser() | guarded(auditor)).invoke({"question": QUESTION})
    assert raised.value.answer == UNFAITHFUL
    assert raised.value.verdict.steps[1].claims[0].instead[0].fact.tail.id == "Oslo"


def test_what_cannot_be_judged_passes_unless_it_shall_be_stopped(auditor: Auditor) -> None:
    assert guarded(auditor).invoke(UNSCORED) == UNSCORED
    with pytest.raises(NotGroundedError, match="the answer is unscored"):
        guarded(auditor, unscored="stop").invoke(UNSCORED)


def test_a_verdict_is_put_beside_the_answer(auditor: Auditor) -> None:
    answered = RunnablePassthrough.assign(answer=chain(FAITHFUL)) | annotated(auditor)
    found = answered.invoke({"question": QUESTION})
    assert found.verdict.verdict == "faithful"
    assert found.verdict.question == QUESTION
    assert found.answer["answer"].content == FAITHFUL


def test_an_answer_that_does_not_hold_is_routed_with_its_verdict(auditor: Auditor) -> None:
    def mended(found: Guarded) -> str:
        return f"Not so: {found.verdict.explain()}"

    guard = routed(auditor, RunnableLambda(mended))
    assert guard.invoke(FAITHFUL) == FAITHFUL
    assert "The chain breaks here" in guard.invoke(UNFAITHFUL)


async def test_the_same_is_awaited_by_many_at_once(auditor: Auditor) -> None:
    guard = annotated(auditor)
    texts = [FAITHFUL, UNFAITHFUL, UNSCORED] * 4
    found = await asyncio.gather(*(guard.ainvoke(text) for text in texts))
    assert [one.verdict.verdict for one in found] == ["faithful", "unfaithful", "unscored"] * 4
    assert await routed(auditor, RunnableLambda(lambda _: "no")).ainvoke(UNFAITHFUL) == "no"
    assert [one.verdict.verdict for one in guard.batch(texts[:3])] == ["faithful", "unfaithful", "unscored"]


def test_what_a_model_thought_is_not_audited(auditor: Auditor) -> None:
    message = AIMessage([{"type": "reasoning", "reasoning": UNFAITHFUL}, {"type": "text", "text": FAITHFUL}])
    assert annotated(auditor).invoke(message).verdict.verdict == "faithful"


@pytest.mark.parametrize(
    ("given", "said"),
    [({"reply": "x"}, "has no answer and no output; it has: reply"), (7, "a int is neither a text")],
)
def test_what_is_no_answer_is_told(auditor: Auditor, given: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        guarded(auditor).invoke(given)
