"""The rules file: what is declared of relations, as in a schema file, and Horn rules, mined or written.

[relations.parent]
inverse = "child"          # also symmetric, transitive, implies: see `relation_schema`

[[rules]]                  # parent(x, z) & parent(z, y) => grandparent(x, y)
head = "grandparent"
body = ["parent", "parent"]

[[rules]]                  # born(x, z) & in(y, z) => nationality(x, y), from data
head = "nationality"
body = ["born", "^in"]     # ^ walks against the relation
support = 120
head_coverage = 0.3
confidence = 0.97          # without it the rule is declared: it always holds
"""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ..engine.errors import InputError
from ..engine.replacing import replacing
from ..engine.rules.rule import AGAINST, Atom, Rule, declared_rules
from .reading import PathLike
from .relation_schema import parsed_toml, traits_of

_RULES = "rules"
_NUMBERS: dict[str, type | tuple[type, ...]] = {
    "support": int,
    "head_coverage": (int, float),
    "confidence": (int, float),
}


def read_rules(path: PathLike) -> tuple[Rule, ...]:
    """The rules of a file: those that its declarations of relations mean, then those that it lists.

    A schema file is a rules file as well, of what it declares. `wordings` are read past.

    Raises:
        InputError: a file that cannot be read or is no TOML, an unknown key, a value of another kind or out
            of its range; the message names the file, the rule's number and the key.
    """
    place, content = os.fspath(path), parsed_toml(path)
    rows = content.get(_RULES, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InputError(f"{place}: 'rules' holds no tables; write tables such as [[rules]]")
    declared = declared_rules(traits_of(content, place, (_RULES,)))
    listed = (_rule(row, f"{place}: rule {number}") for number, row in enumerate(rows, 1))
    return tuple(dict.fromkeys((*declared, *listed)))


def write_rules(rules: Iterable[Rule], path: PathLike, heading: str) -> None:
    """Write rules as a file that `read_rules` reads, under a comment.

    Raises:
        InputError: the file cannot be written; or the name of a relation in a body begins with "^".
    """
    rules = tuple(rules)
    for relation in (atom.relation for rule in rules for atom in rule.body):
        if relation.startswith(AGAINST):
            raise InputError(
                f"{os.fspath(path)} cannot hold the relation {relation!r}: {AGAINST} at its beginning would "
                "be read as walking against it; rename the relation"
            )
    with replacing(Path(path), "rules") as file:
        file.write(f"# {' '.join(heading.split())}\n")
        for rule in rules:
            told = "".join(letter if letter.isprintable() else " " for letter in str(rule))
            file.write(f"\n# {told}\n[[{_RULES}]]\n")
            file.write(f"head = {_text(rule.head)}\n")
            file.write(f"body = [{', '.join(_text(str(atom)) for atom in rule.body)}]\n")
            for name in _NUMBERS:
                if (number := getattr(rule, name)) is not None:
                    file.write(f"{name} = {number!r}\n")


def _rule(row: Mapping[str, Any], place: str) -> Rule:
    for key, value in row.items():
        if key not in ("head", "body", *_NUMBERS):
            known = ", ".join(("head", "body", *_NUMBERS))
            raise InputError(f"{place} has the unknown key {key!r}; known are {known}")
        if key in _NUMBERS and (isinstance(value, bool) or not isinstance(value, _NUMBERS[key])):
            raise InputError(f"{place}: {key} is {value!r}; write a number")
    head, body = row.get("head"), row.get("body")
    if not isinstance(head, str) or not head:
        raise InputError(f'{place}: head is {head!r}; write the name of a relation, such as "grandparent"')
    if not isinstance(body, list) or not all(isinstance(atom, str) and atom.lstrip("^") for atom in body):
        raise InputError(f'{place}: body is {body!r}; write a list such as ["parent", "^child"]')
    try:
        return Rule(head, tuple(map(Atom.read, body)), **{name: row.get(name) for name in _NUMBERS})
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


def _text(text: str) -> str:
    """A text as a basic string of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
