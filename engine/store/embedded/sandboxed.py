"""The process in which statements of users run: it opens no file and no connection, in limited memory.

Requests come on standard input, answers go to standard output, a line each; `sandbox` is the other side.
"""

import json
import os
import pickle
import sys
import warnings
from base64 import b64decode
from collections.abc import Mapping
from itertools import islice
from math import ceil
from pathlib import Path
from typing import Any

import ladybug

from ....cypher import statement
from .database import Database
from .plan import refusal
from .values import Values

MEMORY = 1 << 30  # what statements may take beside the pool of pages, in bytes
LONGEST = 1 << 28  # the longest answer, in characters
# How long a statement that does not stop in time goes on when the process that asked is gone, in seconds.
_GRACE = 5
# A value of each type: the modules of their Python objects are imported before files are out of reach.
_TYPES = (
    "RETURN date('2000-01-01'), timestamp('2000-01-01'), interval('1 day'), CAST(1.5 AS DECIMAL(4, 2)), "
    "uuid('00000000-0000-0000-0000-000000000000'), blob('a'), [1], map([1], [2]), {a: 1}, CAST(1 AS INT128)"
)


def main(file: str) -> None:
    """Answers until standard input ends.

    Args:
        file: the database; empty for a store that holds nothing yet.
    """
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="ascii")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints is no answer
    warnings.simplefilter("ignore", DeprecationWarning)  # ladybug's, of preparing what is run later
    with _opened(file) as database:
        functions = _table_functions(database)
        _prepare(database)
        _confine()
        print("ready", file=answers, flush=True)
        for line in sys.stdin.buffer:
            request = pickle.loads(b64decode(line))  # from the process that started this one, and no other
            print(encoded(answer(database, functions, **request)), file=answers, flush=True)


def _opened(file: str) -> Database:
    if file:
        return Database(Path(file), read_only=True)
    database = Database(None, read_only=False)
    database.create_tables()
    return database


def _table_functions(database: Database) -> frozenset[str]:
    with database.user_result("CALL show_functions() RETURN *", {}, 60) as result:
        return frozenset(str(name) for name, kind, *_ in result if "TABLE" in kind or "COPY" in kind)


def _prepare(database: Database) -> None:
    """Reads the files that answers need."""
    database.fact_tables()
    statement("embedded/entity_at")
    with database.user_result(_TYPES, {}, 60) as result:
        json.dumps([Values(database).plain(value) for row in result for value in row])


def _confine() -> None:
    """From here on the system itself lets no file or connection be opened, and bounds the memory."""
    try:
        import resource
    except ImportError:  # Windows, where the plan and the time limit are what is left
        return
    if sys.platform == "linux":  # elsewhere the system does not hold itself to it
        most = _addresses() + MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))  # the last, since to know what is used takes a file


def _addresses() -> int:
    """The bytes of address space in use."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * os.sysconf("SC_PAGE_SIZE")


def answer(
    database: Database,
    functions: frozenset[str],
    text: str,
    parameters: Mapping[str, Any],
    limit: int,
    timeout: float,
) -> dict[str, Any]:
    """The rows of a statement, or what keeps it from running.

    Returns: `columns`, `rows` (at most `limit`) and `truncated`; or one of `refused` (what it does besides
        reading), `failed` (ladybug's complaint), `parameter` (what is wrong with one) and `large` (true: too
        much memory).
    """
    _limit_processor_time(timeout)
    try:
        plan = database.user_plan(text, parameters, timeout)
    except (OverflowError, TypeError, ValueError) as error:
        return {"parameter": str(error)}
    except (MemoryError, OSError, RuntimeError) as error:
        return _failure(error)
    if reason := refusal(plan, functions):
        return {"refused": reason}
    try:
        with database.user_result(text, parameters, timeout) as result:
            return _rows(result, Values(database), limit)
    except Exception as error:
        return _failure(error)


def _failure(error: Exception) -> dict[str, Any]:
    said = str(error)
    if isinstance(error, MemoryError) or "bad_alloc" in said or "Buffer manager exception" in said:
        return {"large": True}
    if isinstance(error, OSError):
        return {"failed": f"IO exception: {said}"}
    return {"failed": said if isinstance(error, RuntimeError) else f"Conversion exception: {said}"}


def _rows(result: ladybug.QueryResult, values: Values, limit: int) -> dict[str, Any]:
    rows = [[values.plain(value) for value in row] for row in islice(result, limit + 1)]
    return {"columns": result.get_column_names(), "rows": rows[:limit], "truncated": len(rows) > limit}


def encoded(answer: dict[str, Any]) -> str:
    """An answer as a line, if it is not too long for that."""
    line = json.dumps(answer)
    return line if len(line) <= LONGEST else json.dumps({"large": True})


def _limit_processor_time(timeout: float) -> None:
    """The system ends a statement that heeds no time limit, also where nobody is left to do so."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = ceil(used.ru_utime + used.ru_stime + timeout + _GRACE)
    most = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds if most < 0 else min(seconds, most), most))
