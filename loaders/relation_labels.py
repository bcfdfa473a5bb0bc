"""What relations are called: by a file, by what a source says of its predicates, or by the graph so far."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..engine.names import relation_label
from . import staging_sql as sql
from .staging import Staging

# A property of Wikidata, in each of the forms in which its graphs have it.
_PROPERTY = re.compile(
    r"(?:https?://(?:www\.)?wikidata\.org/(?:entity/|wiki/Property:|prop/(?:[a-z]+/)*)|(?:wdt?|p[sq]?):)?(P[1-9]\d*)"
)
_OF_ITSELF, _OF_ITS_PROPERTY = 0, 1


@dataclass(frozen=True, slots=True)
class RelationLabels:
    """The labels of relations.

    Attributes:
        labels: of relations that are not called by their identifier.
        changed: those that the graph calls otherwise so far, with their new labels.
        unused: whether a file of labels has none for any relation.
    """

    labels: Mapping[str, str]
    changed: Mapping[str, str]
    unused: bool = False

    def of(self, relation: str) -> str:
        """What a relation is called."""
        return self.labels.get(relation) or relation_label(relation)

    @classmethod
    def found(
        cls, staging: Staging, stated: Iterable[str], held: Mapping[str, Sequence[str]]
    ) -> "RelationLabels":
        """The labels of the relations that are stated, and of those that the graph holds.

        What a file says goes first, then what the source says of an IRI, then what the graph has.

        Args:
            stated: relations of the source.
            held: the relations of the graph, each with its labels; several after a load that was cut off.
        """
        forms = [form for relation in {*stated, *held} for form in _forms(relation)]
        staging.many("INSERT OR IGNORE INTO predicate VALUES (?, ?, ?)", forms)
        by_file, by_source, by_entity = (
            _first(staging.rows(statement))
            for statement in (sql.LABELS_OF_FILE, sql.LABELS_OF_SOURCE, sql.LABELS_OF_ENTITIES)
        )
        by_graph = {
            relation: label
            for relation, labels in held.items()
            for label in labels
            if label != relation_label(relation)
        }
        found = cls(by_entity | by_graph | by_source | by_file, {})
        now = {relation: found.of(relation) for relation in held}
        changed = {relation: label for relation, label in now.items() if {label} != {*held[relation]}}
        has_file = bool(staging.one("SELECT EXISTS (SELECT 1 FROM relation_name)"))
        return cls(found.labels, changed, unused=has_file and not by_file)


def _forms(relation: str) -> Iterator[tuple[str, str, int]]:
    """The identifiers under which something may be said of a relation, with it and their turn."""
    yield relation, relation, _OF_ITSELF
    if found := _PROPERTY.fullmatch(relation):
        for form in ("{}", "http://www.wikidata.org/entity/{}", "http://www.wikidata.org/prop/direct/{}"):
            yield form.format(found[1]), relation, _OF_ITS_PROPERTY


def _first(rows: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The first label of each relation."""
    found: dict[str, str] = {}
    for relation, label in rows:
        found.setdefault(relation, label)
    return found
