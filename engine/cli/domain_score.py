"""`groundpath domain score` and `report`: reasoning held against a graph, and the page that shows it."""

from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from ...loaders.columns import DOMAIN_ANSWERS, Columns
from ..scale.addresses import is_dataset
from .chat_run import ChatRun, missing, own_prompts
from .columns import columns_option
from .datasets import OutPlace, Spread, dataset_options, named_model, run_dataset
from .domain_options import may_ask_a_model, opened_graph
from .kept_files import read_again, rows_file
from .options import OutFile, command, debug_option, encoder_option, json_option, kg_option, store_command
from .output import TerminalProgress, say, show, show_json, tell_failed

if TYPE_CHECKING:
    from ..domain.scored_file import ScoringReport

_COSINE = click.FloatRange(-1, 1)


@command(common=("--kg", "--out", "--model", "--dry-run", "--json", "--store"))
@click.argument("file", metavar="FILE")
@kg_option
@columns_option(DOMAIN_ANSWERS)
@click.option(
    "--out",
    type=OutPlace(),
    help="Scores as JSON lines, of a dataset a folder of files; goes on where it was cut off.",
)
@dataset_options
@click.option(
    "--link-threshold",
    default=0.5,
    show_default=True,
    type=_COSINE,
    help="Of the paper's score: cosine below which one link makes it 0.",
)
@click.option(
    "--entity-threshold",
    default=0.9,
    show_default=True,
    type=_COSINE,
    help="Of the paper's score: cosine from which a name means the entity of the nearest name.",
)
@may_ask_a_model
@own_prompts("domain-triples")
@encoder_option
@store_command
def score(
    file: str,
    kg: str,
    columns: Columns,
    out: str | None,
    spread: Spread,
    link_threshold: float,
    entity_threshold: float,
    run: ChatRun,
    encoder: str | None,
    store_url: str | None,
) -> None:
    """Score the reasoning in FILE against a graph.

    FILE is JSON lines, one JSON array, a table (.csv, .tsv), or one answer in plain text (.txt, .md); "-"
    reads standard input, JSON or plain text. A row holds `cot` and what is known of `id`, `question`,
    `model`, `right` and `predicted_answer`. Claims are found in the text, or a --model writes them down as
    triples. Each is supported, contradicted or unknown to the graph. Beside it stands the paper's coherence
    score: over the facts that were in the prompt (`subgraph`), or else over the whole graph.

    A folder, a glob, a URL or a Parquet file is a dataset of many rows. Each of its files (.parquet, .jsonl)
    becomes a file of results in the folder --out. Files that are finished are kept.

    \b
      groundpath domain score answers.jsonl --kg NAME --out scored.jsonl
      groundpath domain score answer.txt --kg NAME
      groundpath domain score answers/ --kg NAME --out scored/ --workers 4
    """
    run.check()
    if is_dataset(file):
        from ..domain.paper import PaperSettings
        from ..scale.scoring import ScoreWork
        from ..store.opening import address

        thresholds = PaperSettings(link_threshold, entity_threshold)
        work = ScoreWork(address(store_url), kg, encoder, thresholds, named_model(run), columns)
        run_dataset(work, file, out, spread, run)
        return
    spread.check_file(out)
    from ..domain.answers import read_answers
    from ..domain.asking_model import triples_request
    from ..domain.figures import read_scored
    from ..domain.paper import PaperSettings
    from ..domain.scored_file import score_to_file
    from ..domain.scoring import DomainScorer

    settings = PaperSettings(link_threshold, entity_threshold)
    with (
        read_again(file) as source,
        rows_file(out) as scores,
        opened_graph(store_url, kg, encoder) as graph,
        run.opened_if_named() as asked,
    ):
        answers = (answer for answer in read_answers(source, columns) if answer.reasoning.strip())
        requests = (triples_request(answer.question, answer.reasoning) for answer in answers)
        if asked and not run.begins(asked, requests):
            return
        scorer, progress = DomainScorer(graph, settings), TerminalProgress()
        done = score_to_file(
            scorer, lambda: read_answers(source, columns), scores, asked=asked, progress=progress
        )
        _show(scores, done, run.as_json)
        failed = [f"{row['id']}: {row['failed']}" for row in read_scored(scores) if row.get("failed")]
    if asked:
        say(done.usage.describe(run.prices))
    if out:
        say(f"Scores: {out}")
        say(f"To see them drawn: groundpath domain report {quote(out)} --html report.html")
    tell_failed(len(failed), done.answers, "answer", next(iter(failed), ""))
    if done.first_failure:
        raise click.ClickException(missing(done.usage, "reply", done.first_failure, "replies"))


def _show(scores: Path, done: "ScoringReport", as_json: bool) -> None:
    from ..domain.figures import collected, figures_of, read_scored
    from ..report.domain_table import figures_tables

    figures = figures_of(collected(read_scored(scores)))
    if as_json:
        show_json({"answers": done.answers, "figures": [one.to_dict() for one in figures]})
    else:
        show(figures_tables(figures))


@command()
@click.argument("file", metavar="FILE")
@click.option("--html", required=True, type=OutFile(), help="The page to write.")
@click.option("--id", "ids", multiple=True, help="Only the answer of this row; may be given several times.")
@click.option("--title", help="The title of the page.  [default: from the name of FILE]")
@json_option
@debug_option
def report(file: str, html: str, ids: tuple[str, ...], title: str | None, as_json: bool) -> None:
    """Write the scores in FILE as one page: each answer's claims drawn and listed, models side by side.

    \b
      groundpath domain report scored.jsonl --html report.html
    """
    from ..domain.figures import read_scored
    from ..errors import InputError
    from ..report.domain_page import DomainHeader, write_domain_html
    from ..report.domain_table import figures_tables

    rows = read_scored(file)
    if ids:
        chosen = [row for row in rows if row["id"] in ids]
        unknown = [id for id in ids if id not in {row["id"] for row in chosen}]
        if unknown:
            raise InputError(f"{file} has no row {unknown[0]!r}; leave out --id to see all")
        rows = iter(chosen)
    header = DomainHeader(title or f"Answers of {Path(file).name}", file)
    figures = write_domain_html(rows, html, header)
    if as_json:
        show_json([one.to_dict() for one in figures])
    else:
        show(figures_tables(figures))
    say(f"Report: {html}")
