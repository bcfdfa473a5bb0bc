"""Taking documents out of a graph, with what only they state."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from ..engine.counted import counted
from ..engine.errors import InputError
from ..engine.progress import SILENT, Progress
from ..engine.store.protocol import GraphStore
from .loading import write
from .staging import Staging


@dataclass(frozen=True, slots=True)
class DropReport:
    """What went with some documents.

    Attributes:
        documents, facts, entities: how many are gone.
        facts_kept: facts that lost a source, and stay for another or because they were loaded without one.
        not_there: ids of which the graph has no document, in their order.
        seconds: the time of it all.
    """

    kg: str
    documents: int
    facts: int
    entities: int
    facts_kept: int
    not_there: tuple[str, ...]
    seconds: float

    def __str__(self) -> str:
        lines = [
            f"{self.kg}: {counted(self.documents, 'document')} removed in {self.seconds:.1f} s, "
            f"and with them {counted(self.facts, 'fact')} "
            f"and {counted(self.entities, 'entity', 'entities')} that nothing else states; "
            f"{self.facts_kept:,} of their facts stay"
        ]
        lines += [f"  there is no document {id_!r}" for id_ in self.not_there]
        return "\n".join(lines)


def drop_documents(
    store: GraphStore, kg: str, ids: Sequence[str], *, progress: Progress = SILENT
) -> DropReport:
    """Remove documents from a graph, which is then as if they had never been loaded.

    A fact goes when no other document states it and it was not loaded without one; an entity goes with the
    last of its facts, unless a source gave it a name, an alias or a type. What is not there is left out and
    told, so that a call which was cut off is completed by repeating it.

    Args:
        ids: of documents, as they were loaded.

    Raises:
        InputError: no id is given.
        UnknownGraphError, StoreError: see GraphStore.
    """
    if not ids:
        raise InputError("no document is named; give at least one id")
    started = perf_counter()
    store.graph(kg)  # or writing would make it
    with Staging() as staging:
        staging.drop_documents(ids)
        difference, entities = write(store, kg, staging, progress)
    return DropReport(
        kg=kg,
        documents=difference.documents.removed,
        facts=difference.facts.removed,
        entities=entities.removed,
        facts_kept=difference.facts.changed,
        not_there=difference.documents_not_there,
        seconds=perf_counter() - started,
    )
