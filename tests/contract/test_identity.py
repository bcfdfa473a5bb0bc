"""Names of documents become entities by one function of what is stated and decided, whatever came first."""

from contextlib import contextmanager

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.store.identity import Decisions, Identity
from groundpath.engine.store.protocol import GraphStore, PathQuery
from groundpath.loaders.documents import load_documents
from groundpath.loaders.dropping import drop_documents
from groundpath.loaders.identity import identify, identity_of
from groundpath.loaders.triples import load_triples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from letters import LetterEncoder

CURIE = {
    "id": "curie",
    "title": "Marie Curie",
    "text": "Marie Curie (born Maria Skłodowska; Russian: Мария Кюри) was a physicist. Curie won two prizes.",
    "triples": [["Curie", "won", "Nobel Prize"]],
}
WARSAW = {
    "id": "warsaw",
    "title": "Warsaw",
    "text": "Maria Skłodowska was born in Warsaw.",
    "triples": [["Maria Skłodowska", "born in", "Warsaw"], ["Warsaw", "lies in", "Poland"]],
}
MOSCOW = {"id": "moscow", "text": "О ней.", "triples": [["Мария Кюри", "known in", "Moscow"]]}
PLANET = {
    "id": "planet",
    "title": "Mercury (planet)",
    "text": "Mercury is near the Sun.",
    "triples": [["Mercury", "near", "Sun"]],
}
ELEMENT = {
    "id": "element",
    "title": "Mercury (element)",
    "text": "Mercury is a metal.",
    "triples": [["Mercury", "is", "metal"]],
}
SYSTEM = {
    "id": "system",
    "title": "Solar System",
    "text": "It holds Mercury.",
    "triples": [["Solar System", "holds", "Mercury"]],
}
MORE = {"id": "more", "title": "Marie Curie", "text": "More.", "triples": [["Marie Curie", "is", "she"]]}
ALL = [CURIE, WARSAW, MOSCOW, PLANET, ELEMENT, SYSTEM]
IDS = [row["id"] for row in ALL]


def load(store: GraphStore, kg: str, *rows: dict):
    return load_documents(store, kg, rows, embed=False)


def triples(store: GraphStore, kg: str) -> set[tuple[str, str, str]]:
    return {(f["head"], f["relation"], f["tail"]) for f in store.columns(kg).facts.to_pylist()}


def contents(store: GraphStore, kg: str):
    """All that a graph holds, as values that compare."""
    columns = store.columns(kg)
    documents = store.documents(kg, IDS)
    return (
        columns.entities.to_pylist(),
        columns.facts.to_pylist(),
        documents,
        [document and document.stated for document in documents],
        store.identity(kg),
    )


class TestMerging:
    def test_facts_of_all_names_meet_in_one_entity_that_is_found_under_each(self, store, kg):
        load(store, kg, CURIE, WARSAW, MOSCOW)
        report = identify(store, kg)
        assert {merge.name: (merge.entity, merge.reason) for merge in report.merges} == {
            "Curie": ("Marie Curie", "surname"),
            "Maria Skłodowska": ("Marie Curie", "stated"),
            "Мария Кюри": ("Marie Curie", "script"),
        }
        assert {f.relation for f in store.facts_of(kg, "Marie Curie")} == {"won", "born in", "known in"}
        for name in ("Marie Curie", "Curie", "Maria Skłodowska", "мария кюри"):
            assert store.find_entities(kg, name)[0].entity.id == "Marie Curie"
            assert [entity.id for entity in store.entities_named(kg, [name])[0]] == ["Marie Curie"]
        (path,) = store.paths(kg, PathQuery("Nobel Prize", "Poland"))
        assert [hop.fact.relation for hop in path] == ["won", "born in", "lies in"]

    def test_homonyms_stand_apart(self, store, kg):
        load(store, kg, PLANET, ELEMENT, SYSTEM)
        report = identify(store, kg)
        assert triples(store, kg) == {
            ("Mercury (planet)", "near", "Sun"),
            ("Mercury (element)", "is", "metal"),
            ("Solar System", "holds", "Mercury [Solar System]"),
        }
        (one,) = report.apart
        assert one.candidates == ("Mercury (element)", "Mercury (planet)")
        (left,) = store.entities(kg, ["Mercury [Solar System]"])
        assert left is not None
        assert left.name == "Mercury"
        assert {match.entity.id for match in store.find_entities(kg, "Mercury")} == {
            "Mercury (planet)",
            "Mercury (element)",
            "Mercury [Solar System]",
        }

    def test_the_second_run_writes_nothing_and_a_list_or_a_dry_run_never(self, store, kg):
        load(store, kg, *ALL)
        before = contents(store, kg)
        assert identify(store, kg, dry_run=True).merges
        assert contents(store, kg) == before
        first = identify(store, kg)
        after = contents(store, kg)
        again = identify(store, kg)
        assert (again.facts.new, again.facts.removed, again.entities.changed) == (0, 0, 0)
        assert identity_of(store, kg).merges == first.merges == again.merges
        assert contents(store, kg) == after

    def test_vectors_of_texts_that_stay_are_kept(self, store, kg):
        encoder = LetterEncoder()
        load_documents(store, kg, ALL, encoder=encoder)
        report = identify(store, kg, encoder=encoder)
        assert store.graph(kg).embedded_facts == store.graph(kg).facts
        assert (
            report.embedded.encoded < report.facts.new + report.entities.new
        )  # a homonym's fact says the same
        assert identify(store, kg, on=False, encoder=encoder).embedded.encoded == 0
        assert store.graph(kg).embedded_facts == store.graph(kg).facts


