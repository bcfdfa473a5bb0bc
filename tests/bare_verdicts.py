"""Verdicts without evidence, for tests of what is counted."""

import json
from collections.abc import Iterable
from pathlib import Path

from groundpath.engine.audit.evidence import ErrorKind
from groundpath.engine.audit.verdicts import NearestGold, UnscoredKind, Verdict
from groundpath.engine.terms import Triple

ERRORS: dict[str, ErrorKind] = {
    "factual": "factual_error",
    "incoherent": "incoherent",
    "misguided": "misguided",
    "answer": "answer_error",
}
UNSCORED: dict[str, UnscoredKind | None] = {
    "abstained": "abstained",
    "unstructured": "unstructured",
    "unscored": None,
}


def gold(distance: int, hops: int = 2, steps: int = 2) -> NearestGold:
    """A gold path of so many hops, at this distance from a path of so many steps."""
    path = tuple(Triple(str(n), "next", str(n + 1)) for n in range(hops))
    return NearestGold(1, path, distance, hops + steps, hops)


def bare(
    how: str,
    *,
    right: bool | None = None,
    nearest: NearestGold | None = None,
    id: str = "1",
    group: str = "",
    answer: str | None = "x",
    model: str = "",
    strategy: str = "",
    prompt: str = "",
    protocol: str = "groundpath",
) -> Verdict:
    """`how` is "faithful", a key of ERRORS, or a key of UNSCORED."""
    error = ERRORS.get(how)
    outcome = "faithful" if how == "faithful" else "unfaithful" if error else "unscored"
    return Verdict(
        id=id,
        question="Who?",
        verdict=outcome,  # type: ignore[arg-type]  # one of the three
        error=error,
        answer=answer,
        steps=(),
        fault=None,
        reason="",
        method="paper",
        gold_answers=() if right is None and how not in UNSCORED else ("gold",),
        unscored_as=UNSCORED.get(how),
        answer_right=right,
        nearest_gold=nearest,
        group=group,
        model=model,
        strategy=strategy,
        prompt=prompt,
        protocol=protocol,
    )


def write_verdicts(path: Path, verdicts: Iterable[Verdict]) -> Path:
    """As `groundpath audit --out` writes them."""
    rows = ({"made_from": "0" * 32, **verdict.to_dict()} for verdict in verdicts)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    return path
