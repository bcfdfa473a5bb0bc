"""`groundpath gold`: from a question set to the paths that answer it."""

from typing import Any

import click

from ...loaders.columns import GOLD_QUESTIONS, Columns
from .columns import columns_option
from .options import OutFile, command, json_option, kg_option, open_named_store, store_command
from .output import TerminalProgress, say, show, show_json, tell_failed


@command()
@click.argument("file", metavar="FILE")
@kg_option
@columns_option(GOLD_QUESTIONS)
@click.option("--out", required=True, type=OutFile(), help="The questions with their paths.")
@click.option(
    "--format",
    "file_format",
    type=click.Choice(["auto", "cwq", "grailqa", "pathquestion", "rows"]),
    default="auto",
    show_default=True,
    help="What FILE holds; auto tells each row by its members.",
)
@click.option(
    "--max-hops",
    type=click.IntRange(1),
    help="For rows of topic and answer alone: all paths of up to so many facts.  [default: the shortest]",
)
@click.option(
    "--limit",
    default=50,
    show_default=True,
    metavar="PATHS",
    type=click.IntRange(1),
    help="Gold paths from one topic, at most.",
)
@click.option(
    "--min-hops",
    default=0,
    metavar="HOPS",
    type=click.IntRange(0),
    help="Write only questions that need so many; what a mediator joins counts as one.  [default: all]",
)
@json_option
@store_command
def gold(
    file: str,
    kg: str,
    columns: Columns,
    out: str,
    file_format: Any,
    max_hops: int | None,
    limit: int,
    min_hops: int,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Find the paths of a graph that answer the questions in FILE.

    FILE ("-" reads standard input) holds ComplexWebQuestions, GrailQA, PathQuestion, or rows with `topic` and
    `gold_answers`, and `relation_path` where it is known. Without `topic` it is what the `question` names.

    \b
      groundpath gold questions.jsonl --kg NAME --out gold.jsonl
    """
    from ...loaders.gold.writing import write_gold
    from ..report.table import gold_table

    with open_named_store(store_url) as store:
        report = write_gold(
            store,
            kg,
            file,
            out,
            format=file_format,
            columns=columns,
            max_hops=max_hops,
            most_paths=limit,
            min_hops=min_hops,
            progress=TerminalProgress(),
        )
    if as_json:
        show_json(report.to_dict())
    else:
        show(gold_table(report))
    say(f"Questions with gold paths: {out}")
    failed = report.by_reason.get("failed", 0)
    tell_failed(failed, report.questions, "question", "told in its row")
