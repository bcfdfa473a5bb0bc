"""Paths and their edits, steps of beam searches, grounded claims, names in a text: the kernels."""

import gzip
import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from alignment import COSTS, chains_and_gold_paths, encoded, joined, scores_of_minineedle
from groundpath.engine.language.tokens import POSSESSIVE, Tokens
from groundpath.engine.linking.names_index import NameIndex
from groundpath.engine.store.view import GraphView
from groundpath.engine.terms import Triple
from groundpath.ext import beam, beam_py, grounding, grounding_py
from groundpath.ext.alignment import distances
from groundpath.ext.beams import Beams
from groundpath.ext.hops import Candidate
from groundpath.ext.paths import simple_paths
from paths import HOPS, columns_of, draw_pairs, networkx_graph, read
from racing import OURS, Field, Race, installed
from rapidfuzz import process
from rapidfuzz.distance import Indel

PAIRS = 6
SHORTEST, MOST_HOPS = 20, 6
CHAINS, LONGEST, CANDIDATES, BRANCHES = 5, 4, 20, 5  # as TRACE has them: R, L, K and b
LIKELY = 5


def races(data: Path) -> dict[str, Race]:
    fb15k237 = data / "fb15k237"
    facts = cache(lambda: read(fb15k237 / "triples.tsv.gz"))
    pairs = cache(lambda: list(chains_and_gold_paths(data / "cot_audit" / "dev.jsonl")))
    names = cache(lambda: [row.rstrip("\n").split("\t")[1] for row in _lines(fb15k237 / "names.tsv.gz")])
    graphs = [10_000 << n for n in range(5)] + [310_116]
    return {
        "paths": Race(
            f"all simple paths of up to {HOPS} hops, {PAIRS} pairs, directed",
            "facts",
            graphs,
            lambda size: _paths(facts(), size, directed=True),
            note="parallel facts make paths of their own, for all who run",
        ),
        "paths-undirected": Race(
            f"all simple paths of up to {HOPS} hops, {PAIRS} pairs, undirected",
            "facts",
            graphs,
            lambda size: _paths(facts(), size, directed=False),
        ),
        "shortest": Race(
            f"the {SHORTEST} shortest simple paths (groundpath: of up to {MOST_HOPS} hops), {PAIRS} pairs",
            "facts",
            graphs,
            lambda size: _shortest(facts(), size),
            note="compared by their lengths: among equals each has an order of its own",
        ),
        "alignment": Race(
            "edit distance of a chain to a gold path (2 to 6 triples), a batch",
            "pairs",
            [250 << n for n in range(11)],
            lambda size: _edits(random.Random(0).choices(pairs(), k=size)),
        ),
        "alignment-long": Race(
            "edit distance of two long paths, 200 pairs",
            "triples a path",
            [10 << n for n in range(8)],
            lambda size: _edits(_long(pairs(), size)),
        ),
        "scores": Race(
            "Needleman-Wunsch score of a chain and a gold path (2 to 6 triples), a batch",
            "pairs",
            [250 << n for n in range(8)],
            lambda size: _scores(random.Random(0).choices(pairs(), k=size)),
        ),
        "scores-long": Race(
            "Needleman-Wunsch score of two long paths, 200 pairs",
            "triples a path",
            [10 << n for n in range(8)],
            lambda size: _scores(_long(pairs(), size)),
        ),
        "beam": Race(
            f"a step of {CHAINS} chains, {CANDIDATES} candidates each, 50 questions",
            "facts a question",
            [30 << n for n in range(9)],
            lambda size: _steps(CHAINS, size),
            same=_same_chains,
        ),
        "beam-wide": Race(
            f"a step of many chains, {CANDIDATES} candidates each of 240 facts, 50 questions",
            "chains",
            [5 << n for n in range(6)],
            lambda size: _steps(size, 240),
            same=_same_chains,
        ),
        "grounding": Race(
            f"the best path through the facts of claims, {LIKELY} candidates each, 5 chains",
            "claims",
            [5 << n for n in range(6)],
            _groundings,
        ),
        "names": Race(
            "all names of 14,541 entities in a text",
            "characters",
            [1_000 << n for n in range(11)],
            lambda size: _names(names(), size),
            note="pyahocorasick finds all matches; keeping whole words and the longest is Python",
        ),
    }


def _lines(file: Path) -> list[str]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return list(lines)


# -- paths


