"""What the commands of `groundpath domain` share: the graph, how much of it is shown, and a model."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from .chat_run import chat_run_options
from .options import Decorated, open_named_store

if TYPE_CHECKING:
    from ..domain.graph import DomainGraph

entity_threshold_option = click.option(
    "--entity-threshold",
    default=0.9,
    show_default=True,
    type=click.FloatRange(-1, 1),
    help="Cosine from which a name that the graph does not have means the entity of the nearest name.",
)


def subgraph_options(function: Decorated) -> Decorated:
    """How much of the graph is taken for a question."""
    for option in (
        click.option(
            "--tokens", default=2000, show_default=True, type=click.IntRange(1), help="Most tokens of facts."
        ),
        click.option(
            "--hub",
            type=click.IntRange(0),
            help="Entities of more facts than this are not walked through; 0: all are.  "
            "[default: the largest h so that h entities have h facts]",
        ),
        click.option(
            "--diameter",
            default=2,
            show_default=True,
            type=click.IntRange(1),
            help="Most facts from an entity of the question.",
        ),
    ):
        function = option(function)
    return function


may_ask_a_model = partial(chat_run_options, required=False)


@contextmanager
def opened_graph(store_url: str | None, kg: str, encoder: str | None) -> Iterator["DomainGraph"]:
    """The graph of a command, with its encoder."""
    from ..domain.graph import DomainGraph
    from ..text.opening import open_encoder

    with open_named_store(store_url) as store:
        yield DomainGraph.open(store, kg, open_encoder(encoder))
