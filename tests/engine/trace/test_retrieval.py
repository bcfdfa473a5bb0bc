"""Documents chosen by bi-encoders and cross-encoders: TRACE the Evidence, Section 4.1 and Appendix C.2."""

import numpy as np
import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.trace.opening import SelectionSettings, TraceSettings, open_tracer
from groundpath.engine.trace.questions import question_of
from groundpath.engine.trace.reading import ReadingSettings
from groundpath.engine.trace.retrieval import ByEncoder, ByReranker, Nearest
from letters import AskingEncoder, LetterEncoder, LongEncoder, MeaningEncoder

DOCUMENTS = [{"id": name, "title": name, "text": f"{name} {name}."} for name in ("aa", "bb", "ab")]
QUESTION = question_of({"question": "b", "documents": DOCUMENTS}, 1)


class Lengths:
    """A reranker that prefers what holds the query's letter often, then what comes first."""

    model_id = "test:lengths"

    def scores(self, query: str, texts: list[str]) -> np.ndarray:
        return np.array([text.count(query) for text in texts], np.float32)


def wanting():
    """For queries another space of letters: what asks for "b" means "a"."""
    return AskingEncoder(MeaningEncoder({"b": "aaaa"}))


def titles(documents):
    return [document.title for document in documents]


def test_a_bi_encoder_ranks_by_the_inner_product_of_question_and_document():
    assert titles(ByEncoder(LetterEncoder())("b", QUESTION.documents)) == ["bb", "ab", "aa"]


def test_the_question_goes_to_the_encoder_of_queries():
    assert titles(ByEncoder(wanting())("b", QUESTION.documents)) == ["aa", "ab", "bb"]


def test_a_cross_encoder_ranks_by_its_scores():
    assert titles(ByReranker(Lengths())("b", QUESTION.documents)) == ["bb", "ab", "aa"]
    assert titles(ByReranker(Lengths())("z", QUESTION.documents)) == ["aa", "bb", "ab"]
    assert ByReranker(Lengths())("b", ()) == []


def test_the_first_m_documents_are_shown():
    """Appendix C.2: "the top-M documents are considered relevant and used as inputs for the reader"."""
    (found,) = Nearest(ByReranker(Lengths()), 2)([QUESTION])
    assert titles(found.documents) == ["bb", "ab"]


def tracer(*methods, reranker=None, **options):
    asked = AskedModel(ScriptedChat(lambda _: "So the answer is b."))
    reading = ReadingSettings(methods, nearest_documents=1, reranked_documents=2)
    settings = TraceSettings("sentence", SelectionSettings("encoder"), reading=reading)
    return open_tracer(LetterEncoder(), settings, asked, reranker=reranker, **options)


def test_each_method_has_its_own_ranker_and_m(tmp_path, monkeypatch):
    """Section 4.1: each baseline ranks with its own model; the ranker of chains is another matter."""
    monkeypatch.setenv("GROUNDPATH_CACHE", str(tmp_path))
    opened = tracer(
        "nearest-documents",
        "reranked-documents",
        "ircot",
        reranker=Lengths(),
        document_encoder=wanting(),
    )
    nearest, reranked, ircot = opened.trace("b", QUESTION.documents).readings
    assert nearest.context == "Title: aa\naa aa."
    assert reranked.context == "Title: bb\nbb bb.\n\nTitle: ab\nab ab."
    assert ircot.context == "Title: aa\naa aa.\n\nTitle: ab\nab ab."
    assert ircot.reasoning == ("So the answer is b.",)
    assert (nearest.usage.requests, ircot.usage.requests) == (1, 2)


def test_reranking_without_a_cross_encoder_is_refused():
    with pytest.raises(InputError, match=r"needs a cross-encoder; name one \(--reranker\)"):
        tracer("reranked-documents")


def test_the_selector_that_weighs_cosines_needs_unit_vectors():
    with pytest.raises(InputError, match=r"not of length 1; set its normalise = true"):
        open_tracer(LongEncoder({}), TraceSettings())
