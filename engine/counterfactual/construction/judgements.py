"""What raters say of questions and of wrong answers: chat models, or people in a file of the same form."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ...audit.chains import RowSource, read_rows
from ...discriminate.cases import must_be
from ..cases import KINDS, VERSIONS, Kind, VersionName

LABELS: Mapping[str, tuple[str, ...]] = {
    "correctness": ("1", "0"),
    "informativeness": ("1", "0"),
    "grammar": ("1", "0"),
    "originality": ("1", "0"),
    "category": ("reasoning", "retrieval", "contradiction"),
}
"""What can be said, and how. Correctness and informativeness are scores of CofCA's Table 1, grammar and
originality what its people checked (Section 3.1), and categories those of its errors (Appendix D)."""


Item = tuple[str, VersionName, str, int]
"""What is judged: a question's id and version, and the model and run of the answer to it."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one rater says of one question, or of one answer to it.

    Attributes:
        model: that gave the answer; empty where the question is judged.
        run: of that model.
        labels: by their names; what a rater did not say is not there.
    """

    question_id: str
    kind: Kind
    hops: int
    version: VersionName
    rater: str
    model: str = ""
    run: int = 1
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def item(self) -> Item:
        """What is judged, the same for all raters."""
        return self.question_id, self.version, self.model, self.run

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON, each label a member of its own."""
        return {
            "question_id": self.question_id,
            "kind": self.kind,
            "hops": self.hops,
            "version": self.version,
            "model": self.model,
            "run": self.run,
            "rater": self.rater,
            **self.labels,
        }

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> Self:
        """Back from a row. Raises KeyError, TypeError or ValueError."""
        for name, known in (("kind", KINDS), ("version", VERSIONS)):
            if row[name] not in known:
                raise ValueError(f"{name} {row[name]!r} is none of {', '.join(known)}")
        labels = {name: _label(name, row[name]) for name in LABELS if row.get(name) not in (None, "")}
        return cls(
            question_id=str(row["question_id"]),
            kind=row["kind"],
            hops=_whole(row["hops"]),
            version=row["version"],
            rater=str(row["rater"]),
            model=str(row.get("model") or ""),
            run=_whole(row.get("run") or 1),
            labels=labels,
        )


def _whole(value: Any) -> int:
    """Raises TypeError or ValueError where it is no whole number."""
    if isinstance(value, float) and not value.is_integer():
        raise ValueError(f"{value} is no whole number")
    return int(value)


def _label(name: str, value: Any) -> str:
    said = str(_whole(value)) if isinstance(value, bool | float) else str(value).strip().lower()
    if said not in LABELS[name]:
        raise ValueError(f"{name} {value!r} is none of {', '.join(LABELS[name])}")
    return said


def read_judgements(source: RowSource) -> Iterator[Judgement]:
    """Judgements, one at a time, from a file that `rate` or `errors` wrote, or a person in its form.

    Raises:
        InputError: the file is not there, or is empty.
        BadRowError: a row is no judgement; with its line.
    """
    return read_rows(source, _judgement)


def _judgement(row: Any, _line: int) -> Judgement:
    with must_be("a judgement", "groundpath counterfactual rate"):
        return Judgement.from_dict(row)
