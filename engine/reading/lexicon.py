"""What words mean as relations: the general lexicon, and the labels of one graph's relations beside it."""

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from .inflection import doers, forms_of_third_person, participles, verb_forms
from .slots import THEIRS
from .tokens import name_key

Part = Literal["role", "verb", "either"]

Via = tuple[tuple[str, int], tuple[str, int]]

ARTICLES = frozenset({"a", "an", "the"})
POSSESSIVES = frozenset({"his", "her", "hers", "their", "its", "my", "our", "your"})
_ONTO = frozenset("into onto to in on at for with".split())
_TIMES = frozenset({"former", "formerly", "current", "currently", "previous", "previously", "sometime"})
_ATTENDANT = re.compile(
    r".(?:[ts]or|er|ant|ist|ian)$|^(?:heir|aide|deputy|secretary|page|wife|second|sequel|prequel|rival|cousin|ally"
    r"|companion|alternative|tribute|response|reply)$"
)
PREPOSITIONS = frozenset("by in of to from with at for on as".split())
_WAY_OF_DOERS: dict[tuple[str, ...], int] = {(): -1, ("by",): 1, ("with",): 0}
_WOMEN = {
    "landlord": "landlady",
    "host": "hostess",
    "headmaster": "headmistress",
    "abbot": "abbess",
    "heir": "heiress",
    "steward": "stewardess",
    "patron": "patroness",
    "manager": "manageress",
}
_MAN = re.compile(r"..(?<!hu)(?<!wo)man$")
_LEMMA = dict.fromkeys(("is", "was", "were", "are", "been", "being", "s"), "be") | dict.fromkeys(
    ("has", "had", "having"), "have"
)


class Meaning(NamedTuple):
    """One reading of a cue: a sense, and how the cue says it.

    `part`: a role is someone's ("the father of …"), a verb stands between two; a label may be either.
    `forward`: 1 when the cue leads from h to t, -1 from t to h, 0 where direction has no meaning.
    """

    sense: str
    part: Part
    forward: int


def lemma(word: str) -> str:
    """Forms of "be" and "have" as one."""
    return _LEMMA.get(word, word)


@dataclass(frozen=True, slots=True)
class Cue:
    """Words `start` to `end` of a wording, and what they may mean."""

    start: int
    end: int
    meanings: tuple[Meaning, ...]


class Lexicon:
    """Phrases and what they mean."""

    def __init__(
        self,
        entries: Mapping[tuple[str, ...], Sequence[Meaning]],
        *,
        same_kind: frozenset[str] = frozenset(),
        vague: frozenset[str] = frozenset(),
        implies: Mapping[str, frozenset[str]] = MappingProxyType({}),
        made_of: Mapping[str, Via] = MappingProxyType({}),
        wider: frozenset[str] = frozenset(),
        forbidding: frozenset[str] = frozenset(),
    ) -> None:
        """
        Args:
            same_kind: senses between things of one kind, where only direction tells h from t.
            vague: senses that go with any relation.
            implies: of a sense those that it entails: what causes something is associated with it.
            made_of: of a sense over two facts the senses of both, each with 1 from h to t, else -1.
            wider: senses whose t may as well be a larger place that t lies in.
            forbidding: senses that say of two things that they do not go together.
        """
        self.same_kind = same_kind
        self.vague = vague
        self.implies = implies
        self.made_of = made_of
        self.wider = wider
        self.forbidding = forbidding
        self._entries = {phrase: tuple(dict.fromkeys(meanings)) for phrase, meanings in entries.items()}
        self._longest: dict[str, int] = {}
        for phrase in self._entries:
            self._longest[phrase[0]] = max(self._longest.get(phrase[0], 0), len(phrase))
        self.words = frozenset(word for phrase in self._entries for word in phrase)
        self.roles = frozenset(
            phrase[0]
            for phrase, found in self._entries.items()
            if len(phrase) == 1 and any(meaning.part == "role" for meaning in found)
        )
        self.relatives = frozenset(
            word
            for word in self.roles
            if any(meaning.sense in same_kind for meaning in self._entries[(word,)])
        )

    def with_labels(
        self, labels: Iterable[str], wordings: Mapping[str, Iterable[str]] = MappingProxyType({})
    ) -> "Lexicon":
        """This lexicon and the labels of a graph's relations, each with a sense of its own beside others.

        Args:
            wordings: for a label further phrases that stand between head and tail and say the same.
        """
        entries = defaultdict(list, {phrase: list(found) for phrase, found in self._entries.items()})
        for label in labels:
            for text in wordings.get(label, ()):
                entries[_phrase(text)].append(Meaning(f"={label}", "verb", 1))
            phrase = _phrase(label)
            if not phrase:
                continue  # "-", "?": a label without words says nothing
            role, way = _role(phrase)
            called = [(f"={' '.join(role)}", way)] if role else []
            senses = sorted(self.senses(label))
            nouns = (*_numbers(phrase), *_numbers(_of_women(phrase)))
            for form in (phrase,) if self._is_rather_a_verb(phrase) else nouns:
                is_noun = singular(form[-1]) in self.roles and form[-1] != singular(form[-1])  # "songs"
                part: Part = "either" if _may_be_a_verb(form) and not is_noun else "role"
                part = "verb" if _is_a_verb(form) else part
                said = [(f"={label}", int(form[-1] != "with")), *called, *senses]  # "served with": either
                entries[form] += [Meaning(sense, part, forward) for sense, forward in said]
            for form, towards in _inflected(phrase):
                if len(form) == 1 and form[0] in self.roles and form[0] == singular(form[0]):
                    continue  # "mentored by": a mentor is someone
                entries[form].append(Meaning(f"={label}", "verb", towards))
            for noun, towards in _doers(phrase):
                if (noun,) not in self._entries:
                    entries[(noun,)].append(Meaning(f"={label}", "role", towards))
            named = (
                [(called[0][0], 1), *((sense, way * forward) for sense, forward in senses)] if role else []
            )
            for form in _numbers(role):
                entries[form] += [Meaning(sense, "role", forward) for sense, forward in named]
        return Lexicon(
            entries,
            same_kind=self.same_kind,
            vague=self.vague,
            implies=self.implies,
            made_of=self.made_of,
            wider=self.wider,
            forbidding=self.forbidding,
        )

    def cues(self, words: Sequence[str]) -> list[Cue]:
        """The phrases in a wording, from left to right, the longest first, none overlapping."""
        found: list[Cue] = []
        at, count = 0, len(words)
        while at < count:
            length = min(self._longest.get(words[at], 0), count - at)
            while length:
                meanings = self._entries.get(tuple(words[at : at + length]))
                if meanings:
                    found.append(Cue(at, at + length, meanings))
                    break
                length -= 1
            at += length or 1
        return found

    def senses(self, label: str) -> frozenset[tuple[str, int]]:
        """What a relation's label means, each sense with its direction from head to tail."""
        phrase = _phrase(label)
        _, way = _role(phrase)  # of "capital of" the head is the capital
        is_verb = self._is_rather_a_verb(phrase)
        return frozenset(
            (meaning.sense, meaning.forward * (way if meaning.part == "role" else _voice(phrase, cue)))
            for cue in self.cues(phrase)
            for meaning in cue.meanings
            if not (is_verb and meaning.part == "role")
        )

    def _is_rather_a_verb(self, phrase: tuple[str, ...]) -> bool:
        """Whether a label of one word may be a noun in the plural, but is as well a verb: "causes"."""
        parts = {meaning.part for meaning in self._entries.get(phrase, ())}
        return len(phrase) == 1 and phrase[0] != singular(phrase[0]) and "verb" in parts


