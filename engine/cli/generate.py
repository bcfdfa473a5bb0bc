"""`groundpath generate`: questions in, a model's chains of thought out, ready for `groundpath audit`."""

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ...loaders.columns import QUESTIONS, Columns
from ..scale.addresses import is_dataset
from .chat_run import ANSWERS_KEPT, ChatRun, chat_run_options, own_prompts
from .columns import columns_option
from .datasets import OutPlace, Spread, dataset_options, named_model, run_dataset
from .model_settings import sampling_options, tell_sampling
from .options import command, debug_option
from .output import TerminalProgress, say

if TYPE_CHECKING:
    from ..generate.strategies import GenerationSettings


_LEAKS = (
    "Warning: cot-hinted shows the model the relations of each question's gold_paths. What it answers "
    "measures no unaided model, and is none of the paper's strategies; rows say so in `leaks_gold`."
)


@command(kept=ANSWERS_KEPT, common=("--out", "--model", "--strategy", "--samples", "--dry-run", "--json"))
@click.argument("file", metavar="FILE")
@columns_option(QUESTIONS)
@click.option(
    "--out",
    type=OutPlace(),
    help="Rows to audit, as JSON lines, of a dataset a folder of files; goes on where it was cut off.",
)
@dataset_options
@partial(chat_run_options, sampling=False)
@own_prompts("generate-cot", "generate-cot-plan", "generate-cot-hinted")
@click.option(
    "--strategy",
    type=click.Choice(["cot", "cot-plan", "cot-sc", "cot-hinted"]),
    default="cot",
    show_default=True,
    help="Few-shot chain of thought (cot); the model plans the relations first (cot-plan); several samples"
    " (cot-sc). cot-hinted leaks the gold: the model is shown the relations of the question's gold_paths.",
)
@click.option("--samples", type=click.IntRange(1), help="Chains a question.  [default: 4 for cot-sc, else 1]")
@sampling_options
@click.option("--max-tokens", type=click.IntRange(1), help="Longest chain.  [default: the server's limit]")
@click.option("--seed", type=int, help="For servers that take one; sample k gets SEED + k.")
@debug_option
def generate(
    file: str, columns: Columns, out: str | None, spread: Spread, run: ChatRun, **asked: Any
) -> None:
    """Ask a chat model to answer the questions in FILE step by step ("-" reads standard input).

    Rows (JSON lines, one JSON array, .csv, .tsv) hold `question` and what is known of `id`, `topic`,
    `gold_answers` and `gold_paths`. They come out in their order, with `cot`. With cot-plan the model's plan
    stands in `plan`, apart from `cot`. What was answered once is never asked again.

    A folder, a glob, a URL or a Parquet file is a dataset of many rows. Each of its files (.parquet, .jsonl)
    becomes a file of results in the folder --out. Files that are finished are kept.

    \b
      groundpath generate questions.jsonl --model openai:NAME --out chains.jsonl
      groundpath generate questions.jsonl --model openai:NAME --strategy cot-plan --out plans.jsonl
      groundpath generate questions/ --model openai:NAME --out chains/ --workers 4
    """
    run.check_out(out)
    settings = _settings(**asked)
    if settings.leaks_gold:
        say(_LEAKS)
    if asked["protocol"] == "paper":
        tell_sampling(settings.temperature, settings.top_p)
    if is_dataset(file):
        _generate_dataset(file, columns, out, spread, run, settings)
        return
    spread.check_file(out)
    from ..generate.generating import count_without_plan, generate_to_file
    from ..generate.questions import read_question_rows
    from ..generate.strategies import draws

    questions = read_question_rows(file, columns)
    with run.opened() as asked_model:
        if not run.begins(asked_model, (draw.request for draw in draws(questions, settings))):
            return
        done = generate_to_file(asked_model, questions, str(out), settings, progress=TerminalProgress())
    unplanned = count_without_plan(str(out)) if settings.plans else 0
    if unplanned:
        say(f"Replies without a plan: {unplanned:,}. Each stands whole in `cot`, and its `plan` is empty.")
    run.done(done.usage, "chain", str(out), done.first_failure)


def _generate_dataset(
    file: str, columns: Columns, out: str | None, spread: Spread, run: ChatRun, settings: "GenerationSettings"
) -> None:
    from ..scale.generating import GenerateWork

    model = named_model(run)
    if model is None:  # click asks for one before
        return
    run_dataset(GenerateWork(model, settings, columns), file, out, spread, run)


def _settings(strategy: Any, protocol: str, **asked: Any) -> "GenerationSettings":
    """The settings that are given, and for the others the published ones, or groundpath's."""
    from ..generate.strategies import SELF_CONSISTENCY_SAMPLES, GenerationSettings

    given = {name: value for name, value in asked.items() if value is not None}
    if protocol == "paper":
        return GenerationSettings.as_published(strategy, **given)
    usual = SELF_CONSISTENCY_SAMPLES if strategy == "cot-sc" else 1
    return GenerationSettings(strategy, **({"samples": usual} | given))
