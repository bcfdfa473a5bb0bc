"""A chat model chooses what is replaced; code puts it in everywhere, or draws another by rule."""

import time

import pytest
from groundpath.engine.counterfactual.asking import AskingSettings, requests
from groundpath.engine.counterfactual.cases import CounterfactualQuestion
from groundpath.engine.counterfactual.construction.rewriting import rewrite, rewrite_requests
from groundpath.engine.counterfactual.documents import read_document_questions
from groundpath.engine.errors import ChatError
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.cache import ChatCache
from groundpath.engine.llm.openai_chat import OpenAIChat
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.names import normalise
from local_chat_server import completion, failure, running_chat_server


def directed(film, director, place, id="q"):
    """A film, its director, and where he was born."""
    return {
        "_id": id,
        "type": "compositional",
        "question": f"Where was the director of {film} born?",
        "answer": place,
        "context": [
            [film, [f"{film} is a famous film by {director}."]],
            [director, [f"{director} (born 1950) is an English film director.", f"He was born in {place}."]],
            ["Rain", [f"It rains on {place}, and on an English field."]],
        ],
        "supporting_facts": [[film, 0], [director, 0]],
        "evidences": [[film, "director", director], [director, "place of birth", place]],
    }


ROWS = [directed("Blitz", "Elliott Lester", "Leeds"), directed("Rush", "Ron Ward", "Derby", "r")]
QUESTIONS = read_document_questions(ROWS)
CHOSEN = """Here is what I chose:
- NAME: Elliott Lester => Marvin Kellaway
NAME: Leeds => Orrinport
NAME: Blitz -> Flashstrike
WORD: film => movie
WORD: famous → eminent
WORD: English => British
"""


def chooses(reply):
    """A model that chooses for the first question, and nothing that fits for the second."""

    def answer(request):
        return reply if "Blitz" in request.messages[-1].content else "NAME: Ron Ward => Mary Ward"

    return AskedModel(ScriptedChat(answer))


def first(reply) -> CounterfactualQuestion:
    return rewrite(chooses(reply), QUESTIONS).made.questions[0]


def test_names_and_words_are_replaced_as_in_stage_1_of_table_10():
    """Table 10: "Elliott Lester is an English film …" becomes "Marvin Kellaway is a British movie …".

    “English” has a capital, and is no word in small letters: it is refused.
    """
    made = first(CHOSEN)
    assert [passage.shown for passage in made.counterfactual.passages] == [
        "Title: Flashstrike\nFlashstrike is an eminent movie by Marvin Kellaway.",
        "Title: Marvin Kellaway\n"
        "Marvin Kellaway (born 1950) is an English movie director. He was born in Orrinport.",
        "Title: Rain\nIt rains on Orrinport, and on an English field.",
    ]
    assert made.counterfactual.question == "Where was the director of Flashstrike born?"
    assert made.counterfactual.answers == ("Orrinport",)
    assert [sub.question for sub in made.counterfactual.sub_questions] == [
        "Who is the director of Flashstrike?",
        "What is the place of birth of Marvin Kellaway?",
    ]
    assert [(one.hop, one.new) for one in made.replaced] == [
        (1, "Marvin Kellaway"),
        (2, "Orrinport"),
        (0, "Flashstrike"),
    ]
    assert made.stages == ("rewrite",)
    assert CounterfactualQuestion.from_dict(made.to_dict()) == made


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I would rather not.",
        "NAME: Leeds => Blitz",  # stands in the passages
        "NAME: Leeds => a town",  # no name
        "NAME: Leeds => Duke of York",  # an office
    ],
)
def test_what_does_not_fit_is_drawn_by_rule(reply):
    done = rewrite(chooses(reply), QUESTIONS)
    made = done.made.questions[0]
    assert [one.new for one in made.replaced] == ["Ron Ward", "Derby"]
    assert done.by_rule == 2


def test_what_was_refused_is_counted():
    done = rewrite(chooses(CHOSEN), QUESTIONS)
    assert done.by_rule == 1
    assert done.refused == 2  # “English”, and a woman for a man
    assert done.usage.requests == 2


