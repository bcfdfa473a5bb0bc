"""What a writer takes back: "…, no, wait, it is Max", "Scratch that.", "I first thought …, but …".

What was taken back is no claim; the final statement counts.
"""

import re
from collections.abc import Collection, Sequence

from ..text.sentences import split_sentences

_WRONG = (
    r"(?:not\s+(?:quite\s+|actually\s+|really\s+)?(?:right|correct|true|accurate|it)|(?:an?\s+)?(?:wrong|incorrect"
    r"|mistaken|inaccurate|false|mistake|error|slip)|my\s+mistake)\b(?!\s+that\b)"
)
# Says that what was just said is wrong.
_ERROR = (
    r"(?:(?:scratch|strike|disregard|ignore|forget|cancel)\s+(?:that|this)"
    r"(?:\s+(?:last\s+\w+|sentence|line|statement|step|part|bit|claim|remark|one))?\b"
    r"|wrong\s+(?:record|entry|row|line|person|one|name|page|article|node|fact|data|card|entity)\b"
    rf"|(?:that|this|it|which)(?:['’]s|\s+(?:is|was|were))\s+(?:\w+ly\s+|just\s+|also\s+)?{_WRONG}(?:\s+on\s+my\s+part)?"
    r"|(?:that|this|it)\s+(?:isn|wasn|can|couldn)['’]t\s+(?:be\s+)?(?:quite\s+)?(?:right|correct|true|accurate|it)\b"
    r"|i\s+(?:just\s+)?(?:misspoke|misremembered|misread|misstated|slipped|take\s+(?:that|it)\s+back"
    r"|(?:was|am|(?:['’]m))\s+(?:wrong|mistaken|mixing\s+\w+(?:\s+\w+)?\s+up|confusing\s+\w+)"
    r"|(?:made|have\s+made)\s+(?:a|an)\s+(?:mistake|error|slip)|(?:mixed|got|have\s+got)\s+(?:that|it|them|this|something|things)\s+(?:up|wrong)(?:\s+(?:there|here))?|mixed\s+up\s+(?:two|the|my)\s+\w+"
    r"|need\s+to\s+correct\s+(?:that|this|myself)|stand\s+corrected)\b"
    r"|(?:let\s+me|allow\s+me\s+to|i\s+(?:should|must))\s+correct\s+(?:that|this|myself)\b"
    r"|correction\b|my\s+(?:mistake|bad|apologies)\b|(?:i\s+)?stand\s+corrected\b"
    r"|on\s+second\s+thoughts?\b)"
)
_PAUSE = r"[\s,;:.!?…–—()-]*"
_HESITATING = (
    r"(?:h+m+|u+h+|oh|ah|er|wait|no|nope|oops|whoops|sorry|apologies|actually|hold\s+on|hang\s+on|well|but|and|yet"
    r"|let\s+me\s+(?:see|think|check|reconsider|rethink|recheck|double-?check)(?:\s+(?:again|that|this))?|rather|though|then|so"
    r"|ok|okay|instead)\b"
)
# "No, wait", "wait, actually no": they deny what was just said as well.
_NO_WAIT = (
    r"(?:no[,;:.!…–—\s-]+(?:wait|hold\s+on|hang\s+on|sorry)"
    r"|(?:wait|hold\s+on|hang\s+on|sorry|oops|actually)[,;:.!…–—\s-]+(?:actually[,\s]+)?no)\b(?!\s+\w+\s+(?:doubt|need))"
)
_TAKEN_BACK = re.compile(
    rf"{_PAUSE}(?:{_HESITATING}{_PAUSE})*?(?:(?:{_ERROR}|{_NO_WAIT}){_PAUSE}(?:{_HESITATING}{_PAUSE})*)+",
    re.I,
)
_IT_IS = (
    r"(?:it|that|this|he|she|the\s+(?:answer|right\s+one|correct\s+one))(?:['’]s|\s+(?:is|was|(?:should|must|would"
    r"|ought\s+to|has\s+to)\s+(?:be|have\s+been)))\s+(?:(?:actually|really|in\s+fact|rather)\s+)?"
)
_INSTEAD = re.compile(rf"{_IT_IS}(?P<now>\S.*)", re.I | re.S)
# "H is A... no, wait, it would be B", "H was born in A — sorry, B", "H's son is A, or rather B".
_BROKEN_OFF = re.compile(
    rf"(?P<said>.+?)(?:(?:\.{{3}}|…|[,;(–—]|\s-)\s*(?:{_HESITATING}[,\s]+)*(?:{_NO_WAIT}|{_ERROR}|or,?\s+rather"
    rf"|i\s+mean|make\s+that|i\s+meant|sorry)\b|(?:\.{{3}}|…|[–—]|\s-)\s*no(?=[,;:])){_PAUSE}"
    rf"(?:{_HESITATING}{_PAUSE})*(?P<rest>\S.*)",
    re.I | re.S,
)
# "I first thought that H is A, but on reflection it is B."
_FIRST_THOUGHT = re.compile(
    r"(?P<before>.*?)\b(?:(?:at\s+first|initially|originally|first)[,\s]+i\s+(?:had\s+)?|i\s+(?:had\s+)?"
    r"(?:at\s+first|first|initially|originally|mistakenly|wrongly|almost|nearly)\s+)"
    r"(?P<verb>thought|assumed|believed|guessed|said|wrote|supposed|figured|had|put|took|listed|noted|recalled"
    r"|named)\s+(?:that\s+)?(?P<said>.+?)(?:[,;.:–—]?\s+(?:but|however|though|yet)\b,?\s+(?P<rest>\S.*))?",
    re.I | re.S,
)
_TURNS = re.compile(r"(?:but|however|actually|on\s+\w*\s*reflection|now|yet)\b", re.I)
_REFLECTING = re.compile(rf"[^.]{{0,80}}?\b{_IT_IS}(?P<now>\S.*)", re.I | re.S)
_PUTTING = frozenset({"had", "put", "took", "listed", "noted", "recalled", "named"})
_AS_ROLE = re.compile(r".+?(?P<tail>\s+(?:down\s+)?(?:as|for)\s+.+)", re.I | re.S)
# Behind what the thing stands that is named anew.
_BEFORE_NAME = re.compile(
    r".*\b(?:is|was|were|are|be|been|being|in|at|to|by|from|as|with|under|named|called|married)\s+",
    re.I | re.S,
)
_PREPOSITION = re.compile(r"(of|in|at|to|by|from|as|with|under)\s", re.I)
_SAYS = re.compile(r"\b(?:is|was|were|are|has|had|have|married|died|born)\b", re.I)
# "Or was it A? No, I am going to stay with B."
_DOUBT = re.compile(
    rf"{_PAUSE}(?:{_HESITATING}{_PAUSE})*(?:or|could|might|maybe|perhaps)\b.*\?\s*", re.I | re.S
)
_KEPT = re.compile(
    rf"{_PAUSE}(?:{_HESITATING}{_PAUSE})*\b(?:no|nope|nah)?\b.*\b(?:stay|staying|stick|sticking|keep|keeping|go"
    r"|going|stand|standing)\b.*\b(?:with|by|to)\b.*",
    re.I | re.S,
)
# A question, a pause, "... wait.": nothing that could be taken back.
_MERELY = re.compile(rf".*\?|{_PAUSE}(?:{_HESITATING}{_PAUSE})*", re.I | re.S)
_LONGEST = 600  # characters of a sentence that is looked into
# One of these words stands in what _HINTS finds: most texts are passed over by them, a set of words being
# faster than any expression.
_HINT_WORDS = frozenset(
    """
    scratch strike disregard ignore forget cancel wrong incorrect inaccurate false not isn wasn can couldn
    mistake mistaken mistakenly misspoke misremembered misread misstated error slip slipped wait hold hang
    sorry oops actually correct correction corrected rather mean meant make second initially originally first
    almost nearly or my back mixed mixing confusing no
    """.split()
)
# One of these stands in every correction, in lower case: with re.I it takes four times as long.
_HINTS = re.compile(
    r"\b(?:scratch|strike|disregard|ignore|forget|cancel|wrong|incorrect|inaccurate|false|not\s+(?:\w+\s+)?(?:right"
    r"|correct|true|it)|(?:isn|wasn|can|couldn)['’]t|mis\w+|error|slip\w*|wait|hold\s+on|hang\s+on|sorry|oops|actually"
    r"|correct(?:ion|ed)?|take\s+(?:that|it)\s+back|rather|i\s+mean\w*|make\s+that|second\s+thoughts?|initially|originally|i\s+(?:had\s+)?first"
    r"|first,?\s+i|at\s+first|almost|nearly|or\s+(?:was|is|were|could|might)|my\s+\w+|mixed|mixing|confusing)\b|\bno[,;:]"
)


