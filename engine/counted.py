"""Numbers before words, as messages tell them: "1 row is", "2,000 rows are"."""


def counted(count: int, noun: str, nouns: str = "") -> str:
    """A number with what it counts.

    >>> counted(1, "row"), counted(0, "bad row"), counted(2_000, "entity", "entities")
    ('1 row', '0 bad rows', '2,000 entities')

    Args:
        nouns: for all numbers but 1; `noun` with an "s" where it is empty.
    """
    return f"{count:,} {by_count(count, noun, nouns or f'{noun}s')}"


def by_count(count: int, one: str, several: str) -> str:
    """The word that goes with a number.

    >>> f"{1} of 4 rows {by_count(1, 'is', 'are')} missing"
    '1 of 4 rows is missing'
    """
    return one if count == 1 else several


def counted_of(
    count: int, total: int, noun: str, one: str = "is", several: str = "are", *, nouns: str = ""
) -> str:
    """How many of some, with the verb that goes with it.

    >>> counted_of(1, 4, "row"), counted_of(2, 4, "row"), counted_of(0, 1, "row", "was", "were")
    ('1 of 4 rows is', '2 of 4 rows are', '0 of 1 row was')

    Args:
        one, several: the verb for 1, and for other numbers.
    """
    verb = by_count(1 if total == 1 else count, one, several)
    return f"{count:,} of {counted(total, noun, nouns)} {verb}"
