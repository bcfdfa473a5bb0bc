"""How what becomes of claims, sentences, answers and citations is shown: never by colour alone."""

from typing import NamedTuple

from ..check.statements import NoClaim
from ..check.summary import CheckSummary
from ..check.verdicts import CheckedAnswer, CheckedCitation, CheckedSentence, CitationStatus, Status


class CheckSign(NamedTuple):
    """How one status is told.

    Attributes:
        key: the value in rows and their JSON.
        symbol: one character that a terminal can show.
        label: for people.
        style: its colour in a terminal.
        icon: the shape and colour of a page.
        meaning: one sentence that defines it.
    """

    key: str
    symbol: str
    label: str
    style: str
    icon: str
    meaning: str


SIGNS: dict[Status, CheckSign] = {
    "supported": CheckSign(
        "supported",
        "✓",
        "supported",
        "green",
        "faithful",
        "Sentences of the documents, or facts of the graph, say all that it says.",
    ),
    "contradicted": CheckSign(
        "contradicted",
        "✗",
        "contradicted",
        "red",
        "factual_error",
        "They say something that cannot be true beside it.",
    ),
    "not_found": CheckSign(
        "not_found",
        "?",
        "not found",
        "yellow",
        "not_found",
        "They say neither; what comes nearest is shown.",
    ),
}
NO_CLAIM = CheckSign(
    "no_claim", "·", "not a claim", "dim", "no_claim", "It asks, announces, or states nothing to check."
)
NOT_JUDGED = CheckSign(
    "failed", "!", "not judged", "dim", "unscored", "The answer could not be judged; it says why."
)
LEGEND = "   ".join(f"{sign.symbol} {sign.label}" for sign in (*SIGNS.values(), NO_CLAIM))

CITED: dict[CitationStatus, str] = {
    "supports": "says so",
    "contradicts": "says otherwise",
    "does_not_support": "does not say so",
    "not_there": "is no document that is there",
}
_CITED_COUNTED: dict[CitationStatus, tuple[str, str]] = {  # of one, of several
    "supports": ("bears its sentence out", "bear their sentence out"),
    "contradicts": ("contradicts it", "contradict it"),
    "does_not_support": ("does not say so", "do not say so"),
    "not_there": ("is to no document that is there", "are to no document that is there"),
}
CITED_SIGNS: dict[CitationStatus, CheckSign] = {
    "supports": SIGNS["supported"],
    "contradicts": SIGNS["contradicted"],
    "does_not_support": SIGNS["not_found"],
    "not_there": SIGNS["contradicted"],
}
"""Of what comes of a citation: the symbol, colour and icon; its words are those of `CITED`."""

WHY_NO_CLAIM: dict[NoClaim, str] = {
    "question": "a question",
    "plan": "an announcement",
    "heading": "a heading",
    "address": "spoken to the reader",
    "answer": "the answer again",
    "no words": "no words",
}


def told_citation(citation: CheckedCitation) -> str:
    """What comes of a citation, in words; also which of its numbers no document has.

    >>> told_citation(CheckedCitation("[1-3]", ("1",), "supports", 0.9, "2-3"))
    'says so; there is no document 2-3'
    """
    told = CITED[citation.status]
    if citation.documents and citation.missing:
        return f"{told}; there is no document {citation.missing}"
    return told


def sign_of_sentence(sentence: CheckedSentence) -> CheckSign:
    """That of its worst claim, or of a sentence that claims nothing."""
    return SIGNS[sentence.status] if sentence.status else NO_CLAIM


def sign_of_answer(checked: CheckedAnswer) -> CheckSign:
    """That of its worst claim, of an answer that claims nothing, or of one that could not be judged."""
    if checked.failure:
        return NOT_JUDGED
    return SIGNS[checked.status] if checked.status else NO_CLAIM


def told_counts(checked: CheckedAnswer) -> str:
    """How many claims of an answer have which status, those that there are: "3 supported, 1 not found"."""
    counts = checked.counts()
    return ", ".join(f"{counts[key]:,} {sign.label}" for key, sign in SIGNS.items() if counts[key])


def told_citations(summary: CheckSummary) -> str:
    """How many citations have come to what: "3 bear their sentence out, 1 contradicts it"."""
    counts = summary.citations
    return ", ".join(
        f"{counts[key]:,} {told[counts[key] > 1]}" for key, told in _CITED_COUNTED.items() if key in counts
    )