class TestDecisions:
    def test_off_gives_the_graph_back(self, store, kg):
        load(store, kg, *ALL)
        before = contents(store, kg)
        identify(store, kg)
        identify(store, kg, on=False)
        assert contents(store, kg) == before

    def test_what_is_undone_is_as_if_never_merged(self, store, kg):
        load(store, kg, CURIE, WARSAW)
        identify(store, kg, undo=["Maria Skłodowska"])
        assert ("Maria Skłodowska", "born in", "Warsaw") in triples(store, kg)
        assert store.entities(kg, ["Marie Curie"])[0].aliases == ("Curie",)
        load(store, kg, CURIE | {"text": CURIE["text"] + " More."})
        assert ("Maria Skłodowska", "born in", "Warsaw") in triples(store, kg)
        identify(store, kg, forget=[("Marie Curie", "Maria Skłodowska"), ("Curie", "Maria Skłodowska")])
        assert ("Marie Curie", "born in", "Warsaw") in triples(store, kg)

    def test_same_wins_over_rules_and_undoing_it_leaves_nothing(self, store, kg):
        load(store, kg, PLANET, ELEMENT, SYSTEM)
        identify(store, kg)
        before = contents(store, kg)
        identify(store, kg, same=[("Mercury [Solar System]", "Mercury (planet)")])
        assert ("Solar System", "holds", "Mercury (planet)") in triples(store, kg)
        identify(store, kg, undo=["Mercury [Solar System]"])
        assert contents(store, kg) == before

    def test_a_name_may_be_something_else_in_one_document(self, store, kg):
        load(store, kg, SYSTEM, {"id": "myth", "text": "A god.", "triples": [["Mercury", "is a", "god"]]})
        identify(store, kg, alone=[("Mercury", "myth")])
        assert triples(store, kg) == {
            ("Solar System", "holds", "Mercury"),
            ("Mercury [myth]", "is a", "god"),
        }

    def test_a_decision_outlives_its_documents(self, store, kg):
        load(store, kg, CURIE, WARSAW)
        identify(store, kg, apart=[("Maria Skłodowska", "Marie Curie")])
        drop_documents(store, kg, ["warsaw"])
        load(store, kg, WARSAW)
        assert ("Maria Skłodowska", "born in", "Warsaw") in triples(store, kg)

    def test_who_only_looks_needs_not_wait_for_who_writes(self, store, kg):
        load(store, kg, *ALL)
        other = f"{kg}, another"
        with store.writing(other):
            would = identify(store, kg, dry_run=True)
            assert identity_of(store, kg).names == would.names
        assert would.merges == identify(store, kg, embed=False).merges
        store.drop(other)

    def test_unknown_names_and_graphs_without_documents_are_refused(self, store, kg):
        load(store, kg, CURIE)
        with pytest.raises(InputError, match="no document of graph"):
            identify(store, kg, same=[("Curie", "Pierre")])
        with pytest.raises(InputError, match="has no document 'd0'"):
            identify(store, kg, alone=[("Curie", "d0")])
        assert store.identity(kg) == Identity()
        other = f"{kg} other"
        load_triples(store, other, [("a", "b", "c")], embed=False)
        with pytest.raises(InputError, match="has no documents"):
            identify(store, other)


