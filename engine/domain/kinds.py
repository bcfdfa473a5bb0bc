"""Words that point at things of a kind ("this gene", "the drug"), for the types of one graph."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from ..language.morphology import plural
from ..language.tokens import name_key


def kind_words(types: Iterable[str]) -> dict[str, frozenset[str]]:
    """For each word that points at things of a kind the types of the graph that it means.

    >>> kind_words(["Gene", "Compound"])["drugs"]
    frozenset({'Compound'})
    """
    meant: dict[str, set[str]] = {}
    for type_ in sorted(types):
        own = name_key(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type_))
        for word in {own, *next((words for words in _kinds() if own in words), ())}:
            for form in {word, plural(word)}:
                meant.setdefault(form, set()).add(type_)
    return {word: frozenset(types) for word, types in meant.items()}


@cache
def _kinds() -> tuple[tuple[str, ...], ...]:
    text = files(__package__).joinpath("kinds.toml").read_text(encoding="utf-8")
    return tuple(map(tuple, tomllib.loads(text).values()))
