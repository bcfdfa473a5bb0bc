"""A load that is refused leaves the graph as it was, and makes none where there was none."""

import pytest
from groundpath.engine.errors import GroundpathError
from groundpath.loaders.documents import load_documents
from groundpath.loaders.triples import load_triples
from groundpath.loaders.typed_graphs import load_graph
from letters import LetterEncoder
from stored_graphs import holds

OTHER = LetterEncoder("test:others")
NODES, EDGES = "id\tname\na\tAnn\nb\tBob\n", "source\ttype\ttarget\na\tknows\tb\n"
UNKNOWN = "[relations.hates]\nsymmetric = true\n"
DOCUMENT = '{"id": "d", "text": "Ann knows Bob.", "triples": [["Ann", "knows", "Bob"]]}\n'


def write(folder, **texts):
    files = [folder / name.replace("_", ".") for name in texts]
    for file, text in zip(files, texts.values(), strict=True):
        file.write_text(text, "utf-8")
    return files if len(files) > 1 else files[0]


def other_encoder(store, kg, _folder):
    load_triples(store, kg, [("Ann", "knows", "Bob")], encoder=OTHER)


def other_encoder_of_documents(store, kg, folder):
    load_documents(store, kg, write(folder, d_jsonl=DOCUMENT), encoder=OTHER)


def other_encoder_of_a_typed_graph(store, kg, folder):
    load_graph(store, kg, *write(folder, n_tsv=NODES, e_tsv=EDGES), encoder=OTHER)


def unknown_relation_in_the_schema(store, kg, folder):
    nodes, edges, schema = write(folder, n_tsv=NODES, e_tsv=EDGES, s_toml=UNKNOWN)
    load_graph(store, kg, nodes, edges, schema=schema, embed=False)


def edge_to_no_node(store, kg, folder):
    nodes, edges = write(folder, n_tsv=NODES, e_tsv=EDGES + "a\tknows\tnobody\n")
    load_graph(store, kg, nodes, edges, embed=False)


def malformed_row(store, kg, folder):
    load_triples(store, kg, write(folder, f_tsv="Ann\tknows\tBob\nAnn\tknows\n"), embed=False)


def contents(store, kg):
    columns = store.columns(kg)
    return store.graph(kg), columns.entities.to_pylist(), columns.facts.to_pylist(), store.traits(kg)


@pytest.mark.parametrize(
    "load",
    [
        other_encoder,
        other_encoder_of_documents,
        other_encoder_of_a_typed_graph,
        unknown_relation_in_the_schema,
        edge_to_no_node,
        malformed_row,
    ],
)
def test_a_graph_that_is_there_stays_as_it_was(store, kg, tmp_path, load):
    load_triples(store, kg, [("Alva", "spouse", "Born")], encoder=LetterEncoder())
    before = contents(store, kg)
    with pytest.raises(GroundpathError):
        load(store, kg, tmp_path)
    assert contents(store, kg) == before


@pytest.mark.parametrize("load", [unknown_relation_in_the_schema, edge_to_no_node, malformed_row])
def test_none_is_made(store, kg, tmp_path, load):
    with pytest.raises(GroundpathError):
        load(store, kg, tmp_path)
    assert not holds(store, kg)
