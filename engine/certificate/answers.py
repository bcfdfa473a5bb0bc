"""What a graph answers now to the evidence of certificates, read in bulk through the read-only door."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from ..errors import InputError, StoreError
from ..names import is_unicode
from ..store.evidence import EvidenceRow, Template
from ..store.protocol import GraphStore

_KEPT = 1_000_000  # answers
_MOST_ROWS = 5_000_000  # of one statement
_SECONDS = 600.0
# How many rows are asked of at once: what goes over other entities, or through all names, takes longer each.
_AT_ONCE: dict[Template, int] = {"facts": 20_000, "joins": 10_000, "tails": 2_000, "names": 200, "over": 50}
_ENDS = 200

Asked = tuple[Template, EvidenceRow]


class Answers:
    """The answers of one graph, each asked for once.

    An answer is, for "facts" the sources of the fact, or None; for the others what `Evidence.gives` holds;
    for a row that the store cannot be asked of `UNASKED`.
    """

    UNASKED = object()

    def __init__(self, store: GraphStore, kg: str) -> None:
        self._store = store
        self._kg = kg
        self._known: dict[Asked, Any] = {}

    def __getitem__(self, asked: Asked) -> Any:
        return self._known[asked]

    def prepare(self, asked: Iterable[Asked]) -> None:
        """Ask for what is not known yet.

        Raises:
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        if len(self._known) > _KEPT:
            self._known = {}
        missing: defaultdict[Template, dict[EvidenceRow, None]] = defaultdict(dict)
        for template, row in asked:
            if (template, row) not in self._known:
                missing[template][row] = None
        for template, rows in missing.items():
            waiting = iter(rows)
            while some := list(islice(waiting, _AT_ONCE.get(template, _ENDS))):
                self._ask(template, some)

    def _ask(self, template: Template, rows: Sequence[EvidenceRow]) -> None:
        """Ask of some rows at once; where a text of them cannot be sent, of each half by itself."""
        usable = [row for row in rows if all(map(is_unicode, row))]
        self._known |= {(template, row): self.UNASKED for row in rows}
        if not usable:
            return
        try:
            found = self._rows(template, usable)
        except InputError:
            if len(usable) > 1:
                middle = len(usable) // 2
                self._ask(template, usable[:middle])
                self._ask(template, usable[middle:])
            return
        self._known |= {(template, row): answer for row, answer in _answers(template, usable, found).items()}

    def _rows(self, template: Template, rows: Sequence[EvidenceRow]) -> Sequence[tuple[Any, ...]]:
        asked = self._store.evidence_statement(self._kg, template, rows)
        result = self._store.cypher(asked.text, asked.parameters, limit=_MOST_ROWS, timeout=_SECONDS)
        if result.truncated:
            raise StoreError(
                f"graph {self._kg!r} gives more than {_MOST_ROWS:,} rows to {len(rows):,} of {template!r}; "
                "check fewer verdicts at a time"
            )
        return result.rows


def _answers(
    template: Template, rows: Sequence[EvidenceRow], found: Iterable[tuple[Any, ...]]
) -> dict[EvidenceRow, Any]:
    """The answer to each row, from the rows that a statement returned."""
    match template:
        case "facts":
            sources = dict[EvidenceRow, frozenset[str]]()
            for head, relation, tail, stated in found:  # an attached graph may have several relationships
                triple = (head, relation, tail)
                sources[triple] = sources.get(triple, frozenset()) | frozenset(stated or ())
            return {row: sources.get(row) for row in rows}
        case "single_tails" | "single_heads":
            counts = {relation: (int(total), int(alone)) for relation, total, alone in found}
            return {row: counts.get(row[0], (0, 0)) for row in rows}
        case "over":
            there = set(found)
            return {row: row in there for row in rows}
    held: defaultdict[EvidenceRow, set[str]] = defaultdict(set)
    for columns in found:
        match template, columns:
            case "joins", (head, relation, tail):
                held[head, tail].add(relation)
            case "tails", (head, relation, tail):
                held[head, relation].add(tail)
            case "names", (name, id):
                held[name,].add(id)
    return {row: sorted(held[row]) if template == "joins" else len(held[row]) for row in rows}
