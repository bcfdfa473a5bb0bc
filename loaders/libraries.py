"""Libraries that read formats of others, and need not be installed: those of the extra `formats`."""

from importlib import import_module
from typing import Any

from ..engine.errors import InputError, extra


def library(module: str, source: str, title: str) -> Any:
    """A module that reads a format.

    Args:
        source: the file to be read.
        title: what people call its format.

    Raises:
        InputError: it is not installed; with the command that installs it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise InputError(
            f"{source}: {title} is read by {module}, which is missing ({error}); {extra('formats')}"
        ) from None
