"""Entities and facts are found by what people know of them, whatever they type."""

import networkx as nx
import numpy as np
import pytest
from graphs import TINY_GRAPHS, networkx_graph, triples
from groundpath.engine.errors import UnknownEntityError, UnknownGraphError
from groundpath.engine.names import normalise, search_text, words
from groundpath.engine.store.lookup import rank_matches
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Entity, Fact, fact_key
from groundpath.loaders.triples import load_triples
from stored_graphs import StoredGraph, stored

ODD_NAMES = [
    'Robert"); DROP TABLE Students;--',
    "O'Brien's \"quoted\" `ticks`",
    "C:\\windows\\system32\\",
    '+ - && || ! ( ) { } [ ] ^ " ~ * ? : \\ /',
    "AND OR NOT",
    "title:boost^2 fuzzy~1 [a TO z]",
    "*",
    "…!?",
    "$kg {kg: $kg} // comment",
    "🎨🖌️ 👩‍👩‍👧",
    "巴黎圣母院",
    "الموسيقى العربية",
    "Zoë Müller-Łukasz",
    "I\u0307stanbul",
    "नमस्ते",
    "line\nbreak\ttab",
    "\u200b\u200d",
    "a" * 5000,
    "word " * 400,
]


@pytest.fixture(scope="module")
def odd(store) -> StoredGraph:
    """Entities whose names, and whose aliases, are as odd as names can be."""
    entities = [Entity(f"e{i:02}", name) for i, name in enumerate(ODD_NAMES)]
    entities += [Entity(f"f{i:02}", f"bearer {i}", (f"alias {name}",)) for i, name in enumerate(ODD_NAMES)]
    facts = [(entity.id, "is", "e00") for entity in entities]
    return stored(store, "odd_names", triples(*(" ".join(fact) for fact in facts)), entities)


def brute_force(graph: StoredGraph, text: str, limit: int):
    """Every entity that shares a token with the text, ranked as the product ranks."""
    view = GraphView.of(graph.columns)
    sought = set(search_text([text]).split())
    tokens = graph.columns.entities["search"].to_pylist()
    rows = [row for row, names in enumerate(tokens) if sought & set(names.split())]
    exact = view.node(text)
    return rank_matches(text, view.entities_at([*rows, *([] if exact is None else [exact])]), limit)


class TestEntities:
    def test_come_back_by_id_in_the_order_asked(self, family):
        first, second = family.some(2)
        found = family.store.entities(family.kg, [second, "no such id", first, second])
        assert [entity and entity.id for entity in found] == [second, None, first, second]
        assert found[0].name == second.replace("_", " ")
        assert family.store.entities(family.kg, []) == []

    def test_keep_every_part(self, store, kg):
        whole = Entity("Q1", "Ada Lovelace", ("Ada", "Countess of Lovelace"), ("person", "writer"))
        nameless = Entity("m.0cvt")
        graph = stored(store, kg, triples("Q1 knows m.0cvt"), [whole, nameless])
        assert store.entities(kg, ["Q1", "m.0cvt"]) == [whole, nameless]
        assert graph.columns.entities.equals(store.columns(kg).entities)

    def test_ids_are_exact(self, family):
        (known,) = family.some(1)
        wrong = [known.upper(), known + " ", known.replace("_", " "), "", "'", "\\", "$kg", "\u0000"]
        assert family.store.entities(family.kg, wrong) == [None] * len(wrong)

    def test_an_id_wins_over_a_name_and_a_name_over_an_alias(self, store, kg):
        entities = [
            Entity("paris", "City of Light"),
            Entity("x1", "Paris"),
            Entity("x2", "Capital", ("PARIS",)),
            Entity("x3", "Paris Hilton"),
            Entity("x4", "Nobody"),
        ]
        stored(store, kg, triples("x1 is paris", "x2 is paris", "x3 is x4"), entities)
        found = store.find_entities(kg, "paris")
        assert [(m.entity.id, m.how) for m in found] == [
            ("paris", "id"),
            ("x1", "name"),
            ("x2", "alias"),
            ("x3", "words"),
        ]
        assert [m.score for m in found[:3]] == [1, 1, 1]
        assert 0 < found[3].score < 1
        assert store.find_entities(kg, "paris", limit=2) == found[:2]

    @pytest.mark.parametrize(
        "typed", ["ada_lovelace", "  ADA   Lovelace ", "Áda Lovelace", "Ａｄａ Lovelace"]
    )
    def test_case_marks_and_spaces_do_not_count_in_names(self, store, kg, typed):
        stored(store, kg, triples("q1 knows q2"), [Entity("q1", "Ada Lovelace"), Entity("q2", "Lovelace")])
        assert [(m.entity.id, m.how) for m in store.find_entities(kg, typed)] == [
            ("q1", "name"),
            ("q2", "words"),
        ]

    @pytest.mark.parametrize("row", range(len(ODD_NAMES)), ids=lambda row: f"name{row:02}")
    def test_a_name_of_any_characters_is_found_as_a_name_and_as_an_alias(self, odd, row):
        name = ODD_NAMES[row]
        found = odd.store.find_entities(odd.kg, name, limit=50)
        if normalise(name):
            assert (found[0].entity.id, found[0].how) == (f"e{row:02}", "name")
        assert found == brute_force(odd, name, 50)
        alias = odd.store.find_entities(odd.kg, f"alias {name}", limit=50)
        assert f"f{row:02}" in {m.entity.id for m in alias if m.how == "alias"}
        assert alias == brute_force(odd, f"alias {name}", 50)

    @pytest.mark.parametrize(
        "typed",
        [
            "",
            " ",
            "\t\n",
            "!",
            "?*",
            '"',
            "\\",
            "(",
            "[a TO b",
            "~",
            "slot1",
            "search:x",
            "\u0301",
            "\u0000",
            "_",
        ],
    )
    def test_nothing_that_a_user_types_is_an_error(self, odd, typed):
        assert odd.store.find_entities(odd.kg, typed) == brute_force(odd, typed, 10)

    def test_words_find_what_brute_force_finds(self, family):
        for id in family.some(12):
            for text in (id, id.replace("_", " "), words(id)[-1], f"the {words(id)[0]} of nowhere"):
                assert family.store.find_entities(family.kg, text, limit=20) == brute_force(family, text, 20)


