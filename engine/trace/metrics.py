"""How good evidence and answers are over a question set, with bootstrap intervals.

Reference: TRACE the Evidence, Section 4 and Appendix C.3.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..llm.chat import Message
from ..llm.cost import Usage, estimated_tokens
from ..resampling import Resampling, percentile_interval, resampled_means
from .answers import answer_f1, exact_match
from .evidence import Evidence
from .pipeline import Answered
from .reading import Reading
from .significance import ANSWER_MEASURES, Significance, significance

if TYPE_CHECKING:
    from pandas import DataFrame

_RESAMPLES = 1_000


class Overlap(NamedTuple):
    """How far what was found and what is gold agree, each in [0, 1]."""

    precision: float
    recall: float


def overlap(found: frozenset[Any], gold: frozenset[Any]) -> Overlap:
    """Precision is 0 where nothing was found; `gold` holds something."""
    shared = len(found & gold)
    return Overlap(shared / len(found) if found else 0.0, shared / len(gold))


class Figure(NamedTuple):
    """One figure of one question; None where there is none. `share` says that it is in [0, 1]."""

    name: str
    value: float | None
    share: bool = True


@dataclass(frozen=True, slots=True)
class Measure:
    """The mean of one figure over the questions for which there is one.

    Attributes:
        name: such as "EM (trace-triple)".
        share: whether it is a share, in [0, 1].
        mean, low, high: with its 95% bootstrap interval over questions; None where no question has one.
        scored: how many questions have one, of `total`.
    """

    name: str
    share: bool
    mean: float | None
    low: float | None
    high: float | None
    scored: int
    total: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The figures of a run.

    Attributes:
        questions: those with documents, which are measured.
        without_documents: those that come without any; they are not measured.
        failed: questions of which something is missing; their figures count what is there, and an answer
            that is missing counts as wrong.
        first_failure: why the first of them lacks something.
        comparisons: every further method's answers against the first one's.
    """

    measures: tuple[Measure, ...]
    questions: int
    without_documents: int
    failed: int
    first_failure: str | None
    usage: Usage
    comparisons: tuple[Significance, ...] = ()

    def __getitem__(self, name: str) -> Measure:
        """A figure by its name. Raises KeyError when there is none."""
        for measure in self.measures:
            if measure.name == name:
                return measure
        raise KeyError(name)

    def to_dict(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "questions": self.questions,
            "without_documents": self.without_documents,
            "failed": self.failed,
            "first_failure": self.first_failure,
            "usage": asdict(self.usage),
            "measures": [asdict(measure) for measure in self.measures],
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
        }

    def to_frame(self) -> "DataFrame":
        """One row a figure: name, share, mean, low, high, scored, total."""
        from pandas import DataFrame

        return DataFrame([asdict(measure) for measure in self.measures])


def evaluate(answered: Iterable[Answered], *, seed: int = 0) -> Evaluation:
    """Measure answers and evidence; answers are read once and not kept. Shares are in [0, 1].

    - EM and F1 of each method's answers, and the tokens of what its reader was shown (estimated);
    - precision and recall of the documents and of the sentences (supporting facts) that the top chain, and
      all chains, rest on;
    - facts in a chain; tokens to and from the model where there is one, and seconds, for each question.

    Further methods are compared with the first (`significance`).

    Intervals are percentiles of means over 1,000 resamples of the questions, drawn with `seed`.
    """
    columns: dict[tuple[str, bool], list[float | None]] = {}
    methods: tuple[str, ...] = ()
    total, without, failed, first_failure, usage = 0, 0, 0, None, Usage()
    for one in answered:
        if not one.evidence.question.documents:
            without += 1
            continue
        for figure in _figures(one):
            columns.setdefault((figure.name, figure.share), []).append(figure.value)
        methods = tuple(reading.method for reading in one.readings)
        total += 1
        failed += bool(one.failures)
        first_failure = first_failure or next(iter(one.failures), None)
        usage += one.usage
    measures = tuple(_measure(*column, values, seed) for column, values in columns.items())
    comparisons = tuple(_comparisons(columns, methods, Resampling(seed=seed)))
    return Evaluation(measures, total, without, failed, first_failure, usage, comparisons)


def _comparisons(
    columns: Mapping[tuple[str, bool], Sequence[float | None]], methods: Sequence[str], how: Resampling
) -> Iterator[Significance]:
    for measure in ANSWER_MEASURES if methods else ():
        values = {method: columns[f"{measure} ({method})", True] for method in methods}
        yield from significance(measure, values, methods[0], how)


def _figures(answered: Answered) -> Iterator[Figure]:
    evidence, usage = answered.evidence, answered.usage
    for reading in answered.readings:
        yield from _answer_figures(reading, evidence.question.answers)
    for name, chains in (("top chain", evidence.chains[:1]), ("all chains", evidence.chains)):
        sentences = evidence.sentences(chains)
        documents = frozenset(sentence.document for sentence in sentences)
        yield from _agreement(f"document {{}} ({name})", documents, evidence.question.gold_documents)
        yield from _agreement(f"sentence {{}} ({name})", sentences, evidence.question.gold_sentences)
    yield Figure("facts in a chain", _length(evidence), share=False)
    yield Figure("documents in all chains", float(len(evidence.voted())), share=False)
    if answered.readings:
        yield Figure("tokens to the model", float(usage.prompt_tokens), share=False)
        yield Figure("tokens from the model", float(usage.completion_tokens), share=False)
    yield Figure("seconds", answered.seconds, share=False)


def _answer_figures(reading: Reading, accepted: tuple[str, ...]) -> Iterator[Figure]:
    answer = reading.answer or ""
    yield Figure(f"EM ({reading.method})", exact_match(answer, accepted) if accepted else None)
    yield Figure(f"F1 ({reading.method})", answer_f1(answer, accepted) if accepted else None)
    shown = estimated_tokens([Message("user", reading.context)]) if reading.context else 0
    yield Figure(f"tokens shown ({reading.method})", float(shown), share=False)


def _agreement(name: str, found: frozenset[Any], gold: frozenset[Any]) -> Iterator[Figure]:
    agreement = overlap(found, gold) if gold else None
    yield Figure(name.format("precision"), agreement.precision if agreement else None)
    yield Figure(name.format("recall"), agreement.recall if agreement else None)


def _length(evidence: Evidence) -> float | None:
    lengths = [len(chain.facts) for chain in evidence.chains]
    return sum(lengths) / len(lengths) if lengths else None


def _measure(name: str, share: bool, values: list[float | None], seed: int) -> Measure:
    known = np.array([value for value in values if value is not None], np.float64)
    if not len(known):
        return Measure(name, share, None, None, None, 0, len(values))
    interval = percentile_interval(resampled_means(known, Resampling(_RESAMPLES, seed)))
    assert interval is not None
    return Measure(name, share, float(known.mean()), interval.low, interval.high, len(known), len(values))
