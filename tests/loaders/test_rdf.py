"""RDF and Freebase: one id for all spellings, names out of statements."""

import pytest
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.terms import Entity, Triple
from groundpath.loaders.report import Counts
from groundpath.loaders.triples import load_triples
from loaded_graphs import loaded_graph, texts

NS = "http://rdf.freebase.com/ns/"
FREEBASE = f"""\
<{NS}m.0abc>\t<{NS}type.object.name>\t"Paris"@fr\t.
<{NS}m.0abc>\t<{NS}type.object.name>\t"Paris, France"@en\t.
<{NS}m.0abc>\t<{NS}type.object.name>\t"Parigi"@it\t.
<{NS}m.0abc>\t<{NS}common.topic.alias>\t"City of Light"@en\t.
<{NS}m.0abc>\t<{NS}type.object.type>\t<{NS}location.citytown>\t.
# a comment
<{NS}m.0abc>\t<{NS}location.location.area>\t"105.4"^^<http://www.w3.org/2001/XMLSchema#float>\t.
<{NS}m.0abc>\t<{NS}location.location.events>\t<{NS}g.11xyz>\t.
"""
TURTLE = """\
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:ann a :Person ; rdfs:label "Ann"@en, "Anna"@de ; skos:altLabel "Annie" ;
    :lives_in :New_York%20City ; :address [ :street "5th_Avenue" ] , _:other .
"""


@pytest.fixture
def load(store):
    def load(source, **options):
        return load_triples(store, "kg", source, embed=False, **options)

    return load


def test_freebase_statements(store, write, load):
    load(write("dump.nt", FREEBASE))
    graph = loaded_graph(store, "kg")
    paris = Entity("m.0abc", "Paris, France", ("City of Light", "Parigi", "Paris"), ("location.citytown",))
    assert graph.entities["m.0abc"] == paris
    assert graph.name("g.11xyz") is None
    assert graph.triples == {
        Triple("m.0abc", "type.object.type", "location.citytown"),
        Triple("m.0abc", "location.location.area", "105.4"),
        Triple("m.0abc", "location.location.events", "g.11xyz"),
    }


@pytest.mark.parametrize("mid", [f"{NS}m.0abc", f"<{NS}m.0abc>", "ns:m.0abc", "/m/0abc", " m.0abc "])
@pytest.mark.parametrize("relation", [f"<{NS}a.b.c..d.e.f>", "/a/b/c./d/e/f", "a.b.c..d.e.f"])
def test_every_spelling_of_a_freebase_id_is_one_id(store, load, mid, relation):
    load([(mid, relation, mid)])
    assert loaded_graph(store, "kg").triples == {Triple("m.0abc", "a.b.c..d.e.f", "m.0abc")}


@pytest.mark.parametrize("name", ["Paris", '"Paris"@en', '"Paris"'])
def test_names_in_tables(store, load, name):
    load([("m.0abc", "type.object.name", name), ("m.0abc", "common.topic.notable_types", "m.01x")])
    graph = loaded_graph(store, "kg")
    assert graph.entities["m.0abc"] == Entity("m.0abc", "Paris")
    assert graph.triples == {Triple("m.0abc", "common.topic.notable_types", "m.01x")}


@pytest.mark.parametrize(
    "term", ["/etc/hosts", "ns:Upper", "m.night", "<b>bold</b>", "http://example.org/m.0abc"]
)
def test_what_only_looks_like_freebase_stays(store, load, term):
    load([(term, "r", "x")])
    assert term in loaded_graph(store, "kg").entities


def test_turtle(store, write, load):
    load(write("graph.ttl", TURTLE))
    graph = loaded_graph(store, "kg")
    assert graph.entities["http://example.org/ann"] == Entity(
        "http://example.org/ann", "Ann", ("Anna", "Annie"), ("Person",)
    )
    assert graph.name("http://example.org/New_York%20City") == "New York City"
    assert graph.name("5th_Avenue") == "5th_Avenue"
    assert "Ann lives in New York City." in texts(store, "kg")
    assert len(graph.facts) == 5


def test_anonymous_nodes_are_the_same_the_second_time(write, load):
    path = write("graph.ttl", TURTLE + ":ann :address [ :street [ :name 'Broadway' ] ] .\n" * 100)
    first = load(path)
    assert first.facts.new == 5 + 300
    assert load(path).facts == Counts(unchanged=first.facts.new)


