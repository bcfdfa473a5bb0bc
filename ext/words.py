"""What both kernels of `mentions` know of words, and the names that they find among them."""

from typing import NamedTuple

RANGES = (
    ("\u0e00", "\u0eff"),
    ("\u1000", "\u109f"),
    ("\u1780", "\u17ff"),
    ("\u2e80", "\u2fdf"),
    ("\u3040", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)
"""Scripts without spaces, first and last character: each of their characters counts as a word."""

UNSPACED = "".join(f"{first}-{last}" for first, last in RANGES)
"""The same, to stand within the brackets of a regular expression."""

UNEQUAL = "words as they stand and their normal forms must be as many"
"""What is wrong where they are not."""


class NameHit(NamedTuple):
    """Words `start` to `end` of a text (without the end) are a name of these nodes, in ascending order.

    `by_other_name`: they only stand for the name, as "Spanish" for Spain.
    """

    start: int
    end: int
    nodes: tuple[int, ...]
    by_other_name: bool = False
