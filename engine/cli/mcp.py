"""`groundpath mcp`: the tools of groundpath for clients of the Model Context Protocol."""

import os
from contextlib import ExitStack

import click

from ..errors import InputError, extra
from .model_settings import ModelSettings, model_settings_options
from .options import (
    command,
    concurrency_option,
    encoder_option,
    model_option,
    open_named_store,
    store_command,
)
from .output import say


@command(
    "mcp", common=("--http", "--host", "--port", "--verdicts", "--encoder", "--model", "--timeout", "--store")
)
@click.option("--http", is_flag=True, help="Serve streamable HTTP in place of standard input and output.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="With --http: where to listen; for other than this machine GROUNDPATH_TOKEN must be set.",
)
@click.option(
    "--port",
    default=8765,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="With --http; 0: a free one.",
)
@click.option(
    "--verdicts",
    type=click.Path(exists=True, dir_okay=False),
    help="A file of `groundpath audit --out` whose verdicts can be explained.",
)
@encoder_option
@model_option(required=False)
@concurrency_option
@model_settings_options()
@store_command
def mcp_command(
    http: bool,
    host: str,
    port: int,
    verdicts: str | None,
    encoder: str | None,
    model: str | None,
    concurrency: int,
    how: ModelSettings,
    store_url: str | None,
) -> None:
    """Serve assistants: the tools graphs, audit, check, explain, search, paths, cypher and trace_ask.

    Everything only reads. Over HTTP, where GROUNDPATH_TOKEN is set, clients send it as a bearer token.
    With --model, trace_ask answers by that model, at your cost. Without it, trace_ask gives the chains that
    the assistant answers from.

    \b
      groundpath mcp
      groundpath mcp --http --port 8765
    """
    try:
        from ..mcp.desk import Desk
        from ..mcp.http import TOKEN_VARIABLE, serve_http
        from ..mcp.server import GroundpathServer
    except ModuleNotFoundError as error:
        raise InputError(f"the server needs mcp ({error}); {extra('mcp')}") from None
    from ..llm.asking import AskedModel
    from ..text.opening import open_encoder

    with ExitStack() as opened:
        store = opened.enter_context(open_named_store(store_url))
        asked = None
        if model is not None:
            asked = AskedModel(how.opened(model), opened.enter_context(how.cache()), concurrency)
        server = GroundpathServer(Desk(store, open_encoder(encoder), asked, verdicts))
        if http:
            token = os.environ.get(TOKEN_VARIABLE, "").strip()
            serve_http(server, host, port, token, lambda address: say(f"Serving {store.url} at {address}"))
        else:
            server.run("stdio")
