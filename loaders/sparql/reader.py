"""From the text of a SELECT query to its triple patterns."""

from collections.abc import Sequence
from typing import NamedTuple

from ...engine.errors import InputError
from ..freebase import entity_id, relation_id
from .query import Part, QueryPattern, SelectQuery, SortKey, Term, TriplePattern
from .tokens import RDF_TYPE, Token, joined, standard_tokens

_AGGREGATES = frozenset({"COUNT", "SUM", "AVG", "MIN", "MAX", "SAMPLE", "GROUP_CONCAT"})
_BRACKETS = {"{": "}", "(": ")"}
_TERMS = frozenset({"iri", "variable", "text", "number"})


def read_select(query: str) -> SelectQuery:
    """Read a SELECT query of standard SPARQL or of Virtuoso's dialect.

    A query that only wraps another, as GrailQA's do, is read as the one inside.

    Raises:
        InputError: it is no SELECT query, asks for an aggregate, or uses what is not read (property paths,
            blank nodes); the message is the reason alone.
    """
    return _Reader(standard_tokens(query)).query()


def read_pattern(tokens: Sequence[Token]) -> QueryPattern:
    """What a SELECT query matches, whatever it selects of it: names, an aggregate, or all (`*`).

    A query that only wraps another is read as the one inside.

    Raises:
        InputError: as `read_select`; or it groups its rows, or has no triple pattern.
    """
    return _Reader(tokens).pattern()


class _Written(NamedTuple):
    """A term with its text: as it stands, and without the type or the language of a literal."""

    term: Term
    text: str
    bare: str


