"""`groundpath counterfactual rewrite`, `paraphrase`, `compose`, `rate`, `errors` and `agreement`."""

from collections import Counter
from dataclasses import asdict

import click

from ...loaders.columns import DOCUMENTS, HOP_QUESTIONS, POSED, Columns
from ..counted import counted
from .chat_run import ANSWERS_KEPT, ChatRun, chat_run_options, own_prompts, resumed_out
from .columns import columns_option
from .commands import Lazy
from .options import OutFile, command, debug_option, json_option
from .output import TerminalProgress, say, show, show_json, tell_failed

STAGES = {
    "rewrite": Lazy(".construct", "rewrite", "The same, with names and words that a chat model chooses."),
    "paraphrase": Lazy(".construct", "paraphrase", "Counterfactual passages to another language and back."),
    "compose": Lazy(".construct", "compose", "New questions of 2, 3 and 4 hops on passages."),
    "rate": Lazy(".construct", "rate", "Have a chat model score the quality of questions."),
    "errors": Lazy(".construct", "errors", "Have a chat model say what went wrong in wrong answers."),
    "agreement": Lazy(".construct", "agreement", "What raters say, and how far they agree."),
}

_written_out = click.option("--out", type=OutFile(), help="Questions, as JSON lines.")


@command(kept=ANSWERS_KEPT, common=("--out", "--model", "--seed", "--dry-run", "--json"))
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@columns_option(HOP_QUESTIONS)
@_written_out
@chat_run_options
@own_prompts("counterfactual-rewrite")
@click.option("--seed", default=0, show_default=True, help="The seed of what is drawn by rule.")
@debug_option
def rewrite(files: tuple[str, ...], columns: Columns, out: str | None, run: ChatRun, seed: int) -> None:
    """Make counterfactual questions of which a chat model chooses the new names and words.

    FILE is as for `counterfactual make` without --kg. The model chooses for each question what its answers,
    other names and plain words become; code puts that in wherever passages and questions have the old ones,
    with the checks of `make`, and draws by rule where a choice does not pass them.

    \b
      groundpath counterfactual rewrite musique.jsonl --model openai:NAME --out rewritten.jsonl
    """
    from ..counterfactual.cases import write_questions
    from ..counterfactual.construction import rewriting
    from ..counterfactual.documents import read_document_questions
    from ..report.counterfactual import made_table

    run.check_out(out)
    rows = [row for file in files for row in read_document_questions(file, columns)]
    with run.opened() as model:
        if not run.begins(model, rewriting.rewrite_requests(rows)):
            return
        done = rewriting.rewrite(model, rows, seed=seed, progress=TerminalProgress())
    if not run.as_json:
        show(made_table(done.made))
    run.show(done.usage)
    say(
        f"Drawn by rule: {counted(done.by_rule, 'question')}; "
        f"{counted(done.refused, 'name or word was', 'names and words were')} not put in."
    )
    if not done.made.questions:
        raise click.ClickException("no question gives a counterfactual; why not is told above")
    write_questions(done.made.questions, str(out))
    say(f"Questions: {out}")
    first = next((f"{row.question_id}: {row.reason}" for row in done.made.failed), "")
    tell_failed(len(done.made.failed), len(rows), "question", first)


@command(kept=ANSWERS_KEPT, common=("--out", "--model", "--pivot", "--dry-run", "--json"))
@click.argument("questions", metavar="QUESTIONS")
@_written_out
@chat_run_options
@own_prompts("counterfactual-translate", "counterfactual-translate-back")
@click.option(
    "--pivot",
    default="Chinese",
    show_default=True,
    help="The language that passages are translated into and back from.",
)
@debug_option
def paraphrase(questions: str, out: str | None, run: ChatRun, pivot: str) -> None:
    """Tell the supporting counterfactual passages of QUESTIONS in other words, by translation and back.

    A passage stays as it was where the paraphrase lost an answer, a name or a number, or has a name again
    that was replaced.

    \b
      groundpath counterfactual paraphrase rewritten.jsonl --model openai:NAME --out paraphrased.jsonl
    """
    from ..counterfactual.cases import read_counterfactuals, write_questions
    from ..counterfactual.construction.paraphrasing import paraphrase as paraphrased
    from ..counterfactual.construction.paraphrasing import sources
    from ..counterfactual.construction.translating import ModelTranslator
    from ..report.construction import reasons_table

    run.check_out(out)
    rows = list(read_counterfactuals(questions))
    with run.opened() as model:
        translator = ModelTranslator(model, pivot)
        if not run.begins(model, translator.requests(sources(rows))):
            return
        done = paraphrased(rows, translator, progress=TerminalProgress())
    if done.kept and not run.as_json:
        show(reasons_table(done.kept, "Passages left as they were", "passages"))
    run.show(done.usage)
    say(f"Paraphrased: {done.passages - sum(done.kept.values()):,} of {counted(done.passages, 'passage')}.")
    write_questions(done.questions, str(out))
    say(f"Questions: {out}")


