"""What else is of the same kind as an answer: asked for by the same words, called the same, or a person.

Reference: CofCA, Section 3.1, where a model chooses what names are replaced by.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from random import Random

from ..language.tokens import Tokens, name_key
from ..linking.cut_short import PARTICLES
from .documents import DocumentHop, DocumentQuestion, stated
from .making import NotMadeError
from .nouns import is_office, is_someone, tells_place
from .renamed import mentions
from .told import Tellings, Told, has_rank, is_name, of_forename, titled, with_article

_LOOKED_AT = 1000  # of one kind, in large files
_TRIED = 40  # names, before a question is given up


@dataclass(frozen=True)
class Value:
    """What may be put in.

    Attributes:
        because: what shows of which kind it is, in the question of that id.
        stated: the text that names it there.
        somewhere: whether it is a place, as far as that is told.
    """

    text: str
    because: str
    question_id: str
    told: Told
    stated: str
    somewhere: bool

    @cached_property
    def key(self) -> str:
        return name_key(self.text)

    @cached_property
    def has_article(self) -> bool:
        return with_article(self.text, self.stated)


class Alike:
    """Names that can be put in: what answers the hops of some questions, what their passages are about."""

    def __init__(self, questions: Sequence[DocumentQuestion]) -> None:
        self._tellings = Tellings(questions)
        self._sorts: dict[str, set[str]] = {}
        pools: dict[str, dict[str, Value]] = {}
        for question in questions:
            for sort, value in (*self._of_hops(question), *self._of_titles(question)):
                for kind in {sort, value.told.called, value.told.pronoun} - {""}:
                    pools.setdefault(kind, {}).setdefault(value.key, value)
                self._sorts.setdefault(value.key, set()).add(sort)
        self._pools = {kind: tuple(values.values()) for kind, values in pools.items()}

    def _of_hops(self, question: DocumentQuestion) -> Iterator[tuple[str, Value]]:
        for hop in question.hops:
            if is_name(hop.answer) and not is_office(name_key(hop.answer)):
                because = f"answers “{hop.sort or hop.question}”"
                told = self._tellings.of_answer(hop)
                text = stated(question, hop)
                yield (
                    hop.sort,
                    Value(hop.answer, because, question.id, told, text, _is_place(hop, told)),
                )

    def _of_titles(self, question: DocumentQuestion) -> Iterator[tuple[str, Value]]:
        for passage in question.passages:
            if (told := self._tellings.of_title(passage)) != Told():
                because = f"is called “{told.called}”" if told.called else f"goes by “{told.pronoun}”"
                somewhere = tells_place(told.called)
                yield "", Value(titled(passage), because, question.id, told, passage.text, somewhere)

    def drawn(
        self, hop: DocumentHop, question: DocumentQuestion, used: Collection[str], rng: Random
    ) -> Value:
        """Something of the kind of a hop's answer that the question and its passages do not name.

        Args:
            used: names, as `name_key` gives them, that are put in elsewhere in the question.

        Raises:
            NotMadeError: there is none.
        """
        if not is_name(hop.answer):
            raise NotMadeError("the answer of a hop is no name, date or number")
        if hop.asks_for_someone and is_office(name_key(hop.answer)):
            raise NotMadeError("its name is a title that others bear too")
        told = self._tellings.of_answer(hop, question.passages)
        if hop.asks_for_someone and not told.pronoun and (not told.called or is_someone(told.called)):
            raise NotMadeError("nothing tells whether an answer is a man, a woman or a thing")
        article = with_article(hop.answer, stated(question, hop))
        text = Tokens.of(_whole(question))
        said = {*used, *text.normal}  # "Between" is a city, and no clear name for one
        found = (value for value in self._alike(hop, told, rng) if value.has_article == article)
        for value in islice(found, _TRIED):
            if value.key not in said and not mentions([value.text], text):
                return value
        raise NotMadeError("nothing of its kind is named elsewhere")

    def fits(self, new: str, hop: DocumentHop, question: DocumentQuestion, used: Collection[str]) -> bool:
        """Whether a name that someone else chose may stand for a hop's answer.

        It is a name, the question and its passages do not have it, it has an article where the old one has
        one ("the Hague"), and where a person's pronoun is told by both names, it is the same.
        """
        if not is_name(hop.answer) or not is_name(new) or is_office(name_key(new)):
            return False
        old, named = self._tellings.of_answer(hop, question.passages), of_forename(new)
        if old.pronoun and named not in ("", old.pronoun):
            return False
        article = with_article(hop.answer, stated(question, hop))
        return not article and name_key(new) not in used and not _named_in(new, question)

    def fits_beside(self, old: str, new: str, question: DocumentQuestion) -> bool:
        """Whether a name may stand for another that answers no hop, as far as both names tell."""
        named = {of_forename(name) for name in (old, new)} - {""}
        plain = (
            is_name(old) and is_name(new) and not is_office(name_key(old)) and not is_office(name_key(new))
        )
        article = with_article(old, _whole(question))
        return (
            plain
            and len(named) < 2
            and not article
            and _named_in(old, question)
            and not _named_in(new, question)
        )

    def _alike(self, hop: DocumentHop, told: Told, rng: Random) -> list[Value]:
        """What shares a kind and is not told to be something else, the most alike first."""
        sorts = {hop.sort} | self._sorts.get(name_key(hop.answer), set())
        kinds = (sorts | {told.called, told.pronoun}) - {""}
        values: dict[str, list[Value]] = {}
        for kind in sorted(kinds):
            pool = self._pools.get(kind, ())
            for value in rng.sample(pool, min(len(pool), _LOOKED_AT)):
                if self._may_stand_for(value, hop, told):
                    values.setdefault(value.key, []).append(value)
        keys = list(values)
        rng.shuffle(keys)
        keys.sort(
            key=lambda key: (
                -len(values[key]) - (values[key][0].told.called in kinds),
                _written(values[key][0].text) != _written(hop.answer),
            )
        )
        return [values[key][0] for key in keys]

    def _may_stand_for(self, value: Value, hop: DocumentHop, told: Told) -> bool:
        """People go by their pronouns, and by a last word of their own; things by what they are called.

        Where that is not told of both, a place gives way to a place, and what is none to what is none.
        """
        if told.pronoun or value.told.pronoun:
            same_form = (" " in value.key) == (" " in name_key(hop.answer))
            same_name = _last(value.key) == _last(name_key(hop.answer))
            return told.pronoun == value.told.pronoun and same_form and not same_name
        if self._tellings.noun_of(value.text) != self._tellings.noun_of(hop.answer):
            return False
        if told.called and value.told.called:
            return told.called == value.told.called
        return value.somewhere == _is_place(hop, told)


def _is_place(hop: DocumentHop, told: Told) -> bool:
    return hop.asks_for_place or tells_place(told.called)


def _whole(question: DocumentQuestion) -> str:
    return "\n".join([question.question, *(f"{p.title}\n{p.text}" for p in question.passages)])


def _named_in(name: str, question: DocumentQuestion) -> bool:
    return bool(mentions([name], Tokens.of(_whole(question))))


def _last(key: str) -> str:
    return key.rpartition(" ")[2]


def _written(name: str) -> tuple[bool, bool, bool, bool]:
    """Whether a name stands in one word, has a rank, a particle in it, and goes on behind a comma."""
    return " " in name, has_rank(name), not PARTICLES.isdisjoint(name.split()), "," in name
