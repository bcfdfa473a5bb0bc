"""In what two spellings of a name may differ: case, accents, punctuation, an article; each step drops one."""

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from ..language.function_words import words_of

_QUALIFIED = re.compile(r"(?P<bare>\S.*?)\s*\((?P<qualifier>[^()]+)\)")
_HYPHEN = re.compile(r"[-‐‑‒–]")  # one for all; "re-formed" is no "reformed", nor "re formed"
_STOP = re.compile(r"(?<!\d)\.|\.(?!\d)")
_COMMA = re.compile(r",(?=\s|$)")
_APOSTROPHE = re.compile(r"[`´’‘]")
_QUOTES = re.compile(r"[\"“”„«»]|'(?!s\b)")  # "King's" is no "Kings"
_INITIALS = re.compile(r"\b(?:\w\. ?){2,}")
# Scripts whose marks may be left out in writing; elsewhere they make another letter: й, が.
_BARE_TOO = ("LATIN", "GREEK", "ARABIC", "HEBREW")
_STRESS, _DIAERESIS = "\u0301", "\u0308"


class Spellings(NamedTuple):
    """A name with less and less of how it is written; each follows from the one before.

    Two names of one `written` form are one name in every text. Of the others, what is dropped may have told
    two things apart.
    """

    written: str
    case: str
    accents: str
    punctuation: str
    article: str

    @property
    def is_one_word(self) -> bool:
        """Whether nothing but one word is left: such a name may mean much."""
        return " " not in self.article


def spellings(name: str) -> Spellings:
    """
    >>> spellings("The  École_No. 3").article
    'ecole no 3'
    """
    written = " ".join(unicodedata.normalize("NFKC", name.replace("_", " ")).split()) or name
    case = written.casefold()
    accents = case if case.isascii() else _without_accents(case)
    initials = _INITIALS.sub(lambda found: re.sub(r"\. ?", "", found.group()) + " ", accents)
    bare = _QUOTES.sub("", _STOP.sub("", _COMMA.sub("", _HYPHEN.sub("-", _APOSTROPHE.sub("'", initials)))))
    punctuation = " ".join(bare.replace("&", " and ").split()) or accents
    return Spellings(written, case, accents, punctuation, _article().sub("", punctuation))


def parted(title: str) -> tuple[str, str]:
    """A title and what tells it from others of its name, which may be nothing.

    >>> parted("Mercury (planet)")
    ('Mercury', 'planet')
    """
    found = _QUALIFIED.fullmatch(title)
    return (found["bare"], found["qualifier"]) if found else (title, "")


def _without_accents(text: str) -> str:
    kept, base = [], ""
    for letter in unicodedata.normalize("NFD", text):
        if not unicodedata.combining(letter):
            base = letter
        elif _may_go(letter, base):
            continue
        kept.append(letter)
    return unicodedata.normalize("NFC", "".join(kept))


def _may_go(mark: str, base: str) -> bool:
    script = unicodedata.name(base, "").partition(" ")[0] if base else ""
    return script in _BARE_TOO or (
        script == "CYRILLIC" and (mark == _STRESS or (mark, base) == (_DIAERESIS, "е"))
    )


@cache
def _article() -> re.Pattern[str]:
    return re.compile(rf"^(?:{'|'.join(words_of('articles'))}) (?=\S)")
