"""langchain-experimental's LLMGraphTransformer, the real one, on a model that writes what is asked for."""

import json

import pytest

pytest.importorskip("langchain_experimental", reason="needs langchain-experimental; .ci/langchain runs it")

from groundpath import Auditor, PathQuery, drop_documents, load_documents, load_triples, read_documents
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.terms import Entity
from groundpath.engine.trace.facts import facts_as_stated
from langchain_core.documents import Document
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_experimental.graph_transformers import LLMGraphTransformer
from langchain_neo4j.graphs.graph_document import GraphDocument, Node, Relationship

pytestmark = pytest.mark.langchain

CURIE = Document(
    "Marie Curie was born in Warsaw. She married Pierre Curie.",
    metadata={"title": "Marie Curie"},
    id="1",
)
PIERRE = Document("Pierre Curie was born in Paris.", metadata={"source": "pierre.txt"}, id="2")


def read(head, head_type, relation, tail, tail_type):
    return {
        "head": head, "head_type": head_type, "relation": relation, "tail": tail, "tail_type": tail_type
    }  # fmt: skip


REPLIES = [
    [
        read("Marie Curie", "Person", "BORN_IN", "Warsaw", "City"),
        read("Marie Curie", "Person", "MARRIED_TO", "Pierre Curie", "Person"),
    ],
    [read("Pierre Curie", "Person", "BORN_IN", "Paris", "City")],
]


@pytest.fixture
def graph_documents():
    """A model without tools: the transformer asks for a list of JSON objects in its prompt."""
    model = FakeListChatModel(responses=[json.dumps(reply) for reply in REPLIES])
    return LLMGraphTransformer(model).convert_to_graph_documents([CURIE, PIERRE])


def test_a_graph_of_the_transformer_is_loaded_as_it_is(store, graph_documents):
    report = load_documents(store, "curies", graph_documents, embed=False)
    assert (report.read, report.documents.new, report.facts.new, report.entities.new) == (2, 2, 3, 4)
    born, married = store.facts_of("curies", "Marie Curie")
    assert (born.relation, born.tail, born.sources) == (
        "BORN_IN", Entity("Warsaw", "Warsaw", types=("City",)), ("1",)
    )  # fmt: skip
    assert (married.tail.types, married.sources) == (("Person",), ("1",))
    (path,) = store.paths("curies", PathQuery("Warsaw", "Paris"))
    assert [fact.sources for fact in path.facts] == [("1",), ("1",), ("2",)]
    assert [document.title for document in store.documents("curies", ["1", "2"])] == ["Marie Curie", "Pierre"]


def test_its_facts_go_with_their_document(store, graph_documents):
    load_documents(store, "curies", graph_documents, embed=False)
    assert load_documents(store, "curies", graph_documents, embed=False).facts.unchanged == 3
    drop_documents(store, "curies", ["2"])
    assert [fact.relation for fact in store.facts_of("curies", "Pierre Curie")] == ["MARRIED_TO"]


def test_texts_are_audited_against_it(store, graph_documents):
    load_documents(store, "curies", graph_documents, embed=False)
    verdict = Auditor(store, kg="curies").audit("1. Marie Curie was married to Pierre Curie, born in Paris.")
    assert verdict.verdict == "faithful"
    assert {fact.sources for fact in verdict.grounded_facts} == {("1",), ("2",)}


def test_chains_are_built_over_what_it_states(graph_documents):
    documents = read_documents(graph_documents)
    texts = [[fact.text for fact in facts] for facts in facts_as_stated(documents).facts.values()]
    assert [len(stated) for stated in texts] == [2, 1]
    assert "Marie Curie" in texts[0][0]


def test_nodes_without_a_type_without_a_relationship_and_numbers_as_ids(store):
    seven, eight, alone = Node(id=7), Node(id=8, type="Number"), Node(id="alone", type="Node")
    document = GraphDocument(
        nodes=[seven, alone],  # an end need not be among the nodes
        relationships=[Relationship(source=seven, target=eight, type="BEFORE", properties={"sure": True})],
        source=PIERRE,
    )
    load_documents(store, "numbers", [document], embed=False)
    assert [e and e.types for e in store.entities("numbers", ["7", "8", "alone"])] == [(), ("Number",), None]


def test_a_graph_without_its_document_is_told(store):
    without = GraphDocument(nodes=[], relationships=[], source=None)
    with pytest.raises(BadRowError, match="<documents>, line 1: is a GraphDocument without `source`"):
        load_documents(store, "none", [without], embed=False)


def test_as_triples_it_is_told_where_it_belongs(store, graph_documents):
    with pytest.raises(InputError, match="documents of langchain: load_documents takes them"):
        load_triples(store, "curies", graph_documents, embed=False)