class TestFacts:
    def test_come_back_by_key_in_the_order_asked(self, family):
        one, other = family.facts[5], family.facts[7]
        keys = [fact_key(*other), "0" * 32, fact_key(*one), fact_key(*other), ""]
        found = family.store.facts(family.kg, keys)
        assert [fact and fact.triple for fact in found] == [other, None, one, other, None]

    def test_keep_every_part(self, store, kg):
        head, tail = Entity("m.1", "Tom Hanks", ("Thomas",), ("actor",)), Entity("m.2")
        stored(store, kg, triples("m.1 people.person.place_of_birth m.2"), [head, tail])
        key = fact_key("m.1", "people.person.place_of_birth", "m.2")
        fact = Fact(key, head, "people.person.place_of_birth", "place of birth", tail)
        assert store.facts(kg, [key]) == store.facts_of(kg, "m.1") == [fact]
        assert fact.text == "Tom Hanks place of birth m.2."

    @pytest.mark.parametrize("direction", ["out", "in", "both"])
    def test_of_an_entity_are_all_and_in_order(self, family, direction):
        for id in family.some(12):
            wanted = sorted(
                (
                    fact
                    for fact in family.facts
                    if (direction != "in" and fact.head == id) or (direction != "out" and fact.tail == id)
                ),
                key=lambda fact: (fact.relation, fact.head, fact.tail),
            )
            found = family.store.facts_of(family.kg, id, direction=direction)
            assert [fact.triple for fact in found] == wanted
            assert family.store.facts_of(family.kg, id, direction=direction, limit=2) == found[:2]

    def test_a_self_loop_is_one_fact(self, store, kg):
        stored(store, kg, TINY_GRAPHS["self_loop"])
        for direction in ("out", "in", "both"):
            loops = [f for f in store.facts_of(kg, "b", direction=direction) if f.head == f.tail]
            assert [loop.triple for loop in loops] == [("b", "knows", "b")]

    def test_of_a_hub_can_be_limited(self, hub):
        found = hub.store.facts_of(hub.kg, "hub", limit=3)
        assert [str(fact.triple.tail) for fact in found] == ["spoke00000", "spoke00001", "spoke00002"]
        assert len(hub.store.facts_of(hub.kg, "hub")) == 10_001

    def test_of_an_unknown_entity_are_an_error(self, family):
        with pytest.raises(UnknownEntityError, match="graph 'family' has no entity with id 'nobody'"):
            family.store.facts_of(family.kg, "nobody")