def may_correct(words: Collection[str]) -> bool:
    """Whether any of the words of a text in normal form may take something back.

    >>> may_correct(["no", "wait", "it", "is", "max"]), may_correct(["max", "is", "her", "son"])
    (True, False)
    """
    return not _HINT_WORDS.isdisjoint(words)


def standing(steps: Sequence[str]) -> list[str]:
    """The steps without what they take back; as many as before, of which some may be empty.

    >>> standing(["Ann's son is Max. No, wait, that's wrong. Ann's son is Tom."])
    ["Ann's son is Tom."]
    >>> standing(["I first thought Ann's son was Max, but on reflection it is Tom."])
    ["Ann's son was Tom."]
    """
    if not any(_HINTS.search(step.lower()) for step in steps):
        return list(steps)
    said = [split_sentences(step) for step in steps]
    before = [list(sentences) for sentences in said]
    for step, sentences in enumerate(said):
        for place in range(len(sentences)):
            _correct(said, before, step, place)
    return [
        step if sentences == same else " ".join(filter(None, sentences))
        for step, sentences, same in zip(steps, said, before, strict=True)
    ]


def _is_given_up(before: Sequence[Sequence[str]], step: int, place: int) -> bool:
    """Whether the sentence before one was only thought, by its own words: "I nearly wrote A. Wait, no; …"."""
    earlier = [sentence for sentences in before[:step] for sentence in sentences][-1:] + list(
        before[step][:place]
    )
    return bool(earlier) and _FIRST_THOUGHT.fullmatch(earlier[-1]) is not None


