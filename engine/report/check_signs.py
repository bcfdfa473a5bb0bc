"""How statuses of checked claims, sentences and citations are shown: never by colour alone."""

from typing import NamedTuple

from ..check.statements import NoClaim
from ..check.verdicts import CheckedSentence, CitationStatus, Status


class CheckSign(NamedTuple):
    """A symbol, a word and a colour."""

    key: str
    symbol: str
    label: str
    style: str


SIGNS: dict[Status, CheckSign] = {
    "supported": CheckSign("supported", "✓", "supported", "green"),
    "contradicted": CheckSign("contradicted", "✗", "contradicted", "red"),
    "not_found": CheckSign("not_found", "?", "not found", "yellow"),
}
NO_CLAIM = CheckSign("no_claim", "·", "not a claim", "dim")
CITED: dict[CitationStatus, str] = {
    "supports": "says so",
    "contradicts": "says otherwise",
    "does_not_support": "does not say so",
    "not_there": "is no document that is there",
}
WHY_NO_CLAIM: dict[NoClaim, str] = {
    "question": "a question",
    "plan": "an announcement",
    "heading": "a heading",
    "address": "spoken to the reader",
    "answer": "the answer again",
    "no words": "no words",
}


def sign_of_sentence(sentence: CheckedSentence) -> CheckSign:
    """That of its worst claim, or of a sentence that claims nothing."""
    return SIGNS[sentence.status] if sentence.status else NO_CLAIM
