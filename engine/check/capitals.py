"""Words that may be of names, by their capitals."""

from ..language.tokens import Tokens


def names_in(text: str) -> list[str]:
    """The words with a capital, in normal form, but for the one that opens the text: it has one anyhow.

    >>> names_in("Later Ann Lee left Ely.")
    ['ann', 'lee', 'ely']
    """
    tokens = Tokens.of(text)
    return [tokens.normal[at] for at in sorted(tokens.capitals) if at and tokens.normal[at]]