def test_blank_nodes_of_two_files_are_two(store, write, load):
    for name in ("one.nt", "two.nt"):
        load(write(name, '_:b <http://example.org/p> "x" .\n'))
    assert set(loaded_graph(store, "kg").entities) == {"_:one.nt#b", "_:two.nt#b", "x"}


def test_labelled_nodes_that_look_random_keep_their_label(store, write, load):
    load(write("graph.nt", f'_:{"f" * 32} <http://example.org/p> "x" .\n'))
    assert f"_:graph.nt#{'f' * 32}" in loaded_graph(store, "kg").entities


def test_long_literals_keep_their_text_as_name(store, write, load):
    text = "word " * 300 + "end"
    load(write("graph.nt", f'<http://e.org/a> <http://e.org/p> "{text}" .\n'))
    assert text in {entity.name for entity in loaded_graph(store, "kg").entities.values()}


def test_quads(store, write, load):
    load(write("graph.nq", "<http://e.org/a> <http://e.org/p> <http://e.org/b> <http://e.org/g> .\n"))
    assert loaded_graph(store, "kg").triples == {Triple("http://e.org/a", "http://e.org/p", "http://e.org/b")}


def test_a_bad_statement_has_its_line(write, load):
    path = write("dump.nt", FREEBASE + "<http://not an iri> <http://p> <http://o> .\n" + FREEBASE)
    with pytest.raises(BadRowError, match=r"dump\.nt, line 9: is not a statement"):
        load(path)
    report = load(path, on_error="skip")
    assert (report.read, report.skipped_count, report.skipped[0].line) == (14, 1, 9)


@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_bad_turtle_ends_the_load(store, write, load, on_error):
    with pytest.raises(BadRowError, match=r"graph\.ttl, line 6: is not Turtle"):
        load(write("graph.ttl", TURTLE + ":ann :knows ;\n"), on_error=on_error)
    assert store.graphs() == []


@pytest.mark.parametrize("name", ["marked.ttl", "marked.nt"])
def test_a_mark_of_utf_8_is_no_part_of_the_first_statement(store, write, load, name):
    load(write(name, "\ufeff<http://x.org/a> <http://x.org/r> <http://x.org/b> .\n"))
    assert loaded_graph(store, "kg").triples == {Triple("http://x.org/a", "http://x.org/r", "http://x.org/b")}


def test_what_n3_quotes_is_not_asserted(store, write, load):
    source = write("said.n3", "@prefix : <http://e/> .\n:Alice :says { :Bob :killed :Carl } . :Ann :r :Bob .")
    with pytest.raises(BadRowError, match="stands in a formula"):
        load(source)
    load(source, on_error="skip")
    assert not [t for t in loaded_graph(store, "kg").triples if t.relation == "http://e/killed"]


def test_a_literal_spelled_as_an_entity_does_not_name_it(store, write, load):
    text = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix e: <http://x.org/> .\n"
    load(write("p.ttl", text + 'e:Paris e:id "http://x.org/Paris" ; rdfs:label "Paris, city" .'))
    assert loaded_graph(store, "kg").name("http://x.org/Paris") == "Paris, city"


XML = """<?xml version="1.0"?><!DOCTYPE rdf:RDF [{entities}]>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://example.org/">
<rdf:Description rdf:about="&e;ann"><e:knows rdf:resource="&e;bo"/><e:says>&{said};</e:says></rdf:Description>
</rdf:RDF>"""
NAMESPACES = '<!ENTITY x "http://example.org"><!ENTITY e "&x;/">'
TENFOLD = '<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {one} "{10 * f"&{before};"}">' for before, one in zip("abcf", "bcfg", strict=True)
)


def test_entities_that_name_namespaces_are_read_and_bombs_refused(store, write, load):
    load(write("o.rdf", XML.format(entities=NAMESPACES, said="x")))
    knows = Triple("http://example.org/ann", "http://example.org/knows", "http://example.org/bo")
    assert knows in loaded_graph(store, "kg").triples
    with pytest.raises(InputError, match="its entity &g; unfolds to more than 10,000 characters"):
        load(write("bomb.rdf", XML.format(entities=NAMESPACES + TENFOLD, said="g")))
