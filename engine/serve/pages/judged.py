"""By which method, and in which world, is told beside every verdict: another one may judge otherwise."""

from collections.abc import Mapping
from types import MappingProxyType

from ...audit.coherence import METHOD as PAPER
from ...audit.verdicts import LENIENT, Verdict
from ...grounding.matching import World
from ..auditing import AuditSettings
from ..checking import AS_USUAL
from ..jobs.table import Run

ABSENT: Mapping[World, str] = MappingProxyType(
    {
        "local": "false where the graph knows others",
        "open": "false only of single-valued relations",
        "closed": "always false",
    }
)
"""What absent facts are, by world."""


def told_judging(verdict: Verdict) -> str:
    """One line: "Method path, world local: absent facts are false where the graph knows others."

    No world is named where a verdict was kept before worlds were.
    """
    reader = f", claims read by {verdict.reader}" if verdict.reader else ""
    protocol = "" if verdict.protocol == LENIENT else f", protocol {verdict.protocol}"
    return f"Method {verdict.method}{protocol}{_told(_world_of(verdict))}{reader}."


def run_judging(run: Run) -> str:
    """How a run's graph judges, in few words: "method path, world local"; empty where it has none."""
    if not run.kg:
        return ""
    settings = AuditSettings.model_validate_json(run.settings) if run.kind == "audit" else AS_USUAL
    chosen = settings.chosen()
    own = settings.model_dump(exclude={"method", "world"}, exclude_defaults=True)
    world = getattr(chosen.settings, "world", "closed")
    return ", ".join([f"method {chosen.method}", f"world {world}", *(f"{k} {v}" for k, v in own.items())])


def _world_of(verdict: Verdict) -> World | None:
    found: World | None = "closed" if verdict.method == PAPER else None
    return next((world for world in ABSENT if world == verdict.world), found)


def _told(world: World | None) -> str:
    return f", world {world}: absent facts are {ABSENT[world]}" if world else ""
