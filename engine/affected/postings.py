"""Ascending numbers of lines, in as few bytes as the steps between them need."""

import numpy as np
import numpy.typing as npt

_WIDTHS = ("<u1", "<u2", "<u4")

Lines = npt.NDArray[np.int64]


def packed(lines: "npt.ArrayLike", first: int) -> bytes:
    """Lines from `first` on: the width of a step in bytes, then the steps.

    >>> packed([7, 9, 10], 7)
    b'\\x01\\x00\\x02\\x01'
    """
    steps = np.diff(np.asarray(lines, np.int64), prepend=first)
    width = next(one for one in _WIDTHS if steps.max(initial=0) <= np.iinfo(one).max)
    return bytes([np.dtype(width).itemsize]) + steps.astype(width).tobytes()


def unpacked(lines: bytes, first: int) -> Lines:
    """Back from `packed`."""
    steps = np.frombuffer(lines, f"<u{lines[0]}", offset=1)
    return first + np.cumsum(steps, dtype=np.int64)
