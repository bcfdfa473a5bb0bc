"""Facts that a chain writes as programs do: JSON, tuples, records by the names of their parts; as arrows."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

# What programs call the three parts of a fact.
_HEADS = r"subject|subj|head|from|source|start|s"
_RELATIONS = r"relation(?:ship)?|predicate|pred|rel|via|edge|property|link|r|p"
_TAILS = r"object|obj|tail|to|target|end|o|t"
_THINGS = re.compile(rf"{_HEADS}|entity|node", re.IGNORECASE)  # what a record may be about
_ROLES = tuple(re.compile(names, re.IGNORECASE) for names in (_HEADS, _RELATIONS, _TAILS))


def _part(names: str) -> str:
    return rf"[\"']?(?<![\w-])(?:{names})[\"']?[ \t]*[:=][ \t]*"


def _value(name: str) -> str:
    return rf"(?:\"(?P<{name}_a>[^\"\n]*)\"|'(?P<{name}_b>[^'\n]*)'|(?P<{name}_c>[^\n\"]{{1,200}}?))"


_AND = r"[ \t]*[,;|]?\s*"
_RECORD = re.compile(
    rf"(?:\{{|<[\w-]+[ \t])?[ \t]*{_part(_HEADS)}{_value('head')}{_AND}"
    rf"{_part(_RELATIONS)}{_value('relation')}{_AND}{_part(_TAILS)}{_value('tail')}"
    rf"[ \t]*(?:$|\}}|/?>|(?=[\]);]))",
    re.IGNORECASE | re.MULTILINE,
)
_HINTS = ("elation", "redicate", "via", "rel", "edge", "property", "link", "r:", "p:")
_ONE_PART = r"((?:[^();\n]|\([^()\n]*\)){1,200}?)"
_NEXT_TUPLE = re.compile(r"(?<=\))[ \t]*[,;][ \t]*(?=\([^()\n]*;)")
_TUPLE = re.compile(
    rf"\([ \t]*{_ONE_PART};[ \t]*{_ONE_PART};[ \t]*{_ONE_PART}[ \t]*\)(?=[ \t.,;]*$)", re.MULTILINE
)
# "Anne; mother; Eve", line by line, and "(Anne, mother, Eve)"
_LINE_OF_PARTS = re.compile(
    r"^(?P<lead>[ \t]*(?:[-*•+][ \t]+|\d{1,2}[.)][ \t]+)?)(?P<head>[^;\n]{1,120}?)[ \t]*;[ \t]*"
    r"(?P<relation>[^;\n]{1,60}?)[ \t]*;[ \t]*(?P<tail>[^;\n]{1,120}?)[ \t]*;?[ \t]*$",
    re.MULTILINE,
)
_IN_BRACKETS = re.compile(
    r"^(?P<lead>[ \t]*(?:[-*•+][ \t]+|\d{1,2}[.)][ \t]+)?)\([ \t]*(?P<head>[^(),\n]{1,120}?)[ \t]*,[ \t]*"
    r"(?P<relation>[^(),\n]{1,60}?)[ \t]*,[ \t]*(?P<tail>[^(),\n]{1,120}?)[ \t]*\)[.,;]?[ \t]*$",
    re.MULTILINE,
)
# hasParent("Anne", "Eve")
_APPLIED = re.compile(
    r"\b(?P<relation>[a-z]\w{1,40})\([ \t]*([\"'])(?P<head>[^\"\n]{1,120}?)\2[ \t]*,[ \t]*"
    r"([\"'])(?P<tail>[^\"\n]{1,120}?)\4[ \t]*\)"
)
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
# Of relations between arrows: "Anne -> hasParent -> Eve"
_CAMEL = re.compile(r"(?<=[->→])[ \t]*[a-z]+(?:[A-Z][a-z]+)+(?=[ \t]*(?:-+>|→))")
# A heading between records: "[hop.1]".
_SECTION = re.compile(r"^[ \t]*\[[\w .-]+\][ \t]*$", re.MULTILINE)
# "- field: mother", "Hop 1 — entity: Anne"
_FIELD = re.compile(
    r"[ \t]*(?:[-*•+][ \t]+)?(?P<lead>[^\W\d]+[ \t]\d{1,2}[ \t]*[—–:.)-]+[ \t]*)?"
    r"(?P<key>[^\W\d][\w ]{0,24}?)[ \t]*[:=][ \t]*(?P<value>\S.*)"
)
# "- subject: Anne" with "  mother_of: Max" on the next line, and nothing more of that record
_OF_TWO = re.compile(
    r"^[ \t]*(?:[-*•+][ \t]+)?(?:subject|head|entity):[ \t]*(?P<head>\S[^\n]*)\n"
    r"[ \t]+(?P<relation>[^\W\d][\w ()/-]{0,40}):[ \t]*(?P<tail>\S[^\n]*)(?=\Z|\n(?:\S|[ \t]*[-*•+][ \t]))",
    re.MULTILINE | re.IGNORECASE,
)
_LONGEST_RELATION = 7  # words
_FEWEST_LINES = 2
_FENCE = re.compile(r"\A\s*```\w*\s*\n(?P<inside>.*?)\n\s*```\s*\Z", re.DOTALL)
_ANSWER = re.compile(
    r"(?:final|predicted|model)?[ _-]*(?:answer|response|result|output|value|prediction|entity)"
    r"|final|conclusion|solution|verdict|label",
    re.IGNORECASE,
)
_COUNTING = re.compile(
    r"n|no|id|idx|index|number|step|hop|order|confidence|score|certainty|probability", re.IGNORECASE
)
_LONGEST_VALUE = 3  # words of a value that its key tells what it is
# "<fact><who>Anne</who><mother>Eve</mother></fact>"
_FIELD_IN_TAGS = re.compile(r"<(?P<key>[a-z][\w-]*)>(?P<value>[^<>\n]{1,80})</(?P=key)>", re.IGNORECASE)
_RECORD_IN_TAGS = re.compile(
    r"<(?P<name>[a-z][\w-]*)\b[^<>\n]*>\s*"
    r"(?P<fields>(?:<(?P<key>[a-z][\w-]*)>[^<>\n]{1,80}</(?P=key)>\s*){2,8})</(?P=name)>",
    re.IGNORECASE,
)
_NO_RECORDS = frozenset("tr ul ol table think thinking reasoning steps".split())


def with_arrows(text: str) -> str:
    """A text in which each fact that is written by its parts is an arrow on a line of its own.

    >>> with_arrows('subject: "Anne", relation: "child of", object: "Max"')
    'Anne → child of → Max'
    >>> with_arrows('{"steps": [["Anne", "mother", "Eve"]], "final": "Eve"}')
    'Anne → mother → Eve\\nAnswer: Eve'
    """
    if (read := _from_json(text)) is not None:
        return read
    found = 0
    if "=" in text or ":" in text:
        lower = text.lower()
        if any(hint in lower for hint in _HINTS):
            text, found = _RECORD.subn(_as_arrow, text)
    if ";" in text:
        text = _TUPLE.sub(r"\1 → \2 → \3", _NEXT_TUPLE.sub("\n", text))
        text = _by_lines(_LINE_OF_PARTS, text)
    if "," in text and "(" in text:
        text = _by_lines(_IN_BRACKETS, text)
        text = _APPLIED.sub(_told_by, text)
    if "->" in text or "→" in text:
        text = _CAMEL.sub(lambda relation: _spoken(relation[0]), text)
    if text.count(":") + text.count("=") > 5:
        text = _of_three(text)
    if "ubject:" in text or "ead:" in text or "ntity:" in text:
        text = _OF_TWO.sub(_under_its_relation, text)
    if "</" in text:
        text = _RECORD_IN_TAGS.sub(_of_tags, text)
    return _SECTION.sub("", text) if found else text


def _by_lines(facts: re.Pattern[str], text: str) -> str:
    """With lines that hold the parts of a fact as arrows, where there are two or more of them."""
    found = [one for one in facts.finditer(text) if _is_relation(_spoken(one["relation"].strip("\"'")))]
    if len(found) < _FEWEST_LINES:
        return text
    lines = {one.start(): one for one in found}
    return facts.sub(lambda one: _told_by(one) if one.start() in lines else one[0], text)


def _told_by(fact: re.Match[str]) -> str:
    lead = fact.groupdict().get("lead") or ""
    head, relation, tail = (fact[part].strip(" \t\"'") for part in ("head", "relation", "tail"))
    return f"{lead}{head} → {_spoken(relation)} → {tail}"


def _spoken(relation: str) -> str:
    """A relation's name as words: "hasParent", "place_of_death".

    >>> _spoken("hasParent"), _spoken("place_of_death"), _spoken("child of")
    ('has parent', 'place of death', 'child of')
    """
    humps = _HUMP.split(relation)
    return (" ".join(humps).lower() if len(humps) > 1 else relation).replace("_", " ")


def _as_arrow(record: re.Match[str]) -> str:
    parts = ((record[f"{name}_{form}"] for form in "abc") for name in ("head", "relation", "tail"))
    return " → ".join(next(filter(None, part), "").strip() for part in parts)


def _under_its_relation(record: re.Match[str]) -> str:
    return f"{record['head']} → {record['relation'].replace('_', ' ')} → {record['tail']}"


def _of_tags(record: re.Match[str]) -> str:
    """What fields in tags say of the first of them, as they stand where they are no record."""
    fields = {one["key"].lower(): one["value"].strip() for one in _FIELD_IN_TAGS.finditer(record["fields"])}
    told = {name: value for name, value in fields.items() if not _COUNTING.fullmatch(name)}
    if arrow := _arrow_of(told):
        return arrow
    if record["name"].lower() in _NO_RECORDS or len(fields) != record["fields"].count("</") or len(told) < 2:
        return record[0]
    if any(role.fullmatch(name) for role in (_ANSWER, *_ROLES[1:]) for name in told):
        return record[0]
    (_, head), *others = told.items()
    return "\n".join(f"{head} → {re.sub('[_-]', ' ', name)} → {value}" for name, value in others)


# -- records of three fields, whatever these are called


class _Field(NamedTuple):
    line: int
    lead: str
    key: str
    value: str


def _of_three(text: str) -> str:
    """With records of three fields as arrows, where two or more follow each other with the same names."""
    lines = text.split("\n")
    fields = [field for number, line in enumerate(lines) for field in _fields(number, line)]
    keys = [field.key.lower() for field in fields]
    arrows: dict[int, str] = {}
    gone: set[int] = set()
    at = 0
    while at + 3 <= len(fields):
        names = keys[at : at + 3]
        again = names in (keys[at + 3 : at + 6], keys[max(0, at - 3) : at])
        head, relation, tail = fields[at : at + 3]
        if again and len(set(names)) == 3 and _is_relation(relation.value):
            arrows[head.line] = f"{head.lead}{head.value} → {relation.value} → {tail.value}"
            gone |= {relation.line, tail.line}
            at += 3
        else:
            at += 1
    kept = ((number, arrows.get(number, line)) for number, line in enumerate(lines))
    return "\n".join(line for number, line in kept if number in arrows or number not in gone)


def _fields(number: int, line: str) -> list[_Field]:
    """The fields of a line, parted by ";"; none where anything else stands in it."""
    found = [_FIELD.fullmatch(part) for part in line.split(";")]
    return [
        _Field(number, one["lead"] or "", one["key"], one["value"].strip(" ,\"'"))
        for one in found
        if one and all(found)
    ]


def _is_relation(value: str) -> bool:
    """Whether a value may be a relation: a few words, of which none but the first is a name."""
    words = value.split()
    return len(words) <= _LONGEST_RELATION and "?" not in value and not any(map(str.isupper, value[1:]))


# -- JSON


def _from_json(text: str) -> str | None:
    """What a text says that is JSON as a whole, line by line; None where it is none."""
    fenced = _FENCE.match(text)
    bare = (fenced["inside"] if fenced else text).strip()
    if bare[:1] not in ("{", "["):
        return None
    for rows in ([bare], bare.splitlines()):  # one value, or JSON lines
        try:
            return (
                "\n".join(line for row in rows if row.strip() for line in _lines(json.loads(row), "")) or None
            )
        except (ValueError, RecursionError):
            continue
    return None


def _lines(value: Any, key: str) -> Iterator[str]:
    answer = _answer(value) if _ANSWER.fullmatch(key) else ""
    if answer:
        yield f"Answer: {answer}"
    elif isinstance(value, dict):
        if about := _about(value):
            yield from about
            return
        arrow = _arrow_of(value)
        if arrow:
            yield arrow
        owner = f"{key}'s " if key[:1].isupper() else ""
        for name, part in value.items():
            if not (arrow and any(role.fullmatch(name) for role in _ROLES)):
                yield from _lines(part, f"{owner}{name}")
    elif isinstance(value, list):
        texts = [part for part in value if isinstance(part, str)]
        if len(texts) == len(value) == len(_ROLES) and _is_relation(texts[1]):
            yield " → ".join(texts)
        else:
            for part in value:
                yield from _lines(part, "")
    elif isinstance(value, str):
        if key and len(value.split()) <= _LONGEST_VALUE:
            yield f"{key}: {value}"
        else:  # a sentence of its own, also where the next begins in lower case
            yield f"{value}." if value[-1:].isalnum() else value
    elif value is not None and not isinstance(value, bool) and not _COUNTING.fullmatch(key):
        yield f"{key}: {value}"


def are_parts_of_facts(names: Iterable[str]) -> bool:
    """Whether some columns are called as the parts of facts are: "subject", "relation", "object"."""
    return any(_ROLES[1].fullmatch(name) for name in names)


def is_counting(name: str) -> bool:
    """Whether what is called so counts and says nothing: "no", "step"."""
    return not name.strip("#") or _COUNTING.fullmatch(name) is not None


def _answer(value: Any) -> str:
    """What stands for an answer: a text or number, yes or no, or some of them; empty for anything else."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str | int | float):
        return str(value)
    parts = list(value.values()) if isinstance(value, dict) and len(value) == 1 else value
    if isinstance(parts, list) and all(isinstance(part, str | int | float) for part in parts):
        return ", ".join(map(str, parts))
    return ""


def _about(record: dict[str, Any]) -> list[str]:
    """What an object says of one thing under the names of relations: {"entity": "Anne", "mother": "Eve"}."""
    told = [(name, value) for name, value in record.items() if not _COUNTING.fullmatch(name)]
    (first, head), others = told[0] if told else ("", ""), told[1:]
    if not _THINGS.fullmatch(first) or not all(map(_is_short, (value for _, value in told))):
        return []
    if any(role.fullmatch(name) for role in (_ANSWER, *_ROLES) for name, _ in others):
        return []
    return [f"{head} → {name.replace('_', ' ')} → {value}" for name, value in others]


def _is_short(value: Any) -> bool:
    return isinstance(value, str | int) and len(str(value).split()) <= _LONGEST_RELATION


def _arrow_of(record: dict[str, Any]) -> str:
    """A fact of which an object holds the three parts; empty where it lacks one."""
    parts = [
        next(
            (
                value
                for name, value in record.items()
                if role.fullmatch(name) and isinstance(value, str | int)
            ),
            None,
        )
        for role in _ROLES
    ]
    return "" if None in parts else " → ".join(map(str, parts))
