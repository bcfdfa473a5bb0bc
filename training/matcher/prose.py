"""Annotated prose over small graphs, as questions with their answers; see prose/README.md for the format."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from groundpath.engine.extraction.pairs import Pair, pairs_of
from groundpath.engine.language.mention import Mention
from groundpath.engine.language.rules import FIRST, SECOND
from groundpath.engine.language.tokens import Tokens, sentences_of
from groundpath.engine.matching.labels import words_of_label
from groundpath.engine.matching.model import Answer
from groundpath.engine.matching.synonyms import is_symmetric
from groundpath.engine.names import relation_label

from .rows import HERE, Question, spoken

PROSE = HERE / "prose"

STATUS_OF: Mapping[str, Answer] = {"": "supports", "d": "denied", "h": "hedged"}
_RELATIVE = frozenset({"who", "which", "whom", "that", "whose", "where"})
_POSSESSIVE = frozenset({"his", "her", "its", "their"})
_PRONOUNS = _RELATIVE | _POSSESSIVE | frozenset("he she it they him them hers theirs both".split())


class Claim(NamedTuple):
    """What a text says of two entities; `relation` is None where it is none of the graph."""

    head: str
    relation: str | None
    tail: str
    answer: Answer
    place: int


class Annotated(NamedTuple):
    """A text with its mentions, as (start, end, entity), and its claims."""

    text: str
    mentions: tuple[tuple[int, int, str], ...]
    claims: tuple[Claim, ...]


class Graph(NamedTuple):
    """A file of annotated prose: entities, facts and texts."""

    name: str
    entities: tuple[str, ...]
    facts: frozenset[tuple[str, str, str]]
    texts: tuple[Annotated, ...]


def graphs(folder: Path = PROSE) -> list[Graph]:
    """The files of annotated prose, in order; see prose/README.md for the format."""
    return [_graph(file) for file in sorted(folder.glob("*/*.txt"))]


def _graph(file: Path) -> Graph:
    entities: list[str] = []
    facts: set[tuple[str, str, str]] = set()
    relations: list[str] = []
    texts: list[Annotated] = []
    previous = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "E":
            entities += [one.strip() for one in rest.split(";") if one.strip()]
        elif kind == "R":
            relation, _, pairs = rest.partition(": ")
            relations.append(relation)
            for pair in filter(str.strip, pairs.split(";")):
                head, _, tails = pair.partition(">")
                facts |= {(_one(head, entities), relation, _one(tail, entities)) for tail in tails.split("+")}
        elif kind == "=":
            texts.append(_annotated(rest.replace("\\n", "\n"), entities))
        elif kind == "-":
            fields = rest.split("|")
            previous = previous if fields[0] == '"' else _one(fields[0], entities)
            texts[-1] = texts[-1]._replace(
                claims=(*texts[-1].claims, _claim(fields, previous, texts[-1].text, entities, relations))
            )
    return Graph(f"{file.parent.name}/{file.stem}", tuple(entities), frozenset(facts), tuple(texts))


def _one(words: str, among: Sequence[str]) -> str:
    """The name that some words shorten."""
    words = words.strip()
    if words in among:
        return words
    found = [one for one in among if words in one]
    return found[0] if len(found) == 1 else next(one for one in among if one.startswith(words))


def _claim(
    fields: Sequence[str], head: str, text: str, entities: Sequence[str], relations: Sequence[str]
) -> Claim:
    _, relation, tail, phrase, *flags = fields
    occurrence = int(phrase[-1]) if re.search(r"#\d$", phrase) else 0
    phrase = re.sub(r"#\d$", "", phrase)
    place = -1
    for _ in range(occurrence + 1):
        place = text.find(phrase, place + 1)
    status = "".join(flags)[-1:] if flags and flags[0][-1:] in ("d", "h") else ""
    said = None if relation == "-" else _one(relation, relations)
    return Claim(head, said, _one(tail, entities), STATUS_OF[status], place)


def _annotated(source: str, entities: Sequence[str]) -> Annotated:
    text, opened = "", []
    mentions: list[tuple[int, int, str]] = []
    at = 0
    while at < len(source):
        mark = source[at]
        if mark == "[":
            opened.append([len(text), ""])
        elif mark == "|" and opened:
            end = source.index("]", at)
            opened[-1][1] = source[at + 1 : end]
            at = end - 1
        elif mark == "]" and opened:
            start, note = opened.pop()
            named = str(note).partition("|")[0] or text[int(start) :]
            if named != "-":
                for one in named.split("+"):
                    mentions.append((int(start), len(text), _meant(one, entities)))
        else:
            text += mark
        at += 1
    return Annotated(text, tuple(sorted(mentions)), ())


def _meant(words: str, entities: Sequence[str]) -> str:
    folded = [one for one in entities if one.casefold() == words.casefold()]
    return folded[0] if folded else _one(words, entities)


# -- as questions ----------------------------------------------------------------------------------------


def questions_of(graph: Graph, draw: Any) -> Iterator[Question]:
    """Questions of every pair of things that a sentence names: what it says, what not, and what of others."""
    known = _Known(graph)
    for text in graph.texts:
        said: defaultdict[frozenset[str], list[Claim]] = defaultdict(list)
        for claim in text.claims:
            said[frozenset((claim.head, claim.tail))].append(claim)
        at = 0
        for line in text.text.split("\n"):
            for sentence in sentences_of(line):
                start = text.text.find(sentence, at)
                if start < 0:
                    continue
                at = start
                yield from _of_sentence(sentence, start, text, said, known, draw)


class _Known:
    """What a graph knows of its relations: which are inverse, which join the same things, which have none."""

    def __init__(self, graph: Graph) -> None:
        joined: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for head, relation, tail in graph.facts:
            joined[head, tail].add(relation)
        self.graph = graph
        self.joined = joined
        self.inverse: defaultdict[str, set[str]] = defaultdict(set)
        self.beside: defaultdict[str, set[str]] = defaultdict(set)
        self.at: defaultdict[str, set[str]] = defaultdict(set)
        for head, relation, tail in graph.facts:
            self.at[head].add(relation)
            self.inverse[relation] |= joined[tail, head]
            self.beside[relation] |= joined[head, tail] - {relation}
        self.relations = sorted({relation for _, relation, _ in graph.facts})
        self.label = {one: words_of_label(relation_label(one)) for one in self.relations}

    def has_no_direction(self, relation: str) -> bool:
        return relation in self.inverse[relation] or is_symmetric(relation_label(relation))


def _of_sentence(
    sentence: str,
    start: int,
    text: Annotated,
    said: Mapping[frozenset[str], Sequence[Claim]],
    known: _Known,
    draw: Any,
) -> Iterator[Question]:
    tokens = Tokens.of(sentence)
    entities = known.graph.entities
    mentions = _mentions(tokens, sentence, start, text, entities)
    for pair in pairs_of(tokens, mentions) if len(mentions) > 1 else ():
        ends = entities[pair.first.nodes[0]], entities[pair.second.nodes[0]]
        claims = said.get(frozenset(ends), ())
        here = [one for one in claims if start <= one.place < start + len(sentence)]
        if claims and not here:
            continue  # it is said in another sentence
        yield from _of_pair(pair, ends, here, known, draw)


def _mentions(
    tokens: Tokens, sentence: str, start: int, text: Annotated, entities: Sequence[str]
) -> list[Mention]:
    spans = tokens.spans()
    found: list[Mention] = []
    taken: set[int] = set()
    for opening, closing, entity in sorted(text.mentions, key=lambda one: (one[0], one[0] - one[1])):
        if not start <= opening < start + len(sentence):
            continue
        places = [at for at, (a, b) in enumerate(spans) if a < closing - start and opening - start < b]
        words = text.text[opening:closing].lower()
        if not places or not taken.isdisjoint(places) or words in _RELATIVE:
            continue
        taken.update(places)
        behind = tokens.normal[places[-1] + 1 : places[-1] + 2]
        owns = words in _POSSESSIVE and bool(behind) and behind[0].isalpha()
        how = "reference" if words in _PRONOUNS else "name"
        found.append(Mention(places[0], places[-1] + 1, (entities.index(entity),), how, owns))
    return found


def _of_pair(
    pair: Pair, ends: tuple[str, str], claims: Sequence[Claim], known: _Known, draw: Any
) -> Iterator[Question]:
    told: set[tuple[str, str]] = set()

    def ask(relation: str, head: str, answer: Answer) -> Question:
        told.add((relation, head))
        words = pair.reduced if draw.random() < 0.7 else pair.words
        return Question(known.label[relation], spoken(words, FIRST if head == ends[0] else SECOND), answer)

    for claim in claims:
        if claim.relation is None:
            continue
        yield ask(claim.relation, claim.head, claim.answer)
        for inverse in known.inverse[claim.relation] - {claim.relation}:
            yield ask(inverse, claim.tail, claim.answer)
        turns = claim.answer == "supports" and not known.has_no_direction(claim.relation)
        if turns and draw.random() < 0.6:
            yield ask(claim.relation, claim.tail, "inverse")
        near = {claim.relation} | known.beside[claim.relation] | known.inverse[claim.relation]
        told |= {(relation, end) for relation in near for end in ends}
    if any(claim.answer != "supports" for claim in claims):
        return
    most = 2 if claims else 1
    others = sorted(
        known.relations, key=lambda one: (-(one in known.at[ends[0]] | known.at[ends[1]]), draw.random())
    )
    asked = 0
    for relation in others:
        head = ends[draw.random() < 0.5]
        if asked < most and (relation, head) not in told:
            asked += 1
            yield ask(relation, head, "other" if claims else "nothing")
    if not claims:
        for head, tail in (ends, ends[::-1]):
            for relation in sorted(known.joined[head, tail]):
                if (relation, head) not in told:
                    yield ask(relation, head, "nothing")
