"""Names that are not written out in full: a part of them, their ends, initials, a title and a surname."""

PARTICLES = frozenset("of the de du des la le von van der den di da del el al bin ibn".split())
"""What stands within names: "Joan of Arc"."""

TITLES = frozenset(
    """
    mr mrs ms miss mister dr doctor prof professor judge justice senator president captain colonel sir dame
    lord lady madame monsieur reverend rev
    """.split()
)
"""How people are addressed. What may tell namesakes apart is no such title: "King Henry", "Prince Henry"."""


_OF_MEN = frozenset("mr mister sir lord monsieur".split())
_OF_WOMEN = frozenset("mrs ms miss dame lady madame".split())
_SHORTEST_STEM, _LONGEST_ENDING = 3, 3  # letters of a word in those scripts
_CUT = (1, *range(3, 10))  # letters of a word cut short: "A.", "Univ."
_AGAINST = frozenset({"v", "vs", "versus"})


def is_part(words: str, name: str) -> bool:
    """Whether words stand within a name; but no title alone: no "Judge" for "Judge Ann Hill".

    >>> is_part("judge", "judge ann hill"), is_part("president", "president of chile")
    (False, True)
    """
    if f" {words} " not in f" {name} ":
        return False
    _, _, behind = name.partition(f"{words} ")
    addressed = words in TITLES and name.startswith(f"{words} ")
    return not addressed or behind.split(" ", 1)[0] in PARTICLES


def leaves_out(words: str, name: str) -> bool:
    """Whether words are a name without some within it: "Judge Hill" for "Judge Ann Hill".

    What a name is of tells others of its first word apart: "Anne of Austria" is not "Anne Marie of Austria".

    >>> leaves_out("judge hill", "judge ann hill"), leaves_out("room hall", "room 7 hall")
    (True, False)
    """
    said, written = words.split(), name.split()
    if len(said) < 2 or said[0] != written[0] or said[-1] != written[-1] or not PARTICLES.isdisjoint(said):
        return False
    left = iter(written)
    return all(word in left for word in said) and all(word.isalpha() or word in said for word in written)


def are_initials(words: str, name: str) -> bool:
    """Whether words are the initials of a name, which may leave out particles.

    >>> are_initials("cml", "chronic myeloid leukemia"), are_initials("eu", "union of europe")
    (True, False)
    """
    letters, written = words.replace(" ", ""), name.split()
    if not 1 < len(letters) <= len(written):
        return False
    all_of_them = "".join(word[0] for word in written)
    return letters in (all_of_them, "".join(word[0] for word in written if word not in PARTICLES))


def has_initials(words: str, name: str) -> bool:
    """Whether words are a name with some before its last cut to a letter, or short: "A. Hill" for "Ann Hill".

    >>> has_initials("dr a hill", "dr ann hill"), has_initials("univ of hull", "university of hull")
    (True, True)
    >>> has_initials("b hill", "ann hill"), has_initials("a", "ann")
    (False, False)
    """
    said, written = words.split(), name.split()
    if len(said) != len(written) or len(said) < 2 or said[-1] != written[-1] or said == written:
        return False
    return all(
        one == other or (len(one) in _CUT and other.startswith(one))
        for one, other in zip(said, written, strict=True)
    )


def stands_before(words: str, name: str) -> bool:
    """Whether words begin a name, before what it is of or against: "Hill" for "Hill v. Dale"."""
    behind = name[len(words) + 1 :].split(" ", 1)[0]
    return name.startswith(f"{words} ") and behind in PARTICLES | _AGAINST


def without_title(words: str) -> str:
    """The words behind a title, empty where none opens them: "hill" of "judge hill"."""
    title, _, name = words.partition(" ")
    return name if title in TITLES else ""


def may_be_called(words: str, name: str) -> bool:
    """Whether a title may go with one who bears a name: "Judge Hill" may be Dr. Hill, "Mrs. Hill" not Mr."""
    titles = {words.partition(" ")[0], name.partition(" ")[0]}
    return _OF_MEN.isdisjoint(titles) or _OF_WOMEN.isdisjoint(titles)


def inflects(key: str, name: str) -> bool:
    """Whether two names of several words differ in endings alone: "Ясной Поляне" for "Ясная Поляна"."""
    words, others = key.split(), name.split()
    return len(words) == len(others) > 1 and all(map(_share_a_stem, words, others))


def _share_a_stem(word: str, other: str) -> bool:
    stem = max(_SHORTEST_STEM, max(len(word), len(other)) - _LONGEST_ENDING)
    return word[:stem] == other[:stem]
