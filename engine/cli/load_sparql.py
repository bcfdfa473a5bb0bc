"""`groundpath load sparql`: the graph of a question set, from a SPARQL endpoint."""

from typing import Any

import click

from ...loaders.columns import QUERIES, Columns
from ..counted import counted
from .columns import columns_option
from .load import loader, loading_options, relation_names_option, tell_loaded
from .options import OutFile, open_named_store
from .output import TerminalProgress, say
from .watch import watching


@loader(
    common=(
        "--endpoint",
        "--kg",
        "--queries-out",
        "--names",
        "--relation-names",
        "--on-error",
        "--json",
        "--store",
    )
)
@click.argument("file", metavar="FILE")
@click.option(
    "--endpoint", metavar="URL", help="The address that takes queries, such as http://localhost:8890/sparql."
)
@click.option("--kg", metavar="NAME", help="Name of the graph in the store.")
@click.option(
    "--queries-out", type=OutFile(), help="Write the CONSTRUCT queries to this file, and ask nothing."
)
@click.option("--names", metavar="FILE", help="Names of entities: id, name; before those of the endpoint.")
@click.option(
    "--timeout",
    default=120.0,
    show_default=True,
    metavar="SECONDS",
    type=click.FloatRange(0, min_open=True),
    help="Seconds to wait for one answer.",
)
@click.option(
    "--concurrency",
    default=4,
    show_default=True,
    type=click.IntRange(1),
    help="Queries that are under way at a time.",
)
@click.option("--fresh", is_flag=True, help="Ask everything again, also what was answered before.")
@relation_names_option
@columns_option(QUERIES)
@loading_options
def sparql(
    file: str,
    columns: Columns,
    endpoint: str | None,
    kg: str | None,
    queries_out: str | None,
    names: str | None,
    relation_names: str | None,
    timeout: float,
    concurrency: int,
    fresh: bool,
    on_error: Any,
    no_embed: bool,
    watched: tuple[str, ...],
    encoder: str | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Load the graph that an endpoint returns for the queries of the questions in FILE.

    FILE ("-" reads standard input) holds ComplexWebQuestions, GrailQA, or rows with `sparql`, as JSON lines
    or one JSON array; or queries (.rq, .sparql) with blank lines between them. Each SELECT is asked as
    CONSTRUCT of its pattern, then the names of what came. Answers are kept: a load that is cut off asks
    nothing twice. `groundpath gold FILE --kg NAME` then finds the questions' paths in what was loaded.

    \b
      groundpath load sparql questions.jsonl --endpoint http://localhost:8890/sparql --kg NAME
      groundpath load sparql questions.jsonl --queries-out queries.rq
    """
    if queries_out:
        _write(file, columns, queries_out, on_error)
        return
    if not endpoint or not kg:
        raise click.UsageError("give --endpoint and --kg to load, or --queries-out to only write the queries")
    from ...loaders.sparql.asked import AskedEndpoint
    from ...loaders.sparql.endpoint import SparqlEndpoint
    from ...loaders.sparql.loading import load_sparql
    from ..kept_answers import KeptAnswers
    from ..private_files import cache_directory
    from ..text.opening import open_encoder

    touched_by = watching(watched, kg)
    server = SparqlEndpoint(endpoint, timeout_s=timeout)
    with KeptAnswers(cache_directory() / "sparql.sqlite") as cache, open_named_store(store_url) as store:
        report = load_sparql(
            store,
            kg,
            file,
            AskedEndpoint(server, cache, fresh, concurrency),
            columns=columns,
            names=names,
            relation_names=relation_names,
            on_error=on_error,
            embed=not no_embed,
            encoder=open_encoder(encoder),
            progress=TerminalProgress(),
        )
        touched = touched_by(store)
    tell_loaded(report, touched, as_json)


def _write(file: str, columns: Columns, out: str, on_error: Any) -> None:
    from ...loaders.faults import Faults
    from ...loaders.sparql.queries import read_queries, write_queries

    faults = Faults(on_error)
    count = write_queries(read_queries(file, faults, TerminalProgress(), columns), out)
    say(f"{counted(count, 'query', 'queries')}: {out}")
    if faults.count:
        say(f"{counted(faults.count, 'bad row')} left out:")
        for row in faults.listed:
            say(f"  {row}")
