"""Files of JSON lines, as tests write and read them."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def write_rows(path: Path | str, rows: Iterable[Any]) -> Path | str:
    """The file that was written."""
    Path(path).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def rows_of(path: Path | str) -> list[Any]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]
