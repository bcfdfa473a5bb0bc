"""Verdicts held against labels that people gave: precision, recall and F1 of each class.

Reference: Direct Evaluation of CoT, Section 5.3 "Ablation Study", Table 4, and Appendix E.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from ...loaders.json_rows import kind_of, text_of
from ..errors import InputError
from .chains import RowSource, maker_of, named, read_rows
from .metrics import ERROR_KINDS, ClassScores, class_scores
from .verdicts import Maker, Verdict

if TYPE_CHECKING:
    from pandas import DataFrame

CHAIN = ("faithful chain", "unfaithful chain")
REASONING = ("faithful reasoning", "unfaithful reasoning")
ANSWER = ("correct answer", "incorrect answer")

_UNSCORED = "unscored"
_BOOLEANS = {"1": True, "1.0": True, "true": True, "0": False, "0.0": False, "false": False}


class Label(NamedTuple):
    """What a person says of one chain; None for what is not said.

    Attributes:
        id, maker: of the chain; empty parts of the maker fit any.
        faithful: whether the chain is, its answer included.
        error: the kind of error of one that is not.
        sound: whether its reasoning is correct, whatever its answer.
        right: whether its answer is correct.
    """

    id: str
    maker: Maker
    faithful: bool | None = None
    error: str | None = None
    sound: bool | None = None
    right: bool | None = None

    @property
    def outcome(self) -> str | None:
        """ "faithful" or the kind of error; None where the kind is not said."""
        return "faithful" if self.faithful else self.error


@dataclass(frozen=True, slots=True)
class LabelScores:
    """How verdicts agree with labels.

    Attributes:
        labelled: verdicts that have a label; the figures are of these.
        without_label: verdicts that have none.
        without_verdict: labels on chains that have no verdict.
        unscored: of the labelled verdicts. They are judged to be of no class: misses, and no false alarms.
        classes: the scores of each class that the labels tell of.
    """

    labelled: int
    without_label: int
    without_verdict: int
    unscored: int
    classes: Mapping[str, ClassScores]

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return asdict(self)

    def to_frame(self) -> "DataFrame":
        """One row a class: `precision`, `recall` and `f1` in [0, 1], `support` and `judged`."""
        from pandas import DataFrame

        rows = [{"class": name, **asdict(scores)} for name, scores in self.classes.items()]
        return DataFrame(rows).set_index("class")


def read_labels(source: RowSource) -> list[Label]:
    """Labels from JSON lines, a table or a frame, one row a chain.

    A row holds the `id` of its chain (else its line counts), where several models answered one question also
    `model`, `strategy` or `prompt`, and labels of one kind or of both:

    - `label`, "faithful" or "unfaithful", and where it is known `error`, the kind of error;
    - `incorrect_answer` and `incorrect_reasoning`, each 1 or 0: Q1 and Q2 of Appendix E.1.

    Raises:
        BadRowError: a row holds no label, or one that is not known; with file and line.
        InputError: the file is not there, is empty, or cannot be read.
    """
    return list(read_rows(source, _label))


def score_labels(verdicts: Iterable[Verdict], labels: Iterable[Label]) -> LabelScores:
    """Hold verdicts against labels.

    A label that says whether the chain is faithful is held against the whole verdict, as Algorithm 2 has it,
    where a wrong answer makes a chain unfaithful; labels on reasoning and on the answer against each apart.

    Raises:
        InputError: no verdict has a label, one has several, or one label fits the chains of several models.
    """
    known: defaultdict[str, list[Label]] = defaultdict(list)
    for label in labels:
        known[label.id].append(label)
    pairs: list[tuple[Label, Verdict]] = []
    of: dict[Label, Maker] = {}
    without = 0
    for verdict in verdicts:
        fitting = [label for label in known.get(verdict.id, ()) if _fits(label.maker, verdict.maker)]
        if not fitting:
            without += 1
            continue
        if len(fitting) > 1 or of.setdefault(fitting[0], verdict.maker) != verdict.maker:
            raise InputError(
                f"row {verdict.id!r}: it is not clear which label is on which chain; give each chain one "
                "label, and say in its `model`, `strategy` and `prompt` which it is"
            )
        pairs.append((fitting[0], verdict))
    if not pairs:
        raise InputError("no verdict has a label; both are of one chain where they have the same `id`")
    return LabelScores(
        labelled=len(pairs),
        without_label=without,
        without_verdict=sum(map(len, known.values())) - len(of),
        unscored=sum(verdict.verdict == _UNSCORED for _, verdict in pairs),
        classes=dict(_classes(pairs)),
    )


def _fits(label: Maker, chain: Maker) -> bool:
    return all(said in ("", own) for said, own in zip(label, chain, strict=True))


class _Question(NamedTuple):
    """What labels and verdicts both answer, by the name of a class; None where a label does not."""

    classes: Sequence[str]
    said: Callable[[Label], str | None]
    judged: Callable[[Verdict], str | None]


def _of_two(classes: tuple[str, str], value: bool | None) -> str | None:
    return None if value is None else classes[0] if value else classes[1]


_VALID = {"faithful": True, "unfaithful": False, _UNSCORED: None}
_QUESTIONS = (
    _Question(
        CHAIN,
        lambda label: _of_two(CHAIN, label.faithful),
        lambda verdict: _of_two(CHAIN, _VALID[verdict.verdict]),
    ),
    _Question(
        REASONING,
        lambda label: _of_two(REASONING, label.sound),
        lambda verdict: _of_two(REASONING, verdict.reasoning_sound),
    ),
    _Question(
        ANSWER,
        lambda label: _of_two(ANSWER, label.right),
        lambda verdict: _of_two(ANSWER, verdict.answer_right),
    ),
    _Question(
        ERROR_KINDS,
        lambda label: label.outcome,
        lambda verdict: verdict.error,
    ),
)


def _classes(pairs: Sequence[tuple[Label, Verdict]]) -> Iterator[tuple[str, ClassScores]]:
    """The scores of the classes of each question that some label answers with one of them."""
    for question in _QUESTIONS:
        told = [
            (said, question.judged(verdict) or _UNSCORED)
            for label, verdict in pairs
            if (said := question.said(label)) is not None
        ]
        if any(said in question.classes for said, _ in told):
            yield from ((name, class_scores(told, name)) for name in question.classes)


def _label(row: Any, line: int) -> Label:
    """A label from its row; ValueError says what is wrong with it."""
    if not isinstance(row, Mapping):
        raise ValueError(f"is {kind_of(row)}, not an object with a label")
    faithful, error = _validity(text_of(row.get("label"), "label"), text_of(row.get("error"), "error"))
    answer, reasoning = (_boolean(row, name) for name in ("incorrect_answer", "incorrect_reasoning"))
    if faithful is answer is reasoning is None:
        raise ValueError(
            "holds no label: neither `label` (faithful, unfaithful) nor `incorrect_answer` or "
            f"`incorrect_reasoning`; it has: {named(row)}"
        )
    sound, right = (None if wrong is None else not wrong for wrong in (reasoning, answer))
    return Label(text_of(row.get("id"), "id") or str(line), maker_of(row), faithful, error, sound, right)


def _validity(label: str, error: str) -> tuple[bool | None, str | None]:
    """Whether a label says faithful, and the kind of error that it names."""
    if label not in ("", "faithful", "unfaithful"):
        raise ValueError(f"has the label {label!r}, which is neither faithful nor unfaithful")
    if error and (label != "unfaithful" or error not in ERROR_KINDS):
        raise ValueError(
            f"has the error {error!r} with the label {label!r}; unfaithful ones are {', '.join(ERROR_KINDS)}"
        )
    return (label == "faithful" if label else None), error or None


def _boolean(row: Mapping[str, Any], name: str) -> bool | None:
    said = row.get(name)
    if isinstance(said, bool):
        return said
    text = text_of(said, name).strip().lower()
    if text and text not in _BOOLEANS:
        raise ValueError(f"has {said!r} in {name!r}, which is neither 1 nor 0")
    return _BOOLEANS.get(text)
