"""A reply of a model that thinks, as a chain: what it says, or what it thought where it says no step.

A chain is what leads to an answer. Where a reply reasons after it has thought, it is what it says. Where
it says an answer alone, the chain is in what was thought. The answer is never taken from there.
"""

import re
from typing import NamedTuple, Self

from ..language.function_words import words_of
from ..language.morphology import is_verb_form
from ..llm.thinking import heard
from ..names import words
from .steps import parse_text

_WORD_OR_ARROW = re.compile(r"[^\W\d_]+|→|->")
_ARROWS = ("→", "->")


class ChainText(NamedTuple):
    """Attributes:
    text: what is read for steps.
    said: what is read for an answer; the same, unless the steps are in what was thought.
    """

    text: str
    said: str

    @classmethod
    def of(cls, reply: str) -> Self:
        """Of any text; one without marks of thinking is both.

        >>> ChainText.of("<think>Bo? No.</think>1. Ann is from Oslo. So the answer is (Oslo).").text
        '1. Ann is from Oslo. So the answer is (Oslo).'
        >>> ChainText.of("<think>Ann is from Oslo.</think>Oslo")
        ChainText(text='Ann is from Oslo.\\n\\nOslo', said='Oslo')
        """
        said, thought = heard(reply)
        if not thought or any(map(_states, parse_text(said).steps)):
            return cls(said, said)
        return cls("\n\n".join(filter(None, (thought, said))), said)

    @property
    def is_thought(self) -> bool:
        """Whether the steps are in what was thought."""
        return self.text != self.said

    def gives(self, answer: str | None) -> bool:
        """Whether an answer that was read in the text is said: it is given there, or is all that is."""
        if answer is None or not self.is_thought:
            return True
        return answer == parse_text(self.said).answer or words(answer) == words(self.said)


def with_steps(text: str) -> str:
    """What is said of a reply that was given in parts, and what was thought only where the steps are there.

    >>> with_steps("<think>Bo? No.</think>Ann is from Oslo.")
    'Ann is from Oslo.'
    >>> with_steps("<think>Ann is from Oslo.</think>Oslo")
    '<think>Ann is from Oslo.</think>Oslo'
    """
    shown = ChainText.of(text)
    return text if shown.is_thought else shown.said


def _states(step: str) -> bool:
    """Whether a step says something, and does not only name it."""
    found = _WORD_OR_ARROW.findall(step)
    return any(
        word in _ARROWS or word in words_of("being") or (word.islower() and is_verb_form(word))
        for word in found
    )
