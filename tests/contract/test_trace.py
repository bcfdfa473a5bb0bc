"""Chains over a stored graph: from names and vectors to facts, their documents, and the Cypher for them."""

import json

import pytest
from groundpath.engine.errors import EncoderError, InputError, UnknownGraphError
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.graph_evidence import chains_statement
from groundpath.engine.trace.mentioned import mentioned_entities
from groundpath.engine.trace.offering import OpenChains
from groundpath.engine.trace.opening import TraceSettings, open_tracer
from groundpath.engine.trace.pipeline import Tracer
from groundpath.engine.trace.questions import TraceQuestion
from groundpath.engine.trace.ranked import by_relevance
from groundpath.engine.trace.reader import Reader
from groundpath.engine.trace.reading import ReadingSettings
from groundpath.engine.trace.selection import Selection
from groundpath.engine.trace.settings import ChainSettings
from groundpath.engine.trace.stored import StoredFacts
from groundpath.engine.trace.terms import DocumentFact
from groundpath.loaders.documents import load_documents
from groundpath.loaders.identity import identify
from groundpath.loaders.triples import load_triples
from letters import LetterEncoder
from two_facts import two_facts

RUSH = {
    "id": "rush",
    "title": "Rush",
    "text": "Rush was a band. Its drummer was Neil Peart.",
    "triples": [["Rush", "is a", "band"], ["Rush", "drummer", "Neil Peart"]],
}
PEART = {
    "id": "peart",
    "title": "Neil Peart",
    "text": "Neil Peart drummed for Rush. He was born in Hamilton.",
    "triples": [["Neil Peart", "born in", "Hamilton"], ["Rush", "drummer", "Neil Peart"]],
}
QUESTION = "Where was the drummer of Rush born?"


@pytest.fixture
def bands(store, kg):
    load_documents(store, kg, [RUSH, PEART], encoder=LetterEncoder())
    return StoredFacts(store, kg)


def tracer(graph, selector=two_facts, reader=None, encoder=None, **settings):
    chains = ChainSettings(**{"chains": 2, "beams": 2} | settings)
    return Tracer(None, encoder or LetterEncoder(), selector, chains, reader, graph)


def texts(evidence):
    return [[fact.text for fact in evidence.facts_of(chain)] for chain in evidence.chains]


class Offered:
    """Keeps the texts that it is offered, takes one of them first, and then decides as another selector."""

    def __init__(self, first: str = "") -> None:
        self.options: list[list[str]] = []
        self._first = first

    def __call__(self, choices):
        offered = [[fact.text for fact in choice.options] for choice in choices]
        self.options += offered
        if self._first in offered[0]:
            return [Selection(0.0, [float(text == self._first) for text in texts]) for texts in offered]
        return two_facts(choices)


def test_of_a_small_graph_the_chains_are_those_over_all_its_facts(bands):
    evidence = tracer(bands, by_relevance, longest=3).trace(QUESTION).evidence
    facts = [
        DocumentFact(fact.text, "", "", fact.label, fact.tail.label, 0, 0, 0)
        for fact in bands.store.facts(bands.kg, bands.store.columns(bands.kg).facts["key"].to_pylist())
    ]
    (given,) = build_chains(
        [QUESTION],
        [facts],
        encoder=LetterEncoder(),
        selector=by_relevance,
        settings=ChainSettings(chains=2, beams=2, longest=3),
    )
    assert texts(evidence) == [[facts[place].text for place in chain.facts] for chain in given]
    assert [c.score for c in evidence.chains] == pytest.approx([c.score for c in given], abs=1e-5)


def test_facts_come_from_the_entities_and_from_the_vectors_in_turn(store, kg):
    near = [(f"where {i}", "was born", f"when {i}") for i in range(40)]
    far = [("Rush", "zzz", f"qqq {i}") for i in range(40)]
    load_triples(store, kg, [*near, *far], encoder=LetterEncoder())
    offered = Offered()
    tracer(StoredFacts(store, kg), offered, candidates=6).trace("Where was Rush born, when?")
    for options in offered.options:
        assert len(options) == 6
        assert sum("zzz" in option for option in options) == 3


