"""Which gold answers a graph can support, for the terminal."""

from rich.table import Table
from rich.text import Text

from ...loaders.gold.support import LACKS, SupportReport
from ..counted import counted, counted_of
from .table import new_table

_SUPPORT = {
    "all": "with support for all gold answers",
    "some": "with support for some",
    "none": "with support for none",
}


def support_table(report: SupportReport) -> Table:
    """Questions by how many of their gold answers are supported, then by why one is not."""
    table = new_table("questions", "", "share", title="Gold answers")
    table.columns[0].justify = table.columns[2].justify = "right"
    rows = [(report.by_support[name], told) for name, told in _SUPPORT.items()]
    rows += [(count, f"  {LACKS[lack]}") for lack, count in report.by_lack.items()]
    for count, told in rows:
        table.add_row(Text(f"{count:,}"), Text(told), Text(f"{count / report.questions:.0%}"))
    questions = counted(report.questions, "question")
    told = counted_of(
        report.supported,
        report.answers,
        f"gold answer of {questions}",
        nouns=f"gold answers of {questions}",
    )
    table.caption = Text(f"{told} supported")
    return table
