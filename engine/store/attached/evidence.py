"""What certificates ask of a graph that is read where it stands, in its owner's labels and types."""

from collections.abc import Sequence
from typing import Any

from ..evidence import EvidenceRow, Template, checked
from ..protocol import Statement
from . import phrases
from .mapping import Attachment
from .reading import values_of


def evidence_statement(attached: Attachment, template: Template, rows: Sequence[EvidenceRow]) -> Statement:
    """See GraphStore.evidence_statement."""
    relation = phrases.relation_of(attached, "f")
    text = phrases.filled(
        f"evidence_{template}",
        labels=phrases.labels(attached),
        types=phrases.types(attached),
        seek=phrases.has_id(attached, "h", "heads"),
        head=phrases.id_of(attached, "h"),
        tail=phrases.id_of(attached, "t"),
        relation=relation,
        onto=relation,
        onward=phrases.relation_of(attached, "g"),
        sources=phrases.sources_of(attached, "f"),
        id=phrases.id_of(attached, "n"),
        names=phrases.names_of(attached, "n"),
    )
    return Statement(text, _parameters(attached, template, checked(template, rows)))


def _parameters(attached: Attachment, template: Template, rows: Sequence[EvidenceRow]) -> dict[str, Any]:
    if template in ("single_tails", "single_heads"):
        return {"relations": [relation for (relation,) in rows]}
    if template == "names":
        return {"names": [name for (name,) in rows]}
    heads = dict.fromkeys(value for row in rows for value in values_of(attached, row[0]))
    return {"heads": list(heads), "rows": [list(row) for row in rows]}