class _Reader:
    """Recursive descent over tokens. The body's conditions are passed on as text, not understood."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._place = 0
        self._parts: list[Part] = []
        self._patterns: list[TriplePattern] = []
        self._constants: dict[str, tuple[str, ...]] = {}

    # -- the query

    def query(self) -> SelectQuery:
        if self._next.word != "SELECT":
            raise InputError(f"only SELECT queries are read, not one that begins with {self._next.text!r}")
        answer = self._projection()
        body = self._bracketed("{")
        if body[0].word == "SELECT":
            return _Reader(body).query()
        order, limit = self._modifiers()
        inside = _Reader(body)
        inside._group(needed=True)
        return SelectQuery(
            answer=answer,
            parts=tuple(inside._parts),
            patterns=tuple(inside._patterns),
            constants=inside._constants,
            order=order,
            limit=limit,
        )

    def pattern(self) -> QueryPattern:
        """The query from its first word on, of whatever form: SELECT …, or CONSTRUCT WHERE …."""
        before = self._passed_over()
        starts = [place for place, token in enumerate(before) if token.word == "FROM"]
        dataset = [token for token in before[starts[0] :] if token.word != "WHERE"] if starts else []
        body = self._bracketed("{")
        if body[0].word == "SELECT":
            return _Reader(body).pattern()
        modifiers = self._tokens[self._place :]
        if any(token.word == "GROUP" for token in modifiers):
            raise InputError("it groups its rows, which have no graph of their own")
        inside = _Reader(body)
        inside._group(needed=True)
        triples = tuple(dict.fromkeys(pattern.text for pattern in inside._patterns))
        if not triples:
            raise InputError("it holds no triple pattern")
        return QueryPattern(triples, joined(dataset), joined(body), joined(modifiers))

    def _passed_over(self) -> list[Token]:
        """The tokens before the next group."""
        return [self._take() for _ in iter(lambda: self._next.text in ("{", ""), True)]

    def _projection(self) -> str:
        """The first variable that is selected."""
        selected = self._passed_over()
        if any(token.word in _AGGREGATES for token in selected):
            raise InputError("it asks for an aggregate, where no path can end")
        named = [token.text[1:] for token in selected if token.kind == "variable"]
        if not named:
            raise InputError("it selects no variable by name")
        return named[0]

    def _modifiers(self) -> tuple[tuple[SortKey, ...], int | None]:
        order: list[SortKey] = []
        limit: int | None = None
        while self._next.text:
            token = self._take()
            if token.word == "LIMIT" and self._next.text.isdecimal():
                limit = int(self._take().text)
            elif token.word in ("ORDER", "BY"):
                continue
            elif token.kind == "variable":
                order.append(SortKey(token.text, descends=False))
            elif self._next.text == "(":
                function = "" if token.word in ("ASC", "DESC") else token.text
                key = joined(self._bracketed("("))
                order.append(SortKey(f"{function} ( {key} )", descends=token.word == "DESC"))
            else:
                raise InputError(f"{token.text!r} after its body is not read")
        return tuple(order), limit

    # -- the body

    def _group(self, *, needed: bool) -> None:
        """Everything up to the end of the tokens."""
        while self._next.text:
            if self._next.text == ".":
                self._take()
            elif self._next.text == "{":
                self._alternatives()
            elif self._next.word:
                self._clause()
            else:
                self._triples(needed=needed)

    def _clause(self) -> None:
        start = self._place
        word = self._take().word
        if word == "VALUES":
            self._values()
            return
        if word == "OPTIONAL":
            self._patterns_within(self._bracketed("{"))
        elif word in ("FILTER", "BIND", "MINUS"):
            while self._next.kind in ("word", "iri"):  # NOT EXISTS, or the name of a function
                self._take()
            self._bracketed(self._next.text)
        else:
            raise InputError(f"{word} is not read")
        self._pass_on(start)

    def _alternatives(self) -> None:
        """A group of its own, or several joined by UNION."""
        start = self._place
        self._patterns_within(self._bracketed("{"))
        while self._next.word == "UNION":
            self._take()
            self._patterns_within(self._bracketed("{"))
        self._pass_on(start)

    def _patterns_within(self, tokens: Sequence[Token]) -> None:
        if tokens[0].word == "SELECT":
            return
        inside = _Reader(tokens)
        inside._group(needed=False)
        self._patterns += inside._patterns

    def _values(self) -> None:
        """One variable and its constants, whose types do not count: graphs state text."""
        variable = self._take()
        if variable.kind != "variable":
            raise InputError("VALUES of several variables is not read")
        inside = _Reader(self._bracketed("{"))
        terms = []
        while inside._next.text:
            terms.append(inside._term())
        self._constants[variable.text[1:]] = tuple(one.term.value for one in terms)
        self._parts.append(Part(f"VALUES {variable.text} {{ {' '.join(one.bare for one in terms)} }}", None))

    def _triples(self, *, needed: bool) -> None:
        """A subject with its relations and objects; each triple becomes a part of its own."""
        head = self._term()
        while True:
            relation = self._term(is_relation=True)
            while True:
                tail = self._term()
                places = (head, relation, tail)
                text = " ".join(one.text for one in places)
                pattern = TriplePattern(head.term, relation.term, tail.term, needed, text)
                self._patterns.append(pattern)
                self._parts.append(Part(f"{' '.join(one.bare for one in places)} .", pattern))
                if self._next.text != ",":
                    break
                self._take()
            if self._next.text != ";":
                return
            while self._next.text == ";":
                self._take()
            if self._next.text in (".", ""):
                return

    def _term(self, *, is_relation: bool = False) -> _Written:
        start = self._place
        token = self._take()
        if is_relation and token.text == "a":
            token = Token("iri", f"<{RDF_TYPE}>")
        if token.kind not in _TERMS:
            raise InputError(f"{token.text!r} is not read in a triple pattern (a path, a blank node, a list)")
        if token.kind == "variable":
            return _Written(Term(token.text[1:], is_variable=True), token.text, token.text)
        if token.kind == "iri":
            identify = relation_id if is_relation else entity_id
            return _Written(Term(identify(token.text), is_variable=False), token.text, token.text)
        if self._next.text == "^^":
            self._take()
            self._take()
        elif self._next.kind == "language":
            self._take()
        value = token.text[1:-1] if token.kind == "text" else token.text
        written = joined(self._tokens[start : self._place])
        return _Written(Term(value, is_variable=False), written, token.text)

    # -- tokens

    @property
    def _next(self) -> Token:
        return self._tokens[self._place] if self._place < len(self._tokens) else Token("end", "")

    def _take(self) -> Token:
        token = self._next
        if not token.text:
            raise InputError("it ends too early")
        self._place += 1
        return token

    def _bracketed(self, opening: str) -> Sequence[Token]:
        """The tokens between the bracket that comes next and its counterpart; at least one."""
        if self._next.text != opening or opening not in _BRACKETS:
            raise InputError(f"{self._next.text or 'its end'!r} stands where a bracket should open")
        start, depth = self._place, 0
        while True:
            token = self._take()
            depth += (token.text == opening) - (token.text == _BRACKETS[opening])
            if not depth:
                break
        if self._place - start == 2:
            raise InputError("it holds an empty group")
        return self._tokens[start + 1 : self._place - 1]

    def _pass_on(self, start: int) -> None:
        self._parts.append(Part(joined(self._tokens[start : self._place]), None))
