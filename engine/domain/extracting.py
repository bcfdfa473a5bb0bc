"""What a question names, without a model: names of the graph, and what else stands where names stand.

A name that the graph does not have is what is left of the text once the graph's names, the words of its
relations and types, and the words of which questions are made are taken out.

Reference: A Reasoning-Based Evaluation Framework for Knowledge Graph-Augmented LLMs, Section 3.1, which
leaves this to a chat model.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...ext.words import NameHit
from ..language.function_words import words_of
from ..language.tokens import POSSESSIVE, Tokens
from .graph import DomainGraph

# General English of which questions and instructions are made.
_ASKING = frozenset(
    """
    answer answers choose correct false following given identifier identifiers id ids incorrect is list listed
    ontology option options out pick question respectively select statement true using wrong
    """.split()
)
_WITHIN = frozenset("-'’/+")  # marks that stand within a name
_AROUND_IDS = ".,;()[]\"'?"


@dataclass(frozen=True, slots=True)
class NamedText:
    """Words of a question that name something.

    Attributes:
        text: as it stands there.
        parts: the names of the graph of which all of it is made, where it is several in a row; else ().
    """

    text: str
    parts: tuple[str, ...] = ()


def named_texts(text: str, graph: DomainGraph) -> list[NamedText]:
    """What a text names, from left to right, each once."""
    words, ids = _without_ids(text, graph)
    tokens = Tokens.of(" ".join(words))
    plain, doubtful = graph.readable.finder.named(tokens)
    hits = sorted([*plain, *(hit for hit in doubtful if hit.end - hit.start > 1)])
    hits = [hit for hit in hits if not _is_wording(tokens.normal[hit.start : hit.end], graph)]
    runs = (_named(tokens, start, end, hits) for start, end in _runs(tokens, hits, graph))
    found = {one.text.casefold(): one for one in (*runs, *map(NamedText, ids))}
    return list(found.values())


def _is_wording(words: Sequence[str], graph: DomainGraph) -> bool:
    """Whether a name of the graph rather is of the question's wording: "disease", "is a"."""
    return all(not word or word in words_of("empty") or word in graph.type_words for word in words)


def _without_ids(text: str, graph: DomainGraph) -> tuple[list[str], list[str]]:
    """The words of a text, with a comma for each that is written like an id of the graph, and these.

    "DOID:1234" is like one whether or not the graph has it.
    """
    words, ids = [], []
    for word in text.split():
        bare = word.strip(_AROUND_IDS)
        is_id = bare in graph.readable.ids or graph.is_like_an_id(bare)
        words.append(word.replace(bare, ",") if is_id else word)
        ids += [bare] * is_id
    return words, ids


def _named(tokens: Tokens, start: int, end: int, hits: Sequence[NameHit]) -> NamedText:
    inside = [hit for hit in hits if start <= hit.start and hit.end <= end]
    written = tokens.written(start, end)
    if len(inside) < 2 or sum(hit.end - hit.start for hit in inside) < end - start:
        return NamedText(written)
    return NamedText(written, tuple(tokens.written(hit.start, hit.end) for hit in inside))


def _runs(tokens: Tokens, hits: Sequence[NameHit], graph: DomainGraph) -> Iterator[tuple[int, int]]:
    """Places `start` to `end` of what is named: names of the graph whole, and other words beside them."""
    named = [False] * len(tokens.normal)
    for hit in hits:
        named[hit.start : hit.end] = [True] * (hit.end - hit.start)
    start = 0
    while start < len(named):
        end = start
        while end < len(named) and (named[end] or _is_of_a_name(tokens, start, end, graph)):
            end += 1
        yield from _pieces(tokens, start, end, named, graph)
        while end < len(named) and not named[end] and not _is_of_a_name(tokens, end, end, graph):
            end += 1
        start = end


def _is_of_a_name(tokens: Tokens, start: int, at: int, graph: DomainGraph) -> bool:
    """Whether a word or mark can stand in a name that begins at `start`."""
    word = tokens.normal[at]
    if not word:
        return at > start and tokens.surface[at] in _WITHIN and at + 1 < len(tokens.normal)
    if word in graph.type_words:
        return at > start  # "Gene X", but "X disease"
    return not (
        word == POSSESSIVE or word in words_of("empty") or word in _ASKING or word in graph.label_words
    )


def _pieces(
    tokens: Tokens, start: int, end: int, named: Sequence[bool], graph: DomainGraph
) -> Iterator[tuple[int, int]]:
    """A run without the verbs beside the graph's names: "[X] triggers foo" is X and "foo"."""
    verbs = graph.readable.called_by.all
    if all(not named[at] and tokens.normal[at] in verbs for at in range(start, end)):
        return
    at = start
    while at < end:
        stop = at
        while stop < end and not _is_joint(tokens, stop, start, end, named, verbs):
            stop += 1
        if stop > at:
            yield at, stop
        at = stop + 1


def _is_joint(
    tokens: Tokens, at: int, start: int, end: int, named: Sequence[bool], verbs: frozenset[str]
) -> bool:
    if named[at] or tokens.normal[at] not in verbs:
        return False
    return (at > start and named[at - 1]) or (at + 1 < end and named[at + 1])
