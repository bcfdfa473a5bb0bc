"""Each kind of fault is found where it is, with its facts, its suspect and its repair."""

from collections.abc import Mapping

import pytest
from graphs import columns_of, triples
from groundpath.engine.errors import InputError
from groundpath.engine.quality.finding import LintReport
from groundpath.engine.quality.linting import LintSettings, lint_view
from groundpath.engine.store.protocol import GraphColumns
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Entity, RelationTraits, Triple, fact_key

PEOPLE = 60
TOWNS = 45  # so that some have several people
BORN = triples(*(f"p{n} born_in town{n % TOWNS}" for n in range(PEOPLE)))


def linted(
    facts: tuple[Triple, ...],
    traits: RelationTraits | None = None,
    entities: list[Entity] | None = None,
    sources: Mapping[Triple, list[str]] | None = None,
    settings: LintSettings | None = None,
) -> LintReport:
    columns = columns_of(facts, entities)
    entity_table, fact_table = columns.entities, columns.facts
    if sources:
        rows = fact_table.to_pylist()
        for row in rows:
            row["sources"] = sources.get(Triple(row["head"], row["relation"], row["tail"]), ["register"])
        fact_table = fact_table.from_pylist(rows, fact_table.schema)
    return lint_view(GraphView.of(GraphColumns(entity_table, fact_table)), "kg", traits, settings)


def test_a_graph_without_faults_has_no_findings() -> None:
    assert not linted(BORN).findings
    assert not linted(()).findings


def test_two_values_of_a_relation_that_has_one() -> None:
    report = linted((*BORN, *triples("p7 born_in town8")))
    found = next(one for one in report.findings if "of p7" in one.what)
    assert found.kind == "values"
    assert {suspect.fact.tail.id for suspect in found.suspects} == {"town7", "town8"}
    assert sum(suspect.share for suspect in found.suspects) == pytest.approx(1)
    assert found.repair.withdrawn[0] in found.facts
    assert found.made_of["ends"] == PEOPLE
    assert report.suspicion[fact_key("p7", "born_in", "town8")] > 0.3


def test_a_relation_of_several_values_has_no_such_fault() -> None:
    several = triples(*(f"p{n} knows p{n + k}" for n in range(PEOPLE) for k in range(1, 1 + n % 3)))
    assert "values" not in {one.kind for one in linted(several).findings}


def test_a_value_and_what_it_lies_in_are_one_value() -> None:
    assert not linted((*BORN, *triples("p7 born_in England", "town7 in England"))).by_kind["values"]


def test_what_mediators_join_is_no_second_value() -> None:
    """A marriage is a node without a name: it has two spouses, and who married twice has two marriages."""
    facts = (
        *triples(*(f"m{n} spouse p{n}" for n in range(PEOPLE)), "m7 spouse p8"),
        *triples(*(f"p{n} marriage m{n}" for n in range(PEOPLE)), "p7 marriage m8"),
    )
    named = [Entity(f"p{n}", f"Person {n}") for n in range(PEOPLE)]
    marriages = [Entity(f"m{n}", None) for n in range(PEOPLE)]
    assert not linted(facts, entities=[*named, *marriages]).by_kind["values"]
    declared = RelationTraits(functional=frozenset({"marriage"}))
    found = linted(facts, declared, entities=[*named, *marriages]).findings
    (told,) = (one.what for one in found if one.kind == "values")
    assert told.startswith("“marriage” of Person 7 has 2 values")
    weddings = [Entity(f"m{n}", f"Wedding {n}") for n in range(PEOPLE)]
    assert linted(facts, entities=[*named, *weddings]).by_kind["values"]


def test_a_relation_is_called_what_the_graph_calls_it() -> None:
    facts = (
        *triples(*(f"c{n} P22 p{n}" for n in range(PEOPLE)), *(f"p{n} P40 c{n}" for n in range(PEOPLE))),
        *triples("d P22 p3"),
    )
    columns = columns_of(facts)
    called = {"P22": "father", "P40": "child"}
    rows = [row | {"label": called[row["relation"]]} for row in columns.facts.to_pylist()]
    table = columns.facts.from_pylist(rows, columns.facts.schema)
    report = lint_view(GraphView.of(GraphColumns(columns.entities, table)), "kg")
    found = next(one for one in report.findings if one.kind == "inverse")
    assert found.missing is not None
    assert found.missing.text == "p3 child d."
    assert "“d father p3”" in found.what


def test_one_value_may_be_declared_of_few_facts() -> None:
    facts = triples("a capital b", "a capital c")
    assert not linted(facts).findings
    (found,) = linted(facts, RelationTraits(functional=frozenset({"capital"}))).findings
    assert found.confidence == 1


