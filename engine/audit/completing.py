"""What is said of every verdict alike, whichever method judged the chain."""

from .alignment import EditCosts, nearest_gold
from .answers import is_right
from .judging import ParsedChain
from .verdicts import UnscoredKind, Verdict


def completed(verdict: Verdict, parsed: ParsedChain, costs: EditCosts) -> Verdict:
    """The verdict with its measures: is the answer right, what kind of unscored, how far from gold.

    A judge that knows more forms of the gold answers than the row gives sets `answer_right` itself.
    """
    right = verdict.answer_right
    if right is None and parsed.chain.gold_answers and parsed.answer is not None and not parsed.abstains:
        right = is_right(parsed.answer, parsed.chain.gold_answers)
    facts = verdict.grounded_facts
    return verdict.changed(
        unscored_as=_unscored_as(verdict, parsed),
        answer_right=right,
        nearest_gold=nearest_gold([fact.triple for fact in facts], parsed.chain.gold_paths, costs),
    )


def _unscored_as(verdict: Verdict, parsed: ParsedChain) -> UnscoredKind | None:
    if verdict.verdict != "unscored":
        return None
    if parsed.abstains:
        return "abstained"
    return "unstructured" if parsed.answer is None or not parsed.steps else None
