"""Multi-hop questions over documents with what their hops ask: MuSiQue and 2WikiMultihopQA as published."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...loaders.columns import HOP_QUESTIONS, Columns, ColumnsLike
from ...loaders.json_rows import text_of
from ..audit.chains import RowSource, read_rows
from ..language.morphology import bases, singular
from ..language.tokens import name_key
from ..trace.questions import question_of, supporting_facts
from ..trace.sources import entries_of
from .cases import Kind, Passage
from .nouns import tells_place
from .wording import hop_question, is_person

_COMPARING = ("comparison", "bridge_comparison")
_RELATION = " >> "
# What a question opens with: "Who wrote …", "In which city …".
_ASKED_FOR = re.compile(r"\A(?:(?:in|on|at|from|of|by|to|for) )?(who(?= \w)|whom|when|what|which) ?(\w*)")
_ASKED_WITHIN = re.compile(r"\b(what|which) (\w+)")  # "Ann is a character in which film?"
# "What is the second largest city in …": the last word before what goes on.
_CALLED = re.compile(
    r"\A(?:what|which|who)(?: is| was|'s) the (?:name of (?:the |an? )?)?(?:[\w-]+ )*?([\w-]+)"
    r" (?:in|of|by|to|on|from|for|where|that)\b"
)
_TELLS_NOTHING = frozenset("is was are were did does do has had the of other name".split())


@dataclass(frozen=True, slots=True)
class DocumentHop:
    """One hop of a question over documents.

    Attributes:
        question: names the answers that it goes on from.
        sort: what is asked for: the relation, or "who play", "when", "year"; empty where that is not told.
        answer: as its passage should have it.
        others: further names of the answer.
        passages: places of those that should state it.
    """

    question: str
    sort: str
    answer: str
    others: tuple[str, ...]
    passages: tuple[int, ...]

    @property
    def asks_for_someone(self) -> bool:
        """Whether it asks who, or for the kind of someone ("performer"); a company may be the answer."""
        return self.question.lower().startswith(("who ", "whom ", "whose ")) or is_person(self.sort)

    @property
    def asks_for_place(self) -> bool:
        """Whether it asks where, or for the kind of a place ("city", "place of birth")."""
        return self.question.lower().startswith("where ") or tells_place(self.sort)


@dataclass(frozen=True, slots=True)
class DocumentQuestion:
    """A question, its passages and its hops. Those of a comparison end in the values that are compared.

    Attributes:
        answers: any of which is right.
        options: what a comparison chooses from, in the order of the values; empty where nothing is compared.
        fault: why its hops cannot be told; empty where they can.
        supporting: places of the passages that its row marks, or names among the supporting facts.
        hop_by_hop: False where its one hop is the question itself; see `with_one_hop`.
    """

    id: str
    kind: Kind
    question: str
    answers: tuple[str, ...]
    passages: tuple[Passage, ...]
    hops: tuple[DocumentHop, ...] = ()
    options: tuple[str, ...] = ()
    fault: str = ""
    supporting: tuple[int, ...] = ()
    hop_by_hop: bool = True


def stated(question: DocumentQuestion, *hops: DocumentHop) -> str:
    """The texts of the passages that state the answers of some hops."""
    return " ".join(question.passages[at].text for hop in hops for at in hop.passages)


def read_document_questions(source: RowSource, columns: ColumnsLike | None = None) -> list[DocumentQuestion]:
    """The questions of a file of MuSiQue (`question_decomposition`) or 2WikiMultihopQA (`evidences`).

    Rows that tell no hops, such as HotpotQA's, give their documents alone: names to put in elsewhere.

    Raises:
        BadRowError: a row is of no such form; with file and line.
        InputError: the file is not there, is empty, or cannot be read.
    """
    return list(read_rows(source, document_question, Columns.of(columns, HOP_QUESTIONS)))


def document_question(row: Any, line: int) -> DocumentQuestion:
    """A question from its row; `line` names it where it has no id. ValueError says what is wrong with it."""
    read = question_of(row, line)
    entries = entries_of(row)
    places = {at: new for new, at in enumerate(at for at, entry in enumerate(entries) if entry)}
    passages = tuple(Passage(entry.title, entry.text) for entry in entries if entry)
    supporting = _supporting(passages, row)
    whole = DocumentQuestion(read.id, "bridge", read.question, read.answers, passages, supporting=supporting)
    try:
        return _with_hops(whole, row, places)
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(f"does not tell its hops as MuSiQue or 2WikiMultihopQA do ({error})") from error


def _supporting(passages: Sequence[Passage], row: Mapping[str, Any]) -> tuple[int, ...]:
    titles = {text_of(fact[0], "title").strip() for fact in supporting_facts(row)}
    marked = {
        text_of(one.get("paragraph_text"), "paragraph_text").strip()
        for one in row.get("paragraphs") or ()
        if one.get("is_supporting") is True
    }
    return tuple(at for at, one in enumerate(passages) if one.title in titles or one.text.strip() in marked)


def with_one_hop(question: DocumentQuestion) -> DocumentQuestion:
    """A question of a set that tells no hops, as HotpotQA, with itself as its one hop; others as they are.

    Its answer then has to stand in a supporting passage.
    """
    if question.hops or not (question.answers and question.supporting):
        return question
    answer, *others = question.answers
    stating = tuple(at for at in question.supporting if _holds(question.passages[at], answer))
    hop = DocumentHop(question.question, _asked_for(question.question), answer, tuple(others), stating)
    return replace(question, hops=(hop,), fault="", hop_by_hop=False)


def _with_hops(
    whole: DocumentQuestion, row: Mapping[str, Any], places: Mapping[Any, int]
) -> DocumentQuestion:
    if "question_decomposition" in row:
        return replace(whole, hops=tuple(_decomposed(row["question_decomposition"], whole, places)))
    if "evidences" in row:
        titles = {text_of(title, "title").strip() for title, _ in supporting_facts(row)}
        gold = tuple(place for place, passage in enumerate(whole.passages) if passage.title in titles)
        return _evidenced(row["evidences"], text_of(row.get("type"), "type"), whole, gold)
    if "gold_paths" in row:
        return replace(whole, fault="its row tells gold paths; name their graph with --kg")
    return replace(whole, fault="its row tells no hops (`question_decomposition` or `evidences`)")


# -- MuSiQue


def _decomposed(
    parts: Sequence[Mapping[str, Any]], whole: DocumentQuestion, places: Mapping[Any, int]
) -> Iterator[DocumentHop]:
    answers: list[str] = []
    for part in parts:
        asked = text_of(part.get("question"), "question").strip()
        for before, answer in enumerate(answers, 1):
            asked = asked.replace(f"#{before}", answer)
        head, _, relation = asked.partition(_RELATION)
        answers.append(text_of(part.get("answer"), "answer").strip())
        place = places.get(part.get("paragraph_support_idx"))
        aliases = [name for name in whole.answers if name != answers[-1]] if part is parts[-1] else []
        yield DocumentHop(
            question=hop_question(relation, head, forward=True) if relation else _as_question(asked),
            sort=relation or _asked_for(text_of(part["question"], "question")),
            answer=answers[-1],
            others=tuple(aliases),
            passages=() if place is None else (place,),
        )


def _as_question(text: str) -> str:
    """With a capital and a question mark, which some of MuSiQue's sub-questions lack."""
    return f"{text[:1].upper()}{text[1:].rstrip(' ?.')}?"


