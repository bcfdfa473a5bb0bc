"""Give a graph its vectors: every entity's name and every fact's text, each distinct text once ever."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import get_args

from ..engine.counted import counted
from ..engine.errors import EncoderError, GraphBusyError, UnknownGraphError
from ..engine.linking.merged_facts import MergedFacts
from ..engine.progress import SILENT, Progress
from ..engine.store.bounds import check_encoder
from ..engine.store.protocol import EmbeddedKind, EncoderIdentity, GraphInfo, GraphStore
from ..engine.store.view import GraphView
from ..engine.text.cache import CachedEncoder
from ..engine.text.encoder import Encoder
from ..engine.text.opening import open_encoder


@dataclass(frozen=True, slots=True)
class EmbedReport:
    """What one call of `embed` did.

    Attributes:
        entities, facts: how many have a vector now and had none before.
        cached: distinct texts whose vectors were on disk already.
        encoded: distinct texts that the model had to encode.
        seconds: for all of it, writing to the store and building its index included.
    """

    kg: str
    encoder: EncoderIdentity
    entities: int
    facts: int
    cached: int
    encoded: int
    seconds: float

    @property
    def texts_per_second(self) -> float:
        return (self.cached + self.encoded) / self.seconds if self.seconds else 0.0

    def __str__(self) -> str:
        return (
            f"{self.kg}: {counted(self.entities, 'entity', 'entities')} and "
            f"{counted(self.facts, 'fact')} embedded with "
            f"{self.encoder.model_id} ({counted(self.encoded, 'text')} encoded, "
            f"{self.cached:,} from the cache) in {self.seconds:.1f} s"
        )


def embed(
    store: GraphStore,
    kg: str,
    encoder: Encoder | None = None,
    *,
    progress: Progress = SILENT,
    batch_size: int = 2048,
) -> EmbedReport:
    """Add the vectors that a graph still lacks; run again after an interruption, it goes on where it was.

    Vectors come from the cache on disk (`CachedEncoder`) where a text was encoded before, by any graph. What
    mediators join is encoded into that cache too, as method "paper" compares it with steps; a store keeps
    vectors of its own facts alone.

    Args:
        encoder: `open_encoder()` without one.
        batch_size: texts that become durable together; what a killed run loses at most.

    Raises:
        EncoderError: the encoder cannot be used, gives vectors that are not of length 1, or is not the one of
            the vectors that are there.
        UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
    """
    started = perf_counter()
    cached = _usable(encoder)
    found, encoded = cached.found, cached.encoded
    identity = EncoderIdentity(cached.model_id, cached.dimensions)
    store.begin_embedding(kg, identity)
    before = store.graph(kg)
    for kind in get_args(EmbeddedKind):
        _embed_kind(store, before, kind, cached, progress, batch_size)
    _encode_merged(store, before, cached, progress, batch_size)
    store.finish_embedding(kg, progress)
    after = store.graph(kg)
    return EmbedReport(
        kg=kg,
        encoder=identity,
        entities=after.embedded_entities - before.embedded_entities,
        facts=after.embedded_facts - before.embedded_facts,
        cached=cached.found - found,
        encoded=cached.encoded - encoded,
        seconds=perf_counter() - started,
    )


def check_embeddable(store: GraphStore, kg: str, encoder: Encoder | None) -> None:
    """What `embed` would refuse is refused here, before a load changes the graph.

    Raises:
        EncoderError: as `embed`.
    """
    cached = _usable(encoder)
    try:
        held = store.graph(kg)
    except (UnknownGraphError, GraphBusyError):
        return
    check_encoder(held, EncoderIdentity(cached.model_id, cached.dimensions))


def _usable(encoder: Encoder | None) -> CachedEncoder:
    cached = encoder if isinstance(encoder, CachedEncoder) else CachedEncoder(encoder or open_encoder())
    if not cached.normalised:
        raise EncoderError(
            f"graphs are searched by cosines, and {cached.model_id} gives vectors that are not of length 1; "
            "set its normalise = true"
        )
    return cached


def _embed_kind(
    store: GraphStore,
    info: GraphInfo,
    kind: EmbeddedKind,
    encoder: Encoder,
    progress: Progress,
    batch_size: int,
) -> None:
    left = _lacking(info, kind)
    if not left:
        return
    with progress.task(f"embedding {kind} of {info.name}", left) as advance:
        for page in store.texts_without_vectors(info.name, kind):
            for texts in _parts(page, batch_size):
                store.add_vectors(info.name, kind, texts, encoder.encode(texts))
                advance(len(texts))
                left -= len(texts)
        advance(left)  # entities of one name, and facts of one text, share a vector


def _encode_merged(
    store: GraphStore, info: GraphInfo, encoder: CachedEncoder, progress: Progress, batch_size: int
) -> None:
    if info.embeddable_entities == info.entities:
        return  # where all have names, there is no mediator
    texts = MergedFacts(GraphView.of(store.columns(info.name))).texts
    if not texts:
        return
    with progress.task(f"embedding what mediators join in {info.name}", len(texts)) as advance:
        for part in _parts(texts, batch_size):
            encoder.encode(part)
            advance(len(part))


def _lacking(info: GraphInfo, kind: EmbeddedKind) -> int:
    if kind == "entities":
        return info.embeddable_entities - info.embedded_entities
    return info.facts - info.embedded_facts


def _parts(texts: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(texts), size):
        yield texts[start : start + size]
