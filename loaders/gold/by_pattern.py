"""Gold paths from a SPARQL query: the pattern's facts, and the ways through them."""

from collections.abc import Iterable, Iterator, Sequence

from ...engine.errors import InputError
from ...engine.terms import Triple
from ..sparql.query import SelectQuery
from ..sparql.reader import read_select
from .found import Found, GoldPath, Reason
from .pattern_graph import Match, PatternGraph
from .questions import GoldQuestion


class ByPattern:
    """Answers questions that have a query.

    The query's SELECT becomes its pattern with every variable filled in (Appendix A of Direct Evaluation of
    CoT); in each filled-in pattern, the paths from a topic to the answer are gold, and its other facts are
    constraints. Mediators stay on the path.
    """

    def __init__(self, graph: PatternGraph) -> None:
        self._graph = graph

    def find(self, question: GoldQuestion) -> Found:
        """Without topics, those entities count that the query names; without answers, all that it gives."""
        try:
            query = read_select(question.sparql)
            return self._find(query, question)
        except InputError as error:
            return Found.nothing("unreadable", str(error))
        except SyntaxError as error:
            return Found.nothing("unreadable", str(error.msg).partition("\n")[0])

    def _find(self, query: SelectQuery, question: GoldQuestion) -> Found:
        unchecked = self._graph.lacking(query)
        topics, asked = question.topics or query.named, query.without(unchecked)
        if not asked.joins(topics):
            reason: Reason = "relation_absent" if query.joins(topics) else "not_joined"
            return Found.nothing(reason, ", ".join(unchecked), unchecked)
        matches = list(self._graph.matches(asked, question.answers))
        paths = {topic: paths_through(matches, topic) for topic in topics}
        if any(paths.values()):
            answers = question.answers or tuple(sorted({match.answer for match in matches}))
            return Found(paths, answers, unchecked=unchecked)
        if matches:
            return Found.nothing("not_joined", unchecked=unchecked)
        other = bool(question.answers) and any(True for _ in self._graph.matches(asked))
        return Found.nothing("other_answers" if other else "no_match", unchecked=unchecked)


def paths_through(matches: Iterable[Match], topic: str) -> list[GoldPath]:
    """The paths from a topic to the answer of each match, once each, in the order of `Found.paths`.

    Where a path stands in several matches, its constraints are those of the first in order.
    """
    found = {
        GoldPath(path, tuple(fact for fact in match.facts if fact not in path))
        for match in matches
        for path in _ways(match.facts, topic, match.answer)
    }
    first: dict[tuple[Triple, ...], GoldPath] = {}
    for path in sorted(found):
        first.setdefault(path.triples, path)
    return sorted(first.values(), key=lambda path: (len(path.triples), path))


def _ways(facts: Sequence[Triple], start: str, end: str) -> Iterator[tuple[Triple, ...]]:
    """Ways along facts, in either direction, on which no entity comes twice but a start that is the end."""
    waiting: list[tuple[str, tuple[Triple, ...], frozenset[str]]] = [(start, (), frozenset({start} - {end}))]
    while waiting:
        at, way, visited = waiting.pop()
        if at == end and way:
            yield way
            continue
        for fact in facts:
            if at in (fact.head, fact.tail) and fact not in way:
                reached = fact.tail if fact.head == at else fact.head
                if reached not in visited:
                    waiting.append((reached, (*way, fact), visited | {reached}))
