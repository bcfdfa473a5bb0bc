"""Verdicts held against labels that people gave: precision, recall and F1 of each class, and Cohen's kappa.

Reference: Direct Evaluation of CoT, Section 5.3 "Ablation Study", Table 4, and Appendix E.2.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import InputError
from ..resampling import DEFAULT, Resampling
from .kappa import Kappa, kappa_of
from .labels import Label
from .metrics import ERROR_KINDS, ClassScores, class_scores
from .verdicts import Maker, Verdict

if TYPE_CHECKING:
    from pandas import DataFrame

CHAIN = ("faithful chain", "unfaithful chain")
REASONING = ("faithful reasoning", "unfaithful reasoning")
ANSWER = ("correct answer", "incorrect answer")

_UNSCORED = "unscored"


@dataclass(frozen=True, slots=True)
class LabelScores:
    """How verdicts agree with labels.

    Attributes:
        labelled: verdicts that have a label; the figures are of these.
        without_label: verdicts that have none.
        without_verdict: labels on chains that have no verdict.
        unscored: of the labelled verdicts. But for their answers they are judged to be of no class: misses,
            and no false alarms.
        classes: the scores of each class that the labels tell of.
        kappas: how far labels and verdicts agree beyond chance, of each thing that the labels tell of:
            "chain", "reasoning", "answer" and "error". To be unscored is an answer of its own in it.
        empty_labels: rows of labels that say nothing: chains that nobody has labelled yet.
    """

    labelled: int
    without_label: int
    without_verdict: int
    unscored: int
    classes: Mapping[str, ClassScores]
    kappas: Mapping[str, Kappa]
    empty_labels: int = 0

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return asdict(self)

    def kappa_frame(self) -> "DataFrame":
        """One row a thing that is told: `kappa` in [-1, 1], `low` and `high`, `agreed` in [0, 1], `rows`."""
        from pandas import DataFrame

        rows = [{"of": name, **own.to_row()} for name, own in self.kappas.items()]
        return DataFrame(rows).set_index("of")

    def to_frame(self) -> "DataFrame":
        """One row a class: `precision`, `recall` and `f1` in [0, 1], `support` and `judged`."""
        from pandas import DataFrame

        rows = [{"class": name, **asdict(scores)} for name, scores in self.classes.items()]
        return DataFrame(rows).set_index("class")


def score_labels(
    verdicts: Iterable[Verdict], labels: Iterable[Label], how: Resampling = DEFAULT
) -> LabelScores:
    """Hold verdicts against labels, as `groundpath score` does.

    >>> scores = score_labels(read_verdicts("v.jsonl"), read_labels("labels.csv"))  # doctest: +SKIP
    >>> scores.kappas["chain"]  # doctest: +SKIP

    A label that says whether the chain is faithful is held against the whole verdict, as Algorithm 2 has it,
    where a wrong answer makes a chain unfaithful; labels on reasoning and on the answer against each apart.

    Raises:
        InputError: no verdict has a label, one has several, or one label fits the chains of several models.
    """
    every = list(labels)
    labels = [label for label in every if not label.says_nothing]
    rows = list(_labelled(verdicts, labels))
    pairs = [(label, verdict) for label, verdict in rows if label is not None]
    if not pairs:
        raise InputError("no verdict has a label; both are of one chain where they have the same `id`")
    return LabelScores(
        labelled=len(pairs),
        without_label=len(rows) - len(pairs),
        without_verdict=len(labels) - len({label for label, _ in pairs}),
        unscored=sum(verdict.verdict == _UNSCORED for _, verdict in pairs),
        classes=dict(_classes(pairs)),
        kappas=dict(_kappas(pairs, how)),
        empty_labels=len(every) - len(labels),
    )


def _labelled(verdicts: Iterable[Verdict], labels: Iterable[Label]) -> Iterator[tuple[Label | None, Verdict]]:
    """Each verdict with its label, None where it has none."""
    known: defaultdict[str, list[Label]] = defaultdict(list)
    for label in labels:
        known[label.id].append(label)
    of: dict[Label, Maker] = {}
    for verdict in verdicts:
        fitting = [label for label in known.get(verdict.id, ()) if _fits(label.maker, verdict.maker)]
        if len(fitting) > 1 or any(of.setdefault(one, verdict.maker) != verdict.maker for one in fitting):
            raise InputError(
                f"row {verdict.id!r}: it is not clear which label is on which chain; give each chain one "
                "label, and say in its `model`, `strategy` and `prompt` which it is"
            )
        yield (fitting[0] if fitting else None), verdict


def _fits(label: Maker, chain: Maker) -> bool:
    return all(said in ("", own) for said, own in zip(label, chain, strict=True))


class _Question(NamedTuple):
    """What labels and verdicts both answer, by the name of a class; None where a label does not."""

    name: str
    classes: Sequence[str]
    said: Callable[[Label], str | None]
    judged: Callable[[Verdict], str | None]


def _of_two(classes: tuple[str, str], value: bool | None) -> str | None:
    return None if value is None else classes[0] if value else classes[1]


_VALID = {"faithful": True, "inferred": None, "unfaithful": False, _UNSCORED: None}
_QUESTIONS = (
    _Question(
        "chain",
        CHAIN,
        lambda label: _UNSCORED if label.unscored else _of_two(CHAIN, label.faithful),
        lambda verdict: _of_two(CHAIN, _VALID[verdict.verdict]),
    ),
    _Question(
        "reasoning",
        REASONING,
        lambda label: _of_two(REASONING, label.sound),
        lambda verdict: _of_two(REASONING, verdict.reasoning_sound),
    ),
    _Question(
        "answer",
        ANSWER,
        lambda label: _of_two(ANSWER, label.right),
        lambda verdict: _of_two(ANSWER, verdict.answer_right),
    ),
    _Question(
        "error",
        ERROR_KINDS,
        lambda label: label.outcome,
        lambda verdict: verdict.error or verdict.verdict,
    ),
)


def _classes(pairs: Sequence[tuple[Label, Verdict]]) -> Iterator[tuple[str, ClassScores]]:
    """The scores of the classes of each question that some label answers with one of them."""
    for question, told in _told(pairs):
        both = [(said, judged) for _, said, judged in told]
        yield from ((name, class_scores(both, name)) for name in question.classes)


def _kappas(pairs: Sequence[tuple[Label, Verdict]], how: Resampling) -> Iterator[tuple[str, Kappa]]:
    """How far both agree on each question; the bootstrap draws questions, with all chains on each."""
    for question, told in _told(pairs):
        yield question.name, kappa_of(told, how)


def _told(
    pairs: Sequence[tuple[Label, Verdict]],
) -> Iterator[tuple[_Question, list[tuple[str, str, str]]]]:
    """Each question that labels answer: for each chain its own question, what is said, what is judged."""
    for question in _QUESTIONS:
        told = [
            (verdict.group or verdict.id, said, question.judged(verdict) or _UNSCORED)
            for label, verdict in pairs
            if (said := question.said(label)) is not None
        ]
        if any(said in question.classes for _, said, _ in told):
            yield question, told
