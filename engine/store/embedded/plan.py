"""What a statement would do, by ladybug's own plan of it: only plans made of reading operators are run.

A read-only database alone is not enough: it refuses writes, but COPY … TO writes files, LOAD FROM reads them,
ATTACH opens other databases and INSTALL fetches code from the network.
"""

import re
from collections.abc import Iterator

# Of all the operators that ladybug knows (LogicalOperatorType), those that only read.
_READING = frozenset(
    """
    ACCUMULATE AGGREGATE COUNT_ANTI_EDGE_CHAIN COUNT_EXTEND_CHAIN COUNT_REL_TABLE CROSS_PRODUCT DISTINCT
    DUMMY_SCAN DUMMY_SINK EMPTY_RESULT EXPRESSIONS_SCAN EXTEND FILTER FLATTEN GROUPED_REACHABLE_COUNT
    HASH_JOIN INDEX_LOOK_UP INTERSECT LIMIT MULTIPLICITY_REDUCER NODE_LABEL_FILTER NOOP ORDER_BY PACKED_EXTEND
    PATH_PROPERTY_PROBE PROJECTION QUERY_PRIMARY_KEY_LOOKUP REACHABLE_COUNT RECURSIVE_EXTEND REL_DEGREE_TABLE
    SCAN_NODE_TABLE SEMI_MASKER TABLE_FUNCTION_CALL UNION_ALL UNWIND UNWIND_DEDUPLICATE
    """.split()
)
_READING_FUNCTIONS = frozenset(
    {"CURRENT_SETTING", "DB_VERSION", "SHOW_CONNECTION", "SHOW_FUNCTIONS", "SHOW_TABLES", "TABLE_INFO"}
)
_DOES = {
    **dict.fromkeys(("COPY_FROM", "DELETE_NODE", "INSERT", "MERGE", "SET_PROPERTY"), "writes"),
    **dict.fromkeys(("ATTACH_DATABASE", "COPY_TO", "EXPORT_DATABASE", "IMPORT_DATABASE"), "reaches files"),
    **dict.fromkeys(("LOAD", "EXTENSION_CLAUSE"), "reaches the network"),
    **dict.fromkeys(("ALTER", "DROP", "CREATE_TABLE", "CREATE_TYPE"), "changes the schema"),
}
_UNREADABLE = "has a plan that cannot be read"
_FILES = re.compile("READ_|COPY_")


def refusal(plan: str, functions: frozenset[str]) -> str | None:
    """Why a plan is not run, such as "reaches files (COPY_TO)"; None for one that only reads.

    What stands in a plan besides the names of operators is its author's text and may look like a box, so that
    each box counts, and each table function that is named anywhere.

    Args:
        plan: what EXPLAIN LOGICAL gives for the statement.
        functions: the names of all table functions that the database has.
    """
    operators = list(_operators(plan))
    for operator in operators:
        if operator not in _READING:
            return f"{_DOES.get(operator, 'does more than read')} ({operator})" if operator else _UNREADABLE
    called = [word for word in re.findall(r"\w+", plan) if word in functions]
    for name in called:
        if name not in _READING_FUNCTIONS:
            return f"{'reaches files' if _FILES.match(name) else 'does more than read'} ({name})"
    return None if operators and operators.count("TABLE_FUNCTION_CALL") <= len(called) else _UNREADABLE


def _operators(plan: str) -> Iterator[str]:
    """The first cell of each box of a plan, empty for one that cannot be read.

    Boxes that stand side by side begin in one line; the two outermost are the title's.
    """
    lines = plan.splitlines()
    tops = [number for number, line in enumerate(lines) if "┌" in line]
    for number in tops[2:]:
        cells = "".join(lines[number + 1 : number + 2]).split("│")[1:-1:2]
        yield from (cell.strip() for cell in cells)
        if len(cells) != lines[number].count("┌"):
            yield ""
