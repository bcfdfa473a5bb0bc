"""Where a chain's path leads: does it start from the question's topic, is it what was asked, is it answered?

Reference: Direct Evaluation of CoT, Section 3.1 for the kinds of errors.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...reading.tokens import Tokens
from ...terms import Triple
from ..judging import ParsedChain
from .answers import answer_nodes, gold_nodes, is_judgement, says_the_same
from .chaining import ChosenPath
from .graph import ReadableGraph

Nodes = frozenset[int]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a row tells about its question, as nodes of the graph.

    Attributes:
        topic: what the question asks from: the row's topic, without one all that the question names.
        named: what the question names; empty where the row tells both topic and answers.
        gold: the gold answers.
        gold_paths: of each gold path, the pairs of nodes that its facts join.
    """

    topic: Nodes
    named: Nodes
    gold: Nodes
    gold_paths: tuple[tuple[frozenset[int], ...], ...]

    @classmethod
    def of(cls, parsed: ParsedChain, graph: ReadableGraph) -> "Asked":
        chain = parsed.chain
        paths = (_pairs(path, graph) for path in chain.gold_paths)
        told = bool(chain.topic and chain.gold_answers)
        named = frozenset() if told else named_nodes(chain.question, graph)
        return cls(
            topic=gold_nodes(chain.topic, graph) if chain.topic else named,
            named=named,
            gold=gold_nodes(chain.gold_answers, graph),
            gold_paths=tuple(path for path in paths if path),
        )


def named_nodes(question: str, graph: ReadableGraph) -> Nodes:
    """What a question names, written out."""
    plain, _ = graph.finder.named(Tokens.of(question))
    return frozenset(node for hit in plain for node in hit.nodes)


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
    implied: a gold answer that the path leads to without calling it the answer.
    """

    from_topic: bool
    as_asked: bool
    goal: int | None
    answer: tuple[int, ...]
    answered: bool | None
    implied: int | None = None


def find_route(parsed: ParsedChain, asked: Asked, path: ChosenPath, graph: ReadableGraph) -> Route:
    """Compare a path, all of whose claims hold and connect, with the question."""
    visited = path.visited
    goal = _goal(path, asked)
    implied = goal if parsed.answer is None and goal in asked.gold else None
    answer: tuple[int, ...] = () if implied is None else (implied,)
    if parsed.answer is not None:
        answer = answer_nodes(parsed.answer, graph, [*visited, *sorted(asked.topic)])
    return Route(
        from_topic=not asked.topic or bool(asked.topic & visited),
        as_asked=_is_as_asked(asked, path, goal, bool(_is_gold(parsed, asked, answer))),
        goal=goal,
        answer=answer,
        answered=True if implied is not None else _is_answered(parsed, asked, answer, path, goal, graph),
        implied=implied,
    )


def _goal(path: ChosenPath, asked: Asked) -> int | None:
    """Where a path leads; one that leads back to what the question names was walked towards it.

    One that begins and ends with such things leads to what the last of its facts adds: "Inception stars A,
    Inception is by B" of "Which film with A is by B?"
    """
    told = asked.topic | asked.named
    if path.end not in told or path.start is None:
        return path.end
    last = path.supports[-1]
    other = last.second if last.first == path.end else last.first
    return other if path.start in told and other not in told else path.start


def _is_as_asked(asked: Asked, path: ChosenPath, goal: int | None, answered: bool) -> bool:
    """Whether a path holds a gold one, and leads to a gold answer or at least ends in one.

    A path that goes on beyond the gold one, to an answer of its own, answers another question.
    """
    if asked.gold_paths:
        walked = {frozenset({support.first, support.second}) for support in path.supports}
        if not any(all(pair in walked for pair in gold) for gold in asked.gold_paths):
            return False
    return not asked.gold or goal in asked.gold or (answered and bool(asked.gold_paths))


def _is_gold(parsed: ParsedChain, asked: Asked, answer: tuple[int, ...]) -> bool | None:
    """Whether an answer is a gold one; None without gold answers."""
    if parsed.answer is None or not parsed.chain.gold_answers:
        return None
    return bool(asked.gold & set(answer)) or says_the_same(parsed.answer, parsed.chain.gold_answers)


def _is_answered(
    parsed: ParsedChain,
    asked: Asked,
    answer: tuple[int, ...],
    path: ChosenPath,
    goal: int | None,
    graph: ReadableGraph,
) -> bool | None:
    """Whether the answer is a gold one; without gold answers, whether it is where the path leads.

    Where a path leads to several things in one way ("A directed B and C"), to one of them.
    """
    if parsed.answer is None or parsed.chain.gold_answers:
        return _is_gold(parsed, asked, answer)
    if is_comparison(parsed, graph) or goal is None:
        return None if goal is not None else True
    last = path.supports[-1]
    from_ = last.second if last.first == goal else last.first
    beside = {
        support.second if support.first == from_ else support.first
        for support in path.supports
        if support.join.relation == last.join.relation and from_ in (support.first, support.second)
    }
    return goal in answer or not beside.isdisjoint(answer)


def is_comparison(parsed: ParsedChain, graph: ReadableGraph) -> bool:
    """Whether the answer is a judgement on facts, or one of the things that the question offers."""
    if parsed.answer is None:
        return False
    if is_judgement(parsed.answer):
        return True
    named = named_nodes(parsed.chain.question, graph)
    return len(named) > 1 and not named.isdisjoint(answer_nodes(parsed.answer, graph, sorted(named)))
