"""Words that stand for a name: "woman" for female, "Spanish" for Spain."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files


@cache
def other_names() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Names in normal form, each with the words that stand for it, from other_names.toml."""
    text = files(__package__).joinpath("other_names.toml").read_text(encoding="utf-8")
    return tuple(_entries(text))


def _entries(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for group in tomllib.loads(text).values():
        for name, words in group.items():
            yield name, tuple(words)
