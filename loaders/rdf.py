"""Statements of RDF in all its formats, by pyoxigraph's streaming parser."""

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import PurePath

import pyoxigraph as ox

from ..engine.errors import BadRowError
from .chunks import Chunk
from .faults import Faults
from .identifiers import BLANK, literal_id
from .reading import Block, ByteSource, line_blocks
from .unfolding import UnfoldingSource

RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
NAMES = frozenset(
    {
        "http://www.w3.org/2000/01/rdf-schema#label",
        "http://www.w3.org/2004/02/skos/core#prefLabel",
        "http://schema.org/name",
        "https://schema.org/name",
    }
)
ALIASES = frozenset({"http://www.w3.org/2004/02/skos/core#altLabel"})

_STATEMENTS = 20_000
_ANONYMOUS = re.compile(r"[a-f][0-9a-f]{23,31}")  # 128 random bits, without leading zeros
_REMEMBERED = 100_000


def read_lines(source: ByteSource, form: ox.RdfFormat, faults: Faults) -> Iterator[Chunk]:
    """N-Triples or N-Quads, one statement a line; graph names are not read.

    Columns: head, relation, tail, the text of the tail when it is a literal (else empty), its language.
    """
    terms = _Terms(source.name, has_anonymous=False)
    for block in line_blocks(source):
        lines, quads = _quads_of(block, form, source.name, faults)
        yield terms.chunk(lines, quads, faults)


def read_document(source: ByteSource, form: ox.RdfFormat, faults: Faults) -> Iterator[Chunk]:
    """Turtle, TriG, N3, RDF/XML or JSON-LD, in the same columns; lines are the numbers of the statements.

    A syntax error ends the load whatever `faults` says: what follows it cannot be understood. So does a
    JSON-LD context that lies elsewhere: nothing is fetched.
    """
    terms = _Terms(source.name, has_anonymous=True, quotes=form == ox.RdfFormat.N3)
    read = UnfoldingSource(source) if form == ox.RdfFormat.RDF_XML else source
    parsed = ox.parse(input=read, format=form)  # type: ignore[arg-type]
    first = 1
    try:
        while quads := list(islice(parsed, _STATEMENTS)):
            yield terms.chunk(range(first, first + len(quads)), quads, faults)
            first += len(quads)
    except SyntaxError as error:
        reason = f"is not {form.name}: {_reason(error)}; correct it (only N-Triples can skip lines)"
        raise BadRowError(source.name, error.lineno or 1, reason) from None


def answer_chunk(quads: Sequence[ox.Quad], source: str, line: int, faults: Faults) -> Chunk:
    """The statements that a server answered to what stands in a line of a source, in the same columns.

    Blank nodes are those of this answer: another one may have others under the same labels.
    """
    terms = _Terms(source, has_anonymous=True, answer=f"{line}.")
    return terms.chunk([line] * len(quads), quads, faults)


def _quads_of(
    block: Block, form: ox.RdfFormat, source: str, faults: Faults
) -> tuple[Sequence[int], list[ox.Quad]]:
    """The statements of a block with their lines: at once when each line holds one."""
    count = block.data.count(b"\n") + (not block.data.endswith(b"\n"))
    try:
        quads = list(ox.parse(input=block.data, format=form))
    except SyntaxError:
        quads = []
    if len(quads) == count:
        return range(block.line, block.line + count), quads
    found = list(_line_by_line(block, form, source, faults))
    return [line for line, _ in found], [quad for _, quad in found]


def _line_by_line(
    block: Block, form: ox.RdfFormat, source: str, faults: Faults
) -> Iterator[tuple[int, ox.Quad]]:
    for number, line in enumerate(block.data.split(b"\n"), block.line):
        try:
            for quad in ox.parse(input=line, format=form):
                yield number, quad
        except SyntaxError as error:
            faults.report(source, number, f"is not a statement: {_reason(error)}")


def _reason(error: SyntaxError) -> str:
    """What the parser says, without its count of lines, which starts where it was told to start."""
    return re.sub(r"^Parser error .*?: ", "", error.msg)


class _Terms:
    """From pyoxigraph's terms to strings.

    A blank node belongs to its file, so its id carries the file's name. Turtle has anonymous ones, to which
    the parser gives random labels; here they are numbered, so that the same file gives the same ids. Such a
    node is only spoken of near where it stands, so that few must be remembered.
    """

    def __init__(self, source: str, *, has_anonymous: bool, answer: str = "", quotes: bool = False) -> None:
        """`quotes`: statements of named graphs are quoted, as the formulas of N3."""
        self._source = source
        self._quotes = quotes
        self._has_anonymous = has_anonymous
        self._scope = f"{BLANK}{PurePath(source).name}#{answer}"
        self._anonymous: OrderedDict[str, str] = OrderedDict()
        self._count = 0

    def chunk(self, lines: Sequence[int], quads: Iterable[ox.Quad], faults: Faults) -> Chunk:
        kept: list[int] = []
        rows: list[tuple[str, str, str, str, str]] = []
        for line, quad in zip(lines, quads, strict=True):
            if isinstance(quad.subject, ox.Triple) or isinstance(quad.object, ox.Triple):
                faults.report(
                    self._source, line, "has a triple inside a triple (RDF-star), which is not read"
                )
                continue
            if self._quotes and not isinstance(quad.graph_name, ox.DefaultGraph):
                faults.report(
                    self._source,
                    line,
                    "stands in a formula { … }, which N3 quotes and does not assert; take the formula out, "
                    "or skip its statements (--on-error skip)",
                )
                continue
            rows.append((self._node(quad.subject), quad.predicate.value, *self._tail(quad.object)))
            kept.append(line)
        return Chunk(kept, tuple(zip(*rows, strict=True)) if rows else ((),) * 5)

    def _tail(self, tail: ox.NamedNode | ox.BlankNode | ox.Literal) -> tuple[str, str, str]:
        if not isinstance(tail, ox.Literal):
            return self._node(tail), "", ""
        text = tail.value.strip()
        return literal_id(text), text, tail.language or ""

    def _node(self, node: ox.NamedNode | ox.BlankNode) -> str:
        if isinstance(node, ox.NamedNode):
            return node.value
        if not self._has_anonymous or not _ANONYMOUS.fullmatch(node.value):
            return self._scope + node.value
        if node.value not in self._anonymous:
            self._count += 1
            self._anonymous[node.value] = f"{self._scope}anonymous{self._count}"
            if len(self._anonymous) > _REMEMBERED:
                self._anonymous.popitem(last=False)
        return self._anonymous[node.value]
