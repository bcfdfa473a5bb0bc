"""Documents come, change and go one by one, and the graph is the one that a load from scratch would give."""

from contextlib import contextmanager

import numpy as np
import pytest
from groundpath.engine.errors import EncoderError, InputError, UnknownGraphError
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Triple
from groundpath.loaders.documents import load_documents
from groundpath.loaders.dropping import drop_documents
from groundpath.loaders.embedding import embed
from groundpath.loaders.report import Counts
from groundpath.loaders.triples import load_triples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from letters import LetterEncoder
from loaded_graphs import loaded_graph
from stored_graphs import holds

MANET = Triple("Manet", "painted", "Olympia")
PARIS = Triple("Manet", "lived in", "Paris")
DEGAS = Triple("Degas", "lived in", "Paris")

IDS = ["d1", "d2", "d3"]
DOCUMENT = st.fixed_dictionaries(
    {
        "id": st.sampled_from(IDS),
        "title": st.sampled_from(["", "Manet"]),
        "text": st.sampled_from(["One text.", "Another."]),
        "triples": st.lists(st.sampled_from([MANET, PARIS, DEGAS, Triple("a", "is", "a")]), max_size=3),
    }
)
STEPS = st.lists(
    st.one_of(st.sampled_from(IDS), DOCUMENT, st.lists(DOCUMENT, unique_by=lambda d: d["id"])), max_size=6
)


def document(id: str, *triples: Triple, text: str = "A text.") -> dict:
    return {"id": id, "text": text, "triples": [list(triple) for triple in triples]}


def load(store: GraphStore, kg: str, *rows: dict):
    return load_documents(store, kg, rows, embed=False)


def contents(store: GraphStore, kg: str):
    """All that a graph holds and finds, as values that compare."""
    columns = store.columns(kg)
    info = store.graph(kg)
    query = LetterEncoder().encode(["Manet lived in Paris."])
    near = store.nearest_facts(kg, query, 10)[0] if info.facts else []
    return (
        columns.entities.to_pylist(),
        columns.facts.to_pylist(),
        store.documents(kg, IDS),
        (info.entities, info.facts, info.documents, info.embedded_entities, info.embedded_facts),
        [(scored.item, np.float32(scored.score).round(5)) for scored in near],
        [match.entity.id for match in store.find_entities(kg, "Manet")],
    )


class TestSources:
    def test_a_fact_of_two_documents_survives_the_loss_of_one(self, store, kg):
        load(store, kg, document("d1", MANET, PARIS), document("d2", MANET))
        report = drop_documents(store, kg, ["d1"])
        assert (report.documents, report.facts, report.entities, report.facts_kept) == (1, 1, 1, 1)
        assert loaded_graph(store, kg).facts == {MANET: ("d2",)}
        assert store.entities(kg, ["Paris"]) == [None]
        assert store.documents(kg, ["d1", "d2"])[0] is None
        assert store.graph(kg).documents == 1

    def test_what_no_document_states_any_more_is_gone(self, store, kg):
        load(store, kg, document("d1", MANET), document("d2", DEGAS))
        drop_documents(store, kg, ["d1", "d2"])
        info = store.graph(kg)
        assert (info.entities, info.facts, info.documents) == (0, 0, 0)

    @pytest.mark.parametrize("triples_first", [True, False])
    def test_facts_that_were_loaded_without_a_document_stay(self, store, kg, triples_first):
        def load_own():
            load_triples(store, kg, [MANET], embed=False)

        if triples_first:
            load_own()
        load(store, kg, document("d1", MANET, PARIS))
        if not triples_first:
            load_own()
        (fact,) = [fact for fact in store.facts_of(kg, "Manet") if fact.triple == MANET]
        assert fact.sources == ("d1",)
        assert load_triples(store, kg, [MANET], embed=False).facts == Counts(unchanged=1)
        drop_documents(store, kg, ["d1"])
        assert loaded_graph(store, kg).facts == {MANET: ()}

    def test_entities_that_were_given_a_name_stay(self, store, kg, tmp_path):
        (tmp_path / "names.tsv").write_text("Olympia\tthe Olympia\n")
        load(store, kg, document("d1", MANET))
        load_triples(store, kg, [DEGAS], names=tmp_path / "names.tsv", embed=False)
        drop_documents(store, kg, ["d1"])
        assert [entity and entity.name for entity in store.entities(kg, ["Olympia", "Manet"])] == [
            "the Olympia",
            None,
        ]

    def test_a_fact_from_an_entity_to_itself(self, store, kg):
        load(store, kg, document("d1", Triple("a", "is", "a")), document("d2", MANET))
        assert drop_documents(store, kg, ["d1"]).entities == 1
        assert store.graph(kg).facts == 1


