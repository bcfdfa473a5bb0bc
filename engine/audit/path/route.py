"""Where a chain's path leads: does it start from the question's topic, is it what was asked, is it answered?

Reference: Direct Evaluation of CoT, Section 3.1 for the kinds of errors.
"""

import re
from collections.abc import Collection
from itertools import chain, takewhile
from typing import NamedTuple

from ...reading.numbers import NUMBER_WORDS
from ...reading.plans import is_conclusion
from ...reading.tokens import Tokens, name_key
from ..judging import ParsedChain
from .agreement import akin
from .answers import (
    answer_nodes,
    asks_for_a_count,
    is_judgement,
    is_number,
    listed_nodes,
    number_in,
    says_the_same,
)
from .asked import Asked, of_named
from .chaining import ChosenPath
from .comparing import are_compared, asks_for_the_utmost, comparison, looks_through
from .ending import last_sentence

_WHO = re.compile(r"\W*(?:(?:by|of|to|for|with) )?whom?\b(?!.*\b(?:when|how|what|which)\b)", re.IGNORECASE)
_HOW_MANY = re.compile(
    r"\W*(?:(?:in|during|by|since) )?(?:which|what) year\b"
    r"|\W*how (?:many|much|old|tall|deep|long|high|far|wide)\b",
    re.IGNORECASE,
)


