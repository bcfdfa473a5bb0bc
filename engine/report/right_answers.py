"""What right answers are called: rows may give them as the ids of entities, which tell a reader nothing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from ..audit.verdicts import Verdict
from ..store.protocol import GraphStore
from ..terms import Fact

Names = Callable[[Sequence[str]], Mapping[str, str]]
"""The names of those ids that have one."""

_AT_A_TIME = 500  # verdicts whose answers are looked up together


class RightAnswer(NamedTuple):
    """A right answer as it is shown, and as its row gave it."""

    name: str
    given: str


def names_in(store: GraphStore, kg: str) -> Names:
    """What a graph calls its entities. The names raise what `store.entities` does."""

    def names(ids: Sequence[str]) -> dict[str, str]:
        found = store.entities(kg, ids)
        return {entity.id: entity.label for entity in found if entity}

    return names


def right_answers(verdict: Verdict, known: Mapping[str, str]) -> list[RightAnswer]:
    """The right answers of a verdict, by the names that are known, or that its own facts tell."""
    golds = verdict.gold_answers
    told = {end.id: end.label for fact in _facts(verdict) for end in (fact.head, fact.tail)} if golds else {}
    return [RightAnswer(known.get(gold) or told.get(gold, gold), gold) for gold in golds]


def with_right_answers(
    verdicts: Iterable[Verdict], names: Names | None
) -> Iterator[tuple[Verdict, list[RightAnswer]]]:
    """Verdicts with their right answers; names are looked up for many verdicts at once."""
    waiting = iter(verdicts)
    while batch := list(islice(waiting, _AT_A_TIME)):
        ids = list(dict.fromkeys(gold for verdict in batch for gold in verdict.gold_answers))
        known = names(ids) if names and ids else {}
        yield from ((verdict, right_answers(verdict, known)) for verdict in batch)


def _facts(verdict: Verdict) -> Iterator[Fact]:
    for step in verdict.steps:
        for claim in step.claims:
            yield from (one.fact for one in (*claim.facts, *claim.instead))
        yield from (one.fact for one in step.facts)
    yield from (one.fact for one in verdict.repair)
