"""Datasets of many files: where their results go, and what makes them."""

import os
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..counted import counted_of
from ..scale.addresses import SCHEME
from .chat_run import ChatRun
from .options import Decorated, OutFile
from .output import TerminalProgress, say, show_json, tell_failed

if TYPE_CHECKING:
    from ..scale.running import Engine, Row, Run
    from ..scale.work import NamedModel, Work

_LOCAL, _RAY = "local", "ray://"


class OutPlace(OutFile):
    """A file to write; for a dataset a folder, or the URL of one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if SCHEME in str(value) or os.path.isdir(str(value)):  # not of Path, which raises for a long name
            return value
        return super().convert(str(value).rstrip("/") or value, param, ctx)


class Spread(NamedTuple):
    """What makes the shards of a dataset.

    Attributes:
        workers: processes; None for this one, and on Ray for as many as it has room for.
        on: Ray, as "ray://HOST:PORT" or "local"; None for this machine's own processes.
    """

    workers: int | None
    on: str | None

    def engine(self) -> "Engine | None":
        """None for this process."""
        from ..scale.workers import LocalWorkers

        if self.on is not None:
            from ..scale.on_ray import RayCluster

            return RayCluster(self.on, self.workers)
        return None if self.workers is None else LocalWorkers(self.workers)

    def check_file(self, out: str | None) -> None:
        """Raises UsageError for what only a dataset takes."""
        if self.workers is not None or self.on is not None:
            raise click.UsageError(
                "--workers and --on make the shards of a dataset; give a folder of files, a glob, a URL or a "
                "Parquet file (one large file of JSON lines: split -l 10000)"
            )
        if out is not None and (SCHEME in out or Path(out).is_dir()):
            raise click.UsageError(f"--out {out} is a folder, as a dataset's results are; name a file.")


def dataset_options(function: Decorated) -> Decorated:
    """Options of a command that takes datasets, which it is given as `spread`."""
    command: Decorated = _with_spread(function)
    for option in (
        click.option(
            "--on",
            metavar="ray://HOST:PORT|local",
            help="For a dataset: work on a cluster of Ray, or on one that is started here (local).",
        ),
        click.option(
            "--workers",
            type=click.IntRange(1),
            help="For a dataset: how many processes work on it. They share the graph's arrays.",
        ),
    ):
        command = option(command)
    return command


def _with_spread(function: Decorated) -> Decorated:
    @wraps(function)
    def command(*, workers: int | None, on: str | None, **others: Any) -> Any:
        if on is not None and not (on == _LOCAL or (on.startswith(_RAY) and len(on) > len(_RAY))):
            raise click.UsageError(f"--on {on!r} is not known; give ray://HOST:PORT, or local")
        return function(spread=Spread(workers, on), **others)

    return command


def no_files(**given: Any) -> None:
    """Raises UsageError for options of what one file of results has, and a dataset has not."""
    if named := next((name for name, value in given.items() if value not in (None, False)), None):
        raise click.UsageError(
            f"--{named.replace('_', '-')} belongs to one file of rows, not to a dataset; "
            "give its files one at a time, as JSON lines."
        )


def named_model(run: ChatRun) -> "NamedModel | None":
    """The model that a command names, with a user's prompts, as other processes open it."""
    from ..llm.chat import Limits
    from ..llm.sampled_chat import Sampling
    from ..scale.work import NamedModel

    if run.model is None:
        return None
    given = click.get_current_context().params
    prompts, shown = tuple(given.get("prompt_files") or ()), given.get("shown_file")
    how = run.how
    sampling, limits = Sampling(how.temperature, how.top_p), Limits(how.timeout_s, how.longest_reply)
    return NamedModel(run.model, run.concurrency, run.tokenizer, prompts, shown, sampling, limits, how.anew)


def run_dataset(
    work: "Work",
    file: str,
    out: str | None,
    spread: Spread,
    run: ChatRun,
    page: "Callable[[Iterator[Row]], None] | None" = None,
) -> "Run | None":
    """Make what a command makes of each row of a dataset, into a folder.

    Args:
        page: writes a page of all rows, which it is given one at a time.

    Returns:
        What was made; None where only its cost was to be told.

    Raises:
        ClickException: rows are missing, or could not be done; all others were.
    """
    from ..scale.running import Run
    from ..scale.shards import Dataset

    if out is None:
        raise click.UsageError("a dataset's results are many files; name their folder by --out.")
    made = Run(work, Dataset.of(file), out)
    engine, progress = spread.engine(), TerminalProgress()
    if run.model is None:
        report = made.go(engine, progress)
    else:
        with work.open() as maker:
            with run.opened() as asked:
                if not run.begins(asked, made.requests(maker)):
                    return None
            if engine is None:
                report = made.go(None, progress, maker=maker)
        if engine is not None:  # what other processes open stands in memory there alone
            report = made.go(engine, progress)
    if run.as_json:
        show_json(asdict(report) | {"usage": report.usage.to_dict(run.prices)})
    else:
        click.echo(str(report))
    if run.model is not None:
        say(report.usage.describe(run.prices))
    say(f"Results: {out}")
    if page is not None:
        page(made.results())
    if report.again:
        raise click.ClickException(
            f"{counted_of(report.again, report.rows, 'row')} missing (the first: "
            f"{report.first_failure}); the same command asks for them again."
        )
    tell_failed(report.failed, report.rows, "row", report.first_failure)
    return made
