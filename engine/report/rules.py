"""Mined rules as a table, and as values of JSON."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from ..counted import counted
from ..rules.rule import Rule
from .plain import Plain
from .table import new_table
from .visible import one_line


def rules_table(rules: Sequence[Rule], total: int) -> Table:
    """One row a rule, in the order given; `total` is how many there are in all."""
    table = new_table("rule", "support", "head coverage", "PCA confidence", title="Rules")
    for column in table.columns[1:]:
        column.justify = "right"
    for rule in rules:
        shares = (rule.head_coverage, rule.confidence)
        told = (f"{rule.support or 0:,}", *("" if share is None else f"{share:.3f}" for share in shares))
        table.add_row(Text(one_line(str(rule))), *map(Text, told))
    shown = f"the first {len(rules):,} of " if len(rules) < total else ""
    table.caption = Text(f"{shown}{counted(total, 'rule')}, the surest first")
    return table


def plain_rule(rule: Rule) -> Plain:
    return {
        "rule": str(rule),
        "head": rule.head,
        "body": [str(atom) for atom in rule.body],
        "support": rule.support,
        "head_coverage": rule.head_coverage,
        "confidence": rule.confidence,
    }