class TestNeighbourhood:
    @pytest.mark.parametrize("hops", [0, 1, 2])
    def test_holds_what_networkx_reaches(self, family, hops):
        graph = networkx_graph(family.facts, directed=False)
        for id in family.some(10, seed=hops):
            near = sorted(nx.single_source_shortest_path_length(graph, id, cutoff=hops))
            found = family.store.neighbourhood(family.kg, id, hops)
            assert found.centre.id == id
            assert [entity.id for entity in found.entities] == near
            inside = {fact_key(*f) for f in family.facts if f.head in near and f.tail in near}
            assert [fact.key for fact in found.facts] == sorted(inside)

    def test_a_limit_keeps_the_nearest_then_the_first_by_id(self, family):
        graph = networkx_graph(family.facts, directed=False)
        for id in family.some(10, seed=7):
            away = nx.single_source_shortest_path_length(graph, id, cutoff=2)
            kept = sorted(sorted(away, key=lambda node: (away[node], node))[:5])
            found = family.store.neighbourhood(family.kg, id, 2, limit=5)
            assert [entity.id for entity in found.entities] == kept
            assert {end.id for fact in found.facts for end in (fact.head, fact.tail)} <= set(kept)

    def test_of_a_hub_is_cut_off(self, hub):
        found = hub.store.neighbourhood(hub.kg, "door", 3, limit=100)
        assert len(found.entities) == 100
        assert {"door", "hub"} <= {entity.id for entity in found.entities}

    def test_of_an_unknown_entity_is_an_error(self, family):
        with pytest.raises(UnknownEntityError, match="'nobody'"):
            family.store.neighbourhood(family.kg, "nobody")


class TestStatistics:
    def test_count_relations_and_degrees_as_networkx_does(self, family):
        found = family.store.statistics(family.kg)
        graph = networkx_graph(family.facts, directed=True)
        relations = [fact.relation for fact in family.facts]
        assert list(found.relations) == sorted(
            {(r, relations.count(r)) for r in relations}, key=lambda pair: (-pair[1], pair[0])
        )
        degrees = sorted(degree for _, degree in graph.degree())
        assert [q for q, _ in found.degree_quantiles] == [0, 0.25, 0.5, 0.75, 0.9, 0.99, 1]
        for quantile, degree in found.degree_quantiles:
            assert degree == np.quantile(degrees, quantile, method="lower")

    def test_tell_what_relations_are_called(self, store, kg, tmp_path):
        (tmp_path / "relations.tsv").write_text("P26\tspouse\n", encoding="utf-8")
        given = [("a", "P26", "b"), ("b", "bornIn", "c")]
        load_triples(store, kg, given, relation_names=tmp_path / "relations.tsv", embed=False)
        assert store.statistics(kg).labels == {"P26": "spouse", "bornIn": "born in"}

    def test_count_the_graph(self, family):
        info = family.store.statistics(family.kg).info
        assert (info.name, info.state, info.documents) == ("family", "ready", 0)
        assert (info.facts, info.entities) == (len(family.facts), len(family.ids))
        assert info.embeddable_entities == info.entities
        assert info == family.store.graph(family.kg)

    def test_of_an_empty_graph_are_zero(self, store, kg):
        stored(store, kg, TINY_GRAPHS["empty"])
        found = store.statistics(kg)
        assert (found.info.entities, found.info.facts, found.relations) == (0, 0, ())


@pytest.mark.parametrize(
    "read",
    [
        lambda store: store.graph("nowhere"),
        lambda store: store.statistics("nowhere"),
        lambda store: store.entities("nowhere", ["a"]),
        lambda store: store.find_entities("nowhere", "a"),
        lambda store: store.facts_of("nowhere", "a"),
        lambda store: store.facts("nowhere", ["a"]),
        lambda store: store.neighbourhood("nowhere", "a"),
        lambda store: store.documents("nowhere", ["a"]),
        lambda store: store.columns("nowhere"),
        lambda store: list(store.texts_without_vectors("nowhere", "facts")),
    ],
)
def test_an_unknown_graph_is_named(store, read):
    with pytest.raises(UnknownGraphError, match="'nowhere'"):
        read(store)


class TestEntitiesNamed:
    def test_are_those_that_bear_the_whole_name(self, odd):
        named = [name for name in ODD_NAMES if normalise(name)]
        found = odd.store.entities_named(odd.kg, named)
        for name, entities in zip(named, found, strict=True):
            bearing = {f"e{i:02}" for i, other in enumerate(ODD_NAMES) if normalise(other) == normalise(name)}
            assert {entity.id for entity in entities} == bearing

    def test_by_name_and_alias_in_any_spelling_by_id(self, store, kg):
        bearers = [Entity("z", "Henry VII"), Entity("a", "Earl", ("henry  vii",)), Entity("b", "Henry")]
        graph = stored(store, kg, triples("a is b", "b is z"), bearers)
        found = store.entities_named(graph.kg, ["HENRY_VII", "henry", "nobody", "", "HENRY_VII"])
        assert [[entity.id for entity in row] for row in found] == [["a", "z"], ["b"], [], [], ["a", "z"]]

    def test_of_a_graph_that_is_not_there(self, store):
        with pytest.raises(UnknownGraphError):
            store.entities_named("nowhere", ["a"])