@command(kept=ANSWERS_KEPT, common=("--out", "--model", "--hops", "--dry-run", "--json"))
@click.argument("passages", metavar="PASSAGES")
@columns_option(tuple(dict.fromkeys((*POSED, *DOCUMENTS))))
@_written_out
@chat_run_options
@own_prompts("counterfactual-compose")
@click.option(
    "--hops",
    multiple=True,
    type=click.IntRange(2, 8),
    default=(2, 3, 4),
    show_default=True,
    help="Hops of each question.",
)
@debug_option
def compose(passages: str, columns: Columns, out: str | None, run: ChatRun, hops: tuple[int, ...]) -> None:
    """Have a chat model write multi-hop questions with sub-questions on each group of PASSAGES.

    PASSAGES are questions of `make`, `rewrite` or `paraphrase`, whose supporting passages are taken, or rows
    with documents of your own: `title` and `text` (parted at empty lines), `paragraphs` or `context`. A
    question that does not hold (an answer that is not in its passage, one passage alone, an answer given
    away) is left out with its reason. `counterfactual ask` takes what is written.

    \b
      groundpath counterfactual compose paraphrased.jsonl --model openai:NAME --out composed.jsonl
    """
    from ..counterfactual.construction import composing
    from ..report.construction import reasons_table

    run.check_out(out)
    groups = composing.read_groups(passages, columns)
    with run.opened() as model:
        if not run.begins(model, composing.compose_requests(groups, hops)):
            return
        done = composing.compose(model, groups, hops, progress=TerminalProgress())
    if done.left_out and not run.as_json:
        show(reasons_table(Counter(reason for _, reason in done.left_out), "Left out", "questions"))
    run.show(done.usage)
    if not done.rows:
        raise click.ClickException("no question holds; why not is told above")
    composing.write_composed(done, str(out))
    say(f"Questions: {out} ({len(done.rows):,})")


@command(kept=ANSWERS_KEPT, common=("--out", "--model", "--dry-run", "--json"))
@click.argument("questions", metavar="QUESTIONS")
@columns_option(POSED)
@resumed_out("Ratings")
@chat_run_options
@own_prompts("counterfactual-rate")
@debug_option
def rate(questions: str, columns: Columns, out: str | None, run: ChatRun) -> None:
    """Have a chat model score the correctness and informativeness of QUESTIONS, each 1 or 0.

    QUESTIONS are as for `counterfactual ask`; where they have two versions, the counterfactual one is rated.
    `counterfactual agreement` shows what came of it, beside a person's file of the same form.

    \b
      groundpath counterfactual rate composed.jsonl --model openai:NAME --out ratings.jsonl
    """
    from ..counterfactual.construction.judging import rate_to_file, rating_requests
    from ..counterfactual.published import read_posed

    run.check_out(out)
    rows = list(read_posed(questions, columns))
    with run.opened() as model:
        if not run.begins(model, rating_requests(rows)):
            return
        done = rate_to_file(model, rows, str(out), progress=TerminalProgress())
    run.done(done.usage, "rating", str(out), done.first_failure)


@command(kept=ANSWERS_KEPT, common=("--out", "--model", "--questions", "--dry-run", "--json"))
@click.argument("answers", metavar="ANSWERS")
@click.option("--questions", required=True, metavar="FILE", help="What `counterfactual ask` was given.")
@resumed_out("Kinds of errors")
@chat_run_options
@own_prompts("counterfactual-error")
@debug_option
def errors(answers: str, questions: str, out: str | None, run: ChatRun) -> None:
    """Have a chat model say of each wrong answer in ANSWERS of which kind its error is.

    The kinds are reasoning, retrieval, and contradiction with what the model knows. Answers to sub-questions
    are passed over. An answer that is right in the factual version of a counterfactual question is a
    contradiction; the model is not asked about it. To make a gold file for `counterfactual agreement`,
    correct `category` in a copy of the file, and name another `rater` there.

    \b
      groundpath counterfactual errors read.jsonl --questions q.jsonl --model NAME --out e.jsonl
    """
    from ..counterfactual.answers import read_answered
    from ..counterfactual.construction.judging import categorise_to_file, error_requests
    from ..counterfactual.published import read_posed

    run.check_out(out)
    rows, posed = list(read_answered(answers)), list(read_posed(questions))
    with run.opened() as model:
        if not run.begins(model, error_requests(rows, posed)):
            return
        done = categorise_to_file(model, rows, posed, str(out), progress=TerminalProgress())
    run.done(done.usage, "kind of errors", str(out), done.first_failure, nouns="kinds of errors")


@command()
@click.argument("files", metavar="JUDGEMENTS...", nargs=-1, required=True)
@json_option
@debug_option
def agreement(files: tuple[str, ...], as_json: bool) -> None:
    """Show what raters say in one or more files of `rate` or `errors`, and how far they agree.

    A person's file holds the same members (`question_id`, `version`, …) under a `rater` of its own, with
    `correctness`, `informativeness`, `grammar` or `originality` (1 or 0), or `category`. Agreement is the
    share of pairs that say the same, and kappa: Cohen's for two raters, Fleiss' for more.

    \b
      groundpath counterfactual agreement ratings.jsonl person.jsonl
    """
    from ..counterfactual.construction.agreement import agreements, label_shares
    from ..counterfactual.construction.judgements import read_judgements
    from ..report.construction import judgements_table

    rows = [row for file in files for row in read_judgements(file)]
    shares, agreed = label_shares(rows), agreements(rows)
    if not shares:
        raise click.ClickException(f"no judgement in {', '.join(files)} says anything")
    if as_json:
        show_json({"shares": list(map(asdict, shares)), "agreement": list(map(asdict, agreed))})
    else:
        show(judgements_table(shares, agreed))
