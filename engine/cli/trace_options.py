"""What the commands of `groundpath trace` share: how questions are answered, and the tracer that does it."""

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import Decorated, concurrency_option, encoder_option, model_option, open_chat_cache

if TYPE_CHECKING:
    from ..trace.opening import TraceSettings
    from ..trace.pipeline import Tracer

METHODS = (
    "trace-triple", "trace-doc", "no-documents", "all-documents", "top-facts", "nearest-documents",
)  # fmt: skip
demonstrations_option = click.option(
    "--demonstrations",
    type=click.Path(exists=True, dir_okay=False),
    help="Labelled documents (title, text, triples) to show the model beside groundpath's own.",
)
shown_option = click.option(
    "--shown",
    default=3,
    show_default=True,
    type=click.IntRange(0),
    help="Labelled documents that are shown for each document.",
)
max_tokens_option = click.option(
    "--max-tokens", type=click.IntRange(1), help="Longest reply.  [default: the server's limit]"
)


def _settings_from_file(context: click.Context, _parameter: click.Parameter, path: str | None) -> None:
    """Options from a TOML file; those that are given on the command line go first."""
    if path is None:
        return
    try:
        given = tomllib.loads(Path(path).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"{path} cannot be read: {error}") from None
    names = {option: parameter.name for parameter in context.command.params for option in parameter.opts}
    unknown = [name for name in given if f"--{name}" not in names]
    if unknown:
        raise click.BadParameter(f"{path} sets {', '.join(unknown)}, which is no option of this command")
    context.default_map = {str(names[f"--{name}"]): value for name, value in given.items()}


def trace_options(function: Decorated) -> Decorated:
    """What decides how questions are answered."""
    for option in (
        click.option(
            "--top-facts", default=20, show_default=True, type=click.IntRange(1), help="T, for top-facts."
        ),
        click.option(
            "--nearest",
            default=5,
            show_default=True,
            type=click.IntRange(1),
            help="M, for nearest-documents.",
        ),
        click.option(
            "--longest",
            default=4,
            show_default=True,
            type=click.IntRange(1),
            help="L: most facts in a chain.",
        ),
        click.option(
            "--beams",
            default=5,
            show_default=True,
            type=click.IntRange(1),
            help="b: ways in which a chain goes on at each step.",
        ),
        click.option(
            "--chains", default=5, show_default=True, type=click.IntRange(1), help="R: chains of a question."
        ),
        click.option(
            "--candidates",
            default=20,
            show_default=True,
            type=click.IntRange(1),
            help="K: facts to choose from at each step.",
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
        click.option(
            "--shown-chains",
            default=3,
            show_default=True,
            type=click.IntRange(0),
            help="Labelled chains that the model is shown with each choice.",
        ),
        click.option(
            "--labelled-chains",
            type=click.Path(exists=True, dir_okay=False),
            help="Labelled chains (question, chain, others) to show beside groundpath's own.",
        ),
        click.option(
            "--unit",
            type=click.Choice(["triple", "sentence", "document"]),
            help="What a fact is.  [default: triple with a model, else sentence]",
        ),
        demonstrations_option,
        shown_option,
        max_tokens_option,
        encoder_option,
        concurrency_option,
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
    *, model: str | None, concurrency: int, encoder: str | None, **options: Any
) -> Iterator["Tracer"]:
    from ..llm.asking import AskedModel
    from ..llm.opening import open_chat
    from ..text.opening import open_encoder
    from ..trace.opening import open_tracer

    settings, opened = _settings(**options), open_encoder(encoder)
    if model is None:
        yield open_tracer(opened, settings)
        return
    chat = open_chat(model)
    with open_chat_cache() as cache:
        yield open_tracer(opened, settings, AskedModel(chat, cache, concurrency))


def _settings(
    *,
    unit: Any,
    selector: Any,
    candidates: int,
    chains: int,
    beams: int,
    longest: int,
    methods: Any,
    top_facts: int,
    nearest: int,
    shown: int,
    max_tokens: int | None,
    demonstrations: str | None,
    labelled_chains: str | None,
    shown_chains: int,
    fixed_chains: bool,
    fixed_length: bool,
) -> "TraceSettings":
    from ..trace.extraction import ExtractionSettings
    from ..trace.opening import SelectionSettings, TraceSettings
    from ..trace.reading import ReadingSettings
    from ..trace.settings import ChainSettings

    return TraceSettings(
        unit=unit,
        selection=SelectionSettings(selector, shown_chains, fixed_chains, labelled_chains, fixed_length),
        chains=ChainSettings(candidates, chains, beams, longest),
        reading=ReadingSettings(methods, top_facts, nearest, max_tokens),
        extraction=ExtractionSettings(shown, max_tokens=max_tokens),
        demonstrations=demonstrations,
    )
