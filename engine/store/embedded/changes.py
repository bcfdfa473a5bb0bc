"""Facts that change on their way from one table to the next: other sources, other scores, other names of
their ends, other labels of their relations; and those that do not arrive.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from ...names import verbalise

_COLUMNS = ("head", "tail", "kg", "key", "relation", "label", "text", "sources", "score")


@dataclass(frozen=True, slots=True)
class FactChanges:
    """What happens to facts of one graph.

    Attributes:
        sources: key and sources of the facts that get other sources; None when there are none.
        scores: key and score of the facts that get another score; None when there are none.
        renamed: the uids of the entities that are called otherwise now; the texts of their facts follow.
        removed: the keys of the facts that go.
        labels: of relations that are called otherwise now; the texts of their facts follow.
    """

    sources: pa.Table | None
    scores: pa.Table | None
    renamed: pa.Array
    removed: pa.Array
    labels: Mapping[str, str]

    def __bool__(self) -> bool:
        return bool(self._overlays or self.labels) or len(self.renamed) > 0 or len(self.removed) > 0

    def touch(self, places: pa.Table) -> bool:
        """Whether any fact changes among some, of which key, head, relation and tail are given."""
        overlays = self._overlays.values()
        changed = any(pc.any(pc.is_in(places["key"], changed["key"])).as_py() for changed in overlays)
        touched = pc.or_(self._renamed(places), pc.is_in(places["key"], self.removed))
        return bool(changed or pc.any(touched).as_py())

    def bereft(self, places: pa.Table) -> set[str]:
        """The uids of the ends of facts that go, among some as for `touch`."""
        going = places.filter(pc.is_in(places["key"], self.removed))
        return {uid for end in ("head", "tail") for uid in going[end].to_pylist()}

    def of(self, facts: pa.RecordBatch) -> pa.RecordBatch:
        """The facts of a table that stay, changed; the labels of their ends (now) are given as well."""
        facts = facts.filter(pc.invert(pc.is_in(facts["key"], self.removed)))
        for column, changed in self._overlays.items():
            facts = _with(facts, column, _overlaid(facts, column, changed))
        touched = self._renamed(facts)
        facts = _with(facts, "label", self._labels(facts))
        # Texts that stay are not made anew: they may come from an older way of saying a fact.
        parts = (facts[name].filter(touched).to_pylist() for name in ("head_label", "label", "tail_label"))
        texts = pa.array([verbalise(*part) for part in zip(*parts, strict=True)], facts["text"].type)
        return _with(facts, "text", pc.replace_with_mask(facts["text"], touched, texts)).select(_COLUMNS)

    @property
    def _overlays(self) -> dict[str, pa.Table]:
        """The columns that change, and what they become."""
        given = {"sources": self.sources, "score": self.scores}
        return {column: changed for column, changed in given.items() if changed is not None}

    def _renamed(self, facts: pa.Table | pa.RecordBatch) -> pa.Array:
        head, tail = (pc.is_in(facts[end], self.renamed) for end in ("head", "tail"))
        return pc.or_(pc.or_(head, tail), pc.is_in(facts["relation"], pa.array(self.labels, pa.string())))

    def _labels(self, facts: pa.RecordBatch) -> pa.Array:
        relations = pa.array(self.labels, pa.string())
        new = pa.array(self.labels.values(), facts["label"].type)
        return pc.coalesce(new.take(pc.index_in(facts["relation"], value_set=relations)), facts["label"])


def _overlaid(facts: pa.RecordBatch, column: str, changed: pa.Table) -> pa.Array:
    """A column of facts, with what changed in place of their own."""
    own = facts[column]
    both = pa.concat_arrays([own, *changed[column].cast(own.type).chunks])
    place = pc.index_in(facts["key"], value_set=changed["key"])
    itself = pa.array(range(len(own)), pa.int64())
    return both.take(pc.coalesce(pc.add(place.cast(pa.int64()), len(own)), itself))


def _with(batch: pa.RecordBatch, name: str, column: pa.Array) -> pa.RecordBatch:
    return batch.set_column(batch.schema.get_field_index(name), name, column)
