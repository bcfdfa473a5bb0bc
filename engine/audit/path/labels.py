"""Chains of thought that people have judged: whole, or step by step."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from ....loaders.json_rows import kind_of
from ...names import normalise
from ..chains import RowSource, chain_of, read_rows
from ..verdicts import ChainOfThought

LabelledStep = Literal["supported", "factual_error", "no_claim"]
_STEP_LABELS: tuple[LabelledStep, ...] = get_args(LabelledStep)
_LABELS = {"faithful": True, "unfaithful": False}


@dataclass(frozen=True, slots=True)
class LabelledChain:
    """A chain, whether it is faithful (None when not labelled), and its labelled steps by their text."""

    chain: ChainOfThought
    faithful: bool | None
    steps: Mapping[str, LabelledStep]

    def label_of(self, step: str) -> LabelledStep | None:
        """The label of a step as the text has it; None when it has none."""
        return self.steps.get(normalise(step))


def read_labelled(source: RowSource) -> Iterator[LabelledChain]:
    """Labelled rows, one at a time, from a JSON lines file (also gz), "-" for standard input, or mappings.

    A row is one to audit (see `read_chains`) and has some of `label` ("faithful" or "unfaithful"), `error`
    (null for a faithful chain; used where there is no `label`) and `steps`: [{text, label}], each
    "supported", "factual_error" or "no_claim".

    Raises:
        BadRowError: a row is not such an object, or has no label at all; with file and line.
        InputError: the file is not there, is empty, or cannot be read.
    """
    return read_rows(source, _read)


def _read(row: Any, line: int) -> LabelledChain:
    chain = chain_of(row, line)
    faithful = _faithful(row)
    steps = dict(_step(step) for step in _steps(row))
    if faithful is None and not steps:
        raise ValueError("has no 'label' and no labelled 'steps'")
    return LabelledChain(chain, faithful, steps)


def _faithful(row: Mapping[str, Any]) -> bool | None:
    label = row.get("label")
    if label is None:
        return row["error"] is None if "error" in row else None
    if not isinstance(label, str) or label not in _LABELS:
        raise ValueError(f"label holds {label!r}, which is not one of {', '.join(_LABELS)}")
    return _LABELS[label]


def _steps(row: Mapping[str, Any]) -> list[Any]:
    steps = row.get("steps")
    if steps is not None and not isinstance(steps, list):
        raise ValueError(f"steps holds {kind_of(steps)}, where a list is needed")
    return steps or []


def _step(step: Any) -> tuple[str, LabelledStep]:
    """The text of a step in normal form, and its label."""
    if not isinstance(step, Mapping) or not isinstance(step.get("text"), str):
        raise ValueError("steps holds a step without a text")
    if step.get("label") not in _STEP_LABELS:
        raise ValueError(
            f"steps holds the label {step.get('label')!r}, which is not one of {', '.join(_STEP_LABELS)}"
        )
    return normalise(step["text"]), cast(LabelledStep, step["label"])
