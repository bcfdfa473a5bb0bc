"""Tokens of a text, and the numbers that they write: digits of any script, words, Roman numerals."""

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from .rules import table

_T = TypeVar("_T")
_TOKEN = re.compile(
    r"(?P<n>(?:\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?(?![.,']?\d)|\d+(?:[.,']\d+)*|\.\d+)"
    r"(?:[eE][+-]?\d{1,3}(?!\w))?)"
    r"|(?P<w>[^\W\d_]+(?:[²³]|\d(?!\w))?)"
    r"|[⁻⁰¹²³⁴-⁹]+|\S"
)
_LONGEST = 40  # characters of a number; whatever is longer is none
_LONGEST_PHRASE = 24  # tokens of a number in words
_GROUP = 3  # digits between the marks of a number
_TWO_DIGITS, _THOUSAND = 100, 1000
_SHARE = 10  # of a fraction in words: "half" may be 10 % less or more when it is rounded
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_ROMAN = {"M": 1000, "D": 500, "C": 100, "L": 50, "X": 10, "V": 5, "I": 1}
_IS_ROMAN = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")


class Token(NamedTuple):
    """A numeral ("n"), a word ("w") or a mark (""), and where it stands."""

    text: str
    lower: str
    start: int
    end: int
    kind: str


class Number(NamedTuple):
    """A number as written: `step` is what one more of its last figure makes.

    `loose` is the same without the zeros at its end. `notation` says how the digits are taken where they may
    be taken in several ways.
    """

    value: Fraction
    step: Fraction
    loose: Fraction
    notation: str = ""


class _Plain(dict[int, str]):
    """One plain character for each: digits of every script, dashes, spaces and marks; so that places stay."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        kind = unicodedata.category(char)
        folded = unicodedata.normalize("NFKC", char) if unicodedata.east_asian_width(char) == "F" else char
        plain = {"Nd": str(unicodedata.decimal(char, "")), "Pd": "-", "Zs": " "}.get(kind, folded)
        self[code] = plain if len(plain) == 1 else char
        return self[code]


_PLAIN = _Plain({ord("−"): "-", ord("’"): "'", ord("_"): " ", ord("٫"): ".", ord("٬"): ","})


def plain(text: str) -> str:
    """A text of the same length with plain digits, dashes and spaces.

    >>> plain("１９７४–٥ km²")
    '1974-5 km²'
    """
    return text if text.isascii() and "_" not in text else text.translate(_PLAIN)


def tokens_of(text: str) -> list[Token]:
    """The tokens of a plain text.

    >>> [token.text for token in tokens_of("1,250 km2 on 18-Mar-1871")]
    ['1,250', 'km2', 'on', '18', '-', 'Mar', '-', '1871']
    """
    return [
        Token(found[0], found[0].lower(), found.start(), found.end(), found.lastgroup or "")
        for found in _TOKEN.finditer(text)
    ]


def touches(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token stands right behind the one before it."""
    return 0 < at < len(tokens) and tokens[at - 1].end == tokens[at].start


def is_one_of(tokens: Sequence[Token], at: int, listed: Container[str]) -> bool:
    """Whether a token, in lower case, is one of several; False behind the last."""
    return at < len(tokens) and tokens[at].lower in listed


class Phrases(Generic[_T]):
    """What phrases mean; a phrase is tokens with spaces between them, in lower case or exactly so."""

    def __init__(self, meanings: Iterable[tuple[str, _T]]) -> None:
        found: dict[tuple[str, ...], list[_T]] = {}
        for phrase, meaning in meanings:
            listed = found.setdefault(tuple(phrase.split()), [])
            if meaning not in listed:
                listed.append(meaning)
        self._by_first: dict[str, list[tuple[tuple[str, ...], list[_T]]]] = {}
        for words, listed in sorted(found.items(), key=lambda item: -len(item[0])):
            self._by_first.setdefault(words[0], []).append((words[1:], listed))
        self.firsts = frozenset(self._by_first)

    def at(self, tokens: Sequence[Token], at: int) -> tuple[int, list[_T]]:
        """Where the longest phrase ends that begins at a token, and its meanings; else the token."""
        if at >= len(tokens):
            return at, []
        token = tokens[at]
        for first in (token.text, token.lower) if token.text != token.lower else (token.text,):
            for rest, meanings in self._by_first.get(first, ()):
                if not rest or _are(tokens[at + 1 : at + 1 + len(rest)], rest):
                    return at + 1 + len(rest), meanings
        return at, []


