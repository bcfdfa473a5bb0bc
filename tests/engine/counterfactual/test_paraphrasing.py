"""Passages in other words, there and back; kept only where what is asked still stands in them."""

import pytest
from groundpath.engine.counterfactual.cases import (
    CounterfactualQuestion,
    Passage,
    Replacement,
    SubQuestion,
    Version,
)
from groundpath.engine.counterfactual.construction.paraphrasing import paraphrase, sources
from groundpath.engine.counterfactual.construction.translating import ModelTranslator, RunnableTranslator
from groundpath.engine.errors import ChatError
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.cache import ChatCache
from groundpath.engine.llm.openai_chat import OpenAIChat
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.progress import SILENT
from langchain_core.runnables import RunnableLambda
from local_chat_server import completion, running_chat_server


def version(director, place):
    return Version(
        "Where was the director of Blitz born?",
        (place,),
        (
            Passage("Blitz", f"Blitz is a film of 2011 by {director}."),
            Passage("Rain", "It rains."),
            Passage(director, f"{director} was born in {place}."),
        ),
        (
            SubQuestion("Who is the director of Blitz?", (director,), (0,)),
            SubQuestion(f"Where was {director} born?", (place,), (2,)),
        ),
    )


QUESTION = CounterfactualQuestion(
    "q",
    "bridge",
    "?",
    (Replacement(1, "Elliott Lester", "Marvin Kellaway", "so"), Replacement(2, "Leeds", "Orrinport", "so")),
    version("Elliott Lester", "Leeds"),
    version("Marvin Kellaway", "Orrinport"),
    ("rewrite",),
)
GOOD = {
    "Blitz is a film of 2011 by Marvin Kellaway.": "In 2011 Marvin Kellaway made Blitz, a film.",
    "Marvin Kellaway was born in Orrinport.": "Orrinport is where Marvin Kellaway was born.",
}


def passage_of(asked):
    return asked.rsplit("<passage>\n", 1)[1].split("\n</passage>")[0]


def translates(into):
    """A model that writes “[zh] …”, and back what a table says."""

    def answer(request):
        asked = request.messages[-1].content
        text = passage_of(asked)
        return into[text.removeprefix("[zh] ")] if "<names>" in asked else f"[zh] {text}"

    return ModelTranslator(AskedModel(ScriptedChat(answer)))


def test_supporting_passages_are_told_in_other_words():
    """Table 10, stage 2: another sentence, the same names and numbers; what is asked stays."""
    done = paraphrase([QUESTION], translates(GOOD))
    (made,) = done.questions
    assert [passage.text for passage in made.counterfactual.passages] == [
        "In 2011 Marvin Kellaway made Blitz, a film.",
        "It rains.",
        "Orrinport is where Marvin Kellaway was born.",
    ]
    assert made.counterfactual.sub_questions == QUESTION.counterfactual.sub_questions
    assert made.factual == QUESTION.factual
    assert made.stages == ("rewrite", "paraphrase")
    assert (done.passages, done.kept, done.usage.requests) == (2, {}, 4)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("In 2011 Mr Kellaway made Blitz.", "got lost"),
        ("In 2011 Marvin Kellaway, not Elliott Lester, made Blitz.", "is back"),
        ("In 2012 Marvin Kellaway made Blitz.", "numbers are others"),
        ("Blitz is a film of 2011 by  Marvin Kellaway.", "word for word"),
        ("", "empty or cut off"),
    ],
)
def test_a_paraphrase_in_which_the_counterfactual_does_not_hold_is_not_taken(told, reason):
    first = QUESTION.counterfactual.passages[0].text
    done = paraphrase([QUESTION], translates({**GOOD, first: told}))
    assert done.questions[0].counterfactual.passages[0].text == first
    assert [reason in why for why in done.kept] == [True]
    assert list(done.kept.values()) == [1]


def test_a_server_is_asked_twice_for_each_passage_and_nothing_again(tmp_path):
    def answer(body):
        asked = body["messages"][-1]["content"]
        text = passage_of(asked)
        return completion(GOOD[text.removeprefix("[zh] ")] if "<names>" in asked else f"[zh] {text}")

    with running_chat_server(answer) as server, ChatCache(tmp_path / "cache") as cache:
        by = AskedModel(OpenAIChat("local", base_url=server.url, api_key="key"), cache, 2)
        first = paraphrase([QUESTION], ModelTranslator(by))
        assert "<language>Chinese</language>" in server.questions()[0]
        assert "Marvin Kellaway\nOrrinport" in "".join(server.questions())
        again = paraphrase([QUESTION], ModelTranslator(by))
        assert len(server.bodies) == 4
    assert (first.questions, again.usage.cached) == (again.questions, 4)
    assert len(ModelTranslator(by).requests(sources([QUESTION]))) == 4


def test_a_runnable_of_langchain_translates_as_well():
    there = RunnableLambda(lambda text: f"[fr] {text}")
    back = RunnableLambda(lambda text: GOOD[text.removeprefix("[fr] ")])
    assert paraphrase([QUESTION], RunnableTranslator(there, back)).questions == (
        paraphrase([QUESTION], translates(GOOD)).questions
    )


@pytest.mark.parametrize(("back", "reason"), [(len, "gave int, not a text"), (dict.fromkeys, "not a text")])
def test_a_runnable_that_gives_no_text_is_told(back, reason):
    translator = RunnableTranslator(RunnableLambda(str), RunnableLambda(back))
    with pytest.raises(ChatError, match=reason):
        translator.there_and_back(sources([QUESTION]), SILENT)


def test_a_runnable_that_fails_is_told():
    def fail(_):
        raise OSError("no route")

    with pytest.raises(ChatError, match="OSError: no route"):
        paraphrase([QUESTION], RunnableTranslator(RunnableLambda(fail), RunnableLambda(str)))
