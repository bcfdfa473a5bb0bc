"""Loading real graphs, again, in parts and in any order."""

from itertools import permutations

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.quality.linting import lint
from groundpath.engine.terms import Entity, RelationTraits, Triple
from groundpath.loaders.report import Counts
from groundpath.loaders.triples import load_triples
from loaded_graphs import loaded_graph, texts
from real_data import CWQ, DATA


def load(store, source, **options):
    return load_triples(store, "kg", source, embed=False, **options)


def test_pathquestion_names_are_read_off_the_ids(store):
    report = load(store, DATA / "pathquestion" / "2H-kb.tsv")
    assert (report.read, report.entities, report.facts) == (1211, Counts(new=1056), Counts(new=1211))
    graph = loaded_graph(store, "kg")
    assert (len(graph.entities), len(graph.facts)) == (1056, 1211)
    assert graph.entities["ludwig_ii_of_bavaria"] == Entity("ludwig_ii_of_bavaria", "ludwig ii of bavaria")
    assert Triple("ludwig_ii_of_bavaria", "parents", "maximilian_ii_of_bavaria") in graph.triples
    assert "ludwig ii of bavaria parents maximilian ii of bavaria." in texts(store, "kg")


def test_freebase_with_names_and_aliases_once_and_again(store):
    sources = {"names": CWQ / "names.tsv", "aliases": CWQ / "aliases.tsv"}
    report = load(store, CWQ / "triples.tsv", **sources)
    assert (report.read, report.entities.new, report.facts.new) == (32_078, 25_661, 32_078)
    graph = loaded_graph(store, "kg")
    assert sum(entity.name is not None for entity in graph.entities.values()) == 6_840
    assert graph.entities["m.0100mt"].name == "El Paso"
    assert "el paso, texas" in graph.entities["m.0100mt"].aliases
    mediators = [line.split("\t")[0] for line in (CWQ / "cvt.tsv").read_text().splitlines()[1:]]
    assert all(graph.name(mediator) is None for mediator in mediators)

    again = load(store, CWQ / "triples.tsv", **sources)
    assert (again.entities, again.facts) == (Counts(unchanged=25_661), Counts(unchanged=32_078))
    assert loaded_graph(store, "kg") == graph


def test_names_that_come_later_reach_the_facts_that_are_there(store):
    load(store, [("m.0a", "people.person.spouse_s", "m.0b")])
    assert texts(store, "kg") == {"m.0a spouse s m.0b."}
    report = load(store, [("m.0a", "type.object.name", "Ann"), ("m.0b", "type.object.name", "Bob")])
    assert (report.entities, report.facts) == (Counts(changed=2), Counts())
    assert texts(store, "kg") == {"Ann spouse s Bob."}


def test_a_names_file_may_name_entities_that_are_only_in_the_store(store, write):
    load(store, [("m.0a", "r", "m.0b")])
    report = load(store, [("m.0b", "r", "m.0c")], names=write("names.tsv", "m.0a\tAnn\nm.0zzz\tNobody\n"))
    graph = loaded_graph(store, "kg")
    assert graph.name("m.0a") == "Ann"
    assert "m.0zzz" not in graph.entities
    assert "names of 1 id was not used" in str(report)


def test_parts_give_the_same_graph_in_any_order(store, write):
    names = write("names.tsv", "anne_of_york\tAnne\nm.0b\tBob\n")
    aliases = write("aliases.tsv", "anne_of_york\tAnne of York\nm.0b\tBobby\nm.0b\tBOB\n")
    parts = [
        ([("anne_of_york", "knows", "m.0b")], {}),
        ([("m.0b", "knows", "anne_of_york"), ("anne_of_york", "knows", "m.0b")], {"names": names}),
        (
            [("m.0b", "type.object.type", "people.person"), ("m.0c", "r", "anne_of_york")],
            {"aliases": aliases},
        ),
    ]
    graphs = []
    for number, order in enumerate(permutations(parts)):
        for triples, options in order:
            load_triples(store, f"order {number}", triples, embed=False, **options)
        graphs.append(loaded_graph(store, f"order {number}"))
    assert graphs[1:] == graphs[:-1]
    anne, bob = graphs[0].entities["anne_of_york"], graphs[0].entities["m.0b"]
    assert anne == Entity("anne_of_york", "Anne", ("Anne of York",))
    assert bob == Entity("m.0b", "Bob", ("Bobby",), ("people.person",))


def test_the_first_of_two_given_names_stays_and_the_other_becomes_an_alias(store, write):
    load(store, [("m.0a", "r", "m.0b")], names=write("one.tsv", "m.0a\tAnn\n"))
    load(store, [("m.0a", "r", "m.0b")], names=write("two.tsv", "m.0a\tAnna\nm.0a\tann\n"))
    assert loaded_graph(store, "kg").entities["m.0a"] == Entity("m.0a", "Ann", ("Anna",))


def test_a_mid_is_never_given_its_id_as_name(store, write):
    load(store, [("m.0a", "r", "m.0b")], names=write("names.tsv", "m.0a\tm.0a\n"))
    assert loaded_graph(store, "kg").name("m.0a") is None


def test_repeated_rows_are_one_fact(store):
    report = load(store, [("a", "r", "b")] * 3)
    assert (report.read, report.facts) == (3, Counts(new=1))


@pytest.mark.parametrize("kg", ["", "  ", "two\nlines", "x" * 201])
def test_a_graph_needs_a_proper_name(store, kg):
    with pytest.raises(InputError, match="cannot name a graph"):
        load_triples(store, kg, [("a", "r", "b")], embed=False)


@pytest.mark.slow
def test_a_large_graph(store):
    fb15k = DATA / "fb15k237"
    report = load(store, fb15k / "triples.tsv.gz", names=fb15k / "names.tsv.gz")
    assert (report.read, report.entities.new, report.facts.new) == (80_000, 13_671, 80_000)
    info = store.graph("kg")
    assert (info.entities, info.facts, info.embeddable_entities) == (13_671, 80_000, 13_671)


def test_triples_may_come_with_a_schema(store, write):
    """It holds of what is loaded and of what was there; a slip in it changes nothing."""
    kin = write("kin.tsv", "ann\tborn_in\trome\nann\tchild\tbob\n")
    schema = write(
        "s.toml", '[relations.born_in]\nfunctional = true\n[relations.child]\ninverse = "parent"\n'
    )
    more = write("more.tsv", "bob\tparent\tann\n")
    load(store, kin)
    with pytest.raises(
        InputError, match=r"s\.toml declares relation 'parent', which no edge of the graph has"
    ):
        load(store, kin, schema=schema)
    assert not store.traits("kg")
    load(store, more, schema=schema)
    declared = RelationTraits(functional=frozenset({"born_in"}), inverses={"child": "parent"})
    assert store.traits("kg") == declared
    load(store, more)
    assert store.traits("kg") == declared, "a load without a schema leaves what was declared"


def test_lint_knows_what_a_schema_of_triples_says(store, write):
    schema = write("s.toml", "[relations.born_in]\nfunctional = true\n")
    load(store, [("ann", "born_in", "rome"), ("ann", "born_in", "oslo")], schema=schema)
    (found,) = lint(store, "kg").findings
    assert (found.kind, found.confidence) == ("values", 1.0)
