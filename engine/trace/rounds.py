"""Choices of more facts than a model can be offered at once, made in rounds.

A model names an option by one letter, since its probability has to be read off one token (TRACE the Evidence,
Equation 5): "AB" may be one token or two, and what is told of the first says nothing of the second. There are
52 letters, and the paper offers up to 155 facts at once where it leaves out the ranker (Section 4.2, "w/o
Triple Ranker"), without saying how it letters them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from itertools import islice

import numpy as np

from ..llm.cost import Usage
from .selection import Choice, Selection

Select = Callable[[Sequence[Choice]], Sequence[Selection]]


def in_rounds(choices: Sequence[Choice], select: Select, most: int) -> list[Selection]:
    """Let `select`, which takes at most `most` options, decide on choices with any number of them.

    A choice of more is dealt out to as few groups as hold them; each group is a choice of its own. The
    likeliest options of each group, as many of each as together fill one choice, go on to the next round, in
    their order; the last round gives the probabilities, and 0 to what is not in it. Whether the chain should
    end is decided in the last round alone.

    As long as the model's logits of two options do not depend on which others it is shown, Equation 5 gives
    them the same odds in every round: the options that beam search goes on with are then the same as if all
    had been offered at once. With 51 at a time, each group of up to 510 options passes on at least five, the
    paper's b.

    Choices of at most `most` options are decided in the first round, all together.
    """
    groups = [_dealt(len(choice.options), most) for choice in choices]
    asked = [_among(choice, group) for choice, of in zip(choices, groups, strict=True) for group in of]
    answers = iter(select(asked))
    selections = [list(islice(answers, len(of))) for of in groups]
    decided = [_failed(of) or of[0] for of in selections]
    finalists = {
        at: _finalists(of, selections[at], most)
        for at, of in enumerate(groups)
        if len(of) > 1 and decided[at].failure is None
    }
    left = [at for at, places in finalists.items() if places]
    last = in_rounds([_among(choices[at], finalists[at]) for at in left], select, most) if left else []
    decided_last = dict(zip(left, last, strict=True))
    for at, places in finalists.items():
        # Where each group would rather end than take any of its options, the chain ends.
        one = decided_last.get(at, Selection(1.0, ()))
        decided[at] = _spread(one, places, len(choices[at].options), _cost(selections[at]))
    return decided


def _dealt(options: int, most: int) -> list[range]:
    """The places of a choice's options, in as few groups as hold them, dealt out one by one."""
    count = max(1, -(-options // most))
    return [range(start, options, count) for start in range(count)]


def _among(choice: Choice, places: Sequence[int]) -> Choice:
    """A choice of some of the options."""
    if len(places) == len(choice.options):
        return choice
    return replace(
        choice,
        options=tuple(choice.options[place] for place in places),
        relevance=tuple(choice.relevance[place] for place in places),
        to_question=tuple(choice.to_question[place] for place in places),
        shared=tuple(choice.shared[place] for place in places) if choice.shared else (),
    )


def _finalists(groups: Sequence[Sequence[int]], selections: Sequence[Selection], most: int) -> list[int]:
    """The places of the likeliest options of each group; none that a selector holds to be impossible."""
    each = max(most // len(groups), 1)
    named = []
    for group, selection in zip(groups, selections, strict=True):
        likely = np.asarray(selection.options)
        best = np.argsort(-likely, kind="stable")[:each]
        named += [group[place] for place in best.tolist() if likely[place] > 0]
    return sorted(named)


def _failed(selections: Sequence[Selection]) -> Selection | None:
    """The failure of a choice of which some group has none decided, with what all groups cost."""
    first = next((one.failure for one in selections if one.failure is not None), None)
    return None if first is None else Selection.failed(first, _cost(selections))


def _cost(selections: Sequence[Selection]) -> Usage:
    return reduce(Usage.__add__, (one.usage for one in selections))


def _spread(last: Selection, places: Sequence[int], options: int, before: Usage) -> Selection:
    """The last round's decision as one on all options."""
    if last.failure is not None:
        return replace(last, usage=before + last.usage)
    likely = np.zeros(options)
    likely[list(places)] = last.options
    return Selection(last.end, likely, before + last.usage)
