"""What is found of a file of certificates, counted."""

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..replacing import replacing
from .checker import FOUND, Found, Rechecked

_EXAMPLES = 20


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts of verdicts and of claims by what is found of them, and the first that do not hold."""

    verdicts: Mapping[Found, int]
    claims: Mapping[Found, int]
    first: tuple[Rechecked, ...]

    @property
    def all_hold(self) -> bool:
        return not any(count for found, count in self.verdicts.items() if found != "holds")

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "verdicts": dict(self.verdicts),
            "claims": dict(self.claims),
            "first": [one.to_dict() for one in self.first],
        }


def summarise(found: Iterable[Rechecked], out: str | os.PathLike[str] | None = None) -> Summary:
    """Count what is found, and write each to a file of JSON lines where one is named."""
    verdicts: Counter[Found] = Counter()
    claims: Counter[Found] = Counter()
    first: list[Rechecked] = []
    with ExitStack() as opened:
        file = opened.enter_context(replacing(Path(out), "findings")) if out else None
        for one in found:
            verdicts[one.found] += 1
            claims.update(claim.found for claim in one.claims)
            if one.found != "holds" and len(first) < _EXAMPLES:
                first.append(one)
            if file:
                file.write(json.dumps(one.to_dict(), ensure_ascii=False) + "\n")
    return Summary(
        {name: verdicts[name] for name in FOUND}, {name: claims[name] for name in FOUND}, tuple(first)
    )
