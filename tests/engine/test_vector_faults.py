"""Which file of vectors is told to be at fault."""

from pathlib import Path

import numpy as np
import pytest
from groundpath.engine.vector_faults import faults
from groundpath.engine.vectors import VectorFile


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (".keys", ["v.sums: it is cut off: 3 rows of 4", "v.rows: it is cut off: 3 rows of 4"]),
        (".rows", ["v.keys: it is cut off, or an embedding was: 3 rows of 4"]),
        (".sums", ["v.keys: it is cut off, or an embedding was: 3 rows of 4"]),
    ],
)
def test_a_part_of_a_row_is_one_that_others_lack(tmp_path: Path, changed: str, told: list[str]) -> None:
    vectors = VectorFile(tmp_path / "v", 4)
    vectors.append(["a", "b", "c"], np.ones((3, 4), np.float32))
    assert list(faults(vectors, deep=True)) == []
    with (tmp_path / f"v{changed}").open("ab") as file:
        file.write(b"+++")
    assert [f"{file.name}: {fault}" for file, fault in faults(vectors, deep=True)] == told
