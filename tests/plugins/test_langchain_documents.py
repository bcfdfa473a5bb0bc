"""The guard over retrieved documents: it blocks, annotates or hands on, and holds no event loop up."""

import asyncio

import pytest
from groundpath import Checker
from groundpath.engine.errors import InputError
from groundpath.plugins.langchain_documents import (
    Checked,
    NotSupportedError,
    annotated,
    checking_node,
    checking_route,
    supported,
)
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from letters import LetterEncoder
from stated_judge import FailingJudge

from .conftest import ASKED, CLAIMS_NOTHING, CONTEXTS, CONTRADICTED, SUPPORTED

DOCUMENTS = [Document(text, metadata={"source": f"{n}.txt"}) for n, text in enumerate(CONTEXTS)]


def given(answer: object) -> dict[str, object]:
    """What `create_retrieval_chain` gives."""
    return {"input": ASKED, "context": DOCUMENTS, "answer": answer}


def test_an_answer_that_is_supported_passes_as_it_is(checker: Checker) -> None:
    for answer in (given(SUPPORTED), given(AIMessage(SUPPORTED)), given(CLAIMS_NOTHING)):
        assert supported(checker).invoke(answer) is answer


def test_an_answer_that_is_not_supported_is_blocked_with_its_check(checker: Checker) -> None:
    chain = RunnableLambda(given) | supported(checker)
    with pytest.raises(NotSupportedError, match="of 2 claims 1 supported, 1 contradicted") as raised:
        chain.invoke(CONTRADICTED)
    assert raised.value.answer["answer"] == CONTRADICTED
    assert raised.value.checked.question == ASKED
    evidence = raised.value.checked.claims[1].evidence[0]
    assert (evidence.title, evidence.text) == ("1.txt", "Soap is cheap.")


def test_a_contradicted_claim_blocks_whatever_the_threshold_and_missing_ones_by_it(checker: Checker) -> None:
    """By hand: one claim with 0.9 and one that is not found, with 0.05, come to 0.475."""
    with pytest.raises(NotSupportedError):
        supported(checker, threshold=0.0).invoke(given(CONTRADICTED))
    unknown = given("Soap cleans. Soap floats.")
    assert supported(checker, threshold=0.47).invoke(unknown) is unknown
    with pytest.raises(NotSupportedError):
        supported(checker, threshold=0.48).invoke(unknown)


def test_the_check_is_put_beside_the_answer(checker: Checker) -> None:
    found = annotated(checker).invoke({"query": ASKED, "result": SUPPORTED, "source_documents": DOCUMENTS})
    assert found.answer["result"] == SUPPORTED
    assert (found.checked.grounded, found.checked.question) == (True, ASKED)


def test_an_answer_that_is_not_supported_goes_elsewhere_with_its_check(checker: Checker) -> None:
    def mended(found: Checked) -> str:
        return f"Not so: {found.checked.claims[1].text}"

    guard = supported(checker, otherwise=RunnableLambda(mended))
    assert guard.invoke(given(CONTRADICTED)) == "Not so: Soap is dear."
    assert guard.invoke(given(SUPPORTED))["answer"] == SUPPORTED


async def test_the_same_is_awaited_by_many_at_once(checker: Checker) -> None:
    guard = annotated(checker)
    answers = [given(text) for text in (SUPPORTED, CONTRADICTED, CLAIMS_NOTHING)] * 3
    found = await asyncio.gather(*map(guard.ainvoke, answers))
    assert [one.checked.grounded for one in found] == [True, False, None] * 3
    assert [one.checked.grounded for one in guard.batch(answers[:3])] == [True, False, None]


def test_a_node_holds_the_last_message_against_the_documents_of_a_state(checker: Checker) -> None:
    node, route = checking_node(checker), checking_route()
    for text, way in ((SUPPORTED, "supported"), (CONTRADICTED, "not_supported")):
        state = {"messages": [HumanMessage(ASKED), AIMessage(text)], "documents": DOCUMENTS}
        state |= node.invoke(state)
        assert (route(state), state["check"]["question"]) == (way, ASKED)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"reply": "x"}, "cannot be checked: has no text to check"),
        ({"answer": "x", "context": [7]}, "cannot be checked: context 1 is a number"),
        (7, "a int is neither a text nor a message"),
        (SUPPORTED, "the answer cannot be checked: it comes with no documents"),
    ],
)
def test_what_cannot_be_checked_never_passes(checker: Checker, answer: object, said: str) -> None:
    with pytest.raises(InputError, match=said):
        supported(checker).invoke(answer)


def test_a_judge_that_fails_lets_nothing_pass() -> None:
    failing = Checker(encoder=LetterEncoder(), judge=FailingJudge({}, unanswered="Soap cleans."))
    with pytest.raises(InputError, match="the server is busy"):
        supported(failing).invoke(given("Soap cleans."))
