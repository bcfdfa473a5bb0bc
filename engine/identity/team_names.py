"""Teams by the last part of their name: "the Lakers", where a text has told of the Los Angeles Lakers."""

import re
from collections.abc import Sequence
from functools import cache

from ..names import normalise
from .name_parts import is_designator, one_of
from .runs import Run, ends_with


def tells_of_teams(text: str) -> bool:
    """Whether a text tells of teams, so that a plural in it may be one."""
    return _teams().search(text) is not None


def team_of(word: str, runs: Sequence[Run]) -> tuple[Run, int] | None:
    """The only name of a text that ends with a plural, and where the plural stands first alone behind it.

    Args:
        runs: all names of title and text.
    """
    if not word.endswith("s") or word.endswith("ss") or is_designator(normalise(word)):
        return None
    bearers = {
        run.words: run for run in reversed(runs) if ends_with(run.words, (word,)) and run.words[0] != "The"
    }
    alone = [run for run in runs if run.words == (word,) and run.start >= 0]
    if len(bearers) != 1 or not alone or any(run.quoted for run in alone):
        return None
    (team,) = bearers.values()
    return (team, alone[0].start) if team.start < alone[0].start else None


@cache
def _teams() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{one_of('said', 'teams')})\b", re.IGNORECASE)
