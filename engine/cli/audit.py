"""`groundpath audit`: chains of thought in, verdicts with their evidence out."""

from collections.abc import Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

import click

from ...loaders.columns import CHAINS, Columns
from ..counted import counted
from ..scale.addresses import is_dataset
from .audit_options import Judging, auditor_of, judging_options
from .audit_report import report_of_rows, write_report
from .chat_run import ChatRun, own_prompts
from .columns import columns_option
from .datasets import OutPlace, Spread, dataset_options, named_model, no_files, run_dataset
from .file_names import READER
from .gold_only import audit_gold
from .kept_files import rows_file
from .model_settings import ModelSettings, model_settings_options
from .options import (
    OutFile,
    command,
    concurrency_option,
    encoder_option,
    json_option,
    kg_option,
    open_named_store,
    store_command,
)
from .output import TerminalProgress, say, show, show_json_rows, tell_failed

if TYPE_CHECKING:
    from ..audit.results import Summary
    from ..audit.verdicts import ChainOfThought

_ROWS_SHOWN = 50


@command(
    kept="With --out verdicts are kept, and the same command goes on from there.",
    common=(
        "--kg",
        "--out",
        "--html",
        "--method",
        "--world",
        "--reader",
        "--rules",
        "--dry-run",
        "--json",
        "--store",
    ),
)
@click.argument("file", metavar="FILE")
@kg_option
@columns_option(CHAINS)
@click.option(
    "--out",
    type=OutPlace(),
    help="Verdicts as JSON lines, of a dataset a folder of files; goes on where it was cut off.",
)
@dataset_options
@click.option("--html", type=OutFile(), help="A report: each step beside the facts that ground it.")
@judging_options
@click.option(
    "--edit-costs",
    default=(0, 2, 1),
    show_default=True,
    type=(int, int, int),
    metavar="MATCH MISMATCH GAP",
    help="Costs of the edit distance to the best gold path.",
)
@click.option(
    "--reader",
    type=READER,
    metavar="text|chat:MODEL",
    default="text",
    show_default=True,
    help="For path: who tells what a step claims: groundpath, or a chat model (chat:openai:NAME,"
    " chat:scripted:FILE), whose statements are held against the text and then judged like it.",
)
@own_prompts("audit-claims")
@click.option(
    "--rules",
    "rules_file",
    metavar="FILE",
    help="For path: rules that complete the graph, in TOML, beside what its schema declares. Claims that hold"
    " by them alone are inferred: told and counted apart.",
)
@click.option(
    "--sign",
    "signing_key",
    metavar="KEY.pem",
    type=click.Path(),
    help="Sign each verdict's certificate with this Ed25519 private key; `groundpath recheck --key` tells by"
    " it that a row is as it was written.",
)
@click.option(
    "--index",
    is_flag=True,
    help="With --out, for path: keep beside it what each verdict rests on, so that `groundpath affected` can"
    " tell which of them a change of the graph undoes.",
)
@concurrency_option
@model_settings_options()
@click.option(
    "--gold-only",
    is_flag=True,
    help="Audit the gold answers of a question set instead: which of them the graph can support. FILE is as"
    " for `groundpath gold`.",
)
@click.option(
    "--dry-run", is_flag=True, help="With a chat model: estimate the tokens. Nothing is asked or judged."
)
@encoder_option
@json_option
@store_command
def audit(
    file: str,
    kg: str,
    columns: Columns,
    out: str | None,
    spread: Spread,
    html: str | None,
    judging: Judging,
    edit_costs: tuple[int, int, int],
    reader: str,
    rules_file: str | None,
    signing_key: str | None,
    index: bool,
    concurrency: int,
    how: ModelSettings,
    gold_only: bool,
    dry_run: bool,
    encoder: str | None,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Judge the chains of thought in FILE against a graph.

    FILE is JSON lines, one JSON array, a table (.csv, .tsv), or one chain in plain text (.txt, .md); "-"
    reads standard input, JSON or plain text. A row holds the text as `cot`. It may also hold `id`,
    `question`, `topic` (what the question asks from), `gold_answers` and `gold_paths`. Topics and answers are
    a name, an id, or a list of these (in a table a JSON list, or parted by --split). One FILE may hold chains
    of several models, told apart by `model`, `strategy` and `prompt`. `groundpath compare` shows them side by
    side.

    Logs are read as they are: chat messages (the last one of the assistant in `messages`), OpenAI's batch
    output, samples of lm-evaluation-harness (--log_samples) and logs of inspect_ai (.eval, .json). Their
    targets are the right answers, except for questions with choices. `topic` and the like may stand beside
    them: in `doc` of lm-evaluation-harness, in `metadata` of inspect_ai.

    A folder, a glob, a URL or a Parquet file is a dataset of many rows. Each of its files (.parquet, .jsonl)
    becomes a file of results in the folder --out. Files that are finished are kept.

    \b
      groundpath audit chains.jsonl --kg NAME --out verdicts.jsonl --html report.html
      groundpath explain verdicts.jsonl ID
      groundpath audit answers.csv --kg NAME --column cot=response --split '|'
      groundpath audit chains.jsonl --kg NAME --protocol paper
      groundpath audit questions.jsonl --kg NAME --gold-only --out gold.jsonl
      groundpath audit chains/ --kg NAME --out verdicts/ --workers 4
    """
    if gold_only:
        if html or rules_file or signing_key or reader != "text":
            raise click.UsageError("--gold-only takes --out and --json; nothing is read, ruled or signed")
        audit_gold(file, kg, out, as_json, store_url)
        return
    if rules_file and judging.method != "path":
        raise click.UsageError("--rules belongs to --method path; paper compares vectors of stated facts")
    run = _chat_run(reader, judging.method, concurrency, dry_run, as_json, how)
    if is_dataset(file):
        from ..audit.alignment import EditCosts
        from ..scale.auditing import AuditWork
        from ..store.opening import address

        no_files(index=index)
        work = AuditWork(
            address(store_url),
            kg,
            judging.method,
            judging.protocol,
            judging.settings,
            EditCosts(*edit_costs),
            encoder,
            rules_file,
            signing_key,
            named_model(run),
            columns,
        )
        page = partial(report_of_rows, html, file, store_url, kg, judging, encoder) if html else None
        run_dataset(work, file, out, spread, run, page)
        return
    spread.check_file(out)
    from ...loaders.rules_file import read_rules
    from ..affected.auditing import audit_with_index
    from ..affected.made import index_path
    from ..audit.alignment import EditCosts
    from ..audit.chains import read_chains
    from ..audit.journal import audit_to_file, read_verdicts
    from ..audit.judging import ParsedChain
    from ..certificate.signing import read_signer
    from ..extraction.chat import ChatReader

    if index and (out is None or judging.method != "path"):
        raise click.UsageError("--index belongs to --out and --method path: it is kept beside the verdicts")
    rules = read_rules(rules_file) if rules_file else None
    signer = read_signer(signing_key) if signing_key else None
    with (
        run.opened_if_named() as asked,
        rows_file(out) as verdicts,
        open_named_store(store_url) as store,
    ):
        chains: Iterable[ChainOfThought] = read_chains(file, columns)
        chat = ChatReader(asked) if asked else None
        if asked and chat:
            rows = list(chains)
            parsed = map(ParsedChain.of, rows)
            texts = (one.stepped for one in parsed if one.can_be_judged)
            if not run.begins(asked, chat.requests(texts)):
                return
            chains = rows
        auditor = auditor_of(
            store, kg, judging, encoder, edit_costs=EditCosts(*edit_costs), reader=chat, rules=rules
        )
        audited = audit_with_index if index else audit_to_file
        summary = audited(auditor, chains, verdicts, progress=TerminalProgress(), signer=signer)
        if chat:
            say(chat.usage.describe())
            if chat.refused:
                unread = counted(
                    chat.refused, "line of the model is no statement", "lines of the model are no statements"
                )
                say(f"{unread} of the text, and not read.")
        if html:
            write_report(read_verdicts(verdicts), html, file, auditor)
        _show(verdicts, summary, as_json)
    kept = str(index_path(Path(out))) if out and index else None
    for kind, path in (("Verdicts", out), ("Index", kept), ("Report", html)):
        if path:
            say(f"{kind}: {path}")
    if out:
        say(f"To read the argument for one of them: groundpath explain {quote(out)} ID")
        if summary.makers > 1:
            say(f"To see models and prompts side by side: groundpath compare {quote(out)}")
    if summary.warned:
        unknown = counted(
            summary.warned,
            "chain asks from what the graph does not know",
            "chains ask from what the graph does not know",
        )
        say(f"{unknown}. {summary.first_warning}")
    tell_failed(summary.failed, summary.total, "chain", summary.first_failure)


def _chat_run(
    reader: str, method: str, concurrency: int, dry_run: bool, as_json: bool, how: ModelSettings
) -> ChatRun:
    """How the chat model that reads is asked, if one is named."""
    kind, _, model = reader.partition(":")
    if reader != "text" and not (kind == "chat" and model):
        raise click.UsageError(
            f"--reader {reader!r} is not known; give text, or chat:MODEL (chat:openai:NAME)"
        )
    if model and method != "path":
        raise click.UsageError("--reader belongs to --method path; paper embeds whole steps")
    if dry_run and not model:
        raise click.UsageError("--dry-run tells what asking costs; name a --reader chat:MODEL.")
    return ChatRun(model or None, concurrency, dry_run, None, as_json, how=how)


def _show(verdicts: Path, summary: "Summary", as_json: bool) -> None:
    from ..audit.journal import read_verdicts
    from ..report.figures import figures_table
    from ..report.table import summary_table, verdict_table

    if as_json:
        rows = (verdict.to_dict() for verdict in read_verdicts(verdicts))
        show_json_rows({"summary": summary.to_dict()}, "verdicts", rows)
        return
    first = verdict_table(islice(read_verdicts(verdicts), _ROWS_SHOWN))
    show(first, summary_table(summary), figures_table(summary.figures))
    if summary.total > _ROWS_SHOWN:
        say(f"The first {_ROWS_SHOWN} of {counted(summary.total, 'chain')}; --out and --html hold them all.")