@cache
def general_lexicon() -> Lexicon:
    """The lexicon of relations.toml."""
    entries: defaultdict[tuple[str, ...], list[Meaning]] = defaultdict(list)
    text = files(__package__).joinpath("relations.toml").read_text(encoding="utf-8")
    senses = tomllib.loads(text)
    for sense, lists in senses.items():
        for phrase, meaning in _entries(sense, lists):
            entries[phrase].append(meaning)
    same_kind, vague, wider, forbidding = (
        frozenset(sense for sense, lists in senses.items() if lists.get(mark))
        for mark in ("same_kind", "vague", "wider", "forbids")
    )
    implies = {sense: frozenset(lists["implies"]) for sense, lists in senses.items() if "implies" in lists}
    made_of = {sense: _via(*lists["via"]) for sense, lists in senses.items() if "via" in lists}
    return Lexicon(
        entries,
        same_kind=same_kind,
        vague=vague,
        implies=implies,
        made_of=made_of,
        wider=wider,
        forbidding=forbidding,
    )


def _via(first: str, second: str) -> Via:
    hops = [(sense.removeprefix("<"), -1 if sense.startswith("<") else 1) for sense in (first, second)]
    return hops[0], hops[1]


def _entries(sense: str, lists: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Meaning]]:
    directed = 0 if lists.get("symmetric") else 1
    # H's region holds it, H's regions are in it.
    parts_of = {_phrase(text) for text in lists.get("parts", ())}
    for phrase in parts_of:
        yield phrase, Meaning(sense, "role", -directed)
    parts: tuple[tuple[str, Part, int], ...] = (
        ("roles", "role", directed),
        ("inverse_roles", "role", -directed),
        ("verbs", "verb", directed),
        ("inverse_verbs", "verb", -directed),
    )
    for name, part, forward in parts:
        for text in lists.get(name, ()):
            phrases = _numbers(_phrase(text)) if part == "role" else [_phrase(text), *_with_theirs(text)]
            for phrase in phrases:
                if phrase in parts_of:
                    continue
                yield phrase, Meaning(sense, part, forward)
    for noun in lists.get("kinds", ()):
        yield (kind_of(noun),), Meaning(sense, "role", -directed)


def _voice(phrase: tuple[str, ...], cue: Cue) -> int:
    """-1 for a verb that a label turns round: of "advised by" only "advised" may be known; else 1."""
    return -1 if phrase[cue.end : cue.end + 1] == ("by",) else 1


