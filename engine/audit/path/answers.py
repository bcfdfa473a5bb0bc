"""What the answer of a chain means in the graph."""

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from ...grounding.readable import ReadableGraph
from ...reading.clauses import are_in_line
from ...reading.tokens import Tokens, name_key

_REMARK = re.compile(r"\s*[(（][^()（）]*[)）]\s*$")
_REMARKS = re.compile(r"\s*[(（][^()（）]*[)）](?=\W|$)")  # also within: "A (of B) and C (of D)"
_BEHIND_DASH = re.compile(r"\s+[–—-]\s+.*$")
_NUMBERS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
}
_NUMBER = re.compile(
    rf"\W*(?:(?:about|around|roughly|approximately|some|exactly|over|nearly)\s+)?"
    rf"(?P<number>\d[\d,.]*|(?:{'|'.join(_NUMBERS)})\b)\W*\w*\W*",
    re.IGNORECASE,
)
_YES, _NO = "yes|ja|oui|sí|sì|да|是", "no|nein|non|нет|否|不是"
_JUDGEMENT = re.compile(
    rf"\W*(?:(?:{_YES}|{_NO}|true|false|both|neither|none|the same|different)\b|[是否](?=\W|$))",
    re.IGNORECASE,
)
_SAID_FIRST = re.compile(rf"\W*({_YES}|{_NO})(?=\W)", re.IGNORECASE)
_OF_QUANTITY = re.compile(
    r"\bhow (?:many|much|fast|old|tall|long|high|far|big|large|heavy|deep|often)\b"
    r"|\b(?:population|number|dose|calories|speed|price|cost|height|length|weight|size)\b"
    r"|^\W*(?:when|(?:(?:in|since|until|from) )?(?:what|which) year)\b",
    re.IGNORECASE,
)
_OF_COUNT = re.compile(
    r"\b(?:how many|number of)\b"
    r"(?!\s+(?:years?|days?|months?|weeks?|hours?|times|people|inhabitants|kilomet|miles|met(?:er|re)s|tons))",
    re.IGNORECASE,
)
_COUNT = re.compile(rf"\b(?:{'|'.join(word for word in _NUMBERS if word != 'one')})\b", re.IGNORECASE)
_COUNTED = re.compile(r"\bhow many (\w+)", re.IGNORECASE)
_DIGITS = re.compile(r"(?<![\w.,-])\d[\d,.]*(?![\w-])")
# "Is H a man or a woman?" asks which of the two.
_EITHER = re.compile(r"\bor (?!not\b)(?:an? |the )?\w+\s*\?\s*$", re.IGNORECASE)
_POLAR = re.compile(
    r"\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should"
    r"|ist|sind|war|waren|hat|haben|wird|werden|kann|können|est-ce|est|sont)\b|.*吗[?？]",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(
    r"(?:^|[.!?:;]\s|\n|\b(?:so|therefore|thus|hence|then|answer is|,)\s*,?)\W{0,4}"
    rf"(?:\b({_YES}|{_NO})\b(?! one\b)|([是否])(?=[，,。]))",
    re.IGNORECASE,
)
_ALONE = re.compile(r"\n[^\w\n]*(?P<number>v?\d[\d.,]*(?: ?%| [^\W\d]+)?)\W*\Z", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:the|an?)\s+", re.IGNORECASE)


def answer_nodes(answer: str, graph: ReadableGraph, context: Sequence[int]) -> tuple[int, ...]:
    """The nodes that an answer may mean; none when the graph knows nothing of that name.

    The whole answer counts before the answer without the remark behind it ("male (the gender)"), a written
    name before a part of one, and parts and misspellings only as names of the context.
    """
    if nodes := graph.names.named(name_key(answer)):
        return nodes
    bare = _REMARK.sub("", answer)
    for text in (bare, _ARTICLE.sub("", bare), _BEHIND_DASH.sub("", _ARTICLE.sub("", bare))):
        if nodes := graph.names.named(name_key(text)):
            return nodes
    nodes, _ = graph.finder.resolve(name_key(bare), context)
    if nodes:
        return nodes
    hits = graph.names.find(Tokens.of(bare))
    return tuple(dict.fromkeys(node for hit in hits for node in hit.nodes))


def listed_nodes(answer: str, graph: ReadableGraph, context: Collection[int]) -> list[tuple[int, ...]]:
    """What each thing may mean that an answer lists ("A and B", "the cities A, B and C"); else empty.

    "Paris, France" is none, nor is a name with "and" in it. What the graph does not know is left out.
    """
    if " and " not in answer or graph.names.named(name_key(answer)):
        return []
    tokens = Tokens.of(_REMARKS.sub("", answer))
    plain, doubtful = graph.finder.named(tokens)
    listed = graph.finder.mentions(tokens, sorted([*plain, *doubtful]), sorted(context))
    in_line = all(are_in_line(tokens, one, other) for one, other in pairwise(listed))
    if len(listed) < 2 or not in_line or any(tokens.normal[listed[-1].end :]):
        return []
    between = tokens.normal[listed[-2].end : listed[-1].start]
    return [one.nodes for one in listed if one.nodes] if "and" in between else []


def gold_nodes(names: Iterable[str], graph: ReadableGraph) -> frozenset[int]:
    """The nodes of ids or names."""
    return frozenset(node for name in names for node in graph.nodes(name))


def says_the_same(answer: str, names: Iterable[str]) -> bool:
    """Whether an answer is one of these in other spelling; for answers that are no entities (dates)."""
    keys = {name_key(answer), name_key(_REMARK.sub("", answer))}
    if said := _SAID_FIRST.match(answer):
        keys.add(said[1].lower())  # "yes, both are"
    number = number_in(answer)
    return any(name_key(name) in keys or (number is not None and number_in(name) == number) for name in names)


def is_judgement(answer: str) -> bool:
    """Whether an answer says yes or no, compares, or counts, so that it names nothing that a path leads to.

    >>> is_judgement("No, they differ."), is_judgement("2"), is_judgement("Norway")
    (True, True, False)
    """
    return bool(_JUDGEMENT.match(answer)) or is_number(answer)


def is_number(answer: str) -> bool:
    """Whether an answer is a number: "2", "about 30,000", "two films"."""
    return bool(_NUMBER.fullmatch(answer))


def number_in(answer: str) -> int | None:
    """The whole number that an answer gives.

    >>> number_in("two films"), number_in("about 30,000")
    (2, 30000)
    """
    found = _NUMBER.fullmatch(answer)
    if found is None:
        return None
    digits = found["number"].replace(",", "").rstrip(".")
    return int(digits) if digits.isdigit() else _NUMBERS.get(digits.lower())


def yes_or_no(question: str, text: str) -> str | None:
    """What a chain says to a question of yes or no: the last such word that opens a sentence or concludes.

    >>> yes_or_no("Is Rome in Italy?", "Rome is the capital of Italy. So yes, it is.")
    'yes'
    """
    if not _POLAR.match(question) or _EITHER.search(question):
        return None
    said = _YES_OR_NO.findall(text)
    return "".join(said[-1]).lower() if said else None


def asks_for_a_count(question: str) -> bool:
    """Whether a question asks how many things there are, which can be counted in a graph.

    >>> asks_for_a_count("How many films did she make?"), asks_for_a_count("How many years did it take?")
    (True, False)
    """
    return bool(_OF_COUNT.search(question))


def number_alone(text: str) -> str | None:
    """The number that stands alone on the last line of a text of several; None where none does.

    >>> number_alone("He is low.\\n**2410**"), number_alone("It is out.\\n\\nv1.6.0"), number_alone("7")
    ('2410', 'v1.6.0', None)
    """
    found = _ALONE.match(text, max(0, text.rstrip().rfind("\n")))
    return found["number"].rstrip(".,") if found else None


def quantity(question: str, sentence: str) -> str | None:
    """The number that a sentence gives to a question of how many or how much; None for other questions.

    >>> quantity("How fast can a cheetah run?", "Its top speed is around 100 km/h.")
    '100'
    >>> quantity("How many astronauts flew on Apollo 12?", "So three astronauts flew on Apollo 12.")
    'three'
    """
    found = None
    if counted := _COUNTED.search(question):
        number = rf"(?:{_COUNT.pattern}|{_DIGITS.pattern})"
        found = re.search(rf"{number}(?=\s+{counted[1]}\b)", sentence, re.IGNORECASE)  # "two people"
    if found is None and _OF_COUNT.search(question):
        found = _COUNT.search(sentence)
    if found is None and _OF_QUANTITY.search(question):
        found = _DIGITS.search(sentence)
    return found[0].rstrip(".,") if found else None