def test_sources_that_disagree_are_named() -> None:
    odd = Triple("p7", "born_in", "town8")
    report = linted((*BORN, odd), sources={odd: ["blog"]})
    found = next(one for one in report.findings if one.kind == "sources")
    assert "blog: town8" in found.why
    assert "register: town7" in found.why


def test_a_thing_of_another_type() -> None:
    facts = (*BORN, *triples("p7 born_in apple"))
    entities = [Entity(f"p{n}", f"p{n}", types=("Person",)) for n in range(PEOPLE)]
    entities += [Entity(f"town{n}", f"town{n}", types=("Place",)) for n in range(PEOPLE)]
    entities.append(Entity("apple", "apple", types=("Food",)))
    report = linted(facts, entities=entities)
    found = next(one for one in report.findings if one.kind == "type")
    assert found.suspects[0].fact.triple == ("p7", "born_in", "apple")
    assert found.repair.withdrawn[0].tail.id == "apple"
    by_values = next(one for one in report.findings if one.kind == "values")
    assert by_values.suspects[0].fact.tail.id == "apple", "what lint says of its type counts there too"


def test_types_may_be_declared() -> None:
    entities = [Entity("a", "a", types=("Person",)), Entity("b", "b", types=("Food",))]
    traits = RelationTraits(ranges={"born_in": ("Place",)})
    (found,) = linted(triples("a born_in b"), traits, entities).findings
    assert found.kind == "type"
    assert found.confidence == 1


def test_a_thing_without_a_type_that_stands_where_none_of_its_kind_does() -> None:
    facts = (
        *BORN,
        *triples(*(f"p{n} works_at firm{n % 9}" for n in range(PEOPLE))),
        *triples(*(f"p{n} likes dish{n % 7}" for n in range(PEOPLE))),
        *triples("p70 born_in p9"),
    )
    found = next(one for one in linted(facts).findings if one.kind == "type")
    assert found.suspects[0].fact.triple == ("p70", "born_in", "p9")


def test_a_circle_in_a_hierarchy() -> None:
    tree = triples(*(f"n{n} part_of n{n // 2}" for n in range(2, 120)))
    assert not linted(tree).by_kind["cycle"]
    report = linted((*tree, *triples("n1 part_of n9")))
    found = next(one for one in report.findings if one.kind == "cycle")
    assert found.suspects[0].fact.triple == ("n1", "part_of", "n9"), (
        "it leads from the broad end to a narrow one"
    )
    assert {suspect.fact.head.id for suspect in found.suspects} == {"n1", "n9", "n4", "n2"}


def test_a_relation_that_goes_both_ways_is_no_hierarchy() -> None:
    both = triples(
        *(f"n{n} near n{n // 2}" for n in range(2, 90)), *(f"n{n // 2} near n{n}" for n in range(2, 90))
    )
    assert not linted(both).by_kind["cycle"]


def test_what_is_declared_transitive_has_no_circle() -> None:
    report = linted(triples("a is_a b", "b is_a a"), RelationTraits(transitive=frozenset({"is_a"})))
    assert [(one.kind, one.confidence) for one in report.findings] == [("cycle", 1.0)]


def test_a_relation_and_its_inverse_that_disagree() -> None:
    facts = triples(
        *(f"c{n} parent p{n}" for n in range(PEOPLE)),
        *(f"p{n} child c{n}" for n in range(PEOPLE)),
        "d parent p3",
    )
    found = next(one for one in linted(facts).findings if one.kind == "inverse")
    assert found.missing is not None
    assert found.missing.triple == ("p3", "child", "d")


def test_a_mined_rule_that_one_fact_breaks() -> None:
    facts = triples(
        *(f"p{n} born_in town{n}" for n in range(PEOPLE)),
        *(f"town{n} in land{n % 5}" for n in range(PEOPLE)),
        *(f"p{n} citizen_of land{n % 5 if n else 3}" for n in range(PEOPLE)),
    )
    found = next(one for one in linted(facts).findings if one.kind == "rule")
    assert {fact.head.id for fact in found.facts} >= {"p0"}
    assert "keep to it" in found.why


def test_two_entities_of_one_name_with_the_same_neighbours() -> None:
    facts = (
        *BORN,
        *triples(
            "p0 works_at a", "p0 works_at b", "p1 works_at a", "p1 works_at b", "p1 likes c", "b likes c"
        ),
    )
    entities = [
        Entity(id, {"a": "Acme", "b": "acme"}.get(id, id))
        for id in sorted({end for fact in facts for end in (fact.head, fact.tail)})
    ]
    found = next(one for one in linted(facts, entities=entities).findings if one.kind == "duplicate")
    assert {entity.id for entity in found.entities} == {"a", "b"}
    assert {fact.triple for fact in found.repair.withdrawn} == {
        ("p0", "works_at", "a"),
        ("p1", "works_at", "a"),
    }
    assert not found.repair.stated, "the other one has both facts already"


