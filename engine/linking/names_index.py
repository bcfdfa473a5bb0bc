"""The names of a graph, as text is searched for them."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from operator import attrgetter

from ...ext.mentions import NameFinder
from ...ext.words import NameHit
from ..language.morphology import plural
from ..language.number_words import MONEY, NUMBER_WORDS, in_digits, other_spellings, spellings_of_measure
from ..language.tokens import Tokens, name_key
from .cut_short import PARTICLES, leaves_out
from .days import spellings_of_day
from .other_names import other_names

_START, _END = attrgetter("start"), attrgetter("end")
_THOUSANDS = 3  # digits between the marks of a number
_SHORTEST_NOUN = 4
_INITIALS = re.compile(r"[^\W\d] [^\W\d] ")  # "J. J. Thomson", who is also written "JJ Thomson"
# "Escherichia coli", which is also "E. coli"; other words than Latin ones are not written so.
_BINOMIAL = re.compile(r"[A-Z][a-z]+ [a-z-]+(?:us|um|is|i|ae?|e|[ae]ns)(?: [a-z-]+)?")
_ABBREVIATED = {"mount": "mt", "mt": "mount", "saint": "st", "st": "saint", "fort": "ft", "ft": "fort"}
_NUMBERED = re.compile(r" no (?=\d)")  # "Symphony No. 4"
_VERSION = re.compile(r"\d+(?: \d+){1,3}")  # "3.4.1", which is also written "v3.4.1"
_WITH_V = re.compile(r"v\d+(?: \d+){1,3}")
_CODE = re.compile(r" (\d+[A-Z])$")  # "Class 11D", which is also called "11D"


class NameIndex:
    """Finds all names and aliases of a graph in a text, in time linear in the text, however long names are.

    Names are compared by their words in normal form: case, accents and punctuation do not count. Where names
    overlap, the one that begins first counts, and of those the longest.

    Attributes:
        keys: for each node the `name_key` of its name.
        capitalised: for each node whether its name begins with a capital.
        binomials: keys that stand for a name only with a full stop behind their letter: "E. coli".
    """

    def __init__(
        self, names: Iterable[str], aliases: Iterable[tuple[str, int]] = (), *, capitals: bool = False
    ) -> None:
        """
        Args:
            names: that of each node, "" for those without one.
            aliases: further names, with their nodes.
            capitals: these are some of a graph's names, and of those not here some begin with a capital.
        """
        self._capitals = capitals
        self.keys: list[str] = []
        self.capitalised = bytearray()
        self.binomials: set[str] = set()
        self._nodes: dict[str, tuple[int, ...]] = {}
        self._others: dict[str, tuple[int, ...]] = {}
        self._first_words: dict[str, list[int]] | None = None
        self._last_words: dict[str, list[int]] | None = None
        codes: defaultdict[str, list[int]] = defaultdict(list)
        for node, name in enumerate(names):
            self.keys.append(name_key(name))
            self.capitalised.append(name[:1].isupper())
            for key in spellings(self.keys[-1], name[:1]):
                self._add(self._nodes, key, node)
            if binomial := binomial_of(name, self.keys[-1]):
                self.binomials.add(binomial)
                self._add(self._nodes, binomial, node)
            if code := code_of(name):
                codes[code].append(node)
        for alias, node in aliases:
            self.binomials.discard(name_key(alias))
            self._add(self._nodes, name_key(alias), node)
        for code, called in codes.items():
            if len(called) == 1:
                self._add(self._nodes, code, *called)
        self._add_plurals()
        for name, words in (*other_names(), *other_spellings()):
            for node in self._nodes.get(name, ()):
                for word in words:
                    self._add(self._others, word, node)
        self._finder = NameFinder(self._nodes, self._others)

    def _add_plurals(self) -> None:
        """Nouns beside names, as "ringed seal" beside "Ecuador", are also found in the plural.

        A capitalised word may be a noun too, as "Potato" is, and then its plural stands for it.
        """
        if not (self._capitals or any(self.capitalised)):
            return
        for node, key in enumerate(self.keys):
            if several := plural_of(key, is_noun=not self.capitalised[node]):
                self._add(self._others if self.capitalised[node] else self._nodes, several, node)

    def _add(self, names: dict[str, tuple[int, ...]], key: str, node: int) -> None:
        known = names.get(key, ())
        if not key or node in known:
            return
        names[key] = (*known, node)

    def named(self, key: str) -> tuple[int, ...]:
        """The nodes that bear a name, given as `name_key`; else those that it stands for."""
        known = self._nodes.get(key) or self._others.get(key)
        return known or self._nodes.get(" ".join(in_digits(key.split())), ())

    @property
    def written(self) -> frozenset[str]:
        """All that a text may call nodes by, in normal form."""
        return frozenset((*self._nodes, *self._others))

    def ending_with(self, key: str) -> tuple[int, ...]:
        """The one node whose name ends with these words: "Titanic" for "RMS Titanic"; none where several do.

        "Wales" is no such end of "Arthur of Wales".
        """
        ends = [
            node
            for node in self._by_last_word().get(key.rsplit(" ", 1)[-1], ())
            if self.keys[node].endswith(f" {key}")
            and self.keys[node][: -len(key) - 1].rsplit(" ", 1)[-1] not in PARTICLES
        ]
        return tuple(ends) if len(ends) == 1 else ()

    def beginning_with(self, key: str) -> tuple[int, ...]:
        """The nodes whose names go on behind these words: "Ivelbridge Station" for "Ivelbridge"."""
        own = self._by_first_word().get(key.split(" ", 1)[0], ()) if key else ()
        return tuple(node for node in own if self.keys[node].startswith(f"{key} "))

    def _by_first_word(self) -> dict[str, list[int]]:
        """The nodes whose names of several words begin with a word; found out when first asked for."""
        if self._first_words is None:
            found: dict[str, list[int]] = {}
            for node, key in enumerate(self.keys):
                if " " in key:
                    found.setdefault(key.split(" ", 1)[0], []).append(node)
            self._first_words = found
        return self._first_words

    def with_ends(self, key: str) -> tuple[int, ...]:
        """The one node whose name has more within these words, see `leaves_out`; none where several do."""
        ends = [
            node
            for node in self._by_last_word().get(key.rsplit(" ", 1)[-1], ())
            if leaves_out(key, self.keys[node])
        ]
        return tuple(ends) if len(ends) == 1 else ()

    def _by_last_word(self) -> dict[str, list[int]]:
        """The nodes whose names of several words end with a word; found out when first asked for."""
        if self._last_words is None:
            found: dict[str, list[int]] = {}
            for node, key in enumerate(self.keys):
                if " " in key:
                    found.setdefault(key.rsplit(" ", 1)[-1], []).append(node)
            self._last_words = found
        return self._last_words

    def find(self, tokens: Tokens) -> list[NameHit]:
        """The names in a text, from left to right, none overlapping."""
        hits = self._finder.find(tokens.normal)
        elided = tokens.elided()
        normal, knows = tokens.normal, self._finder.knows
        if any(knows(normal[at - 1] + normal[at + 1]) for at in elided):
            return self._with_elided(hits, tokens, elided)
        return hits

    def _with_elided(self, hits: list[NameHit], tokens: Tokens, elided: list[int]) -> list[NameHit]:
        """The same, where a graph writes "dOrleans" for "d'Orléans", as one does that makes ids of names."""
        words = list(tokens.normal)
        for at in elided:
            words[at - 1 : at + 2] = words[at - 1] + words[at + 1], "", ""
        joined = self._finder.find(words, elided)
        places = frozenset(elided)
        kept: list[NameHit] = []
        behind = 0
        for found in joined:
            hit = found._replace(end=found.end + 2) if found.end in places else found
            first = bisect_right(hits, hit.start, behind, key=_END)
            kept += (*hits[behind:first], hit)
            behind = bisect_left(hits, hit.end, first, key=_START)
        return kept + hits[behind:]


def binomial_of(name: str, key: str) -> str | None:
    """How the Latin name of a species is also written: "e coli" of "Escherichia coli"."""
    if not _BINOMIAL.fullmatch(name):
        return None
    genus, species = key.split(" ", 1)
    return f"{genus[0]} {species}"


def code_of(name: str) -> str | None:
    """The code that a name ends with: "11d" of "Class 11D"."""
    found = _CODE.search(name) if name[-1:].isupper() else None
    return name_key(found[1]) if found else None


def plural_of(key: str, *, is_noun: bool) -> str | None:
    """The plural of a name, or of a capitalised word that may be a noun; None where there is none."""
    *before, noun = key.rsplit(" ", 1)
    if not noun.isalpha() or not (is_noun or (not before and len(noun) >= _SHORTEST_NOUN)):
        return None
    return " ".join((*before, plural(noun)))


def spellings(key: str, mark: str) -> Iterator[str]:
    """A name, and how else it may be written: "JJ Thomson", "21 Pilots", "3,715".

    Args:
        mark: what the name itself begins with, as "£1.4m" does.
    """
    yield key
    yield from spellings_of_day(key)
    if key.isdecimal() and len(key) > _THOUSANDS and key[0] != "0":
        yield f"{int(key):,}".replace(",", " ")
    first, _, others = key.partition(" ")
    if others and (short := _ABBREVIATED.get(first)):
        yield f"{short} {others}"
    if " no " in key:
        yield _NUMBERED.sub(" number ", key)  # as `Tokens` writes it
    if _INITIALS.match(key):
        yield key.replace(" ", "", 1)
    if first.isdigit():
        yield from spellings_of_measure(key, money=mark in MONEY)
    if _VERSION.fullmatch(key):
        yield f"v{key}"  # "v3.4.1"
    elif _WITH_V.fullmatch(key):
        yield key[1:]
    if not NUMBER_WORDS.isdisjoint(words := key.split()):
        yield " ".join(in_digits(words))
