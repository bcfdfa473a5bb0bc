"""What can be read off an identifier, and which strings can be one."""

import re
from hashlib import blake2b
from urllib.parse import unquote

from ..engine.names import is_unicode
from .freebase import is_mid

BLANK = "_:"  # how the ids of RDF's blank nodes begin

_LONGEST = 1000  # characters; Neo4j's index takes keys of 8 KB
_LONGEST_LITERAL = 200


def name_of(entity: str) -> str | None:
    """The name that an id spells, or None for ids that spell none: Freebase's MIDs and blank nodes.

    >>> name_of("maximilian_ii_of_bavaria"), name_of("http://x.org/New_York"), name_of("m.0107")
    ('maximilian ii of bavaria', 'New York', None)
    """
    if is_mid(entity) or entity.startswith(BLANK):
        return None
    spelled = last_segment(entity) if "://" in entity else entity
    return " ".join(spelled.replace("_", " ").split()) or entity


def last_segment(iri: str) -> str:
    """What stands after the last "/" or "#" of an IRI, without percent-encoding."""
    segment = re.split(r"[/#]", iri.rstrip("/#"))[-1]
    decoded = unquote(segment)
    return segment if "\x00" in decoded else decoded


def literal_id(text: str) -> str:
    """The id of a literal: its text, or for long ones the beginning and a digest."""
    if len(text) <= _LONGEST_LITERAL:
        return text
    return f"{text[:80].rstrip()}… {blake2b(text.encode(), digest_size=16).hexdigest()}"


def id_fault(value: str) -> str | None:
    """Why a string cannot be an id, or None when it can."""
    if len(value) > _LONGEST:
        return f"is longer than {_LONGEST:,} characters"
    return text_fault(value)


def text_fault(value: str) -> str | None:
    """Why a string cannot be a name or another text, or None when it can."""
    if not value:
        return "is empty"
    if "\x00" in value:
        return "holds a NUL character"
    if not is_unicode(value):
        return "holds half of a surrogate pair, which is no character"
    return None
