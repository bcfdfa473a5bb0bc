"""The read-only door: what users write is planned first, and runs only if its plan does nothing but read.

A read session alone is not enough: it refuses writes, but lets LOAD CSV reach the network, SHOW and
TERMINATE administer, and procedures do either.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from neo4j import Query, ResultSummary, Session
from neo4j.exceptions import ClientError, ForbiddenOnReadOnlyDatabase

from ...errors import InputError, ReadOnlyError
from ..bounds import check_timeout, natural
from ..protocol import QueryResult
from .connection import Neo4jConnection
from .errors import one_line
from .values import plain

Plan = Mapping[str, Any]

_READING_PROCEDURES = frozenset(
    {
        "db.index.fulltext.queryNodes",
        "db.index.fulltext.queryRelationships",
        "db.index.vector.queryNodes",
        "db.index.vector.queryRelationships",
        "db.labels",
        "db.propertyKeys",
        "db.relationshipTypes",
        "db.schema.nodeTypeProperties",
        "db.schema.relTypeProperties",
        "db.schema.visualization",
    }
)
_REFUSED_OPERATORS = {
    "LoadCSV": "reaches files or the network (LOAD CSV)",
    "Show": "administers the server (SHOW)",
    "Terminate": "administers the server (TERMINATE)",
    "Transaction": "opens transactions of its own (IN TRANSACTIONS)",
}
_KINDS = {"w": "writes", "rw": "writes", "s": "changes the schema or administers the server"}
_GAP = r"(?:[\s\u180e]|//[^\n]*(?:\n|$)|/\*.*?\*/)"
_MODE = re.compile(rf"{_GAP}*(EXPLAIN|PROFILE)\b", re.IGNORECASE | re.DOTALL)
_LOAD_CSV = re.compile(rf"\bLOAD{_GAP}+CSV\b", re.IGNORECASE | re.DOTALL)
_ESCAPE = re.compile(r"\\u+[0-9a-fA-F]{4}")
_PROCEDURE = re.compile(r"([\w.]+)\(")
# How plans of 5.26, and of calendar releases, show procedures inside subqueries of expressions, which are no
# operators of their own. `CALL (…) {` and `CALL {` call none.
_NESTED_PROCEDURE = re.compile(r"ResolvedCall\(([\w.]+)\(|\bCALL\s+([^\s({][^(]*)\(", re.IGNORECASE)
# So are commands of Cypher 25; plans show keywords in capitals.
_NESTED_COMMAND = re.compile(r"(?<![\w.`])(SHOW|TERMINATE)\s+[A-Z]")
# Functions of plugins always stand in a namespace; some run text as Cypher.
_NAMESPACED_CALL = re.compile(r"([A-Za-z_]\w*(?:\.\w+)+)\(")


def run_reading(
    connection: Neo4jConnection,
    statement: str,
    parameters: Mapping[str, Any],
    limit: int,
    timeout: float,
) -> QueryResult:
    """See GraphStore.cypher."""
    natural("the row limit", limit)
    check_timeout(timeout)
    if escape := _ESCAPE.search(statement):
        # Neo4j reads these before anything else: they may hide a clause, and "1.\\u0020" keeps 5.26 for ever.
        raise InputError(f"write the character itself in place of {escape[0]}, or give it as a parameter")
    if mode := _MODE.match(statement):
        raise InputError(f"leave out {mode[1].upper()}: groundpath runs a statement and shows its rows")
    out_of_time = f"the statement took longer than {timeout:g} s; let it match less or allow a longer timeout"
    with connection.reading(out_of_time) as session:
        try:
            _check(session, statement, parameters)
            return _run(session, statement, parameters, limit, timeout)
        except ForbiddenOnReadOnlyDatabase as error:
            raise ReadOnlyError(_refusal("writes")) from error
        except ClientError as error:
            raise _of_author(error) from error


def _check(session: Session, statement: str, parameters: Mapping[str, Any]) -> None:
    summary = _explain(session, statement, parameters)
    operators = list(_operators(summary.plan or {}))
    for operator, _ in operators:
        for start, reason in _REFUSED_OPERATORS.items():
            if operator.startswith(start):
                raise ReadOnlyError(_refusal(reason))
    details = [text for _, text in operators]
    if any(_LOAD_CSV.search(text) for text in [statement, *details]):
        raise ReadOnlyError(_refusal(_REFUSED_OPERATORS["LoadCSV"]))
    for command in (match[1] for text in details for match in _NESTED_COMMAND.finditer(text)):
        raise ReadOnlyError(_refusal(_REFUSED_OPERATORS[command.capitalize()]))
    _check_procedures(operators)
    _check_kind(summary)
    _check_functions(session, details)


def _explain(session: Session, statement: str, parameters: Mapping[str, Any]) -> ResultSummary:
    try:
        return session.run("EXPLAIN " + statement, dict(parameters)).consume()
    except (OverflowError, TypeError, ValueError) as error:
        raise InputError(f"a parameter of the statement cannot be sent to Neo4j: {error}") from error


def _check_kind(summary: ResultSummary) -> None:
    if summary.query_type != "r":
        raise ReadOnlyError(_refusal(_KINDS.get(summary.query_type or "", "does more than read")))


def _check_procedures(operators: list[tuple[str, str]]) -> None:
    called = [_PROCEDURE.match(text) for operator, text in operators if operator == "ProcedureCall"]
    nested = [match for _, text in operators for match in _NESTED_PROCEDURE.finditer(text)]
    for match in [*called, *nested]:
        name = next(filter(None, match.groups())).strip() if match else "unknown"
        if name.replace("`", "") not in _READING_PROCEDURES:
            raise ReadOnlyError(_refusal(f"calls the procedure {name}, which may do more than read"))


def _check_functions(session: Session, details: list[str]) -> None:
    called = {match[1] for text in details for match in _NAMESPACED_CALL.finditer(text)}
    called -= _READING_PROCEDURES
    if not called:
        return
    shown = session.run("SHOW FUNCTIONS YIELD name, isBuiltIn WHERE NOT isBuiltIn RETURN name")
    of_plugins = {record["name"].lower() for record in shown}
    for name in sorted(called):
        if name.lower() in of_plugins:
            raise ReadOnlyError(_refusal(f"calls {name}, a plugin's function, which may do more than read"))


def _run(
    session: Session, statement: str, parameters: Mapping[str, Any], limit: int, timeout: float
) -> QueryResult:
    result = session.run(Query(statement, timeout=timeout), dict(parameters))
    rows = [tuple(plain(value) for value in record.values()) for record in islice(result, limit + 1)]
    return QueryResult(tuple(result.keys()), tuple(rows[:limit]), truncated=len(rows) > limit)


def _operators(plan: Plan) -> Iterator[tuple[str, str]]:
    """Each operator of a plan, at any depth, with its details; "LoadCSV@neo4j" is LoadCSV."""
    if plan:
        yield plan["operatorType"].partition("@")[0], str(plan.get("args", {}).get("Details", ""))
    for child in plan.get("children", ()):
        yield from _operators(child)


def _of_author(error: ClientError) -> Exception:
    """What is wrong with a statement, as its author's error; other complaints stay the server's."""
    code = error.code or ""
    if code.endswith("UnsupportedAdministrationCommand"):
        return ReadOnlyError(_refusal("administers the server"))
    if ".Statement." in code or ".Procedure." in code:
        return InputError(f"Neo4j cannot run the statement: {one_line(error)}")
    return error


def _refusal(reason: str) -> str:
    return f"the statement {reason}; only statements that read are run here"
