"""Why a claim has its status, in one sentence."""

from collections.abc import Sequence

from .evidence import Evidence
from .verdicts import By, Status

_GRAPH: dict[Status, str] = {
    "supported": "the graph states it",
    "contradicted": "the graph says otherwise",
}


def reason_of(status: Status, by: By, graph: Status | None, evidence: Sequence[Evidence]) -> str:
    """Why a claim has its status.

    Args:
        graph: what the graph does with it, None where it says nothing of it.
        evidence: of the documents; the nearest sentence where these do not decide.
    """
    told = _GRAPH.get(graph, "") if graph else ""
    if by == "graph":
        return f"{told[0].upper()}{told[1:]}; no document says so or denies it."
    named = " and ".join(dict.fromkeys(map(name_of, evidence)))
    if status == "not_found":
        return (
            f"No sentence says so; the nearest is in {named}." if named else "There is no sentence to read."
        )
    said = "Said" if status == "supported" else "Denied"
    where = f"{said} by {_sentences(evidence)} of {named}"
    joint = "and" if by == "both" else "but"
    return f"{where}, {joint} {told}." if told else f"{where}."


def name_of(evidence: Evidence) -> str:
    """A document as a reader is told of it: its title or id, and the place in its file."""
    name = f"“{evidence.title}”" if evidence.title else f"document {evidence.document}"
    return f"{name} ({evidence.place})" if evidence.place else name


def _sentences(evidence: Sequence[Evidence]) -> str:
    return "a sentence" if len(evidence) == 1 else f"{len(evidence)} sentences together"
