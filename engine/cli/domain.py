"""`groundpath domain filter` and `prompt`: questions a graph can be held to, and prompts enriched by it."""

import json
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...loaders.columns import DOMAIN_QUESTIONS, Columns
from ..counted import counted
from .chat_run import ChatRun, missing, own_prompts
from .columns import columns_option
from .commands import Lazy, LazyGroup
from .domain_options import entity_threshold_option, may_ask_a_model, opened_graph, subgraph_options
from .options import OutFile, command, encoder_option, kg_option, store_command
from .output import TerminalProgress, say, show, show_json

if TYPE_CHECKING:
    from ..domain.filtering import FilteredQuestion
    from ..domain.prompting import EnrichedQuestion, Prompted

_STAGES = {
    "filter": Lazy(".domain", "filter_command", "Keep the questions whose entities are all in the graph."),
    "prompt": Lazy(".domain", "prompt", "Enrich questions with their sub-graph, and ask a model."),
    "score": Lazy(".domain_score", "score", "Score the reasoning of answers against the graph."),
    "report": Lazy(".domain_score", "report", "Write scored answers as a page, graphs drawn."),
}


@click.group(cls=LazyGroup, lazy=_STAGES)
def domain() -> None:
    """Is an answer about a domain grounded in its graph?

    \b
      groundpath domain filter QUESTIONS.jsonl --kg KG --out kept.jsonl
      groundpath domain prompt kept.jsonl --kg KG --model openai:NAME --out answers.jsonl
      groundpath domain score answers.jsonl --kg KG --out scored.jsonl
      groundpath domain report scored.jsonl --html report.html
    """


@command("filter", common=("--kg", "--out", "--dropped", "--model", "--dry-run", "--json", "--store"))
@click.argument("file", metavar="FILE")
@kg_option
@columns_option(DOMAIN_QUESTIONS)
@click.option("--out", type=OutFile(), help="The questions that are kept, as JSON lines.")
@click.option(
    "--dropped",
    type=OutFile(),
    help="Those that are not, each with its `reason`, as JSON lines.",
)
@entity_threshold_option
@may_ask_a_model
@own_prompts("domain-entities")
@encoder_option
@store_command
def filter_command(
    file: str,
    kg: str,
    columns: Columns,
    out: str | None,
    dropped: str | None,
    entity_threshold: float,
    run: ChatRun,
    encoder: str | None,
    store_url: str | None,
) -> None:
    """Keep the questions in FILE all of whose entities are in a graph (JSON lines; "-" reads standard input).

    Rows are BiomixQA's as published, or hold `question` and what is known of `id`, `options`, `answer` and
    `entities`. Names are read off the text, or by --model; they match by name, by synonym, then by meaning. A
    run that is killed is run again: what a model has answered is not asked again.

    \b
      groundpath domain filter questions.jsonl --kg NAME --out kept.jsonl
    """
    from ..domain.asking_model import entity_request, filter_by_model
    from ..domain.filtering import filter_questions
    from ..domain.matching import NameMatcher
    from ..domain.questions import read_domain_questions

    run.check()
    progress = TerminalProgress()
    questions = list(read_domain_questions(file, columns))
    with (
        opened_graph(store_url, kg, encoder) as graph,
        run.opened_if_named() as asked,
    ):
        requests = (entity_request(one, graph) for one in questions if not one.entities)
        if asked and not run.begins(asked, requests):
            return
        matcher = NameMatcher(graph, entity_threshold)
        if asked is None:
            filtered = list(filter_questions(questions, graph, matcher, progress=progress))
        else:
            filtered = list(filter_by_model(questions, graph, matcher, asked, progress=progress))
    _tell(filtered, {"Kept": out, "Dropped": dropped}, run.as_json)


