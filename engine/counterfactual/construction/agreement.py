"""What raters give, and how far they agree.

Reference: CofCA, Section 3.1 (the agreement rate of two experts) and Table 1; Cohen (1960) and Fleiss (1971)
for kappa, which leaves out what raters agree on by chance.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import mean

from ...errors import InputError
from .judgements import LABELS, Item, Judgement

_Said = Mapping[str, str]
"""What each rater says of one item."""


@dataclass(frozen=True, slots=True)
class LabelShare:
    """How often one rater gives a label.

    Attributes:
        label: such as "correctness".
        value: such as "1", or "retrieval".
        version, kind: of the questions, for categories of errors (Table 16); empty for all together.
        hops: of the questions; None for all together.
        count: of `total` judgements that give this label at all.
    """

    rater: str
    label: str
    value: str
    version: str
    kind: str
    hops: int | None
    count: int
    total: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far raters agree on one label.

    Attributes:
        hops: of the questions; None for all together.
        items: what at least two of them judged.
        rate: share of pairs of raters that say the same, the mean over items, in [0, 1].
        kappa: Cohen's for two raters, Fleiss' for more, over the items that all of them judged; at most 1, 0
            for chance. None where there is no such item, or chance alone would make them agree.
    """

    label: str
    hops: int | None
    raters: tuple[str, ...]
    items: int
    rate: float
    kappa: float | None


def label_shares(judgements: Sequence[Judgement]) -> list[LabelShare]:
    """What each rater gives: scores by the number of hops, categories by version and kind of question."""
    shares: list[LabelShare] = []
    for rater in dict.fromkeys(one.rater for one in judgements):
        own = [one for one in judgements if one.rater == rater]
        for label in (label for label in LABELS if any(label in one.labels for one in own)):
            said = [one for one in own if label in one.labels]
            for version, kind, hops, chosen in _parts(label, said):
                for value in LABELS[label]:
                    count = sum(one.labels[label] == value for one in chosen)
                    shares.append(LabelShare(rater, label, value, version, kind, hops, count, len(chosen)))
    return shares


def agreements(judgements: Iterable[Judgement]) -> list[Agreement]:
    """How far raters agree on each label, by the number of hops and in all; nothing for a single rater.

    Raises:
        InputError: a rater judges the same thing twice.
    """
    found: list[Agreement] = []
    judgements = list(judgements)
    for label in LABELS:
        items = _items(judgements, label)
        numbers = sorted({hops for hops, _ in items.values()})
        for hops in (*numbers, None) if len(numbers) > 1 else numbers:
            chosen = [said for own, said in items.values() if hops in (None, own) and len(said) > 1]
            if chosen:
                raters = tuple(dict.fromkeys(rater for said in chosen for rater in said))
                rate = mean(map(_agreeing, chosen))
                found.append(Agreement(label, hops, raters, len(chosen), rate, kappa(chosen, raters)))
    return found


def kappa(items: Sequence[_Said], raters: Sequence[str]) -> float | None:
    """Cohen's kappa of two raters, Fleiss' of more, over the items that all of them judged.

    >>> kappa([{"a": "1", "b": "1"}, {"a": "1", "b": "0"}, {"a": "0", "b": "0"}, {"a": "0", "b": "0"}], "ab")
    0.5
    """
    whole = [said for said in items if set(said) == set(raters)]
    if not whole:
        return None
    observed = mean(map(_agreeing, whole))
    if len(raters) == 2:
        shares = [Counter(said[rater] for said in whole) for rater in raters]
        expected = sum(shares[0][value] * shares[1][value] for value in shares[0]) / len(whole) ** 2
    else:
        given = Counter(value for said in whole for value in said.values())
        expected = sum((count / given.total()) ** 2 for count in given.values())
    return None if expected == 1 else (observed - expected) / (1 - expected)


def _agreeing(said: _Said) -> float:
    """The share of pairs of raters that say the same."""
    return mean(float(one == other) for one, other in combinations(said.values(), 2))


def _items(judgements: Sequence[Judgement], label: str) -> dict[Item, tuple[int, dict[str, str]]]:
    """What is judged with a label: its hops, and what each rater says."""
    items: dict[Item, tuple[int, dict[str, str]]] = {}
    for one in judgements:
        if label in one.labels:
            _, said = items.setdefault(one.item, (one.hops, {}))
            if one.rater in said:
                raise InputError(
                    f"{one.rater} judges {label} of {one.question_id!r}, {one.version}, twice; name each "
                    "file once, and give each rater a name of its own"
                )
            said[one.rater] = one.labels[label]
    return items


def _parts(
    label: str, said: Sequence[Judgement]
) -> Iterator[tuple[str, str, int | None, Sequence[Judgement]]]:
    """The judgements that are counted together."""
    if label == "category":
        for version, kind in dict.fromkeys((one.version, one.kind) for one in said):
            yield version, kind, None, [one for one in said if (one.version, one.kind) == (version, kind)]
        return
    numbers = sorted({one.hops for one in said})
    for hops in (*numbers, None) if len(numbers) > 1 else numbers:
        yield "", "", hops, [one for one in said if hops in (None, one.hops)]
