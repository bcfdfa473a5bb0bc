"""Retrieving and reasoning in turns, as TRACE the Evidence has IRCoT (Section 4.1, Appendix C.2)."""

import re
from collections.abc import Callable, Sequence

import pytest
from groundpath.engine.errors import ChatError, InputError
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.chat import ChatRequest
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.trace.ircot import MOST_DOCUMENTS, IRCoT, IRCoTSettings
from groundpath.engine.trace.questions import TraceQuestion, question_of
from groundpath.engine.trace.sources import SourceDocument

QUESTION = "Where was the drummer of Rush born?"
DRUMMER, BORN = "The drummer of Rush is Neil Peart.", "Neil Peart was born in Hamilton."
ANSWER = "So the answer is Hamilton."
TITLES = ["Yes", "Rush", "Toto", "Peart", "Hamilton"]
# What each query finds, best first; the other documents follow in their order.
FOUND = {QUESTION: ["Rush", "Toto"], DRUMMER: ["Rush", "Peart"], BORN: ["Hamilton", "Peart"]}


class Table:
    """A ranker that a table makes; `queries` holds what was searched for."""

    def __init__(self) -> None:
        self.queries: list[str] = []

    def __call__(self, query: str, documents: Sequence[SourceDocument], /) -> list[SourceDocument]:
        self.queries.append(query)
        first = FOUND.get(query, [])
        return sorted(documents, key=lambda one: first.index(one.title) if one.title in first else len(first))


def question(text: str = QUESTION, titles: Sequence[str] = TITLES) -> TraceQuestion:
    documents = [{"id": title, "title": title, "text": f"{title} is told of."} for title in titles]
    return question_of({"question": text, "documents": documents}, 1)


class Reasoning:
    """A model that writes the next of some sentences; `shown` holds the titles and sentences it was shown."""

    def __init__(self, *sentences: str) -> None:
        self.shown: list[tuple[list[str], list[str]]] = []
        self._sentences = sentences

    def __call__(self, request: ChatRequest) -> str:
        asked = request.messages[-1].content
        before = re.findall(r"<reasoning>\n(.*)\n</reasoning>", asked, re.DOTALL)[0].splitlines()
        before = [] if before == ["(no sentence yet)"] else before
        assert f"<question>{QUESTION}</question>" in asked
        self.shown.append((re.findall(r"^Title: (.*)$", asked, re.MULTILINE), before))
        return self._sentences[len(before)]


def ircot(
    answer: Callable[[ChatRequest], str], ranker: Table, documents: int = 2, sentences: int = 8
) -> IRCoT:
    return IRCoT(AskedModel(ScriptedChat(answer)), ranker, IRCoTSettings(documents, sentences))


def test_each_sentence_is_the_next_query_until_the_answer_is_told() -> None:
    """Appendix C.2, "we alternate between CoT sentence generation and document retrieval". By hand, K = 2:

    question -> Rush, Toto; "The drummer …" -> Rush (there already), Peart; "Neil Peart …" -> Hamilton, Peart
    (there already); "So the answer is …" ends it, and is not searched for.
    """
    ranker, model = Table(), Reasoning(DRUMMER, BORN, ANSWER)
    (found,) = ircot(model, ranker)([question()])
    assert ranker.queries == [QUESTION, DRUMMER, BORN]
    assert model.shown == [
        (["Rush", "Toto"], []),
        (["Rush", "Toto", "Peart"], [DRUMMER]),
        (["Rush", "Toto", "Peart", "Hamilton"], [DRUMMER, BORN]),
    ]
    assert [document.title for document in found.documents] == ["Rush", "Toto", "Peart", "Hamilton"]
    assert found.reasoning == (DRUMMER, BORN, ANSWER)
    assert found.usage.requests == 3
    assert found.failure is None


def test_only_the_first_sentence_of_a_reply_is_taken() -> None:
    """What follows it was written without the documents that it finds."""
    ranker, model = Table(), Reasoning(f"{DRUMMER} {ANSWER}", ANSWER)
    (found,) = ircot(model, ranker)([question()])
    assert found.reasoning == (DRUMMER, ANSWER)
    assert ranker.queries == [QUESTION, DRUMMER]


def test_reasoning_ends_after_the_most_sentences() -> None:
    ranker, model = Table(), Reasoning(DRUMMER, BORN, ANSWER)
    (found,) = ircot(model, ranker, documents=1, sentences=2)([question()])
    assert ranker.queries == [QUESTION, DRUMMER, BORN]
    assert [document.title for document in found.documents] == ["Rush", "Hamilton"]
    assert found.reasoning == (DRUMMER, BORN)


def test_reasoning_ends_where_no_document_is_left_to_find() -> None:
    ranker, model = Table(), Reasoning(DRUMMER)
    (found,) = ircot(model, ranker)([question(titles=["Rush", "Peart", "Toto"])])
    assert len(model.shown) == 1
    assert len(found.documents) == 3


def test_no_more_than_fifteen_documents_are_collected() -> None:
    (found,) = ircot(Reasoning(DRUMMER), Table(), documents=20)(
        [question(titles=[str(n) for n in range(30)])]
    )
    assert len(found.documents) == MOST_DOCUMENTS == 15


def test_questions_of_a_batch_go_on_side_by_side() -> None:
    ranker, model = Table(), Reasoning(DRUMMER, ANSWER)
    found = ircot(model, ranker)([question(), question(titles=["Rush", "Peart", "Toto"])])
    assert [one.reasoning for one in found] == [(DRUMMER, ANSWER), (DRUMMER,)]
    assert ranker.queries == [QUESTION, QUESTION, DRUMMER, DRUMMER]


def test_a_question_without_documents_asks_nothing() -> None:
    (found,) = ircot(Reasoning(), Table())([question(titles=[])])
    assert (found.documents, found.usage.requests) == ((), 0)


def test_a_sentence_that_is_missing_is_told_with_what_was_found_before() -> None:
    def refuse(_: ChatRequest) -> str:
        raise ChatError("the model refused: no")

    (found,) = ircot(refuse, Table())([question()])
    assert found.failure == "the model refused: no"
    assert [document.title for document in found.documents] == ["Rush", "Toto"]
    (found,) = ircot(lambda _: " ", Table())([question()])
    assert found.failure == "the model wrote no sentence"


@pytest.mark.parametrize("wrong", [{"documents": 0}, {"sentences": 0}])
def test_settings_outside_their_range_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(InputError, match="must be at least 1"):
        IRCoTSettings(**wrong)
