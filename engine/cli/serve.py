"""`groundpath serve`: the engine behind REST and pages."""

from pathlib import Path

import click

from ..errors import InputError, extra
from ..store.opening import address
from .options import command, encoder_option, store_command
from .output import say


@command(kept="Runs that were under way go on when the server starts again.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: a free one.")
@click.option(
    "--token",
    envvar="GROUNDPATH_TOKEN",
    show_envvar=True,
    help="What requests must bear (Authorization: Bearer TOKEN); needed to listen on other addresses than "
    "this machine's own.",
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="NAME",
    help="A further name under which the server may be called; may be given several times.",
)
@click.option(
    "--cors",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="Let pages of ORIGIN (https://…) call the server; may be given several times.  [default: none]",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the runs.  [default: in your data directory]",
)
@click.option(
    "--timeout", default=60.0, show_default=True, type=click.FloatRange(1), help="Seconds for one answer."
)
@encoder_option
@store_command
def serve(
    host: str,
    port: int,
    token: str | None,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    data: Path | None,
    timeout: float,
    encoder: str | None,
    store_url: str | None,
) -> None:
    """Serve the store's graphs as pages and as REST: check texts, walk graphs, audit files, compare runs.

    It listens on this machine alone, unless --host names another address and --token says who may ask. The
    REST interface is described at /v1/openapi.json.

    \b
      groundpath serve
      groundpath serve --port 9000 --data runs/
    """
    try:
        from ..serve.running import run_server
        from ..serve.settings import Limits, ServeSettings
    except ModuleNotFoundError as error:
        raise InputError(f"serve needs the package {error.name}; {extra('serve')}") from None
    from platformdirs import user_data_path

    settings = ServeSettings(
        data=(data or user_data_path("groundpath") / "runs").absolute(),
        store=address(store_url),
        encoder=encoder,
        host=host,
        port=port,
        token=token,
        hosts=hosts,
        origins=origins,
        limits=Limits(seconds=timeout),
    )
    run_server(settings, lambda place: say(f"Serving {settings.store} at {place} (Ctrl-C ends it)"))
