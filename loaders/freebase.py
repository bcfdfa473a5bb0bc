"""Freebase's identifiers in their many spellings, and the relations that carry names."""

import re
from unicodedata import normalize

_MID = re.compile(r"[mg]\.[01][0-9a-z_]*")
_PREFIXED = re.compile(r"(?:https?://rdf\.freebase\.com/ns/|ns:(?=[a-z]\w*\.))(\S+)")
_SLASHED_MID = re.compile(r"/([mg])/([01][0-9a-z_]*)")
_SLASHED_RELATION = re.compile(r"(?:/[a-z0-9_]+){2,}(?:\.(?:/[a-z0-9_]+){2,})*")
_BRACKETED_IRI = re.compile(r"<([a-zA-Z][\w+.-]*:[^<>\s]*)>")

_NAME = "type.object.name"
_ALIAS = "common.topic.alias"
NAMES = frozenset({_NAME})
ALIASES = frozenset({_ALIAS})
TYPES = frozenset({"type.object.type", "common.topic.notable_types"})


def is_mid(entity: str) -> bool:
    """Whether an id is Freebase's machine id, from which no name can be read.

    >>> is_mid("m.0107qn"), is_mid("m.night")
    (True, False)
    """
    return _MID.fullmatch(entity) is not None


def composed(text: str) -> str:
    r"""A text in Unicode's composed form, NFC, as most have it.

    >>> composed("Zu\u0308rich") == "Z\u00fcrich"
    True
    """
    return text if text.isascii() else normalize("NFC", text)


def entity_id(term: str) -> str:
    """The id of an entity, one for all spellings of a Freebase id; other terms without outer white space.

    Letters are composed (NFC): "é" is one letter, however it is put together.

    >>> {entity_id(t) for t in ("<http://rdf.freebase.com/ns/m.0abc>", "ns:m.0abc", "/m/0abc", " m.0abc")}
    {'m.0abc'}
    """
    term = composed(term.strip())
    if term[:1] not in "<hn/":
        return term
    if bracketed := _BRACKETED_IRI.fullmatch(term):
        term = bracketed[1]
    if prefixed := _PREFIXED.fullmatch(term):
        return prefixed[1]
    if slashed := _SLASHED_MID.fullmatch(term):
        return f"{slashed[1]}.{slashed[2]}"
    return term


def relation_id(term: str) -> str:
    """The id of a relation: Freebase's in dotted form, others without outer white space.

    >>> relation_id("/tv/tv_program/regular_cast./tv/regular_tv_appearance/actor")
    'tv.tv_program.regular_cast..tv.regular_tv_appearance.actor'
    """
    term = entity_id(term)
    if term.startswith("/") and _SLASHED_RELATION.fullmatch(term):
        return term[1:].replace("./", "..").replace("/", ".")
    return term
