"""Names as people write them: one normal form, one way to split into words, one way to read a relation.

Lookups of both stores, mentions in text and the paper's verbalisation all rest on these functions, so
that a name matches everywhere or nowhere.
"""

import re
import unicodedata
from collections.abc import Sequence
from hashlib import blake2b

from anyascii import anyascii

_WORD = re.compile(r"[^\W_]+")
# Scripts that write words without spaces between them: each character counts as a word.
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
WORD = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
"""A word of a text in any script, where names are found word by word."""

DENIED = "not:"
"""How the relation of a fact begins that says that something is not so, as KGX's negated edges do."""

_CURIE = re.compile(r"[A-Za-z][\w.-]*:(?=[A-Za-z_]\w*\Z)")  # "biolink:causes", but not "RO:0002211"
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_LONGEST_WHOLE_NAME = 200


class _PlainLatin(dict[int, str]):
    """What each letter is written as without a stroke or ligature, where it is Latin: ł ø æ đ ı ħ œ."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        is_latin = code > 0x7F and unicodedata.name(letter, "").startswith("LATIN ")
        return self.setdefault(code, anyascii(letter).lower() if is_latin else letter)


_LATIN = _PlainLatin()
_AS_TWO = str.maketrans({"đ": "dj", "Đ": "Dj", "ø": "oe", "Ø": "Oe"})


def is_unicode(text: str) -> bool:
    r"""False for a text with half of a surrogate pair, which JSON and file names may hold, and no store.

    >>> is_unicode("🎨"), is_unicode("\ud83c")
    (True, False)
    """
    return text.isascii() or not any(0xD800 <= ord(character) <= 0xDFFF for character in text)


def normalise(name: str) -> str:
    """The form in which two spellings of a name are equal.

    Case, underscores, runs of white space, compatibility forms and combining marks do not count, nor strokes
    and ligatures of Latin letters, which no keyboard of another language has; punctuation does.

    >>> normalise("  Édouard_Manet "), normalise("Łódź"), normalise("Bjørn Sæther")
    ('edouard manet', 'lodz', 'bjorn saether')
    """
    if name.isascii():  # the same, at a quarter of the time
        return " ".join(name.replace("_", " ").lower().split())
    decomposed = unicodedata.normalize("NFKD", name.replace("_", " ")).casefold()
    bare = "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_LATIN)
    return " ".join(unicodedata.normalize("NFKC", bare).split())


def respelled(name: str) -> str | None:
    """A name as it is written where a letter with a stroke becomes two; None for one without such letters.

    >>> respelled("Đorđe"), respelled("Bjørn"), respelled("Ana")
    ('Djordje', 'Bjoern', None)
    """
    if name.isascii():
        return None
    written = name.translate(_AS_TWO)
    return written if written != name else None


def words(name: str) -> list[str]:
    """The distinct words of a name in normal form, in order of appearance.

    >>> words("Anne of York's (2nd) anne")
    ['anne', 'of', 'york', 's', '2nd']
    """
    return list(dict.fromkeys(_WORD.findall(normalise(name))))


def whole_name_token(name: str) -> str:
    """One token, free of white space, that stands for a complete name in the search text.

    Equal exactly when the normal forms are equal (long names by digest).
    """
    normal = normalise(name)
    if len(normal) > _LONGEST_WHOLE_NAME:
        return "=#" + blake2b(normal.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return "=" + normal.replace(" ", "_")


def search_text(names: Sequence[str], xrefs: Sequence[str] = ()) -> str:
    """The text that word and whole-name lookups run on, identical in every store.

    A space stands before and after every token, so that " token " finds whole tokens only. Cross-references
    are found whole only: their parts are no words.

    >>> search_text(["Anne of York", "Anne"], ["Q235646"])
    ' anne of york =anne_of_york =anne =q235646 '
    """
    written = [*names, *filter(None, map(respelled, names))]
    tokens = dict.fromkeys(w for name in written for w in words(name))
    tokens |= dict.fromkeys(whole_name_token(name) for name in (*written, *xrefs) if normalise(name))
    return f" {' '.join(tokens)} " if tokens else ""


def denied(relation: str) -> str:
    """The relation of facts that say that this one does not hold.

    >>> denied("biolink:causes")
    'not:biolink:causes'
    """
    return DENIED + relation


def affirmed(relation: str) -> str | None:
    """The relation that another one denies, or None where it denies none.

    >>> affirmed("not:biolink:causes"), affirmed("biolink:causes"), affirmed("not:")
    ('biolink:causes', None, None)
    """
    positive = relation.removeprefix(DENIED)
    return positive if positive and positive != relation else None


def relation_label(relation: str) -> str:
    """A relation's identifier as words: the last part of each property of the identifier.

    Freebase paths are dotted or slashed, with ".." or "./" between the two properties of a mediated relation;
    PathQuestion writes the dots as "__"; IRIs end in a fragment or a path segment; others are written like
    bornIn or ACTED_IN.

    >>> relation_label("people.person.place_of_birth")
    'place of birth'
    >>> relation_label("tv.tv_program.regular_cast..tv.regular_tv_appearance.actor")
    'regular cast actor'
    >>> relation_label("/film/film/directed_by"), relation_label("__music__release__track")
    ('directed by', 'track')
    >>> relation_label("bornIn"), relation_label("hasCEO"), relation_label("ACTED_IN")
    ('born in', 'has CEO', 'acted in')
    >>> relation_label("biolink:related_to"), relation_label("not:biolink:causes")
    ('related to', 'not causes')
    """
    if (positive := affirmed(relation)) is not None:
        return f"not {relation_label(positive)}"
    relation = _CURIE.sub("", relation)
    if "://" in relation:
        relation = re.split(r"[/#]", relation.rstrip("/#"))[-1]
    separator = "/" if relation.startswith("/") else r"\.|__"
    properties = re.split(r"\./|\.\.", relation)
    parts = [re.split(separator, part.strip("._/"))[-1] for part in properties]
    words = [word for part in parts for word in _CAMEL.sub(" ", part.replace("_", " ")).split()]
    if "_" in relation and relation.isupper():
        words = [word.lower() for word in words]
    return " ".join(word.lower() if word[1:].islower() else word for word in words) or relation


def verbalise(head: str, label: str, tail: str) -> str:
    """A triple as the sentence that is embedded: "head label tail."

    Reference: Direct Evaluation of CoT, Section 3.2.1.
    """
    return f"{head} {label} {tail}."
