"""Which entities of a graph bear a name, by their search texts: many names are looked up at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...names import is_unicode, whole_name_token
from ...vectors import Rows
from ..view import GraphView


@dataclass(frozen=True, slots=True)
class WholeNames:
    """The tokens of whole names, and the nodes that bear them, side by side.

    Attributes:
        tokens: one for each name of each entity, as `names.whole_name_token` makes them.
        nodes: (tokens,) rows of the view's entities.
    """

    tokens: pa.Array
    nodes: Rows

    @classmethod
    def of(cls, view: GraphView) -> Self:
        words = pc.utf8_split_whitespace(view.entities["search"]).combine_chunks()
        owners, tokens = pc.list_parent_indices(words), pc.list_flatten(words)
        whole = pc.starts_with(tokens, "=")
        return cls(tokens.filter(whole), owners.filter(whole).to_numpy(zero_copy_only=False).astype(np.int64))

    def nodes_of(self, names: Sequence[str]) -> Rows:
        """The nodes that bear one of some names, in ascending order."""
        sought = pa.array([whole_name_token(name) for name in names if is_unicode(name)], self.tokens.type)
        found = pc.is_in(self.tokens, value_set=sought).to_numpy(zero_copy_only=False)
        return np.unique(self.nodes[found])
