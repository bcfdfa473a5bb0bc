"""What people say of chains of thought, to hold verdicts against.

Reference: Direct Evaluation of CoT, Appendix E.1.
"""

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...loaders.columns import LABELS, Columns, ColumnsLike
from ...loaders.json_rows import kind_of, text_of
from ..errors import InputError
from .chains import RowSource, maker_of, named, read_rows
from .metrics import ERROR_KINDS
from .verdicts import Maker

_UNSCORED = "unscored"
_VALIDITY = {"faithful": True, "unfaithful": False, _UNSCORED: None}
_BOOLEANS = {"1": True, "1.0": True, "true": True, "0": False, "0.0": False, "false": False}


class Label(NamedTuple):
    """What a person says of one chain; None for what is not said.

    Attributes:
        id, maker: of the chain; empty parts of the maker fit any.
        faithful: whether the chain is, its answer included.
        error: the kind of error of one that is not.
        sound: whether its reasoning is correct, whatever its answer.
        right: whether its answer is correct.
        unscored: whether it cannot be judged, as people see it.
    """

    id: str
    maker: Maker
    faithful: bool | None = None
    error: str | None = None
    sound: bool | None = None
    right: bool | None = None
    unscored: bool = False

    @property
    def outcome(self) -> str | None:
        """ "faithful", "unscored" or the kind of error; None where the kind is not said."""
        return "unscored" if self.unscored else "faithful" if self.faithful else self.error

    @property
    def says_nothing(self) -> bool:
        """Whether nobody has labelled the chain yet."""
        return self.faithful is self.sound is self.right is None and not self.unscored


def read_labels(source: RowSource, columns: ColumnsLike | None = None) -> list[Label]:
    """Labels from JSON lines, a table or a frame, one row a chain.

    A row holds the `id` of its chain (else its line counts), where several models answered one question also
    `model`, `strategy` or `prompt`, and labels of one kind or of both:

    - `label`, "faithful", "unfaithful" or "unscored", and where it is known `error`, the kind of error;
    - `incorrect_answer` and `incorrect_reasoning`, each 1 or 0: Q1 and Q2 of Appendix E.1.

    A row without a label, or with an empty one, is a chain that nobody has labelled yet.

    Raises:
        BadRowError: a row holds a label that is not known; with file and line.
        InputError: no row holds a label; the file is not there, is empty, or cannot be read.
    """
    held: list[str] = []

    def label_of(row: Any, line: int) -> Label:
        label = _label(row, line)
        held.append(named(row))
        return label

    labels = list(read_rows(source, label_of, Columns.of(columns, LABELS)))
    if labels and all(label.says_nothing for label in labels):
        place = os.fspath(source) if isinstance(source, str | os.PathLike) else "<rows>"
        raise InputError(
            f"{place} holds no label in any row: neither `label` (faithful, unfaithful, unscored) nor "
            f"`incorrect_answer` or `incorrect_reasoning`; its first row has: {held[0]}"
        )
    return labels


def _label(row: Any, line: int) -> Label:
    """A label from its row; ValueError says what is wrong with it."""
    if not isinstance(row, Mapping):
        raise ValueError(f"is {kind_of(row)}, not an object with a label")
    said = text_of(row.get("label"), "label").strip()
    faithful, error = _validity(said, text_of(row.get("error"), "error"))
    answer, reasoning = (_boolean(row, name) for name in ("incorrect_answer", "incorrect_reasoning"))
    sound, right = (None if wrong is None else not wrong for wrong in (reasoning, answer))
    id = text_of(row.get("id"), "id") or str(line)
    return Label(id, maker_of(row), faithful, error, sound, right, said == _UNSCORED)


def _validity(label: str, error: str) -> tuple[bool | None, str | None]:
    """Whether a label says faithful, and the kind of error that it names."""
    if label not in ("", *_VALIDITY):
        raise ValueError(f"has the label {label!r}; known are {', '.join(_VALIDITY)}")
    if error and (label != "unfaithful" or error not in ERROR_KINDS):
        raise ValueError(
            f"has the error {error!r} with the label {label!r}; unfaithful ones are {', '.join(ERROR_KINDS)}"
        )
    return _VALIDITY.get(label), error or None


def _boolean(row: Mapping[str, Any], name: str) -> bool | None:
    said = row.get(name)
    if isinstance(said, bool):
        return said
    text = text_of(said, name).strip().lower()
    if text and text not in _BOOLEANS:
        raise ValueError(f"has {said!r} in {name!r}, which is neither 1 nor 0")
    return _BOOLEANS.get(text)
