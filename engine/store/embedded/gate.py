"""The read-only door of the embedded store: what users write is read token by token, and runs only if it can
do nothing but read.

A read-only database alone is not enough: it refuses writes, but COPY … TO writes files, LOAD FROM reads them,
ATTACH opens other databases and INSTALL fetches code from the network.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from ...errors import InputError, ReadOnlyError, StoreTimeoutError
from ...names import is_unicode
from ..bounds import check_timeout, natural
from ..protocol import QueryResult
from .database import FACT, Database, first_line, store_error
from .values import Values

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
_OPENING = frozenset({"MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN", "CALL"})
_SHOWING = frozenset({"EXPLAIN", "PROFILE"})
# Clauses that may stand anywhere in a statement, and what is wrong with them.
_REFUSED_CLAUSES = {
    **dict.fromkeys(("CREATE", "MERGE", "SET", "DELETE", "DETACH", "REMOVE"), "writes"),
    "LOAD": "reaches files",
}
# Statements of which the first word tells; any other that is no query is refused as well.
_REFUSED_STATEMENTS = {
    **dict.fromkeys(("DROP", "ALTER", "COMMENT"), "changes the schema"),
    **dict.fromkeys(("COPY", "EXPORT", "IMPORT", "ATTACH"), "reaches files"),
    **dict.fromkeys(("INSTALL", "UNINSTALL", "FORCE", "UPDATE"), "reaches the network"),
    **dict.fromkeys(("USE", "BEGIN", "COMMIT", "ROLLBACK", "CHECKPOINT"), "administers the database"),
}
_READING_PROCEDURES = frozenset(
    {"CURRENT_SETTING", "DB_VERSION", "SHOW_CONNECTION", "SHOW_FUNCTIONS", "SHOW_TABLES", "TABLE_INFO"}
)
_ONLY = "; only statements that read are run here"
_BEFORE_NAMES = frozenset({".", ":"})
_BEFORE_TABLES = frozenset({":", "|"})
_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_LABEL_FUNCTIONS = frozenset({"LABEL", "LABELS"})
_FACT_FOR_TABLES = f", '^{FACT}_[0-9]+$', '{FACT}')"
_AFTER_NAMES = frozenset({".", ":", ",", ")", "]", "}"})


class Token(NamedTuple):
    """A piece of a statement, and which alternative of the grammar above it is."""

    kind: str
    text: str

    @property
    def word(self) -> str:
        """The upper-case word; empty for what is not one."""
        return self.text.upper() if self.kind == "word" else ""


def run_reading(
    database: Database, statement: str, parameters: Mapping[str, Any], limit: int, timeout: float
) -> QueryResult:
    """See GraphStore.cypher."""
    tokens = list(tokens_of(statement))
    check_reading(tokens)
    _check_parameters(tokens, parameters)
    natural("the row limit", limit)
    check_timeout(timeout)
    if not is_unicode(statement):
        raise InputError("the statement holds half of a surrogate pair, which is no character")
    try:
        text = with_fact_tables(statement, [table.name for table in database.fact_tables()])
        with database.user_result(text, parameters, timeout) as result:
            values = Values(database)
            rows = [tuple(map(values.plain, row)) for row in islice(result, limit + 1)]
            return QueryResult(tuple(result.get_column_names()), tuple(rows[:limit]), len(rows) > limit)
    except (OverflowError, TypeError, ValueError) as error:
        raise InputError(f"a parameter of the statement cannot be sent to ladybug: {error}") from error
    except RuntimeError as error:
        raise _of_author(error, database.place, timeout) from error


def check_reading(tokens: list[Token]) -> None:
    """Raises ReadOnlyError for a statement that could do more than read, InputError for what is none."""
    if not tokens:
        raise InputError(
            "the statement is empty; write one, such as: MATCH (e:Entity) RETURN e.name LIMIT 10"
        )
    if any(token.text == ";" for token in tokens):
        raise ReadOnlyError("there are several statements; give one at a time")
    if tokens[0].word in _SHOWING:
        raise InputError(f"leave out {tokens[0].word}: groundpath runs a statement and shows its rows")
    first = tokens[0].word
    if first in _REFUSED_STATEMENTS:
        raise ReadOnlyError(f"the statement {_REFUSED_STATEMENTS[first]} ({first}){_ONLY}")
    edge = Token("sign", "")
    for before, token, after in zip([edge, *tokens], tokens, [*tokens[1:], edge], strict=False):
        if not _is_name(before, after):
            _check_clause(token, after)
    if first not in _OPENING:
        raise InputError(f"a statement that begins with {tokens[0].text!r} is no query{_ONLY}")


def tokens_of(statement: str) -> Iterator[Token]:
    """The tokens of a statement without white space, comments and a closing semicolon."""
    found = [Token(str(m.lastgroup), m.group()) for m in _TOKEN.finditer(statement) if m.lastgroup != "gap"]
    while found and found[-1].text == ";":
        found.pop()
    yield from found


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


def _check_clause(token: Token, after: Token) -> None:
    if token.word in _REFUSED_CLAUSES:
        raise ReadOnlyError(f"the statement {_REFUSED_CLAUSES[token.word]} ({token.word}){_ONLY}")
    if token.word == "CALL" and after.word not in _READING_PROCEDURES:
        raise ReadOnlyError(f"the statement calls {after.text}, which may do more than read{_ONLY}")


def _is_name(before: Token, after: Token) -> bool:
    """Whether a word between these two is a variable, a property, a label, an alias or the key of a map."""
    return before.text in _BEFORE_NAMES or before.word == "AS" or after.text in _AFTER_NAMES


def _check_parameters(tokens: list[Token], parameters: Mapping[str, Any]) -> None:
    """ladybug itself finds nothing, and says nothing, where a parameter is missing."""
    used = {token.text[1:] for token in tokens if token.kind == "parameter"}
    if lacking := sorted(used - parameters.keys()):
        raise InputError(f"the statement needs a value for ${', $'.join(lacking)}")
    if unused := sorted(parameters.keys() - used):
        raise InputError(f"the statement does not use the parameter ${', $'.join(unused)}")


def _of_author(error: RuntimeError, place: str, timeout: float) -> Exception:
    """What is wrong with a statement, as its author's error; other complaints stay the store's."""
    translated = store_error(error, place)
    if isinstance(translated, StoreTimeoutError):
        return StoreTimeoutError(
            f"the statement took longer than {timeout:g} s; let it match less or allow a longer timeout"
        )
    if "read-only" in str(error).lower() or "read only" in str(error).lower():
        return ReadOnlyError(f"the statement writes{_ONLY}")
    if "Unable to cast Python instance" in str(error):
        return InputError("a parameter of the statement cannot be sent to ladybug: no such text or number")
    if re.match(
        r"(Parser|Binder|Catalog|Conversion|Overflow|Function|Runtime|Parameter|Assertion)\b", str(error)
    ):
        return InputError(f"ladybug cannot run the statement: {first_line(error)}")
    return translated
