"""Which names of a graph's documents are one entity: found, decided, listed and undone."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

import pyarrow as pa

from ..engine.errors import InputError
from ..engine.identity.document_names import DocumentNames
from ..engine.identity.resolving import resolved
from ..engine.identity.terms import Apart, Merge, Resolution
from ..engine.progress import SILENT, Progress
from ..engine.store.identity import Decisions, Identity, pair
from ..engine.store.protocol import GraphStore
from ..engine.text.encoder import Encoder
from .difference import Difference
from .loading import check_encoding, embedded
from .report import Counts
from .staging import Staging
from .stating import place_statements, stated_documents

if TYPE_CHECKING:
    from .embedding import EmbedReport

Pairs = Iterable[tuple[str, str]]
_Change = Callable[[Identity, list[DocumentNames]], Identity]


@dataclass(frozen=True, slots=True)
class IdentityReport:
    """What is one thing in a graph of documents, and what a change of that did.

    Attributes:
        on: whether names are merged at all.
        names, things: how many names the documents' triples use, and how many entities they are.
        merges: names that are part of an entity of another name, each with its reason and evidence.
        apart: names that could mean several entities, and are kept apart.
        decisions: what users decided.
        entities, facts: what was written; None where nothing was to be (a list, a dry run).
        seconds: the time of reading and writing, without embedding.
    """

    kg: str
    on: bool
    names: int
    things: int
    merges: tuple[Merge, ...]
    apart: tuple[Apart, ...]
    decisions: Decisions
    entities: Counts | None = None
    facts: Counts | None = None
    seconds: float = 0.0
    embedded: "EmbedReport | None" = None


def identify(
    store: GraphStore,
    kg: str,
    *,
    same: Pairs = (),
    apart: Pairs = (),
    alone: Pairs = (),
    undo: Iterable[str] = (),
    forget: Pairs = (),
    on: bool = True,
    dry_run: bool = False,
    embed: bool = True,
    encoder: Encoder | None = None,
    progress: Progress = SILENT,
) -> IdentityReport:
    """Merge the names of a graph's documents that mean one thing, and keep it so when documents come and go.

    The graph is then the one that a load of all its documents under the same decisions would give. What the
    documents state stays with them in their own words, so that nothing is lost: `on=False`, or undoing all,
    gives the graph back as it was. A decision stays with the graph and wins over every rule.

    Args:
        same: pairs of names, or ids of entities, that are one thing.
        apart: pairs that are not.
        alone: a name and the id of a document in which it is something else than elsewhere.
        undo: names that are to be merged with nothing.
        forget: pairs of which nothing is decided any more.
        on: False undoes all merges; decisions are kept.
        dry_run: report what would be, and write nothing.
        embed: add vectors for texts that are new, where the graph has vectors.
        encoder: as `load_triples`.
        progress: as `load_triples`.

    Raises:
        InputError: the graph has no documents, or no document uses a name.
        UnknownGraphError, StoreError: see GraphStore. Run the same call again: it completes what was cut off.
    """
    asked = _Asked(tuple(same), tuple(apart), tuple(alone), tuple(undo), tuple(forget), on)
    started = perf_counter()
    _check_documents(store, kg)
    if dry_run:
        held, documents = store.identity(kg), _names(store.all_documents(kg))
        report = _report(kg, asked.decided(held, documents, kg), documents)
        return replace(report, seconds=perf_counter() - started)
    wants = embed and store.graph(kg).encoder is not None
    if wants:
        check_encoding(store, kg, encoder)
    with store.writing(kg) as graph, Staging() as staging:
        documents = _names(graph.existing_documents())
        identity = asked.decided(graph.existing_identity(), documents, kg)
        difference = Difference(staging, graph, place_statements(staging, graph, identity))
        with progress.task(f"Writing facts of {kg}", difference.facts.new) as advance:
            difference.write(graph, advance)
    report = _report(kg, identity, documents)
    return replace(
        report,
        entities=replace(difference.entities, removed=graph.removed_entities),
        facts=difference.facts,
        seconds=perf_counter() - started,
        embedded=embedded(store, kg, encoder, progress=progress) if wants else None,
    )


def identity_of(store: GraphStore, kg: str) -> IdentityReport:
    """What is one thing in a graph, why, and what was decided; nothing is changed."""
    started = perf_counter()
    identity = store.identity(kg)
    _check_documents(store, kg)
    documents = _names(store.all_documents(kg))
    report = _report(kg, identity, documents)
    return replace(report, seconds=perf_counter() - started)


@dataclass(frozen=True, slots=True)
class _Asked:
    same: tuple[tuple[str, str], ...]
    apart: tuple[tuple[str, str], ...]
    alone: tuple[tuple[str, str], ...]
    undo: tuple[str, ...]
    forget: tuple[tuple[str, str], ...]
    on: bool

    def decided(self, held: Identity, documents: list[DocumentNames], kg: str) -> Identity:
        """What is decided from now on."""
        self._check(held.decisions, documents, kg)
        same, apart = (frozenset(pair(*both) for both in pairs) for pairs in (self.same, self.apart))
        gone = frozenset(pair(*both) for both in self.forget)
        before = held.decisions
        decisions = Decisions(
            same=(before.same - gone - apart) | same,
            apart=(before.apart - gone - same) | apart,
            alone=(before.alone - frozenset(self.forget)) | frozenset(self.alone),
        )
        for name in self.undo:
            decisions = _undone(name, decisions, documents)
        return replace(held, on=self.on, decisions=decisions)

    def _check(self, before: Decisions, documents: list[DocumentNames], kg: str) -> None:
        """Refuse a name that nothing is called, in time."""
        known = {name for document in documents for name in (*document.names, document.title)}
        if any(name not in known for name in self._named):
            known |= _entities(documents, before) | _entities(documents, Decisions())
        for name in self._named:
            if name not in known:
                raise InputError(
                    f"no document of graph {kg!r} uses the name {name!r}; write it as groundpath search or "
                    "groundpath identity --list show it"
                )
        ids = {document.id for document in documents}
        for _, document in self.alone:
            if document not in ids:
                raise InputError(f"graph {kg!r} has no document {document!r}")
        if clash := {pair(*both) for both in self.same} & {pair(*both) for both in self.apart}:
            raise InputError(f"{' and '.join(min(clash))!r} cannot be the same and apart at once")

    @property
    def _named(self) -> list[str]:
        pairs = (*self.same, *self.apart)
        return [*(name for both in pairs for name in both), *(name for name, _ in self.alone), *self.undo]


def _entities(documents: list[DocumentNames], decisions: Decisions) -> set[str]:
    resolution = resolved(documents, decisions)
    return {id_ for of_document in resolution.places.values() for id_ in of_document.values()}


def _undone(name: str, decisions: Decisions, documents: list[DocumentNames]) -> Decisions:
    """The decisions under which a name is merged with nothing."""
    kept = replace(decisions, same=frozenset(both for both in decisions.same if name not in both))
    resolution = resolved(documents, kept)
    others = {
        other
        for entity in _meanings(name, resolution)
        for other in resolution.members[entity] - {name, resolution.names.get(entity)}
        if resolution.names.get(entity) != name  # a homonym that stands alone is merged with nothing
    }
    return replace(kept, apart=kept.apart | {pair(name, other) for other in others})


def _meanings(name: str, resolution: Resolution) -> set[str]:
    found = {of_document[name] for of_document in resolution.places.values() if name in of_document}
    return found | ({name} & resolution.members.keys())


def _names(batches: Iterable[pa.RecordBatch]) -> list[DocumentNames]:
    """What the documents of a graph call things."""
    return [DocumentNames.of(document) for document in stated_documents(batches)]


def _check_documents(store: GraphStore, kg: str) -> None:
    if not store.graph(kg).documents:
        raise InputError(f"graph {kg!r} has no documents; entity identity is found in what documents state")


def _report(kg: str, identity: Identity, documents: list[DocumentNames]) -> IdentityReport:
    names = {name for document in documents for name in document.names}
    if not identity.on:
        return IdentityReport(kg, False, len(names), len(names), (), (), identity.decisions)
    resolution = resolved(documents, identity.decisions)
    things = {id_ for of_document in resolution.places.values() for id_ in of_document.values()}
    return IdentityReport(
        kg, True, len(names), len(things), resolution.merges, resolution.apart, identity.decisions
    )
