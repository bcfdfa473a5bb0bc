"""Made-up answers about the faults of a graph, audited, and how many of the faults `blame` finds by them."""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from faults import Fault
from groundpath import Auditor, ChainOfThought, blame
from groundpath.engine.quality.linting import LintSettings
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Fact
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
    wrong = {key: fault for fault in faults if fault.truth and fault.kind != "removed" for key in fault.keys}
    asked = _asked(GraphView.of(store.columns(kg)), wrong, draw)
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


def _asked(view: GraphView, wrong: Mapping[str, Fault], draw: random.Random) -> list[Asked]:
    facts = {fact.key: fact for fact in view.facts_at(range(len(view.facts)))}
    labels = {entity.id: entity.label for entity in view.entities_at(range(len(view.entities)))}
    values: defaultdict[str, set[str]] = defaultdict(set)
    for fact in facts.values():
        values[fact.relation].add(fact.tail.label)
    others = sorted(facts.keys() - wrong.keys())
    asked = []
    for key in (*sorted(wrong), *draw.sample(others, min(len(wrong), len(others)))):
        fact, fault = facts[key], wrong.get(key)
        truth = labels[fault.truth.tail] if fault and fault.truth else fact.tail.label
        asked.append(Asked(fact, truth, sorted(values[fact.relation] - {truth}) or [truth]))
    return asked


def _answers(asked: Sequence[Asked], wording: str, draw: random.Random) -> Iterator[ChainOfThought]:
    for place, (fact, truth, others) in enumerate(asked):
        for model in range(MODELS):
            said = truth if draw.random() < RIGHT else draw.choice(others)
            text = wording.format(head=fact.head.label, relation=fact.label, tail=said)
            yield ChainOfThought(f"{place}.{model}", "", f"1. {text}", model=f"model {model}")
