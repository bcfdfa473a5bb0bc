"""Which true/false statements of BiomixQA a SPOKE-style graph states, read off its tables alone.

Shares no code with the judge, so that it can serve as its ceiling.
"""

import re
from collections import defaultdict
from pathlib import Path

import networkx as nx

_PATTERNS = {
    "gene": r"(?P<one>.+) (?:associates|is not associated with) Gene (?P<other>.+)",
    "variant": r"Variant (?P<one>\S+) associates (?P<other>.+)",
    "identifier": r"Disease ontology identifier for (?P<one>.+) is (?P<other>DOID:\d+)",
    "treats": r"(?P<one>.+) treats (?P<other>.+)",
    "is_a": r"(?P<one>.+?) is (?:not )?an? (?P<other>.+)",
}


class Reached:
    """Names and edges of the tables."""

    def __init__(self, folder: Path) -> None:
        self._nodes: dict[str, set[str]] = defaultdict(set)
        self._edges: set[frozenset[str]] = set()
        self._kinds = nx.DiGraph()
        for line in (folder / "nodes.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            id, _, name, synonyms = line.split("\t")
            for known in (id, name, *synonyms.split("|")):
                self._nodes[_key(known)].add(id)
        for line in (folder / "edges.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            source, relation, target, *_ = line.split("\t")
            if relation == "is_a":
                self._kinds.add_edge(source, target)
            else:
                self._edges.add(frozenset({source, target}))

    def of(self, statement: str) -> tuple[str, bool]:
        """The kind of a statement, and whether the graph states what it asserts or denies.

        An identifier counts when the graph has the disease under a name: it then knows its identifier.
        """
        for kind, pattern in _PATTERNS.items():
            if found := re.fullmatch(pattern, statement):
                ones, others = (self._nodes[_key(found[end])] for end in ("one", "other"))
                return kind, any(self._join(kind, one, other) for one in ones for other in others or {""})
        raise ValueError(f"{statement!r} is of no known kind")

    def _join(self, kind: str, one: str, other: str) -> bool:
        if kind == "identifier":
            return one.startswith("DOID:")
        if kind == "is_a":
            return one in self._kinds and other in self._kinds and nx.has_path(self._kinds, one, other)
        return any(frozenset({one, below}) in self._edges for below in self._below(other)) or any(
            frozenset({below, other}) in self._edges for below in self._below(one)
        )

    def _below(self, node: str) -> set[str]:
        """A node and all that are kinds of it."""
        return {node} | (nx.ancestors(self._kinds, node) if node in self._kinds else set())


def _key(name: str) -> str:
    """A name without case and punctuation."""
    return " ".join(re.findall(r"\w+", name.casefold()))
