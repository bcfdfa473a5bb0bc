"""Under what questions are found again, and what they ask in words."""

from collections.abc import Callable, Iterator
from textwrap import shorten

from ..language.number_words import in_digits
from .questions import Question

_SHOWN = 60  # characters of a text


def places_of(question: Question, degree: Callable[[str], int]) -> Iterator[str]:
    """Under what a question is found again: whatever changes its answer changes one of these.

    What joins two entities changes with both, so that it is found under the one with fewer facts.

    Args:
        degree: how many facts an entity is in.
    """
    kind, *rest = question
    match kind:
        case "entity" | "kind" | "relations" | "tails" | "near" | "values" | "held":
            yield at_entity(rest[0])
        case "joins" | "fact":
            yield at_entity(min(rest[-2:], key=degree))
        case "over" | "inferred":
            yield from (at_entity(rest[0]), at_entity(rest[-1]))
            if kind == "inferred":
                yield RULES
        case "found in" | "names in":  # and by the words of their texts, see `IndexFile.texts_of`
            yield CAPITALS
        case "named":
            yield CAPITALS
            yield from map(at_name, dict.fromkeys((rest[0], " ".join(in_digits(rest[0].split())))))
        case "ending" | "with ends":
            yield at_last_word(rest[0].rsplit(" ", 1)[-1])
        case "longer":
            yield at_first_word(rest[0].split(" ", 1)[0])
        case "match":
            words, parts, _ = rest
            yield from map(at_relation, parts)
            yield from map(at_cue, dict.fromkeys(words))
        case "relation" | "single":
            yield at_relation(rest[0])
        case "all relations":
            yield ALL_RELATIONS
        case "day first":
            yield DAY_FIRST


def in_words(question: Question) -> str:
    """What a question asks."""
    kind, *rest = question
    match kind:
        case "entity":
            return f"what {rest[0]!r} is called"
        case "kind":
            return f"whether {rest[0]!r} is a person"
        case "fact":
            return f"the fact that joins {rest[1]!r} and {rest[2]!r}"
        case "joins" | "over" | "inferred":
            return f"what joins {rest[0]!r} and {rest[-1]!r}"
        case "relations" | "held":
            return f"what is stated of {rest[0]!r}"
        case "tails":
            return f"{rest[1]!r} of {rest[0]!r}"
        case "near" | "values":
            return f"what is beside {rest[0]!r}"
        case "named" | "ending" | "with ends" | "longer":
            return f"what is named “{rest[0]}”"
        case "found in" | "names in":
            return f"which names stand in “{shorten(rest[0], _SHOWN)}”"
        case "match":
            return f"whether “{' '.join(rest[0])}” says {'..'.join(rest[1])!r}"
        case "relation":
            return f"the relation {rest[0]!r}"
        case "single":
            return f"whether {rest[0]!r} has one value"
        case "day first":
            return "how dates are written"
        case _:
            return "which relations there are"


def _at(kind: str) -> Callable[[str], str]:
    def place(name: str) -> str:
        return f"{kind} {name}"

    return place


at_entity, at_name, at_first_word, at_last_word, at_relation, at_cue = map(
    _at, ("entity", "name", "first", "last", "relation", "cue")
)
RULES, ALL_RELATIONS, DAY_FIRST, CAPITALS, LEARNED = "rules", "relations", "days", "capitals", "learned"
