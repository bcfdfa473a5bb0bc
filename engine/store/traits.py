"""Traits of relations as one text, the form in which stores keep them."""

import json

from ..terms import RelationTraits


def packed(traits: RelationTraits) -> str:
    """The same text for equal traits."""
    return json.dumps(
        {
            "symmetric": sorted(traits.symmetric),
            "transitive": sorted(traits.transitive),
            "wordings": {relation: list(texts) for relation, texts in sorted(traits.wordings.items())},
        },
        ensure_ascii=False,
    )


def unpacked(text: str | None) -> RelationTraits:
    """What `packed` was given; nothing for a graph that was written without any."""
    if text is None:
        return RelationTraits()
    kept = json.loads(text)
    return RelationTraits(
        symmetric=frozenset(kept["symmetric"]),
        transitive=frozenset(kept["transitive"]),
        wordings={relation: tuple(texts) for relation, texts in kept["wordings"].items()},
    )
