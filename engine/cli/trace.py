"""`groundpath trace extract`, `ask` and `evaluate`: answers over documents, with their evidence."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from ...loaders.columns import DOCUMENT_QUESTIONS, DOCUMENTS, Columns
from ..counted import counted, counted_of
from .chat_run import ANSWERS_KEPT, ChatRun, chat_run_options, own_prompts, resumed_out
from .columns import columns_option
from .commands import Lazy, LazyGroup
from .options import (
    OutFile,
    command,
    cypher_option,
    debug_option,
    encoder_option,
    json_option,
    never_over_input,
    open_named_store,
    store_command,
)
from .output import TerminalProgress, say, show, show_json
from .trace_options import (
    EXTRACT_PROMPTS,
    METHODS,
    any_heads_option,
    demonstrations_option,
    max_tokens_option,
    opened_tracer,
    shown_option,
    trace_options,
)

if TYPE_CHECKING:
    from ...loaders.report import FilesRead
    from ..check.verdicts import CheckedAnswer
    from ..store.protocol import Statement
    from ..trace.extraction_report import ExtractionReport
    from ..trace.pipeline import Answered, Tracer

_TRACE_KEPT = "Vectors, and answers of the model, are kept; the same command goes on from there."

_STAGES = {
    "ask": Lazy(".trace", "ask", "Answer a question over documents or a graph, with the chains behind it."),
    "extract": Lazy(".trace", "extract", "Write down the facts of documents, by a chat model."),
    "evaluate": Lazy(".trace", "evaluate_command", "Measure answers and evidence over a question set."),
    "tune": Lazy(".trace_tune", "tune", "Choose how many documents a reader is shown."),
    "compare": Lazy(".trace_compare", "compare", "Hold methods against each other, with p-values."),
}


@click.group(cls=LazyGroup, lazy=_STAGES)
def trace() -> None:
    """Answer questions over documents, or a graph, from chains of facts (TRACE).

    \b
      groundpath trace ask "Who …?" --documents DOCUMENTS.jsonl
      groundpath trace ask "Who …?" --documents DOCUMENTS.jsonl --model openai:NAME
      groundpath trace ask "Who …?" --kg NAME
      groundpath trace evaluate QUESTIONS.jsonl
    """


@command(kept=ANSWERS_KEPT, common=("--out", "--model", "--any-heads", "--dry-run", "--json"))
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@columns_option(DOCUMENTS)
@resumed_out("Facts")
@chat_run_options
@own_prompts(*EXTRACT_PROMPTS, demonstrations=False)
@any_heads_option
@demonstrations_option
@shown_option
@max_tokens_option
@encoder_option
@debug_option
def extract(
    files: tuple[str, ...],
    columns: Columns,
    out: str | None,
    run: ChatRun,
    any_heads: bool,
    demonstrations: str | None,
    shown: int,
    max_tokens: int | None,
    encoder: str | None,
) -> None:
    """Write down the facts of the documents in FILE as ⟨title; relation; tail⟩, or of any head (--any-heads).

    A FILE is what `groundpath load documents` takes, plain texts and folders included. What comes out is a
    file of documents with their triples, for `groundpath trace ask` and `groundpath load documents`. What was
    answered once is never asked again.

    \b
      groundpath trace extract notes/ --model openai:NAME --out facts.jsonl
    """
    from ..text.cache import CachedEncoder
    from ..text.opening import open_encoder
    from ..trace.extraction import ExtractionSettings
    from ..trace.facts_file import extract_to_file
    from ..trace.opening import open_extractor
    from ..trace.sources import read_documents

    run.check_out(out)
    settings = ExtractionSettings(shown, max_tokens=max_tokens, any_heads=any_heads)
    documents = read_documents(files, columns=columns, progress=TerminalProgress())
    with run.opened() as asked:
        extractor = open_extractor(asked, CachedEncoder(open_encoder(encoder)), settings, demonstrations)
        requests = (request for of_one in extractor.requests(documents) for request in of_one)
        if not run.begins(asked, requests):
            return
        report = extract_to_file(extractor, documents, str(out), progress=TerminalProgress())
    _show_extraction(report, run)
    say(f"Facts: {out}")
    if report.first_failure:
        raise click.ClickException(
            f"facts of {report.failed:,} of {counted(report.documents, 'document')} are missing (the first: "
            f"{report.first_failure}). Where the model gave no answer, the same command asks again."
        )


def _show_extraction(report: "ExtractionReport", run: ChatRun) -> None:
    if run.as_json:
        show_json(report.to_dict(run.prices))
    else:
        click.echo(report.describe())
        click.echo(report.usage.describe(run.prices))


@command(kept=_TRACE_KEPT, common=("--documents", "--kg", "--model", "--selector", "--json", "--store"))
@click.argument("question")
@click.option(
    "--documents",
    "files",
    multiple=True,
    metavar="FILE",
    help="Documents, as `groundpath load documents` takes them: PDF, DOCX, HTML, text, JSON lines, …, or a "
    "folder of these; may be given several times.",
)
@columns_option(DOCUMENTS)
@click.option("--kg", metavar="NAME", help="Instead of documents: a graph in the store, with its vectors.")
@trace_options
@click.option(
    "--method",
    type=click.Choice(METHODS),
    metavar="NAME",
    default="trace-triple",
    show_default=True,
    help=f"What the model answers from: {', '.join(METHODS)}.",
)
@click.option(
    "--checked",
    is_flag=True,
    help="Hold the answer of --model against what it was read from before it is shown.",
)
@json_option
@cypher_option
@store_command
def ask(
    question: str,
    files: tuple[str, ...],
    columns: Columns,
    kg: str | None,
    method: str,
    checked: bool,
    as_json: bool,
    as_cypher: bool,
    store_url: str | None,
    **options: Any,
) -> None:
    """Answer QUESTION over documents or a graph, and show the chains of facts that the answer rests on.

    Without --model it shows the chains and the documents, and gives no answer. With --checked the answer is
    held against the documents that it was read from, as `groundpath check` holds answers: a sentence as it
    stands, a few words without a verb behind the question.

    \b
      groundpath trace ask "Who …?" --documents notes/
      groundpath trace ask "Who …?" --kg NAME --model openai:NAME
    """
    from ..trace.graph_evidence import chains_statement
    from ..trace.sources import read_documents

    if not question.strip():
        raise click.UsageError("QUESTION is empty; ask something.")
    _check_asked(files, kg, method, as_cypher, options["unit"])
    if kg is not None and columns.names:
        raise click.UsageError("--column names members of documents; leave it out with --kg.")
    if checked and not (options["model"] or options["reader_model"]):
        raise click.UsageError("--checked holds an answer against documents, and --model gives one; name it.")
    if checked and as_cypher:
        raise click.UsageError("--cypher shows facts and no answer; leave out --checked or --cypher.")
    options["methods"] = (method,)
    files_read: FilesRead | None = None
    if kg is not None:
        with open_named_store(store_url) as store, opened_tracer(graph=(store, kg), **options) as tracer:
            answered = tracer.trace(question, progress=TerminalProgress())
            shown = chains_statement(store.showing(kg), answered.evidence)
    else:
        documents = read_documents(files, columns=columns, progress=TerminalProgress())
        files_read = documents.files
        with opened_tracer(**options) as tracer:
            answered = tracer.trace(question, documents, progress=TerminalProgress())
    check = _checked(answered, tracer) if checked else None
    if as_cypher:
        _show_statement(shown, as_json)
    else:
        _show_answered(answered, files_read, as_json, check)
    if tracer.reader is None:
        say("No model was named, so that there is no answer: these are the chains to answer from (--model).")
    else:
        say(answered.spent.describe())
    if answered.failures:
        raise click.ClickException("; ".join(answered.failures))


def _check_asked(
    files: tuple[str, ...], kg: str | None, method: str, as_cypher: bool, unit: str | None
) -> None:
    """Whether options go together."""
    from ..trace.reading import GRAPH_METHODS

    if bool(files) == (kg is not None):
        raise click.UsageError("Give either --documents or --kg.")
    if as_cypher and kg is None:
        raise click.UsageError(
            "--cypher shows facts of a graph; name it with --kg, once its documents are loaded "
            "(groundpath load documents)."
        )
    if kg is not None and unit not in (None, "triple"):
        raise click.UsageError("--unit is for documents; the facts of a graph are its triples.")
    if kg is not None and method not in GRAPH_METHODS:
        raise click.UsageError(f"--method with --kg is one of {', '.join(GRAPH_METHODS)}.")


def _checked(answered: "Answered", tracer: "Tracer") -> "CheckedAnswer | None":
    """The answer held against what it was read from; None where there is none."""
    from ..check.checker import Checker
    from ..check.traced import check_traced

    return check_traced(Checker(encoder=tracer.encoder), answered)


def _show_statement(shown: "Statement", as_json: bool) -> None:
    """The Cypher that returns the facts of an answer's chains."""
    from ..report.plain import pasteable, plain_statement

    if as_json:
        show_json(plain_statement(shown))
    else:
        click.echo(pasteable(shown))


