"""What the entities of answers are called: further queries, since the patterns of questions name no names."""

from collections.abc import Iterable, Iterator
from itertools import chain

import pyoxigraph as ox

from ...engine.counted import counted
from .. import freebase, rdf
from .queries import ConstructQuery

_ENTITIES = 100  # of a query
_FREEBASE = "http://rdf.freebase.com/ns/"
_TELLING = (
    *sorted(_FREEBASE + relation for relation in freebase.NAMES | freebase.ALIASES),
    *sorted(rdf.NAMES | rdf.ALIASES),
)


class NameQueries:
    """Asks for names and aliases in English, and without a language, of each entity once.

    Entities come in the order of the answers that hold them, so that a longer file of questions asks the same
    queries first.
    """

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._waiting: list[str] = []

    def of(self, answers: Iterable[tuple[int, list[ox.Quad]]]) -> Iterator[ConstructQuery]:
        """The queries for the entities of some answers, as many as there are enough entities for.

        Args:
            answers: each with the line that asked for it.
        """
        line = 0
        for line, quads in answers:
            self._add(quads)
            while len(self._waiting) >= _ENTITIES:
                yield self._query(line)
        if self._waiting:
            yield self._query(line)

    def _add(self, quads: list[ox.Quad]) -> None:
        ends = chain.from_iterable((quad.subject, quad.object) for quad in quads)
        for iri in sorted({end.value for end in ends if isinstance(end, ox.NamedNode)} - self._seen):
            self._seen.add(iri)
            self._waiting.append(iri)

    def _query(self, line: int) -> ConstructQuery:
        asked, self._waiting = self._waiting[:_ENTITIES], self._waiting[_ENTITIES:]
        entities, says = (" ".join(f"<{iri}>" for iri in iris) for iris in (asked, _TELLING))
        text = (
            "CONSTRUCT { ?entity ?says ?name } WHERE { "
            f"VALUES ?entity {{ {entities} }} VALUES ?says {{ {says} }} ?entity ?says ?name . "
            "FILTER ( lang ( ?name ) = '' || langMatches ( lang ( ?name ) , 'en' ) ) }"
        )
        return ConstructQuery(line, f"names of {counted(len(asked), 'entity', 'entities')}", text)
