"""A fact of a graph as a sentence, and the questions that it answers."""

import re

from ..language.morphology import bases, participles, singular

# What the noun that a tail is called does not hold: "films in this genre", "located in", "member of party".
_NO_NOUN = frozenset(
    "in by at from for to on with as into has have is are was were contains member born here this".split()
)
# What "who" asks for: kin, and nouns of those who do something, but for these that only end like them.
_KIN = frozenset(
    "spouse husband wife father mother parent child son daughter brother sister sibling relative partner "
    "king queen president head child-in-law friend ancestor descendant".split()
)
_DOER = re.compile(r"\w{2,}(?:er|or|ist|ian)\Z")
_NO_DOER = frozenset(
    "gender number order border river water center letter chapter color factor sector power cover paper "
    "layer tower quarter error vector character parameter diameter after under over other".split()
)
_IRREGULAR = {"children": "child", "people": "person", "men": "man", "women": "woman"}


def statement(head: str, label: str, tail: str) -> str:
    """The fact as a sentence; as an entry of a record where its label is no plain noun.

    >>> statement("Ann", "parents", "Bob")
    'The parent of Ann is Bob.'
    >>> statement("Rome", "people born here", "Bob")
    'Rome, people born here: Bob.'
    """
    noun = _noun(label)
    return f"The {noun} of {head} is {tail}." if noun else f"{head}, {label}: {tail}."


def hop_question(label: str, known: str, *, forward: bool) -> str:
    """What a fact is asked for: its tail when `forward`, else its head; `known` is the other end.

    >>> hop_question("cause of death", "Ann", forward=True)
    'What is the cause of death of Ann?'
    >>> hop_question("parents", "Ann", forward=True)
    'Who is the parent of Ann?'
    >>> hop_question("spouse", "Ann", forward=False)
    'Whose spouse is Ann?'
    >>> hop_question("acted in", "Ann", forward=True)
    'What stands under “acted in” for Ann?'
    """
    noun = _noun(label)
    if noun:
        asking = "Who" if is_person(noun) else "What"
        return f"{asking} is the {noun} of {known}?" if forward else f"Whose {noun} is {known}?"
    return f"What stands under “{label}” for {known}?" if forward else f"For what is “{label}” {known}?"


def described(label: str, known: str, *, forward: bool) -> str:
    """What a fact is asked for, without a name, so that a further question can go on from it.

    >>> described("parents", "Ann", forward=True), described("parents", "Ann", forward=False)
    ('the parent of Ann', 'the one whose parent is Ann')
    """
    noun = _noun(label)
    if noun:
        return f"the {noun} of {known}" if forward else f"the one whose {noun} is {known}"
    return f"what stands under “{label}” for {known}" if forward else f"that for which “{label}” is {known}"


def is_person(noun: str) -> bool:
    """Whether a noun is said of people: kin, and those who do something."""
    head = noun.partition(" of ")[0].rpartition(" ")[2]
    return head in _KIN or (bool(_DOER.fullmatch(head)) and head not in _NO_DOER)


def _noun(label: str) -> str:
    """A label as a noun in the singular; empty where it is none, or may be a verb ("crosses")."""
    words = label.split()
    if not words or words[-1] == "of" or not all(map(may_be_in_a_noun, words)):
        return ""
    head = words.index("of") - 1 if "of" in words[1:] else len(words) - 1
    one = _IRREGULAR.get(words[head], singular(words[head]))
    if one != words[head] and not is_person(one):
        return ""
    return " ".join((*words[:head], one, *words[head + 1 :]))


def may_be_in_a_noun(word: str) -> bool:
    """Whether a word may stand in a plain noun, as a participle and most prepositions may not.

    >>> [word for word in ("located", "in", "county", "sibling") if may_be_in_a_noun(word)]
    ['county', 'sibling']
    """
    word = word.lower()
    is_form = word in participles() or (word.endswith("ed") and bool(bases(word)))
    return word in _KIN or not (word in _NO_NOUN or is_form or word.endswith("ing") or word.isdigit())