def _tell(filtered: "list[FilteredQuestion]", paths: dict[str, str | None], as_json: bool) -> None:
    """Write the questions that are kept and those that are dropped, and show how many they are."""
    from ..report.domain_table import filter_table, filter_values

    for name, path in paths.items():
        if path:
            _write(path, (one for one in filtered if one.kept == (name == "Kept")))
    if as_json:
        show_json(filter_values(filtered))
    else:
        show(filter_table(filtered))
    for name, path in paths.items():
        if path:
            say(f"{name}: {path}")
    failure = next((one.failure for one in filtered if one.failure), None)
    if failure:
        raise click.ClickException(f"the model gave no answer for some (the first: {failure}); run it again")


def _write(path: str, rows: Iterable["FilteredQuestion"]) -> None:
    from ..replacing import replacing

    with replacing(Path(path), "questions") as file:
        for one in rows:
            file.write(json.dumps(one.to_dict(), ensure_ascii=False) + "\n")


@command(common=("--kg", "--out", "--diameter", "--tokens", "--model", "--dry-run", "--json", "--store"))
@click.argument("file", metavar="FILE")
@kg_option
@columns_option(DOMAIN_QUESTIONS)
@click.option(
    "--out",
    type=OutFile(),
    help="Answers, or prompts, as JSON lines; goes on where it was cut off.",
)
@subgraph_options
@entity_threshold_option
@partial(may_ask_a_model, sampling=False)
@own_prompts("domain-answer")
@click.option("--temperature", type=click.FloatRange(0), help="[default: the server's]")
@click.option("--max-tokens", type=click.IntRange(1), help="Longest answer.  [default: the server's limit]")
@encoder_option
@store_command
def prompt(
    file: str,
    kg: str,
    columns: Columns,
    out: str | None,
    diameter: int,
    hub: int | None,
    tokens: int,
    entity_threshold: float,
    run: ChatRun,
    temperature: float | None,
    max_tokens: int | None,
    encoder: str | None,
    store_url: str | None,
) -> None:
    """Put the sub-graph of each question in FILE before it, and ask a model to reason from it.

    With --model rows come out with `cot`, `predicted_answer` and `right`, for `groundpath domain score`;
    without, with the `messages` to send. What was answered once is never asked again.

    \b
      groundpath domain prompt kept.jsonl --kg NAME --model openai:NAME --out answers.jsonl
    """
    from ..domain.filtering import filter_questions
    from ..domain.matching import NameMatcher
    from ..domain.prompting import AskingSettings, enrich, prompts_to_file
    from ..domain.questions import read_domain_questions
    from ..domain.subgraph import SubgraphFinder, SubgraphSettings

    run.check_out(out)
    progress = TerminalProgress()
    with (
        opened_graph(store_url, kg, encoder) as graph,
        run.opened_if_named() as asked,
    ):
        finder = SubgraphFinder(graph, SubgraphSettings(diameter, hub, tokens))
        questions, matcher = list(read_domain_questions(file, columns)), NameMatcher(graph, entity_threshold)
        filtered = filter_questions(questions, graph, matcher, progress=progress)
        enriched = list(enrich(filtered, graph, finder, AskingSettings(temperature, max_tokens)))
        requests = (one.request for one in enriched)
        if asked and not run.begins(asked, requests):
            return
        done = prompts_to_file(enriched, str(out), asked, progress=progress)
    _tell_prompted(enriched, done, run, finder.hub)
    say(f"{'Answers' if asked else 'Prompts'}: {out}")
    if done.first_failure:
        raise click.ClickException(missing(done.usage, "answer", done.first_failure))


def _tell_prompted(
    enriched: "list[EnrichedQuestion]",
    done: "Prompted",
    run: ChatRun,
    hub: int,
) -> None:
    from ..report.domain_table import prompt_values

    if run.as_json:
        show_json(prompt_values(enriched, done, run.prices))
        return
    hubs = f"hubs have more than {counted(hub, 'fact')}" if hub else "no entity counts as a hub"
    click.echo(f"{counted(done.questions, 'question')}; {hubs}.")
    if run.model is None:
        click.echo("No model was named: these are the prompts to send (--model).")
    else:
        click.echo(done.usage.describe(run.prices))
