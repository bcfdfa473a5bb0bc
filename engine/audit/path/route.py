"""Where a chain's path leads: does it start from the question's topic, is it what was asked, is it answered?

Reference: Direct Evaluation of CoT, Section 3.1 for the kinds of errors.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...terms import Triple
from ..judging import ParsedChain
from .answers import answer_nodes, gold_nodes, says_the_same
from .chaining import ChosenPath
from .graph import ReadableGraph

Nodes = frozenset[int]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a row tells about its question, as nodes of the graph."""

    topic: Nodes
    gold: Nodes
    gold_paths: tuple[tuple[frozenset[int], ...], ...]
    """Of each gold path, the pairs of nodes that its facts join."""

    @classmethod
    def of(cls, parsed: ParsedChain, graph: ReadableGraph) -> "Asked":
        chain = parsed.chain
        paths = (_pairs(path, graph) for path in chain.gold_paths)
        return cls(
            topic=gold_nodes(chain.topic, graph),
            gold=gold_nodes(chain.gold_answers, graph),
            gold_paths=tuple(path for path in paths if path),
        )


def _pairs(path: Sequence[Triple], graph: ReadableGraph) -> tuple[frozenset[int], ...]:
    """The pairs of nodes that a path joins; none when the graph lacks one of them."""
    pairs: list[frozenset[int]] = []
    for triple in path:
        head, tail = graph.ids.get(triple.head), graph.ids.get(triple.tail)
        if head is None or tail is None:
            return ()
        pairs.append(frozenset({head, tail}))
    return tuple(pairs)


@dataclass(frozen=True, slots=True)
class Route:
    """Attributes:
    from_topic: the path touches the topic; True when no topic is known.
    as_asked: the path is one that answers the question; True when that cannot be told.
    goal: the node that the path leads to, seen from the topic; None without a path.
    answer: the nodes that the answer may mean.
    answered: the answer is right; None when it cannot be told.
    """

    from_topic: bool
    as_asked: bool
    goal: int | None
    answer: tuple[int, ...]
    answered: bool | None


def find_route(parsed: ParsedChain, asked: Asked, path: ChosenPath, graph: ReadableGraph) -> Route:
    """Compare a path, all of whose claims hold and connect, with the question."""
    visited = path.visited
    goal = path.start if path.end in asked.topic and path.start is not None else path.end
    answer: tuple[int, ...] = ()
    if parsed.answer is not None:
        answer = answer_nodes(parsed.answer, graph, [*visited, *sorted(asked.topic)])
    answered = _is_answered(parsed, asked, answer, goal)
    return Route(
        from_topic=not asked.topic or bool(asked.topic & visited),
        as_asked=_is_as_asked(asked, path, goal, bool(answered)),
        goal=goal,
        answer=answer,
        answered=answered,
    )


def _is_as_asked(asked: Asked, path: ChosenPath, goal: int | None, answered: bool) -> bool:
    """Whether a path holds a gold one, and leads to a gold answer or at least ends in one.

    A path that goes on beyond the gold one, to an answer of its own, answers another question.
    """
    if asked.gold_paths:
        walked = {frozenset({support.first, support.second}) for support in path.supports}
        if not any(all(pair in walked for pair in gold) for gold in asked.gold_paths):
            return False
    return not asked.gold or goal in asked.gold or (answered and bool(asked.gold_paths))


def _is_answered(parsed: ParsedChain, asked: Asked, answer: tuple[int, ...], goal: int | None) -> bool | None:
    """Whether the answer is a gold one; without gold answers, whether it is where the path leads."""
    if parsed.answer is None:
        return None
    if parsed.chain.gold_answers:
        return bool(asked.gold & set(answer)) or says_the_same(parsed.answer, parsed.chain.gold_answers)
    return goal is None or goal in answer