class TestUpdates:
    def test_other_triples_replace_the_old_ones_although_the_text_is_the_same(self, store, kg):
        load(store, kg, document("d1", MANET, PARIS))
        report = load(store, kg, document("d1", DEGAS))
        assert (report.facts, report.entities.removed) == (Counts(new=1, removed=2), 2)
        assert loaded_graph(store, kg).facts == {DEGAS: ("d1",)}
        assert load(store, kg, document("d1", DEGAS)).facts == Counts(unchanged=1)

    def test_a_document_may_cease_to_state_anything(self, store, kg):
        load(store, kg, document("d1", MANET))
        load(store, kg, document("d1"))
        assert (store.graph(kg).facts, store.graph(kg).documents) == (0, 1)

    def test_a_row_that_does_not_tell_its_triples_leaves_them(self, store, kg):
        load(store, kg, document("d1", MANET))
        assert load(store, kg, {"id": "d1", "text": "A text."}).facts == Counts()
        assert loaded_graph(store, kg).triples == {MANET}
        load(store, kg, {"id": "d1", "text": "Another text."})
        assert store.graph(kg).facts == 0


class CutOffError(Exception):
    """Stands for whatever ends a removal half-way."""


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

            def changed_and_broken_off(batches):
                change(batches)
                raise CutOffError

            setattr(writer, self._after, changed_and_broken_off)
            yield writer


