"""How symbols and codes are written: "WAS", "rs2476601", "MIR124-2", and what sets them off from words."""

import re

from ..language.tokens import Tokens

_CODE = re.compile(r"(?=\w*[A-Za-z])(?=\w*\d)\w{3,}")
_CAPITALS_IN_A_ROW = 3  # words all in capitals, from which on a word's capitals say nothing
_LISTING = frozenset({",", "and", "or", "(", ")", "[", "]"})


def is_code(word: str) -> bool:
    """Whether a word has letters and digits, as "rs1" and "MIR122"."""
    return _CODE.fullmatch(word) is not None and (word[0].isupper() or word[-1].isdigit())


def is_numbered(tokens: Tokens, at: int) -> bool:
    """Whether a hyphen and a number belong to a code: "MIR124-2"."""
    return tokens.surface[at + 1 : at + 2] == ["-"] and "".join(tokens.surface[at + 2 : at + 3]).isdigit()


def is_listed(tokens: Tokens, at: int) -> bool:
    """Whether a word stands alone between the marks of a list."""
    before, after = tokens.surface[at - 1 : at], tokens.surface[at + 1 : at + 2]
    return (
        at > 0 and before[0] in _LISTING and bool(after) and after[0] in _LISTING and "," in (*before, *after)
    )


def is_symbol(name: str) -> bool:
    """Whether a name is one word of capitals."""
    return name.isalpha() and name.isupper()


def is_shouted(tokens: Tokens, at: int) -> bool:
    """Whether a word stands in a row of several that are all in capitals."""
    row = 1
    for step in (-1, 1):
        place = at + step
        while row < _CAPITALS_IN_A_ROW and 0 <= place < len(tokens.surface):
            word = tokens.surface[place]
            if tokens.normal[place] and not (len(word) > 1 and word.isupper()):
                break
            row += bool(tokens.normal[place])
            place += step
    return row == _CAPITALS_IN_A_ROW
