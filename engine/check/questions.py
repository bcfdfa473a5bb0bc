"""What a judge is asked."""

from typing import NamedTuple


class Question(NamedTuple):
    """Is a claim borne out by a text?

    Attributes:
        claim: a sentence.
        text: sentences of documents, each document's behind its title; empty where nothing was found.
    """

    claim: str
    text: str
