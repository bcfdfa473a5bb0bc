"""Rule rows: patterns over the words of a sentence, compiled once and matched as one expression.

A row is data (a table of `en/*.toml`): an `id`, a `pattern`, what it `gives`, and examples (`yes`, `no`). The
pattern is a sequence of elements with spaces between them:

    word            that word, in normal form ("founded"); `a|b|c` for any of several
    @class          any word of a class of `en/words.toml`; `@a|@b|c` may be mixed
    ~               any one word, but no slot, mention, cue or mark, and none of the class `joining`
    #               a number
    ..  ...         any words and marks up to what follows; with two dots none that ends a clause
    <1> <2> <cue>   the slots: the two things that are spoken of, in the order of the text, and the cue
    <m>             any other mention
    , ; : ( ) - =   that mark; `->` an arrow, `<-` one that points back
    ^ $             where the words begin and end
    [ ... ]         several elements as one; `|` between them parts what may stand there
    ? * {0,3}       behind an element: how often it stands there

A row that begins with <1> does not speak of "the brother of <1>", and one that ends with <2> not of "<2>'s
brother": it matches neither.

Each word of a sentence becomes one symbol, so that a row is a regular expression over symbols; all rows of a
table are tried as one expression, in their order.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any

FIRST, SECOND, CUE, MENTION = "<1>", "<2>", "<cue>", "<m>"
OWNS = "'s"
ARROW, BACK = "->", "<-"

_SYMBOLS_KEPT = 100_000
_FIRST_OWN_SYMBOL = 0xE000  # Unicode's private use area: no text holds these
_WORD, _NUMBER, _ED, _ING, _LY, _MARK = "wnegl."
_ANY_WORD = f"{_WORD}{_NUMBER}{_ED}{_ING}{_LY}"
_SHAPES = {"ed": _ED, "ing": _ING, "ly": _LY}
_ELEMENT = re.compile(r"(?P<body>\[|\]|\S+?)(?P<times>[?*]|\{\d+,\d+\})?(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table. `gives` holds whatever else the row says."""

    id: str
    pattern: str
    gives: Mapping[str, Any] = field(hash=False)
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that matches symbols `start` to `end`."""

    row: Row
    start: int
    end: int


class Alphabet:
    """One symbol for each word that some row names; the others share a symbol by their shape.

    Classes are lists of words; `-ed`, `-ing` and `-ly` among them stand for every word of that ending.
    """

    def __init__(self, classes: Mapping[str, Sequence[str]], words: Iterable[str]) -> None:
        self._classes = {name: tuple(listed) for name, listed in classes.items()}
        joining = set(classes["joining"])
        named = dict.fromkeys((*(word for listed in classes.values() for word in listed), *words))
        own = [word for word in named if word[:1] != "-" or word in (ARROW, "-")]
        own += [slot for slot in (FIRST, SECOND, CUE, MENTION, OWNS) if slot not in named]
        # Those that "~" stands for come last, so that they are one range of symbols.
        own.sort(key=lambda word: word[0].isalnum() and word not in joining)
        self._own = {word: chr(_FIRST_OWN_SYMBOL + at) for at, word in enumerate(own)}
        self._symbol = lru_cache(_SYMBOLS_KEPT)(self._find_symbol)
        lettered = (self._own[word] for word in own if word[0].isalnum() and word not in joining)
        self.any_word = f"[{_ANY_WORD}{_in_ranges(lettered)}]"

    def symbols(self, words: Iterable[str]) -> str:
        """The symbols of words in normal form, of marks and of slots, one each."""
        return "".join(map(self._symbol, words))

    def of_class(self, name: str) -> str:
        """The symbols of a class, as they stand between the brackets of an expression."""
        shaped = [word[1:] for word in self._classes[name] if word[0] == "-" and word[1:] in _SHAPES]
        others = (self._own[word] for word in self._classes[name] if word[1:] not in shaped)
        return "".join(_SHAPES[ending] for ending in shaped) + _in_ranges(others)

    def of_word(self, word: str) -> str:
        return self._own[word]

    def _find_symbol(self, word: str) -> str:
        own = self._own.get(word)
        if own is not None:
            return own
        if not word or not word[0].isalnum():
            return _MARK
        if word[0].isdigit():
            return _NUMBER
        for ending, symbol in _SHAPES.items():
            if word.endswith(ending) and len(word) > len(ending) + 2:
                return symbol
        return _WORD


def _in_ranges(symbols: Iterable[str]) -> str:
    """Symbols as they stand between the brackets of an expression, those in a row as a range."""
    found: list[list[str]] = []
    for symbol in sorted(set(symbols)):
        if found and ord(symbol) == ord(found[-1][1]) + 1:
            found[-1][1] = symbol
        else:
            found.append([symbol, symbol])
    return "".join(first if first == last else f"{first}-{last}" for first, last in found)


class Rules:
    """The rows of a table, as one expression over symbols."""

    def __init__(self, rows: Sequence[Row], alphabet: Alphabet) -> None:
        self.rows = tuple(rows)
        self._patterns = [_compiled(row, alphabet) for row in rows]
        self.first = lru_cache(_SYMBOLS_KEPT)(self._first)
        self.all = lru_cache(_SYMBOLS_KEPT)(self._all)

    @cached_property
    def _any(self) -> re.Pattern[str]:
        """Of all rows as one: the first that matches somewhere."""
        each = (f"(?=.*?(?:{pattern}))(?P<r{at}>)" for at, pattern in enumerate(self._patterns))
        return re.compile("|".join(each), re.DOTALL)

    @cached_property
    def _expressions(self) -> list[tuple[Row, re.Pattern[str]]]:
        return [(row, re.compile(pattern)) for row, pattern in zip(self.rows, self._patterns, strict=True)]

    def _first(self, symbols: str) -> Row | None:
        """The first row, in the order of the table, that matches somewhere."""
        found = self._any.match(symbols)
        return self.rows[int(str(found.lastgroup)[1:])] if found else None

    def _all(self, symbols: str) -> tuple[Hit, ...]:
        """Every match of every row, in the order of the table."""
        return tuple(
            Hit(row, found.start(), found.end())
            for row, expression in self._expressions
            for found in expression.finditer(symbols)
        )


def _compiled(row: Row, alphabet: Alphabet) -> str:
    parts = []
    stops = alphabet.of_class("stop")
    elements = [element["body"] for element in _ELEMENT.finditer(row.pattern)]
    for element in _ELEMENT.finditer(row.pattern):
        body, times = element["body"], element["times"] or ""
        if body in "[]":
            parts.append("(?:" if body == "[" else f"){times}")
        elif body == "|":
            parts.append("|")
        elif body in "^$":
            parts.append(body)
        elif body == "~":
            parts.append(f"{alphabet.any_word}{times}{'?' if times else ''}")
        elif body in ("..", "..."):
            parts.append(f"[^{stops}]*?" if body == ".." else ".*?")
        elif body == "#":
            parts.append(f"{_NUMBER}{times}")
        else:
            parts.append(f"[{_charset(row, body, alphabet)}]{times}")
    whole = "".join(parts)
    if elements[0] == FIRST:
        whole = f"(?<![{alphabet.of_class('guarding')}]){whole}"
    return f"{whole}(?!{alphabet.of_word(OWNS)})" if elements[-1] == SECOND else whole


def _charset(row: Row, body: str, alphabet: Alphabet) -> str:
    try:
        return "".join(
            alphabet.of_class(one[1:]) if one[0] == "@" else alphabet.of_word(one) for one in _options(body)
        )
    except KeyError as error:
        raise ValueError(
            f"rule {row.id} names the class {error}, which en/words.toml does not have"
        ) from error


def _options(body: str) -> list[str]:
    return ["|"] if body == "||" else body.split("|")


def words_of_pattern(pattern: str) -> list[str]:
    """The words and marks that a pattern names."""
    elements = (element["body"] for element in _ELEMENT.finditer(pattern))
    named = (
        one
        for body in elements
        if body not in ("[", "]", "|", "^", "$", "~", "#", "..", "...")
        for one in _options(body)
    )
    return [one for one in named if one[0] != "@"]


@cache
def table(name: str) -> dict[str, Any]:
    """A table of `en`, as TOML has it."""
    text = files(__package__).joinpath("en", f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def words_in(name: str, listed: str) -> frozenset[str]:
    """A list of words of a table of `en`.

    >>> sorted(words_in("function_words", "articles"))
    ['a', 'an', 'the']
    """
    return frozenset(table(name)[listed])


def rows_of(name: str) -> list[Row]:
    """The rows of a table of rules, in order."""
    return [
        Row(
            id=row["id"],
            pattern=row["pattern"],
            gives={key: value for key, value in row.items() if key not in ("id", "pattern", "yes", "no")},
            yes=tuple(row.get("yes", ())),
            no=tuple(row.get("no", ())),
        )
        for row in table(name)["row"]
    ]


RULES = ("roles", "polarity", "frames", "discourse")
"""The tables of rules, which share one alphabet."""


@cache
def alphabet() -> Alphabet:
    """The symbols of all tables."""
    rows = [row for name in RULES for row in rows_of(name)]
    return Alphabet(table("words"), [word for row in rows for word in words_of_pattern(row.pattern)])


@cache
def rules(name: str) -> Rules:
    """A table of rules, compiled."""
    return Rules(rows_of(name), alphabet())
