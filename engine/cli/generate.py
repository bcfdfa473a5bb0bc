"""`groundpath generate`: questions in, a model's chains of thought out, ready for `groundpath audit`."""

from typing import TYPE_CHECKING, Any

import click

from .options import chat_options, command, debug_option, json_option, open_chat_cache, prices_of
from .output import TerminalProgress, say, show_json

if TYPE_CHECKING:
    from ..generate.strategies import GenerationSettings
    from ..llm.cost import Prices, Usage


@command()
@click.argument("file", metavar="FILE")
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    help="Rows to audit, as JSON lines; goes on where it was cut off.",
)
@chat_options
@click.option(
    "--strategy",
    type=click.Choice(["cot", "cot-plan", "cot-sc"]),
    default="cot",
    show_default=True,
    help="Few-shot chain of thought; with the relations of gold_paths as a hint; or several samples.",
)
@click.option("--samples", type=click.IntRange(1), help="Chains a question.  [default: 4 for cot-sc, else 1]")
@click.option("--temperature", default=0.7, show_default=True, type=click.FloatRange(0))
@click.option("--top-p", default=0.9, show_default=True, type=click.FloatRange(0, 1, min_open=True))
@click.option("--max-tokens", type=click.IntRange(1), help="Longest chain.  [default: the server's limit]")
@click.option("--seed", type=int, help="For servers that take one; sample k gets SEED + k.")
@json_option
@debug_option
def generate(
    file: str,
    out: str | None,
    model: str,
    concurrency: int,
    dry_run: bool,
    price_in: float | None,
    price_out: float | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Ask a chat model to answer the questions in FILE step by step (JSON lines; "-" reads standard input).

    Rows hold `question` and what is known of `id`, `topic`, `gold_answers` and `gold_paths`; they come out
    with `cot`, in their order. What was answered once is never asked again.
    """
    from ..generate.generating import generate_to_file
    from ..generate.questions import read_question_rows
    from ..generate.strategies import draws
    from ..llm.cost import estimate
    from ..llm.opening import open_chat

    if not out and not dry_run:
        raise click.UsageError("Missing option '--out'.")
    prices, settings = prices_of(price_in, price_out), _settings(**asked)
    questions, chat = read_question_rows(file), open_chat(model)
    with open_chat_cache() as cache:
        expected = estimate(chat, (draw.request for draw in draws(questions, settings)), cache)
        if dry_run or not out:
            _show(expected, prices, as_json)
            return
        say(f"Expected: {expected.describe(prices)}")
        done = generate_to_file(
            chat,
            questions,
            out,
            settings,
            cache=cache,
            concurrency=concurrency,
            progress=TerminalProgress(),
        )
    _show(done.usage, prices, as_json)
    say(f"Chains: {out}")
    if done.first_failure:
        raise click.ClickException(
            f"{done.usage.failed:,} of {done.usage.requests:,} chains are missing (the first: "
            f"{done.first_failure}); the same command asks for them again."
        )


def _settings(samples: int | None, strategy: Any, **asked: Any) -> "GenerationSettings":
    from ..generate.strategies import SELF_CONSISTENCY_SAMPLES, GenerationSettings

    usual = SELF_CONSISTENCY_SAMPLES if strategy == "cot-sc" else 1
    return GenerationSettings(strategy=strategy, samples=samples or usual, **asked)


def _show(usage: "Usage", prices: "Prices | None", as_json: bool) -> None:
    if as_json:
        show_json(usage.to_dict(prices))
    else:
        click.echo(usage.describe(prices))
