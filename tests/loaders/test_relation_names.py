"""What relations are called: by a file, by rdfs:label of a predicate, by a dump of Wikidata's properties."""

import gzip
import json
from pathlib import Path

import pytest
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.store.opening import open_store
from groundpath.loaders.triples import load_triples
from groundpath.loaders.typed_graphs import load_graph

KG = "k"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
WD = "http://www.wikidata.org"
FACT = f"<{WD}/entity/Q1> <{WD}/prop/direct/P36> <{WD}/entity/Q2> .\n"
PROPERTY = {"type": "property", "id": "P36", "labels": {"en": {"language": "en", "value": "capital"}}}


@pytest.fixture
def store(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with open_store("embedded:store") as opened:
        yield opened


def labels(store):
    return {fact["relation"]: fact["label"] for fact in store.columns(KG).facts.to_pylist()}


def entities(store):
    return set(store.columns(KG).entities["id"].to_pylist())


def named(text: str) -> str:
    return f'<{WD}/prop/direct/P36> <{LABEL}> "{text}"@en .\n'


def test_a_label_of_a_predicate_is_that_of_its_relation_and_no_entity(store):
    Path("g.nt").write_text(named("capital") + FACT, "utf-8")
    report = load_triples(store, KG, "g.nt", embed=False)
    assert labels(store) == {f"{WD}/prop/direct/P36": "capital"}
    assert entities(store) == {f"{WD}/entity/Q1", f"{WD}/entity/Q2"}
    assert report.notes == ()
    (fact,) = store.columns(KG).facts.to_pylist()
    assert " capital " in fact["text"]


def test_the_label_of_wikidatas_entity_of_a_property_is_that_of_its_predicates(store):
    label = f'<{WD}/entity/P36> <{LABEL}> "Hauptstadt"@de .\n<{WD}/entity/P36> <{LABEL}> "capital"@en .\n'
    Path("g.nt").write_text(label + FACT, "utf-8")
    load_triples(store, KG, "g.nt", embed=False)
    assert labels(store) == {f"{WD}/prop/direct/P36": "capital"}
    assert f"{WD}/entity/P36" not in entities(store)


def test_a_predicate_of_which_facts_speak_is_an_entity_too(store):
    said = f"<{WD}/prop/direct/P36> <http://www.w3.org/2002/07/owl#inverseOf> <{WD}/prop/direct/P1376> .\n"
    Path("g.nt").write_text(named("capital") + said + FACT, "utf-8")
    load_triples(store, KG, "g.nt", embed=False)
    assert labels(store)[f"{WD}/prop/direct/P36"] == "capital"
    assert f"{WD}/prop/direct/P36" in entities(store)


@pytest.mark.parametrize("first", ["facts", "labels"])
def test_it_does_not_matter_which_file_comes_first(store, first):
    Path("facts.nt").write_text(FACT, "utf-8")
    Path("labels.nt").write_text(
        f'{named("capital")}<{WD}/entity/Q2> <{LABEL}> "Oslo" .\n<{WD}/entity/Q2> <{WD}/x> <{WD}/y> .\n',
        "utf-8",
    )
    second = {"facts": "labels", "labels": "facts"}[first]
    for file in (first, second):
        load_triples(store, KG, f"{file}.nt", embed=False)
    assert labels(store)[f"{WD}/prop/direct/P36"] == "capital"
    texts = store.columns(KG).facts["text"].to_pylist()
    assert any(text.endswith("capital Oslo.") for text in texts)
    again = load_triples(store, KG, f"{second}.nt", embed=False)
    assert (again.facts.new, again.facts.changed) == (0, 0)


def write(file: str, text: str) -> str:
    data = text.encode()
    Path(file).write_bytes(gzip.compress(data) if file.endswith(".gz") else data)
    return file


FILES = {
    "r.tsv": "P36\tcapital\n",
    "r.csv": "property,propertyLabel\nhttp://www.wikidata.org/entity/P36,capital\n",
    "r.jsonl": '{"id": "P36", "label": "capital"}\n',
    "d.jsonl": json.dumps({"type": "item", "id": "Q1", "labels": {}}) + "\n" + json.dumps(PROPERTY) + "\n",
    "d.json.gz": json.dumps([PROPERTY, {**PROPERTY, "id": "P99", "labels": {"de": {"value": "x"}}}]),
}


@pytest.mark.parametrize("relation", ["P36", "wdt:P36", f"{WD}/prop/direct/P36"])
@pytest.mark.parametrize("file", FILES)
def test_files_of_labels(store, file, relation):
    load_triples(store, KG, [("Q1", relation, "Q2")], relation_names=write(file, FILES[file]), embed=False)
    assert labels(store) == {relation: "capital"}


def test_labels_of_what_is_loaded_take_the_place_of_the_old_ones_with_texts_and_vectors(store):
    facts = [("Ann", "r1", "Bob"), ("Bob", "r2", "Cyd")]
    load_triples(store, KG, facts)
    names = write("r.tsv", "r1\tknows well\n")
    load_triples(store, KG, facts, relation_names=names)
    assert labels(store) == {"r1": "knows well", "r2": "r2"}
    assert set(store.columns(KG).facts["text"].to_pylist()) == {"Ann knows well Bob.", "Bob r2 Cyd."}
    load_triples(store, KG, [("Cyd", "r1", "Dan")])
    assert set(labels(store).values()) == {"knows well", "r2"}, "what the graph calls it goes on"
    load_triples(store, KG, facts, relation_names=write("s.tsv", "r1\tmet\n"))
    assert labels(store)["r1"] == "met"


def test_an_entity_that_is_called_as_a_relation_by_chance_does_not_name_it(store):
    Path("names.tsv").write_text("director\tThe Director (film)\n", "utf-8")
    load_triples(store, KG, [("ann", "director", "director")], names="names.tsv", embed=False)
    assert labels(store) == {"director": "director"}


def test_a_typed_graph(store):
    Path("n.tsv").write_text("id\ttype\nA\tGene\nB\tGene\n", "utf-8")
    Path("e.tsv").write_text("source_id\trelation\ttarget_id\nA\tRO_1\tB\n", "utf-8")
    load_graph(store, KG, "n.tsv", "e.tsv", embed=False)
    assert labels(store) == {"RO_1": "ro 1"}
    names = write("r.tsv", "RO_1\tregulates\n")
    load_graph(store, KG, "n.tsv", "e.tsv", relation_names=names, embed=False)
    (fact,) = store.columns(KG).facts.to_pylist()
    assert (fact["label"], fact["text"]) == ("regulates", "A regulates B.")


def test_what_is_wrong_with_a_file_is_told(store):
    facts = [("a", "r", "b")]
    with pytest.raises(BadRowError, match=r"r\.jsonl, line 1: the label is empty"):
        load_triples(store, KG, facts, relation_names=write("r.jsonl", '{"id": "r"}\n'), embed=False)
    with pytest.raises(InputError, match="holds no label"):
        load_triples(store, KG, facts, relation_names=write("d.jsonl", '{"id": "r", "labels": {}}'))
    report = load_triples(store, KG, facts, relation_names=write("r.tsv", "s\tt\n"), embed=False)
    assert report.notes == ("no relation of the graph is in the file of relation names",)
