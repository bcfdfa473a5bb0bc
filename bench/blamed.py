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
    blames = blame(store, verdicts, kg, settings).blames
    contradicted = {fact.key for one in blames for fact in one.held}
    blamed = {fact.key for one in blames if one.fault == "graph" for fact in one.held}
    by_kind: defaultdict[str, set[str]] = defaultdict(set)
    for key, fault in wrong.items():
        by_kind[fault.kind].add(key)
    for kind, keys in sorted(by_kind.items()):
        read, found = (share(len(keys & some), len(keys)) for some in (contradicted, blamed))
        print(f"  blame {kind:<10} contradicted {read}, blamed {found}")
    found = len(blamed & wrong.keys())
    print(f"  blame of what is contradicted: recall {share(found, len(contradicted & wrong.keys()))}")
    print(f"  blame in all: recall {share(found, len(wrong))}, precision {share(found, len(blamed))}")


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