@pytest.mark.parametrize("name", ["https://example.org/x", "  ", "N/A", "m.0abc12", "Caf&amp;e", "Ã©tude"])
def test_names_that_are_none(name: str) -> None:
    entities = [Entity(f"p{n}", f"Person {n}") for n in range(PEOPLE)]
    entities += [
        Entity(f"town{n}", f"Town {n}" if n else name, ("Ely",) if n == 0 else ()) for n in range(PEOPLE)
    ]
    (found,) = linted(BORN, entities=entities).findings
    assert found.kind == "name"
    assert found.entities[0].id == "town0"
    assert found.repair.described[0].name == "Ely"


def test_a_graph_of_pages_is_let_be() -> None:
    ends = sorted({end for fact in BORN for end in (fact.head, fact.tail)})
    entities = [Entity(end, f"https://example.org/{end}") for end in ends]
    assert not linted(BORN, entities=entities).findings


def test_only_what_is_asked_for_is_looked_for_and_the_same_every_time() -> None:
    facts = (*BORN, *triples("p7 born_in town8", "p9 born_in p9"))
    report = linted(facts, settings=LintSettings(kinds=("cycle",)))
    assert {one.kind for one in report.findings} == {"cycle"}
    assert linted(facts).findings == linted(facts[::-1]).findings
    assert len(linted(facts, settings=LintSettings(limit=1)).findings) == 1


@pytest.mark.parametrize(
    "wrong", [{"error_rate": 0.0}, {"min_confidence": 1.1}, {"kinds": ("colour",)}, {"min_support": 0}]
)
def test_settings_outside_of_their_range_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong)).removesuffix("s")):
        LintSettings(**wrong)  # type: ignore[arg-type]


def test_a_circle_of_children_needs_no_learning() -> None:
    """General English knows that no child of a child is a parent; of friends it does not."""
    ring = ("a {} b", "b {} c", "c {} a")
    report = linted(triples(*(line.format("child") for line in ring)))
    (found,) = report.findings
    assert (found.kind, len(found.suspects)) == ("cycle", 3)
    assert 0.5 < found.confidence < 0.9, "it is less sure than what is learned of many"
    assert not linted(triples(*(line.format("friend") for line in ring))).findings
    assert not linted(triples(*(line.format("relation7") for line in ring))).findings
    itself = linted(triples("a child a", "a child b", "c child d"))
    assert [one.kind for one in itself.findings] == ["cycle"]


def test_a_graph_that_is_too_small_says_so_and_what_finds_more() -> None:
    few = triples(*(f"p{n} born_in t{n}" for n in range(7)), "p3 born_in t9")
    report = linted(few)
    assert not report.findings
    assert report.unlearned is not None
    assert (report.unlearned.relations, report.unlearned.small, report.unlearned.weaker) == (1, 1, 1)
    assert "too small to learn from" in str(report)
    assert "min_confidence=0.05 shows it" in report.notes[0]
    assert "--min-confidence 0.05" in report.unlearned.told(as_options=True)
    lower = linted(few, settings=LintSettings(min_confidence=0.05))
    assert [one.kind for one in lower.findings] == ["values"], "what it says finds more does"


def test_nothing_is_advised_that_is_in_force() -> None:
    few = triples(*(f"p{n} born_in t{n}" for n in range(4)))
    (note,) = linted(few).notes
    assert "min_confidence=0.05 finds no more; min_support=3 and error_rate=0.05 learn from less" in note
    (note,) = linted(few, settings=LintSettings(min_support=3)).notes
    assert "error_rate=0.05 learns from less" in note
    assert "min_support" not in note
    (note,) = linted(few[:1], settings=LintSettings(min_confidence=0.05, min_support=2)).notes
    assert "min_confidence" not in note
    assert "error_rate=0.05 learns from less; surest is a schema" in note


def test_a_graph_whose_relations_are_declared_is_not_too_small() -> None:
    few = triples(*(f"p{n} born_in t{n}" for n in range(7)), "p3 born_in t9")
    declared = linted(few, RelationTraits(functional=frozenset({"born_in"})))
    assert [one.confidence for one in declared.findings] == [1.0]
    assert declared.unlearned is None
    assert linted(BORN).unlearned is None
    assert linted(()).unlearned is None
