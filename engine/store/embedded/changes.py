"""Facts that change on their way from one table to the next: other sources, or other names of their ends."""

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from ...names import verbalise

_COLUMNS = ("head", "tail", "kg", "key", "relation", "label", "text", "sources")


@dataclass(frozen=True, slots=True)
class FactChanges:
    """What happens to facts of one graph.

    Attributes:
        sources: key and sources of the facts that get other sources; None when there are none.
        renamed: the uids of the entities that are called otherwise now; the texts of their facts follow.
    """

    sources: pa.Table | None
    renamed: pa.Array

    def __bool__(self) -> bool:
        return self.sources is not None or len(self.renamed) > 0

    def touch(self, places: pa.Table) -> bool:
        """Whether any fact changes among some, of which key, head and tail are given."""
        changed = self.sources is not None and pc.any(pc.is_in(places["key"], self.sources["key"])).as_py()
        return bool(changed or pc.any(self._renamed(places)).as_py())

    def of(self, facts: pa.RecordBatch) -> pa.RecordBatch:
        """The columns of a table of facts, changed; the labels of their ends (now) are given as well."""
        if self.sources is not None:
            facts = _with(facts, "sources", _overlaid(facts, self.sources))
        touched = self._renamed(facts)
        # Texts that stay are not made anew: they may come from an older way of saying a fact.
        parts = (facts[name].filter(touched).to_pylist() for name in ("head_label", "label", "tail_label"))
        texts = pa.array([verbalise(*part) for part in zip(*parts, strict=True)], facts["text"].type)
        return _with(facts, "text", pc.replace_with_mask(facts["text"], touched, texts)).select(_COLUMNS)

    def _renamed(self, facts: pa.Table | pa.RecordBatch) -> pa.Array:
        head, tail = (pc.is_in(facts[end], self.renamed) for end in ("head", "tail"))
        return pc.or_(head, tail)


def _overlaid(facts: pa.RecordBatch, changed: pa.Table) -> pa.Array:
    """The sources of facts, with those that changed in place of their own."""
    own = facts["sources"]
    both = pa.concat_arrays([own, *changed["sources"].cast(own.type).chunks])
    place = pc.index_in(facts["key"], value_set=changed["key"])
    itself = pa.array(range(len(own)), pa.int64())
    return both.take(pc.coalesce(pc.add(place.cast(pa.int64()), len(own)), itself))


def _with(batch: pa.RecordBatch, name: str, column: pa.Array) -> pa.RecordBatch:
    return batch.set_column(batch.schema.get_field_index(name), name, column)