class Route(NamedTuple):
    """Attributes:
    from_topic: the path touches the topic, or else what the question names; True when no topic is known.
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


def find_route(parsed: ParsedChain, asked: Asked, path: ChosenPath, remarks: int = 0) -> Route:
    """Compare a path, all of whose claims hold and connect, with the question.

    Args:
        remarks: how many of its last facts only say more of what the one before them leads to: "H answers to
            T, who runs the desk".
    """
    goal = _goal(path, asked)
    answer: tuple[int, ...] = ()
    if parsed.answer is not None:
        answer = answer_nodes(parsed.answer, asked.graph, [*path.visited, *sorted(asked.topic)])
    implied = _implied(parsed, asked, goal)
    if implied is not None:
        answer = (implied,)
    answered = True if implied is not None else _is_gold(parsed, asked, answer, path)
    return Route(
        from_topic=not asked.topic or _touches(path, asked) or (answered is True and _is_of_it(path, asked)),
        as_asked=_is_as_asked(asked, path, goal, bool(answered)) and not _is_no_such_kind(asked, answer),
        goal=goal,
        answer=answer,
        answered=answered
        if parsed.chain.gold_answers or parsed.answer is None
        else _is_reached(parsed.answer, asked, answer, path, goal, remarks),
        implied=implied,
    )


def _touches(path: ChosenPath, asked: Asked) -> bool:
    """Whether a path comes by what is asked about, or by a node without a name that is of it: its degree."""
    if asked.topic & path.visited or asked.named & path.visited:
        return True
    unnamed = path.visited & asked.graph.nameless
    return any(not asked.topic.isdisjoint(asked.graph.neighbours(node)) for node in unnamed)


def _is_of_it(path: ChosenPath, asked: Asked) -> bool:
    """Whether a path is told of several things that are looked through: "H has two towns. …"."""
    if not (path.supports and looks_through(asked.question.text)):
        return False
    beside = {other for node in asked.topic for other in asked.graph.neighbours(node)}
    return not any(map(beside.isdisjoint, path.parts))


def _goal(path: ChosenPath, asked: Asked) -> int | None:
    """Where a path leads; one that leads back to what the question names was walked towards it.

    One that begins and ends with such things leads to what the last of its facts adds: "Inception stars A,
    Inception is by B" of "Which film with A is by B?"
    """
    if path.start is None:
        return path.end
    last = path.supports[-1]
    other = last.second if last.first == path.end else last.first
    if _is_turned(path) and other not in asked.known:
        return other  # the same is said once more, from its end: "T is the wife of H"
    if path.end not in asked.known:
        return path.end
    given = asked.known | asked.graph.nameless
    return other if path.start in asked.known and other not in given else path.start


def _is_turned(path: ChosenPath) -> bool:
    """Whether the last fact of a path is the one before it, said from its other end."""
    if len(path.supports) < 2:
        return False
    before, last = path.supports[-2:]
    return before.join.fact == last.join.fact and before.first == last.second == path.end


def _implied(parsed: ParsedChain, asked: Asked, goal: int | None) -> int | None:
    """A gold answer that a chain gives without the word: it leads there, or its last sentence names it."""
    if parsed.answer is not None or not asked.gold:
        return None
    named = asked.named_last(parsed.steps)
    said = next((node for node in named if node in asked.gold), None)
    concludes = is_conclusion(Tokens.of(last_sentence(parsed.steps)))
    if said is None and goal in asked.gold and not (named and concludes):
        return goal
    return said


def _is_as_asked(asked: Asked, path: ChosenPath, goal: int | None, answered: bool) -> bool:
    """Whether a path holds a gold one, and leads to a gold answer or at least ends in one.

    A path that goes on beyond the gold one, to an answer of its own, answers another question. Where no gold
    path is known, it is enough that the path comes by a gold answer.
    """
    if not (asked.gold_paths or asked.gold) and _strays(asked, path):
        return False
    walked = of_named((support.ends for support in path.supports), asked.graph.nameless)
    if asked.gold_paths and not any(map(walked.issuperset, asked.gold_paths)):
        return False
    if not asked.gold or goal in asked.gold or (asked.gold_paths and path.end in asked.gold):
        return True  # the last where a path leads back to what the question names
    return answered if asked.gold_paths else not asked.gold.isdisjoint(path.visited)


def _strays(asked: Asked, path: ChosenPath) -> bool:
    """Whether a path leaves what it has come by otherwise than the question says, where the graph has that.

    "Where was the commander of H born?" is not answered by a member of its crew, where the graph states its
    commander. Without gold paths and answers, nothing else tells.
    """
    used = {support.join.relation for support in path.supports}
    reached = set(asked.known)
    for support in path.supports:
        relation = asked.graph.relations[support.join.relation]
        said = support.join.relation in asked.meant or any(
            akin(one, other) for one in relation.stems for other in asked.stems
        )
        for node in support.ends & reached:
            passed = {kind for kind, _ in asked.graph.relations_at(node)} & asked.relations - used
            if passed and not said:
                return True
        reached |= support.ends
    return False


def _is_no_such_kind(asked: Asked, answer: tuple[int, ...]) -> bool:
    """Whether a question who is answered by a number, or one of a year or how many by what has none."""
    if not answer or asked.gold:
        return False
    if _WHO.match(asked.question.text):
        return all(map(asked.graph.is_number, answer))
    if _HOW_MANY.match(asked.question.text):
        return all(map(_has_no_number, map(asked.graph.name, answer)))
    return False


def _has_no_number(name: str) -> bool:
    return not any(map(str.isdigit, name)) and NUMBER_WORDS.isdisjoint(name_key(name).split())


def _is_gold(parsed: ParsedChain, asked: Asked, answer: tuple[int, ...], path: ChosenPath) -> bool | None:
    """Whether an answer is a gold one; None without gold answers.

    Of several things that it lists each must be one, or lead to one in the path.
    """
    if parsed.answer is None or not parsed.chain.gold_answers:
        return None
    listed = listed_nodes(parsed.answer, asked.graph, path.visited)
    right = asked.gold.intersection(chain(answer, *listed))
    if not (right and listed):
        return bool(right) or says_the_same(parsed.answer, parsed.chain.gold_answers)
    near = right.union(*(support.ends for support in path.supports if not right.isdisjoint(support.ends)))
    each = not any(map(near.isdisjoint, listed))
    return each or says_the_same(parsed.answer, parsed.chain.gold_answers)


def _is_reached(
    text: str,
    asked: Asked,
    answer: tuple[int, ...],
    path: ChosenPath,
    goal: int | None,
    remarks: int,
) -> bool | None:
    """Whether an answer is what the facts of a path lead to, for a question without gold answers.

    It is where the path ends, or one of several things to which it leads in one way ("A directed B and C"),
    or their number; of a comparison what the facts say. Of several things that the question names, it may
    also be what stands between them, wherever the path ends.
    """
    if goal is None:
        return True
    is_year = is_number(text) and not path.visited.isdisjoint(answer)  # "1962", which a fact holds
    if is_number(text) and not is_year:
        counts = _counts(path)
        return number_in(text) in counts or (False if _is_counted(asked.question.text, counts) else None)
    if (is_judgement(text) and not is_year) or are_compared(answer, asked.compared):
        others = asked.named.difference(asked.compared)
        return comparison(asked.question.text, text, answer, asked.compared, others, path, asked.graph)
    if any(map(path.visited.isdisjoint, listed_nodes(text, asked.graph, path.visited))):
        return False
    nameless = asked.graph.nameless
    if goal in answer or not _beside(goal, path, nameless).isdisjoint(answer):
        return True
    if _names_several(text, asked, path):
        return True
    if remarks and any(_is_remarked_on(node, asked, path, remarks) for node in answer):
        return True
    last, given = path.supports[-1], asked.known | asked.hinted
    if last.second in answer and any(one.join.fact == last.join.fact for one in path.supports[:-1]):
        return True  # the way is told once more at the end: "H → T → A"
    if any(
        len(path.sides(node, given)) > 1 or _is_called(node, asked, path) or _more_is_told(node, asked, path)
        for node in answer
    ):
        return True
    if asks_for_the_utmost(asked.question.text):
        return None  # which of them it is the facts do not tell by themselves
    beside = any(
        not given.isdisjoint(support.ends)
        for support in path.supports
        if support.first in answer or support.second in answer
    )
    ends_there = not {last.first, last.second}.isdisjoint(answer)
    return beside and ends_there and len(given) > 1


def _is_called(node: int, asked: Asked, path: ChosenPath) -> bool:
    """Whether the last fact only says of what a path had led to what the question calls it.

    "Which capital lies on R?" is answered by "B lies on R. B is the capital of S."
    """
    *before, last = path.supports
    if not any(node in support.ends for support in before[-1:]):
        return False
    head, tail = (last.first, last.second) if last.join.forward > 0 else (last.second, last.first)
    meant = dict(asked.graph.relations[last.join.relation].senses)
    ways = [meant[sense] * forward for sense, forward in asked.role if sense in meant]
    return any(node == (tail if way > 0 else head) for way in ways if way)


def _more_is_told(node: int, asked: Asked, path: ChosenPath) -> bool:
    """Whether a path led to a thing as the question asks, and then only says more of it.

    "Who mentors H?" is answered by "H's mentor is A, the teacher of history."
    """
    of_it = list(takewhile(lambda support: node in support.ends, reversed(path.supports)))
    relations = (asked.graph.relations[support.join.relation] for support in of_it[1:])
    return any(sense in asked.sought for relation in relations for sense, _ in relation.senses)


def _is_remarked_on(node: int, asked: Asked, path: ChosenPath, remarks: int) -> bool:
    """Whether a path led to a thing of which its last facts say more, and nothing that was asked."""
    before, told = path.supports[:-remarks], path.supports[-remarks:]
    led = bool(before) and node in before[-1].ends
    return led and all(one.join.relation not in asked.meant and node in one.ends for one in told)


def _names_several(text: str, asked: Asked, path: ChosenPath) -> bool:
    """Whether an answer names several things, all on the path, and not only such as the question names."""
    tokens = Tokens.of(text)
    hits, _ = asked.graph.finder.named(tokens)
    mentions = asked.graph.finder.mentions(tokens, hits, sorted(path.visited))
    named = {one.nodes for one in mentions}
    new = [nodes for nodes in named if asked.known.isdisjoint(nodes)]
    return len(named) > 1 and bool(new) and not any(path.visited.isdisjoint(nodes) for nodes in named)


def _is_counted(question: str, counts: Collection[int]) -> bool:
    """Whether a question asks for a count, and the chain lists what is counted."""
    return asks_for_a_count(question) and max(counts, default=0) > 1


def _counts(path: ChosenPath) -> set[int]:
    """How many things a path leads to from one in one way, for each such."""
    ends: dict[tuple[int, int], set[int]] = {}
    for support in path.supports:
        ends.setdefault((support.join.relation, support.first), set()).add(support.second)
        ends.setdefault((support.join.relation, support.second), set()).add(support.first)
    return {len(found) for found in ends.values()}


def _beside(goal: int, path: ChosenPath, nameless: Collection[int]) -> set[int]:
    """What a path leads to in the way in which it leads to its goal, the goal among it.

    Over a node without a name ("H held T from 1990") that is all that is said of this node.
    """
    last = path.supports[-1]
    left = last.second if last.first == goal else last.first
    if left in nameless:
        return {node for support in path.supports if left in support.ends for node in support.ends - {left}}
    return {
        support.second if support.first == left else support.first
        for support in path.supports
        if support.join.relation == last.join.relation and left in (support.first, support.second)
    }
