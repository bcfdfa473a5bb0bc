"""What stands in folders of results, as tests read it."""

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq


def results_in(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """What stands in each file of a folder of results."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or name.startswith("_"):
            continue
        if path.suffix == ".parquet":
            found[name] = pq.read_table(path).to_pylist()
        else:
            found[name] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return found