def _are(tokens: Sequence[Token], listed: Sequence[str]) -> bool:
    return len(tokens) == len(listed) and all(
        word in (token.text, token.lower) for word, token in zip(listed, tokens, strict=True)
    )


def phrases_of(meanings: Mapping[str, Iterable[str]]) -> Phrases[str]:
    """Phrases by what they mean, as tables list them."""
    return Phrases((phrase, meaning) for meaning, listed in meanings.items() for phrase in listed)


@cache
def words() -> dict[str, Any]:
    """`en/numbers.toml`, with the values of `small`, `tens` and ordinals by word; `first` begins a number."""
    found = dict(table("numbers"))
    found["one"], found["and"], found["of"] = (frozenset(found[name]) for name in ("one", "and", "of"))
    tens = {word: 10 * at for at, word in enumerate(found["tens"], 2)}
    small = {word: at for at, word in enumerate(found["small"])}
    ordinals = {word: at for at, word in enumerate(found["ordinals"])}
    ordinals |= {word: 10 * at for at, word in enumerate(found["ordinal_tens"], 2)}
    ordinals |= {
        f"{ten}-{word}": value + ordinals[word]
        for ten, value in tens.items()
        for word in found["ordinals"][1:10]
    }
    first = {word.partition("-")[0] for word in ordinals}.union(small, tens, found["fractions"], found["one"])
    return found | {"spelled": small | tens, "ordinal": ordinals, "first": first}


def in_digits(text: str) -> list[Number]:
    """The numbers that digits with marks may be; none where the marks are those of no number.

    >>> [str(number.value) for number in in_digits("12,50,000")], in_digits("1.2.3")
    (['1250000'], [])
    >>> [(str(number.value), number.notation) for number in in_digits("1.460")]
    [('73/50', 'decimal'), ('1460', 'thousands')]
    """
    mantissa, _, exponent = text.lower().partition("e")
    if len(mantissa) > _LONGEST:
        return []
    marks = [char for char in mantissa if not char.isdecimal()]
    groups = re.split(r"[ .,']", mantissa)
    power = Fraction(10) ** int(exponent or 0)
    if not marks:
        return [_number(groups, "", power)]
    grouped = groups[0].strip("0") != "" and _are_groups(groups, marks[0])
    if len(set(marks)) > 1:
        parted = marks.count(marks[-1]) == 1 and len(set(marks[:-1])) == 1 and marks[-1] in ".,"
        return (
            [_number(groups[:-1], groups[-1], power)] if parted and _are_groups(groups[:-1], marks[0]) else []
        )
    decimal = [_number(groups[:1], groups[1], power)] if len(marks) == 1 and marks[0] in ".," else []
    thousands = [_number(groups, "", power)] if grouped else []
    if decimal and thousands and marks[0] == ".":
        return [decimal[0]._replace(notation="decimal"), thousands[0]._replace(notation="thousands")]
    return thousands or decimal


def _are_groups(groups: Sequence[str], mark: str) -> bool:
    """Whether digits are parted by thousands, or as in India: "12,50,000"."""
    middle, last = groups[1:-1], groups[-1]
    if not 1 <= len(groups[0]) <= _GROUP or len(last) != _GROUP:
        return False
    return {len(one) for one in middle} <= {_GROUP} or (mark == "," and {len(one) for one in middle} == {2})


def _number(whole: Sequence[str], decimals: str, power: Fraction) -> Number:
    step = power / 10 ** len(decimals)
    return number(int("".join(whole) + decimals or "0") * step, step)


def number(value: Fraction, step: Fraction) -> Number:
    """A number with its steps.

    >>> int(number(Fraction(1500), Fraction(1)).loose)
    100
    """
    figures = str(int(value / step)).lstrip("-")
    zeros = len(figures) - len(figures.rstrip("0")) if value else 0
    return Number(value, step, step * 10**zeros)


