"""The compiled kernel where it is built, the plain Python one where it is not.

The environment variable GROUNDPATH_EXT chooses: "auto" (the default), "cython" or "python".
"""

import os
from importlib import import_module
from types import ModuleType


def chosen_kernel(name: str) -> ModuleType:
    """`_name` or `name_py`, which have the same functions.

    Raises:
        ImportError: GROUNDPATH_EXT is something else, or asks for what is not built.
    """
    choice = os.environ.get("GROUNDPATH_EXT", "auto")
    if choice not in ("auto", "cython", "python"):
        raise ImportError(f"GROUNDPATH_EXT is {choice!r}; it must be auto, cython or python")
    reference = f".{name}_py"
    try:
        return import_module(reference if choice == "python" else f"._{name}", __package__)
    except ModuleNotFoundError as error:
        if choice == "cython":
            raise ImportError(
                "GROUNDPATH_EXT is 'cython', but the kernels were not compiled; install a C compiler and "
                "install groundpath again, or set GROUNDPATH_EXT=auto"
            ) from error
        return import_module(reference, __package__)
