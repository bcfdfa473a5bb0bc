"""From the query of a question to the one that returns the graph which it matches."""

import pyoxigraph as ox

from ...engine.errors import InputError
from .reader import read_pattern
from .tokens import Token, endpoint_tokens, joined

_NOTHING = ox.Store()
_END = Token("end", "")


def construct_of(query: str) -> str:
    """A query as CONSTRUCT, on one line of standard SPARQL, with every IRI written out.

    A SELECT query becomes CONSTRUCT of its triple patterns: its WHERE and what comes after it stay, so that
    conditions, order and limit choose the same rows. A CONSTRUCT query stays; one without a template, which
    Virtuoso takes with conditions as the standard does not, is given its triple patterns.

    >>> construct_of("PREFIX n: <http://x/> SELECT ?x { ?c n:in ?x FILTER(?x != ?c) } LIMIT 3")
    'CONSTRUCT { ?c <http://x/in> ?x } WHERE { ?c <http://x/in> ?x FILTER ( ?x != ?c ) } LIMIT 3'

    Reference: Direct Evaluation of CoT, Appendix A: "We replace SELECT query in each SPARQL query into a
    CONSTRUCT query to return the corresponding graph", Example 2.

    Raises:
        InputError: it is neither, is no SPARQL, or is not read (property paths, blank nodes, GROUP BY); the
            message is the reason alone.
    """
    text = _written(endpoint_tokens(query))
    try:
        _NOTHING.query(text)
    except SyntaxError as error:
        raise InputError(str(error.msg).partition("\n")[0]) from None
    return text


def _written(tokens: list[Token]) -> str:
    first, following = [*tokens, _END, _END][:2]
    if first.word == "CONSTRUCT" and following.text == "{":
        return joined(tokens)
    if first.word not in ("SELECT", "CONSTRUCT"):
        raise InputError(f"it is no SELECT or CONSTRUCT query: it begins with {first.text!r}")
    asked = read_pattern(tokens)
    parts = (
        f"CONSTRUCT {{ {' . '.join(asked.triples)} }}",
        asked.dataset,
        f"WHERE {{ {asked.body} }}",
        asked.modifiers,
    )
    return " ".join(filter(None, parts))
