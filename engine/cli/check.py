"""`groundpath check`: answers and documents in, what becomes of each claim out."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from ...loaders.columns import CHECKED, Columns
from ..counted import counted
from ..scale.addresses import is_dataset
from .chat_run import ChatRun, chat_run_options, own_prompts
from .columns import columns_option
from .datasets import OutPlace, Spread, dataset_options, named_model, run_dataset
from .kept_files import read_again, rows_file
from .options import (
    OutFile,
    command,
    encoder_option,
    never_over_input,
    open_named_store,
    store_command,
)
from .output import TerminalProgress, say, show, show_json_rows, tell_failed

if TYPE_CHECKING:
    from ..audit.auditor import Auditor
    from ..check.summary import CheckSummary
    from ..check.verdicts import CheckedAnswer
    from ..scale.running import Row

_ROWS_SHOWN = 50


@command(
    kept="With --out verdicts are kept, and the same command goes on from there.",
    common=("--documents", "--kg", "--out", "--fail-below", "--model", "--dry-run", "--json", "--store"),
)
@click.argument("file", metavar="ANSWERS")
@columns_option(CHECKED)
@click.option(
    "--documents",
    multiple=True,
    metavar="FILE|FOLDER",
    type=click.Path(exists=True),
    help="Documents that every answer is held against, besides its own contexts; may be given several times.",
)
@click.option("--kg", metavar="NAME", help="Hold claims against this graph of the store too.")
@click.option(
    "--out",
    type=OutPlace(),
    help="Verdicts as JSON lines, of a dataset a folder of files; goes on where it was cut off.",
)
@dataset_options
@click.option("--html", type=OutFile(), help="A page: the answer beside the evidence of each claim.")
@click.option(
    "--shown",
    type=click.IntRange(1),
    help="Sentences that the judge sees of a claim, the nearest ones; 4, with --model 6, unless given.",
)
@click.option(
    "--fail-below",
    type=click.FloatRange(0, 1),
    help="Exit with code 1 if the mean score is lower than this, or if there is none.",
)
@partial(chat_run_options, required=False)
@own_prompts("check-claim")
@encoder_option
@store_command
def check(
    file: str,
    columns: Columns,
    documents: tuple[str, ...],
    kg: str | None,
    out: str | None,
    spread: Spread,
    html: str | None,
    shown: int | None,
    fail_below: float | None,
    run: ChatRun,
    encoder: str | None,
    store_url: str | None,
) -> None:
    """Hold the answers in ANSWERS against documents, sentence by sentence.

    ANSWERS is one answer in plain text (.txt, .md; "-" reads standard input), or rows: JSON lines, one JSON
    array, a table (.csv, .tsv). A row holds the answer as `answer`, `response`, `actual_output` or `result`.
    What it was made from stands as `contexts`, `retrieved_contexts`, `retrieval_context` or
    `source_documents`: texts, or objects with `text` (`page_content`) and, if known, `id` and `title`. ragas,
    deepeval and langchain write such rows. Chat messages, OpenAI's batch output, samples of
    lm-evaluation-harness and logs of inspect_ai are read as they are.

    A small judge that ships with groundpath decides. With --model a chat model does.

    A folder, a glob, a URL or a Parquet file is a dataset of many rows. Each of its files (.parquet, .jsonl)
    becomes a file of results in the folder --out. Files that are finished are kept.

    \b
      groundpath check answer.txt --documents policies/
      groundpath check log.jsonl --out checks.jsonl --html checks.html
      groundpath explain checks.jsonl ID
      groundpath check answers/ --documents policies/ --out checks/ --workers 4
    """
    run.check()
    if is_dataset(file):
        from ..check.checker import CheckSettings
        from ..scale.checking import CheckWork

        work = CheckWork(documents, store_url, kg, encoder, CheckSettings(shown), named_model(run), columns)
        page = partial(_write_page_of_rows, html, file, documents) if html else None
        made = run_dataset(work, file, out, spread, run, page)
        if made and fail_below is not None:
            _fail_below(fail_below, _mean_score(made.results()))
        return
    spread.check_file(out)
    from ..check.cases import read_cases
    from ..check.chat import ChatJudge
    from ..check.checker import Checker, CheckSettings
    from ..check.journal import check_to_file, read_checks
    from ..text.opening import open_encoder
    from ..trace.sources import read_documents

    never_over_input(out, file)
    held_against = read_documents(list(documents), progress=TerminalProgress()) if documents else ()
    with (
        read_again(file) as source,
        rows_file(out) as checks,
        run.opened_if_named() as asked,
        _opened_graph(kg, store_url) as graph,
    ):
        judge = ChatJudge(asked) if asked else None
        checker = Checker(
            held_against,
            encoder=open_encoder(encoder),
            judge=judge,
            graph=graph,
            settings=CheckSettings(shown),
        )
        if asked and judge:
            requests = judge.requests(checker.questions(read_cases(source, columns)))
            if not run.begins(asked, requests):
                return
        summary = check_to_file(checker, read_cases(source, columns), checks, progress=TerminalProgress())
        if judge:
            say(judge.usage.describe(run.prices))
        if html:
            _write_page(read_checks(checks), html, file, documents)
        _show(checks, summary, run.as_json)
    for kind, path in (("Checks", out), ("Report", html)):
        if path:
            say(f"{kind}: {path}")
    if out:
        say(f"To read the argument for one of them: groundpath explain {quote(out)} ID")
    tell_failed(summary.failed, summary.answers, "answer", summary.first_failure)
    if fail_below is not None:
        _fail_below(fail_below, summary.faithfulness)


def _fail_below(least: float, score: float | None) -> None:
    if score is None:
        raise click.ClickException(f"no claim was judged, so that no score can be held against {least:g}")
    if score < least:
        raise click.ClickException(f"the mean score is {score:.3f}, below {least:g}")


def _mean_score(rows: "Iterable[Row]") -> float | None:
    from ..check.summary import summarise_checks
    from ..check.verdicts import CheckedAnswer

    return summarise_checks(map(CheckedAnswer.from_dict, rows)).faithfulness


@contextmanager
def _opened_graph(kg: str | None, store_url: str | None) -> Iterator["Auditor | None"]:
    """The auditor of the graph that was named, None where none was."""
    if kg is None:
        yield None
        return
    from ..audit.auditor import Auditor

    with open_named_store(store_url) as store:
        yield Auditor(store, kg)


def _write_page(
    checked: "Iterable[CheckedAnswer]", html: str, source: str, documents: tuple[str, ...]
) -> None:
    from ..report.check_page import CheckHeader, write_check_html

    source = "standard input" if source == "-" else source
    header = CheckHeader(f"Check of {Path(source).name}", source, ", ".join(documents))
    write_check_html(checked, html, header)


def _write_page_of_rows(html: str, source: str, documents: tuple[str, ...], rows: "Iterable[Row]") -> None:
    from ..check.verdicts import CheckedAnswer

    _write_page(map(CheckedAnswer.from_dict, rows), html, source, documents)
    say(f"Report: {html}")


def _show(checks: Path, summary: "CheckSummary", as_json: bool) -> None:
    from ..check.journal import read_checks
    from ..report.check_table import check_summary_table, checks_table
    from ..report.check_text import checked_text

    if as_json:
        rows = (checked.to_dict() for checked in read_checks(checks))
        show_json_rows({"summary": summary.to_dict()}, "answers", rows)
        return
    first = list(islice(read_checks(checks), _ROWS_SHOWN))
    shown = checked_text(first[0]) if summary.answers == 1 else checks_table(first)
    show(shown, check_summary_table(summary))
    if summary.answers > _ROWS_SHOWN:
        say(
            f"The first {_ROWS_SHOWN} of {counted(summary.answers, 'answer')}; "
            "--out and --html hold them all."
        )
