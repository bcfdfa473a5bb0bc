"""What certificates ask of a graph of the embedded store."""

from collections.abc import Sequence

from ....cypher import statement
from ..evidence import COLUMNS, EvidenceRow, Template, checked, shared_parameters
from ..protocol import Statement
from .spool import uid

_ENTITIES = frozenset({"head", "tail"})


def evidence_statement(kg: str, template: Template, rows: Sequence[EvidenceRow]) -> Statement:
    """See GraphStore.evidence_statement."""
    if shared := shared_parameters(kg, template, checked(template, rows)):
        own = "embedded/" if template == "facts" else ""
        return Statement(statement(f"{own}evidence_{template}"), shared)
    columns = COLUMNS[template]
    asked = [
        {
            column: uid(kg, text) if column in _ENTITIES else text
            for column, text in zip(columns, row, strict=True)
        }
        for row in rows
    ]
    return Statement(statement(f"embedded/evidence_{template}"), {"rows": asked})
