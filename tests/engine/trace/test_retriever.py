"""The retriever as langchain's users call it."""

import asyncio

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.trace.facts import facts_by_sentence
from groundpath.engine.trace.pipeline import Tracer
from groundpath.engine.trace.retriever import GroundpathRetriever
from groundpath.engine.trace.selection import Selection
from groundpath.engine.trace.settings import ChainSettings
from langchain_core.documents import Document
from letters import LetterEncoder
from pydantic import ValidationError
from two_facts import two_facts

DOCUMENTS = [
    Document("Rush was a band. Rush had a drummer.", metadata={"title": "Rush", "page": 3}),
    Document("Peart was a drummer. Peart wrote texts.", metadata={"title": "Peart"}, id="peart"),
    Document("Yes is a band.", metadata={"title": "Yes"}),
    Document("", metadata={"title": "Empty"}),
]
QUESTION = "Who was a drummer of Rush?"


def retriever(documents=DOCUMENTS, **settings):
    tracer = Tracer(facts_by_sentence, LetterEncoder(), two_facts)
    return GroundpathRetriever(documents=documents, tracer=tracer, **settings)


def test_documents_come_with_their_chain_and_score():
    first = retriever(k=1).invoke(QUESTION)[0]
    assert first.page_content in {document.page_content for document in DOCUMENTS}
    assert len(first.metadata["chain"]) == 2
    assert 0 < first.metadata["score"] <= 1
    assert first.metadata["votes"] > 0
    assert all(sentence in first.page_content for sentence in first.metadata["sentences"])


def test_what_was_given_stays():
    found = {document.metadata["title"]: document for document in retriever().invoke(QUESTION)}
    assert found["Rush"].metadata["page"] == 3
    assert found["Peart"].id == "peart"
    assert set(found) == {"Rush", "Peart", "Yes"}
    assert "chain" not in DOCUMENTS[0].metadata


def test_a_file_that_a_loader_read_is_read_as_the_same_file_of_a_folder():
    text = "# Rush\n\nRush was a *band*. Rush had a drummer."
    documents = [
        Document(text, metadata={"source": "notes/bands.md"}),
        Document("Neil Peart was a drummer.", metadata={"source": "notes/neil_peart.txt"}),
    ]
    with_titles = [
        Document("Rush was a band. Rush had a drummer.", metadata={"title": "Rush"}),
        Document("Neil Peart was a drummer.", metadata={"title": "Neil Peart"}),
    ]
    found, wanted = (retriever(each).invoke(QUESTION) for each in (documents, with_titles))
    assert [d.metadata["chain"] for d in found] == [d.metadata["chain"] for d in wanted]
    assert {d.page_content for d in found} == {d.page_content for d in documents}


@pytest.mark.parametrize("k", [1, 2, 3])
def test_as_many_as_are_asked_for(k):
    assert len(retriever(k=k).invoke(QUESTION)) == k
    assert len(retriever().invoke(QUESTION, k=k)) == k


def test_after_the_chain_come_the_documents_nearest_to_the_question():
    texts = [
        "Zzz zzz zzz.",
        "Zzz zzz. Rush had drums.",
        "Who was a drummer of Rush?",
        "Who was Rush's drummer?",
    ]
    tracer = Tracer(facts_by_sentence, LetterEncoder(), two_facts, ChainSettings(chains=1))
    one = GroundpathRetriever(documents=[Document(text) for text in texts], tracer=tracer, k=4)
    found = one.invoke(QUESTION)
    assert [document.metadata["votes"] for document in found] == [1, 1, 0, 0]
    assert [document.page_content for document in found[2:]] == [texts[1], texts[0]]
    assert found[2].metadata["chain"] == []


def the_least_alike(choices):
    """A selector that mostly goes on with the last option."""
    return [
        Selection(0.0, [0.2] * (len(one.options) - 1) + [1.2 - 0.2 * len(one.options)]) for one in choices
    ]


def test_documents_come_in_the_order_in_which_chains_come_near_to_them():
    scores = [document.metadata["score"] for document in retriever().invoke(QUESTION)]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] > 0


def test_what_a_found_document_names_goes_before_what_is_like_the_question():
    """The second hop is like nothing in the question, and the first names it; others share all letters."""
    texts = {
        "Ada Roe": "Ada Roe was taught by Kim Poe.",
        "Kim Poe": "Zzz zzz zzz.",
        "Sound": "Ohw ugthat eth acheter fo Dao Ore?",
        "Noise": "Hwo atugth het echaert of Oda Reo?",
    }
    documents = [Document(text, metadata={"title": title}) for title, text in texts.items()]
    found = {}
    for by in ("names", "ranker"):
        settings = ChainSettings(candidates=2, longest=2, candidates_by=by)
        tracer = Tracer(facts_by_sentence, LetterEncoder(), the_least_alike, settings)
        one = GroundpathRetriever(documents=documents, tracer=tracer, k=2)
        found[by] = {d.metadata["title"] for d in one.invoke("Who taught the teacher of Ada Roe?")}
    assert found["names"] == {"Ada Roe", "Kim Poe"}
    assert "Kim Poe" not in found["ranker"]


def test_documents_are_encoded_once():
    encoder = LetterEncoder()
    one = GroundpathRetriever(documents=DOCUMENTS, tracer=Tracer(facts_by_sentence, encoder, two_facts), k=3)
    one.invoke(QUESTION)
    encoder.seen.clear()
    one.invoke("Which band is Yes?")
    assert all(text.startswith("Which band is Yes?") for text in encoder.seen)


def test_batch_and_async_give_the_same():
    one = retriever()
    alone = [one.invoke(QUESTION), one.invoke("Which band is Yes?")]
    assert one.batch([QUESTION, "Which band is Yes?"]) == alone
    assert asyncio.run(one.abatch([QUESTION, "Which band is Yes?"])) == alone
    assert asyncio.run(one.ainvoke(QUESTION)) == alone[0]


def test_nothing_to_find_is_an_error():
    with pytest.raises(ValidationError, match="no document has any text"):
        retriever(DOCUMENTS[3:])


def test_k_must_be_one_at_least():
    with pytest.raises(ValidationError):
        retriever(k=0)
    with pytest.raises(InputError, match="k is 0"):
        retriever().invoke(QUESTION, k=0)


def test_two_documents_of_one_id_are_an_error():
    with pytest.raises(ValidationError, match="two different documents have the id 'a'"):
        retriever([Document("A is a.", id="a"), Document("B is b.", id="a")])
