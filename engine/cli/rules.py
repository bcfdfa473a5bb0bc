"""`groundpath rules`: what follows from the facts of a graph."""

import click

from ..counted import counted
from .commands import Lazy, LazyGroup
from .options import (
    OutFile,
    command,
    json_option,
    kg_argument,
    min_support_option,
    open_named_store,
    store_command,
)
from .output import TerminalProgress, say, show, show_json

_SHOWN = 20


@click.group(cls=LazyGroup, lazy={"mine": Lazy(".rules", "mine", "Find rules that a graph bears out.")})
def rules() -> None:
    """Rules by which facts follow from others, for `groundpath audit --rules`."""


@command()
@kg_argument
@click.option("--out", required=True, type=OutFile(), help="The rules, in TOML.")
@min_support_option
@click.option(
    "--min-head-coverage",
    default=0.01,
    show_default=True,
    metavar="SHARE",
    type=click.FloatRange(0, 1),
    help="Least share of the conclusion's facts that a rule leads to.",
)
@click.option(
    "--min-confidence",
    default=0.9,
    show_default=True,
    metavar="SHARE",
    type=click.FloatRange(0, 1, min_open=True),
    help="Least PCA confidence of a rule.",
)
@json_option
@store_command
def mine(
    kg: str,
    out: str,
    min_support: int,
    min_head_coverage: float,
    min_confidence: float,
    as_json: bool,
    store_url: str | None,
) -> None:
    """Mine rules r1(x, y) => r(x, y) and r1(x, z) & r2(z, y) => r(x, y) from the graph KG, as AMIE does.

    \b
      groundpath rules mine NAME --out rules.toml
      groundpath audit chains.jsonl --kg NAME --rules rules.toml
    """
    from ...loaders.rules_file import write_rules
    from ..report.rules import plain_rule, rules_table
    from ..rules.mining import MiningSettings, mine_rules
    from ..store.view import GraphView

    settings = MiningSettings(min_support, min_head_coverage, min_confidence)
    with open_named_store(store_url) as store:
        view = GraphView.of(store.columns(kg))
    mined = mine_rules(view, settings, TerminalProgress())
    least = f"support {min_support}, head coverage {min_head_coverage:g}, PCA confidence {min_confidence:g}"
    write_rules(
        mined, out, f"Mined by groundpath from {counted(len(view.facts), 'fact')} of {kg}; at least {least}."
    )
    if as_json:
        show_json([plain_rule(rule) for rule in mined])
    else:
        show(rules_table(mined[:_SHOWN], len(mined)))
    say(f"Rules: {out}")
