"""Commands that ask a chat model: how it is asked, and what it costs, said before and after."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from ..counted import counted_of
from .model_settings import AS_USUAL, ModelSettings, model_settings_options
from .options import (
    Decorated,
    OutFile,
    concurrency_option,
    json_option,
    model_option,
    tokenizer_option,
)
from .output import say, show_json

if TYPE_CHECKING:
    from ..llm.asking import AskedModel
    from ..llm.chat import ChatRequest
    from ..llm.cost import Prices, Usage


_PROMPT_FILE = click.Path(exists=True, dir_okay=False)
ANSWERS_KEPT = "Answers that came are kept; the same command goes on from there."
"""What a command says on Ctrl-C that asks a chat model."""


@dataclass(frozen=True, slots=True)
class ChatRun:
    """How a command asks a chat model.

    Attributes:
        model: None where none was named, as some commands allow.
        concurrency: see `engine.llm.asking`.
        dry_run: whether to say what it would cost, and ask nothing.
        prices: None where they are not given.
        as_json: whether to print JSON.
        tokenizer: of the model; its tokens are estimated when None.
        how: its sampling, its limits, and whether its answers are found again.
    """

    model: str | None
    concurrency: int
    dry_run: bool
    prices: "Prices | None"
    as_json: bool
    tokenizer: str | None = None
    how: ModelSettings = AS_USUAL

    def check(self) -> None:
        """Raises UsageError where only what asking costs is to be told, and nothing is asked."""
        if self.dry_run and self.model is None:
            raise click.UsageError("--dry-run tells what asking costs; name a --model.")

    def check_out(self, out: str | None) -> None:
        """The same; also where a file to write is not named."""
        self.check()
        if not out and not self.dry_run:
            raise click.UsageError("Missing option '--out'.")

    @contextmanager
    def opened(self) -> Iterator["AskedModel"]:
        """The model that was named, with the cache of answers.

        Raises:
            InputError, ChatError: as `open_chat`.
        """
        from ..llm.asking import AskedModel

        chat = self.how.opened(self.model or "", self.tokenizer)
        with self.how.cache() as cache:
            yield AskedModel(chat, cache, self.concurrency)

    def opened_if_named(self) -> AbstractContextManager["AskedModel | None"]:
        """The same, None where no model was named."""
        return nullcontext() if self.model is None else self.opened()

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

    def done(
        self, usage: "Usage", noun: str, out: str, first_failure: str | None, *, nouns: str = ""
    ) -> None:
        """Say what it cost, where its answers are, and which are missing.

        Args:
            noun: what one of the answers is: "chain".
            nouns: what several are; `noun` with an "s" where it is empty.
        """
        self.show(usage)
        say(f"{(nouns or f'{noun}s').capitalize()}: {out}")
        if first_failure:
            raise click.ClickException(missing(usage, noun, first_failure, nouns))


def missing(usage: "Usage", noun: str, first_failure: str, nouns: str = "") -> str:
    """The message of a run that did not get all answers."""
    return (
        f"{counted_of(usage.failed, usage.requests, noun, nouns=nouns)} missing (the first: "
        f"{first_failure}); the same command asks for them again."
    )


def resumed_out(what: str) -> Decorated:
    """Where a command writes what it is told, answer by answer: "Chains"."""
    return click.option("--out", type=OutFile(), help=f"{what}, as JSON lines; goes on where it was cut off.")


def chat_run_options(function: Decorated, *, required: bool = True, sampling: bool = True) -> Decorated:
    """Options of a command that asks a chat model, which it is given as `run`, a ChatRun.

    Args:
        sampling: False for a command that has --temperature of its own.
    """
    price = click.FloatRange(min=0)
    command: Decorated = _with_run(function)
    for option in (
        model_settings_options(sampling=sampling),
        json_option,
        click.option("--price-out", type=price, help="Price of a million tokens of answers."),
        click.option("--price-in", type=price, help="Price of a million tokens of prompts, in any currency."),
        click.option("--dry-run", is_flag=True, help="Estimate tokens and price; ask nothing."),
        concurrency_option,
        tokenizer_option,
        model_option(required=required),
    ):
        command = option(command)
    return command


def own_prompts(*ids: str, demonstrations: bool = True) -> Callable[[Decorated], Decorated]:
    """Options for a user's prompts in place of those that a command asks with, `ids`, and for demonstrations.

    Args:
        demonstrations: False for a command that has such an option of its own kind.
    """

    def options(function: Decorated) -> Decorated:
        @wraps(function)
        def command(*, prompt_files: tuple[str, ...], shown_file: str | None = None, **others: Any) -> Any:
            from ..llm.own_prompts import own_prompts as in_place

            with in_place(prompt_files, shown_file, of=ids):
                return function(**others)

        if demonstrations:
            command = click.option(
                "--demonstrations",
                "shown_file",
                type=_PROMPT_FILE,
                help="Examples in place of the prompt's own: JSON lines of its inputs and `reply`.",
            )(command)
        return prompt_option(ids)(command)

    return options


def prompt_option(ids: Sequence[str]) -> Callable[[Decorated], Decorated]:
    """A user's prompts, by file."""
    return click.option(
        "--prompt",
        "prompt_files",
        multiple=True,
        type=_PROMPT_FILE,
        help=f"A prompt in place of groundpath's own ({', '.join(ids)}; see `groundpath prompts`).",
    )


def _with_run(function: Decorated) -> Decorated:
    @wraps(function)
    def command(
        *,
        model: str | None,
        concurrency: int,
        dry_run: bool,
        price_in: float | None,
        price_out: float | None,
        as_json: bool,
        tokenizer: str | None,
        how: ModelSettings,
        **others: Any,
    ) -> Any:
        run = ChatRun(model, concurrency, dry_run, _prices(price_in, price_out), as_json, tokenizer, how)
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
