"""Commands that ask a chat model for a file of answers: what it costs is said before, and after."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from .options import Decorated, concurrency_option, json_option, model_option, open_chat_cache
from .output import say, show_json

if TYPE_CHECKING:
    from ..llm.asking import AskedModel
    from ..llm.chat import ChatRequest
    from ..llm.cost import Prices, Usage


@dataclass(frozen=True, slots=True)
class ChatRun:
    """What such a command was told.

    Attributes:
        out: the file; "" in a dry run that names none.
        model, concurrency: see `engine.llm.opening.open_chat` and `engine.llm.asking`.
        dry_run: whether to say what it would cost, and ask nothing.
        prices: None where they are not given.
        as_json: whether to print JSON.
    """

    out: str
    model: str
    concurrency: int
    dry_run: bool
    prices: "Prices | None"
    as_json: bool

    @contextmanager
    def opened(self) -> Iterator["AskedModel"]:
        """The model, with the cache of answers.

        Raises:
            InputError, ChatError: as `open_chat`.
        """
        from ..llm.asking import AskedModel
        from ..llm.opening import open_chat

        chat = open_chat(self.model)
        with open_chat_cache() as cache:
            yield AskedModel(chat, cache, self.concurrency)

    def begins(self, asked: "AskedModel", requests: "Iterable[ChatRequest]") -> bool:
        """Say what the requests are expected to cost; False where that was all that was wanted."""
        from ..llm.cost import estimate

        expected = estimate(asked.model, requests, asked.cache)
        if self.dry_run:
            self.show(expected)
        else:
            say(f"Expected: {expected.describe(self.prices)}")
        return not self.dry_run

    def show(self, usage: "Usage") -> None:
        """What it cost."""
        if self.as_json:
            show_json(usage.to_dict(self.prices))
        else:
            click.echo(usage.describe(self.prices))

    def done(self, usage: "Usage", what: str, first_failure: str | None) -> None:
        """Say what it cost, where its answers are, and which are missing.

        Args:
            what: what the answers are, in the plural: "chains".
        """
        self.show(usage)
        say(f"{what.capitalize()}: {self.out}")
        if first_failure:
            raise click.ClickException(
                f"{usage.failed:,} of {usage.requests:,} {what} are missing (the first: {first_failure}); "
                "the same command asks for them again."
            )


def chat_run_options(what: str) -> Callable[[Decorated], Decorated]:
    """Options of a command that asks a chat model for a file, which it is given as `run`, a ChatRun.

    Args:
        what: what the file holds, for the help: "Rows to audit".
    """
    price = click.FloatRange(min=0)
    options = (
        json_option,
        click.option("--price-out", type=price, help="Price of a million tokens of answers."),
        click.option("--price-in", type=price, help="Price of a million tokens of prompts, in any currency."),
        click.option("--dry-run", is_flag=True, help="Estimate tokens and price; ask nothing."),
        concurrency_option,
        model_option(required=True),
        click.option(
            "--out",
            type=click.Path(dir_okay=False),
            help=f"{what}, as JSON lines; goes on where it was cut off.",
        ),
    )

    def decorated(function: Decorated) -> Decorated:
        command: Decorated = _with_run(function)
        for option in options:
            command = option(command)
        return command

    return decorated


def _with_run(function: Decorated) -> Decorated:
    @wraps(function)
    def command(
        *,
        out: str | None,
        model: str,
        concurrency: int,
        dry_run: bool,
        price_in: float | None,
        price_out: float | None,
        as_json: bool,
        **others: Any,
    ) -> Any:
        if not out and not dry_run:
            raise click.UsageError("Missing option '--out'.")
        prices = _prices(price_in, price_out)
        run = ChatRun(out or "", model, concurrency, dry_run, prices, as_json)
        return function(run=run, **others)

    return command


def _prices(price_in: float | None, price_out: float | None) -> "Prices | None":
    """Both prices, or None where neither is given."""
    from ..llm.cost import Prices

    if price_in is None and price_out is None:
        return None
    if price_in is None or price_out is None:
        raise click.UsageError("--price-in and --price-out are given together, or neither is.")
    return Prices(price_in, price_out)
