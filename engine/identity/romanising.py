"""Names of alphabets that are written letter by letter in Latin ones; others have too many readings."""

import re
import unicodedata

_ALPHABETS = ("CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN")
_SOFT = re.compile(r"[iyj]+")


def romanised(name: str) -> str:
    """A name in Latin letters, less the differences of common ways of writing it so; "" where it has none.

    `name` is in lower case, without accents and punctuation.

    >>> romanised("юрий гагарин") == romanised("yuri gagarin")
    True
    """
    if not name.isascii():
        if not all(
            letter.isascii() or unicodedata.name(letter, "").startswith(_ALPHABETS) for letter in name
        ):
            return ""
        from anyascii import anyascii

        name = anyascii(name).lower()
    return _SOFT.sub("i", name.replace("'", "").replace("tch", "ch"))
