"""The read-only door of the embedded store: statements of users run in a process of their own, if ladybug's
plan for it does nothing but read.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import numpy as np

from ...errors import InputError, ReadOnlyError, StoreTimeoutError
from ...names import is_unicode
from ..bounds import check_timeout, natural
from ..protocol import QueryResult
from .database import FACT, Database, first_line, store_error
from .sandbox import Sandbox

# Finds parameters and the label FACT; what a statement may do is not decided by it, since ladybug reads some
# statements otherwise ("1e5LOAD" is a number and a clause).
_TOKEN = re.compile(
    r"""
    (?P<gap> \s+ | //[^\n\r]* | /\*.*?\*/ )
  | (?P<text> '(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" )
  | (?P<quoted> `[^`]*` )
  | (?P<parameter> \$\w+ )
  | (?P<word> [^\W\d]\w* )
  | (?P<number> \d+\.?\d* )
  | (?P<sign> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENTS = re.compile(r"(?:\s|//[^\n\r]*|/\*.*?\*/)*", re.DOTALL)
_OPENING = frozenset({"MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN", "CALL", "LOAD"})
# What the statements do that begin with another word.
_OTHERS = {
    **dict.fromkeys(("CREATE", "MERGE"), "writes"),
    **dict.fromkeys(("DROP", "ALTER", "COMMENT"), "changes the schema"),
    **dict.fromkeys(("COPY", "EXPORT", "IMPORT", "ATTACH"), "reaches files"),
    **dict.fromkeys(("INSTALL", "UNINSTALL", "FORCE", "UPDATE"), "reaches the network"),
    **dict.fromkeys(
        ("ANALYZE", "BEGIN", "CHECKPOINT", "COMMIT", "ROLLBACK", "USE"), "administers the database"
    ),
}
_ONLY = "; only statements that read are run here"
_BEFORE_TABLES = frozenset({":", "|"})
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_LABEL_FUNCTIONS = frozenset({"LABEL", "LABELS"})
_FACT_FOR_TABLES = f", '^{FACT}_[0-9]+$', '{FACT}')"


# What ladybug complains of before there is a plan; not shown, since it tells which files there are.
_REFUSALS = (
    (re.compile(r"read.only", re.IGNORECASE), "writes"),
    (re.compile(r"multiple statements"), "is several statements"),
    (re.compile(r"^IO exception|No file found|\b(attach|file)\b", re.IGNORECASE), "reaches files"),
    (re.compile(r"\bextension\b", re.IGNORECASE), "reaches the network"),
)
_AUTHORS = re.compile(
    r"(Parser|Binder|Catalog|Conversion|Overflow|Function|Runtime|Parameter|Assertion|Connection)\b"
)


def run_reading(
    database: Database,
    sandbox: Sandbox,
    statement: str,
    parameters: Mapping[str, Any],
    limit: int,
    timeout: float,
) -> QueryResult:
    """See GraphStore.cypher."""
    natural("the row limit", limit)
    check_timeout(timeout)
    if not is_unicode(statement):
        raise InputError("the statement holds half of a surrogate pair, which is no character")
    text = _query(statement)
    _check_parameters(text, parameters)
    sent = {name: _sendable(name, value) for name, value in parameters.items()}
    tables = [table.name for table in database.fact_tables()]
    answer = sandbox.run(with_fact_tables(text, tables), sent, limit, timeout)
    match answer:
        case {"rows": rows}:
            return QueryResult(tuple(answer["columns"]), tuple(map(tuple, rows)), answer["truncated"])
        case {"refused": reason}:
            raise ReadOnlyError(f"the statement {reason}{_ONLY}")
        case {"parameter": reason}:
            raise InputError(f"a parameter of the statement cannot be sent to ladybug: {reason}")
        case {"large": _}:
            raise InputError("the statement takes or returns too much memory; let it match or return less")
    raise _of_author(str(answer["failed"]), database.place, timeout)


def _query(statement: str) -> str:
    """The statement from its first word on.

    That word is looked at here, since planning EXPORT DATABASE already makes a folder. ladybug is given
    nothing before it, and so finds the same one.
    """
    text = statement[_COMMENTS.match(statement).end() :].rstrip("; \t\r\n")  # type: ignore[union-attr]
    if not text:
        raise InputError(
            "the statement is empty; write one, such as: MATCH (e:Entity) RETURN e.name LIMIT 10"
        )
    first = re.match(r"\w*", text)[0].upper()  # type: ignore[index]
    if first in ("EXPLAIN", "PROFILE"):
        raise InputError(f"leave out {first}: groundpath runs a statement and shows its rows")
    if first in _OTHERS:
        raise ReadOnlyError(f"the statement {_OTHERS[first]} ({first}){_ONLY}")
    if first not in _OPENING:
        raise InputError(f"a statement that begins with {text.split()[0][:40]!r} is no query{_ONLY}")
    return text


def with_fact_tables(statement: str, tables: Sequence[str]) -> str:
    """The statement with all tables of facts where it names FACT, and FACT as the label of any of them.

    A table is named in square brackets, after a colon or a stroke: `-[f:FACT]->`, `-[:FACT*1..3]-`.
    """
    names = "|".join(tables) or FACT
    pieces: list[str] = []
    opened: list[str] = []  # the open brackets; for one that follows label, that word
    place, before = 0, ""  # where the token before stands, and what it is
    for match in _TOKEN.finditer(statement):
        text = match.group()
        if match.lastgroup != "gap":
            if text in _BRACKETS:
                opened.append(before if text == "(" and before in _LABEL_FUNCTIONS else text)
                if opened[-1] != text:
                    pieces[place] = f"regexp_replace({pieces[place]}"
            elif text in _BRACKETS.values() and opened:
                text += _FACT_FOR_TABLES if opened.pop() in _LABEL_FUNCTIONS else ""
            elif before in _BEFORE_TABLES and opened[-1:] == ["["] and text.strip("`").upper() == FACT:
                text = names
            place, before = len(pieces), text.upper()
        pieces.append(text)
    return "".join(pieces)


def _check_parameters(statement: str, parameters: Mapping[str, Any]) -> None:
    """ladybug itself finds nothing, and says nothing, where a parameter is missing."""
    found = _TOKEN.finditer(statement)
    used = {match.group()[1:] for match in found if match.lastgroup == "parameter"}
    if lacking := sorted(used - parameters.keys()):
        raise InputError(f"the statement needs a value for ${', $'.join(lacking)}")
    if unused := sorted(parameters.keys() - used):
        raise InputError(f"the statement does not use the parameter ${', $'.join(unused)}")


def _sendable(name: str, value: Any) -> Any:
    """The value of a parameter as Python's own type, or InputError for what is no value of ladybug's.

    Types of other packages would have it look for their modules, which are files.
    """
    match value:
        case list() | tuple():
            return [_sendable(name, item) for item in value]
        case dict():
            return {str(key): _sendable(name, item) for key, item in value.items()}
        case np.generic():
            return _sendable(name, value.item())
        case datetime():
            return datetime.fromisoformat(value.isoformat())
        case str():
            return str(value)
        case None | bool() | int() | float() | bytes() | date() | time() | timedelta() | Decimal() | UUID():
            return value
    kind = type(value).__name__
    raise InputError(f"the parameter ${name} holds a {kind}, which cannot be sent to ladybug")


def _of_author(complaint: str, place: str, timeout: float) -> Exception:
    """What is wrong with a statement, as its author's error; other complaints stay the store's."""
    for sign, reason in _REFUSALS:
        if sign.search(complaint):
            return ReadOnlyError(f"the statement {reason}{_ONLY}")
    error = RuntimeError(complaint)
    translated = store_error(error, place)
    if isinstance(translated, StoreTimeoutError):
        return StoreTimeoutError(
            f"the statement took longer than {timeout:g} s; let it match less or allow a longer timeout"
        )
    if "Unable to cast Python instance" in complaint:
        return InputError("a parameter of the statement cannot be sent to ladybug: no such text or number")
    if _AUTHORS.match(complaint):
        return InputError(f"ladybug cannot run the statement: {first_line(error)}")
    return translated