def ordinal_at(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """Where an ordinal ends, and its number: "21st", "twenty-first"; the same place where there is none.

    >>> ordinal_at(tokens_of("the 19th century"), 1), ordinal_at(tokens_of("twenty-first"), 0)
    ((3, 19), (3, 21))
    """
    found: dict[str, int] = words()["ordinal"]
    if at >= len(tokens):
        return at, 0
    token = tokens[at]
    if token.text.isdecimal() and len(token.text) <= _LONGEST:
        is_ordinal = touches(tokens, at + 1) and tokens[at + 1].lower in words()["ordinal_endings"]
        return (at + 2, int(token.text)) if is_ordinal else (at, 0)
    for end in (at + 3, at + 2):
        joined = "-".join(one.lower for one in tokens[at:end] if one.lower != "-")
        if "-" in joined and joined in found and end <= len(tokens):
            return end, found[joined]
    return (at + 1, found[token.lower]) if token.lower in found else (at, 0)


def year_in_words_at(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """Where a year in two parts ends, and the year: "nineteen sixty-three", "nineteen oh six".

    >>> year_in_words_at(tokens_of("nineteen oh six"), 0)
    (3, 1906)
    """
    spelled: Mapping[str, int] = words()["spelled"]
    century = spelled.get(tokens[at].lower, 0) if at < len(tokens) else 0
    if not 10 <= century < 22 or at + 1 >= len(tokens):
        return at, 0
    behind = at + 1 + (tokens[at + 1].text == "-")
    if behind < len(tokens) and tokens[behind].lower in words()["zero_in_years"]:
        unit = spelled.get(tokens[behind + 1].lower, 0) if behind + 1 < len(tokens) else 0
        return (behind + 2, 100 * century + unit) if 0 < unit < 10 else (at, 0)
    end, rest = spelled_at(tokens, behind)
    if rest and rest.step == 1 and 10 <= rest.value < _TWO_DIGITS and tokens[behind].kind == "w":
        return end, 100 * century + int(rest.value)
    return at, 0


def spelled_at(tokens: Sequence[Token], at: int) -> tuple[int, Number | None]:
    """Where a number in words ends, one that a numeral may begin, and the number.

    >>> end, found = spelled_at(tokens_of("a hundred and fifty thousand copies"), 0)
    >>> end, int(found.value), int(found.step)
    (5, 150000, 1000)
    """
    small: Mapping[str, int] = words()["spelled"]
    powers: Mapping[str, int] = words()["multipliers"]
    total, group, step, loose, last = Fraction(0), None, Fraction(1), 0, 0
    here = end = at
    while here < min(len(tokens), at + _LONGEST_PHRASE):
        word = tokens[here].lower
        if here == at and tokens[at].kind == "n":
            found = in_digits(tokens[at].text)
            if not found or (len(found) > 1 and not is_one_of(tokens, at + 1, powers)):
                return at, None
            group, step = found[0].value, found[0].step  # "1.460 million" has a decimal
        elif here == at and word in words()["one"] and is_one_of(tokens, at + 1, powers):
            group, here = Fraction(1), here + 1
            continue
        elif word in small and _fits(group, small[word], step):
            group, step = (group or 0) + Fraction(small[word]), Fraction(1)
        elif word in powers and group is not None and not (last and powers[word] >= max(last, _THOUSAND)):
            factor = powers[word]
            is_round = set(str(factor)) == {"0", "1"}  # "a dozen" is twelve, "about a dozen" may be more
            step, loose = (step * factor, 0) if is_round else (step, factor)
            group *= factor
            if factor >= _THOUSAND:
                total, group, last = total + group, None, factor
        elif here > at and _joins(tokens, here, step):
            here += 1
            continue
        else:
            break
        here = end = here + 1
    whole = number(total + (group or 0), step)
    return (end, whole._replace(loose=max(whole.loose, Fraction(loose)))) if end > at else (at, None)


def _fits(group: Fraction | None, more: int, step: Fraction) -> bool:
    """Whether a number goes on: "twenty" with "one", "hundred" with "ten"; not "one" with "two"."""
    if group is None:
        return True
    rest = group % 100
    if group.denominator != 1 or (step < 100 and rest == 0) or not more:
        return False
    return rest == 0 if more >= 10 else rest % 10 == 0 and rest != 10


def _joins(tokens: Sequence[Token], at: int, step: Fraction) -> bool:
    """Whether an "and" or a hyphen stands within a number in words."""
    behind = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if tokens[at].text == "-":
        known = behind in words()["spelled"] or behind in words()["multipliers"]
        return known and touches(tokens, at) and touches(tokens, at + 1)
    return tokens[at].lower in words()["and"] and step >= 100 and behind in words()["spelled"]


def fraction_at(tokens: Sequence[Token], at: int) -> tuple[int, Fraction | None]:
    """Where a fraction ends, and the fraction: "half", "two-thirds", "1/3", "¾".

    >>> fraction_at(tokens_of("two-thirds of"), 0)
    (3, Fraction(2, 3))
    """
    fractions: Mapping[str, int] = words()["fractions"]
    if at >= len(tokens):
        return at, None
    token = tokens[at]
    if len(token.text) == 1 and unicodedata.category(token.text) == "No":
        return at + 1, Fraction(unicodedata.numeric(token.text)).limit_denominator(100)
    if (
        tokens[at + 1 : at + 2]
        and tokens[at + 1].text == "/"
        and token.text.isdecimal()
        and len(token.text) < 3
    ):
        below = tokens[at + 2].text if at + 2 < len(tokens) else ""
        proper = below.isdecimal() and int(below[:4]) in fractions.values() and int(token.text) < int(below)
        return (at + 3, Fraction(int(token.text), int(below))) if proper else (at, None)
    if fractions.get(token.lower) == 2:
        return at + 1, Fraction(1, 2)
    count = 1 if token.lower in words()["one"] else words()["spelled"].get(token.lower, 0)
    part = at + 1 + (tokens[at + 1].text == "-" if at + 1 < len(tokens) else 0)
    if token.lower in words()["one"] and is_one_of(tokens, part, words()["ordinal"]):
        count = int(is_one_of(tokens, part + 1, words()["of"]) or part + 1 == len(tokens))  # "a third party"
    if count and is_one_of(tokens, part, fractions):
        return part + 1, Fraction(count, fractions[tokens[part].lower])
    return at, None


def roman(text: str) -> int:
    """The number of a Roman numeral that is clearly one; else 0.

    >>> roman("MDCCCLXXXVIII"), roman("XVI"), roman("CD"), roman("I"), roman("IIX")
    (1888, 16, 0, 0, 0)
    """
    if len(text) < 2 or not _IS_ROMAN.fullmatch(text) or text in words()["not_roman"]:
        return 0
    values = [_ROMAN[letter] for letter in text]
    return sum(-one if one < behind else one for one, behind in zip(values, [*values[1:], 0], strict=True))


def begins_number(word: Token) -> bool:
    """Whether a word may begin a number."""
    if word.lower in words()["first"] or word.text[0].isnumeric():
        return True
    return word.text.isupper() and roman(word.text) > 0


def numbers_at(tokens: Sequence[Token], at: int, is_money: bool = False) -> tuple[int, list[Number]]:
    """Where the number ends that begins at a token, and what it may be; that token itself and none without.

    >>> end, found = numbers_at(tokens_of("a quarter of a million"), 0)
    >>> end, int(found[0].value)
    (5, 250000)
    """
    if at >= len(tokens) or (tokens[at].kind == "w" and not begins_number(tokens[at])):
        return at, []
    end, part = fraction_at(tokens, at)
    if part is not None:
        after, factor = _multiplier_at(tokens, end)
        value = part * factor
        return after, [Number(value, Fraction(0), value / _SHARE)]
    end, exact = _power_at(tokens, at)
    if exact is not None:
        return end, [exact]
    end, found = spelled_at(tokens, at)
    after, others = _other_number_at(tokens, at)
    if after > end and tokens[at].kind == "w":
        return after, others
    if found is not None:
        return _with_half(tokens, end, found) or _with_letters(tokens, at, end, [found], is_money)
    if tokens[at].kind == "n":
        return _with_letters(tokens, at, at + 1, in_digits(tokens[at].text), is_money)
    return at, []


def _other_number_at(tokens: Sequence[Token], at: int) -> tuple[int, list[Number]]:
    """Ordinals in words and Roman numerals."""
    end, value = ordinal_at(tokens, at)
    if not value:
        end, value = at + 1, roman(tokens[at].text)
    return (end, [number(Fraction(value), Fraction(1))]) if value else (at, [])


def _multiplier_at(tokens: Sequence[Token], at: int) -> tuple[int, int]:
    """Where the multiplier of a fraction ends, and the multiplier: "of a million", "-dozen"; else 1."""
    end = at
    for joining in (("-",), words()["of"], words()["one"]):
        end += is_one_of(tokens, end, joining)
    factor = words()["multipliers"].get(tokens[end].lower) if end < len(tokens) else None
    return (end + 1, factor) if factor else (at, 1)


def _with_half(tokens: Sequence[Token], end: int, found: Number) -> tuple[int, list[Number]] | None:
    """A number with "and a half", "-and-a-half" or "½" behind, and with what multiplies both."""
    here = end
    for joining in (("-",), words()["and"], ("-",)):
        here += is_one_of(tokens, here, joining)
    is_and = tokens[here - 1].lower in words()["and"] or tokens[here - 2].lower in words()["and"]
    after, part = fraction_at(tokens, here)
    if part is None or not ((here > end and is_and) or unicodedata.category(tokens[end].text[0]) == "No"):
        return None
    value, step = found.value + part * found.step, found.step / 2
    factor = words()["multipliers"].get(tokens[after].lower, 0) if after < len(tokens) else 0
    return after + bool(factor), [number(value * (factor or 1), step * (factor or 1))]


def _with_letters(
    tokens: Sequence[Token], at: int, end: int, found: list[Number], is_money: bool
) -> tuple[int, list[Number]]:
    """Numbers with the letter of a multiplier behind ("7m", "£5 m") or the ending of an ordinal ("21st")."""
    if end != at + 1 or end >= len(tokens) or tokens[at].kind != "n" or not found:
        return end, found
    factors = words()["letters"].get(tokens[end].text, ())
    if factors and (is_money or touches(tokens, end)):
        one = found[0]
        larger = [number(one.value * factor, one.step * factor) for factor in factors]
        ways = [f"× {factor}" if len(factors) > 1 else "" for factor in factors]
        return end + 1, [each._replace(notation=way) for each, way in zip(larger, ways, strict=True)]
    return ordinal_at(tokens, at)[0] if ordinal_at(tokens, at)[1] else end, found


def _power_at(tokens: Sequence[Token], at: int) -> tuple[int, Number | None]:
    """A power, alone or with its factor: "2^10", "6.02 × 10⁶"."""
    factor, base = Number(Fraction(1), Fraction(1), Fraction(1)), at
    is_times = at + 2 < len(tokens) and tokens[at + 1].text in ("×", "x", "·", "*")
    if is_times and tokens[at].kind == "n" and in_digits(tokens[at].text):
        factor, base = in_digits(tokens[at].text)[0], at + 2
    if base + 1 >= len(tokens) or not tokens[base].text.isdecimal() or len(tokens[base].text) > 3:
        return at, None
    raised, end = tokens[base + 1].text.translate(_SUPERSCRIPTS), base + 2
    if raised == "^":
        minus = end < len(tokens) and tokens[end].text == "-"
        raised = "".join(token.text for token in tokens[end : end + 1 + minus])
        end += 1 + minus
    elif raised == tokens[base + 1].text:
        return at, None
    digits = raised.removeprefix("-")
    if not digits.isdecimal() or len(digits) > 2 or not int(tokens[base].text):
        return at, None
    power = Fraction(int(tokens[base].text)) ** int(raised)
    return end, number(factor.value * power, factor.step * power)
