"""What the matcher learns from: questions with answers, and the statements and phrases that they are made of.

A question is a relation in plain words and a statement in which two names stand for head and tail, masked by
the very functions that mask them when a text is read.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from groundpath.engine.language.phrase import Slot, phrase_words
from groundpath.engine.language.rules import FIRST, SECOND
from groundpath.engine.language.tokens import Tokens
from groundpath.engine.matching.labels import words_of_label
from groundpath.engine.matching.model import HEAD, TAIL, Answer
from groundpath.engine.matching.synonyms import is_symmetric
from groundpath.engine.names import relation_label

HERE = Path(__file__).parents[1]
WORDINGS = HERE / "relation_wordings"
PHRASES = HERE / "phrases"

ANSWER_OF: Mapping[str, Answer] = {
    "supported": "supports",
    "inverse": "inverse",
    "denied": "denied",
    "hedged": "hedged",
    "other": "other",
    "none": "nothing",
}
ANSWER_BY_MARK: Mapping[str, Answer] = {
    "+": "supports",
    "<": "inverse",
    "!": "denied",
    "?": "hedged",
    "-": "other",
}


class Question(NamedTuple):
    """A relation in plain words, a statement about HEAD and TAIL, and what it does with the relation."""

    label: str
    statement: str
    answer: Answer


@dataclass(frozen=True)
class Statement:
    """A row of relation_wordings, masked; `text` is the same without masks."""

    file: str
    label: str
    others: tuple[str, ...]
    symmetric: bool
    statement: str
    text: str
    head: str
    tail: str
    answer: Answer
    agreed: bool


def statements(folder: Path = WORDINGS) -> list[Statement]:
    """The rows of all files, in order."""
    found = []
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            second = row["second"]
            found.append(
                Statement(
                    file=file.stem,
                    label=words_of_label(row["relation"]),
                    others=tuple(dict.fromkeys(map(words_of_label, row["ids"]))),
                    symmetric=row["symmetric"],
                    statement=masked(row),
                    text=" ".join(phrase_words(Tokens.of(row["text"].replace("\n", " / ")), [])),
                    head=" ".join(phrase_words(Tokens.of(row["head"]), [])),
                    tail=" ".join(phrase_words(Tokens.of(row["tail"]), [])),
                    answer=ANSWER_OF[row["label"]],
                    agreed=second in (row["label"], "?") or {second, row["label"]} <= {"other", "none"},
                )
            )
    return found


def phrases(names: Sequence[str], folder: Path = PHRASES) -> list[Statement]:
    """The phrases of all files, in order; see phrases/README.md for the format.

    Args:
        names: that stand for head and tail where a phrase is quoted beside another statement.
    """
    found: list[Statement] = []
    for file in sorted(folder.glob("*.txt")):
        label, others, symmetric = "", tuple[str, ...](), False
        for line in file.read_text(encoding="utf-8").splitlines():
            mark, _, rest = line.partition(" ")
            if mark == "R":
                spelt = [one.strip() for one in re.split(r" \| | ; ", rest) if one.strip()]
                label, *more = map(words_of_label, spelt)
                others, symmetric = tuple(dict.fromkeys(more)), is_symmetric(relation_label(spelt[0]))
            elif mark in ANSWER_BY_MARK and {HEAD, TAIL} <= set((masked_phrase := _of_phrase(rest)).split()):
                head, tail = (names[(2 * len(found) + at) % len(names)] for at in (0, 1))
                found.append(
                    Statement(
                        file=file.stem,
                        label=label,
                        others=others,
                        symmetric=symmetric,
                        statement=masked_phrase,
                        text=" ".join(phrase_words(Tokens.of(rest.format(H=head, T=tail)), [])),
                        head=" ".join(phrase_words(Tokens.of(head), [])),
                        tail=" ".join(phrase_words(Tokens.of(tail), [])),
                        answer=ANSWER_BY_MARK[mark],
                        agreed=True,
                    )
                )
    return found


def _of_phrase(phrase: str) -> str:
    """A phrase with HEAD and TAIL for {H} and {T}."""
    tokens = Tokens.of(phrase.format(H=HEAD.capitalize(), T=TAIL.capitalize()))
    symbols = {HEAD: FIRST, TAIL: SECOND}
    slots = [Slot(at, at + 1, symbols[word]) for at, word in enumerate(tokens.normal) if word in symbols]
    return spoken(phrase_words(tokens, slots), FIRST)


def masked(row: Mapping[str, Any]) -> str:
    """The text of a row with HEAD and TAIL for its two things."""
    text = row["text"].replace("\n", " / ")
    tokens = Tokens.of(text)
    spans = tokens.spans()
    slots = []
    for start, end, symbol in sorted(_named(text, row["head"], row["tail"])):
        places = [at for at, (a, b) in enumerate(spans) if a < end and start < b]
        slots.append(Slot(places[0], places[-1] + 1, symbol))
    return spoken(phrase_words(tokens, slots), FIRST)


def _named(text: str, head: str, tail: str) -> Iterable[tuple[int, int, str]]:
    taken: list[tuple[int, int, str]] = []
    for name, symbol in sorted(((head, FIRST), (tail, SECOND)), key=lambda one: -len(one[0])):
        plain = re.sub(r"(?i)^(?:the|an?) ", "", name.strip())
        for form in dict.fromkeys((name.strip(), plain)):
            for found in re.finditer(rf"(?<!\w){re.escape(form)}(?!\w)", text, re.IGNORECASE):
                if not any(found.start() < end and start < found.end() for start, end, _ in taken):
                    taken.append((found.start(), found.end(), symbol))
    return taken


def spoken(words: Sequence[str], head: str) -> str:
    """A statement of these words in which the slot `head` is HEAD and the other one TAIL."""
    names = {FIRST: HEAD, SECOND: TAIL} if head == FIRST else {FIRST: TAIL, SECOND: HEAD}
    return " ".join([names.get(word, word) for word in words])
