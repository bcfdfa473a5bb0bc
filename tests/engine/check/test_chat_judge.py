"""A chat model as the judge: what it is asked, how its reply is read, and what it is not asked."""

import pytest
from groundpath.engine.check.cases import AnswerCase
from groundpath.engine.check.chat import ChatJudge, read_reply
from groundpath.engine.check.checker import Checker
from groundpath.engine.check.judge import Unjudged
from groundpath.engine.check.questions import Question
from groundpath.engine.errors import ChatError
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.terms import Document
from groundpath.engine.trace.sources import SourceDocument
from letters import LetterEncoder


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        ("supported", "supported"),
        ("Not found.", "not_found"),
        ("**contradicted**", "contradicted"),
        ("It might look supported, but it is not_found", "not_found"),
        ("unsupported", None),
        ("", None),
    ],
)
def test_how_a_reply_is_read(reply, status):
    assert read_reply(reply) == status


def test_a_model_is_asked_once_for_a_claim():
    asked = []

    def answer(request):
        asked.append(request.messages[-1].content)
        return "supported" if "Soap" in request.messages[-1].content.split("<sentences>")[0] else "not_found"

    judge = ChatJudge(AskedModel(ScriptedChat(answer)))
    document = SourceDocument(Document("d", "Soap", "Soap cleans. Ink stains."))
    held = Checker([document], encoder=LetterEncoder(), judge=judge)
    checked = held.check("Soap cleans. Bolt is rich. Is it so?")
    assert [claim.status for claim in checked.claims] == ["supported", "not_found"]
    assert len(asked) == 2
    assert judge.usage.requests == 2
    assert "scripted:function" in checked.judge


def test_what_it_costs_is_known_beforehand():
    judge = ChatJudge(AskedModel(ScriptedChat(lambda _: "supported")))
    documents = [SourceDocument(Document(text, "", text)) for text in ("Soap cleans.", "Ink stains.")]
    held = Checker(documents, encoder=LetterEncoder(), judge=judge)
    requests = list(judge.requests(held.questions([AnswerCase("1", "Soap cleans [1]. Ink stains.")])))
    assert len(requests) == 3  # two claims, and one by what it cites
    held.check("Soap cleans [1]. Ink stains.")
    assert judge.usage.requests == 3


def test_a_reply_that_says_nothing_fails_its_claim():
    judge = ChatJudge(AskedModel(ScriptedChat(lambda _: "Yes.")))
    (judged,) = judge.judge([Question("Soap cleans.", "Soap cleans.")])
    assert judged == Unjudged("its reply is none of supported, contradicted and not_found")


def test_nothing_is_asked_about_nothing():
    def answer(_):
        raise ChatError("asked")

    (judged,) = ChatJudge(AskedModel(ScriptedChat(answer))).judge([Question("Soap cleans.", "")])
    assert judged.likeliest == "not_found"
