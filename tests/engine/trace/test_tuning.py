"""M, the number of documents, chosen on a development set: TRACE the Evidence, Section 4.1."""

import pytest
from groundpath.engine.errors import ChatError, InputError
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.trace.questions import question_of
from groundpath.engine.trace.reading import ReadingSettings
from groundpath.engine.trace.tuning import Tried, TunedMethod, Tuning


def question(name, answer, *titles):
    documents = [{"id": title, "title": title, "text": f"{title} is told of."} for title in titles]
    return question_of({"id": name, "question": f"{name}?", "documents": documents, "answer": answer}, 1)


# Backwards, so that the order is the ranker's and not the file's.
def backwards(_query, documents):
    return list(reversed(documents))


QUESTIONS = [question("one", "K", "C", "B", "K"), question("two", "Y", "Y", "X")]


def tuning(answer, questions=QUESTIONS):
    asked = AskedModel(ScriptedChat(answer))
    return Tuning(asked, {"nearest-documents": backwards}, questions, ReadingSettings())


def shown(request):
    asked = request.messages[-1].content
    return [title for title in "KBCXY" if f"Title: {title}" in asked]


def test_every_number_of_documents_is_tried_and_the_best_one_is_found():
    """By hand: the first question's order is K, B, C, the second's X, Y.

    M = 1 shows K and X: the first is right. M = 2 shows K, B and X, Y: both are right. M = 3 shows K, B, C
    and all of X, Y: the first is answered "K B", of which one word of two is right: F1 2/3.
    """

    def answer(request):
        return {"K": "K", "KB": "K", "KBC": "K B"}.get("".join(shown(request)), shown(request)[-1])

    tuned = tuning(answer).tune()
    (nearest,) = tuned.methods
    assert nearest.tried == (Tried(1, 0.5, 0.5), Tried(2, 1.0, 1.0), Tried(3, 0.5, pytest.approx(5 / 6)))
    assert nearest.best.documents == 2
    assert nearest.to_dict()["best"] == 2
    assert (tuned.questions, tuned.usage.requests) == (2, 6)


def test_what_is_asked_is_known_beforehand():
    asked = [shown(one) for one in tuning(lambda _: "x").requests()]
    assert asked == [["K"], ["X"], ["K", "B"], ["X", "Y"], ["K", "B", "C"], ["X", "Y"]]


def test_of_equal_em_the_higher_f1_wins_and_then_the_fewest_documents():
    tried = (Tried(1, 0.5, 0.5), Tried(2, 0.5, 0.6), Tried(3, 0.5, 0.6), Tried(4, 0.4, 0.9))
    assert TunedMethod("nearest-documents", tried).best.documents == 2


def test_an_answer_that_is_missing_is_wrong_and_told():
    def answer(request):
        if shown(request) == ["X"]:
            raise ChatError("the server is gone")
        return "K"

    tuned = tuning(answer).tune()
    assert tuned.methods[0].tried[0].em == 0.5
    assert (tuned.first_failure, tuned.usage.failed) == ("the server is gone", 1)


def test_only_questions_with_documents_and_a_known_answer_count():
    odd = [question("three", None, "K"), question("four", "Z")]
    assert tuning(lambda _: "x", [*QUESTIONS, *odd]).tune().questions == 2
    with pytest.raises(InputError, match="no question has both documents and a known answer"):
        tuning(lambda _: "x", odd)
