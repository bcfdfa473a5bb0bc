"""Whether a text declines to answer.

Reference: Direct Evaluation of CoT, Appendix C.4, which looks for keywords ("unknown", "sorry", "impossible",
…) anywhere in the text, and so takes every chain about the film "The Impossible" for abstained. Here a text
abstains when the answer that it gives is as a whole a way of giving none, or when it gives no answer and a
sentence at its end, or at its beginning, says that the speaker does not know or that it cannot be known.
"""

import re
from collections.abc import Iterable

from ..names import normalise
from ..text.sentences import split_sentences

_ASKED = r"(?:the|this|that|your|any|an?)\s+(?:\w+\s+){0,2}?(?:questions?|answers?)"
_TO_LEARN = r"(?:know|determine|answer|say|tell|identify|find|provide|establish|confirm|verify|conclude)"
_LEARNT = r"(?:known|determined|answered|found|established|identified|inferred|verified|given)"
_INFORMATION = r"(?:information|data|context|evidence|knowledge|details)"
_LACK = rf"(?:not\s+enough|no|insufficient|not\s+sufficient|too\s+little)\s+(?:\w+\s+)?{_INFORMATION}"
_CANNOT = r"(?:can\s?not|can't|could\s+not|couldn't)"
_DO_NOT = r"(?:do\s+not|don't|did\s+not|didn't)"
_I_AM = r"I(?:\s+am|'m|\s+was)"
_NOT_KNOWN = r"(?:unknown|not\s+known|unclear|not\s+clear|uncertain)"
_NOT_TOLD = r"(?:undetermined|unavailable|not\s+(?:available|specified|given|stated|provided|mentioned))"

# The answer that is none, from its first to its last word: "Unknown" is, "Unknown Pleasures" is not.
_NO_ANSWER = re.compile(
    rf"""(?:that\s+)?
    (?: (?:(?:it|this|the\s+answer)\s+(?:is|remains)\s+)?(?:{_NOT_KNOWN}|{_NOT_TOLD})
    | (?:it\s+|this\s+|the\s+answer\s+)?{_CANNOT}\s+be\s+{_LEARNT}
    | (?:it\s+is\s+)?(?:impossible|not\s+possible)\s+to\s+{_TO_LEARN}
    | (?:{_I_AM}\s+)?unable\s+to\s+{_TO_LEARN}
    | I\s+(?:{_DO_NOT}|{_CANNOT})\s+{_TO_LEARN}
    | (?:there\s+is\s+|there's\s+|I\s+have\s+)?{_LACK}
    | n/a | no\s+answer | (?:{_I_AM}\s+)?not\s+sure
    | unbekannt | ich\s+weiss\s+(?:es\s+)?nicht | (?:我)?不(?:知道|清楚|确定) | 未知 | 无法(?:确定|回答|判断)
    )
    (?:\s+(?:it | (?:to\s+)?{_ASKED}
        | (?:to\s+{_TO_LEARN}|based\s+on|from|with|without|given|in|by|according\s+to)\b.*))?
    """,
    re.IGNORECASE | re.VERBOSE,
)

# A sentence that declines begins so, or goes on so after a comma or "so". A title that holds such words has
# capitals ("I Don't Know How She Does It"), or goes on otherwise than with what is asked.
_OPENING = r"(?:^|[,;:—–]\s*|\b(?:and|but|so|that|therefore|however|hence|thus|[Ss]orry)[,:]?\s+)"
_GOES_ON = rf"""(?=\s*(?:$|[.,;:!]
    |(?:who|what|which|where|when|whom|whose|whether|if|it|enough)\b|(?:to\s+)?{_ASKED}))"""
_MATTER = r"(?:[Ii]t|[Tt]his|[Tt]he\s+(?:\w+\s+)?(?:answer|question))(?:\s+to\s+\w+\s+question)?"
_DECLINES = re.compile(
    rf"""{_OPENING}
    (?: [Ii](?:\s+\w+ly|\s+still)?\s+(?:{_DO_NOT}|{_CANNOT})(?:\s+\w+ly)?\s+{_TO_LEARN}{_GOES_ON}
    | {_I_AM}\s+(?:unable|not\s+able)\s+to\s+(?:{_TO_LEARN}|help|assist)\b
    | {_I_AM}\s+not\s+(?:sure|certain){_GOES_ON}
    | I\s+{_DO_NOT}\s+(?:\w+\s+)?have\b(?!\s+to\b)[^.]*?\b(?:{_INFORMATION}|answer)\b
    | (?:[Tt]here\s+is|[Tt]here's|[Tt]here\s+was|I\s+have)\s+{_LACK}\b
    | {_MATTER}\s+(?:is|remains)\s+{_NOT_KNOWN}\b
    | {_MATTER}\s+{_CANNOT}\s+be\s+{_LEARNT}\b
    | [Ii]t(?:\s+is|'s)\s+(?:impossible|not\s+possible)\s+to\s+{_TO_LEARN}\b
    | (?:[Uu]nable|[Ii]mpossible|[Nn]ot\s+possible)\s+to\s+{_TO_LEARN}{_GOES_ON}
    | [Cc]annot\s+(?:be\s+{_LEARNT}|{_TO_LEARN}){_GOES_ON}
    | (?:[Uu]nknown|N/A|[Nn]o\s+answer)[.!]?$
    | [Ii]ch\s+(?:weiß|weiss)\s+(?:es\s+|das\s+)?nicht
    | [Ii]ch\s+kann\s+(?:\w+\s+){{0,4}}nicht\s+(?:beantworten|sagen|bestimmen)
    | (?:[Ee]s|[Dd]as|[Dd]ie\s+(?:Frage|Antwort))\s+(?:lässt\s+sich\s+nicht|kann\s+nicht)\b
    )
    | 我不(?:知道|清楚|确定) | 无法(?:确定|回答|判断|得知) | 不得而知
    """,
    re.VERBOSE,
)
# What follows takes the declining back: "I am not sure who she is, but …".
_TAKEN_BACK = re.compile(r"\b(?:but|however|though|although)\b", re.IGNORECASE)
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|«[^»]*»|「[^」]*」|《[^》]*》")
_MARK = re.compile(r"^\s*(?:step\s+\d+[:.)]?|\(?\d{1,2}[.)、]|[-*•])\s*", re.IGNORECASE)
_LAST_SENTENCES = 3
_LONGEST_SENTENCE = 400


def abstains(text: str, answer: str | None, gold_answers: Iterable[str] = ()) -> bool:
    """Whether a chain of thought declines to answer.

    Args:
        answer: the answer that the text gives, None when it gives none.
        gold_answers: an answer that is literally one of these is an answer, whatever it says.

    >>> abstains("I do not know.", None), abstains("So the answer is (unknown).", "unknown")
    (True, True)
    >>> abstains("The Impossible is a film. So the answer is (Unknown Pleasures).", "Unknown Pleasures")
    False
    """
    if answer is not None:
        plain = normalise(answer.replace("’", "'"))
        if len(plain) > _LONGEST_SENTENCE:
            return False
        return bool(_NO_ANSWER.fullmatch(plain)) and plain not in map(normalise, gold_answers)
    sentences = split_sentences(_QUOTED.sub("“…”", text.replace("’", "'")))
    ends = sentences[:1] + sentences[1:][-_LAST_SENTENCES:]
    return any(_declines(_MARK.sub("", sentence)) for sentence in ends)


def _declines(sentence: str) -> bool:
    if len(sentence) > _LONGEST_SENTENCE:
        return False
    found = _DECLINES.search(sentence)
    return found is not None and _TAKEN_BACK.search(sentence, found.end()) is None
