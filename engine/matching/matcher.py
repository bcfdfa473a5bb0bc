"""Does a phrase mean a relation, this way round? The lexicon first, then the learned matcher."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import exp, log
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol

from ..language.function_words import words_of
from ..language.rules import FIRST, SECOND, Row, alphabet, rules, words_in
from ..text.pair_reader import Probabilities
from .labels import Cue, asked_label, cues_of_label, cues_of_wording, says_nothing, words_of_label
from .lexicon import Lexicon
from .model import ANSWERS, HEAD, TAIL, Answer, LearnedMatcher, Question
from .opposites import opposes
from .possessed import possessed
from .synonyms import is_symmetric, synonyms_of

DecidedBy = Literal["lexicon", "learned"]

_KEPT = 200_000
_SURE = 0.99  # a cue of the relation in its role, among words that change nothing
_READ = 0.95  # such a cue in a frame that denies it, or does not assert it
_LEXICON_WORTH = 2.5  # logits that a cue in its role adds to what the learned matcher says
_POLARITY_WORTH = 3.0  # logits that a row for denials or hedges adds to its answer
_LEAST = 1e-4
_READING: tuple[Answer, ...] = ("supports", "denied", "hedged")


class Learned(Protocol):
    """What answers questions of statements and relations: probabilities of ANSWERS, (questions, 6)."""

    @property
    def digest(self) -> str:
        """What changes with anything that changes an answer."""

    def answer(self, questions: Sequence[Question]) -> Probabilities: ...


class Match(NamedTuple):
    """What a phrase does with a relation that leads from <1> to <2>, or from <2> to <1>.

    Attributes:
        answer: the likeliest of ANSWERS.
        probability: that it supports the relation, in [0, 1].
        certainty: of the answer, in [0, 1].
        reads: the probability that the words speak of the relation, this way round, whether they assert, deny
            or suppose it.
        by: the step that decided.
        rules: the ids of the rule rows behind it.
    """

    answer: Answer
    probability: float
    certainty: float
    reads: float
    by: DecidedBy
    rules: tuple[str, ...] = ()


class Relation(NamedTuple):
    """A relation.

    Attributes:
        label: in plain words.
        symmetric: direction has no meaning.
        of_class: its tail is what its head is.
    """

    label: str
    lexicon: Lexicon
    symmetric: bool
    cues: tuple[Cue, ...]
    of_class: bool


@cache
def packaged_matcher() -> LearnedMatcher:
    """The learned matcher that groundpath ships with; its answers are shared by all graphs."""
    return LearnedMatcher()


class RelationMatcher:
    """Matches phrases with the relations of one graph; each pair once."""

    def __init__(
        self,
        labels: Sequence[str],
        wordings: Mapping[str, Iterable[str]] = MappingProxyType({}),
        symmetric: Iterable[str] = (),
        learned: Learned | None = None,
        ids: Sequence[str] = (),
    ) -> None:
        """
        Args:
            labels: of the relations, in the order of their ranks.
            ids: the identifiers that the labels were made of, if they were; see `asked_label`.
            wordings: by label phrases that stand between head and tail and say the same.
            symmetric: labels of relations without direction, besides those that general English knows.
        """
        declared = frozenset(symmetric)
        self._relations = [
            _relation(label, tuple(wordings.get(label, ())), label in declared, id)
            for label, id in zip(labels, ids or labels, strict=True)
        ]
        self._cued: defaultdict[str, set[int]] = defaultdict(set)
        for rank, relation in enumerate(self._relations):
            for cue in relation.cues:
                self._cued[cue.words[0]].add(rank)
        self._surely_said = lru_cache(_KEPT)(self._find_surely_said)
        self._chained: dict[tuple[int, int], int] = {}
        self._parts: dict[int, tuple[int, int]] = {}
        self._cue_texts: dict[int, dict[str, list[str]]] = {}
        self._learned: Learned = learned or packaged_matcher()
        self._answers: dict[Question, tuple[float, ...]] = {}
        self.match = lru_cache(_KEPT)(self._match)

    def chained(self, first: int, second: int) -> int:
        """The rank of what leads over a node without a name: by the first relation to it, on by the second.

        It is called as Freebase calls such paths: what the second leads to, and besides what the first does.
        """
        if (first, second) not in self._chained:
            one, other = self._relations[first], self._relations[second]
            label = f"{other.label.partition(' (')[0]} ({one.label.partition(' (')[0]})"
            cues = dict.fromkeys([*other.cues, *one.cues])
            self._chained[first, second] = len(self._relations)
            self._parts[len(self._relations)] = first, second
            self._relations.append(
                Relation(label, Lexicon(cues), one.symmetric or other.symmetric, tuple(cues), False)
            )
        return self._chained[first, second]

    def cues(self, relation: int) -> tuple[Cue, ...]:
        """The phrases that say a relation."""
        return self._relations[relation].cues

    def parts(self, relation: int) -> tuple[int, ...]:
        """The relations of which one is made: itself, or the two of one over a node without a name."""
        return self._parts.get(relation, (relation,))

    @property
    def digest(self) -> str:
        """What changes with the learned matcher."""
        return self._learned.digest

    def polarity(self, words: tuple[str, ...]) -> str | None:
        """What the rule rows make of a phrase: "asserted", "denied", "hedged", or None where none matches."""
        row = polarity_of(words)
        return row.gives["status"] if row else None

    def has_cue(self, words: tuple[str, ...], relation: int) -> bool:
        """Whether a phrase holds a cue of a relation in a role."""
        return self._relations[relation].lexicon.find(words) is not None

    def way(self, words: tuple[str, ...], relation: int) -> int:
        """1 where a cue says a relation from <1> to <2>, -1 from <2> to <1>; 0 where no cue tells."""
        found = self._relations[relation].lexicon.find(words)
        return found.way if found else 0

    def is_named(self, words: Sequence[str], relation: int) -> bool:
        """Whether a text holds a cue of a relation, in whatever role."""
        said, cues = _in_breaks(words), self._cues_in_breaks(relation)
        return any(cue in said for word in words for cue in cues.get(word, ()))

    def _cues_in_breaks(self, relation: int) -> dict[str, list[str]]:
        """The cues of a relation by the word that they begin with."""
        if relation not in self._cue_texts:
            by_word = self._cue_texts[relation] = {}
            for cue in self._relations[relation].cues:
                by_word.setdefault(cue.words[0], []).append(_in_breaks(cue.words))
        return self._cue_texts[relation]

    def is_symmetric(self, relation: int) -> bool:
        """Whether the direction of a relation has no meaning."""
        return self._relations[relation].symmetric

    def is_of_class(self, relation: int) -> bool:
        """Whether the tail of a relation is what its head is: "is a", "profession"."""
        return self._relations[relation].of_class

    def prepare(self, asked: Iterable[tuple[tuple[str, ...], int, int]]) -> None:
        """Ask the learned matcher at once of all phrases, ranks and ways that the lexicon leaves open."""
        questions = (self._question(*one) for one in asked if self._is_left(*one[:2]))
        self._ask(dict.fromkeys(questions))

    def forget(self) -> None:
        """Forget what the learned matcher answered."""
        self._answers.clear()
        self.match.cache_clear()

    def _ask(self, questions: Iterable[Question]) -> None:
        new = [one for one in questions if one not in self._answers]
        for question, row in zip(new, self._learned.answer(new).tolist(), strict=True):
            self._answers[question] = tuple(row)

    def _match(self, words: tuple[str, ...], relation: int, forward: int) -> Match:
        """What a phrase does with a relation; words that say the opposite of its label never state it.

        To suppose the opposite, or to deny it, says as little of it. What tells by its own words that the
        relation does not hold ("rejected" of "accepted") denies it.

        Args:
            words: of the phrase, <1> and <2> among them, see `phrase_words`.
            relation: its rank.
            forward: 1 to ask from <1> to <2>, -1 from <2> to <1>.
        """
        match = self._read(words, relation, forward)
        denies_it = match.answer == "denied" and words_in("words", "not").isdisjoint(words)
        if match.answer in _READING and not denies_it and opposes(words, self._relations[relation].label):
            return Match("other", 1 - _SURE, _SURE, 1 - _SURE, "lexicon", match.rules)
        return match

    def _read(self, words: tuple[str, ...], relation: int, forward: int) -> Match:
        """What lexicon, rule rows and the learned matcher make of a phrase and a relation."""
        own = self._relations[relation]
        found = own.lexicon.find(words)
        polarity = polarity_of(found.marked if found else words)  # "must not be given in" may be the cue
        ids = tuple(row for row in (found and found.rule, polarity and polarity.id) if row)
        if not found and not self._can_be_learned(words, relation):
            return Match("nothing", 0.0, 0.0, 0.0, "learned", ids)
        if (theirs := possessed(words)) and not self.is_named(theirs, relation):
            return Match("other", 1 - _SURE, _SURE, 1 - _SURE, "lexicon", ids)
        agrees = found is not None and (own.symmetric or found.way == forward)
        turned = found is not None and not agrees and found.way != 0
        if agrees and polarity and polarity.gives["status"] != "asserted":  # it says what the other words do
            return Match(polarity.gives["status"], 1 - _SURE, _READ, _READ, "lexicon", ids)
        if found and found.plain and (agrees or turned):
            answer = _with_polarity("supports" if agrees else "inverse", polarity)
            reads = _SURE if agrees else 1 - _SURE
            return Match(answer, reads if answer == "supports" else 1 - _SURE, _SURE, reads, "lexicon", ids)
        if found is None and self._is_another(words, relation):
            return Match("other", 1 - _SURE, _SURE, 1 - _SURE, "lexicon", ids)
        shares = self._shares(self._question(words, relation, forward), agrees - turned, polarity)
        answer = max(ANSWERS, key=lambda one: shares[ANSWERS.index(one)])
        reads = sum(shares[ANSWERS.index(one)] for one in _READING)
        return Match(answer, shares[0], shares[ANSWERS.index(answer)], reads, "learned", ids)

    def _shares(self, question: Question, lexicon: int, polarity: Row | None) -> list[float]:
        """The probabilities of ANSWERS: what lexicon and rule rows find weighs beside what was learned.

        Args:
            lexicon: 1 where it finds a cue in its role, -1 where it finds it the wrong way round.
            polarity: the row that says whether the phrase is asserted.
        """
        if question not in self._answers:
            self._ask([question])
        odds = [log(max(one, _LEAST)) for one in self._answers[question]]
        odds[ANSWERS.index("supports")] += _LEXICON_WORTH * lexicon
        odds[ANSWERS.index("inverse")] -= _LEXICON_WORTH * lexicon
        if polarity and polarity.gives["status"] in ANSWERS:
            odds[ANSWERS.index(polarity.gives["status"])] += _POLARITY_WORTH
        elif polarity and lexicon > 0:
            odds[ANSWERS.index("supports")] += _POLARITY_WORTH
        whole = sum(map(exp, odds))
        return [exp(one) / whole for one in odds]

    def _is_left(self, words: tuple[str, ...], relation: int) -> bool:
        """Whether the lexicon leaves a phrase and a relation to the learned matcher."""
        if self.has_cue(words, relation):
            return not self.is_sure(words, relation)
        return self._can_be_learned(words, relation) and not self._is_another(words, relation)

    def _can_be_learned(self, words: tuple[str, ...], relation: int) -> bool:
        """Whether the learned matcher knows the language of a phrase, and the label says something."""
        return _is_latin(words) and not says_nothing(self._relations[relation].label)

    def _is_another(self, words: tuple[str, ...], relation: int) -> bool:
        """Whether a phrase says another relation of the graph and nothing else: "<1>'s gender is <2>"."""
        said = self._surely_said(words)
        return bool(said) and said.isdisjoint(self._parts.get(relation, (relation,)))

    def _find_surely_said(self, words: tuple[str, ...]) -> frozenset[int]:
        """The relations that the lexicon is sure of, one way or the other."""
        cued = {rank for word in set(words) for rank in self._cued.get(word, ())}
        return frozenset(rank for rank in cued if self.is_sure(words, rank))

    def is_sure(self, words: tuple[str, ...], relation: int) -> bool:
        """Whether the lexicon decides of a phrase and a relation."""
        own = self._relations[relation]
        found = own.lexicon.find(words)
        if found and self.polarity(found.marked):
            return True
        return found is not None and found.plain and (found.way != 0 or own.symmetric)

    def _question(self, words: tuple[str, ...], relation: int, forward: int) -> Question:
        names = {FIRST: HEAD, SECOND: TAIL} if forward > 0 else {FIRST: TAIL, SECOND: HEAD}
        return Question(self._relations[relation].label, " ".join([names.get(word, word) for word in words]))


def _relation(label: str, wordings: tuple[str, ...], symmetric: bool, id: str) -> Relation:
    cues = [
        *cues_of_label(label),
        *(cue for one in wordings for cue in cues_of_wording(one)),
        *synonyms_of(label),
    ]
    words = words_of_label(label).partition(" (")[0].split()
    of_class = not _class_labels().isdisjoint(words) and words[-1:] not in (["by"], ["of"])
    of_class = of_class or words_of("class_labels").issuperset(words)
    own = tuple(cue for cue in dict.fromkeys(cues) if not opposes(cue.words, label))
    lexicon = Lexicon(own, of_class=of_class)
    return Relation(asked_label(label, id), lexicon, symmetric or is_symmetric(label), own, of_class)


@lru_cache(_KEPT)
def _is_latin(words: tuple[str, ...]) -> bool:
    """Whether all letters of a phrase are Latin ones."""
    letters = {letter for word in words for letter in word if letter.isalpha()}
    return all(letter.isascii() or "LATIN" in unicodedata.name(letter, "") for letter in letters)


def _in_breaks(words: Sequence[str]) -> str:
    """Words as a text that holds another such text where its words follow each other there.

    >>> _in_breaks(["son", "of"]) in _in_breaks(["the", "son", "of", "Anne"])
    True
    """
    return "\n" + "".join([f"{word}\n" for word in words])


@cache
def _class_labels() -> frozenset[str]:
    return words_in("words", "class_labels")


@lru_cache(_KEPT)
def polarity_of(words: tuple[str, ...]) -> Row | None:
    """The row that says whether a phrase is asserted; None where none matches."""
    return rules("polarity").first(alphabet().symbols(words))


def _with_polarity(answer: Answer, polarity: Row | None) -> Answer:
    if polarity is None or answer not in ("supports", "inverse"):
        return answer
    status: Answer | Literal["asserted"] = polarity.gives["status"]
    return answer if status == "asserted" else status