def test_the_counterfactual_holds_everywhere():
    """Section 3.1: what was replaced is looked for again; here in all that is shown and asked."""
    made = first(CHOSEN)
    whole = made.counterfactual
    texts = [
        whole.question,
        *(one.shown for one in whole.passages),
        *(s.question for s in whole.sub_questions),
    ]
    for one in made.replaced:
        assert not any(f" {normalise(one.old)} " in f" {normalise(text)} " for text in texts)
    for sub in whole.sub_questions:
        assert any(sub.answers[0] in whole.passages[at].shown for at in sub.passages)


def test_a_name_that_cannot_be_put_in_everywhere_stays():
    row = directed("Blitz", "Elliott Lester", "Leeds")
    row["context"][0][1][0] += " The Blitz Club is another."
    (made, _) = rewrite(chooses(CHOSEN), read_document_questions([row, ROWS[1]])).made.questions
    assert "Blitz is an eminent movie by Marvin Kellaway." in made.counterfactual.passages[0].text
    assert [one.hop for one in made.replaced] == [1, 2]


def test_words_of_an_answer_stay():
    made = first("NAME: Leeds => Field Town\nWORD: field => meadow")
    assert made.counterfactual.answers == ("Field Town",)
    assert "an English field" in made.counterfactual.passages[2].text


def test_a_server_is_asked_and_nothing_twice(tmp_path):
    out = [failure(400, "no"), completion(CHOSEN), completion("NAME: Derby => Farbeck")]

    def answer(body):
        asked = body["messages"][-1]["content"]
        return out[0] if "Rush" in asked and len(server.bodies) <= 2 else out[1 if "Blitz" in asked else 2]

    with running_chat_server(answer) as server, ChatCache(tmp_path / "cache") as cache:
        by = AskedModel(OpenAIChat("local", base_url=server.url, api_key="key"), cache, 1)
        with pytest.raises(ChatError, match="1 of 2 requests got no answer"):
            rewrite(by, QUESTIONS)
        done = rewrite(by, QUESTIONS)
        assert len(server.bodies) == 3
    assert [question.counterfactual.answers for question in done.made.questions] == [
        ("Orrinport",),
        ("Farbeck",),
    ]


def test_questions_of_hotpotqa_are_rewritten_without_sub_questions():
    """Table 5 is over HotpotQA, which tells no sub-questions: question and answer alone."""
    row = {name: value for name, value in ROWS[0].items() if name not in ("evidences", "type")}
    (made,) = rewrite(chooses(CHOSEN), read_document_questions([row])).made.questions
    whole = made.counterfactual
    assert (whole.answers, whole.sub_questions, whole.supporting) == (("Orrinport",), (), (0, 1))
    assert whole.question == "Where was the director of Flashstrike born?"
    assert "movie by Marvin Kellaway" in whole.passages[0].text
    assert made.hops == 2
    assert CounterfactualQuestion.from_dict(made.to_dict()) == made
    assert len(requests([made], AskingSettings())) == 2


def test_what_has_no_hops_is_not_asked_about_and_left_out_with_its_reason():
    plain = {"question": "Who?", "context": [["A", ["B."]]]}
    questions = read_document_questions([*ROWS, plain])
    assert len(rewrite_requests(questions)) == 2
    (left,) = rewrite(chooses(CHOSEN), questions).made.left_out
    assert "tells no hops" in left.reason


def test_a_choice_is_one_line():
    made = first("NAME:\nWORD: film => movie\nNAME: Leeds\n=> Orrinport\n")
    shown = " ".join(passage.text for passage in made.counterfactual.passages)
    assert "famous movie" in shown
    assert "film" not in shown
    assert "Orrinport" not in shown


@pytest.mark.parametrize(
    "reply",
    [
        "\n" * 100_000,
        "NAME" + ":" * 100_000,
        "NAME: a" + " " * 100_000 + "b",
        "NAME: a => b" + " " * 100_000 + ".",
    ],
)
def test_a_long_reply_is_read_in_a_moment(reply):
    begun = time.monotonic()
    first(reply)
    assert time.monotonic() - begun < 5
