"""From names and numbers, as the command line has them, to a tracer."""

from dataclasses import dataclass
from typing import Literal

from ...loaders.reading import PathLike
from ..errors import InputError
from ..llm.cache import ChatCache
from ..llm.chat import ChatModel
from ..text.cache import CachedEncoder
from ..text.encoder import Encoder
from .asking_model import LogprobSelector, TextSelector
from .demonstrations import NearestDemonstrations, packaged_demonstrations, read_demonstrations
from .encoder_selector import EncoderSelector
from .extraction import DEFAULT_EXTRACTION, ExtractionSettings, Extractor
from .facts import FactsOf, facts_as_stated, facts_by_document, facts_by_model, facts_by_sentence
from .pipeline import Tracer
from .ranked import by_relevance
from .reader import Reader
from .reading import DEFAULT_READING, ReadingSettings
from .selection import Selector
from .settings import DEFAULTS, ChainSettings
from .units import Unit

SelectorName = Literal["encoder", "logprobs", "text", "none"]


@dataclass(frozen=True, slots=True)
class AskedModel:
    """A chat model, where its answers are kept, and how many requests are under way at a time."""

    model: ChatModel
    cache: ChatCache | None = None
    concurrency: int = 8


def open_extractor(
    asked: AskedModel,
    encoder: Encoder,
    settings: ExtractionSettings = DEFAULT_EXTRACTION,
    demonstrations: PathLike | None = None,
) -> Extractor:
    """An extractor that shows the labelled documents of groundpath, and those of a file.

    Raises:
        InputError: as `read_demonstrations`.
    """
    labelled = packaged_demonstrations()
    if demonstrations is not None:
        labelled += read_demonstrations(demonstrations)
    nearest = NearestDemonstrations(encoder, labelled, settings.demonstrations)
    return Extractor(asked.model, nearest, settings, cache=asked.cache, concurrency=asked.concurrency)


@dataclass(frozen=True, slots=True)
class TraceSettings:
    """How questions are answered.

    Attributes:
        unit: what a fact is; None: a triple where there is a model, else a sentence.
        selector: what decides how chains go on; "none": the ranker alone. None: a model's log-probabilities
            where there is a model, else the encoder.
        demonstrations: a file of labelled documents beside groundpath's own.
    """

    unit: Unit | None = None
    selector: SelectorName | None = None
    chains: ChainSettings = DEFAULTS
    reading: ReadingSettings = DEFAULT_READING
    extraction: ExtractionSettings = DEFAULT_EXTRACTION
    demonstrations: PathLike | None = None


def open_tracer(encoder: Encoder, settings: TraceSettings, asked: AskedModel | None = None) -> Tracer:
    """A tracer with its parts; without a model it gives evidence, and no answers.

    Raises:
        InputError: a selector that needs a model, without one; or as `open_extractor`.
    """
    kept = encoder if isinstance(encoder, CachedEncoder) else CachedEncoder(encoder)
    reader = Reader(asked.model, settings.reading, asked.cache, asked.concurrency) if asked else None
    return Tracer(
        facts_of=_facts_of(kept, settings, asked),
        encoder=kept,
        selector=_selector(settings.selector, asked),
        chains=settings.chains,
        reader=reader,
    )


def _facts_of(encoder: Encoder, settings: TraceSettings, asked: AskedModel | None) -> FactsOf:
    unit = settings.unit or ("triple" if asked else "sentence")
    if unit != "triple":
        return {"sentence": facts_by_sentence, "document": facts_by_document}[unit]
    if asked is None:
        return facts_as_stated
    return facts_by_model(open_extractor(asked, encoder, settings.extraction, settings.demonstrations))


def _selector(name: SelectorName | None, asked: AskedModel | None) -> Selector:
    if (name or ("logprobs" if asked else "encoder")) == "encoder":
        return EncoderSelector()
    if name == "none":
        return by_relevance
    if asked is None:
        raise InputError(f"the selector {name!r} asks a model; name one (--model), or choose encoder")
    kind = TextSelector if name == "text" else LogprobSelector
    return kind(asked.model, cache=asked.cache, concurrency=asked.concurrency)
