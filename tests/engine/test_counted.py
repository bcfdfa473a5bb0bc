"""Messages count in words in one way: "1 row", "2 rows"."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import groundpath
import pytest

ROOT = Path(groundpath.__file__).parent
_PLURAL = re.compile(r" (?:[a-z-]+ )?(?!(?:is|was|has|this|its|as)\b)[a-z-]{2,}s\b")
FILES = sorted(path for room in ("engine", "loaders") for path in (ROOT / room).rglob("*.py"))


def plurals(file: Path) -> Iterator[str]:
    """Numbers that stand before a plural, whatever they are; constants are never 1."""
    for text in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(text, ast.JoinedStr):
            continue
        for number, behind in pairwise(text.values):
            if not (isinstance(number, ast.FormattedValue) and isinstance(behind, ast.Constant)):
                continue
            told = ast.unparse(number.value)
            is_number = number.format_spec is not None and ast.unparse(number.format_spec) == "f','"
            if is_number and _PLURAL.match(str(behind.value)) and told.lower() == told:
                yield f"{told}{behind.value[:40]}"


@pytest.mark.parametrize("room", sorted({path.parent for path in FILES}), ids=str)
def test_a_number_before_a_plural_may_be_1(room: Path) -> None:
    found = {path.name: list(plurals(path)) for path in FILES if path.parent == room}
    assert {name: told for name, told in found.items() if told} == {}, "use engine.counted.counted"
