"""A curriculum of direction: statements of who does what to whom, by verbs in every voice (curriculum.toml).

The encoder does not learn direction from the rows alone: it must see at once which way a label points and
which way a statement does. So it first meets labels that all point forward, then both.
"""

import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from groundpath.engine.matching.model import HEAD, TAIL, Answer

from .rows import Question

_TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_VERBS = [line.split() for line in _TABLE["verbs"]]
# Shares of statements that say it, deny it and do not assert it; the others say it of somebody else.
_KINDS = (("said", 0.66), ("denied", 0.76), ("hedged", 0.86), ("of_others", 1.0))
_OTHER_LABELS = 0.12  # share of what is said that is asked of another verb


def questions(draw: random.Random, forward: float = 0.5) -> Iterator[Question]:
    """Questions without end.

    Args:
        forward: share of labels that point from who does it to whom it is done to.
    """
    while True:
        verb = draw.choice(_VERBS)
        kind = _kind(draw)
        points_forward = draw.random() < forward
        holds = draw.random() < 0.5
        if not holds and kind in ("denied", "hedged"):
            continue
        doer = HEAD if points_forward == holds else TAIL
        statement = _filled(draw.choice(_TABLE[kind]), verb, doer, draw)
        answer: Answer = {"said": "supports" if holds else "inverse", "of_others": "nothing"}.get(kind, kind)  # type: ignore[assignment]
        if answer == "supports" and draw.random() < _OTHER_LABELS:
            other = draw.choice(_VERBS)
            if other[3] != verb[3] and other[0] != verb[0]:
                verb, answer = other, "other"
        template = draw.choice(_TABLE["forward" if points_forward else "backward"])
        yield Question(template.format(**_forms(verb)), statement, answer)


def _kind(draw: random.Random) -> str:
    at = draw.random()
    return next(name for name, bound in _KINDS if at < bound)


def _filled(template: str, verb: list[str], doer: str, draw: random.Random) -> str:
    one, two = draw.sample(_TABLE["others"], 2)
    end, end2 = draw.sample(_TABLE["more"], 2)
    names = {"A": doer, "P": TAIL if doer == HEAD else HEAD, "C": one, "C2": two, "end": end, "end2": end2}
    text = template.format(**names, t=draw.choice(_TABLE["behind"]), **_templates(verb))
    before = draw.choice(_TABLE["before"])
    return f"{before}{text}" if text[:1].islower() or draw.random() < 0.3 else text


def _templates(verb: list[str]) -> dict[str, Any]:
    base, past, participle, doer, deed = verb
    gerund = _gerund(base)
    return {
        "base": base,
        "past": past,
        "pp": participle,
        "Pp": participle.capitalize(),
        "agent": doer,
        "Agent": doer.capitalize(),
        "nom": deed,
        "ing": gerund,
        "Ing": gerund.capitalize(),
        "s3": _third(base),
    }


def _forms(verb: list[str]) -> dict[str, str]:
    base, past, participle, doer, _ = verb
    return {"base": base, "past": past, "participle": participle, "doer": doer, "third": _third(base)}


def _third(base: str) -> str:
    if base.endswith("y") and base[-2] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}es" if base.endswith(("s", "x", "z", "ch", "sh")) else f"{base}s"


def _gerund(base: str) -> str:
    if base.endswith("ie"):
        return f"{base[:-2]}ying"
    if base in ("rob", "expel", "control"):
        return f"{base}{base[-1]}ing"
    return f"{base[:-1]}ing" if base.endswith("e") and not base.endswith("ee") else f"{base}ing"
