"""The read-only door of the embedded store: statements of users run in a process of their own, if ladybug's
plan for them does nothing but read.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...counted import counted
from ...errors import InputError, ReadOnlyError, StoreTimeoutError
from ...names import is_unicode
from ..bounds import check_timeout, natural
from ..protocol import QueryResult
from .database import FACT, Database, first_line, store_error
from .parameters import sendable
from .sandbox import Sandbox

# Finds parameters and the label FACT; what a statement may do is not decided by it, since ladybug reads some
# statements otherwise ("1e5LOAD" is a number and a clause).
_TOKEN = re.compile(
    r"""
    (?P<gap> \s+ | //[^\n\r]* | /\*.*?\*/ )
  | (?P<text> '(?:[^'\\]++|\\.)*+(?:'|\Z) | "(?:[^"\\]++|\\.)*+(?:"|\Z) )
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


_LONGEST = 1_000_000  # characters of a statement
# What ladybug complains of before there is a plan.
_REFUSALS = (
    (re.compile("Connection exception: Cannot execute write operations"), "writes"),
    (re.compile("Connection Exception: We do not support prepare multiple"), "is several statements"),
    (re.compile("IO exception|Runtime exception: Cannot attach"), "reaches files"),
    (re.compile(r"Binder exception: .*\bofficial extension"), "reaches the network"),
)
# Whatever is wrong with such a statement is not shown: it would tell which files there are.
_LOADING = re.compile(r"LOAD\b.*\bFROM\b", re.IGNORECASE | re.DOTALL)
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
    if len(statement) > _LONGEST:
        raise InputError(
            f"the statement has {counted(len(statement), 'character')}, of at most "
            f"{_LONGEST:,}; give parameters"
        )
    text = _query(statement)
    _check_parameters(text, parameters)
    tables = [table.name for table in database.fact_tables()]
    answer = sandbox.run(with_fact_tables(text, tables), sendable(parameters), limit, timeout)
    match answer:
        case {"rows": rows}:
            return QueryResult(tuple(answer["columns"]), tuple(map(tuple, rows)), answer["truncated"])
        case {"refused": reason}:
            raise ReadOnlyError(f"the statement {reason}{_ONLY}")
        case {"parameter": reason}:
            raise InputError(f"a parameter of the statement cannot be sent to ladybug: {reason}")
        case {"large": _}:
            raise InputError("the statement takes or returns too much memory; let it match or return less")
    if _LOADING.search(text):
        raise ReadOnlyError(f"the statement reaches files (LOAD FROM){_ONLY}")
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
    if odd := [name for name in parameters if not isinstance(name, str)]:
        raise InputError(f"the parameter {odd[0]!r} has no name; name each by a text")
    found = _TOKEN.finditer(statement)
    used = {match.group()[1:] for match in found if match.lastgroup == "parameter"}
    if lacking := sorted(used - parameters.keys()):
        raise InputError(f"the statement needs a value for ${', $'.join(lacking)}")
    if unused := sorted(parameters.keys() - used):
        raise InputError(f"the statement does not use the parameter ${', $'.join(unused)}")


def _of_author(complaint: str, place: str, timeout: float) -> Exception:
    """What is wrong with a statement, as its author's error; other complaints stay the store's."""
    for sign, reason in _REFUSALS:
        if sign.match(complaint):
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
