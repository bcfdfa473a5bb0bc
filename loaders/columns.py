"""Rows of other people's files: columns under other names, and several texts in one cell."""

from ast import literal_eval
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any, Self, TypeAlias

from ..engine.counted import counted
from ..engine.errors import InputError
from ..engine.parsing import json_value

Batches: TypeAlias = Iterable[Sequence[tuple[int, Any]]]

_MADE_BY = ("model", "strategy", "prompt")
QUESTIONS = ("id", "question", "topic", "gold_answers", "gold_paths", "group")
CHAINS = (*QUESTIONS, "cot", *_MADE_BY, "messages")
LABELS = ("id", "label", "error", "incorrect_answer", "incorrect_reasoning", *_MADE_BY)
DOMAIN_QUESTIONS = ("id", "question", "options", "answer", "entities")
DOMAIN_ANSWERS = (
    "id", "question", "cot", "model", "predicted_answer", "gold_answers", "right", "options", "subgraph",
)  # fmt: skip
DOCUMENTS = ("id", "title", "text", "triples", "types", "contents", "context", "paragraphs")
_OVER_DOCUMENTS = ("id", "question", "answer", "answer_aliases", "context", "paragraphs", "supporting_facts")
DOCUMENT_QUESTIONS = (*_OVER_DOCUMENTS, "documents")
HOP_QUESTIONS = (*_OVER_DOCUMENTS, "type", "question_decomposition", "evidences")
POSED = (
    *HOP_QUESTIONS, "version", "sub_questions", "sub_answers", "sub_passages", "final_answer", "passage",
)  # fmt: skip
GOLD_QUESTIONS = (
    "id", "question", "topic", "gold_answers", "relation_path", "sparql", "sparql_query", "path",
    "topic_entity", "answer_entities", "answers", "answer", "qid",
)  # fmt: skip
QUERIES = ("id", "qid", "sparql", "sparql_query")
CHECKED = ("id", "question", "answer", "contexts", "model", "cot", "gold_answers", "messages")
TRIPLES = ("head", "relation", "tail")
GRAPH = (
    "id", "type", "name", "synonyms", "xrefs", "xref",
    "source_id", "relation", "target_id", "provenance", "score", "negated",
)  # fmt: skip

LISTS_OF_TEXTS = frozenset(
    "gold_answers topic answer answers answer_aliases options entities relation_path".split()
)
"""Members that `split` parts."""

_LISTS = LISTS_OF_TEXTS | frozenset(
    "contexts gold_paths subgraph triples types context paragraphs documents supporting_facts "
    "question_decomposition evidences sub_questions sub_answers sub_passages messages path topic_entity "
    "answer_entities retrieved_contexts retrieval_context source_documents".split()
)
_LONGEST_LITERAL = 1 << 20
_LOOKED_AT = 1000