def _graph(facts: list[Triple], size: int, *, directed: bool) -> tuple[nx.MultiGraph, GraphView, list[Any]]:
    """Some of the facts, drawn evenly; pairs of their entities, half of them joined."""
    some = sorted(random.Random(0).sample(facts, min(size, len(facts))))
    graph = networkx_graph(some, directed=directed)
    return graph, GraphView.of(columns_of(some)), list(draw_pairs(graph, PAIRS, random.Random(1)))


def _paths(facts: list[Triple], size: int, *, directed: bool) -> Field:
    graph, view, pairs = _graph(facts, size, directed=directed)
    onward, backward = (view.outgoing, view.incoming) if directed else (view.both, view.both)
    ends = [(view.node(source), view.node(target)) for source, target in pairs]

    def ours() -> list[int]:
        found = (simple_paths(onward, backward, *pair, max_hops=HOPS) for pair in ends)
        return [sum(map(len, paths)) for paths in found]

    def networkx() -> list[int]:
        return [sum(1 for _ in nx.all_simple_paths(graph, *pair, cutoff=HOPS)) for pair in pairs]

    return {OURS: ours, "networkx": networkx} | _path_peers(graph, pairs)


def _path_peers(graph: nx.MultiGraph, pairs: list[Any]) -> dict[str, Callable[[], list[int]]]:
    place = {node: i for i, node in enumerate(graph)}
    edges = [(place[head], place[tail]) for head, tail in graph.edges()]
    ends = [(place[source], place[target]) for source, target in pairs]
    peers: dict[str, Callable[[], list[int]]] = {}
    if installed("igraph"):
        import igraph

        other = igraph.Graph(n=len(place), edges=edges, directed=graph.is_directed())
        peers["igraph"] = lambda: [len(other.get_all_simple_paths(s, t, maxlen=HOPS)) for s, t in ends]
    if installed("rustworkx"):
        import rustworkx

        third = rustworkx.PyDiGraph() if graph.is_directed() else rustworkx.PyGraph()
        third.add_nodes_from(list(place))
        third.add_edges_from_no_data(edges)
        peers["rustworkx"] = lambda: [
            len(rustworkx.all_simple_paths(third, s, t, cutoff=HOPS + 1)) for s, t in ends
        ]
    return peers


def _shortest(facts: list[Triple], size: int) -> Field:
    graph, view, pairs = _graph(facts, size, directed=True)
    ends = [(view.node(source), view.node(target)) for source, target in pairs]

    def ours() -> list[list[int]]:
        found = (
            simple_paths(view.outgoing, view.incoming, *pair, max_hops=MOST_HOPS, limit=SHORTEST)
            for pair in ends
        )
        return [[rows.shape[1] for rows in paths for _ in rows] for paths in found]

    if not installed("igraph"):
        return {OURS: ours}
    import igraph

    place = {node: i for i, node in enumerate(graph)}
    edges = [(place[head], place[tail]) for head, tail in graph.edges()]
    other = igraph.Graph(n=len(place), edges=edges, directed=True)
    numbers = [(place[source], place[target]) for source, target in pairs]

    def theirs() -> list[list[int]]:
        found = (other.get_k_shortest_paths(s, t, k=SHORTEST, output="epath") for s, t in numbers)
        return [sorted(len(path) for path in paths if len(path) <= MOST_HOPS) for paths in found]

    return {OURS: ours, "igraph": theirs}


# -- alignment


def _long(pairs: list[Any], size: int) -> list[Any]:
    rng = random.Random(0)
    long = []
    for _ in range(200):
        left: list[Triple] = []
        right: list[Triple] = []
        while len(left) < size:
            a, b = joined(pairs, rng)
            left, right = [*left, *a], [*right, *b]
        long.append((tuple(left[:size]), tuple(right[:size])))
    return long


def _edits(pairs: list[Any]) -> Field:
    left, right = encoded(pairs)
    letters: dict[Triple, str] = {}
    words = [
        ["".join(letters.setdefault(t, chr(0x100 + len(letters))) for t in path) for path in side]
        for side in zip(*pairs, strict=True)
    ]
    return {
        OURS: lambda: distances(left, right).tolist(),
        "rapidfuzz Indel": lambda: process.cpdist(*words, scorer=Indel.distance).tolist(),
    }