class TestAliases:
    """An alias that a source gave stays when the merge that would have given it is undone."""

    @pytest.mark.parametrize("first", [True, False])
    def test_of_a_source_stay(self, store, kg, tmp_path, first):
        (tmp_path / "aliases.tsv").write_text("Marie Curie\tCurie\n")

        def give():
            own = [("Marie Curie", "is", "person")]
            load_triples(store, kg, own, aliases=tmp_path / "aliases.tsv", embed=False)

        load(store, kg, CURIE)
        if first:
            give()
        identify(store, kg)
        if not first:
            give()
        identify(store, kg, on=False)
        assert store.entities(kg, ["Marie Curie"])[0].aliases == ("Curie",)
        drop_documents(store, kg, ["curie"])
        assert triples(store, kg) == {("Marie Curie", "is", "person")}


class CutOffError(Exception):
    """Stands for whatever ends a change half-way."""


class CutOffStore:
    """A store whose writer breaks off right after one kind of change."""

    def __init__(self, store: GraphStore, after: str) -> None:
        self._store, self._after = store, after

    def __getattr__(self, name: str):
        return getattr(self._store, name)

    @contextmanager
    def writing(self, kg: str):
        with self._store.writing(kg) as writer:
            change = getattr(writer, self._after)

            def changed_and_broken_off(given):
                change(given)
                raise CutOffError

            setattr(writer, self._after, changed_and_broken_off)
            yield writer


CHANGES = ["set_identity", "add_entities", "change_entities", "add_facts", "remove_facts"]


@pytest.mark.parametrize("after", CHANGES)
@pytest.mark.parametrize("on", [True, False])
def test_cut_off_and_run_again(store, kg, after, on):
    scratch = f"{kg} scratch"
    for name in (kg, scratch):
        load(
            store,
            name,
            *ALL,
            {
                "id": "more",
                "title": "Marie Curie",
                "text": "More.",
                "triples": [["Marie Curie", "is", "she"]],
            },
        )
        if not on:
            identify(store, name)
    with pytest.raises(CutOffError):
        identify(CutOffStore(store, after), kg, on=on)
    for name in (kg, scratch):
        identify(store, name, on=on)
    assert contents(store, kg) == contents(store, scratch)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("load"), st.sampled_from(ALL)),
        st.tuples(st.just("change"), st.sampled_from([row for row in ALL if "title" in row])),
        st.tuples(st.just("drop"), st.sampled_from(IDS)),
        st.tuples(st.just("on"), st.booleans()),
        st.tuples(st.just("same"), st.sampled_from([("Mercury", "Sun"), ("Curie", "Warsaw")])),
        st.tuples(st.just("apart"), st.sampled_from([("Curie", "Marie Curie"), ("Mercury", "Sun")])),
    ),
    min_size=3,
    max_size=8,
)


@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=STEPS)
def test_any_sequence_equals_a_load_from_scratch(store, kg, steps):
    held = {row["id"]: row for row in ALL[:4]}
    grown, scratch = f"{kg} grown", f"{kg} scratch"
    try:
        load(store, grown, *held.values())
        for kind, given_ in steps:
            held = _step(store, grown, held, kind, given_)
        kept = store.identity(grown)
        load(store, scratch, *held.values())
        if kept != Identity():
            _decide(store, scratch, kept)
        assert contents(store, grown) == contents(store, scratch)
    finally:
        for name in (grown, scratch):
            if name in {graph.name for graph in store.graphs()}:
                store.drop(name)


def _step(store: GraphStore, kg: str, held: dict[str, dict], kind: str, given_) -> dict[str, dict]:
    names = {name for row in held.values() for head, _, tail in row["triples"] for name in (head, tail)}
    if kind in ("load", "change"):
        row = (
            given_ if kind == "load" else given_ | {"text": "Another text.", "triples": given_["triples"][:1]}
        )
        load(store, kg, row)
        return held | {row["id"]: row}
    if kind == "drop" and len(held) > 1:
        drop_documents(store, kg, [given_])
        return {id_: row for id_, row in held.items() if id_ != given_}
    if kind == "on":
        identify(store, kg, on=given_)
    if kind in ("same", "apart") and names.issuperset(given_):
        identify(store, kg, **{kind: [given_]})
    return held


def _decide(store: GraphStore, kg: str, kept: Identity) -> None:
    """The same decisions, whether or not the names that they hold are still in use."""
    with store.writing(kg) as graph:
        graph.set_identity(Identity(on=kept.on, decisions=kept.decisions))
    assert store.identity(kg).decisions == Decisions(kept.decisions.same, kept.decisions.apart)
    identify(store, kg, on=kept.on)
