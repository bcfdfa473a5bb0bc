"""Why a claim is supported, contradicted or unknown, in one sentence."""

from ..terms import Path
from .bearing import Way
from .claims import Named


def reason(negated: bool, way: Way, path: Path) -> str:
    """Of a claim that evidence speaks for or against.

    Args:
        way: the best evidence, and `path` its facts.
    """
    stated = "; ".join(fact.text.rstrip(".") for fact in path.facts)
    if way.bearing == "excludes":
        return f"{'The denial is right' if negated else 'This cannot be'}, as the graph states: {stated}."
    if way.bearing == "inherits":
        stated += ", and what holds of a kind of something holds of it"
    if negated:
        return f"The text denies what the graph states: {stated}."
    if way.fit == "weaker":
        return f"In the nearest words that the graph has for it, it states: {stated}."
    return f"The graph states: {stated}."


def unknown(subject: Named, object: Named, relations: tuple[str, ...], held: str = "") -> str:
    """Of a claim that nothing in the graph speaks for or against."""
    for named in (subject, object):
        if named.entity is None and not named.candidates:
            return f"The graph does not know {named.words!r}."
    if not relations:
        return f"The graph has no relation that says this between {subject} and {object}."
    if held:
        return f"It denies more than the graph states ({held}), which speaks neither for nor against it."
    return (
        f"No fact of the graph says this of {subject} and {object}; that speaks neither for nor against it."
    )