@dataclass(frozen=True, slots=True)
class Columns:
    """What a source calls what groundpath reads.

    Attributes:
        names: for a member that is read (`cot`) the column that holds it ("response"). A column that has the
            member's own name is passed over then.
        split: what parts several texts in one cell of `gold_answers`, `topic` and other lists of texts, as
            "|"; empty where such a cell is one text. A JSON list in a cell is a list in any case.
        whole: members that are one text to the reader, though to others they may be a list.

    Raises:
        InputError: one column is to be two members.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    split: str = ""
    whole: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        taken: dict[str, str] = {}
        for member, column in self.names.items():
            if column in taken:
                raise InputError(
                    f"the column {column!r} is to be both {taken[column]} and {member}; name another for one"
                )
            taken[column] = member

    @classmethod
    def of(cls, given: "ColumnsLike | None", known: Iterable[str], whole: Iterable[str] = ()) -> Self:
        """Columns that were given as such, as names alone, or not at all.

        Args:
            known: the members that the reader of the rows knows.
            whole: those of them that are one text in any case.

        Raises:
            InputError: another one is named.
        """
        columns = given if isinstance(given, cls) else cls(given if isinstance(given, Mapping) else {})
        members = list(known)
        for member, column in columns.names.items():
            if member not in members:
                near = get_close_matches(member, members, n=1)
                remedy = f"did you mean {near[0]!r}?" if near else f"there is: {', '.join(members)}"
                raise InputError(f"the column {column!r} is to be {member!r}, which is not read; {remedy}")
        return replace(columns, whole=frozenset(whole))

    @property
    def told(self) -> str:
        """What is called otherwise than groundpath calls it, and what parts texts; empty for nothing."""
        return f"{dict(sorted(self.names.items()))} {self.split!r}" if self.names or self.split else ""

    def check(self, there: Collection[str], source: str, first: int = 0) -> None:
        """Raises InputError for a column that a source does not have; `there` are those that it has.

        Args:
            first: how many rows were looked at, where there are more.
        """
        where, remedy = "", ""
        if first:
            where = f" in its first {counted(first, 'row')}"
            remedy = "; if a later row has it, move one to the front"
        for member, column in self.names.items():
            if column not in there:
                listed = ", ".join(there) or "none"
                raise InputError(
                    f"{source} has no column {column!r}{where}, which is to be {member}; "
                    f"it has: {listed}{remedy}"
                )

    def only(self, known: Collection[str]) -> "Columns":
        """Those of some members alone."""
        return Columns({m: c for m, c in self.names.items() if m in known}, self.split, self.whole)

    def header(self, cells: Sequence[str], source: str) -> list[str]:
        """The names of a table's columns as groundpath's; empty where a column has to make room for another.

        Raises:
            InputError: a column is not there.
        """
        self.check(cells, source)
        member_of = {column: member for member, column in self.names.items()}
        return [member_of.get(cell, "" if cell in self.names else cell) for cell in cells]

    def rows(self, batches: Batches, source: str, *, table: bool) -> Iterator[Sequence[tuple[int, Any]]]:
        """Rows with the members that groundpath reads, each with its line.

        Args:
            table: whether they are of a table, of which columns were checked and cells may hold JSON lists;
                else a column must be in one of the first 1,000 rows, or of the block in which these end.

        Raises:
            InputError: a column is not there.
        """
        checked = batches if table or not self.names else self._looked_at(batches, source)
        for batch in checked:
            yield [(line, self._read(row, table)) for line, row in batch]

    def _looked_at(self, batches: Batches, source: str) -> Iterator[Sequence[tuple[int, Any]]]:
        """The same, held back until each column was seen.

        Rows are held back no further than that: what runs on them may cost money, and their number memory.
        """
        waiting: list[tuple[int, Any]] = []
        seen: dict[str, None] = {}
        rest = iter(batches)
        for batch in rest:
            waiting += batch
            seen |= dict.fromkeys(str(name) for _, row in batch if isinstance(row, Mapping) for name in row)
            if seen.keys() >= set(self.names.values()):
                break
            if len(waiting) >= _LOOKED_AT:
                self.check(seen, source, len(waiting))
        else:
            if waiting:
                self.check(seen, source)
        if waiting:
            yield waiting
        yield from rest

    def _read(self, row: Any, table: bool) -> Any:
        if not isinstance(row, Mapping):
            return row
        renamed = self._renamed(row) if self.names else row
        parted = _LISTS - self.whole
        lists = {name: self._list(name, cell, table) for name, cell in renamed.items() if name in parted}
        return {**renamed, **lists} if lists else renamed

    def _renamed(self, row: Mapping[str, Any]) -> dict[str, Any]:
        taken = {*self.names, *self.names.values()}
        kept = {name: value for name, value in row.items() if name not in taken}
        return kept | {member: row[column] for member, column in self.names.items() if column in row}

    def _list(self, name: str, cell: Any, table: bool) -> Any:
        if not isinstance(cell, str):
            return cell
        if table and cell.lstrip().startswith(("[", "{")):
            try:
                return json_value(cell)
            except ValueError:
                if (texts := _written_by_python(cell)) is not None:
                    return texts
        if self.split and name in LISTS_OF_TEXTS:
            return [text for part in cell.split(self.split) if (text := part.strip())]
        return cell


def _written_by_python(cell: str) -> list[str] | None:
    """A list of texts as Python writes it, and so pandas into a CSV: "['a', 'b']"; None of anything else."""
    if len(cell) > _LONGEST_LITERAL:
        return None
    try:
        value = literal_eval(cell.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    is_of_texts = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return value if is_of_texts else None


ColumnsLike: TypeAlias = Columns | Mapping[str, str]
AS_NAMED = Columns()
"""Columns that have groundpath's own names."""
