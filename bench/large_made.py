"""A graph of people, places, firms and works, made up in any size, and chains about it."""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from pathlib import Path

import numpy as np
import pyarrow as pa
from groundpath.engine.names import relation_label
from groundpath.engine.store.identity import Identity
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.store.schema import ENTITY_SCHEMA, FACT_SCHEMA, row_of_entity
from groundpath.engine.terms import Entity, RelationTraits, fact_key

KG = "large"
FACTS_A_NODE = 10
ROWS_A_BATCH = 50_000
SOURCES = pa.array([f"Source-{number}" for number in range(20)])
SEED = 0
SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
FORENAMES = "Ann Ben Carla David Emma Frank Grace Henry Irene Jack Karen Louis Maria Nora Oscar Paul".split()
FIRMS = "Works Group Press Bank Airlines Studios Institute University".split()
WORKS = "River Winter House Garden Road Night Letter Island".split()
KINDS = ("Person", "Place", "Firm", "Work")
SHARES = (0.5, 0.2, 0.1, 0.2)
# relation: kinds of head and tail, and how a sentence says it
RELATIONS = {
    "born_in": (0, 1, "{} was born in {}."),
    "lives_in": (0, 1, "{} lives in {}."),
    "works_for": (0, 2, "{} works for {}."),
    "spouse": (0, 0, "{} is the spouse of {}."),
    "parent_of": (0, 0, "{} is a parent of {}."),
    "located_in": (1, 1, "{} is located in {}."),
    "based_in": (2, 1, "{} is based in {}."),
    "founded_by": (2, 0, "{} was founded by {}."),
    "owned_by": (2, 2, "{} is owned by {}."),
    "written_by": (3, 0, "{} was written by {}."),
    "published_by": (3, 2, "{} was published by {}."),
    "set_in": (3, 1, "{} is set in {}."),
}
HUBS = 2_000  # of each kind
Row = tuple[str, int, int]


