"""The lexicon's step: a cue of the relation stands in the phrase, and rule rows say who holds the role."""

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from ..language.morphology import may_be_third_person
from ..language.rules import ARROW, BACK, CUE, FIRST, MENTION, SECOND, Rules, alphabet, rows_of, table
from .labels import Cue, Kind

_KEPT = 100_000
_AS_VERB = (FIRST, CUE, SECOND)
_PLAIN = ("plain", "be", "have", "det", "prep", "called", "serves", "makes", "mark", "who", "and", "kinds")


class LexicalMatch(NamedTuple):
    """What the lexicon finds.

    Attributes:
        way: 1 when the phrase says the relation from <1> to <2>, -1 from <2> to <1>, 0 of both alike.
        rule: the id of the row that says so.
        plain: besides cue and slots there are only words that change nothing.
        marked: the words with the cue as one symbol.
    """

    way: int
    rule: str
    plain: bool
    marked: tuple[str, ...]


@cache
def _roles(kind: Kind | Literal["class"]) -> Rules:
    either = ("any",) if kind != "class" else ()
    rows = [row for row in rows_of("roles") if row.gives["cue"] in (kind, *either)]
    return Rules(rows, alphabet())


@cache
def _plain_words() -> frozenset[str]:
    words = frozenset(word for name in _PLAIN for word in table("words")[name])
    return words | {"'s", CUE, FIRST, SECOND, MENTION, ARROW, BACK}


class Lexicon:
    """The cues of one relation."""

    def __init__(self, cues: Collection[Cue], *, of_class: bool = False) -> None:
        """`of_class`: the relation's tail is what its head is, so that "<1> is a <2>" says it."""
        self._of_class = of_class
        self._by_first: dict[str, list[Cue]] = {}
        for cue in cues:
            self._by_first.setdefault(cue.words[0], []).append(cue)
        for listed in self._by_first.values():
            listed.sort(key=lambda cue: (-len(cue.words), not cue.sure))
        self._verbs = {cue.words for cue in cues if cue.kind == "verb"}
        self.find = lru_cache(_KEPT)(self._find)

    def _find(self, words: tuple[str, ...]) -> LexicalMatch | None:
        """What a phrase says of the relation by a cue; None without one whose role a row tells."""
        for at, word in enumerate(words):
            for cue in self._by_first.get(word, ()):
                end = at + len(cue.words)
                if words[at:end] != cue.words:
                    continue
                marked = (*words[:at], CUE, *words[end:])
                if marked[:3] == _AS_VERB and self._is_verb(cue):
                    continue  # "<1> cures <2>" has a verb, not several cures
                row = _roles(cue.kind).first(alphabet().symbols(marked))
                if row is not None:
                    holder = row.gives["holder"]
                    way = 0 if holder == 0 else cue.holder if holder == 1 else -cue.holder
                    return LexicalMatch(way, row.id, cue.sure and _is_plain(marked), marked)
        if self._of_class and (row := _roles("class").first(alphabet().symbols(words))):
            way = 1 if row.gives["holder"] == 2 else -1
            return LexicalMatch(way, row.id, _is_plain(words), words)
        return None

    def _is_verb(self, cue: Cue) -> bool:
        """Whether a role is written as a verb is that stands between its two things."""
        return cue.kind == "noun" and cue.words in self._verbs and may_be_third_person(cue.words[-1])


def _is_plain(words: Sequence[str]) -> bool:
    return all(word in _plain_words() or not word[0].isalpha() for word in words)
