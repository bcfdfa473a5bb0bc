"""What the commands of `groundpath trace` share: how questions are answered, and the tracer that does it."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .chat_run import own_prompts
from .file_names import ENCODER, MODEL, RERANKER
from .model_settings import ModelSettings, model_settings_options
from .options import (
    Decorated,
    concurrency_option,
    encoder_option,
    model_option,
    tokenizer_option,
)
from .settings_file import SettingsFile

if TYPE_CHECKING:
    from ..store.protocol import GraphStore
    from ..trace.opening import TraceSettings
    from ..trace.pipeline import Tracer

METHODS = (
    "trace-triple", "trace-doc", "no-documents", "all-documents", "top-facts", "nearest-documents",
    "reranked-documents", "ircot",
)  # fmt: skip


EXTRACT_PROMPTS = (
    "trace-extract", "trace-extract-again", "trace-extract-any", "trace-extract-any-again",
)  # fmt: skip
_PROMPTS = (*EXTRACT_PROMPTS, "trace-select", "trace-answer", "trace-answer-alone", "trace-ircot")


def _count(name: str, default: int, help: str, *, least: int = 1) -> Decorated:
    return click.option(name, default=default, show_default=True, type=click.IntRange(least), help=help)


demonstrations_option = click.option(
    "--demonstrations",
    type=click.Path(exists=True, dir_okay=False),
    help="Labelled documents (title, text, triples) to show the model in place of groundpath's own.",
)


class Candidates(click.IntRange):
    """A number of facts, or `all` of them, for which it gives None."""

    name = "integer|all"

    def __init__(self) -> None:
        super().__init__(1)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return None if value == "all" else super().convert(value, param, ctx)


any_heads_option = click.option(
    "--any-heads",
    is_flag=True,
    help="Facts about everything that a text names, not about its title alone.",
)
shown_option = _count("--shown", 3, "Labelled documents that are shown for each document.", least=0)
max_tokens_option = click.option(
    "--max-tokens", type=click.IntRange(1), help="Longest reply.  [default: the server's limit]"
)


document_encoder_option = click.option(
    "--document-encoder",
    type=ENCODER,
    metavar="NAME",
    help="Encoder of nearest-documents and ircot, as --encoder.  [default: that one]",
)
reranker_option = click.option(
    "--reranker",
    type=RERANKER,
    metavar="cross:NAME_OR_PATH",
    help="Cross-encoder of reranked-documents, or a monoT5.",
)


def _settings_from_file(context: click.Context, _parameter: click.Parameter, path: str | None) -> None:
    """Options from a TOML file; those that are given on the command line go first."""
    if path is not None:
        options = SettingsFile.read(Path(path)).options(context.command)
        context.default_map = {**(context.default_map or {}), **options}


def trace_options(function: Decorated) -> Decorated:
    """What decides how questions are answered."""
    for option in (
        _count("--top-facts", 20, "T, for top-facts."),
        _count("--ircot-sentences", 8, "Most sentences of reasoning, for ircot."),
        _count("--ircot-documents", 2, "Documents that each sentence adds at most, for ircot."),
        _count("--reranked", 5, "M, for reranked-documents."),
        _count("--nearest", 5, "M, for nearest-documents."),
        reranker_option,
        document_encoder_option,
        _count("--longest", 4, "L: most facts in a chain."),
        _count("--beams", 5, "b: ways in which a chain goes on at each step."),
        _count("--chains", 5, "R: chains of a question."),
        click.option(
            "--candidates",
            default=20,
            show_default=True,
            type=Candidates(),
            help="K: facts to choose from at each step; `all`: every fact of the documents, and no ranker.",
        ),
        click.option(
            "--candidates-by",
            default="names",
            show_default=True,
            type=click.Choice(["names", "ranker"]),
            help="Who puts them forward: what question and chain name, by turns with the ranker; or the "
            "ranker alone, as in the paper.",
        ),
        click.option(
            "--chain-score",
            default="mean",
            show_default=True,
            type=click.Choice(["mean", "product"]),
            help="What chains are compared by; product: the paper's Equation 2, which prefers short ones.",
        ),
        click.option(
            "--selector",
            type=click.Choice(["encoder", "logprobs", "text", "none"]),
            help="What chooses facts (none: the ranker).  [default: logprobs with a model, else encoder]",
        ),
        click.option(
            "--fixed-length",
            is_flag=True,
            help="No chain ends before it has as many facts as --longest says.",
        ),
        click.option(
            "--fixed-chains",
            is_flag=True,
            help="Show the same labelled chains for every question, not those most like it.",
        ),
        _count("--shown-chains", 3, "Labelled chains that the model is shown with each choice.", least=0),
        click.option(
            "--labelled-chains",
            type=click.Path(exists=True, dir_okay=False),
            help="Labelled chains (question, chain, others) to show in place of groundpath's own.",
        ),
        click.option(
            "--unit",
            type=click.Choice(["triple", "sentence", "document"]),
            help="What a fact is.  [default: triple with a model, else sentence]",
        ),
        any_heads_option,
        demonstrations_option,
        shown_option,
        max_tokens_option,
        own_prompts(*_PROMPTS, demonstrations=False),
        encoder_option,
        concurrency_option,
        model_settings_options(),
        tokenizer_option,
        click.option(
            "--reader-model", type=MODEL, metavar="NAME", help="What reads answers, in place of --model."
        ),
        click.option(
            "--selector-model", type=MODEL, metavar="NAME", help="What chooses facts, in place of --model."
        ),
        model_option(required=False),
        click.option(
            "--settings",
            type=click.Path(exists=True, dir_okay=False),
            is_eager=True,
            expose_value=False,
            callback=_settings_from_file,
            help="Options of this command from a TOML file.",
        ),
    ):
        function = option(function)
    return function


@contextmanager
def opened_tracer(
    *,
    model: str | None,
    selector_model: str | None,
    reader_model: str | None,
    tokenizer: str | None,
    how: ModelSettings,
    concurrency: int,
    encoder: str | None,
    document_encoder: str | None,
    reranker: str | None,
    graph: "tuple[GraphStore, str] | None" = None,
    **options: Any,
) -> Iterator["Tracer"]:
    """A tracer with the models that were named; --tokenizer is that of the model that reads answers."""
    from ..llm.asking import AskedModel
    from ..text.opening import open_encoder
    from ..text.reranker import open_reranker
    from ..trace.opening import open_tracer
    from ..trace.stored import StoredFacts

    settings, opened = _settings(concurrency=concurrency, **options), open_encoder(encoder)
    stored = StoredFacts(*graph) if graph else None
    reads = reader_model or model
    named = {name for name in (model, selector_model, reader_model) if name}
    with how.cache() if named else nullcontext() as cache:
        asked = {
            name: AskedModel(how.opened(name, tokenizer if name == reads else None), cache, concurrency)
            for name in named
        }
        yield open_tracer(
            opened,
            settings,
            asked.get(model or ""),
            selector=asked.get(selector_model or ""),
            reader=asked.get(reader_model or ""),
            graph=stored,
            document_encoder=open_encoder(document_encoder) if document_encoder else None,
            reranker=open_reranker(reranker) if reranker else None,
        )


def _settings(
    *,
    unit: Any,
    selector: Any,
    candidates: int | None,
    chains: int,
    beams: int,
    longest: int,
    candidates_by: Any,
    chain_score: Any,
    methods: Any,
    top_facts: int,
    nearest: int,
    reranked: int,
    ircot_documents: int,
    ircot_sentences: int,
    shown: int,
    max_tokens: int | None,
    any_heads: bool,
    demonstrations: str | None,
    labelled_chains: str | None,
    shown_chains: int,
    fixed_chains: bool,
    fixed_length: bool,
    concurrency: int,
) -> "TraceSettings":
    from ..trace.extraction import ExtractionSettings
    from ..trace.ircot import IRCoTSettings
    from ..trace.opening import SelectionSettings, TraceSettings
    from ..trace.reading import ReadingSettings
    from ..trace.settings import ChainSettings

    return TraceSettings(
        unit=unit,
        selection=SelectionSettings(selector, shown_chains, fixed_chains, labelled_chains, fixed_length),
        chains=ChainSettings(candidates, chains, beams, longest, chain_score, concurrency, candidates_by),
        reading=ReadingSettings(
            methods, top_facts, nearest, max_tokens, reranked, IRCoTSettings(ircot_documents, ircot_sentences)
        ),
        extraction=ExtractionSettings(shown, max_tokens=max_tokens, any_heads=any_heads),
        demonstrations=demonstrations,
    )
