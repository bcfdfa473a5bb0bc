"""Where sentences end, in the prose of models and encyclopaedias, without a trained model."""

import re
from functools import lru_cache

_CLOSERS = r"\"'”’»›)\]}」』）】》*_"
# Marks that end a sentence only before white space; those of CJK scripts end it at once.
_MARKS, _CJK_MARKS = ".!?…؟।॥", "。！？｡"
_BOUNDARY = re.compile(
    # All begin with one set of characters: such an expression is searched for much faster than three are.
    rf"[{_MARKS}{_CJK_MARKS}\n](?:"
    # Bounded and possessive, so that a page of dots takes no longer than a page of words.
    rf"(?<=[{_MARKS}])[{_MARKS}{_CLOSERS}]{{0,20}}+(?=\s)"
    rf"|(?<=[{_CJK_MARKS}])[{_CJK_MARKS}{_CLOSERS}]*"
    r"|(?<=\n)\s*)"
)
_LIST_NUMBER = re.compile(r"[\s*#(\[-]*(?:step\s+)?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.:)][\s*)\]]*", re.IGNORECASE)
_WORD_BACKWARDS = re.compile(r"\w[\w.'’-]*")  # the "s" of "Anne's." is no initial
_WORD_AFTER = re.compile(rf"\s*[-\"'“‘«‹(\[{{「『（【《{_CLOSERS}\s]*(\w*)")
_DOTTED = re.compile(r"(?:\w\.)+\w")
# No abbreviation is longer; looking no further keeps the time linear.
_REACH = 40


