"""What a sentence names: words of it, and the nodes that they may mean."""

from typing import Literal, NamedTuple

How = Literal["name", "part", "spelling", "value", "reference", "unknown"]


class Mention(NamedTuple):
    """Words `start` to `end` of a statement that name something.

    Attributes:
        nodes: what may be meant, none when the graph knows nothing of that name; for a reference, what it
            stands for once that is known.
        how: how it was recognised.
        possessive: "his", "whose".
        owner: for a description that was looked up, of whom it is: Acme of "the founder of Acme".
        role: the noun of the description: "founder".
    """

    start: int
    end: int
    nodes: tuple[int, ...]
    how: How
    possessive: bool = False
    owner: "Mention | None" = None
    role: tuple[str, ...] = ()
