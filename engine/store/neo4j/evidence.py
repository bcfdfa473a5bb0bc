"""What certificates ask of a graph on a Neo4j server."""

from collections.abc import Sequence

from ....cypher import statement
from ..evidence import COLUMNS, EvidenceRow, Template, checked, shared_parameters
from ..protocol import Statement


def evidence_statement(kg: str, template: Template, rows: Sequence[EvidenceRow]) -> Statement:
    """See GraphStore.evidence_statement."""
    if shared := shared_parameters(kg, template, checked(template, rows)):
        own = "neo4j/" if template == "facts" else ""
        return Statement(statement(f"{own}evidence_{template}"), shared)
    asked = [dict(zip(COLUMNS[template], row, strict=True)) for row in rows]
    return Statement(statement(f"neo4j/evidence_{template}"), {"kg": kg, "rows": asked})
