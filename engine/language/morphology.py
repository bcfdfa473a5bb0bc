"""The forms of English nouns and verbs, by rule and by a table of irregular ones."""

import tomllib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files

_VOWELS = frozenset("aeiou")
_KEPT = 50_000
_SHORTEST = 3  # letters of a regular stem
_NOUN_ENDINGS = ("ss", "us", "is", "ics", "ness")
_AGENTS = ("er", "or", "ist", "ian", "man", "ee")


@cache
def _irregular() -> dict[str, tuple[str, str, str]]:
    """By each form of an irregular verb its base, past and participle."""
    text = files(__package__).joinpath("en", "irregular_verbs.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    found: dict[str, tuple[str, str, str]] = {}
    for base, (past, participle) in table.items():
        for form in (base, _third(base), _gerund(base), past, participle):
            found.setdefault(form, (base, past, participle))
    return found


@cache
def _irregular_nouns() -> dict[str, str]:
    text = files(__package__).joinpath("en", "irregular_nouns.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text))


def _third(base: str) -> str:
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return f"{base[:-1]}ies"
    return f"{base}es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{base}s"


def _doubles(base: str) -> bool:
    """Whether a verb may double its last letter: "plan", "planned"."""
    return len(base) > 2 and base[-1] not in "aeiouwxy" and base[-2] in _VOWELS and base[-3] not in _VOWELS


def _gerund(base: str) -> str:
    if base.endswith("ie"):
        return f"{base[:-2]}ying"
    return f"{base[:-1]}ing" if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) else f"{base}ing"


def _pasts(base: str) -> Iterable[str]:
    if base.endswith("e"):
        return (f"{base}d",)
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return (f"{base[:-1]}ied",)
    return (f"{base}ed", f"{base}{base[-1]}ed") if _doubles(base) else (f"{base}ed",)


@lru_cache(_KEPT)
def bases(word: str) -> tuple[str, ...]:
    """The verbs that a word may be a form of, in their base form; of a regular one also such as no one says.

    >>> bases("sank"), bases("founded"), bases("supplies")
    (('sink',), ('found', 'founde'), ('supply',))
    """
    if word in _irregular():
        return (_irregular()[word][0],)
    if word.endswith("ied") and len(word) > _SHORTEST + 1:
        return (f"{word[:-3]}y",)
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST and not _VOWELS.isdisjoint(stem):
            doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "ls"
            return (stem[:-1],) if doubled else (stem, f"{stem}e")
    if word.endswith("s") and not word.endswith(_NOUN_ENDINGS) and len(word) > _SHORTEST:
        if word.endswith("ies"):
            return (f"{word[:-3]}y",)
        if word.endswith(("ses", "xes", "zes", "ches", "shes", "oes")):
            return (word[:-2], word[:-1])
        return (word[:-1],)
    return ()


@lru_cache(_KEPT)
def forms_of_verb(word: str) -> tuple[str, ...]:
    """All forms of the verb that a word is a form of; of a regular one also such as no one says.

    >>> forms_of_verb("sank")
    ('sank', 'sink', 'sinks', 'sinking', 'sunk')
    >>> forms_of_verb("treats")
    ('treats', 'treat', 'treating', 'treated')
    """
    found = [word]
    for base in bases(word) or (word,):
        if base in _irregular():
            own, past, participle = _irregular()[base]
            found += [own, _third(own), _gerund(own), past, participle]
            continue
        found += [base, _third(base), _gerund(base), *_pasts(base)]
        if _doubles(base):
            found.append(f"{base}{base[-1]}ing")
    return tuple(dict.fromkeys(found))


def is_verb_form(word: str) -> bool:
    """Whether a word looks like a past, a participle or a third person, and not like a plural of doers.

    >>> is_verb_form("founded"), is_verb_form("treats"), is_verb_form("members"), is_verb_form("spouse")
    (True, True, False, False)
    """
    if word in _irregular():
        return True
    if word.endswith(("ed", "ing")):
        return bool(bases(word))
    stem = singular(word)
    if stem == word or stem.endswith(_AGENTS) or stem in _irregular_nouns().values():
        return False
    return bool(bases(word))


def may_be_third_person(word: str) -> bool:
    """Whether a word ends as a third person does, or a plural.

    >>> may_be_third_person("lives"), may_be_third_person("pass")
    (True, False)
    """
    return word.endswith("s") and not word.endswith("ss")


def participles() -> frozenset[str]:
    """The participles of irregular verbs."""
    return frozenset(participle for _, _, participle in _irregular().values())


@lru_cache(_KEPT)
def singular(noun: str) -> str:
    """
    >>> singular("capitals"), singular("cities"), singular("children"), singular("status")
    ('capital', 'city', 'child', 'status')
    """
    if noun in _irregular_nouns():
        return _irregular_nouns()[noun]
    if not noun.endswith("s") or noun.endswith(_NOUN_ENDINGS) or len(noun) <= _SHORTEST:
        return noun
    if noun.endswith("ies") and len(noun) > _SHORTEST + 1:
        return f"{noun[:-3]}y"
    return noun[:-2] if noun.endswith(("sses", "xes", "ches", "shes")) else noun[:-1]


def plural(noun: str) -> str:
    """
    >>> plural("city"), plural("child"), plural("church")
    ('cities', 'children', 'churches')
    """
    return forms_of_noun(noun)[1]


@lru_cache(_KEPT)
def forms_of_noun(noun: str) -> tuple[str, ...]:
    """Singular and plural.

    >>> forms_of_noun("child"), forms_of_noun("cities")
    (('child', 'children'), ('city', 'cities'))
    """
    one = singular(noun)
    irregular = next((many for many, own in _irregular_nouns().items() if own == one), None)
    return tuple(
        dict.fromkeys(
            (one, irregular or _third(one), noun) if noun != one else (one, irregular or _third(one))
        )
    )


def agent_nouns(verb: str) -> tuple[str, ...]:
    """What one may be called who does what a verb says, also such as no one says.

    >>> agent_nouns("directed")
    ('directer', 'director')
    """
    found: list[str] = []
    for base in bases(verb) or (verb,):
        stem = base.removesuffix("e")
        if base.endswith("y") and base[-2:-1] not in _VOWELS:
            found.append(f"{base[:-1]}ier")
        found += [f"{stem}er", f"{stem}or"]
        if _doubles(base):
            found.append(f"{stem}{stem[-1]}er")
    return tuple(dict.fromkeys(found))


def verbs_of_agent(noun: str) -> tuple[str, ...]:
    """The verbs of what one is called by who does it, also such as no one says.

    >>> verbs_of_agent("founder"), verbs_of_agent("mother")
    (('found', 'founde'), ())
    """
    one = singular(noun)
    if not one.endswith(("er", "or")) or len(one) < _SHORTEST + 3 or one.endswith(("ther", "ster")):
        return ()
    stem = one[:-2]
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "ls":
        return (stem[:-1],)
    return (f"{stem[:-1]}y",) if stem.endswith("i") else (stem, f"{stem}e")
