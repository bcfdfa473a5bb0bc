"""A graph in files answers what a judge asks as the same graph in memory does."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pyarrow as pa
import pytest
import royals
import ward
from graphs import TINY_GRAPHS, columns_of, entities_of, triples
from groundpath.engine.errors import StoreError
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.grounding.mapped.building import build
from groundpath.engine.grounding.mapped.graph import MappedGraph
from groundpath.engine.grounding.mapped.view import MappedView
from groundpath.engine.language.tokens import Tokens
from groundpath.engine.store.protocol import GraphColumns
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Entity, Triple
from stored_graphs import read_triples

NAMES = {
    "n1": ("Escherichia coli", ("Bacterium coli",)),
    "n2": ("Entamoeba coli", ()),
    "n3": ("Class 11D", ()),
    "n4": ("Type 12B", ()),
    "n5": ("Form 12B", ("e coli",)),
    "n6": ("2001-11-05", ()),
    "n7": ("£1.4m", ()),
    "n8": ("3715", ()),
    "n9": ("ringed seal", ()),
    "n10": ("Potato", ()),
    "n11": ("Spain", ("España", "Kingdom of Spain")),
    "n12": ("Mount Snow", ()),
    "n13": ("Snow of Wales", ()),
    "n14": ("RMS Titanic", ()),
    "n15": ("HMS Titanic", ("Titanic",)),
    "n16": ("Judge Ann Hill", ()),
    "n17": ("Đorđe Sæther", ()),
    "n18": ("21 Pilots", ()),
    "n19": ("J. J. Thomson", ()),
    "n20": (None, ()),
    "m.0x1": (None, ()),
    "m.0x2": (None, ()),
    "m.0x3": (None, ()),
    "Ann_Lee": (None, ("Ann",)),
    "n21": ("!!!", ()),
    "n22": ("3.4.1", ()),
    "n23": ("李世民", ("Tang Taizong",)),
    "n24": ("d'Orléans", ()),
    "n25": ("Ann Hill", ()),
    "n26": ("female", ()),
    "n27": ("1999-02-28", ()),
}
ODD = triples(
    *(f"n{one} near n{one + 1}" for one in range(1, 27)),
    "n16 born_in n12",
    "n25 born_in n11",
    "Ann_Lee born_in n11",
    "n17 born_in n12",
    "n25 spouse m.0x1",
    "m.0x1 spouse n16",
    "m.0x1 date n6",
    "m.0x2 date n27",
    "m.0x2 in m.0x3",
    "n1 not:near n3",
    "n4 near n4",
    "n20 near n9",
)
TEXTS = (
    "E. coli is beside Class 11D, 11D and 12B, on the 5th of November 2001, in Spain of Spanish potatoes.",
    "Ringed seals near Mt. Snow; the Titanic, 3,715, twenty-one pilots, JJ Thomson, d'Orléans and dOrleans.",
    "李世民 was near the woman Ann Lee of version v3.4.1, in Espana, 2001 11 05.",
)
ODD_ENTITIES = [
    Entity(id, name, aliases, ("Thing",) if name else (), ()) for id, (name, aliases) in sorted(NAMES.items())
]


def of_two_labels(columns: GraphColumns) -> GraphColumns:
    """The same, where some facts of a relation call it otherwise."""
    at = columns.facts.schema.get_field_index("label")
    told = enumerate(columns.facts["label"].to_pylist())
    labels = pa.array([f"{label} to" if row % 3 == 1 else label for row, label in told])
    return replace(columns, facts=columns.facts.set_column(at, columns.facts.schema.field(at), labels))


GRAPHS: dict[str, GraphColumns] = {
    **{name: columns_of(facts) for name, facts in TINY_GRAPHS.items()},
    "odd": columns_of(ODD, ODD_ENTITIES),
    "two labels": of_two_labels(columns_of(ODD, ODD_ENTITIES)),
    "family": columns_of(read_triples("2H-kb.tsv")),
    "royals": columns_of(royals.ROYALS),
    "ward": ward.ward(),
}


class Rows:
    """Columns as a store streams them, in another order than theirs."""

    def __init__(self, columns: GraphColumns) -> None:
        self._columns = columns

    def entities(self) -> Iterator[pa.RecordBatch]:
        return _turned(self._columns.entities)

    def facts(self) -> Iterator[pa.RecordBatch]:
        return _turned(self._columns.facts)


def _turned(table: pa.Table) -> Iterator[pa.RecordBatch]:
    return iter(table.take(pa.array(range(len(table) - 1, -1, -1), pa.int64())).to_batches(100))


@pytest.fixture(params=GRAPHS)
def both(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[GroundingGraph, GroundingGraph]:
    """A graph in memory and in files."""
    columns = GRAPHS[request.param]
    build(Rows(columns), tmp_path / "graph")
    return GroundingGraph(GraphView.of(columns)), MappedGraph(MappedView.open(tmp_path / "graph"))


def test_what_is_known_of_all_of_it_is_the_same(both: tuple[GroundingGraph, GroundingGraph]) -> None:
    memory, files = both
    assert files.view.digest() == memory.view.digest()
    assert files.view.labels() == memory.view.labels()
    assert files.relations == memory.relations
    assert files.value_counts == memory.value_counts
    assert files.single_valued == memory.single_valued
    assert files.values.day_first == memory.values.day_first
    assert set(files.nameless) == memory.nameless
    assert bool(files.nameless) == bool(memory.nameless)
    assert {id for id in memory.node_ids if id in files.mediator_ids} == memory.mediator_ids
    assert list(files.node_ids) == memory.node_ids


def test_what_each_node_is_called_and_has_is_the_same(both: tuple[GroundingGraph, GroundingGraph]) -> None:
    memory, files = both
    nodes = range(len(memory.node_ids))
    for ask in ("kind", "gender", "name", "neighbours", "relations_at", "leading_from", "is_number", "types"):
        assert [getattr(files, ask)(node) for node in nodes] == [getattr(memory, ask)(node) for node in nodes]
    assert list(files.names.keys) == memory.names.keys
    assert [files.names.keys[node] for node in nodes] == memory.names.keys
    assert list(map(bool, files.names.capitalised)) == list(map(bool, memory.names.capitalised))
    assert files.view.entities_at(nodes) == memory.view.entities_at(nodes)
    assert [files.ids.get(id) for id in memory.node_ids] == list(nodes)
    assert files.ids.get("no such id") is None
    assert [files.candidates.of(node) for node in nodes] == [memory.candidates.of(node) for node in nodes]


def test_facts_and_steps_are_the_same(both: tuple[GroundingGraph, GroundingGraph]) -> None:
    memory, files = both
    rows = range(len(memory.view.facts))
    assert files.view.facts_at(rows) == memory.view.facts_at(rows)
    for part, other in zip(files.view.both[:6], memory.view.both[:6], strict=True):
        assert part.dtype == other.dtype
        assert part.tolist() == other.tolist()
    pairs = set(zip(memory.view.heads.tolist(), memory.view.tails.tolist(), strict=True))
    for one, other in islice(sorted(pairs), 500):
        assert files.joins(one, other) == memory.joins(one, other)
        assert files.mediators(one, other) == memory.mediators(one, other)


def test_names_are_found_alike(both: tuple[GroundingGraph, GroundingGraph]) -> None:
    memory, files = both
    written = memory.names.written
    for key in {*written, *_parts(written), "", "no such name", "judge hill", "two"}:
        for ask in ("named", "ending_with", "beginning_with", "with_ends"):
            assert getattr(files.names, ask)(key) == getattr(memory.names, ask)(key), (ask, key)
        assert (key in files.names.binomials) == (key in memory.names.binomials)
    for text in (*TEXTS, *(f"Of {key} one says {key}s." for key in islice(sorted(written), 300))):
        tokens = Tokens.of(text)
        assert files.names.find(tokens) == memory.names.find(tokens)
        assert files.finder.named(tokens) == memory.finder.named(tokens)


def _parts(names: Iterable[str]) -> Iterator[str]:
    """Beginnings and ends of names."""
    for words in map(str.split, names):
        for at in range(1, len(words)):
            yield " ".join(words[:at])
            yield " ".join(words[at:])
            yield f"{words[0]} {' '.join(words[at:])}"


def test_edges_that_state_one_fact_are_one(tmp_path: Path) -> None:
    fact = Triple("ann", "knows", "bob")
    columns = columns_of([fact], entities_of([fact]))
    rows = [columns.facts.to_pylist()[0] | told for told in TOLD]
    edges = pa.Table.from_pylist(rows, columns.facts.schema)
    build(Rows(GraphColumns(columns.entities, edges)), tmp_path / "graph")
    (made,) = MappedView.open(tmp_path / "graph").facts_at([0])
    assert (made.triple, made.sources, made.score) == (fact, ("a", "b", "c"), 0.5)


TOLD = (
    {"sources": ["b"], "score": None},
    {"sources": ["a", "c"], "score": 0.5},
    {"sources": ["c"], "score": 0.25},
)


def test_a_fact_of_a_stranger_is_an_error(tmp_path: Path) -> None:
    facts = triples("ann knows bob")
    columns = columns_of(facts)
    with pytest.raises(StoreError, match="'ann' of a fact is not an entity"):
        build(Rows(GraphColumns(columns.entities.slice(1), columns.facts)), tmp_path / "graph")
