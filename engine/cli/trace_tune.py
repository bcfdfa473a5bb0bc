"""`groundpath trace tune`: how many documents the baselines that rank them show best."""

from typing import TYPE_CHECKING

import click

from ...loaders.columns import DOCUMENT_QUESTIONS, Columns
from ..counted import counted
from .chat_run import ANSWERS_KEPT, ChatRun, chat_run_options, own_prompts
from .columns import columns_option
from .file_names import ENCODER
from .options import command, debug_option, device_option
from .output import TerminalProgress, show, show_json
from .trace_options import max_tokens_option, reranker_option

if TYPE_CHECKING:
    from ..trace.reading import Method
    from ..trace.retrieval import DocumentRanker

_TUNED = ("nearest-documents", "reranked-documents")


@command("tune", kept=ANSWERS_KEPT, common=("--method", "--column", "--model", "--dry-run", "--json"))
@click.argument("file", metavar="FILE")
@columns_option(DOCUMENT_QUESTIONS)
@click.option(
    "--method",
    "methods",
    type=click.Choice(_TUNED),
    multiple=True,
    default=_TUNED[:1],
    show_default=True,
    help="What to tune; may be given several times.",
)
@click.option(
    "--document-encoder",
    type=ENCODER,
    metavar="NAME",
    help="Encoder of nearest-documents, as --encoder of other commands.  [env: GROUNDPATH_ENCODER]",
)
@device_option
@reranker_option
@max_tokens_option
@own_prompts("trace-answer")
@chat_run_options
@debug_option
def tune(
    file: str,
    columns: Columns,
    methods: "tuple[Method, ...]",
    document_encoder: str | None,
    reranker: str | None,
    max_tokens: int | None,
    run: ChatRun,
) -> None:
    """Choose M, the number of documents that a reader is shown, on the questions in FILE.

    For each M from 1 to all documents of a question, its answers are held against the known ones; the best M
    is that of the highest EM, then F1. Measure with it on other questions: `trace evaluate --nearest M`,
    `--reranked M`. Every reply of the model is kept.

    \b
      groundpath trace tune dev.jsonl --model openai:NAME --document-encoder e5.toml
    """
    from ..report.trace_methods import tuning_table
    from ..trace.questions import read_questions
    from ..trace.reading import ReadingSettings
    from ..trace.tuning import Tuning

    rankers = {method: _ranker(method, document_encoder, reranker) for method in dict.fromkeys(methods)}
    questions = list(read_questions(file, columns, progress=TerminalProgress()))
    with run.opened() as asked:
        reading = ReadingSettings(methods, max_tokens=max_tokens)
        tuning = Tuning(asked, rankers, questions, reading, progress=TerminalProgress())
        if not run.begins(asked, tuning.requests()):
            return
        tuned = tuning.tune(progress=TerminalProgress())
    if run.as_json:
        rows = [one.to_dict() for one in tuned.methods]
        show_json({"questions": tuned.questions, "methods": rows, "usage": tuned.usage.to_dict(run.prices)})
    else:
        show(tuning_table(tuned))
        click.echo(tuned.usage.describe(run.prices))
    if tuned.first_failure:
        raise click.ClickException(
            f"{counted(tuned.usage.failed, 'answer is', 'answers are')} missing, and wrong in "
            f"the figures (the first: {tuned.first_failure}); the same command asks for them again."
        )


def _ranker(method: "Method", document_encoder: str | None, reranker: str | None) -> "DocumentRanker":
    from ..text.cache import CachedEncoder
    from ..text.opening import open_encoder
    from ..text.reranker import open_reranker
    from ..trace.retrieval import ByEncoder, ByReranker

    if method == "nearest-documents":
        return ByEncoder(CachedEncoder(open_encoder(document_encoder)))
    if reranker is None:
        raise click.UsageError("--method reranked-documents needs a cross-encoder; name one (--reranker).")
    return ByReranker(open_reranker(reranker))
