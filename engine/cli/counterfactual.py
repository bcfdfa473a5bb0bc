"""`groundpath counterfactual make`, `ask`, `judge`, `score` and more: does a model reason, or recall?"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from ...loaders.columns import HOP_QUESTIONS, POSED, QUESTIONS, Columns
from ..counted import counted
from .chat_run import ANSWERS_KEPT, ChatRun, chat_run_options, own_prompts, resumed_out
from .columns import columns_option
from .commands import Lazy, LazyGroup
from .construct import STAGES as CONSTRUCTION
from .options import OutFile, command, debug_option, json_option, open_named_store, store_command
from .output import TerminalProgress, say, show, show_json, tell_failed

_STAGES = {
    "make": Lazy(".counterfactual", "make", "Counterfactual versions of multi-hop questions."),
    **CONSTRUCTION,
    "ask": Lazy(".counterfactual", "ask", "Put both versions to a chat model, hop by hop."),
    "judge": Lazy(".counterfactual", "judge", "Have a chat model judge which answers match in part."),
    "score": Lazy(".counterfactual", "score_command", "EM, F1, PM, joint scores and reasoning chains."),
}


@click.group(cls=LazyGroup, lazy=_STAGES)
def counterfactual() -> None:
    """Does a chat model reason over what it is given, or recall what it learned?

    \b
      groundpath counterfactual make QUESTIONS.jsonl --kg NAME --out questions.jsonl
      groundpath counterfactual ask questions.jsonl --model openai:NAME --out answers.jsonl
      groundpath counterfactual score answers.jsonl
    """


@command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--kg", metavar="NAME", help="Graph of the gold paths; without it FILE brings its documents.")
@click.option("--out", required=True, type=OutFile(), help="Questions in both versions, as JSON lines.")
@click.option("--seed", default=0, show_default=True, help="The seed of everything that is drawn.")
@click.option("--limit", type=click.IntRange(1), help="Questions to draw.  [default: all that can be made]")
@columns_option(tuple(dict.fromkeys((*QUESTIONS, *HOP_QUESTIONS))))
@json_option
@store_command
def make(
    files: tuple[str, ...],
    kg: str | None,
    columns: Columns,
    out: str,
    seed: int,
    limit: int | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Make counterfactual versions of the questions in one or more files.

    With --kg, rows hold `question`, `topic`, `gold_answers` and `gold_paths`, as `groundpath gold` writes
    them. Each hop then leads to another entity of the same type, which is false in the graph, and gets a
    passage. Without --kg, FILE is MuSiQue's, 2WikiMultihopQA's, or your own of MuSiQue's form. The last
    answer is renamed wherever passages and questions name it, and so is each answer before it that can be.
    The new names come from all files. What cannot be replaced safely is left out, with the reason.

    A row of MuSiQue's form holds `question`, `answer`, `paragraphs` (each with `title` and `paragraph_text`)
    and `question_decomposition`: the sub-questions. Each of these has `question` ("Where was #1 born?" asks
    of the first answer), `answer`, and `paragraph_support_idx`, the place of its paragraph from 0.

    \b
      groundpath counterfactual make gold.jsonl --kg NAME --out questions.jsonl
      groundpath counterfactual make musique.jsonl hotpotqa.jsonl --out questions.jsonl
    """
    from ..counterfactual.cases import write_questions
    from ..report.counterfactual import made_table

    progress = TerminalProgress()
    if kg is None:
        from ..counterfactual.documents import read_document_questions
        from ..counterfactual.from_documents import make_from_documents

        rows: Sequence[Any] = [row for file in files for row in read_document_questions(file, columns)]
        made = make_from_documents(rows, seed=seed, limit=limit, progress=progress)
    else:
        from ..audit.chains import read_questions
        from ..counterfactual.from_graph import make_from_graph

        rows = [row for file in files for row in read_questions(file, columns)]
        with open_named_store(store_url) as store:
            made = make_from_graph(store, kg, rows, seed=seed, limit=limit, progress=progress)
    if as_json:
        show_json(made.to_dict())
    else:
        show(made_table(made))
    if not made.questions:
        named = ", ".join(files)
        raise click.ClickException(f"no question of {named} gives a counterfactual; why not is told above")
    write_questions(made.questions, out)
    say(f"Questions: {out}")
    first = next((f"{row.question_id}: {row.reason}" for row in made.failed), "")
    tell_failed(len(made.failed), len(rows), "question", first)


