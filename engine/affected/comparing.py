"""Whether two verdicts on one chain say the same."""

import json
from collections.abc import Mapping
from typing import Any

# A repair and the names of a warning are suggestions, found in the whole graph; the others follow from the
# facts or tell versions.
_NOT_SAID = frozenset({"made_from", "repair", "warning", "statement", "cypher", "parameters", "certificate"})
_COUNTED = frozenset({"single_tails", "single_heads"})  # templates that give counts, of which shares decide


def said(row: Mapping[str, Any]) -> str:
    """What a row of an audit says, as one text: all but versions, Cypher, suggestions, and mere counts."""
    certificate = row.get("certificate") or {"claims": []}
    claims = [
        {
            **claim,
            "evidence": [
                {**one, "gives": []} if one["template"] in _COUNTED else one for one in claim["evidence"]
            ],
        }
        for claim in certificate["claims"]
    ]
    return json.dumps([_bare(row), claims], sort_keys=True)


def _bare(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _bare(part) for name, part in value.items() if name not in _NOT_SAID}
    return [_bare(part) for part in value] if isinstance(value, list | tuple) else value