def _scores(pairs: list[Any]) -> Field:
    """Needleman and Wunsch's scores: match 1, mismatch -1, gap -1."""
    left, right = encoded(pairs)
    contestants: dict[str, Callable[[], list[int]]] = {
        OURS: lambda: (-distances(left, right, COSTS)).tolist()
    }
    if installed("Bio"):
        from Bio.Align import PairwiseAligner

        aligner = PairwiseAligner(match_score=1, mismatch_score=-1, open_gap_score=-1, extend_gap_score=-1)
        sides = [np.split(side.codes.astype(np.int32), side.offsets[1:-1].tolist()) for side in (left, right)]
        contestants["biopython"] = lambda: [int(aligner.score(a, b)) for a, b in zip(*sides, strict=True)]
    if installed("minineedle"):
        contestants["minineedle"] = lambda: scores_of_minineedle(pairs)
    return contestants


# -- beam search


def _steps(chains: int, facts: int) -> Field:
    """Fifty questions, in each of which chains of two facts go on; some facts say what others do."""
    rng = np.random.default_rng(0)
    steps = []
    for _ in range(50):
        places = np.full((chains, LONGEST), -1, np.int32)
        places[:, :2] = rng.permuted(np.tile(np.arange(facts, dtype=np.int32), (chains, 1)), axis=1)[:, :2]
        under_way = Beams(places, -rng.random(chains), np.zeros(chains, np.bool_))
        alike = rng.integers(0, 10 * facts, facts, dtype=np.int32)
        relevance = rng.random((chains, facts), np.float32)
        logs = np.log(rng.dirichlet(np.ones(CANDIDATES + 1), chains))
        steps.append((under_way, relevance, alike, logs))

    def taken(kernel: Any) -> list[Any]:
        found = []
        for under_way, relevance, alike, logs in steps:
            options = kernel.candidates(relevance, under_way.facts, alike, CANDIDATES)
            found.append(kernel.advance(under_way, options, logs, alike, BRANCHES, chains))
        return found

    return {OURS: lambda: taken(beam), "plain Python": lambda: taken(beam_py)}


def _same_chains(ours: list[Beams], theirs: list[Beams]) -> bool:
    pairs = (arrays for both in zip(ours, theirs, strict=True) for arrays in zip(*both, strict=True))
    return all(np.array_equal(one, other) for one, other in pairs)


# -- grounding


def _groundings(claims: int) -> Field:
    """Claims about half as many things as there are facts to choose from; some sentences make several."""
    rng = random.Random(0)
    nodes = range(LIKELY * claims // 2)

    def drawn() -> Candidate:
        return Candidate(rng.random(), *rng.sample(nodes, 2), rng.randrange(3), rng.choice((1, -1)))

    chains = [
        (
            [[drawn() for _ in range(LIKELY)] for _ in range(claims)],
            frozenset({0}),
            sorted(rng.randrange(claims) for _ in range(claims)),
            frozenset({0, 1}),
        )
        for _ in range(5)
    ]
    return {
        OURS: lambda: [grounding.ground(*chain) for chain in chains],
        "plain Python": lambda: [grounding_py.ground(*chain) for chain in chains],
    }


# -- names


def _names(names: list[str], size: int) -> Field:
    rng, said = random.Random(0), []
    while sum(map(len, said)) < size:
        said.append(f"{rng.choice(names)} was once related to the {rng.choice(names)}. ")
    tokens, index = Tokens.of("".join(said)), NameIndex(names)

    def ours() -> list[tuple[int, ...]]:
        return [hit.nodes for hit in index.find(tokens) if not hit.by_other_name]

    if not installed("ahocorasick"):
        return {OURS: ours}
    import ahocorasick

    automaton = ahocorasick.Automaton()
    for key in set(index.keys) - {""}:
        automaton.add_word(key, (len(key), index.named(key)))
    automaton.make_automaton()
    normal = " ".join("s" if word == POSSESSIVE else word for word in tokens.normal if word)
    return {OURS: ours, "pyahocorasick": lambda: _longest_whole(automaton.iter(normal), f"{normal} ")}


def _longest_whole(
    matches: Iterable[tuple[int, tuple[int, tuple[int, ...]]]], text: str
) -> list[tuple[int, ...]]:
    """Of all matches those of whole words that begin first, and of those the longest: their nodes."""
    whole: dict[int, tuple[int, tuple[int, ...]]] = {}
    for end, known in matches:
        start = end + 1 - known[0]
        if text[end + 1] == " " and (not start or text[start - 1] == " "):
            whole[start] = known  # of those that begin there the longest ends last
    kept, reached = [], 0
    for start in sorted(whole):
        if start >= reached:
            length, nodes = whole[start]
            kept.append(nodes)
            reached = start + length
    return kept
