"""Faults put into a graph, shared evenly over the kinds that it has room for.

- swapped: a value of a relation of one value is another one; duplicated: it has a second one.
- type: the tail of a fact is a thing that stands at no such end; cycle: a fact leads back up a hierarchy.
- twin: half of the facts of a thing go to a second one of its name, and a copy of some stays.
- name: a name is an address; removed: a fact is taken away.

Facts and things without a name are let be: who would look at them? Which relations have one value is learned
from the graph as it is.
"""

import random
from bisect import insort
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from groundpath.engine.names import verbalise
from groundpath.engine.quality.graph import LintedGraph
from groundpath.engine.quality.values import SingleValues
from groundpath.engine.store.protocol import GraphColumns
from groundpath.engine.store.schema import GIVEN
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import RelationTraits, Triple, fact_key

KINDS = ("swapped", "duplicated", "type", "cycle", "twin", "name", "removed")


class Fault(NamedTuple):
    """A seeded fault: the keys of the wrong facts, or the ids of the entities at fault."""

    kind: str
    keys: frozenset[str]
    ids: frozenset[str] = frozenset()
    truth: Triple | None = None


class Seeder:
    """A graph while faults are put into it: no fact or entity takes part in two."""

    def __init__(self, columns: GraphColumns, traits: RelationTraits, draw: random.Random) -> None:
        self.draw = draw
        self.entities = {row["id"]: row for row in columns.entities.to_pylist()}
        rows = columns.facts.to_pylist()
        self.facts = {Triple(row["head"], row["relation"], row["tail"]): row for row in rows}
        self.used: set[str] = set()
        view = GraphView.of(columns)
        values = SingleValues(LintedGraph(view, traits))
        single = frozenset(
            view.relations[relation]
            for relation, side in values.confidence
            if not side and values.is_strict(relation, 0)
        )
        self.by_relation: dict[str, list[Triple]] = {}
        self.at: dict[str, set[tuple[str, int]]] = {}
        self.degree: Counter[str] = Counter()
        self.in_order = sorted(filter(self._is_named, self.facts))
        self.single = [fact for fact in self.in_order if fact.relation in single]
        for fact in self.in_order:
            self.by_relation.setdefault(fact.relation, []).append(fact)
        for fact in self.facts:
            for side, end in enumerate((fact.head, fact.tail)):
                self.at.setdefault(end, set()).add((fact.relation, side))
                self.degree[end] += 1
        self.hierarchies = sorted(traits.transitive - traits.symmetric) or ["children"]

    def _is_named(self, fact: Triple) -> bool:
        return all(self.entities[end]["name"] for end in (fact.head, fact.tail))

    def faults(self, many: int) -> list[Fault]:
        """Put in so many; where there is no room for one, it is left out."""
        makers = [getattr(self, kind) for kind in KINDS]
        made = (makers[place % len(KINDS)]() for place in range(many))
        return [fault for fault in made if fault]

    def columns(self, like: GraphColumns) -> GraphColumns:
        entities = [self.entities[id] for id in sorted(self.entities)]
        facts = sorted(self.facts.values(), key=lambda row: row["key"])
        return GraphColumns(
            like.entities.from_pylist(entities, like.entities.schema),
            like.facts.from_pylist(facts, like.facts.schema),
        )

    def free(self, facts: Iterable[Triple]) -> list[Triple]:
        return [fact for fact in facts if self.used.isdisjoint((fact.head, fact.tail)) and fact in self.facts]

    def state(self, fact: Triple, like: Triple) -> str:
        key, row = fact_key(*fact), self.facts[like]
        head, tail = (self.entities[end]["name"] or end for end in (fact.head, fact.tail))
        text = verbalise(head, row["label"], tail)
        insort(self.in_order, fact)
        self.facts[fact] = row | fact._asdict() | {"key": key, "text": text}
        return key

    def other_value(self, fact: Triple) -> str | None:
        values = {other.tail for other in self.by_relation[fact.relation]} - {fact.tail, fact.head}
        values = {value for value in values if Triple(fact.head, fact.relation, value) not in self.facts}
        return self.draw.choice(sorted(values)) if values else None

    def swapped(self) -> Fault | None:
        fact = self.draw.choice(self.free(self.single))
        value = self.other_value(fact)
        if value is None:
            return None
        self.used.add(fact.head)
        key = self.state(Triple(fact.head, fact.relation, value), fact)
        del self.facts[fact]
        return Fault("swapped", frozenset({key}), truth=fact)

    def duplicated(self) -> Fault | None:
        fact = self.draw.choice(self.free(self.single))
        value = self.other_value(fact)
        if value is None:
            return None
        self.used.add(fact.head)
        key = self.state(Triple(fact.head, fact.relation, value), fact)
        return Fault("duplicated", frozenset({key}), truth=fact)

    def type(self) -> Fault | None:
        fact = self.draw.choice(self.free(self.in_order))
        end = (fact.relation, 1)
        mine = set(self.entities[fact.tail]["types"])
        others = [id for id in sorted(self.at) if end not in self.at[id] and self.degree[id] > 2]
        others = [id for id in others if self.entities[id]["name"]]
        others = [id for id in others if not mine or mine.isdisjoint(self.entities[id]["types"])]
        if not mine:
            kin = {place for other in self.by_relation[fact.relation][:50] for place in self.at[other.tail]}
            others = [id for id in others if kin.isdisjoint(self.at[id])]
        if not others:
            return None
        self.used.update((fact.head, fact.tail))
        key = self.state(Triple(fact.head, fact.relation, self.draw.choice(others)), fact)
        del self.facts[fact]
        return Fault("type", frozenset({key}), truth=fact)

    def cycle(self) -> Fault | None:
        """From the far end of two facts of a hierarchy back to the near one."""
        relation = self.draw.choice([one for one in self.hierarchies if one in self.by_relation] or [""])
        onward: dict[str, list[Triple]] = {}
        for fact in self.by_relation.get(relation, ()):
            onward.setdefault(fact.head, []).append(fact)
        ways = [
            (one, two)
            for one in self.free(self.by_relation.get(relation, ()))
            for two in onward.get(one.tail, ())
            if two.tail != one.head
        ]
        if not ways:
            return None
        one, two = self.draw.choice(ways)
        back = Triple(two.tail, relation, one.head)
        if back in self.facts:
            return None
        self.used.update((one.head, two.tail))
        return Fault("cycle", frozenset({self.state(back, one)}))

    def twin(self) -> Fault | None:
        ids = [
            id
            for id in sorted(self.degree)
            if 4 <= self.degree[id] <= 20 and id not in self.used and self.entities[id]["name"]
        ]
        if not ids:
            return None
        id = self.draw.choice(ids)
        copy = f"{id}#2"
        own = sorted(fact for fact in self.facts if id in (fact.head, fact.tail) and fact.head != fact.tail)
        self.entities[copy] = self.entities[id] | {"id": copy}
        kept = self.draw.sample(own, max(2, len(own) // 2))
        for fact in kept:
            self.state(Triple(*(copy if part == id else part for part in fact)), fact)
        self.used.update((id, copy))
        return Fault("twin", frozenset(), frozenset({id, copy}))

    def name(self) -> Fault | None:
        ids = [id for id, row in sorted(self.entities.items()) if row["name"] and id not in self.used]
        id = self.draw.choice(ids)
        self.entities[id] = self.entities[id] | {
            "name": f"http://example.org/wiki/{len(self.used)}",
            "name_rank": GIVEN,
        }
        self.used.add(id)
        return Fault("name", frozenset(), frozenset({id}))

    def removed(self) -> Fault | None:
        fact = self.draw.choice(self.free(self.in_order))
        del self.facts[fact]
        self.used.add(fact.head)
        return Fault("removed", frozenset({fact_key(*fact)}), truth=fact)
