"""How many cores there are to use."""

import os


def usable_cores() -> int:
    """How many cores this process may use: OMP_NUM_THREADS where that is set, as Ray and Spark set it."""
    given = os.environ.get("OMP_NUM_THREADS", "")
    if given.isdecimal() and int(given):
        return int(given)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
