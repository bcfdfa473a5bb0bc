"""Results as plain dictionaries, the shape that every `--json` prints."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ..errors import InputError
from ..search import Findings
from ..store.protocol import EntityMatch, GraphInfo, GraphStatistics, QueryResult, Scored, Statement
from ..terms import Entity, Fact, Path
from .visible import HIDDEN

Plain = dict[str, Any]

_PARAM = ":param"
_KEY_OR_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|([A-Za-z_]\w*)(?=:)')


def plain_entity(entity: Entity) -> Plain:
    return {
        "id": entity.id,
        "name": entity.name,
        "aliases": list(entity.aliases),
        "types": list(entity.types),
        "xrefs": list(entity.xrefs),
    }


def plain_fact(fact: Fact) -> Plain:
    """`confidence` is the fact's own score, null where no source gives one; `score` is left to searches."""
    return {
        "key": fact.key,
        "head": fact.head.id,
        "head_types": list(fact.head.types),
        "relation": fact.relation,
        "tail": fact.tail.id,
        "tail_types": list(fact.tail.types),
        "text": fact.text,
        "sources": list(fact.sources),
        "confidence": fact.score,
    }


def plain_match(match: EntityMatch) -> Plain:
    return {**plain_entity(match.entity), "how": match.how, "score": round(match.score, 4)}


def plain_scored_fact(scored: Scored[Fact]) -> Plain:
    return {**plain_fact(scored.item), "score": round(scored.score, 4)}


def plain_findings(findings: Findings) -> Plain:
    return {
        "entities": [plain_match(match) for match in findings.entities],
        "facts": [plain_scored_fact(scored) for scored in findings.facts],
        "note": findings.note,
    }


def plain_path(path: Path) -> Plain:
    hops = [
        {**plain_fact(hop.fact), "forward": hop.forward, "reached": reached.id}
        for hop, reached in zip(path.hops, path.entities[1:], strict=True)
    ]
    return {"text": str(path), "start": path.start.id, "end": path.end.id, "hops": hops}


def plain_info(info: GraphInfo) -> Plain:
    return asdict(info)


def plain_statistics(statistics: GraphStatistics) -> Plain:
    return {
        **plain_info(statistics.info),
        "types": dict(statistics.types),
        "relations": dict(statistics.relations),
        "relation_labels": dict(statistics.labels),
        "symmetric": sorted(statistics.traits.symmetric),
        "transitive": sorted(statistics.traits.transitive),
        "wordings": {relation: list(texts) for relation, texts in statistics.traits.wordings.items()},
        "inverses": dict(statistics.traits.inverses),
        "implies": {relation: list(others) for relation, others in statistics.traits.implies.items()},
        "functional": sorted(statistics.traits.functional),
        "inverse_functional": sorted(statistics.traits.inverse_functional),
        "domains": {relation: list(types) for relation, types in statistics.traits.domains.items()},
        "ranges": {relation: list(types) for relation, types in statistics.traits.ranges.items()},
        "degree_quantiles": {str(q): degree for q, degree in statistics.degree_quantiles},
        "indexes": list(statistics.indexes),
    }


def plain_rows(result: QueryResult) -> Plain:
    rows = [dict(zip(result.columns, row, strict=True)) for row in result.rows]
    return {"columns": list(result.columns), "rows": rows, "truncated": result.truncated}


def plain_statement(statement: Statement) -> Plain:
    return {"statement": statement.text, "parameters": dict(statement.parameters)}


def pasteable(statement: Statement) -> str:
    """A statement as Neo4j Browser takes it: `:param {…}`, then the text."""
    return f":param {cypher_literal(statement.parameters)}\n\n{statement.text}"


def pasted(text: str) -> Statement:
    """A statement as `pasteable` writes it, or without parameters.

    >>> pasted(pasteable(Statement("RETURN $n", {"n": [1, "it\'s"]})))
    Statement(text='RETURN $n', parameters={'n': [1, "it's"]})

    Raises:
        InputError: what stands behind `:param` is no map of values, on one line.
    """
    told = text.lstrip()
    if not told.startswith(_PARAM):
        return Statement(text, {})
    first, _, rest = told.partition("\n")
    keyed = _KEY_OR_TEXT.sub(lambda found: f'"{found[1]}"' if found[1] else found[0], first[len(_PARAM) :])
    try:
        parameters = json.loads(keyed, strict=False)  # a tab stands in texts as it is
    except ValueError:
        parameters = None
    if not isinstance(parameters, dict):
        raise InputError(
            f"{first[:80]!r} is no map of parameters; write them on the first line, as "
            ':param {kg: "NAME"}, or give --param NAME=VALUE'
        )
    return Statement(rest.lstrip(), parameters)


def cypher_literal(value: Any) -> str:
    """A parameter as a Cypher literal, in which what `visible` would write out is escaped.

    >>> cypher_literal({"kg": "it's", "ids": [1, None, True]})
    '{kg: "it\\'s", ids: [1, null, true]}'
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {cypher_literal(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(cypher_literal(item) for item in value) + "]"
    if isinstance(value, str):
        quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return '"' + HIDDEN.sub(lambda hidden: f"\\u{ord(hidden.group()):04X}", quoted) + '"'
    return str(value)