def _lexicon(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Titles and the like stand before a name, so that no sentence ends with them.
_NEVER_LAST = _lexicon(
    "mr mrs ms messrs dr prof rev hon gen col maj capt lt cmdr sgt gov sen pres mme mlle dra "
    "e.g i.e cf viz vs approx ca ans"
)
_BEFORE_NUMBER = _lexicon(
    "no nos vol vols p pp fig figs ch est eq sec c art op jan feb mar apr jun jul aug sep sept oct nov dec"
)
_ELLIPSES = ("...", "…")
# What a voice halts behind without an end.
_NEVER_BEFORE_A_BREAK = _lexicon("of by in to from at on with for as the a an be named called")
_GOES_ON = re.compile(r"\s*that(?:['’]s|\s(?:is|was|would be|must be))\b")
# Abbreviations that stand inside sentences and at their ends.
_MAYBE_LAST = _lexicon(
    "st ste mt ft etc al inc ltd co corp bros llc plc jr sr esq ph.d dept univ assn ave blvd rd ed eds fr"
)
_ABBREVIATIONS = _NEVER_LAST | _MAYBE_LAST
# A capitalised word after a doubtful full stop begins a sentence when it is one of these.
_OPENING_WORDS = _lexicon(
    "a according actually additionally after all also although an and another are as at based because "
    "before both but by can consequently did do does during each finally first for from furthermore hence "
    "her here his hm hmm hmmm how however i if in is it its last later let lastly looking many meanwhile "
    "moreover most next no now of oh ok okay on one or our perhaps second she he since so some step such "
    "that the their then there therefore these they third this those thus to until wait was we well were "
    "what when where which while who whose why with yes you your"
)
# What opens a sentence even without a capital, as in hasty notes: "She wed Max. so the answer is Max".
OPENING_LOW = (
    r"(?:so|thus|hence|therefore|ergo|result|answer)\b|(?:that|this|it|he|she|they|there|i|we)['’](?:s|d|ll|re|ve|m)\b"
    r"|(?:which|that|this)\s+(?:gives?|means?|makes?|leaves?|yields?)\b|\w+\s*(?:[-=]?>|[=:→⇒])"
    r"|[^\n.=]{1,60}? = |[^\n→]{1,80} → "
)
_OPENS_LOW = re.compile(rf"\s*(?:{OPENING_LOW})")
_LOW_START = re.compile(r"\w{3}[.]\s+[a-zß-öø-ÿ]")
_ANY_START = re.compile(r"\w{3}[.?!]\s+\w")
_FEWEST_LOW = 2
_ASKING = re.compile(
    r"\W*(?:who|whom|whose|what|which|where|when|was|were|is|are|did|does|do|how)\b", re.IGNORECASE
)
_VERB = re.compile(r"\s*(?:is|was|are|were|has|had|by|and|or|in|of|which|who|that|stars?|features?|tells)\b")
# Not behind "?" and "!", which stand in titles too.
_OPENS_LOW_BEHIND_A_STOP = re.compile(r"\s*(?:then|next|and|but|he|she|it|they|this|that)\b")


def split_sentences(text: str) -> list[str]:
    """The sentences of a text in order: slices of it, without the white space around them.

    Knows abbreviations, initials, list numbers, closing quotes and brackets, and the full stops of CJK
    scripts. A line's end ends the sentence, unless the next line goes on in lower case. Where a full stop
    may belong to an abbreviation ("Apple Inc. Tim Cook …"), the text is left whole.

    >>> split_sentences('J. R. R. Tolkien wrote "The Hobbit." It sold 3.5 million copies!')
    ['J. R. R. Tolkien wrote "The Hobbit."', 'It sold 3.5 million copies!']
    """
    sentences = []
    start = 0
    for boundary in _BOUNDARY.finditer(text):
        if _ends_sentence(text, start, boundary):
            sentences.append(text[start : boundary.end()].strip())
            start = boundary.end()
    sentences.append(text[start:].strip())
    return [sentence for sentence in sentences if sentence]


def _ends_sentence(text: str, start: int, boundary: re.Match[str]) -> bool:
    after = text[boundary.end() : boundary.end() + _REACH]
    if _is_list_number(text, start, boundary.end()):
        return False
    mark = boundary.group()
    if mark[0] in _CJK_MARKS:
        return not after.startswith("と")  # 「行く。」と言った: the quotation is part of the sentence
    following = _word_after(after)
    starts_low = following[:1].islower()
    # Where sentences begin in lower case, a small letter does not speak against an end.
    usual = not starts_low or _word_after(text[start : start + _REACH])[:1].islower()
    if mark[0] == "\n":
        return usual or _OPENS_LOW.match(after) is not None
    if mark.startswith(_ELLIPSES) and _only_halts(_last_word(text, start, boundary), after):
        return False
    if usual or after.lstrip(" \t\r").startswith("\n"):
        word = _last_word(text, start, boundary)
        is_unit = _is_unit(word, text, start, boundary)
        return mark != "." or is_unit or not _belongs_to_abbreviation(word, following)
    if mark != ".":
        is_question = mark == "?" and _last_word(text, start, boundary).islower()  # titles end in a capital
        return _OPENS_LOW.match(after) is not None or (is_question and _asks_and_tells(text, start, after))
    if _is_hasty(text) and not _may_be_abbreviation(_last_word(text, start, boundary)):
        return True
    return (
        not _may_be_abbreviation(_last_word(text, start, boundary))
        and (_OPENS_LOW.match(after) or _OPENS_LOW_BEHIND_A_STOP.match(after)) is not None
    )


def _asks_and_tells(text: str, start: int, after: str) -> bool:
    """Whether a question is followed by a sentence in lower case, not by a verb as titles that ask are."""
    return _ASKING.match(text, start) is not None and _VERB.match(after) is None


@lru_cache(1)
def _is_hasty(text: str) -> bool:
    """Whether a text mostly begins sentences in lower case, as hasty notes do, after a capital at first."""
    low = len(_LOW_START.findall(text))
    return low >= _FEWEST_LOW and 2 * low >= len(_ANY_START.findall(text))


def _only_halts(word: str, after: str) -> bool:
    """Whether dots are no end: "He was a student of... Linnaeus", "The winner... that was Max"."""
    return word.lower() in _NEVER_BEFORE_A_BREAK or _GOES_ON.match(after) is not None


def _last_word(text: str, start: int, boundary: re.Match[str]) -> str:
    return _word_before(text[max(start, boundary.start() - _REACH) : boundary.start()])


def _belongs_to_abbreviation(word: str, following: str) -> bool:
    bare = word.lower()
    if bare in _NEVER_LAST:
        return True
    if bare in _BEFORE_NUMBER and following[:1].isdigit():
        return True
    return _may_be_abbreviation(word) and following.lower() not in _OPENING_WORDS


def _is_unit(word: str, text: str, start: int, boundary: re.Match[str]) -> bool:
    """Whether a small letter measures the number before it: "It is 655 m. Its sister …"."""
    before = text[max(start, boundary.start() - _REACH) : boundary.start() - len(word)]
    return len(word) == 1 and word.islower() and before[-1:] == " " and before[:-1][-1:].isdigit()


def _may_be_abbreviation(word: str) -> bool:
    is_initial = len(word) == 1 and word.isalpha()
    return is_initial or word.lower() in _ABBREVIATIONS or _DOTTED.fullmatch(word) is not None


def _is_list_number(text: str, start: int, end: int) -> bool:
    return end - start <= _REACH and _LIST_NUMBER.fullmatch(text, start, end) is not None


def _word_before(text: str) -> str:
    found = _WORD_BACKWARDS.match(text[::-1])  # to search for the end takes the square of the time
    return found.group()[::-1] if found else ""


def _word_after(text: str) -> str:
    found = _WORD_AFTER.match(text)
    return found.group(1) if found else ""
