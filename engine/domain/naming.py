"""What a text on a typed graph names: entities by name, symbol, identifier, abbreviation or kind."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

from ...ext.words import NameHit
from ..grounding.graph import GroundingGraph
from ..language.function_words import words_of
from ..language.morphology import singular
from ..language.rules import words_in
from ..language.tokens import POSSESSIVE, Tokens, name_key
from .abbreviations import introduced
from .compounds import end_of_compound, is_cut, with_aspects
from .kinds import kind_words
from .symbols import is_code, is_listed, is_numbered, is_shouted, is_symbol

How = Literal["name", "symbol", "identifier", "abbreviation", "reference", "unknown"]

_IDENTIFIER = re.compile(r"\b[A-Za-z][A-Za-z.]{0,30}:[A-Za-z]{0,30}\d[\w.]*\b")
_ROMAN = re.compile(r"[ivx]+")
_SHORTEST_PLURAL = 5
_KEPT = 20_000


class Term(NamedTuple):
    """Words `start` to `end` of a sentence that stand for something.

    Attributes:
        nodes: what may be meant, none when the graph does not know it.
        kinds: the types of those nodes, or of the word that points at them.
        words: as the sentence has them.
    """

    start: int
    end: int
    nodes: tuple[int, ...]
    how: How
    kinds: frozenset[str] = frozenset()
    words: str = ""


class EntityNames:
    """Finds what a sentence names in one graph. Case and context decide between a symbol and a word."""

    def __init__(self, graph: GroundingGraph) -> None:
        self._graph = graph
        self.types = _types(graph)
        self.kind_words = kind_words(set().union(*self.types)) if self.types else {}
        self._written = lru_cache(_KEPT)(self._forms)

    def kinds(self, nodes: Iterable[int]) -> frozenset[str]:
        """The types of some nodes."""
        return frozenset().union(*(self.types[node] for node in nodes))

    def terms(self, tokens: Tokens, meant: dict[str, tuple[int, ...]]) -> list[Term]:
        """The terms of a sentence, from left to right, references left out.

        Args:
            meant: abbreviations of the text so far, by what they stand for; those of this sentence are added.
        """
        found = _Places()
        for identifier in self._identifiers(tokens):
            found.add(identifier)
        names = [name for hit in self._hits(tokens) if (name := self._named(tokens, hit))]
        for short, nodes, explained in introduced(tokens, [term[:3] for term in names]):
            if not (explained and self._is_name(short)):
                meant[short] = nodes
        several = [name for name in names if name.end - name.start > 1]  # "HLA-B", whatever HLA stands for
        for term in (*several, *self._abbreviated(tokens, meant), *names, *self._codes(tokens)):
            found.add(term)
        found_terms = self._with_shared_heads(tokens, found.in_order())
        taken = {term.start for term in found_terms}
        spans = tokens.spans()
        return [
            self._narrowed(tokens, term)._replace(words=_written(tokens.text, spans[term.start : term.end]))
            for term in (self._specified(tokens, term, taken) for term in found_terms)
            if not _is_opposed(tokens, term) and not self._is_part(tokens, term)
        ]

    def kind_at(self, tokens: Tokens, at: int) -> frozenset[str]:
        """The types that a word points at: "gene", "diseases"; none for other words."""
        if not 0 <= at < len(tokens.normal):
            return frozenset()
        return self.kind_words.get(tokens.normal[at], frozenset())

    def _hits(self, tokens: Tokens) -> list[NameHit]:
        """Names as they stand and with plurals read as singulars, the longest first."""
        plain = self._graph.names.find(tokens)
        reduced = [
            singular(word) if len(word) >= _SHORTEST_PLURAL and word.isalpha() else word
            for word in tokens.normal
        ]
        if reduced == tokens.normal:
            return plain
        others = self._graph.names.find(replace(tokens, normal=reduced))
        return sorted({*plain, *others}, key=lambda hit: (hit.start - hit.end, hit.start))

    def _named(self, tokens: Tokens, hit: NameHit) -> Term | None:
        """A name, unless it is only a word: a kind of things, or a symbol that is not written as one."""
        words = ["s" if word == POSSESSIVE else word for word in tokens.normal[hit.start : hit.end] if word]
        if hit.by_other_name or is_cut(tokens, hit.end) or all(word in self.kind_words for word in words):
            return None
        if not "".join(tokens.surface[hit.start : hit.end]).isupper() and all(map(self._is_said, words)):
            return None
        if len(words) == 1 and (words[0].isdigit() or _ROMAN.fullmatch(words[0])):
            return None  # "subunit 2", "the class II gene"
        if max(map(len, words)) == 1 and not self._beside(tokens, hit.start, hit.end):
            return None  # "HLA class I", "I do not know": a letter means a thing only beside its kind
        key = " ".join(words)
        reduced = " ".join(map(singular, words))
        bearers = [node for node in hit.nodes if self._graph.names.keys[node] in (key, reduced)]
        nodes = tuple(node for node in bearers or hit.nodes if self._is_written(tokens, hit, key, node))
        if not nodes:
            return None
        return Term(hit.start, hit.end, nodes, "name", self.kinds(nodes))

    def _is_said(self, word: str) -> bool:
        """Whether a word belongs to what sentences say of things, as "not" and "linked" do."""
        return (
            word in words_of("empty") or word in self._graph.called_by.all or word in words_in("words", "not")
        )

    def _is_written(self, tokens: Tokens, hit: NameHit, key: str, node: int) -> bool:
        """Whether a name stands there as its bearer writes it.

        A symbol that is a single word of capitals (WAS, REST) counts only in capitals, and among words that
        are all in capitals only beside a word for its kind.
        """
        forms = self._written(node, key)
        if hit.end - hit.start > 1 or not forms or not all(map(is_symbol, forms)):
            return True
        if tokens.surface[hit.start] not in forms:
            return False
        shouted = is_shouted(tokens, hit.start)
        return not shouted or bool(self._beside(tokens, hit.start, hit.end) & self.types[node])

    def _forms(self, node: int, key: str) -> tuple[str, ...]:
        entity = self._graph.view.entities_at([node])[0]
        return tuple(name for name in (entity.label, *entity.aliases) if name_key(name) == key)

    def _is_name(self, symbol: str) -> bool:
        """Whether a symbol is the very name of an entity, which brackets behind it only explain."""
        key = name_key(symbol)
        return any(self._graph.names.keys[node] == key for node in self._graph.names.named(key))

    def _identifiers(self, tokens: Tokens) -> Iterator[Term]:
        """ "DOID:1234" and the like: one term, whether or not the graph has it."""
        for found in _IDENTIFIER.finditer(tokens.text):
            places = _covered(tokens, found.start(), found.end())
            node = self._graph.ids.get(found.group())
            nodes = () if node is None else (node,)
            yield Term(places.start, places.stop, nodes, "identifier", self.kinds(nodes))

    def _abbreviated(self, tokens: Tokens, meant: dict[str, tuple[int, ...]]) -> Iterator[Term]:
        for at, word in enumerate(tokens.surface):
            part = "-" in tokens.surface[at + 1 : at + 2]
            if word in meant and not part and not self._beside(tokens, at, at + 1) - self.kinds(meant[word]):
                yield Term(at, at + 1, meant[word], "abbreviation", self.kinds(meant[word]))

    def _codes(self, tokens: Tokens) -> Iterator[Term]:
        """Words that the graph does not know, with letters and digits ("rs1") or listed ("A, BTC, C")."""
        for at, word in enumerate(tokens.surface):
            if is_code(word) or (is_symbol(word) and len(word) > 1 and is_listed(tokens, at)):
                end = at + 1 + 2 * is_numbered(tokens, at)
                yield Term(at, end, (), "unknown", self._beside(tokens, at, end))

    def _with_shared_heads(self, tokens: Tokens, terms: list[Term]) -> list[Term]:
        """With names that share their last word with the next one: "breast and ovarian cancer"."""
        shared = list(terms)
        for at in range(len(terms) - 2, -1, -1):
            one, other = terms[at], shared[at + 1]
            joint = tokens.surface[one.end : other.start]
            if not one.nodes or one.kinds & other.kinds or joint not in (["and"], ["or"], [","]):
                continue
            head = _key(tokens, terms[at + 1]) if other is terms[at + 1] else other.words
            nodes = self._graph.names.named(f"{_key(tokens, one)} {head.rpartition(' ')[2]}")
            if self.kinds(nodes) & other.kinds:
                shared[at] = one._replace(nodes=nodes, kinds=self.kinds(nodes), words=head)
        return shared

    def _narrowed(self, tokens: Tokens, term: Term) -> Term:
        """With those of its nodes that are of the kind named beside it: "the MET gene"."""
        said = self._beside(tokens, term.start, term.end)
        if not said or not term.nodes or term.kinds <= said:
            return term
        bearing = self._graph.names.named(_key(tokens, term))
        nodes = tuple(node for node in (*term.nodes, *bearing) if self.types[node] & said)
        return term._replace(nodes=nodes, kinds=self.kinds(nodes)) if nodes else term

    def _specified(self, tokens: Tokens, term: Term, taken: set[int]) -> Term:
        """With the words behind a comma that make it something narrower, which the graph does not know.

        "Robinow syndrome, autosomal recessive is …" is not about every Robinow syndrome.

        Args:
            taken: where terms begin.
        """
        end = term.end + 1
        if tokens.surface[term.end : end] != [","]:
            return self._whole(tokens, term, taken)
        while end < len(tokens.normal) and end not in taken and self._may_specify(tokens, end):
            end += 1
        verb = "".join(tokens.normal[end : end + 1])
        if end == term.end + 1 or not self._is_verb(verb):
            return term
        return term._replace(end=end, nodes=(), how="unknown")

    def _whole(self, tokens: Tokens, term: Term, taken: set[int]) -> Term:
        """With the nouns of which it only is the beginning; the graph does not know what they name."""
        if not term.nodes or self.kind_at(tokens, term.end) or self._is_part(tokens, term):
            return term
        end = end_of_compound(tokens, term.start, term.end, self._graph.called_by.all, taken)
        return term if end == term.end else Term(term.start, end, (), "unknown")

    def _may_specify(self, tokens: Tokens, at: int) -> bool:
        word = tokens.normal[at]
        if not word or word in words_in("nouns", "classes"):
            return tokens.surface[at] == "-" or word in words_in("nouns", "classes")
        return not (word in self.kind_words or self._is_said(word) or self._is_verb(word))

    def _is_verb(self, word: str) -> bool:
        """Whether a word may be that of a relation."""
        return word in words_in("words", "finite") or (
            word in self._graph.called_by.all and word not in words_of("empty")
        )

    def _is_part(self, tokens: Tokens, term: Term) -> bool:
        """Whether it belongs to a description of something else: "breast cancer susceptibility gene"."""
        words = tokens.normal[term.end : term.end + 2]
        if len(words) < 2 or not words[0] or words[0] in words_of("empty") or self.kind_at(tokens, term.end):
            return False
        kinds = self.kind_at(tokens, term.end + 1)
        verb = words[0].endswith("s") and self._is_said(words[0])
        return bool(kinds) and bool(term.kinds) and not kinds & term.kinds and not verb

    def places(self, tokens: Tokens, terms: Sequence[Term]) -> list[tuple[int, int]]:
        """Where terms stand with the words for their kinds and aspects: "variants in the NOD2 gene"."""
        taken = {at for term in terms for at in range(term.start, term.end)}
        return [with_aspects(tokens, term.start, term.end, self.kind_words, taken) for term in terms]

    def _beside(self, tokens: Tokens, start: int, end: int) -> frozenset[str]:
        """The kind that a word right before or behind names."""
        if before := self.kind_at(tokens, start - 1):
            return before
        return self.kind_at(tokens, end)


class _Places:
    """Terms that do not overlap; those added first stay."""

    def __init__(self) -> None:
        self._terms: list[Term] = []
        self._taken: set[int] = set()

    def add(self, term: Term) -> None:
        places = range(term.start, term.end)
        if self._taken.isdisjoint(places):
            self._taken.update(places)
            self._terms.append(term)

    def in_order(self) -> list[Term]:
        return sorted(self._terms)


def _types(graph: GroundingGraph) -> list[frozenset[str]]:
    """The types of each node; equal sets are one object."""
    known: dict[tuple[str, ...], frozenset[str]] = {}
    lists = graph.view.entities["types"].to_pylist()
    return [known.setdefault(tuple(types), frozenset(types)) for types in lists]


def _key(tokens: Tokens, term: Term) -> str:
    return " ".join(word for word in tokens.normal[term.start : term.end] if word)


def _written(text: str, spans: Sequence[tuple[int, int]]) -> str:
    return text[spans[0][0] : spans[-1][1]]


def _is_opposed(tokens: Tokens, term: Term) -> bool:
    """Whether words before it make it something else: "non-", "anti-", "other than", "instead of"."""
    before = tuple(tokens.normal[max(0, term.start - 2) : term.start])
    hyphenated = before[:1] in (("non",), ("anti",)) and tokens.surface[term.start - 1] == "-"
    return hyphenated or " ".join(before) in words_in("nouns", "opposing") or before[-1:] == ("unlike",)


def _covered(tokens: Tokens, start: int, end: int) -> range:
    """The tokens that lie in characters `start` to `end` of the text."""
    spans = tokens.spans()
    inside = [at for at, (first, last) in enumerate(spans) if first < end and last > start]
    return range(inside[0], inside[-1] + 1)
