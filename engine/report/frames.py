"""A page inside a notebook: in a frame of its own, so that neither's styles or scripts reach the other."""

from collections.abc import Iterable
from html import escape


def framed(page: Iterable[str], height: int) -> str:
    """A whole page as an element that a notebook shows.

    The frame is sandboxed: nothing in it runs, opens a window, sends a form or reads the notebook.

    Args:
        page: the page in pieces.
        height: of the frame in pixels; a higher page scrolls in it, and the frame can be dragged.
    """
    return (
        f'<iframe sandbox="" title="groundpath" srcdoc="{escape("".join(page))}" '
        f'style="width: 100%; height: {height}px; border: 0; resize: vertical; overflow: auto"></iframe>'
    )