def _correct(said: list[list[str]], before: Sequence[Sequence[str]], step: int, place: int) -> None:
    """Take out of the sentences what one of them takes back.

    Args:
        before: the sentences of each step as they stood.
    """
    sentences = said[step]
    sentence, following = sentences[place], (sentences[place + 1 : place + 2] or [""])[0]
    if len(sentence) > _LONGEST or not _HINTS.search(sentence.lower()):
        return
    if _DOUBT.fullmatch(sentence) and _KEPT.fullmatch(following):
        sentences[place : place + 2] = ["", ""]
    elif back := _TAKEN_BACK.match(sentence):
        if place and sentences[place - 1].endswith("?"):
            return  # "Was it Max? Wait, no, he …" takes back a guess, and nothing that was said
        rest = sentence[back.end() :]
        if _is_given_up(before, step, place):
            sentences[place] = rest
            return
        if not rest and _INSTEAD.fullmatch(following):
            rest, sentences[place + 1] = following, ""
        _take_back(said, step, place, rest)
    elif first := _FIRST_THOUGHT.fullmatch(sentence):
        if first["rest"] is None and _TURNS.match(following):
            sentences[place + 1] = ""
            first = _FIRST_THOUGHT.fullmatch(f"{sentence.rstrip('. ')}, but {following}") or first
        sentences[place] = _on_reflection(first)
    elif broken := _BROKEN_OFF.fullmatch(sentence):
        if place and sentences[place - 1].endswith("?") and not _SAYS.search(broken["said"]):
            return  # "Who was it? Max... no, hang on, he is …" takes back a guess
        sentences[place] = _instead(broken["said"], broken["rest"])


def _take_back(said: list[list[str]], step: int, place: int, rest: str) -> None:
    """Leave out the sentence before a place, and put there what is said instead."""
    earlier = ((step, at) for at in reversed(range(place)))
    last = ((one, at) for one in reversed(range(step)) for at in reversed(range(len(said[one]))))
    spots = ((one, at) for one, at in (*earlier, *last) if not _MERELY.fullmatch(said[one][at]))
    target = next(spots, None)
    said[step][place] = rest
    if target is None:
        return
    one, at = target
    said[step][place] = _instead(said[one][at], rest)
    said[one][at] = ""


def _on_reflection(first: re.Match[str]) -> str:
    """What remains of a thought that is given up: nothing, unless it is said what holds instead."""
    rest = first["rest"]
    if rest is None:
        return ""
    back = _TAKEN_BACK.match(rest)
    rest = rest[back.end() :] if back else rest
    anew = _REFLECTING.match(rest)
    if anew is None:
        return rest
    role = _AS_ROLE.fullmatch(first["said"]) if first["verb"].lower() in _PUTTING else None
    if role:
        return f"{first['before']}I have {anew['now'].rstrip('. ')}{role['tail']}."
    return first["before"] + (_renamed(first["said"], anew["now"]) or rest)


def _instead(said: str, rest: str) -> str:
    """What holds when `rest` is said instead: a sentence of its own, or another thing at the end of it."""
    anew = _INSTEAD.fullmatch(rest)
    if anew is None and (_SAYS.search(rest) or not rest):
        return rest
    return _renamed(said, anew["now"] if anew else rest) or rest


def _renamed(said: str, now: str) -> str:
    """A sentence with another thing at its end; empty where it does not show where that begins.

    >>> _renamed("Ann was born in Paris", "Rome.")
    'Ann was born in Rome.'
    """
    led = _PREPOSITION.match(now)
    if led and (place := said.rfind(f" {led[1].lower()} ")) > 0:
        return said[: place + 1] + now
    kept = _BEFORE_NAME.match(said)
    return kept[0] + now if kept else ""
