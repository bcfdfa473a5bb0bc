"""SIGTERM, as batch systems and service managers send it: it ends what runs as Ctrl-C does."""

from types import FrameType


class Terminated(KeyboardInterrupt):
    """What SIGTERM raises in a command, as Ctrl-C raises KeyboardInterrupt."""


def terminate_handler(_number: int, _frame: FrameType | None) -> None:
    """SIGTERM's handler in a command, as `signal.default_int_handler` is that of SIGINT."""
    raise Terminated
