"""A selector that takes the most relevant fact, twice, and ends: for tests that are not about selecting."""

from collections.abc import Sequence

from groundpath.engine.trace.selection import Choice, Selection


def two_facts(choices: Sequence[Choice]) -> list[Selection]:
    return [_decided(choice) for choice in choices]


def _decided(choice: Choice) -> Selection:
    others = len(choice.options) - 1
    if len(choice.chain) == 2:
        return Selection(1.0, [0.0] * (others + 1))
    return Selection(0.0, [0.8, *[0.2 / others] * others] if others else [1.0])
