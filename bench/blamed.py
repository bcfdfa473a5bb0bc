"""Made-up answers about the faults of a graph, audited, and how many of the faults `blame` finds by them."""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from faults import Fault
from groundpath import Auditor, ChainOfThought, blame
from groundpath.engine.quality.linting import LintSettings
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Fact, Triple
from shares import share

MODELS, RIGHT = 5, 0.85
_TOLD = ("supported", "contradicted")


class Asked(NamedTuple):
    """A fact that the models are asked about, the name of the right value, and those of others."""

    fact: Fact
    truth: str
    others: Sequence[str]


def tell_blame(
    store: GraphStore,
    kg: str,
    faults: Sequence[Fault],
    wording: str,
    settings: LintSettings,
    draw: random.Random,
) -> None:
    """Each model says of each seeded fact, and of as many others, what is true, or another value."""
    named = _Named(GraphView.of(store.columns(kg)))
    wrong = {key: fault for fault in faults for key in fault.keys if named.knows(key, fault.truth)}
    others = sorted(named.facts.keys() - wrong.keys())
    asked = [
        *(named.asked(key, fault.truth) for key, fault in sorted(wrong.items())),
        *(named.asked(key, None) for key in draw.sample(others, min(len(wrong), len(others)))),
    ]
    verdicts = list(Auditor(store, kg, method="path").audit_all(_answers(asked, wording, draw)))
    read = sum(any(claim.status in _TOLD for step in one.steps for claim in step.claims) for one in verdicts)
    print(f"  answers supported or contradicted: {share(read, len(verdicts))}")
    blames = blame(store, verdicts, kg, settings).blames
    of_graph = [one for one in blames if one.fault == "graph"]
    contradicted, blamed = (
        {fact.key for one in some for fact in one.held} & wrong.keys() for some in (blames, of_graph)
    )
    by_kind: defaultdict[str, set[str]] = defaultdict(set)
    for key, fault in wrong.items():
        by_kind[fault.kind].add(key)
    for kind, keys in sorted(by_kind.items()):
        told, found = (share(len(keys & some), len(keys)) for some in (contradicted, blamed))
        print(f"  blame {kind:<10} contradicted {told}, blamed {found}")
    print(f"  blame of what is contradicted: recall {share(len(blamed), len(contradicted))}")
    right = sum(any(fact.key in wrong for fact in one.held) for one in of_graph)
    recall, precision = share(len(blamed), len(wrong)), share(right, len(of_graph))
    print(f"  blame in all: recall {recall}, precision {precision}")


class _Named:
    """The facts of a graph between things that have names."""

    def __init__(self, view: GraphView) -> None:
        entities = view.entities_at(range(len(view.entities)))
        self._names = {entity.id: entity.name for entity in entities if entity.name}
        facts = view.facts_at(range(len(view.facts)))
        self.facts = {fact.key: fact for fact in facts if fact.head.name and fact.tail.name}
        self._values: defaultdict[str, set[str]] = defaultdict(set)
        for fact in self.facts.values():
            self._values[fact.relation].add(fact.tail.label)

    def knows(self, key: str, truth: Triple | None) -> bool:
        """Whether it has a fact, and the tail of the one that is true."""
        return key in self.facts and truth is not None and truth.tail in self._names

    def asked(self, key: str, truth: Triple | None) -> Asked:
        """A fact that is true, or in whose place another one is."""
        fact = self.facts[key]
        right = self._names[truth.tail if truth else fact.tail.id]
        return Asked(fact, right, sorted(self._values[fact.relation] - {right}) or [right])


def _answers(asked: Sequence[Asked], wording: str, draw: random.Random) -> Iterator[ChainOfThought]:
    for place, (fact, truth, others) in enumerate(asked):
        for model in range(MODELS):
            said = truth if draw.random() < RIGHT else draw.choice(others)
            text = wording.format(head=fact.head.label, relation=fact.label, tail=said)
            yield ChainOfThought(f"{place}.{model}", "", f"1. {text}", model=f"model {model}")
