"""What certificates ask of a graph: a few named statements, each of many rows of texts at once."""

from collections.abc import Sequence
from typing import Any, Literal, get_args

from ..errors import InputError
from ..terms import fact_key

Template = Literal["facts", "joins", "over", "tails", "names", "single_tails", "single_heads"]
"""What a statement asks for, by the texts of a row:

- "facts", of head, relation and tail: the fact, with its sources. Columns head, relation, tail, sources.
- "joins", of head and tail: the facts from one to the other. Columns head, relation, tail.
- "over", of head, two relations and tail: whether both, in either direction, lead over some entity from one
  to the other. Columns head, onto, onward, tail; a row where they do.
- "tails", of head and relation: these facts. Columns head, relation, tail.
- "names", of a name in small letters: the entities that bear it, as name or alias. Columns name, id.
- "single_tails", of a relation: how many heads it has, and how many with one tail. Columns relation, total,
  alone. "single_heads": the same with heads and tails exchanged.
"""

TEMPLATES: tuple[Template, ...] = get_args(Template)
EvidenceRow = tuple[str, ...]
COLUMNS: dict[Template, tuple[str, ...]] = {
    "facts": ("head", "relation", "tail"),
    "joins": ("head", "tail"),
    "over": ("head", "onto", "onward", "tail"),
    "tails": ("head", "relation"),
    "names": ("name",),
    "single_tails": ("relation",),
    "single_heads": ("relation",),
}
"""What the texts of a row are called, in the answer too."""


def checked(template: Template, rows: Sequence[EvidenceRow]) -> Sequence[EvidenceRow]:
    """The rows of a statement.

    Raises:
        InputError: there is no such template, no row, or one of another width.
    """
    if template not in COLUMNS:
        raise InputError(f"evidence {template!r} is not known; there is: {', '.join(TEMPLATES)}")
    if not rows:
        raise InputError(f"evidence {template!r} is asked of no row; give at least one")
    if odd := [row for row in rows if len(row) != len(COLUMNS[template])]:
        raise InputError(
            f"evidence {template!r} takes rows of {', '.join(COLUMNS[template])}, not {odd[0]!r}"
        )
    return rows


def shared_parameters(kg: str, template: Template, rows: Sequence[EvidenceRow]) -> dict[str, Any] | None:
    """The parameters of a statement that takes the same on both stores; None for the others."""
    match template:
        case "facts":
            return {"kg": kg, "keys": [fact_key(*row) for row in rows]}
        case "names":
            return {"kg": kg, "names": [name for (name,) in rows]}
        case "single_tails" | "single_heads":
            return {"kg": kg, "relations": [relation for (relation,) in rows]}
        case _:
            return None
