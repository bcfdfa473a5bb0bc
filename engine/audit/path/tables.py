"""Rows of a table, told by its heading: of "| H | T |" under "| Name | Mother |" that H's mother is T."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from ...grounding.readable import ReadableGraph
from ...reading.tokens import Tokens

_RELATION = re.compile(r"(?:relation(?:ship)?|predicate|edge|property|link)s?", re.IGNORECASE)

# "keeper of H", "H's keeper": what the first cell of each row is
_OF_ONE = re.compile(r"[a-z]+(?: [a-z]+)* of |.+['’]s [a-z]")


def told_rows(steps: Sequence[str], graph: ReadableGraph) -> dict[int, list[str]]:
    """For the places of rows under a heading what they say, cell by cell; the heading itself says nothing.

    A first row that begins with a name is no heading: "| H | mother | T |".
    """
    told: dict[int, list[str]] = {}
    numbered = enumerate(map(_cells, steps))
    for width, group in groupby(numbered, key=lambda row: len(row[1])):
        (place, heading), *others = group
        if width < 2 or not others or _is_of_facts(heading):
            continue
        named = _names(heading[0], graph)
        of_columns = any(_names(title, graph) for title in heading[1:])
        if named and not (
            all(_is_a_name(row[0], graph) for _, row in others)
            and (_OF_ONE.match(heading[0]) or (_tells_of_rows(heading[0], graph) and not of_columns))
        ):
            continue
        told[place] = []
        for place, row in others:
            told[place] = [f"{row[0]} is the {heading[0][0].lower()}{heading[0][1:]}"] if named else []
            told[place] += _told(heading, row, of_columns)
    return told


def _is_of_facts(heading: Sequence[str]) -> bool:
    """Whether a heading names the parts of a fact, which each row is then: "| Head | Relation | Tail |"."""
    return any(_RELATION.fullmatch(title) for title in heading)


def _names(cell: str, graph: ReadableGraph) -> bool:
    plain, _ = graph.finder.named(Tokens.of(cell))
    return bool(plain)


def _tells_of_rows(cell: str, graph: ReadableGraph) -> bool:
    """Whether a heading says what all things under it are: "Ward covered by Ann Hill"."""
    plain, _ = graph.finder.named(Tokens.of(cell))
    return bool(plain) and plain[0].start > 1


def _is_a_name(cell: str, graph: ReadableGraph) -> bool:
    """Whether a cell holds a name and nothing else."""
    tokens = Tokens.of(cell)
    plain, doubtful = graph.finder.named(tokens)
    return any((hit.start, hit.end) == (0, len(tokens.normal)) for hit in (*plain, *doubtful))


def _cells(step: str) -> list[str]:
    if not step.startswith("|") and not step.endswith("|"):
        return []
    return [cell.strip() for cell in step.strip("|").split("|")]


def _told(heading: Sequence[str], row: Sequence[str], of_columns: bool) -> Iterator[str]:
    """What a row says of its first cell; or, where things stand in the heading, of each of those."""
    for title, cell in zip(heading[1:], row[1:], strict=True):
        if of_columns:
            yield f"{title}'s {row[0].lower()} is {cell}"
        else:
            yield f"{row[0]}'s {title.lower()} is {cell}"