def test_a_chain_passes_between_spellings_of_a_name_but_not_between_ids(store, kg, tmp_path):
    near = [(f"drummer {i}", "of", f"Rush {i}") for i in range(30)]
    far = [("Rush", "qqq", "NEIL_péart"), ("Neil Peart", "qqq", "zzz"), ("m.01", "qqq", "xxx")]
    (tmp_path / "names.tsv").write_text("m.01\tNeil Peart\n")
    load_triples(store, kg, [*near, *far], names=tmp_path / "names.tsv", encoder=LetterEncoder())
    offered = Offered(first="Rush qqq NEIL péart.")
    # Of two options, the one is a fact of an entity of question or chain.
    tracer(StoredFacts(store, kg), offered, candidates=2, chains=1).trace("The drummer of Rush?")
    assert "Neil Peart qqq zzz." in offered.options[1]
    assert not any("xxx" in option for options in offered.options for option in options)


def test_no_fact_is_encoded_again(bands):
    encoder = LetterEncoder()
    tracer(bands, encoder=encoder).trace(QUESTION)
    assert len(encoder.seen) == 5  # the question alone, then with each of two chains, twice
    assert all(text.startswith(QUESTION) for text in encoder.seen)


def test_each_fact_shows_every_document_and_sentence_that_states_it(bands):
    evidence = tracer(bands, by_relevance, longest=4).trace(QUESTION).evidence
    rows = {fact["text"]: fact for fact in evidence.chain_row(evidence.chains[0])["facts"]}
    shared = rows["Rush drummer Neil Peart."]
    assert (shared["head"], shared["relation"], shared["tail"]) == ("Rush", "drummer", "Neil Peart")
    assert {source["document"]: source["sentence_text"] for source in shared["sources"]} == {
        "rush": "Its drummer was Neil Peart.",
        "peart": "Neil Peart drummed for Rush.",
    }
    (born,) = rows["Neil Peart born in Hamilton."]["sources"]
    assert PEART["text"][born["start"] : born["end"]] == "Hamilton"
    assert (born["sentence"], born["verbatim"]) == (1, True)
    votes = {document.id: count for document, count in evidence.voted()}
    assert votes["peart"] == 2 * len(evidence.chains)


def test_the_statement_returns_the_facts_of_the_chains(bands):
    evidence = tracer(bands).trace(QUESTION).evidence
    shown = chains_statement(bands.store.showing(bands.kg), evidence)
    result = bands.store.cypher(shown.text, shown.parameters)
    assert result.columns == ("chain", "step", "path", "key", "sources")
    chains = [[fact.fact for fact in evidence.facts_of(chain)] for chain in evidence.chains]
    assert [(row[0], row[1], row[3]) for row in result.rows] == [
        (chain, step, fact.key) for chain, facts in enumerate(chains, 1) for step, fact in enumerate(facts, 1)
    ]
    assert result.rows[0][2] == [
        chains[0][0].head.label,
        chains[0][0].relation,
        "->",
        chains[0][0].tail.label,
    ]


def test_an_answer_is_read_from_the_chains_and_from_their_documents(bands):
    asked = []

    def answer(request):
        asked.append(request.messages[-1].content)
        return "Hamilton"

    methods = ReadingSettings(("trace-triple", "trace-doc"))
    answered = tracer(bands, reader=Reader(ScriptedChat(answer), methods)).trace(QUESTION)
    assert answered.answer == "Hamilton"
    assert "Rush drummer Neil Peart." in asked[0]
    assert RUSH["text"] in asked[1]
    json.dumps(answered.to_dict())


def test_a_graph_without_documents(store, kg):
    load_triples(store, kg, [("Rush", "drummer", "Neil Peart")], encoder=LetterEncoder())
    reader = Reader(ScriptedChat(lambda _: "?"), ReadingSettings(("trace-doc",)))
    answered = tracer(StoredFacts(store, kg), reader=reader).trace(QUESTION)
    assert texts(answered.evidence) == [["Rush drummer Neil Peart."]]
    assert answered.to_dict()["documents"] == []
    assert "no evidence" in answered.failures[0]


def test_an_empty_graph_has_no_chains(store, kg):
    load_documents(store, kg, [{"id": "d", "text": "Nothing."}], encoder=LetterEncoder())
    assert tracer(StoredFacts(store, kg)).trace(QUESTION).evidence.chains == ()


def test_many_questions_come_in_order_each_with_its_own_chains(bands):
    questions = [f"Was {name} born?" for name in ("Rush", "Hamilton", "Neil Peart")] * 7
    alone = {question: texts(tracer(bands).trace(question).evidence) for question in set(questions)}
    asked = (TraceQuestion(str(i), question, ()) for i, question in enumerate(questions))
    came = list(tracer(bands, questions_at_a_time=4).trace_all(asked))
    assert [one.evidence.question.question for one in came] == questions
    assert [texts(one.evidence) for one in came] == [alone[question] for question in questions]


