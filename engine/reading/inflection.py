"""The forms of English verbs, so that "sank" and "was sunk by" are one relation, in its two directions."""

import tomllib
from functools import cache
from importlib.resources import files

_VOWELS = frozenset("aeiou")
_PREFIXES = ("over", "under", "out", "up", "re", "fore", "mis", "with")
_TOLD = frozenset({"given", "known", "shown", "born", "held", "kept", "put", "set"})
_SHORTEST = 3  # letters of a verb's stem


def verb_forms(word: str) -> frozenset[str]:
    """The forms of the verb that a word looks like a past tense or participle of; none where it does not.

    Of a regular verb also forms that no one writes, since "used" and "asked" do not tell whether an "e" goes.

    >>> sorted(verb_forms("sunk"))
    ['sank', 'sink', 'sinking', 'sinks', 'sunk']
    >>> "overrules" in verb_forms("overruled"), verb_forms("father")
    (True, frozenset())
    """
    before, verb = _prefixed(word)
    if verb in _irregular():
        return frozenset({f"{before}{form}" for form in _irregular()[verb]})
    stem = word.removesuffix("ed")
    if stem == word or len(stem) < _SHORTEST or _VOWELS.isdisjoint(stem):
        return frozenset()
    stems = {stem, f"{stem}e"}
    if stem[-1] == stem[-2]:
        stems.add(stem[:-1])  # "planned"
    if stem.endswith("i"):
        stems = {f"{stem[:-1]}y"}  # "married"
    return frozenset({word, *(form for one in stems for form in _present(one))})


def forms_of_third_person(word: str) -> frozenset[str]:
    """The other forms of the verb that a word looks like the third person of; none where it does not.

    Of a regular verb also forms that no one writes: "powers" and "cites" do not tell whether an "e" goes.

    >>> sorted(forms_of_third_person("cites"))
    ['cite', 'cited', 'citeed', 'citeing', 'citing']
    >>> sorted(forms_of_third_person("supplies")), sorted(forms_of_third_person("sinks"))
    (['supplied', 'supply', 'supplying'], ['sank', 'sink', 'sinking', 'sunk'])
    """
    if not word.endswith("s") or word.endswith(("ss", "us", "is")) or len(word) <= _SHORTEST:
        return frozenset()
    before, verb = _prefixed(word[:-1])
    for base in (verb, verb[:-1]):
        if base in _table() and word[len(before) :] in _present(base):
            forms = {*_table()[base], *_present(base)}
            return frozenset({f"{before}{form}" for form in forms} - {word})
    if word.endswith("ies"):
        base = f"{word[:-3]}y"
        return frozenset({base, f"{word[:-3]}ied", f"{base}ing"})
    base = word[:-1]
    forms = {base, f"{base}ed", f"{base}ing"}
    if base.endswith("e"):
        forms |= {f"{base}d", f"{base[:-1]}ing"}
    if base[-1] not in _VOWELS and base[-2] in _VOWELS:
        forms |= {f"{base}{base[-1]}ed", f"{base}{base[-1]}ing"}
    return frozenset(forms)


def pasts(base: str) -> frozenset[str]:
    """What the past tense of a verb may be, given in its base form.

    >>> sorted(pasts("sink")), sorted(pasts("marry")), sorted(pasts("die")), sorted(pasts("plan"))
    (['sank'], ['married'], ['died'], ['planed', 'planned'])
    """
    if base in _table():
        return frozenset({_table()[base][0]})
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return frozenset({f"{base[:-1]}ied"})
    if base.endswith("e"):
        return frozenset({f"{base}d"})
    doubled = {f"{base}{base[-1]}ed"} if base[-1] not in _VOWELS else set()
    return frozenset({f"{base}ed"} | doubled)


def doers(base: str) -> frozenset[str]:
    """What those may be called who do what a verb says, given in its base form.

    >>> sorted(doers("audit")), sorted(doers("compete"))
    (['auditer', 'audititor', 'auditor', 'auditter'], ['competer', 'competitor', 'competor'])
    """
    stem = base.removesuffix("e")
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return frozenset({f"{base[:-1]}ier"})
    doubled = {f"{base}{base[-1]}er"} if base[-1] not in _VOWELS and base[-2:-1] in _VOWELS else frozenset()
    return frozenset({f"{stem}er", f"{stem}or", f"{stem}itor"} | doubled)


def tells_what_of(word: str) -> bool:
    """Whether a word behind a noun may tell what is said of it: "the child recorded for H", "given for H"."""
    return word.endswith("ed") or word in _TOLD


@cache
def participles() -> frozenset[str]:
    """The participles of irregular verbs."""
    return frozenset(participle for _, participle in _table().values())


def _prefixed(word: str) -> tuple[str, str]:
    """What stands before an irregular verb, and that verb: "re" and "built"; else "" and the word."""
    for before in _PREFIXES:
        verb = word.removeprefix(before)
        if verb != word and (verb in _irregular() or verb in _table() or verb[:-1] in _table()):
            return before, verb
    return "", word


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
