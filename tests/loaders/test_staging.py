"""The staging file: memory that does not grow with the input."""

import subprocess
import sys

PEAK = """
import resource, sys
from groundpath.loaders.faults import Faults
from groundpath.loaders.naming import statements_of
from groundpath.loaders.python_rows import read_iterable
from groundpath.loaders.staging import Staging

rows = ((f"entity {i}", f"relation {i % 9}", f"entity {i * 7}") for i in range(int(sys.argv[1])))
with Staging() as staging:
    for chunk in read_iterable(rows, Faults("stop")):
        staging.add(statements_of(chunk))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak_memory(rows: int) -> int:
    """Of a process that stages so many rows, in KiB."""
    command = [sys.executable, "-c", PEAK, str(rows)]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def test_memory_does_not_grow_with_the_rows():
    assert peak_memory(240_000) < peak_memory(60_000) + 24 * 1024
