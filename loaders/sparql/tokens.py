"""SPARQL as tokens, with Virtuoso's dialect turned into the standard's.

The queries of ComplexWebQuestions and GrailQA were written for Virtuoso. It knows OR, takes names whose
prefix is not declared, casts by `xsd:datetime`, takes a day for a time, and its Freebase states dates as
plain text: "2015" and "2015-08-10-08:00" compare as text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ...engine.errors import InputError

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"

_PREFIXES = {
    "xsd:": XSD,
    "rdf:": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs:": "http://www.w3.org/2000/01/rdf-schema#",
    "ns:": "http://rdf.freebase.com/ns/",
}
_DATES = frozenset(f"{XSD}{name}" for name in ("dateTime", "datetime", "date", "gYear", "gYearMonth"))
_NUMBERS = frozenset(f"{XSD}{name}" for name in ("integer", "int", "float", "double", "decimal"))
_OPERATORS = {"OR": "||", "AND": "&&"}
_COMPARISONS = frozenset({"<", ">", "<=", ">=", "=", "!="})

_TOKEN = re.compile(
    r"""
    (?P<gap> \s+ | \#[^\n]* )
  | (?P<iri> <[^<>"{}|^`\\\s]*> )
  | (?P<text> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
  | (?P<variable> [?$]\w+ )
  | (?P<short> (?:[A-Za-z][\w-]*)? : (?:[\w%-] | [.:](?=[\w%-]))* )
  | (?P<word> [A-Za-z]\w* )
  | (?P<number> \d+(?:\.\d+)?(?:[eE][+-]?\d+)? )
  | (?P<language> @[A-Za-z-]+ )
  | (?P<sign> \^\^ | && | \|\| | != | <= | >= | . )
    """,
    re.VERBOSE | re.DOTALL,
)


_DAY = re.compile(r"([\"'])\d{4}-\d\d-\d\d\1")


class Token(NamedTuple):
    """A piece of a query, and which alternative of the grammar above it is; IRIs are written out."""

    kind: str
    text: str

    @property
    def word(self) -> str:
        """The upper-case word; empty for what is not one."""
        return self.text.upper() if self.kind == "word" else ""

    @property
    def iri(self) -> str:
        """The IRI without its brackets; empty for what is not one."""
        return self.text[1:-1] if self.kind == "iri" else ""


_CAST = Token("iri", f"<{XSD}dateTime>")


def standard_tokens(query: str) -> list[Token]:
    """The tokens of a query in standard SPARQL, with every IRI written out and no prologue.

    Dates are compared as text, numbers are cast: the literals of a groundpath graph have no types.

    >>> " ".join(token.text for token in standard_tokens("SELECT ?x { FILTER(?x = '1' OR ?x = ns:m.01) }"))
    "SELECT ?x { FILTER ( ?x = '1' || ?x = <http://rdf.freebase.com/ns/m.01> ) }"

    Raises:
        InputError: a prefix that is neither declared nor commonly known.
    """
    return _numbers_compared(_dates_as_text(list(_written_out(_tokens(query)))))


def endpoint_tokens(query: str) -> list[Token]:
    """The same for a server whose literals have their types: only what no standard knows is turned.

    >>> " ".join(token.text for token in endpoint_tokens("{ FILTER(?x = 'a' OR ?x = ns:m.01) }"))
    "{ FILTER ( ?x = 'a' || ?x = <http://rdf.freebase.com/ns/m.01> ) }"

    Raises:
        InputError: a prefix that is neither declared nor commonly known.
    """
    tokens = [_CAST if token.iri == f"{XSD}datetime" else token for token in _written_out(_tokens(query))]
    for place, token in enumerate(tokens[:-2]):
        if tokens[place + 2] == _CAST and _DAY.fullmatch(token.text):
            # What Virtuoso takes for midnight is no time at all to others.
            tokens[place] = Token("text", f"{token.text[:-1]}T00:00:00{token.text[-1]}")
    return tokens


def joined(tokens: Sequence[Token]) -> str:
    """Tokens a space apart, but a literal and its type or language, which are one."""
    text = ""
    for before, token in zip([Token("sign", "^^"), *tokens], tokens, strict=False):
        is_one = "^^" in (before.text, token.text) or token.kind == "language"
        text += token.text if is_one else f" {token.text}"
    return text


def _tokens(query: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(query):
        if match.lastgroup and match.lastgroup != "gap":
            yield Token(match.lastgroup, match.group())


def _written_out(tokens: Iterable[Token]) -> Iterator[Token]:
    """Takes the prefixes off, and the operators that are words."""
    prefixes = dict(_PREFIXES)
    coming = iter(tokens)
    for token in coming:
        if token.word == "PREFIX":
            name, iri = next(coming, token), next(coming, token)
            prefixes[name.text] = iri.iri
        elif token.kind == "short":
            yield Token("iri", f"<{_full(token.text, prefixes)}>")
        elif token.word in _OPERATORS:
            yield Token("sign", _OPERATORS[token.word])
        else:
            yield token


def _full(short: str, prefixes: dict[str, str]) -> str:
    prefix, colon, local = short.partition(":")
    if prefix + colon not in prefixes:
        raise InputError(f"the prefix {prefix + colon} is not declared")
    return prefixes[prefix + colon] + local


def _dates_as_text(tokens: list[Token]) -> list[Token]:
    """A cast to a date becomes STR, a literal with a date's type its text."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        if token.iri in _DATES:
            if kept and kept[-1].text == "^^":
                kept.pop()
                continue
            if _text_at(tokens, place + 1) == "(":
                token = Token("word", "STR")
        kept.append(token)
    return kept


def _numbers_compared(tokens: list[Token]) -> list[Token]:
    """A variable that is compared with a number of a type is cast to it, since graphs state text."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        kept.append(token)
        if token.kind == "variable" and _text_at(tokens, place + 1) in _COMPARISONS:
            typed = tokens[place + 2 : place + 5]
            if len(typed) == 3 and typed[1].text == "^^" and typed[2].iri in _NUMBERS:
                kept[-1:] = [typed[2], Token("sign", "("), token, Token("sign", ")")]
    return kept


def _text_at(tokens: list[Token], place: int) -> str:
    return tokens[place].text if place < len(tokens) else ""
