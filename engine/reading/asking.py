"""Questions that a chain asks and answers itself, as statements."""

import re

_OPENING = re.compile(
    r"^\W*(?:(?:so|now|then|and),?\s+)?(?:who|what|which|where)(?:['’]s|\s+(?:is|was|are|were))\s+",
    re.IGNORECASE,
)
# "Of whom was H the mother"
_OF_WHOM = re.compile(
    r"^\W*of (?:whom|what|which) (?P<verb>is|was|are|were) (?P<thing>.+) (?P<role>the .+)$", re.IGNORECASE
)
# "Was H male or female", "Is it a town, a city or a village"
_CHOICE = re.compile(r"[ ,]+(?:(?:an? )?\w+, )*(?:an? )?\w+ or (?:an? )?\w+$", re.IGNORECASE)


# "Who set that up"
_WHO = re.compile(
    r"^\W*(?:(?:so|now|then|and),? )?who (?P<did>(?!(?:is|was|are|were|do|does|did|has|had)\b).+)$",
    re.IGNORECASE,
)
# "Whom did H marry", "Where did H work"
_DID = re.compile(
    r"^\W*(?:(?:so|now|then|and|but),? )?(?:who|whom|what|where|when) (?:did|does|do) (?P<said>.+)$",
    re.IGNORECASE,
)
# "where H works", behind "find out"
_INDIRECT = re.compile(
    r"^(?:whom|what|where|when) (?P<said>(?!(?:is|was|are|were|did|does|do)\b).+)$", re.IGNORECASE
)
_NUMBERED = re.compile(r"^\W*(?:q|question|sub-?question)(?:\s*\d+)?\s*:\s*", re.IGNORECASE)
_LABEL = re.compile(r"\W*(?:a|ans|answer)\s*:\s*", re.IGNORECASE)
_DEED = re.compile(r"(?P<who>.+?)(?: (?:did|does|do|was|is|has|had)|[*_`\"”]*['’]s)\W*")
# "The records say H."
_REPORTED = re.compile(
    r"\W*(?:the|my|these|this|our) (?:[a-z]+ )?(?:records?|graph|data(?:set)?|facts?|sources?|table|list)"
    r" (?:sa(?:ys?|id)|shows?|gives?|names?|lists?|states?|has|have|tells? us|answers?)"
    r"(?: (?:that )?(?:it|he|she) (?:is|was)| that)?[:,]? (?P<who>.+)",
    re.IGNORECASE,
)
_THAT = re.compile(r"\bthat(?=(?: (?:up|down|out|off))?$)", re.IGNORECASE)


def answered(question: str, answer: str) -> str:
    """A question, without its mark, and its answer as one statement.

    >>> answered("Who is the mother of Max", "Anne")
    'the mother of Max: Anne'
    >>> answered("Of whom was Anne the mother", "Max"), answered("Was Anne male or female", "Female")
    ('Anne was the mother of: Max', 'Was Anne: Female')
    >>> answered("Who set that up", "Ottilie Brandt")
    'Ottilie Brandt set it up'
    >>> answered("Whom did Anne marry", "Max"), answered("Where did Max die", "in Ulm")
    ('Anne marry Max', 'Max die in Ulm')
    >>> answered("where Anne works", "Ulm")
    'Anne works Ulm'
    """
    question = _NUMBERED.sub("", question)
    if turned := _OF_WHOM.match(question):
        return f"{turned['thing']} {turned['verb']} {turned['role']} of: {answer}"
    if who := _WHO.match(question):
        return f"{answer} {_THAT.sub('it', who['did'])}"
    if did := _DID.match(question) or _INDIRECT.match(question):
        return f"{did['said']} {answer}"
    return f"{_CHOICE.sub('', _OPENING.sub('', question))}: {answer}"


def bare_answer(sentence: str) -> str:
    """Who did it, of "H did.", whose it is, of "H's.", or what is told, of "The records say H." and "A: H".

    >>> bare_answer("Anne did."), bare_answer("A: Anne")
    ('Anne', 'Anne')
    """
    if label := _LABEL.match(sentence):
        return sentence[label.end() :]
    found = _REPORTED.fullmatch(sentence) or _DEED.fullmatch(sentence)
    return found["who"] if found else sentence
