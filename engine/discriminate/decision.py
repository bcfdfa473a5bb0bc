"""Whether a reply says YES or NO, read as a word in the place where its answer stands."""

import re
from itertools import pairwise

from ..llm.thinking import said
from ..text.sentences import split_sentences

_MOST_WORDS = 10  # first and last of a sentence: a model may go on with "no, no, no" until it is stopped
_YES_OR_NO = re.compile(r"(?<![\w-])(?:yes|no)(?![\w-])", re.IGNORECASE)
# Quotes, brackets, emphasis, tags and LaTeX around a word.
_BEFORE = re.compile(r"(?:[\s\"'“‘«(\[{*_`$#>]|<[^<>]*>|\\[a-z]+)*\Z")
_AFTER = re.compile(r"(?:[\"'”’»)\]}*_`$]|</?\w[^<>]*>)*")
# An answer is followed by nothing, a pause or a reason: "no doubt", "no errors" and "No. 5" answer nothing.
_GOES_ON = re.compile(
    r"\s*(?:\Z|[.!]+(?!\s*\d)|[,;:(–—。！，：；（]|\s-\s|(?:because|since|as|for|due|and\s+the|the\s+path)\b)",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[\s.!。！]*\Z")
# "NO" in capitals is the prompt's own word, unless all of the sentence is in capitals.
_ALL_CAPITALS = re.compile(r"(?=.*[A-Z]{2})(?!.*[a-z]{2})", re.DOTALL)
_PAUSE = re.compile(r"[,;:=–—，：；-]\Z")
_LEADS_TO_ANSWER = re.compile(
    r"\b(?:is|be|say|answer|reply|respond|conclude|therefore|thus|hence|so|clearly|definitely)\Z",
    re.IGNORECASE,
)
_NAMES_ANSWER = re.compile(
    r"\b(?:answer|verdict|decision|conclusion|judge?ment|response)\b[^.,;]{0,30}(?:\b(?:is|be)|[:=])\Z",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:\b(?:not|cannot|never|neither)|n['’]t)(?:\s+\S+){0,2}\s*\Z", re.IGNORECASE)
# "2. Coherence: NO" judges one rule, not the path. Possessive, so that a page of dots is gone through once.
_ONE_RULE = re.compile(
    r"^(?:\W*+(?:\d+[.)]\W*\S|step\b|rule\b|[^:]*\b(?:coheren|factual|correctness|connect))"
    r"|\W*[-*•+]\s+\w)",
    re.IGNORECASE,
)
# Where a model goes on to write the next example by itself.
_NEXT_EXAMPLE = re.compile(r"^[^\w\n]*(?:input|question)\s*(?:[:>]|$)", re.IGNORECASE | re.MULTILINE)


def read_decision(reply: str, *, complete: bool = True) -> bool | None:
    """True for YES, False for NO, None where the reply says neither or both.

    The last sentence that answers decides. A sentence answers when YES or NO stands alone in it, opens or
    ends it beside a pause, follows "the answer is", or is written in capitals. What a model thinks
    before it speaks, and what it writes after an answer as if it were asked again, does not count. Of a
    reply that was cut off (`complete` is False) only the first sentence is read.

    >>> read_decision("No step is false, and they connect. No doubt, yes.")
    True
    >>> read_decision("Norway has no king called Erik. Therefore, the answer is NO.")
    False
    >>> read_decision("Yes and no.") is None
    True
    """
    for part in _parts(said(reply)):
        sentences = split_sentences(part)
        for sentence in reversed(sentences if complete else sentences[:1]):
            decided = _decided(sentence)
            if decided is not None:
                return decided
    return None


def _parts(reply: str) -> list[str]:
    """The reply, cut where it goes on with another example."""
    cuts = [0, *(found.start() for found in _NEXT_EXAMPLE.finditer(reply)), len(reply)]
    return [reply[start:end] for start, end in pairwise(cuts)]


def _decided(sentence: str) -> bool | None:
    """What a sentence answers; None when it does not, or when it answers both."""
    words = list(_YES_OR_NO.finditer(sentence))
    looked_at = words if len(words) <= 2 * _MOST_WORDS else [*words[:_MOST_WORDS], *words[-_MOST_WORDS:]]
    answers = {word[0].lower() == "yes" for word in looked_at if _is_answer(sentence, word)}
    return answers.pop() if len(answers) == 1 else None


def _is_answer(sentence: str, word: re.Match[str]) -> bool:
    after = _AFTER.sub("", sentence[word.end() :], count=1)
    if not _GOES_ON.match(after) and not _is_choice(after, word):
        return False
    before = _BEFORE.sub("", sentence[: word.start()])
    if _DENIED.search(before):
        return False
    if _NAMES_ANSWER.search(before):
        return True
    if before and _ONE_RULE.search(before):
        return False
    if not before or (word[0].isupper() and not _ALL_CAPITALS.match(before + after)):
        return True
    return bool(_ENDS.match(after) and (_PAUSE.search(before) or _LEADS_TO_ANSWER.search(before)))


def _is_choice(after: str, word: re.Match[str]) -> bool:
    """Whether the word is offered, as in "YES or NO": then the sentence answers both, and so neither."""
    return word[0].isupper() and after.lstrip().casefold().startswith(("or ", "/"))
