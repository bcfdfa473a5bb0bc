"""What figures come from: the processor, its cores, and the kernel of BLAS that numpy uses."""

import os
import platform
from pathlib import Path

import numpy as np


def machine() -> str:
    """One line: `Intel(R) Xeon(R) Processor, 2 cores, OpenBLAS for SkylakeX (2 threads)`."""
    return f"{processor()}, {os.cpu_count()} cores, {blas()}"


def processor() -> str:
    """As the system names it, with its family and model, which tell more where a name says nothing."""
    about = Path("/proc/cpuinfo")
    if not about.exists():
        return platform.processor() or platform.machine()
    first = about.read_text("utf-8").split("\n\n")[0]
    told = dict(map(str.strip, line.split(":", 1)) for line in first.splitlines() if ":" in line)
    name = told.get("model name", platform.machine())
    return f"{name} (family {told['cpu family']}, model {told['model']})" if "cpu family" in told else name


def blas() -> str:
    """The kernel that numpy's BLAS has chosen where threadpoolctl is installed, else its version."""
    try:
        from threadpoolctl import threadpool_info
    except ImportError:
        built = np.show_config(mode="dicts")["Build Dependencies"]["blas"]  # type: ignore[index,call-overload]
        return f"{built['name']} {built['version']}"
    kinds = {
        f"{pool['internal_api']} for {pool.get('architecture', 'any')} ({pool['num_threads']} threads)"
        for pool in threadpool_info()
        if pool["user_api"] == "blas"
    }
    return ", ".join(sorted(kinds)) or "no BLAS that tells of itself"
