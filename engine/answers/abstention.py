"""Whether a text declines to answer.

Reference: Direct Evaluation of CoT, Appendix C.4, which looks for keywords ("unknown", "sorry", …) anywhere
and so takes chains about the film "The Impossible" for abstained (`audit/protocol.py` does the same, where
the paper's figures are to be repeated). Here a text abstains when its answer as a
whole is none, or when it gives none and a sentence at its end or beginning says that it is not known.
"""

import re
from collections.abc import Iterable

from ..language.rules import table
from ..names import normalise
from ..text.sentences import split_sentences
from .rows import Sentence, rows

_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|«[^»]*»|「[^」]*」|《[^》]*》")
_LAST_SENTENCES = 3
_LONGEST_SENTENCE = 400


def abstains(text: str, answer: str | None, gold_answers: Iterable[str] = ()) -> bool:
    """Whether a chain of thought declines to answer.

    Args:
        answer: the answer that the text gives, None when it gives none.
        gold_answers: an answer that is literally one of these is an answer, whatever it says.
    """
    if answer is not None:
        if len(answer) > _LONGEST_SENTENCE or rows("none").first(Sentence(answer).symbols) is None:
            return False
        return normalise(answer) not in map(normalise, gold_answers)
    sentences = split_sentences(_QUOTED.sub("“…”", text))
    ends = sentences[:1] + sentences[1:][-_LAST_SENTENCES:]
    return any(_declines(sentence) for sentence in ends if len(sentence) <= _LONGEST_SENTENCE)


def _declines(said: str) -> bool:
    """Whether a sentence says that no answer can be given, and does not take it back: "…, but it is Ann"."""
    sentence = Sentence(said)
    hits = rows("declines").all(sentence.symbols)
    end = min((hit.end for hit in hits), default=None)
    takes_back = table("answers")["classes"]["takes_back"]
    return end is not None and not any(word in takes_back for word in sentence.words[end:])
