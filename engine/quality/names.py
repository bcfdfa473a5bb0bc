"""Names that are none."""

import re
from collections.abc import Iterator

from ..counted import counted_of
from ..store.schema import GIVEN
from .fault import Fault
from .graph import LintedGraph
from .strictness import strictness

_SORTS = {
    "is blank": re.compile(r"\s*"),
    "is an address": re.compile(r"\s*(?:https?|ftp|file|urn|mailto):\S+\s*|\s*www\.\S+\s*", re.IGNORECASE),
    "is an identifier": re.compile(
        r"/?[mg][./]\w+|[QP]\d{2,}|[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|_:\w+"
    ),
    "stands for nothing": re.compile(
        r"\s*(?:n/?a|none|null|nil|nan|unknown|undefined|unnamed|untitled|tbd|todo|test|[-?.*_]+)\s*",
        re.IGNORECASE,
    ),
    "holds marks of a markup": re.compile(r"(?s).*(?:</?[a-z]+[^<>]*>|&(?:amp|lt|gt|quot|#\d+);).*"),
    "was read in a wrong encoding": re.compile(r"(?s).*(?:Ã[\x80-\xbf]|â\x80|\ufffd).*"),
    "holds control characters": re.compile(r"(?s).*[\x00-\x08\x0b-\x1f\x7f-\x9f].*"),
}
"""What a name may be, by the pattern of the whole of it; the first that fits is told."""


def bad_names(graph: LintedGraph, least: float) -> Iterator[Fault]:
    """Names that are blank, an address, an identifier, a word for nothing, markup or wrongly decoded.

    That names are no such thing is itself a regularity of the graph, so that one of web pages is let be.
    """
    columns = (graph.view.entities[column].to_pylist() for column in ("id", "name", "name_rank"))
    found: dict[str, list[tuple[int, str]]] = {}
    named = 0
    for node, (id, name, rank) in enumerate(zip(*columns, strict=True)):
        if name is None or (rank < GIVEN and name == id):
            continue  # nameless, or told by its id alone
        named += 1
        if sort := next((sort for sort, pattern in _SORTS.items() if pattern.fullmatch(name)), None):
            found.setdefault(sort, []).append((node, name))
    for sort, own in found.items():
        confidence = strictness(named, len(own), graph.error_rate)
        if confidence >= least:
            yield from (_fault(graph, sort, *one, named, len(own), confidence) for one in own)


def _fault(
    graph: LintedGraph,
    sort: str,
    node: int,
    name: str,
    named: int,
    many: int,
    confidence: float,
) -> Fault:
    id = graph.view.entities["id"][node].as_py()
    return Fault(
        "name",
        f"the name of {id} {sort}: {name!r}",
        f"{counted_of(named - many, named, 'name', 'does', 'do')} not",
        confidence,
        (("names", named), ("of this sort", many), ("P(strict)", round(confidence, 4))),
        nodes=(node,),
    )
