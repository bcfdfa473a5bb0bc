"""On which device the models of a command run."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from ..text.device import VARIABLE, device_of

_DEVICE = "groundpath device"


def on_device(context: click.Context, parameter: click.Parameter, value: str | None) -> None:  # noqa: ARG001
    """Notes what --device says."""
    context.meta[_DEVICE] = value


@contextmanager
def chosen_device(context: click.Context) -> Iterator[None]:
    """What --device says, as the variable that models look at; so processes that are started hear it, too.

    Raises:
        EncoderError: an accelerator is asked for, and there is none.
    """
    if _DEVICE not in context.meta:
        yield
        return
    before = os.environ.get(VARIABLE)
    if value := context.meta[_DEVICE]:
        os.environ[VARIABLE] = value
    try:
        device_of()
        yield
    finally:
        os.environ.pop(VARIABLE, None)
        if before is not None:
            os.environ[VARIABLE] = before
