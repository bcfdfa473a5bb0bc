"""Which names of which documents are one thing: a function of what documents state and of users' decisions.

In a document a name means first what users say, then the document's own title, then what the document binds
it to. What is left means the same in all documents that write it, and what a rule joins it to; a name that
could be two things is left apart. A rule never joins two titles that differ in more than case, nor names that
a triple relates to each other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..store.identity import Decisions, pair
from .document_names import DocumentNames
from .groups import Groups
from .joining import Join, joins
from .spelling import parted, spellings
from .terms import Apart, Bound, Merge, Reason, Resolution


def resolved(documents: Iterable[DocumentNames], decisions: Decisions) -> Resolution:
    """The entity of each name in each document, with what was merged, what was not, and why."""
    work = _Work(list(documents), decisions)
    for document in work.documents:
        for name in document.names:
            work.place(document, name)
    work.join()
    return work.result()


@dataclass(slots=True)
class _Work:
    documents: Sequence[DocumentNames]
    decisions: Decisions
    meant: dict[str, dict[str, Bound]] = field(default_factory=dict)
    apart: dict[tuple[str, str], tuple[tuple[str, ...], list[str]]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    groups: Groups = field(init=False)
    causes: dict[str, Join] = field(default_factory=dict)
    titles: frozenset[str] = field(init=False)
    decided: frozenset[str] = field(init=False)
    qualified: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.groups = Groups(self.decisions.apart)
        self.decided = frozenset(name for both in self.decisions.same for name in both)
        self.titles = frozenset(d.title for d in self.documents if d.title and d.of_one_thing)
        for title in sorted(self.titles):
            bare, qualifier = parted(title)
            if qualifier:
                self.qualified.setdefault(spellings(bare).punctuation, []).append(title)

    # -- in one document

    def place(self, document: DocumentNames, name: str) -> None:
        """Enter what a name of a document stands for."""
        self.meant.setdefault(document.id, {})[name] = self._meaning(document, name)

    def _meaning(self, document: DocumentNames, name: str) -> Bound:
        itself = Bound(name, name, "title", "")
        if (name, document.id) in self.decisions.alone:
            return self._alone(document, name, ())
        if name in self.decided:
            return itself
        bound = document.bound.get(name)
        if bound is not None and not self._refused(name, bound.of):
            return bound
        if name in self.titles:
            return itself
        rivals = self.qualified.get(spellings(name).punctuation, [])
        said = [title for title in rivals if _is_said(document, name, parted(title)[1])]
        if len(said) == 1 and not self._refused(name, said[0]):
            return Bound(name, said[0], "qualifier", f"{parted(said[0])[1]} {name}")
        if len(rivals) > 1:
            return self._alone(document, name, tuple(rivals))
        return itself

    def _refused(self, name: str, of: str) -> bool:
        return pair(name, of) in self.decisions.apart

    def _alone(self, document: DocumentNames, name: str, candidates: tuple[str, ...]) -> Bound:
        """A name as a thing of its own, in this document and others of its title."""
        entity = f"{name} [{document.title or document.id}]"
        self.names[entity] = name
        self.apart.setdefault((name, entity), (candidates, []))[1].append(document.id)
        return Bound(name, entity, "title", "")

    # -- in all documents

    def join(self) -> None:
        """Join names, those that users joined first."""
        users = [Join(one, other, "user", "") for one, other in sorted(self.decisions.same)]
        for join in (*users, *joins(self.documents, self.meant, self.titles, self.names)):
            if self.groups.join(join.name, join.of):
                self.causes.setdefault(join.name, join)
                self.causes.setdefault(join.of, join)

    def result(self) -> Resolution:
        used = Counter(of for meant in self.meant.values() for of in {one.of for one in meant.values()})
        entity = self.groups.named_after(
            lambda name: (name not in self.titles, name in self.names, -used[name], name)
        )
        places = {
            id_: {name: entity(bound.of) for name, bound in meant.items()}
            for id_, meant in self.meant.items()
        }
        here = {of for of_document in places.values() for of in of_document.values()}
        aliases: dict[str, set[str]] = {of: set() for of in here}
        for of_document in places.values():
            for name, of in of_document.items():
                aliases[of].add(name)
        for name, of in self._known(entity):
            if of in here:
                aliases[of].add(name)
        return Resolution(
            places,
            {id_: name for id_, name in self.names.items() if id_ in here},
            {of: kept for of, all_ in aliases.items() if (kept := self._further(of, all_))},
            {
                of: frozenset(aliases[of] | {m for name in (of, *aliases[of]) for m in self.groups.of(name)})
                for of in here
            },
            tuple(self._merges(places)),
            tuple(
                Apart(name, id_, tuple(sorted(documents)), candidates)
                for (name, id_), (candidates, documents) in sorted(self.apart.items())
                if self.groups.of(id_) == {id_}
            ),
        )

    def _known(self, entity: Callable[[str], str]) -> Iterator[tuple[str, str]]:
        """Names under which entities are found, although no triple uses them."""
        for title in sorted(self.titles):
            yield parted(title)[0], entity(title)
        for one, other in sorted(self.decisions.same):
            yield from ((one, entity(one)), (other, entity(other)))

    def _further(self, of: str, names: set[str]) -> tuple[str, ...]:
        return tuple(sorted(names - {of, self.names.get(of, of)}))

    def _merges(self, places: Mapping[str, Mapping[str, str]]) -> Iterator[Merge]:
        found: dict[tuple[str, str, Reason, str], list[str]] = {}
        evidence: dict[tuple[str, str, Reason, str], str] = {}
        for id_, of_document in places.items():
            for name, entity in of_document.items():
                bound = self.meant[id_][name]
                if entity == name or self.names.get(entity) == name:
                    continue
                reason, words = self._cause(bound)
                key = (entity, name, reason, words if bound.of == name else "")
                found.setdefault(key, []).append(id_)
                evidence.setdefault(key, words)
        for key in sorted(found):
            entity, name, reason, _ = key
            yield Merge(name, entity, reason, tuple(sorted(found[key])), evidence[key])

    def _cause(self, bound: Bound) -> tuple[Reason, str]:
        if bound.of != bound.name and bound.of not in self.names:
            return bound.reason, bound.evidence
        join = self.causes[bound.of]
        return join.reason, join.evidence or f"{join.name} = {join.of}"


def _is_said(document: DocumentNames, name: str, qualifier: str) -> bool:
    """Whether the text puts what tells a title from others right before the name: "the planet Mercury"."""
    words = qualifier.casefold()
    return any(f" {before}".endswith(f" {words}") for before in document.before.get(name, ()))