def _show_answered(
    answered: "Answered", files: "FilesRead | None", as_json: bool, check: "CheckedAnswer | None"
) -> None:
    """The answer with its evidence.

    Args:
        files: that its documents are from; None for a graph.
        check: the answer held against documents; None where it was not.
    """
    from ..report.trace import answered_report

    if as_json:
        told = answered.to_dict() | ({"files": asdict(files)} if files else {})
        show_json(told | ({"check": check.to_dict()} if check else {}))
    else:
        show(answered_report(answered, check))


@command(
    "evaluate", kept=_TRACE_KEPT, common=("--model", "--method", "--selector", "--out", "--csv", "--json")
)
@click.argument("file", metavar="FILE")
@columns_option(DOCUMENT_QUESTIONS)
@trace_options
@click.option(
    "--method",
    "methods",
    type=click.Choice(METHODS),
    metavar="NAME",
    multiple=True,
    default=["trace-triple"],
    show_default=True,
    help=f"What the model answers from: {', '.join(METHODS)}; may be given several times.",
)
@click.option("--seed", default=0, show_default=True, help="The seed of the bootstrap intervals.")
@click.option("--out", type=OutFile(), help="Each question's answers and evidence, as JSON lines.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV instead of a table.")
@click.option("--json", "form", flag_value="json", help="Print JSON instead of a table.")
@debug_option
def evaluate_command(
    file: str,
    columns: Columns,
    methods: tuple[str, ...],
    seed: int,
    out: str | None,
    form: str | None,
    **options: Any,
) -> None:
    """Answer the questions in FILE and measure answers and evidence.

    FILE is HotpotQA, 2WikiMultihopQA or MuSiQue as published, or rows of `question`, `documents`, `answer`.
    Several methods are compared with the first one, with p-values; `trace compare` does so for files that
    --out wrote. Without --model, chains are measured and answers are not. Every reply of the model is kept: a
    run that was cut off asks nothing twice.

    \b
      groundpath trace evaluate questions.jsonl --model openai:NAME
    """
    from ..llm.tokens import counter_of, tokens_of
    from ..report.trace import evaluation_csv, evaluation_table
    from ..report.trace_methods import significance_table
    from ..trace.metrics import evaluate
    from ..trace.questions import read_questions

    never_over_input(out, file)
    with (
        opened_tracer(methods=methods, **options) as tracer,
        _rows_file(out) as rows,
        closing(tracer.trace_all(read_questions(file, columns), progress=TerminalProgress())) as answered,
    ):
        tokens = counter_of(tracer.reader.model) if tracer.reader else tokens_of
        evaluation = evaluate(_written(answered, rows), seed=seed, tokens=tokens)
    if form == "json":
        show_json(evaluation.to_dict())
    elif form == "csv":
        click.echo(evaluation_csv(evaluation), nl=False)
    else:
        show(evaluation_table(evaluation))
        if evaluation.comparisons:
            show(significance_table(evaluation.comparisons))
    if tracer.reader is None:
        say("No model was named: chains are measured, answers are not (--model).")
    else:
        say(evaluation.spent.describe())
    if evaluation.nothing_found:
        say(
            f"For {evaluation.nothing_found:,} of {counted(evaluation.questions, 'question')} "
            "a method found nothing to answer from: its answer counts as wrong."
        )
    if evaluation.first_failure:
        raise click.ClickException(
            f"{counted_of(evaluation.failed, evaluation.questions, 'question', 'lacks', 'lack')} something "
            f"(the first: {evaluation.first_failure}). Where the model gave no answer, "
            "the same command asks again."
        )


@contextmanager
def _rows_file(out: str | None) -> Iterator[IO[str] | None]:
    if out is None:
        yield None
        return
    with Path(out).open("w", encoding="utf-8") as file:
        yield file


def _written(answered: Iterator["Answered"], rows: IO[str] | None) -> Iterator["Answered"]:
    for one in answered:
        if rows is not None:
            rows.write(json.dumps(one.to_dict(), ensure_ascii=False) + "\n")
        yield one
