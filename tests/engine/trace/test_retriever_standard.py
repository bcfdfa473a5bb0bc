"""langchain's own standard tests for retrievers."""

import pytest
from groundpath.engine.trace.facts import facts_by_sentence
from groundpath.engine.trace.pipeline import Tracer
from groundpath.engine.trace.retriever import GroundpathRetriever
from langchain_core.documents import Document
from letters import LetterEncoder
from two_facts import two_facts

standard = pytest.importorskip("langchain_tests.integration_tests", reason="langchain-tests is not installed")


class TestGroundpathRetriever(standard.RetrieversIntegrationTests):
    @property
    def retriever_constructor(self):
        return GroundpathRetriever

    @property
    def retriever_constructor_params(self):
        texts = ["Rush had a drummer.", "Peart was a drummer.", "Yes is a band.", "Genesis is a band."]
        return {
            "documents": [Document(text, metadata={"title": text.split()[0]}) for text in texts],
            "tracer": Tracer(facts_by_sentence, LetterEncoder(), two_facts),
        }

    @property
    def retriever_query_example(self):
        return "Who was a drummer of Rush?"