def kind_of(noun: str) -> str:
    """A noun behind "a" or "one of the", as one word: "a region of T" lies in T, "the region" holds it."""
    return f"a {singular(noun)}"


def _phrase(text: str) -> tuple[str, ...]:
    """A phrase as wordings are compared: no articles and possessives, "be" and "have" in one form.

    A passive is known without its "be", which may stand elsewhere: "is fathered by", "fathered by".
    """
    kept = [lemma(word) for word in name_key(text).split() if word not in ARTICLES | POSSESSIVES]
    if len(kept) > 2 and kept[0] == "be":
        kept = kept[1:]
    return tuple(kept) or tuple(name_key(text).split())


def _with_theirs(text: str) -> Iterator[tuple[str, ...]]:
    """A phrase as it stands behind both things, where possessives count: "T is where H breathed his last"."""
    words = name_key(text).split()
    if not POSSESSIVES.isdisjoint(words):
        yield tuple(THEIRS if word in POSSESSIVES else word for word in words if word not in ARTICLES)


def _role(phrase: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """What a label calls one of its two things, and 1 when that is the tail, -1 when it is the head.

    "Has the highest point" calls its tail the highest point, "is the capital of" its head the capital,
    "former assistant to" its head an assistant; other labels tell no more than they say, and give an empty
    role.
    """
    if len(phrase) > 1 and phrase[0] == "have":
        return phrase[1:], 1
    if len(phrase) > 1 and (phrase[-1] == "of" or (phrase[-1] == "to" and _ATTENDANT.search(phrase[-2]))):
        return phrase[1:-1] if phrase[0] in _TIMES and len(phrase) > 2 else phrase[:-1], -1
    return (), 1


def _numbers(phrase: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A noun phrase in singular and plural."""
    if not phrase:
        return []
    *before, noun = phrase
    forms = {noun, plural(noun), singular(noun)}
    return [(*before, form) for form in sorted(forms)]


def _of_women(phrase: tuple[str, ...]) -> tuple[str, ...]:
    """A label with what it calls men as women are called: "landlady"; empty where it calls no one so."""
    *before, noun = phrase
    if noun in _WOMEN:
        return (*before, _WOMEN[noun])
    return (*before, f"{noun[:-3]}woman") if _MAN.search(noun) else ()


def _inflected(phrase: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Other forms of a label that begins with a verb, each with 1 when they lead from head to tail.

    What "was sunk by" leads to "sank" the other: an active verb leads back.
    """
    verb, rest = phrase[0], phrase[1:]
    forms = verb_forms(verb)
    if rest == ("by",):
        yield from (((form,), -1) for form in sorted(forms))
        return
    if not rest or rest[-1] in PREPOSITIONS:
        forms |= forms_of_third_person(verb)
    yield from (((form, *rest), 1) for form in sorted(forms - {verb}))
    if len(rest) == 1 and rest[0] in _ONTO and verb.endswith("s"):
        yield (verb,), 1  # "feeds into": "H feeds T"
    if not rest:
        passive = (form for form in forms | {verb} if form.endswith("ed") or form in participles())
        yield from (((form, "by"), -1) for form in sorted(passive))


def _doers(phrase: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """What those are called who do what a label says, each with 1 when they are its tails: "audited by".

    What one does with another, the other may do, too: 0.
    """
    verb, rest = phrase[0], phrase[1:]
    if rest not in _WAY_OF_DOERS or verb.endswith("ing"):
        return
    forms = {verb, *(verb_forms(verb) or forms_of_third_person(verb))}
    bases = (form for form in forms if not forms.isdisjoint((f"{form}s", f"{form[:-1]}ies")))
    for noun in sorted(frozenset().union(*map(doers, bases))):
        yield noun, _WAY_OF_DOERS[rest]


def _is_a_verb(phrase: tuple[str, ...]) -> bool:
    """Whether a label is a verb, a preposition and a noun: of "located on island" T is no owner."""
    return phrase[0].endswith("ed") and any(word in PREPOSITIONS - {"of"} for word in phrase[1:-1])


def _may_be_a_verb(phrase: tuple[str, ...]) -> bool:
    """Whether a label may stand between two things like a verb: "treats", "influenced by", not "father"."""
    if phrase[-1] in PREPOSITIONS or phrase[0].endswith(("s", "ed", "ing")):
        return True
    forms = verb_forms(phrase[0])
    return bool(forms) and f"{phrase[0]}s" not in forms  # "sank", not "cast"


def plural(noun: str) -> str:
    """
    >>> plural("city"), plural("church"), plural("son")
    ('cities', 'churches', 'sons')
    """
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh")) else "s")


def singular(noun: str) -> str:
    """
    >>> singular("cities"), singular("churches"), singular("sons"), singular("class")
    ('city', 'church', 'son', 'class')
    """
    if noun.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if noun.endswith(("sses", "xes", "ches", "shes")):
        return noun[:-2]
    return noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "us", "is")) else noun