@command(
    kept=ANSWERS_KEPT,
    common=("--out", "--model", "--passages", "--sub-questions", "--runs", "--dry-run", "--json"),
)
@click.argument("questions", metavar="QUESTIONS")
@columns_option(POSED)
@resumed_out("Answers")
@partial(chat_run_options, sampling=False)
@own_prompts("counterfactual-answer", "counterfactual-steps", "counterfactual-closed-book")
@click.option(
    "--passages",
    type=click.Choice(["all", "gold", "none"]),
    default="all",
    show_default=True,
    help="What is shown: all passages of the question, those that state the answer, or none (closed book).",
)
@click.option("--sub-questions", is_flag=True, help="Show a question with its sub-questions.")
@click.option(
    "--runs", default=1, show_default=True, type=click.IntRange(1), help="How often to ask everything."
)
@click.option("--temperature", type=click.FloatRange(0), help="[default: the server's; the paper: 0]")
@click.option("--max-tokens", type=click.IntRange(1), help="Longest reply.  [default: the server's limit]")
@click.option("--seed", type=int, help="For servers that take one.")
@debug_option
def ask(
    questions: str,
    columns: Columns,
    out: str | None,
    run: ChatRun,
    passages: str,
    sub_questions: bool,
    **asked: Any,
) -> None:
    """Ask a chat model each question in QUESTIONS and each of its sub-questions, factual and counterfactual.

    What was answered once is never asked again. With --sub-questions a question is shown with the
    sub-questions that lead to its answer, so that both can be compared. With --runs 3 everything is asked
    three times, as in the paper; a file of fewer runs is continued.

    QUESTIONS are of `counterfactual make`, or of one version alone: MuSiQue's, 2WikiMultihopQA's or
    HotpotQA's as published (which has no sub-questions), or of CofCA's form: `question`, `sub_questions`,
    `sub_answers`, `final_answer` and `passage`.

    \b
      groundpath counterfactual ask questions.jsonl --model openai:NAME --out answers.jsonl
      groundpath counterfactual ask hotpotqa.jsonl --model openai:NAME --runs 3 --out answers.jsonl
    """
    from ..counterfactual.asking import AskingSettings, ask_to_file, has_passages, requests
    from ..counterfactual.published import read_posed

    run.check_out(out)
    if sub_questions and passages == "none":
        raise click.UsageError("--sub-questions are shown beside passages; choose others than none.")
    asked["shown"] = f"{passages}+steps" if sub_questions else passages
    settings, posed = AskingSettings(**asked), list(read_posed(questions, columns))
    cases = [question for question in posed if has_passages(question, settings.shown)]
    if len(cases) < len(posed):
        say(f"Without passages to show, and not asked: {counted(len(posed) - len(cases), 'question')}.")
    with run.opened() as asked_model:
        if not run.begins(asked_model, requests(cases, settings)):
            return
        done = ask_to_file(asked_model, cases, str(out), settings, progress=TerminalProgress())
    run.done(done.usage, "answer", str(out), done.first_failure)


@command(kept=ANSWERS_KEPT, common=("--out", "--model", "--dry-run", "--json"))
@click.argument("answers", metavar="ANSWERS")
@resumed_out("Judged answers")
@chat_run_options
@own_prompts("counterfactual-match")
@debug_option
def judge(answers: str, out: str | None, run: ChatRun) -> None:
    """Have a chat model judge which of the ANSWERS mean a right one though they are not written so (PM).

    \b
      groundpath counterfactual judge answers.jsonl --model openai:NAME --out judged.jsonl
    """
    from ..counterfactual.answers import read_answered
    from ..counterfactual.asking import judge_to_file, match_requests

    run.check_out(out)
    rows = list(read_answered(answers))
    with run.opened() as asked_model:
        if not run.begins(asked_model, match_requests(rows)):
            return
        done = judge_to_file(asked_model, rows, str(out), progress=TerminalProgress())
    judged = read_answered(str(out)) if rows else ()
    if unread := sum(row.exact is not None and row.partial is None and not row.failure for row in judged):
        say(
            f"{counted(unread, 'answer has', 'answers have')} no PM: there the judge says neither YES nor NO."
        )
    run.done(done.usage, "judged answer", str(out), done.first_failure)


@command("score")
@click.argument("files", metavar="ANSWERS...", nargs=-1, required=True)
@click.option(
    "--kind", type=click.Choice(["bridge", "comparison"]), help="Score only questions of this kind."
)
@click.option("--html", type=OutFile(), help="Also write a page with plots, models side by side.")
@click.option("--csv", "form", flag_value="csv", help="Print CSV instead of tables.")
@click.option("--json", "form", flag_value="json", help="Print JSON instead of tables.")
@debug_option
def score_command(files: tuple[str, ...], kind: str | None, html: str | None, form: str | None) -> None:
    """Score the answers in one or more files, by model and number of hops, factual beside counterfactual.

    EM, F1 and PM of questions and sub-questions, joint scores of whole chains, and which chains are right. An
    answer that is missing or cut off is unscored, not wrong. Intervals are bootstrap ones, at 95%. Of a model
    that was asked several times (`ask --runs 3`) each figure is the mean of its runs ± their standard
    deviation. CSV and JSON also hold the figures of each sub-question: "Q1 EM", "Q1 F1", "Q2 EM".

    \b
      groundpath counterfactual score answers.jsonl
      groundpath counterfactual score one.jsonl other.jsonl --html models.html
    """
    from ..counterfactual.answers import read_answered
    from ..counterfactual.scoring import score
    from ..report.counterfactual import scores_csv, scores_table

    read = (answer for file in files for answer in read_answered(file))
    answers = [answer for answer in read if kind in (None, answer.asked.kind)]
    if not answers:
        raise click.ClickException(f"no answer to a {kind} question in {', '.join(files)}")
    scores = score(answers)
    if html:
        from ..report.counterfactual_page import write_scores_html

        write_scores_html(scores, html, f"Scores of {', '.join(files)}")
        say(f"Page: {html}")
    if form == "json":
        show_json(scores.to_dict())
    elif form == "csv":
        click.echo(scores_csv(scores), nl=False)
    else:
        show(scores_table(scores))
