"""`groundpath generate`: questions in, a model's chains of thought out, ready for `groundpath audit`."""

from typing import TYPE_CHECKING, Any

import click

from .chat_run import ANSWERS_KEPT, ChatRun, chat_run_options, own_prompts, resumed_out
from .options import command, debug_option
from .output import TerminalProgress

if TYPE_CHECKING:
    from ..generate.strategies import GenerationSettings


@command(kept=ANSWERS_KEPT)
@click.argument("file", metavar="FILE")
@resumed_out("Rows to audit")
@chat_run_options
@own_prompts("generate-cot", "generate-cot-plan")
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
@debug_option
def generate(file: str, out: str | None, run: ChatRun, **asked: Any) -> None:
    """Ask a chat model to answer the questions in FILE step by step (JSON lines; "-" reads standard input).

    Rows hold `question` and what is known of `id`, `topic`, `gold_answers` and `gold_paths`; they come out
    with `cot`, in their order. What was answered once is never asked again.

    \b
      groundpath generate questions.jsonl --model openai:NAME --out chains.jsonl
    """
    from ..generate.generating import generate_to_file
    from ..generate.questions import read_question_rows
    from ..generate.strategies import draws

    run.check_out(out)
    settings, questions = _settings(**asked), read_question_rows(file)
    with run.opened() as asked_model:
        if not run.begins(asked_model, (draw.request for draw in draws(questions, settings))):
            return
        done = generate_to_file(asked_model, questions, str(out), settings, progress=TerminalProgress())
    run.done(done.usage, "chains", str(out), done.first_failure)


def _settings(samples: int | None, strategy: Any, **asked: Any) -> "GenerationSettings":
    from ..generate.strategies import SELF_CONSISTENCY_SAMPLES, GenerationSettings

    usual = SELF_CONSISTENCY_SAMPLES if strategy == "cot-sc" else 1
    return GenerationSettings(strategy=strategy, samples=samples or usual, **asked)
