"""Chains that never end before L facts: the ablation of adaptive termination.

Reference: TRACE the Evidence, Appendix D.6, "Fixed-Length Reasoning Chains".
"""

from collections.abc import Sequence

import numpy as np

from .selection import Choice, Selection, Selector


class FixedLength:
    """A selector that takes what another one selects, but never the end.

    The options keep their odds against each other. Where the other one is sure of the end, the option most
    relevant to question and chain is taken.
    """

    def __init__(self, selector: Selector) -> None:
        self._selector = selector

    def __repr__(self) -> str:
        return f"FixedLength({self._selector!r})"

    def __call__(self, choices: Sequence[Choice], /) -> list[Selection]:
        """
        Raises:
            As the selector that it asks.
        """
        return list(map(_without_end, choices, self._selector(choices)))


def _without_end(choice: Choice, selection: Selection) -> Selection:
    if selection.failure is not None:
        return selection
    options = np.asarray(selection.options, np.float64)
    total = options.sum()
    if not total:
        options, total = np.eye(len(options))[np.argmax(choice.relevance)], 1.0
    return Selection(0.0, options / total, selection.usage)
