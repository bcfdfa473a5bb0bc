"""A Ctrl-C, or SIGTERM, waits for the end of a message, and is never lost."""

import os
import signal
from collections.abc import Iterator

import pytest
from groundpath.engine.store.neo4j.interrupts import held_back
from groundpath.engine.terminated import Terminated, terminate_handler


@pytest.fixture(autouse=True)
def usual_ctrl_c() -> Iterator[None]:
    """As in a terminal, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


class Writing:
    """A block in which Ctrl-C is pressed so many times."""

    ended = False

    def __init__(self, pressed: int, error: Exception | None = None) -> None:
        self.pressed, self.error = pressed, error

    def __call__(self) -> None:
        with held_back(), held_back():
            for _ in range(self.pressed):
                press_ctrl_c()
            if self.error:
                raise self.error
            self.ended = True


def test_it_takes_effect_when_the_block_ends() -> None:
    writing = Writing(pressed=1)
    with pytest.raises(KeyboardInterrupt):
        writing()
    assert writing.ended


def test_a_sigterm_that_ends_a_command_waits_too() -> None:
    def write() -> None:
        with held_back():
            os.kill(os.getpid(), signal.SIGTERM)
            written.append("all of it")

    written: list[str] = []
    before = signal.signal(signal.SIGTERM, terminate_handler)
    try:
        with pytest.raises(Terminated):
            write()
        assert signal.getsignal(signal.SIGTERM) is terminate_handler
    finally:
        signal.signal(signal.SIGTERM, before)
    assert written == ["all of it"]


def test_a_second_one_takes_effect_at_once() -> None:
    writing = Writing(pressed=2)
    with pytest.raises(KeyboardInterrupt):
        writing()
    assert not writing.ended


def test_an_error_does_not_hide_it() -> None:
    error = ValueError("half a message")
    with pytest.raises(KeyboardInterrupt) as raised:
        Writing(pressed=1, error=error)()
    assert raised.value.__context__ is error


def test_nothing_is_raised_without_it() -> None:
    writing = Writing(pressed=0)
    writing()
    assert writing.ended