class TestMentions:
    @pytest.fixture
    def people(self, store, kg, tmp_path):
        (tmp_path / "aliases.tsv").write_text("q1\tThe Who\nq2\tMadame Curie\n", "utf-8")
        facts = [
            ("q1", "r", "q2"),
            ("Marie", "r", "Marie_Curie"),
            ("李世民", "r", "who"),
            ("album", "r", "q1"),
        ]
        load_triples(store, kg, facts, aliases=tmp_path / "aliases.tsv", embed=False)
        return store, kg

    @pytest.mark.parametrize(
        ("question", "ids"),
        [
            ("Where did marie curie live?", ["Marie_Curie"]),
            ("Is Marie older than MADAME CURIE?", ["Marie", "q2"]),
            ("When was Marie Curie's album made?", ["Marie_Curie", "album"]),
            ("Who wrote it for The Who?", ["q1"]),
            ("谁是李世民的儿子?", ["李世民"]),
            ("What is it?", []),
            ("", []),
        ],
    )
    def test_names_and_aliases_the_longest_first(self, people, question, ids):
        assert mentioned_entities(*people, [question, "Marie?"]) == [ids, ["Marie"]]


class TestRefusals:
    def test_vectors_of_another_encoder(self, bands):
        with pytest.raises(EncoderError, match="test:letters"):
            open_tracer(LetterEncoder("other"), TraceSettings(), graph=bands)

    def test_a_graph_without_vectors(self, store, kg):
        load_documents(store, kg, [RUSH], embed=False)
        with pytest.raises(EncoderError, match="groundpath embed"):
            open_tracer(LetterEncoder(), TraceSettings(), graph=StoredFacts(store, kg))

    def test_a_graph_that_is_not_there(self, store):
        with pytest.raises(UnknownGraphError):
            open_tracer(LetterEncoder(), TraceSettings(), graph=StoredFacts(store, "nowhere"))

    def test_methods_that_read_everything(self, bands):
        reading = ReadingSettings(("top-facts",))
        with pytest.raises(InputError, match="trace-doc"):
            open_tracer(LetterEncoder(), TraceSettings(reading=reading), graph=bands)


HAMILTON = {
    "id": "hamilton",
    "title": "Hamilton",
    "text": "Neil Ellwood Peart was born in Hamilton.",
    "triples": [["Neil Ellwood Peart", "born in", "Hamilton"]],
}
DRUMMER = {
    "id": "drummer",
    "title": "Neil Peart",
    "text": "Neil Ellwood Peart (12 September 1952 – 2020) was the drummer of Rush.",
    "triples": [["Rush", "drummer", "Neil Peart"]],
}


class TestIdentity:
    """Chains over names that were merged, or put apart."""

    def test_the_evidence_stays_in_the_words_of_each_document(self, store, kg):
        load_documents(store, kg, [HAMILTON, DRUMMER], encoder=LetterEncoder())
        identify(store, kg, encoder=LetterEncoder())
        asked = "Where was Neil Ellwood Peart born?"
        evidence = tracer(StoredFacts(store, kg), by_relevance, longest=2).trace(asked).evidence
        fact = next(fact for fact in evidence.chain_facts() if fact.relation == "born in")
        assert fact.fact.head.id == "Neil Peart"
        (place,) = fact.places
        assert (place.document, place.title, place.tail) == ("hamilton", "Neil Ellwood Peart", "Hamilton")
        assert HAMILTON["text"][place.start : place.end] == "Hamilton"
        assert mentioned_entities(store, kg, [asked]) == [["Neil Peart"]]

    def test_spellings_that_a_user_put_apart_do_not_meet(self, store, kg):
        rows = [
            {"id": "a", "text": "A.", "triples": [["Start", "leads to", "Big Apple"]]},
            {"id": "b", "text": "B.", "triples": [["big apple", "grows on", "tree"]]},
        ]
        load_documents(store, kg, rows, encoder=LetterEncoder())
        graph = StoredFacts(store, kg)
        for apart, reached in (((), True), ((("Big Apple", "big apple"),), False)):
            identify(store, kg, apart=apart, encoder=LetterEncoder())
            offered = graph.batch(["Start"], LetterEncoder(), ChainSettings())
            first = offered.offers([OpenChains(0, ((),))])[0].facts
            (step,) = [fact for fact in first if fact.fact.relation == "leads to"]
            (offer,) = offered.offers([OpenChains(0, ((step,),))])
            around = {offer.facts[place].fact.relation for place in offer.ways[0][0].nonzero()[0]}
            assert ("grows on" in around) is reached