class TestDropping:
    @pytest.mark.parametrize("after", ["change_sources", "remove_facts", "remove_documents"])
    def test_cut_off_and_run_again(self, store, kg, after):
        load(store, kg, document("d1", MANET, PARIS), document("d2", MANET))
        with pytest.raises(CutOffError):
            drop_documents(CutOffStore(store, after), kg, ["d1"])
        drop_documents(store, kg, ["d1"])
        assert loaded_graph(store, kg).facts == {MANET: ("d2",)}
        assert set(loaded_graph(store, kg).entities) == {"Manet", "Olympia"}
        assert store.documents(kg, ["d1"]) == [None]
        assert store.graph(kg).state == "ready"

    @pytest.mark.parametrize("after", ["add_facts", "remove_facts", "change_documents"])
    def test_an_update_that_was_cut_off_and_run_again(self, store, kg, after):
        load(store, kg, document("d1", MANET))
        with pytest.raises(CutOffError):
            load(CutOffStore(store, after), kg, document("d1", DEGAS, text="Another text."))
        load(store, kg, document("d1", DEGAS, text="Another text."))
        assert loaded_graph(store, kg).facts == {DEGAS: ("d1",)}
        assert set(loaded_graph(store, kg).entities) == {"Degas", "Paris"}

    @pytest.mark.parametrize("cut_off", [False, True])
    def test_of_what_had_no_vectors_leaves_a_graph_that_is_searched(self, store, kg, cut_off):
        load_documents(store, kg, [document("d1", MANET, PARIS)], encoder=LetterEncoder())
        load(store, kg, document("d2", DEGAS))
        query = LetterEncoder().encode(["Manet painted Olympia."])
        with pytest.raises(EncoderError, match="groundpath embed"):
            store.nearest_facts(kg, query, 1)
        if cut_off:
            with pytest.raises(CutOffError):
                drop_documents(CutOffStore(store, "remove_documents"), kg, ["d2"])
        drop_documents(store, kg, ["d2"])
        assert store.nearest_facts(kg, query, 1)[0][0].item.triple == MANET
        assert len(store.nearest_entities(kg, query, 10)[0]) == 3

    def test_leaves_what_still_has_no_vectors_unsearched(self, store, kg):
        load_documents(store, kg, [document("d1", MANET)], encoder=LetterEncoder())
        load(store, kg, document("d2", DEGAS), document("d3", PARIS))
        drop_documents(store, kg, ["d2"])
        with pytest.raises(EncoderError, match="groundpath embed"):
            store.nearest_facts(kg, LetterEncoder().encode(["Manet"]), 1)

    def test_twice_changes_nothing(self, store, kg):
        load(store, kg, document("d1", MANET), document("d2", DEGAS))
        drop_documents(store, kg, ["d1"])
        before = loaded_graph(store, kg)
        again = drop_documents(store, kg, ["d1", "d0"])
        assert (again.documents, again.facts, again.not_there) == (0, 0, ("d0", "d1"))
        assert loaded_graph(store, kg) == before

    def test_needs_a_graph_and_a_document(self, store, kg):
        with pytest.raises(UnknownGraphError):
            drop_documents(store, kg, ["d1"])
        assert kg not in {graph.name for graph in store.graphs()}
        with pytest.raises(InputError):
            drop_documents(store, kg, [])

    def test_leaves_other_graphs(self, store, kg):
        other = f"{kg} other"
        for name in (kg, other):
            load(store, name, document("d1", MANET))
        drop_documents(store, kg, ["d1"])
        assert loaded_graph(store, other).facts == {MANET: ("d1",)}
        assert store.documents(other, ["d1"]) != [None]


@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=STEPS, own=st.sets(st.sampled_from([MANET, DEGAS])), when=st.integers(0, 4))
def test_any_sequence_equals_a_load_from_scratch(store, kg, steps, own, when):
    held: dict[str, dict] = {}
    encoder = LetterEncoder()
    first = document("d1", Triple("x", "is", "y"))
    grown, scratch = f"{kg} grown", f"{kg} scratch"
    try:
        for place, step in enumerate([[first], *steps, "d1", [first]]):
            if place == when and own:
                load_triples(store, grown, sorted(own), encoder=encoder)
            if isinstance(step, str):
                held.pop(step, None)
                drop_documents(store, grown, [step])
            elif rows := step if isinstance(step, list) else [step]:
                held |= {row["id"]: row for row in rows}
                load_documents(store, grown, rows, encoder=encoder)
        load_documents(store, scratch, list(held.values()), encoder=encoder)
        if own and when < len(steps) + 3:
            load_triples(store, scratch, sorted(own), encoder=encoder)
        embed(store, grown, encoder)
        assert contents(store, grown) == contents(store, scratch)
    finally:
        for name in (grown, scratch):
            if holds(store, name):
                store.drop(name)


def test_all_documents_come_by_id_as_they_are_kept(store, kg):
    rows = [{"id": id_, "title": f"T {id_}", "text": f"On {id_}."} for id_ in ("ž", "b", "a", "🎨", "Z")]
    load_documents(store, kg, rows, embed=False)
    found = [row for batch in store.all_documents(kg) for row in batch.to_pylist()]
    assert [row["id"] for row in found] == sorted(row["id"] for row in rows)
    kept = store.documents(kg, [row["id"] for row in found])
    assert [(row["title"], row["text"]) for row in found] == [(one.title, one.text) for one in kept]
    with pytest.raises(UnknownGraphError):
        list(store.all_documents("no such graph"))
