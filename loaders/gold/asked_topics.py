"""What a question asks from, where its row does not say: what it writes out."""

from ...engine.language.tokens import Tokens
from ...engine.linking.entity_names import aliases_of, names_of
from ...engine.linking.mentions import MentionFinder
from ...engine.linking.names_index import NameIndex
from ...engine.matching.synonyms import relation_words
from ...engine.store.protocol import GraphColumns


class AskedTopics:
    """Finds the entities of one graph that questions name.

    A name counts where it is written out whole, belongs to one entity, and is no common word; gold paths
    must be certain, so that nothing is guessed from a part of a name or from a misspelt one.
    """

    def __init__(self, columns: GraphColumns) -> None:
        entities = columns.entities
        self._ids = entities["id"]
        index = NameIndex(names_of(entities), aliases_of(entities))
        called = relation_words(columns.facts["label"].unique().to_pylist())
        self._finder = MentionFinder(index, called, lambda _: ())

    def of(self, question: str) -> tuple[str, ...]:
        """The ids of what a question names, in its order."""
        written_out, _ = self._finder.named(Tokens.of(question))
        nodes = dict.fromkeys(hit.nodes[0] for hit in written_out if len(hit.nodes) == 1)
        return tuple(self._ids[node].as_py() for node in nodes)
