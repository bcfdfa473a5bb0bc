"""The tallies of one audit by question, however many chains were sampled for each.

Reference: Direct Evaluation of CoT, Section 4, "CoT-SC": four samples a question, of which "the maximum
performance" is reported; Wang et al. (2023), self-consistency, for the majority vote.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ...counted import counted
from ...errors import InputError
from .figures import Figures
from .tallies import JOINT, Floats, Sample, Tally, cells


@dataclass(frozen=True, slots=True)
class Sheet:
    """One audit as a table of numbers.

    Attributes:
        name: what it is called beside others.
        questions: distinct, in order of appearance.
        hops: of each question's nearest gold path; None without gold paths.
        tallies: (questions, columns of Tally) sums over the chains of each question.
    """

    name: str
    questions: tuple[str, ...]
    hops: tuple[int | None, ...]
    tallies: Floats

    @property
    def figures(self) -> Figures:
        return Figures.of(self.tallies.sum(axis=0))

    def needing(self, hops: int) -> "Sheet":
        """The same of the questions whose nearest gold path has so many hops or more.

        Raises:
            InputError: there is none.
        """
        rows = [row for row, own in enumerate(self.hops) if own is not None and own >= hops]
        if not rows:
            raise InputError(
                f"no question of {self.name} has a nearest gold path of "
                f"{counted(hops, 'hop')} or more; audit rows with gold_paths, or ask for fewer"
            )
        return Sheet(
            self.name,
            tuple(self.questions[row] for row in rows),
            tuple(self.hops[row] for row in rows),
            self.tallies[rows],
        )

    def by_hops(self) -> dict[int, Figures]:
        """The figures of the questions that need so many hops, ascending."""
        return {
            hops: Figures.of(self.tallies[[own == hops for own in self.hops]].sum(axis=0))
            for hops in sorted({own for own in self.hops if own is not None})
        }


def sheets_of(name: str, samples: Iterable[Sample]) -> list[Sheet]:
    """An audit as a sheet; where questions have several samples, also the best of them and their vote.

    The first counts every sample. "best of n" takes of each question the best answer, the best reasoning and
    the least distance, each on its own: the paper's maximum. "vote of n" takes the first sample that gives
    the answer which most samples give.
    """
    questions: dict[str, list[Sample]] = {}
    for sample in samples:
        questions.setdefault(sample.question, []).append(sample)
    most = max(map(len, questions.values()), default=0)
    sheets = [_sheet(name, questions, [_summed(group) for group in questions.values()])]
    if most > 1:
        best = [best_of(group) for group in questions.values()]
        voted = [vote(group).tally for group in questions.values()]
        sheets.append(_sheet(f"{name}, best of {most}", questions, best))
        sheets.append(_sheet(f"{name}, vote of {most}", questions, voted))
    return sheets


def best_of(samples: Sequence[Sample]) -> Tally:
    """The best that any sample of a question reaches, in each figure: one chain's tally."""
    tallies = [sample.tally for sample in samples]
    reasoning = max(tallies, key=lambda own: (own.faithful, own.unfaithful, own.unstructured, own.abstained))
    answer = max(tallies, key=lambda own: (own.right, own.wrong))
    path = min(tallies, key=lambda own: (-own.aligned, own.apart, own.edits))
    right = bool(answer.right) if answer.right or answer.wrong else None
    sound = any(own.right_sound or own.wrong_sound or own.faithful for own in tallies)
    judged = reasoning.faithful or reasoning.unfaithful
    return reasoning._replace(
        asked=answer.asked,
        right=answer.right,
        wrong=answer.wrong,
        **dict(zip(JOINT, cells(right, sound if judged else None), strict=True)),
        aligned=path.aligned,
        edits=path.edits,
        apart=path.apart,
    )


def vote(samples: Sequence[Sample]) -> Sample:
    """The first sample that gives the answer which most samples give.

    Among answers with as many votes the one that was given first wins. Samples without an answer have no
    vote; where none gives one, it is the first sample.
    """
    votes = Counter(sample.answer for sample in samples if sample.answer)
    winner = max(votes, key=lambda answer: votes[answer], default="")
    return next((sample for sample in samples if sample.answer == winner), samples[0])


def _summed(samples: Sequence[Sample]) -> Tally:
    return Tally(*map(sum, zip(*(sample.tally for sample in samples), strict=True)))


def _sheet(name: str, questions: dict[str, list[Sample]], tallies: Sequence[Tally]) -> Sheet:
    hops = (min((s.hops for s in group if s.hops is not None), default=None) for group in questions.values())
    table = np.array(tallies, np.float64).reshape(-1, len(Tally._fields))
    return Sheet(name, tuple(questions), tuple(hops), table)


def shared_rows(first: Sheet, second: Sheet) -> list[tuple[int, int]]:
    """The rows of the questions that both audits have, in the order of the first."""
    here = {question: row for row, question in enumerate(second.questions)}
    return [(row, here[question]) for row, question in enumerate(first.questions) if question in here]
