"""Traits of relations as one text, the form in which stores keep them."""

import json

from ..terms import RelationTraits


def packed(traits: RelationTraits) -> str:
    """The same text for equal traits; what is not declared of inverses and implied relations is left out."""
    further = {
        "inverses": dict(sorted(traits.inverses.items())),
        "implies": {relation: list(others) for relation, others in sorted(traits.implies.items())},
    }
    return json.dumps(
        {
            "symmetric": sorted(traits.symmetric),
            "transitive": sorted(traits.transitive),
            "wordings": {relation: list(texts) for relation, texts in sorted(traits.wordings.items())},
            **{name: declared for name, declared in further.items() if declared},
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
        inverses=kept.get("inverses", {}),
        implies={relation: tuple(others) for relation, others in kept.get("implies", {}).items()},
    )
