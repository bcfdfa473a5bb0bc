"""What a judge is asked."""

from typing import NamedTuple


class Question(NamedTuple):
    """Is a claim borne out by a text?

    Attributes:
        claim: a sentence.
        text: sentences of documents, each document's behind its title; empty where nothing was found.
        covered: the share of the claim's words that the text has, rare ones counting more, in [0, 1].
        cosine: of the claim and the sentence that is nearest to it, in [-1, 1].
    """

    claim: str
    text: str
    covered: float = 0.0
    cosine: float = 0.0
