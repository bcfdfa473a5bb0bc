"""Which implementations of a kernel there are to test."""

import os
from importlib import import_module


def kernel_names(name: str) -> list[str]:
    """The modules of a kernel in `ext/`: in CI both are wanted, elsewhere what is compiled."""
    if os.environ.get("CI") == "true" or is_compiled(name):
        return [f"{name}_py", f"_{name}"]
    return [f"{name}_py"]


def is_compiled(name: str) -> bool:
    try:
        import_module(f"groundpath.ext._{name}")
    except ModuleNotFoundError:
        return False
    return True
