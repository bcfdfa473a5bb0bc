"""Where the path of a chain leads: from the topic, to what the question asks, to the answer?

Reference: Direct Evaluation of CoT, Section 3.1 for the kinds of errors.
"""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import NamedTuple

from ..grounding.paths import Path
from ..language.discourse import is_conclusion
from ..language.tokens import Tokens
from ..linking.values import Values
from ..text.sentences import split_sentences
from .kinds import is_judgement, is_no_such_kind, is_number
from .nodes import answer_nodes, listed_nodes
from .question import Question, pairs_of_named
from .written import says_the_same


class Route(NamedTuple):
    """How a path and an answer stand to a question.

    Attributes:
        from_topic: the path touches what the question asks from or names; True when it names nothing.
        answers_question: the path is one that answers the question; True when that cannot be told.
        goal: the node that the path leads to, seen from the topic; None without a path.
        answered: the answer is right; None when it cannot be told.
        implied: a gold answer that the path leads to without calling it the answer.
    """

    from_topic: bool
    answers_question: bool
    goal: int | None
    answered: bool | None
    implied: int | None = None


def find_route(
    steps: Sequence[str], answer: str | None, question: Question, path: Path, values: Values | None = None
) -> Route:
    """Compare a path, all of whose claims hold and connect, with the question.

    Args:
        answer: what the chain answers, None where it does not say.
        values: the dates and amounts of the graph, by which an answer may mean them in another form.
    """
    from_topic = not question.topic or not path.visited.isdisjoint(question.topic | question.named)
    goal = _goal(path, question)
    if answer is None:
        implied = _implied(steps, question, goal)
        right = None if implied is None else True
        return Route(from_topic, _answers_question(question, path, goal, bool(right)), goal, right, implied)
    nodes = answer_nodes(answer, question.graph, [*path.visited, *sorted(question.topic)], values)
    if question.gold_answers:
        right = _is_gold(answer, nodes, question, path)
        return Route(from_topic, _answers_question(question, path, goal, right), goal, right)
    right = _is_where_it_leads(answer, nodes, question, path, goal)
    of_kind = not (nodes and is_no_such_kind(question.tokens, map(question.graph.name, nodes)))
    return Route(from_topic, of_kind and _answers_question(question, path, goal, False), goal, right)


def _goal(path: Path, question: Question) -> int | None:
    """Where a path leads; one that leads back to what the question names was walked towards it."""
    if path.end is None or path.start is None or path.end not in question.known:
        return path.end
    added = path.supports[-1].ends - question.known - question.graph.nameless
    # "A film with A is by B" leads to the film.
    return min(added) if path.start in question.known and added else path.start


def _implied(steps: Sequence[str], question: Question, goal: int | None) -> int | None:
    """A gold answer that a chain gives without the word: it leads there, or its last sentence names it."""
    last = next(filter(None, map(split_sentences, reversed(steps))), [""])[-1]
    tokens = Tokens.of(last)
    mentions = question.graph.finder.mentions(tokens, question.graph.finder.named(tokens)[0], ())
    named = [node for one in mentions for node in one.nodes]
    said = next((node for node in named if node in question.gold), None)
    leads = goal in question.gold and not (named and is_conclusion(tokens))
    return goal if said is None and leads else said


def _answers_question(question: Question, path: Path, goal: int | None, answered: bool) -> bool:
    """Whether a path holds a gold one, and leads to a gold answer or at least ends in one.

    Where no gold path is known, it is enough that the path comes by a gold answer.
    """
    if not (question.gold_paths or question.gold):
        return not _strays(question, path)
    walked = pairs_of_named((fact.ends for fact in path.supports), question.graph.nameless)
    if question.gold_paths and not any(map(walked.issuperset, question.gold_paths)):
        return False
    if not question.gold or goal in question.gold or (question.gold_paths and path.end in question.gold):
        return True  # the last where a path leads back to what the question names
    return answered if question.gold_paths else not question.gold.isdisjoint(path.visited)


def _strays(question: Question, path: Path) -> bool:
    """Whether a path leaves what it has come by otherwise than the question says, where the graph has that.

    "Where was the commander of H born?" is not answered by a member of its crew, where the graph states its
    commander.
    """
    used = {fact.join.relation for fact in path.supports}
    reached = set(question.known)
    for fact in path.supports:
        relations = (kind for node in fact.ends & reached for kind, _ in question.graph.relations_at(node))
        if fact.join.relation not in question.may_mean and not question.says.isdisjoint({*relations} - used):
            return True
        reached |= fact.ends
    return False


def _is_gold(answer: str, nodes: Collection[int], question: Question, path: Path) -> bool:
    """Whether an answer is a gold one; of several things that it lists each must be, or lead to one."""
    listed = listed_nodes(answer, question.graph, path.visited)
    right = question.gold.intersection(chain(nodes, *listed))
    near = right.union(*(fact.ends for fact in path.supports if not right.isdisjoint(fact.ends)))
    each = bool(right) and not any(map(near.isdisjoint, listed))
    return each or says_the_same(answer, question.gold_answers)


def _is_where_it_leads(
    answer: str, nodes: Collection[int], question: Question, path: Path, goal: int | None
) -> bool | None:
    """Whether an answer is what the facts of a path lead to, for a question without gold answers.

    It is where the path ends, something to which it leads in the same way ("A directed B and C"; over a node
    without a name all that is said of it), or what stands between several things that the question names.
    Whether a yes or no, a count, or a choice of what the question offers is right, a path does not tell.
    """
    if goal is None:
        return True
    of_no_node = (is_judgement(answer) or is_number(answer)) and path.visited.isdisjoint(nodes)
    if of_no_node or not question.compared.isdisjoint(nodes):
        return None
    if any(map(path.visited.isdisjoint, listed_nodes(answer, question.graph, path.visited))):
        return False
    last, nameless = path.supports[-1], question.graph.nameless
    before = last.ends - {goal}
    ways = (fact for fact in path.supports if before & fact.ends)
    same = (one.ends for one in ways if before & nameless or one.join.relation == last.join.relation)
    if not frozenset({goal}).union(*same).difference(before).isdisjoint(nodes):
        return True
    return any(len(path.sides(node, question.known | question.named)) > 1 for node in nodes)
