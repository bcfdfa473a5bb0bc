"""Questions that set two or more things side by side: do A and B share T, which of them came first?

Such questions are answered by facts of one relation, one for each thing, that need not meet in a path.
"""

import re
from collections.abc import Collection, Sequence

from ...grounding.readable import ReadableGraph
from ...reading.found import Mention
from ...reading.lexicon import singular
from ...reading.tokens import Tokens
from .answers import is_judgement
from .chaining import ChosenPath

_CHOICES = frozenset("and or und oder et ou y o e 和 与 还是".split())
_BESIDE = _CHOICES | {"both", "either", "the", "a", "an", "", "of"}
_ALIKE = re.compile(r"\b(?:same|shares?|common|equal(?:ly)?)\b", re.IGNORECASE)
# What asks for the lower of two numbers or years, and what for the higher: what compares them counts before
# what may only be part of a verb ("Which was first shown later?").
_LOWER = (
    r"older|oldest|earlier|earliest|before",
    "first",
    r"less|fewer|smaller|lower|lighter|cheaper|slower",
)
_HIGHER = (
    r"younger|youngest|later|latest|after|newer|newest|more recent(?:ly)?",
    "last",
    r"more|larger|bigger|greater|higher|taller|heavier|deeper|wider|faster",
)
_COMPARATIVES = tuple(
    (re.compile(rf"\b(?:{lower})\b", re.IGNORECASE), re.compile(rf"\b(?:{higher})\b", re.IGNORECASE))
    for lower, higher in zip(_LOWER, _HIGHER, strict=True)
)
_COMPARED = re.compile(rf"\b(?:{'|'.join((*_LOWER, *_HIGHER))})\b", re.IGNORECASE)
_THAN = re.compile(
    r"\b(?:more|less|fewer|(?!other|rather)\w+er)\b[^⟨⟩]* than\b"
    r"|\b(?:versus|vs|as against|compared (?:to|with))\b",
    re.IGNORECASE,
)
_NO_NOUNS = frozenset({"does", "was", "has", "kinds", "happens", "species", "series"})
_OF_MANY = re.compile(
    r"\b(?:how many|which (?:two|three|of)|more|fewer|less|same|both|each)\b", re.IGNORECASE
)
_WHICH_OF_MANY = re.compile(r"\b(?:which|what) ([a-z]{3,})\b", re.IGNORECASE)
_UTMOST = re.compile(
    r"\b(?:most|least|fewest|best|worst|biggest|closest|deepest|earliest|farthest|fastest|greatest|heaviest|highest"
    r"|largest|latest|longest|lowest|nearest|newest|oldest|richest|shortest|smallest|strongest|tallest|youngest)\b",
    re.IGNORECASE,
)


def looks_through(question: str) -> bool:
    """Whether a question is answered by looking through several things: the largest of them, or how many.

    >>> looks_through("Which plant employs the most people?"), looks_through("Who is the mother of H?")
    (True, False)
    """
    if asks_for_the_utmost(question) or _OF_MANY.search(question):
        return True
    if _asks_for_the_higher(question) is not None and " or " in question:
        return True
    return any(singular(noun) != noun and noun not in _NO_NOUNS for noun in _WHICH_OF_MANY.findall(question))


def compares(words: str) -> bool:
    """Whether words set one thing above or below another, which no fact says of both at once.

    >>> compares("⟨1⟩ has more seats than ⟨2⟩"), compares("⟨1⟩ rather than ⟨2⟩")
    (True, False)
    """
    return _THAN.search(words) is not None


def asks_for_the_utmost(question: str) -> bool:
    """Whether a question asks which of several things is the largest, the first, and the like.

    >>> asks_for_the_utmost("Which plant employs most people?"), asks_for_the_utmost("How many are there?")
    (True, False)
    """
    return _UTMOST.search(question) is not None


def compared_nodes(tokens: Tokens, mentions: Sequence[Mention]) -> tuple[int, ...]:
    """What a question sets side by side, in its order: "Which is older, A or B?"; empty where it does not."""
    listed = [
        mention
        for mention, before, behind in zip(mentions, [None, *mentions], [*mentions[1:], None], strict=False)
        if _stand_beside(tokens, before, mention) or _stand_beside(tokens, mention, behind)
    ]
    if not listed and len(mentions) == 2 and _asks_for_the_higher(tokens.text) is not None:
        listed = list(mentions)  # "Was A founded before B?"
    return tuple(dict.fromkeys(node for mention in listed for node in mention.nodes))


def _stand_beside(tokens: Tokens, one: Mention | None, other: Mention | None) -> bool:
    if one is None or other is None:
        return False
    between = tokens.normal[one.end : other.start]
    return _BESIDE.issuperset(between) and not _CHOICES.isdisjoint(between)


