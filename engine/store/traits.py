"""Traits of relations as one text, the form in which stores keep them."""

import json
from collections.abc import Mapping

from ..terms import RelationTraits


def packed(traits: RelationTraits) -> str:
    """The same text for equal traits; what is declared of none is left out, but for the first three."""
    further = {
        "inverses": dict(sorted(traits.inverses.items())),
        "implies": _listed(traits.implies),
        "functional": sorted(traits.functional),
        "inverse_functional": sorted(traits.inverse_functional),
        "domains": _listed(traits.domains),
        "ranges": _listed(traits.ranges),
    }
    return json.dumps(
        {
            "symmetric": sorted(traits.symmetric),
            "transitive": sorted(traits.transitive),
            "wordings": _listed(traits.wordings),
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
        wordings=_tuples(kept["wordings"]),
        inverses=kept.get("inverses", {}),
        implies=_tuples(kept.get("implies", {})),
        functional=frozenset(kept.get("functional", ())),
        inverse_functional=frozenset(kept.get("inverse_functional", ())),
        domains=_tuples(kept.get("domains", {})),
        ranges=_tuples(kept.get("ranges", {})),
    )


def _listed(table: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    return {relation: list(texts) for relation, texts in sorted(table.items())}


def _tuples(table: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {relation: tuple(texts) for relation, texts in table.items()}
