"""Verdicts counted and laid out as pandas frames."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, get_args, overload

from .evidence import ErrorKind
from .measures.figures import Figures, figures_of
from .verdicts import Maker, Verdict

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

_INFERRED = "inferred"
_OUTCOMES = ("faithful", _INFERRED, *get_args(ErrorKind), "unfaithful", "unscored")
_CLAIMS = ("supported", _INFERRED, "contradicted", "unknown", "unread")
_CHAIN_COLUMNS = (
    "id",
    "question",
    "group",
    *Maker._fields,
    "verdict",
    "error",
    "unscored_as",
    "answer",
    "answer_right",
    "reasoning_sound",
    "fault",
    "steps",
    "lowest_score",
    "hops",
    "edits",
    "edit_distance",
    "reason",
    "warning",
)
_STEP_COLUMNS = (
    "id",
    *Maker._fields,
    "number",
    "text",
    "status",
    "error",
    "head",
    "relation",
    "tail",
    "score",
    "similarity",
    "head_match",
    "tail_match",
    "key",
    "reason",
)
_CLAIM_COLUMNS = (
    "id",
    *Maker._fields,
    "number",
    "text",
    "subject",
    "object",
    "status",
    "probability",
    "relation",
    "facts",
    "keys",
    "reason",
)


@dataclass(frozen=True, slots=True)
class Summary:
    """How many chains had which outcome.

    Attributes:
        counts: of "faithful", each kind of error, "unfaithful" (of no kind that the method names) and
            "unscored", zeros included; and of "inferred", where there is any.
        figures: the measures of the paper's generative evaluation.
        makers: how many models, strategies and prompts the chains are of.
        failed: how many of the unscored groundpath itself failed on.
        first_failure: id and reason of the first of these; empty without one.
        claims: in method "path" how many claims were "supported", "contradicted" and "unknown", and how many
            sentences that name something are "unread"; how many were "inferred", where there is any.
        worlds: those in which the chains were judged.
        warned: how many chains have a warning.
        first_warning: id and warning of the first of these; empty without one.
    """

    counts: dict[str, int]
    figures: Figures
    makers: int
    failed: int = 0
    first_failure: str = ""
    claims: dict[str, int] = field(default_factory=dict)
    worlds: tuple[str, ...] = ()
    warned: int = 0
    first_warning: str = ""

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def unscored(self) -> int:
        return self.counts["unscored"]

    @property
    def scored(self) -> int:
        return self.total - self.unscored

    def __str__(self) -> str:
        named = ", ".join(f"{count:,} {outcome}" for outcome, count in self.counts.items() if count)
        judged = f"{self.scored:,} scored / {self.unscored:,} unscored / {self.total:,} total"
        return "; ".join(filter(None, (named or "no chains", judged, self.told_claims)))

    @property
    def told_claims(self) -> str:
        """The claims in words; empty where nothing was read."""
        told = ", ".join(f"{count:,} {status}" for status, count in self.claims.items())
        worlds = f" (world: {', '.join(self.worlds)})" if self.worlds else ""
        return f"claims: {told}{worlds}" if told else ""

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        counts = {**self.counts, "scored": self.scored, "failed": self.failed, "total": self.total}
        told = {"claims": dict(self.claims), "worlds": list(self.worlds)}
        return {**counts, **told, "figures": asdict(self.figures)}

    def to_frame(self) -> "DataFrame":
        """One row an outcome: `outcome`, `chains`, `share` of the total in [0, 1]."""
        from pandas import DataFrame

        shares = [count / self.total if self.total else 0.0 for count in self.counts.values()]
        return DataFrame(
            {"outcome": list(self.counts), "chains": list(self.counts.values()), "share": shares}
        )


def summarise(verdicts: Iterable[Verdict]) -> Summary:
    """Count outcomes; verdicts are read once and not kept."""
    counts: Counter[str] = Counter()
    claims: Counter[str] = Counter()
    worlds: set[str] = set()
    makers: set[Maker] = set()
    failures: list[str] = []
    warnings: list[str] = []

    def counted() -> Iterator[Verdict]:
        for verdict in verdicts:
            counts[verdict.error or verdict.verdict] += 1
            makers.add(verdict.maker)
            worlds.add(verdict.world)
            claims.update(claim.status for step in verdict.steps for claim in step.claims)
            claims["unread"] += sum(len(step.unread) for step in verdict.steps)
            if verdict.unscored_as == "failed":
                failures.append(f"{verdict.id}: {verdict.reason}" if not failures else "")
            if verdict.warning:
                warnings.append(f"{verdict.id}: {verdict.warning}" if not warnings else "")
            yield verdict

    figures = figures_of(counted())
    return Summary(
        _listed(counts, _OUTCOMES),
        figures,
        len(makers),
        len(failures),
        next(iter(failures), ""),
        _listed(claims, _CLAIMS) if any(claims.values()) else {},
        tuple(sorted(filter(None, worlds))),
        len(warnings),
        next(iter(warnings), ""),
    )


def _listed(counts: Counter[str], names: Sequence[str]) -> dict[str, int]:
    """Counts in order, zeros included; what is inferred only where rules completed the graph."""
    return {name: counts[name] for name in names if counts[name] or name != _INFERRED}


class AuditResults(Sequence[Verdict]):
    """The verdicts of an audit that fits in memory: `AuditResults(auditor.audit_all(chains))`."""

    def __init__(self, verdicts: Iterable[Verdict]) -> None:
        self._verdicts = tuple(verdicts)

    @overload
    def __getitem__(self, place: int) -> Verdict: ...
    @overload
    def __getitem__(self, place: slice) -> "AuditResults": ...
    def __getitem__(self, place: int | slice) -> "Verdict | AuditResults":
        found = self._verdicts[place]
        return found if isinstance(found, Verdict) else AuditResults(found)

    def __len__(self) -> int:
        return len(self._verdicts)

    @property
    def summary(self) -> Summary:
        return summarise(self._verdicts)

    def __repr__(self) -> str:
        return f"<AuditResults: {self.summary}>"

    def _repr_html_(self) -> str:
        return str(self.to_frame().to_html(max_rows=20, notebook=True))

    def to_frame(self) -> "DataFrame":
        """One row a chain.

        `steps` is their number, `lowest_score` the least of the steps' best scores; `hops`, `edits` and
        `edit_distance` (a share) tell of the nearest gold path, where the row has gold paths.
        """
        return _frame(map(_chain_row, self._verdicts), _CHAIN_COLUMNS)

    def steps_frame(self) -> "DataFrame":
        """One row a step, with the fact that is nearest to it; `head` and `tail` are ids.

        `status` is "supported", "inferred", "contradicted", "unknown" or "no_claim"; None in method "paper".
        """
        return _frame((row for verdict in self._verdicts for row in _step_rows(verdict)), _STEP_COLUMNS)

    def claims_frame(self) -> "DataFrame":
        """One row a claim of a step; none in method "paper", which reads no claims.

        `number` and `text` are of the step, `subject` and `object` as they stand in it. `facts` is a tuple of
        facts in words, and `keys` of their keys: those that state a supported claim, from which an inferred
        one follows, or that stand in place of a contradicted one. `relation` is theirs; None without any.
        """
        return _frame((row for verdict in self._verdicts for row in _claim_rows(verdict)), _CLAIM_COLUMNS)

    def plot(self) -> "Figure":
        """How many chains have each outcome, as a figure of matplotlib (extra `plots`).

        Raises:
            InputError: matplotlib is not there.
        """
        from ..report.notebook import audit_figure

        return audit_figure(self.summary)


def _frame(rows: Iterable[tuple[Any, ...]], columns: Sequence[str]) -> "DataFrame":
    from pandas import DataFrame

    return DataFrame.from_records(list(rows), columns=list(columns))


def _chain_row(verdict: Verdict) -> tuple[Any, ...]:
    scores = [step.best.score for step in verdict.steps if step.best]
    gold = verdict.nearest_gold
    return (
        verdict.id,
        verdict.question,
        verdict.group,
        *verdict.maker,
        verdict.verdict,
        verdict.error,
        verdict.unscored_as,
        verdict.answer,
        verdict.answer_right,
        verdict.reasoning_sound,
        verdict.fault,
        len(verdict.steps),
        min(scores, default=None),
        *((gold.hops, gold.distance, gold.share) if gold else (None,) * 3),
        verdict.reason,
        verdict.warning,
    )


def _step_rows(verdict: Verdict) -> Iterator[tuple[Any, ...]]:
    for step in verdict.steps:
        best = step.best
        triple = best.fact.triple if best else (None, None, None)
        scores = (
            (best.score, best.similarity, best.head_match, best.tail_match, best.fact.key)
            if best
            else (None,) * 5
        )
        said = (step.number, step.text, step.status, step.error)
        yield (verdict.id, *verdict.maker, *said, *triple, *scores, step.reason)


def _claim_rows(verdict: Verdict) -> Iterator[tuple[Any, ...]]:
    for step in verdict.steps:
        for claim in step.claims:
            facts = claim.facts or (claim.inferred.facts if claim.inferred else claim.instead)
            said = claim.inferred.fact if claim.inferred else facts[0].fact if facts else None
            yield (
                verdict.id,
                *verdict.maker,
                step.number,
                step.text,
                claim.subject,
                claim.object,
                claim.status,
                claim.probability,
                said.relation if said else None,
                tuple(one.fact.text for one in facts),
                tuple(one.fact.key for one in facts),
                claim.reason,
            )