def _asked_for(question: str) -> str:
    """What the first words say: "who play", "when", "city"; empty where they say nothing of the kind.

    "Who" alone does not: companies are bought by whom and cities named after whom.
    """
    if (called := _CALLED.search(question.lower())) and called[1] not in _TELLS_NOTHING:
        return called[1]
    found = _ASKED_FOR.search(question.lower()) or _ASKED_WITHIN.search(question.lower())
    if not found or found[1] == "when":
        return found[1] if found else ""
    if found[2] in _TELLS_NOTHING:
        return ""
    if not found[1].startswith("who"):
        return found[2]
    forms = bases(found[2]) or (singular(found[2]),)
    return f"who {min(forms, key=lambda form: (len(form), form))}"  # "plays" and "played" are one


# -- 2WikiMultihopQA


def _evidenced(
    evidences: Sequence[Sequence[str]], sort: str, whole: DocumentQuestion, gold: Sequence[int]
) -> DocumentQuestion:
    triples = [tuple(part.strip() for part in evidence) for evidence in evidences]
    compared = sort in _COMPARING
    kind: Kind = "comparison" if compared else "bridge"
    if compared and (len(triples) not in (2, 4) or len({relation for _, relation, _ in triples[-2:]}) > 1):
        return replace(whole, kind=kind, fault="it compares something else than two values")
    hops: list[DocumentHop] = []
    for place, (head, relation, tail) in enumerate(triples):
        before = place - len(triples) // 2 if compared else place - 1
        named = head
        if before >= 0 and len(triples) > (2 if compared else 1):
            goes_on = hops[before]
            if not _same_name(head, goes_on.answer):
                return replace(whole, kind=kind, fault="a hop does not go on from the answer of one before")
            hops[before] = _also_called(goes_on, head)
            named = goes_on.answer
        about = [at for at in gold if _same_name(whole.passages[at].title, head)]
        stating = tuple(at for at in about or gold if _holds(whole.passages[at], tail))
        hops.append(DocumentHop(hop_question(relation, named, forward=True), relation, tail, (), stating))
    options = tuple(head for head, _, _ in triples[:2]) if compared else ()
    return replace(whole, kind=kind, hops=tuple(hops), options=options)


def _also_called(hop: DocumentHop, name: str) -> DocumentHop:
    return hop if name == hop.answer else replace(hop, others=(*hop.others, name))


def _same_name(one: str, other: str) -> bool:
    """Whether two names are the same, or one is the other cut short at its end."""
    first, second = sorted((name_key(one), name_key(other)), key=len)
    return bool(first) and f"{second} ".startswith(f"{first} ")


def _holds(passage: Passage, name: str) -> bool:
    return f" {name_key(name)} " in f" {name_key(passage.title)} {name_key(passage.text)} "
