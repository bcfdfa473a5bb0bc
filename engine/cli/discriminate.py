"""`groundpath discriminate make`, `ask` and `score`: can a model tell valid reasoning paths from invalid?"""

from functools import partial
from typing import Any

import click

from ...loaders.columns import QUESTIONS, Columns
from .chat_run import ANSWERS_KEPT, ChatRun, chat_run_options, own_prompts, resumed_out
from .columns import columns_option
from .commands import Lazy, LazyGroup
from .model_settings import sampling_options, tell_sampling
from .options import OutFile, command, debug_option, json_option, kg_option, open_named_store, store_command
from .output import TerminalProgress, say, show, show_json, tell_failed

_STYLES = ("zero-shot", "zero-shot-cot", "few-shot", "few-shot-cot")
_STAGES = {
    "make": Lazy(".discriminate", "make", "Valid and invalid paths, from questions with gold paths."),
    "ask": Lazy(".discriminate", "ask", "Put them to a chat model."),
    "score": Lazy(".discriminate", "score_command", "Accuracy by kind of path."),
}


@click.group(cls=LazyGroup, lazy=_STAGES)
def discriminate() -> None:
    """Can a chat model tell valid reasoning paths from invalid ones?

    \b
      groundpath discriminate make QUESTIONS.jsonl --kg NAME --out tests.jsonl
      groundpath discriminate ask tests.jsonl --model openai:NAME --out answers.jsonl
      groundpath discriminate score answers.jsonl
    """


@command()
@click.argument("file", metavar="FILE")
@kg_option
@columns_option(QUESTIONS)
@click.option("--out", required=True, type=OutFile(), help="Tests, as JSON lines.")
@click.option(
    "--protocol",
    type=click.Choice(["groundpath", "paper"]),
    default="groundpath",
    show_default=True,
    help="Steps as the graph states them, or as the paper shows them: each begins where the last one ended.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(["factual_error", "incoherent", "misguided", "replaced_step"]),
    help="A kind of invalid path to make; may be given several times.  [default: the protocol's three]",
)
@click.option(
    "--min-hops",
    default=2,
    show_default=True,
    metavar="HOPS",
    type=click.IntRange(2),
    help="Leave out gold paths of fewer; what a mediator joins counts as one.",
)
@click.option("--seed", default=0, show_default=True, help="The seed of everything that is drawn.")
@click.option(
    "--per-kind", type=click.IntRange(1), help="Tests of each kind.  [default: all that can be made]"
)
@json_option
@store_command
def make(
    file: str,
    kg: str,
    columns: Columns,
    out: str,
    as_json: bool,
    store_url: str | None,
    **made_by: Any,
) -> None:
    """Make tests from the questions in FILE (JSON lines; "-" reads standard input).

    Rows hold `question`, `topic`, `gold_answers` and `gold_paths`. Each gives a valid path and some that are
    wrong in one way: a fact that is false in the graph (factual_error), the same steps in an order that does
    not connect (incoherent), the path of another question (misguided), a true fact in place of a step, which
    does not connect (replaced_step). Every test is checked against the graph; a row that cannot give one of
    each kind is left out.

    By the paper's protocol two steps in the wrong order are incoherent. Facts as the graph states them are
    read from either end, so that two connect in any order: only paths of three can be made incoherent then,
    and the kinds are factual_error, misguided and replaced_step.

    \b
      groundpath discriminate make questions.jsonl --kg NAME --out tests.jsonl
      groundpath discriminate make questions.jsonl --kg NAME --protocol paper --out tests.jsonl
    """
    from ..audit.chains import read_questions
    from ..discriminate.cases import write_tests
    from ..discriminate.making import make_tests
    from ..discriminate.settings import MakingSettings
    from ..report.discriminate import made_table

    settings = MakingSettings(**made_by)
    questions = list(read_questions(file, columns))
    with open_named_store(store_url) as store:
        made = make_tests(store, kg, questions, settings, progress=TerminalProgress())
    if as_json:
        show_json(made.to_dict())
    else:
        show(made_table(made))
    if not made.tests:
        raise click.ClickException(f"no question of {file} gives tests; why not is told above")
    write_tests(made.tests, out)
    say(f"Tests: {out}")
    first = next((f"{row.question_id}: {row.reason}" for row in made.failed), "")
    tell_failed(len(made.failed), len(questions), "question", first)


@command(kept=ANSWERS_KEPT, common=("--out", "--model", "--style", "--dry-run", "--json"))
@click.argument("tests", metavar="TESTS")
@resumed_out("Answers")
@partial(chat_run_options, sampling=False)
@own_prompts(*(f"discriminate-{walk}{style}" for walk in ("", "walk-") for style in _STYLES))
@click.option(
    "--style",
    "prompt",
    type=click.Choice(_STYLES),
    default="zero-shot",
    show_default=True,
    help="With or without examples; YES or NO at once, or after reasoning.",
)
@sampling_options
@click.option("--max-tokens", type=click.IntRange(1), help="Longest reply.  [default: the server's limit]")
@click.option("--seed", type=int, help="For servers that take one.")
@debug_option
def ask(tests: str, out: str | None, run: ChatRun, protocol: str, **asked: Any) -> None:
    """Ask a chat model whether each path in TESTS is valid. What was answered once is never asked again.

    \b
      groundpath discriminate ask tests.jsonl --model openai:NAME --out answers.jsonl
    """
    from ..discriminate.asking import AskingSettings, ask_to_file, requests
    from ..discriminate.cases import read_tests

    run.check_out(out)
    given = {name: value for name, value in asked.items() if value is not None}
    settings = AskingSettings.as_published(**given) if protocol == "paper" else AskingSettings(**given)
    if protocol == "paper":
        tell_sampling(settings.temperature, settings.top_p)
    cases = list(read_tests(tests))
    with run.opened() as asked_model:
        if not run.begins(asked_model, requests(cases, settings)):
            return
        done = ask_to_file(asked_model, cases, str(out), settings, progress=TerminalProgress())
    run.done(done.usage, "answer", str(out), done.first_failure)


@command("score")
@click.argument("files", metavar="ANSWERS...", nargs=-1, required=True)
@click.option("--csv", "form", flag_value="csv", help="Print CSV instead of tables.")
@click.option("--latex", "form", flag_value="latex", help="Print LaTeX instead of tables.")
@click.option("--json", "form", flag_value="json", help="Print JSON instead of tables.")
@debug_option
def score_command(files: tuple[str, ...], form: str | None) -> None:
    """Accuracy of the answers in one or more files, by model, prompt and kind of path.

    A reply in which neither YES nor NO can be read is unscored, not wrong. Intervals are Wilson's, at 95%.

    \b
      groundpath discriminate score answers.jsonl
    """
    from ..discriminate.answers import read_answers
    from ..discriminate.scoring import score
    from ..report.discriminate import scores_csv, scores_latex, scores_table

    scores = score(answer for file in files for answer in read_answers(file))
    if form == "json":
        show_json(scores.to_dict())
    elif form:
        click.echo({"csv": scores_csv, "latex": scores_latex}[form](scores), nl=False)
    else:
        show(scores_table(scores))
