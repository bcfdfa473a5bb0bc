"""Libraries that read a kind of file: those of the extra `documents`."""

from importlib import import_module
from typing import Any

from ...engine.errors import extra
from .terms import UnreadableError


def needed(module: str) -> Any:
    """A module of a library that need not be installed.

    Raises:
        UnreadableError: it is not; with the command that installs it.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise UnreadableError(f"needs a library that is missing ({error}); {extra('documents')}") from None
