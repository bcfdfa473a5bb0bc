"""Options that several commands share, so that they are spelled and explained once."""

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..text.device import DEVICES, VARIABLE
from .commands import Command
from .devices import on_device
from .file_names import ENCODER, MODEL, STORE, TOKENIZER

if TYPE_CHECKING:
    from ..llm.cache import ChatCache
    from ..store.protocol import GraphStore

Decorated = Callable[..., Any]

command = partial(click.command, cls=Command)


class OutFile(click.Path):
    """A file to write: that its folder cannot take it is told before any work is done."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = super().convert(value, param, ctx)
        file = Path(os.fsdecode(path))
        try:
            os.stat(file)
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError as error:
            self.fail(f"{file} cannot be written ({error.strerror}); choose another file", param, ctx)
        if _is_standard_output(file):
            self.fail(f"{file} is where the command prints its summary; choose a file", param, ctx)
        if file.exists() and not file.is_file():
            return path  # a device or a pipe, whose folder takes nothing and need not
        folder = file.parent
        if not folder.is_dir():
            self.fail(f"{folder} is no folder; make it, or choose another file", param, ctx)
        if not os.access(folder, os.W_OK):
            self.fail(f"nothing can be written in {folder}; choose another folder", param, ctx)
        return path


def never_over_input(out: str | None, *inputs: str) -> None:
    """Raises UsageError where a file to write is one that is read."""
    for file in inputs:
        if out and os.path.exists(out) and os.path.exists(file) and os.path.samefile(out, file):
            raise click.UsageError(f"--out {out} is the file that is read; name another.")


def _is_standard_output(file: Path) -> bool:
    """Whether a file is what the command prints to; not where nothing of either is kept."""
    try:
        there, printed = file.stat(), os.fstat(1)
    except OSError:
        return False
    return os.path.samestat(there, printed) and not os.path.samestat(there, os.stat(os.devnull))


kg_argument = click.argument("kg", metavar="KG")
kg_option = click.option("--kg", required=True, metavar="NAME", help="Name of the graph in the store.")
device_option = click.option(
    "--device",
    envvar=VARIABLE,
    type=click.Choice(DEVICES, case_sensitive=False),
    expose_value=False,
    callback=on_device,
    help=f"Where models run: auto takes an accelerator where there is one.  [env: {VARIABLE}; default: auto]",
)
_encoder_option = click.option(
    "--encoder",
    envvar="GROUNDPATH_ENCODER",
    type=ENCODER,
    metavar="NAME",
    help="minilm (default), minilm:PATH, minilm-int8 (faster, less exact), sbert:NAME_OR_PATH, or FILE.toml "
    "(a model with prefixes, two models, inner products).  "
    "[env: GROUNDPATH_ENCODER]",
)


def encoder_option(function: Decorated) -> Decorated:
    """Adds --encoder, and the device on which it runs, with the other models of the command."""
    return _encoder_option(device_option(function))


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
cypher_option = click.option(
    "--cypher", "as_cypher", is_flag=True, help="Print the Cypher and parameters that return these rows."
)
min_support_option = click.option(
    "--min-support",
    default=10,
    show_default=True,
    metavar="PAIRS",
    type=click.IntRange(1),
    help="Least number of pairs for which a rule and its conclusion both hold.",
)
_store_option = click.option(
    "--store",
    "store_url",
    envvar="GROUNDPATH_STORE",
    type=STORE,
    metavar="URL",
    help="embedded:PATH, neo4j://HOST or bolt://HOST; the password comes from NEO4J_PASSWORD.  "
    "[env: GROUNDPATH_STORE; default: an embedded store in your data directory]",
)
debug_option = click.option("--debug", is_flag=True, help="Show the traceback of an error.")


def store_command(function: Decorated) -> Decorated:
    """Adds --store and --debug, which every command that opens a store takes."""
    return _store_option(debug_option(function))


def open_named_store(url: str | None) -> "GraphStore":
    """The store that --store names; a missing Neo4j password is asked for at a terminal."""
    from ..store.opening import address, is_server, open_store

    url = address(url)
    wanting = is_server(url) and not os.environ.get("NEO4J_PASSWORD")
    if wanting and sys.stdin.isatty():
        return open_store(url, password=click.prompt(f"Password for {url}", hide_input=True, err=True))
    return open_store(url)


def model_option(*, required: bool) -> Decorated:
    """Which chat model to ask."""
    return click.option(
        "--model",
        required=required,
        type=MODEL,
        metavar="NAME",
        help="openai:MODEL (any OpenAI-compatible server: OPENAI_BASE_URL, OPENAI_API_KEY), "
        "langchain:PROVIDER:MODEL (as init_chat_model knows it), langchain:PACKAGE.MODULE:NAME (a class or "
        "function that makes a langchain chat model), or scripted:FILE (answers that are replayed).",
    )


tokenizer_option = click.option(
    "--tokenizer",
    type=TOKENIZER,
    metavar="NAME",
    help="Of the model: a tokenizer.json, or tiktoken:MODEL; it counts the tokens that the server does not "
    "tell, which are estimated without.",
)
concurrency_option = click.option(
    "--concurrency",
    default=8,
    show_default=True,
    type=click.IntRange(1),
    help="Requests that are under way at a time.",
)


def open_chat_cache(*, anew: bool = False) -> "ChatCache":
    """Where the answers of chat models are kept: beside the vectors, in GROUNDPATH_CACHE.

    Args:
        anew: what was kept before is not found, and is asked again.
    """
    from ..llm.cache import ChatCache
    from ..private_files import cache_directory

    return ChatCache(cache_directory() / "chat.sqlite", anew=anew)
