"""The forms of English verbs, so that "sank" and "was sunk by" are one relation, in its two directions."""

import tomllib
from functools import cache
from importlib.resources import files

_VOWELS = frozenset("aeiou")
_SHORTEST = 3  # letters of a verb's stem


def verb_forms(word: str) -> frozenset[str]:
    """The forms of the verb that a word looks like a past tense or participle of; none where it does not.

    Of a regular verb also forms that no one writes, since "used" and "asked" do not tell whether an "e" goes.

    >>> sorted(verb_forms("sunk"))
    ['sank', 'sink', 'sinking', 'sinks', 'sunk']
    >>> "overrules" in verb_forms("overruled"), verb_forms("father")
    (True, frozenset())
    """
    if word in _irregular():
        return _irregular()[word]
    stem = word.removesuffix("ed")
    if stem == word or len(stem) < _SHORTEST or _VOWELS.isdisjoint(stem):
        return frozenset()
    stems = {stem, f"{stem}e"}
    if stem[-1] == stem[-2]:
        stems.add(stem[:-1])  # "planned"
    if stem.endswith("i"):
        stems = {f"{stem[:-1]}y"}  # "married"
    return frozenset({word, *(form for one in stems for form in _present(one))})


@cache
def participles() -> frozenset[str]:
    """The participles of irregular verbs."""
    return frozenset(participle for _, participle in _table().values())


@cache
def _table() -> dict[str, tuple[str, str]]:
    text = files(__package__).joinpath("irregular_verbs.toml").read_text(encoding="utf-8")
    return {base: (past, participle) for base, (past, participle) in tomllib.loads(text).items()}


@cache
def _irregular() -> dict[str, frozenset[str]]:
    """By each past tense and participle all forms of its verb."""
    found = {}
    for base, told in _table().items():
        for form in told:
            found[form] = frozenset({*told, *_present(base)})
    return found


def _present(base: str) -> set[str]:
    """A verb's base, third person and present participle."""
    third = f"{base[:-1]}ies" if base.endswith("y") and base[-2] not in _VOWELS else f"{base}s"
    if base.endswith(("s", "x", "ch", "sh", "o")):
        third = f"{base}es"
    gerund = base[:-1] if base.endswith("e") and not base.endswith("ee") else base
    return {base, third, f"{gerund}ing"}
