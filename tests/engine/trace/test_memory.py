"""Documents that are asked about again are read once."""

from contextlib import contextmanager

import pytest
from groundpath.engine.errors import ChatError
from groundpath.engine.llm.cost import Usage
from groundpath.engine.progress import SILENT
from groundpath.engine.trace.facts import DocumentFacts, facts_by_sentence
from groundpath.engine.trace.memory import DocumentMemory
from groundpath.engine.trace.pipeline import Tracer
from groundpath.engine.trace.questions import TraceQuestion
from groundpath.engine.trace.settings import ChainSettings
from groundpath.engine.trace.sources import documents_in
from letters import LetterEncoder
from two_facts import two_facts

RUSH, PEART, YES = (
    documents_in({"title": title, "text": text})[0]
    for title, text in (("Rush", "Rush had a drummer."), ("Peart", "Peart drummed."), ("Yes", "Yes is here."))
)


class Reading:
    """Facts of documents, each at the price of a request; keeps what it was asked for."""

    def __init__(self, failing=()) -> None:
        self.asked, self.failing = [], set(failing)

    def __call__(self, documents, progress=SILENT):
        self.asked.append([source.title for source in documents])
        return DocumentFacts(
            facts_by_sentence(documents, progress).facts,
            {source.document: "gone" for source in documents if source.title in self.failing},
            {source.document: Usage(requests=1) for source in documents},
        )


def titles(read):
    return [[fact.title for fact in of_set.facts] for of_set in read]


def test_a_collection_is_read_once():
    memory, reading, collection = DocumentMemory(), Reading(), (RUSH, PEART)
    first, usage = memory.read([collection, collection], reading, SILENT)
    again, unpaid = memory.read([collection], reading, SILENT)
    assert reading.asked == [["Rush", "Peart"]]
    assert titles(first) == [["Rush", "Peart"]] * 2
    assert first[0].facts is first[1].facts is again[0].facts
    assert (len(usage), len(unpaid)) == (2, 0)


def test_of_other_documents_only_the_new_ones_are_read():
    memory, reading = DocumentMemory(), Reading()
    memory.read([(RUSH, PEART)], reading, SILENT)
    read, usage = memory.read([(YES, PEART), (PEART,)], reading, SILENT)
    assert reading.asked[1:] == [["Yes"]]
    assert titles(read) == [["Yes", "Peart"], ["Peart"]]
    assert list(usage) == [YES.document]
    memory.read([(RUSH,)], reading, SILENT)  # the batch before had no Rush
    assert reading.asked[2:] == [["Rush"]]


def test_what_failed_is_read_again():
    memory, reading, collection = DocumentMemory(), Reading(failing={"Peart"}), (RUSH, PEART)
    ((read,), _) = memory.read([collection], reading, SILENT)
    assert read.failures == ("gone",)
    reading.failing.clear()
    ((read,), _) = memory.read([collection], reading, SILENT)
    assert read.failures == ()
    assert reading.asked == [["Rush", "Peart"], ["Peart"]]


def test_what_broke_leaves_what_was_known():
    memory, reading, collection = DocumentMemory(), Reading(), (RUSH,)

    def broken(_documents, _progress):
        raise ChatError("no such model", fails_all=True)

    memory.read([collection], reading, SILENT)
    with pytest.raises(ChatError):
        memory.read([(YES,)], broken, SILENT)
    memory.read([collection], reading, SILENT)
    assert len(reading.asked) == 1


def test_how_far_the_encoding_of_many_facts_is_told():
    told = []

    class Telling:
        @contextmanager
        def task(self, title, total=None):
            yield lambda count: told.append((title, count, total))

    text = " ".join(f"It is {number} here." for number in range(600))
    (source,) = documents_in({"title": "Much", "text": text})
    Tracer(facts_by_sentence, LetterEncoder(), two_facts).trace("Where is 7?", [source], progress=Telling())
    assert sum(count for _, count, _ in told) == 600
    assert {(title, total) for title, _, total in told} == {("Encoding facts", 600)}
    assert len(told) > 1


def test_a_tracer_encodes_the_facts_of_a_collection_once_and_pays_for_them_once():
    encoder, reading, collection = LetterEncoder(), Reading(), (RUSH, PEART, YES)
    tracer = Tracer(reading, encoder, two_facts, ChainSettings(chains=2, beams=2, questions_at_a_time=2))
    asked = [TraceQuestion(str(n), f"Who is {n}?", collection) for n in range(5)]
    done = [*tracer.trace_all(asked), tracer.trace("Who else?", collection)]
    assert len(reading.asked) == 1
    assert [encoder.seen.count(fact.text) for fact in done[0].evidence.facts] == [1, 1, 1]
    assert [one.usage.requests for one in done] == [3, 0, 0, 0, 0, 0]
    alone = Tracer(reading, LetterEncoder(), two_facts, tracer.chains)
    assert [one.evidence.chains for one in done[:5]] == [
        alone.trace(question.question, list(collection)).evidence.chains for question in asked
    ]
