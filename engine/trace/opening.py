"""From names and numbers, as the command line has them, to a tracer."""

from dataclasses import dataclass
from typing import Literal

from ...loaders.reading import PathLike
from ..errors import InputError
from ..llm.asking import AskedModel
from ..text.cache import CachedEncoder
from ..text.encoder import Encoder
from ..text.reranker import Reranker
from .asking_model import LogprobSelector, TextSelector
from .baselines import retrievals_of
from .demonstrations import packaged_demonstrations, read_demonstrations, shown_text
from .encoder_selector import EncoderSelector
from .extraction import DEFAULT_EXTRACTION, ExtractionSettings, Extractor
from .facts import FactsOf, facts_as_stated, facts_by_document, facts_by_model, facts_by_sentence
from .fixed_length import FixedLength
from .labelled import NearestLabelled
from .labelled_chains import packaged_chains, read_chains
from .pipeline import Tracer
from .ranked import by_relevance
from .reader import Reader
from .reading import DEFAULT_READING, GRAPH_METHODS, ReadingSettings
from .selection import Selector
from .settings import DEFAULTS, ChainSettings
from .stored import StoredFacts
from .units import Unit

SelectorName = Literal["encoder", "logprobs", "text", "none"]


def open_extractor(
    asked: AskedModel,
    encoder: Encoder,
    settings: ExtractionSettings = DEFAULT_EXTRACTION,
    demonstrations: PathLike | None = None,
) -> Extractor:
    """An extractor that shows labelled documents: groundpath's own, or those of a file in their place.

    Raises:
        InputError: as `read_demonstrations`.
    """
    labelled = (
        packaged_demonstrations(any_heads=settings.any_heads)
        if demonstrations is None
        else read_demonstrations(demonstrations, any_heads=settings.any_heads)
    )
    nearest = NearestLabelled(
        encoder, labelled, lambda one: shown_text(one.document), settings.demonstrations
    )
    return Extractor(asked.model, nearest, settings, cache=asked.cache, concurrency=asked.concurrency)


@dataclass(frozen=True, slots=True)
class SelectionSettings:
    """What decides how chains go on.

    Attributes:
        selector: "none" is the ranker alone. None: a model's log-probabilities where there is a model, else
            the encoder.
        shown: labelled chains that a model is shown with each choice; the paper: 3.
        fixed: show the same ones for every question (Table 9), not those of the most similar questions.
        labelled: a file of labelled chains in place of groundpath's own.
        fixed_length: no chain ends before L facts (Appendix D.6).

    Raises:
        InputError: `shown` below 0.
    """

    selector: SelectorName | None = None
    shown: int = 3
    fixed: bool = False
    labelled: PathLike | None = None
    fixed_length: bool = False

    def __post_init__(self) -> None:
        if self.shown < 0:
            raise InputError(f"shown is {self.shown} labelled chains; it must be at least 0")


DEFAULT_SELECTION = SelectionSettings()


@dataclass(frozen=True, slots=True)
class TraceSettings:
    """How questions are answered.

    Attributes:
        unit: what a fact is; None: a triple where there is a model, else a sentence.
        demonstrations: a file of labelled documents in place of groundpath's own.
    """

    unit: Unit | None = None
    selection: SelectionSettings = DEFAULT_SELECTION
    chains: ChainSettings = DEFAULTS
    reading: ReadingSettings = DEFAULT_READING
    extraction: ExtractionSettings = DEFAULT_EXTRACTION
    demonstrations: PathLike | None = None


def open_tracer(
    encoder: Encoder,
    settings: TraceSettings,
    asked: AskedModel | None = None,
    *,
    selector: AskedModel | None = None,
    reader: AskedModel | None = None,
    graph: StoredFacts | None = None,
    document_encoder: Encoder | None = None,
    reranker: Reranker | None = None,
) -> Tracer:
    """A tracer with its parts; without a model it gives evidence, and no answers.

    Args:
        asked: the model that writes down facts, chooses among them, reasons for IRCoT, and reads answers.
        selector: the one that chooses, in its place (Table 2, "w. Mistral").
        reader: the one that reads answers, in its place (Appendix D.1).
        graph: build chains of its facts; questions then come without documents, and the unit is not used.
        document_encoder: of the methods that look for documents; `encoder`, which ranks facts, without one.
        reranker: of the method "reranked-documents".

    Raises:
        InputError: a selector that needs a model, or unit vectors, without these; a method that reads what a
            graph does not have, or needs a reranker; or as `open_extractor` and `read_chains`.
        EncoderError, UnknownGraphError: see `StoredFacts.check`.
    """
    kept = CachedEncoder.of(encoder)
    if graph is not None:
        _check_methods(settings.reading)
        graph.check(kept)
    reads, answering = reader or asked, None
    if reads:
        documents = CachedEncoder(document_encoder) if document_encoder else kept
        retrievals = retrievals_of(settings.reading, asked or reads, documents, reranker)
        answering = Reader(reads.model, settings.reading, reads.cache, reads.concurrency, retrievals)
    return Tracer(
        facts_of=facts_as_stated if graph else _facts_of(kept, settings, asked),
        encoder=kept,
        selector=_selector(kept, settings.selection, selector or asked),
        chains=settings.chains,
        reader=answering,
        graph=graph,
    )


def _check_methods(reading: ReadingSettings) -> None:
    for method in reading.methods:
        if method not in GRAPH_METHODS:
            raise InputError(
                f"method {method!r} reads all that there is, which of a graph is too much; "
                f"choose one of {', '.join(GRAPH_METHODS)}"
            )


def _facts_of(encoder: Encoder, settings: TraceSettings, asked: AskedModel | None) -> FactsOf:
    unit = settings.unit or ("triple" if asked else "sentence")
    if unit != "triple":
        return {"sentence": facts_by_sentence, "document": facts_by_document}[unit]
    if asked is None:
        return facts_as_stated
    return facts_by_model(open_extractor(asked, encoder, settings.extraction, settings.demonstrations))


def _selector(encoder: Encoder, settings: SelectionSettings, asked: AskedModel | None) -> Selector:
    selector = _adaptive_selector(encoder, settings, asked)
    return FixedLength(selector) if settings.fixed_length else selector


def _adaptive_selector(encoder: Encoder, settings: SelectionSettings, asked: AskedModel | None) -> Selector:
    name = settings.selector or ("logprobs" if asked else "encoder")
    if name == "encoder":
        if not encoder.normalised:
            raise InputError(
                f"the selector 'encoder' weighs cosines, and {encoder.model_id} gives vectors that are not "
                "of length 1; set its normalise = true, or choose another selector"
            )
        return EncoderSelector(encoder)
    if name == "none":
        return by_relevance
    if asked is None:
        raise InputError(f"the selector {name!r} asks a model; name one (--model), or choose encoder")
    labelled = packaged_chains() if settings.labelled is None else read_chains(settings.labelled)
    shown = NearestLabelled(
        encoder.queries, labelled, lambda one: one.question, settings.shown, fixed=settings.fixed
    )
    kind = TextSelector if name == "text" else LogprobSelector
    return kind(asked.model, shown, cache=asked.cache, concurrency=asked.concurrency)