class MadeGraph:
    """The graph, streamed as a store streams one that it holds.

    Attributes:
        count: about how many facts it has.
    """

    url = "made up"

    def __init__(self, count: int) -> None:
        self.count = count
        nodes = max(1000, count // FACTS_A_NODE)
        self.bounds: list[int] = (np.cumsum((0, *SHARES)) * nodes).astype(int).tolist()

    @cached_property
    def ids(self) -> list[str]:
        return [f"N:{node:09}" for node in range(self.bounds[-1])]

    def entities(self) -> Iterator[pa.RecordBatch]:
        for first in range(0, self.bounds[-1], ROWS_A_BATCH):
            nodes = range(first, min(self.bounds[-1], first + ROWS_A_BATCH))
            entities = [
                Entity(self.ids[node], name(kind, node), also(kind, node), (KINDS[kind],))
                for node in nodes
                for kind in [kind_of(node, self.bounds)]
            ]
            yield pa.RecordBatch.from_pylist(list(map(row_of_entity, entities)), ENTITY_SCHEMA)

    def facts(self) -> Iterator[pa.RecordBatch]:
        for relation, pairs in self.pairs():
            yield from fact_batches(relation, pairs, self.ids)

    def pairs(self) -> Iterator[tuple[str, np.ndarray]]:
        """Each relation with heads and tails (n, 2) of its facts; tails are hubs."""
        random, bounds = np.random.default_rng(SEED), self.bounds
        for relation, (one, other, _) in RELATIONS.items():
            count = self.count // len(RELATIONS)
            heads = random.integers(bounds[one], bounds[one + 1], count)
            within = bounds[other + 1] - bounds[other]
            tails = bounds[other] + (within * random.random(count) ** 3).astype(np.int64)
            codes = np.unique(heads * bounds[-1] + tails)
            yield relation, np.stack(np.divmod(codes, bounds[-1]), axis=1)

    def write(self, store: GraphStore) -> None:
        with store.writing(KG) as writer:
            writer.add_entities(self.entities())
            writer.add_facts(self.facts())

    def write_chains(self, file: Path, count: int) -> None:
        onward: dict[int, list[Row]] = {}  # from some hubs, to which facts lead
        first: list[Row] = []
        for relation, pairs in self.pairs():
            first += [(relation, *pair) for pair in pairs[:: max(1, len(pairs) // count)].tolist()]
            for head, tail in pairs[pairs[:, 0] - self.bounds[RELATIONS[relation][0]] < HUBS].tolist():
                onward.setdefault(head, []).append((relation, head, tail))
        walks = [(one, other) for one in first for other in onward.get(one[2], ())]
        rows = made_chains(np.random.default_rng(SEED), walks, self.bounds, count)
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    # -- what an auditor asks of a store

    def fact_count(self, kg: str) -> int:  # noqa: ARG002
        return self.count

    def version(self, kg: str) -> str:  # noqa: ARG002
        return f"{self.count} {SEED}"

    def revision(self, kg: str) -> str:
        return self.version(kg)

    def traits(self, kg: str) -> RelationTraits:  # noqa: ARG002
        return RelationTraits()

    def identity(self, kg: str) -> Identity:  # noqa: ARG002
        return Identity()

    def streaming(self, kg: str, workshop: Path) -> AbstractContextManager["MadeGraph"]:  # noqa: ARG002
        return nullcontext(self)


def fact_batches(relation: str, pairs: np.ndarray, ids: Sequence[str]) -> Iterator[pa.RecordBatch]:
    label = relation_label(relation)
    for first in range(0, len(pairs), ROWS_A_BATCH):
        ends = pairs[first : first + ROWS_A_BATCH]
        heads, tails = ([ids[node] for node in side] for side in ends.T.tolist())
        columns = [
            pa.array([fact_key(head, relation, tail) for head, tail in zip(heads, tails, strict=True)]),
            pa.array(heads),
            pa.array([relation] * len(ends)),
            pa.array([label] * len(ends)),
            pa.array(tails),
            pa.array([f"{head} {label} {tail}." for head, tail in zip(heads, tails, strict=True)]),
            pa.ListArray.from_arrays(np.arange(len(ends) + 1), SOURCES.take(pa.array(ends[:, 0] % 20))),
            pa.array(ends[:, 0] % 9 / 10),
        ]
        yield pa.RecordBatch.from_arrays(columns, FACT_SCHEMA.names).cast(FACT_SCHEMA)


def made_chains(
    random: np.random.Generator, pairs: Sequence[tuple[Row, Row]], bounds: Sequence[int], count: int
) -> Iterator[dict[str, object]]:
    """Two facts each, of which one goes on from the other; in every other chain it leads elsewhere."""
    for number in range(count):
        (relation, head, tail), (onward, second, third) = pairs[int(random.integers(len(pairs)))]
        if number % 2:
            third = int(random.integers(bounds[RELATIONS[onward][1]], bounds[RELATIONS[onward][1] + 1]))
        steps = [said(relation, head, tail, bounds), said(onward, second, third, bounds)]
        answer = name(kind_of(third, bounds), third)
        yield {
            "id": str(number),
            "question": f"What is said of {name(kind_of(head, bounds), head)}?",
            "cot": f"1. {steps[0]}\n2. {steps[1]}\nSo the answer is ({answer}).",
            "model": "made up",
        }


def said(relation: str, head: int, tail: int, bounds: Sequence[int]) -> str:
    return RELATIONS[relation][2].format(name(kind_of(head, bounds), head), name(kind_of(tail, bounds), tail))


def kind_of(node: int, bounds: Sequence[int]) -> int:
    return bisect_right(bounds, node) - 1


def name(kind: int, node: int) -> str:
    own = word(node // 4).capitalize()  # a few bear it
    if kind == 0:
        return f"{FORENAMES[node % len(FORENAMES)]} {own}"
    if kind == 1:
        return own if node % 3 else f"Port {own}"
    if kind == 2:
        return f"{own} {FIRMS[node % len(FIRMS)]}"
    return f"The {WORKS[node % len(WORKS)]} of {own}" if node % 2 else f"{own} {WORKS[node % len(WORKS)]}"


def also(kind: int, node: int) -> tuple[str, ...]:
    """Further names of some."""
    if node % 5:
        return ()
    return f"{name(kind, node)} {node % 97}", f"{word(node // 7).capitalize()} {KINDS[kind]}"


def word(number: int) -> str:
    """A word for each number, of two to five syllables."""
    spelt = ""
    while number or len(spelt) < 4:
        number, syllable = divmod(number, len(SYLLABLES))
        spelt += SYLLABLES[syllable]
    return spelt
