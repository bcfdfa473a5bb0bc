"""Faults of relation, put into faithful chains: what then is said of two things is no fact of the graph.

Each takes one sentence that names both ends of a fact. `verb` and `antonym` say something else of them, and
`neighbour` another relation of the graph; `direction` has the two change places; `denial` and `hedge` keep
the sentence and take its assertion away.
"""

import random
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from groundpath.engine.names import relation_label
from groundpath.engine.text.sentences import split_sentences

Row = dict[str, Any]
Facts = frozenset[tuple[str, str, str]]
KINDS = ("verb", "antonym", "neighbour", "direction", "denial", "hedge")
_ROWS = tomllib.loads(Path(__file__).with_name("seeded.toml").read_text("utf-8"))
_MARK = re.compile(r"^\s*(?:[-*•]|\(?\d+[.):]|Step \d+:|[A-Z][^:]{0,30}:)\s*")


class Said(NamedTuple):
    """A sentence of a chain that names both ends of a fact, as it writes them."""

    sentence: str
    fact: tuple[str, str, str]
    head: str
    tail: str


class Graph(NamedTuple):
    facts: Facts
    names: Mapping[str, Sequence[str]]

    def joined(self, head: str, tail: str) -> set[str]:
        return {r for h, r, t in self.facts if {h, t} == {head, tail}}


def graph_of(facts: Iterable[tuple[str, str, str]]) -> Graph:
    found = frozenset(facts)
    ids = {end for head, _, tail in found for end in (head, tail)}
    return Graph(found, {id: [id.replace("_", " ")] for id in ids})


def seeded(rows: Iterable[Row], graphs: Mapping[str, Graph], seed: int = 0) -> Iterator[tuple[str, Row]]:
    """Each kind of fault once in each faithful row that has room for it, with the kind."""
    for row in rows:
        if row["label"] != "faithful":
            continue
        graph, draw = graphs[row["kg"]], random.Random(f"{seed}:{row['id']}")
        if said := [found for found in _said(row, graph) if found.sentence in row["cot"]]:
            for kind in KINDS:
                one = draw.choice(said)
                if (sentence := _fault(kind, one, graph, draw)) is not None:
                    yield kind, row | {"cot": row["cot"].replace(one.sentence, sentence, 1), "seeded": kind}


def _said(row: Row, graph: Graph) -> Iterator[Said]:
    stated = [tuple(triple) for step in row.get("steps", ()) for triple in step["triples"]]
    stated = stated or [tuple(triple) for path in row["gold_paths"] for triple in path]
    sentences = [s for line in row["cot"].splitlines() for s in split_sentences(_MARK.sub("", line))]
    for fact in dict.fromkeys(stated):
        for sentence in sentences:
            head, tail = (_written(graph.names.get(end, [end]), sentence) for end in (fact[0], fact[2]))
            if head and tail and head != tail:
                yield Said(sentence, fact, head, tail)


def _written(names: Sequence[str], sentence: str) -> str | None:
    for name in names:
        words = r"\W+".join(map(re.escape, re.findall(r"\w+", name)))
        if words and (found := re.search(rf"(?<!\w){words}(?!\w)", sentence, re.IGNORECASE)):
            return found[0]
    return None


def _fault(kind: str, said: Said, graph: Graph, draw: random.Random) -> str | None:
    match kind:
        case "verb":
            return _filled(draw.choice(_ROWS["verbs"]), said)
        case "antonym":
            return _antonym(said, draw)
        case "neighbour":
            return _neighbour(said, graph, draw)
        case "direction":
            return _turned(said, graph)
    return draw.choice(_ROWS["denials" if kind == "denial" else "hedges"]).removesuffix("S") + _lowered(said)


def _filled(pattern: str, said: Said) -> str:
    return re.sub(r"\b[HT]\b", lambda found: said.head if found[0] == "H" else said.tail, pattern)


def _antonym(said: Said, draw: random.Random) -> str | None:
    known = [word for word in relation_label(said.fact[1]).split() if word in _ROWS["antonyms"]]
    return _filled(draw.choice(_ROWS["antonyms"][known[0]]), said) if known else None


def _neighbour(said: Said, graph: Graph, draw: random.Random) -> str | None:
    """By the label of a relation that one of the two has to something else, and that does not join them."""
    head, relation, tail = said.fact
    near = {r for h, r, t in graph.facts if head == h or tail == t} - graph.joined(head, tail)
    own = set(relation_label(relation).split())
    labels = sorted(label for label in map(relation_label, near) if own.isdisjoint(label.split()))
    return f"{said.head}'s {draw.choice(labels)} is {said.tail}." if labels else None


def _turned(said: Said, graph: Graph) -> str | None:
    head, relation, tail = said.fact
    if (
        not set(_ROWS["symmetric"]).isdisjoint(relation_label(relation).split())
        or (tail, relation, head) in graph.facts
    ):
        return None
    names = {said.head: said.tail, said.tail: said.head}
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    turned, places = re.subn(rf"(?<!\w)(?:{either})(?!\w)", lambda found: names[found[0]], said.sentence)
    return turned if places == 2 else None


def _lowered(said: Said) -> str:
    """The sentence as it stands behind "that": names keep their capital."""
    first = said.sentence.split(maxsplit=1)[0]
    is_name = any(first.casefold() in name.casefold() for name in (said.head, said.tail))
    return said.sentence if is_name else said.sentence[:1].lower() + said.sentence[1:]
