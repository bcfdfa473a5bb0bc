"""A fitted calibration as tables: what it changed, and whether it foretells labels better."""

from collections import Counter
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..audit.path.fitting import FOLDS, Fitting
from .table import new_table

_MEANINGS = {
    "means": "the words mean the relation, in its direction",
    "related": "words and relation share a word that matters",
    "bare": "“X is Y”",
    "untold": "nothing is known of the words",
    "other": "the words mean another relation",
    "turned": "the words mean the relation the wrong way round",
    "name": "both things by their names",
    "reference": "one by a pronoun or the like",
    "part": "one by part of its name",
    "spelling": "one by a misspelt name",
    "unknown": "one by words that name nothing",
}


def calibration_table(fitting: Fitting) -> Table:
    """One row for each kind of evidence: worth before and after in logits, and claims that it rests on.

    Kinds that no claim has are left out; their worth is that of before.
    """
    table = new_table("evidence", "", "before", "after", "claims", title="Calibration")
    for column in table.columns[2:]:
        column.justify = "right"
    for kind, before, after, claims in _changes(fitting):
        table.add_row(
            Text(kind),
            Text(_MEANINGS[kind]),
            Text(f"{before:+.2f}"),
            Text(f"{after:+.2f}"),
            Text(f"{claims:,}"),
        )
    table.caption = Text("Worth in logits: 0 is a probability of 0.5, +2 of 0.88, +4 of 0.98, -4 of 0.02.")
    return table


def _changes(fitting: Fitting) -> Iterator[tuple[str, float, float, int]]:
    before, after = fitting.start, fitting.calibration
    grounds = Counter(one.ground for one in fitting.evidence)
    for ground, worth in before.grounds.items():
        if grounds[ground]:
            yield ground, worth, after.grounds[ground], grounds[ground]
    mentions = Counter(one.mention for one in fitting.evidence)
    for mention, worth in before.mentions.items():
        if mentions[mention]:
            yield mention, worth, after.mentions[mention], mentions[mention]


def losses(fitting: Fitting) -> RenderableType:
    """Both losses before and after, the latter on questions that were not fitted on; then the counts."""
    table = new_table("loss", "before", "after", title="Unseen questions")
    for column in table.columns[1:]:
        column.justify = "right"
    before, after = fitting.before, fitting.after
    table.add_row(Text("log-loss (nats)"), Text(f"{before.log_loss:.4f}"), Text(f"{after.log_loss:.4f}"))
    table.add_row(Text("Brier"), Text(f"{before.brier:.4f}"), Text(f"{after.brier:.4f}"))
    lines = [
        f"Cross-validated over {FOLDS} parts of the questions; less is better.",
        f"{len(fitting.evidence):,} claims ({fitting.held:,} hold) about {fitting.questions:,} questions, "
        f"from {fitting.chains:,} chains.",
    ]
    lines += [f"Left out: {count:,} claims, as {reason}." for reason, count in fitting.left_out.items()]
    return Group(table, Text("\n".join(lines)))
