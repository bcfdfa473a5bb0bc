"""How good evidence and answers are over a question set, with bootstrap intervals.

Reference: TRACE the Evidence, Section 4 and Appendix C.3.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..llm.cost import Usage
from ..llm.tokens import TokenCounter, tokens_of
from ..resampling import Resampling, percentile_interval, resampled_means
from .answers import answer_f1, exact_match
from .evidence import Evidence
from .pipeline import Answered
from .reading import Reading
from .significance import ANSWER_MEASURES, Significance, significance
from .spent import Spent
from .statistics import Figure, statistics_figures, time_figures

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
        nothing_found: questions for which some method found nothing to answer from, which is an answer that
            is wrong and nothing that is missing.
        first_failure: why the first of those that failed lacks something.
        comparisons: every further method's answers against the first one's.
        spent: what facts, chains and answers of all took.
    """

    measures: tuple[Measure, ...]
    questions: int
    without_documents: int
    failed: int
    nothing_found: int
    first_failure: str | None
    spent: Spent
    comparisons: tuple[Significance, ...] = ()

    @property
    def usage(self) -> Usage:
        """Of facts, chains and answers."""
        return self.spent.usage

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
            "nothing_found": self.nothing_found,
            "first_failure": self.first_failure,
            "usage": asdict(self.usage),
            "spent": self.spent.to_dict(),
            "measures": [asdict(measure) for measure in self.measures],
            "comparisons": [comparison.to_dict() for comparison in self.comparisons],
        }

    def to_frame(self) -> "DataFrame":
        """One row a figure: name, share, mean, low, high, scored, total."""
        from pandas import DataFrame

        return DataFrame([asdict(measure) for measure in self.measures])


def evaluate(answered: Iterable[Answered], *, seed: int = 0, tokens: TokenCounter = tokens_of) -> Evaluation:
    """Measure answers and evidence; answers are read once and not kept. Shares are in [0, 1].

    - EM and F1 of each method's answers, and the tokens of what its reader was shown, counted by `tokens`;
    - precision and recall of the documents and of the sentences (supporting facts) that the top chain, and
      all chains, rest on;
    - facts in a chain and documents of all chains; what the documents, and the graph of their triples, are
      like (`statistics`);
    - tokens to and from the model where there is one, and seconds: in all, for a document, for a chain.

    Further methods are compared with the first (`significance`).

    Intervals are percentiles of means over 1,000 resamples of the questions, drawn with `seed`.
    """
    columns: dict[tuple[str, bool], list[float | None]] = {}
    methods: tuple[str, ...] = ()
    total, without, failed, unfound, first_failure, spent = 0, 0, 0, 0, None, Spent()
    for one in answered:
        if not one.evidence.question.documents:
            without += 1
            continue
        for figure in _figures(one, tokens):
            columns.setdefault((figure.name, figure.share), []).append(figure.value)
        methods = tuple(reading.method for reading in one.readings)
        total += 1
        failed += bool(one.missing)
        unfound += any(reading.nothing_found for reading in one.readings)
        first_failure = first_failure or next(iter(one.missing), None)
        spent += one.spent
    how = Resampling(_RESAMPLES, seed)
    measures = tuple(_measure(*column, values, how) for column, values in columns.items())
    comparisons = tuple(_comparisons(columns, methods, how))
    return Evaluation(measures, total, without, failed, unfound, first_failure, spent, comparisons)


def _comparisons(
    columns: Mapping[tuple[str, bool], Sequence[float | None]], methods: Sequence[str], how: Resampling
) -> Iterator[Significance]:
    for measure in ANSWER_MEASURES if methods else ():
        values = {method: columns[f"{measure} ({method})", True] for method in methods}
        yield from significance(measure, values, methods[0], how)


def _figures(answered: Answered, tokens: TokenCounter) -> Iterator[Figure]:
    evidence, usage = answered.evidence, answered.usage
    for reading in answered.readings:
        yield from _answer_figures(reading, evidence.question.answers, tokens)
    for name, chains in (("top chain", evidence.chains[:1]), ("all chains", evidence.chains)):
        sentences = evidence.sentences(chains)
        documents = frozenset(sentence.document for sentence in sentences)
        yield from _agreement(f"document {{}} ({name})", documents, evidence.question.gold_documents)
        yield from _agreement(f"sentence {{}} ({name})", sentences, evidence.question.gold_sentences)
    yield Figure("facts in a chain", _length(evidence), share=False)
    yield Figure("documents in all chains", float(len(evidence.voted())), share=False)
    yield from statistics_figures(evidence)
    if answered.readings:
        yield Figure("tokens to the model", float(usage.prompt_tokens), share=False)
        yield Figure("tokens from the model", float(usage.completion_tokens), share=False)
    yield Figure("seconds", answered.seconds, share=False)
    yield from time_figures(evidence, answered.spent)


def _answer_figures(reading: Reading, accepted: tuple[str, ...], tokens: TokenCounter) -> Iterator[Figure]:
    answer = reading.answer or ""
    yield Figure(f"EM ({reading.method})", exact_match(answer, accepted) if accepted else None)
    yield Figure(f"F1 ({reading.method})", answer_f1(answer, accepted) if accepted else None)
    yield Figure(f"tokens shown ({reading.method})", float(tokens(reading.context)), share=False)


def _agreement(name: str, found: frozenset[Any], gold: frozenset[Any]) -> Iterator[Figure]:
    agreement = overlap(found, gold) if gold else None
    yield Figure(name.format("precision"), agreement.precision if agreement else None)
    yield Figure(name.format("recall"), agreement.recall if agreement else None)


def _length(evidence: Evidence) -> float | None:
    lengths = [len(chain.facts) for chain in evidence.chains]
    return sum(lengths) / len(lengths) if lengths else None


def _measure(name: str, share: bool, values: list[float | None], how: Resampling) -> Measure:
    known = np.array([value for value in values if value is not None], np.float64)
    if not len(known):
        return Measure(name, share, None, None, None, 0, len(values))
    interval = percentile_interval(resampled_means(known, how))
    assert interval is not None
    return Measure(name, share, float(known.mean()), interval.low, interval.high, len(known), len(values))
