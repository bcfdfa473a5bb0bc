"""Simple paths: the compiled kernel where it is built, the plain Python one where it is not.

The environment variable GROUNDPATH_EXT chooses: "auto" (the default), "cython" or "python".
"""

import os
from importlib import import_module

_CHOICE = os.environ.get("GROUNDPATH_EXT", "auto")

if _CHOICE not in ("auto", "cython", "python"):
    raise ImportError(f"GROUNDPATH_EXT is {_CHOICE!r}; it must be auto, cython or python")

try:
    _kernel = import_module("._paths" if _CHOICE != "python" else ".paths_py", __package__)
except ModuleNotFoundError as error:
    if _CHOICE == "cython":
        raise ImportError(
            "GROUNDPATH_EXT is 'cython', but the kernels were not compiled; install a C compiler and "
            "install groundpath again, or set GROUNDPATH_EXT=auto"
        ) from error
    _kernel = import_module(".paths_py", __package__)

simple_paths = _kernel.simple_paths

__all__ = ["simple_paths"]