def comparison(
    question: str,
    answer: str,
    nodes: Sequence[int],
    compared: Sequence[int],
    others: Collection[int],
    path: ChosenPath,
    graph: ReadableGraph,
) -> bool | None:
    """Whether an answer to such a question is what the facts of a path say; None where they do not tell.

    Args:
        nodes: what the answer means in the graph.
        compared: see `compared_nodes`.
        others: what the question names besides, as "Which of A and B is in C?"
    """
    chosen = {node for node in compared if any(_are_joined(node, other, path) for other in others)}
    if nodes and len(chosen) == 1:
        return not chosen.isdisjoint(nodes)
    if _ALIKE.search(question) and is_judgement(answer):
        return _are_alike(question, _says_yes(answer), compared, path, graph)
    ordered = is_ordered(question, compared, path, graph)
    if ordered is None:
        return None
    if is_judgement(answer):
        return _says_yes(answer) == ordered
    right = compared[0] if ordered else compared[1]
    return right in nodes if nodes else None


def _are_alike(
    question: str, yes: bool, compared: Sequence[int], path: ChosenPath, graph: ReadableGraph
) -> bool | None:
    """Whether a yes or no is right about things that are said to share something, at once or further on."""
    ends = _ends(question, compared, path, graph)
    if ends is None:
        return None
    if not ends[0].isdisjoint(ends[1]):
        return yes
    one, other = compared
    beyond = [_reached(one, other, path), _reached(other, one, path)]
    return True if yes and not beyond[0].isdisjoint(beyond[1]) else not yes


def _reached(node: int, besides: int, path: ChosenPath) -> set[int]:
    """What the facts of a path lead to from a node, not by way of another."""
    reached, found = {node}, True
    while found:
        found = False
        for support in path.supports:
            new = support.ends - reached
            if len(new) == 1 and besides not in support.ends:
                reached |= new
                found = True
    return reached - {node}


def is_ordered(text: str, compared: Sequence[int], path: ChosenPath, graph: ReadableGraph) -> bool | None:
    """Whether the first of two things has the number that a text sets above or below that of the other.

    It is lower where something came "before", higher where it is "larger". None where the facts of a path do
    not tell.
    """
    turned = _asks_for_the_higher(text)
    ends = None if turned is None else _ends(text, compared, path, graph, of_numbers=True)
    if ends is None:
        return None
    first, second = (min(int(graph.name(node)) for node in end) for end in ends)
    return first > second if turned else first < second


def _asks_for_the_higher(question: str) -> bool | None:
    """Whether the higher of two numbers is asked for, or the lower; None where that is not told."""
    if not _COMPARED.search(question):
        return None  # as most do not
    for lower, higher in _COMPARATIVES:
        asked = bool(lower.search(question)), bool(higher.search(question))
        if any(asked):
            return None if all(asked) else asked[1]
    return None


def _ends(
    text: str,
    compared: Sequence[int],
    path: ChosenPath,
    graph: ReadableGraph,
    *,
    of_numbers: bool = False,
) -> tuple[set[int], set[int]] | None:
    """Where facts of one relation lead from each of two things; None where it is not told which relation.

    It is the only one that either has facts of, or of several the one whose label the text uses.
    """
    if len(compared) != 2:
        return None
    found = {}
    for relation in dict.fromkeys(support.join.relation for support in path.supports):
        one, other = (_led_to(node, relation, path) for node in compared)
        if of_numbers and not all(graph.name(node).isdecimal() for node in one | other):
            continue
        if one or other:
            found[relation] = one, other
    asked = {singular(word) for word in Tokens.of(text).normal}
    used = [relation for relation in found if asked & graph.relations[relation].stems]
    chosen = used or list(found)
    return found[chosen[0]] if len(chosen) == 1 and all(found[chosen[0]]) else None


def _are_joined(one: int, other: int, path: ChosenPath) -> bool:
    return any(support.ends == {one, other} for support in path.supports)


def _led_to(node: int, relation: int, path: ChosenPath) -> set[int]:
    return {
        support.second if support.first == node else support.first
        for support in path.supports
        if support.join.relation == relation and node in (support.first, support.second)
    }


def _says_yes(answer: str) -> bool:
    return not re.match(
        r"\W*(?:(?:no|nein|non|нет|false|neither|none|different)\b|否|不是)", answer, re.IGNORECASE
    )


def are_compared(answer: Collection[int], compared: Collection[int]) -> bool:
    """Whether an answer is one of the things that a question offers."""
    return len(compared) > 1 and not set(compared).isdisjoint(answer)
