"""From the steps of a chain to its claims, and what the graph says of each."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple, Self

from ....ext.words import NameHit
from ...extraction.pairs import Pair
from ...extraction.sentences import NamedSentence, nearest_pairs, sentences_with_pairs
from ...grounding.graph import GroundingGraph
from ...grounding.matching import Against, Grounder, Stated
from ...language.coreference import Known
from ...language.dialogue import is_bare, with_answers
from ...language.discourse import is_conclusion, is_plan, standing
from ...language.function_words import words_of
from ...language.mention import Mention
from ...language.morphology import is_verb_form
from ...language.quantities import Value
from ...language.tokens import Tokens, sentences_of
from .events import of_one_event
from .supported import Support

_MOST_SUPPORTS = 10
_MOST_NOUNS = 3
_WHOSE = "whose"


class SaidClaim(NamedTuple):
    """A pair of things that a sentence says something of, and what the graph says of it.

    Attributes:
        tokens: the sentence.
        concludes: it draws a conclusion.
        aside: what it says besides: another claim of its sentence is supported.
        pair: the two things and the words.
        stated: the facts that join them, with what the words do with each, the likeliest first; before them
            inferred ones that the words state.
        likely: those that the words state: either facts of the graph, or inferred ones.
        against: facts that speak against it.
    """

    tokens: Tokens
    concludes: bool
    aside: bool
    pair: Pair
    stated: tuple[Stated, ...]
    likely: tuple[Support, ...]
    against: Against | None

    @property
    def opposed(self) -> Stated | None:
        """The fact that the words deny or turn round."""
        return next((one for one in self.stated if one.status in ("denied", "turned")), None)

    @property
    def hedged(self) -> bool:
        """Whether the words state a fact without asserting it."""
        return any(one.status == "hedged" for one in self.stated)


class Lead(NamedTuple):
    """A sentence that a list completes: "The works of H:".

    Attributes:
        words: empty where nothing leads in.
        led: how many steps it leads in.
        first: the place of the first of them.
    """

    words: str = ""
    led: int = 0
    first: int = 0

    @classmethod
    def of(cls, lead_in: str, led: int) -> Self:
        """The last sentence of what stands before a list, if it ends in a colon."""
        words = sentences_of(lead_in)[-1] if lead_in.endswith((":", "：")) else ""
        return cls(words.strip(), led)

    def before(self, steps: Sequence[str]) -> list[str]:
        """The steps, with these words before those that they lead in, and nowhere else."""
        completing = range(self.first, self.first + self.led)
        return [
            f"{self.words} {step}" if place in completing else step.removesuffix(self.words)
            for place, step in enumerate(steps)
        ]


class ReadStep(NamedTuple):
    """A step as it is read.

    Attributes:
        claims: what it says.
        unread: its sentences that name something and yield no claim.
        announced: those that say what is to be looked for and name several things; they may state something.
        passed_over: pairs that a fact joins and whose words are not read as any, while the same sentence says
            something else of both things. They may say what else holds a path together.
    """

    claims: tuple[SaidClaim, ...] = ()
    unread: tuple[str, ...] = ()
    announced: tuple[str, ...] = ()
    passed_over: tuple[SaidClaim, ...] = ()


class _Named(NamedTuple):
    """A sentence and the things that it names.

    Attributes:
        place: its step.
        doubtful: the starts of the names that may be common words.
        values: the dates and the amounts, by where they start.
    """

    place: int
    named: NamedSentence
    doubtful: Set[int]
    values: Mapping[int, Value]

    def value(self, pair: Pair) -> Value | None:
        """What one of two things says as a date, a number or a measure."""
        return self.values.get(pair.first.start) or self.values.get(pair.second.start)


class ClaimReader:
    """Reads the steps of chains over one graph."""

    def __init__(self, graph: GroundingGraph, grounder: Grounder) -> None:
        self._graph = graph
        self._grounder = grounder
        self._values = grounder.values
        self._known = Known(graph.kind, graph.gender, graph.has_role, graph.is_called, types=graph.types)

    def read(self, steps: Sequence[str], topic: Sequence[int], lead: Lead | None = None) -> list[ReadStep]:
        """The claims of each step, in order; `lead` is said of each step that it leads in."""
        steps = standing(steps)
        if lead and lead.words:
            steps = lead.before(steps)
        texts = [(place, Tokens.of(text)) for place, step in enumerate(steps) for text in sentences_of(step)]
        sentences = self._named(with_answers(texts, self._places), topic)
        self._grounder.prepare(pair for one in sentences for pair in one.named.pairs)
        read = [ReadStep() for _ in steps]
        for sentence in sentences:
            before, said = read[sentence.place], self._said(sentence)
            read[sentence.place] = ReadStep(
                before.claims + said.claims,
                before.unread + said.unread,
                before.announced + said.announced,
                before.passed_over + said.passed_over,
            )
        return read

    def _places(self, tokens: Tokens) -> frozenset[int]:
        """The places of words that belong to names."""
        hits = (hit for listed in self._graph.finder.named(tokens) for hit in listed)
        return frozenset(place for hit in hits for place in range(hit.start, hit.end))

    def _named(self, sentences: Sequence[tuple[int, Tokens]], topic: Sequence[int]) -> list[_Named]:
        """Each sentence with what it names: names, values, what pronouns and descriptions stand for."""
        both = [self._graph.finder.named(tokens) for _, tokens in sentences]
        hits = [sorted([*plain, *_apart(doubtful, plain)]) for plain, doubtful in both]
        context = list(dict.fromkeys([*topic, *(node for own in hits for hit in own for node in hit.nodes)]))
        named: list[tuple[Tokens, Sequence[Mention]]] = []
        values: list[dict[int, Value]] = []
        for (_, tokens), own in zip(sentences, hits, strict=True):
            names = [
                one for one in self._graph.finder.mentions(tokens, own, context) if one.how != "reference"
            ]
            held = self._values.mentions(tokens, names, context)
            covered = {at for one in held for at in range(one.mention.start, one.mention.end)}
            kept = [one for one in names if covered.isdisjoint(range(one.start, one.end))]
            values.append({one.mention.start: one.value for one in held})
            named.append((tokens, sorted([*kept, *(one.mention for one in held)])))
        read = sentences_with_pairs(named, self._known, self._graph.holders, topic)
        return [
            _Named(place, own, {hit.start for hit in doubtful}, given)
            for (place, _), own, (_, doubtful), given in zip(sentences, read, both, values, strict=True)
        ]

    def _said(self, sentence: _Named) -> ReadStep:
        """The claims of a sentence; the sentence itself, if it names something and yields none."""
        tokens, mentions, pairs = sentence.named
        concludes = is_conclusion(tokens)
        claims, left = self._stated(tokens, pairs, concludes)
        told = {mention.start for one in claims for mention in one.pair[:2]}
        doubtful = sentence.doubtful - _listed_with(told, tokens, pairs)
        asserting = [pair for pair in left if not self._denies_only(pair)]
        for says_something in (self._can_be_judged, self._can_be_compared):
            speaking = [pair for pair in asserting if says_something(sentence, pair)]
            apposed = [pair for pair in speaking if _is_apposed(tokens, pair)]
            for pair in (*apposed, *nearest_pairs(mentions, speaking, told | doubtful)):
                is_doubtful = not doubtful.isdisjoint((pair.first.start, pair.second.start))
                against = None if is_doubtful else self._grounder.against(pair, sentence.value(pair))
                claim = self.claimed(tokens, pair, concludes)
                claims.append(claim._replace(against=against, aside=bool(claims)))
                told |= {pair.first.start, pair.second.start}
        claims.sort(key=lambda one: (one.pair.second.start, one.pair.first.start))
        claims = of_one_event(claims, self._graph) if self._graph.nameless else claims
        if not any(one.likely for one in claims) and is_plan(
            tokens, {one.start for one in mentions}, len(mentions)
        ):
            return ReadStep(announced=(tokens.text.strip(),) if left else ())
        names = any(
            (one.how != "reference" or one.nodes) and one.start not in sentence.doubtful for one in mentions
        )
        places = {place for one in mentions for place in range(one.start, one.end)}
        says_nothing = is_bare(tokens, places) or _is_itself(tokens, mentions, places)
        unread = names and not claims and not concludes and not says_nothing
        judged = {(one.pair.first.start, one.pair.second.start) for one in claims}
        passed_over = (
            self.claimed(tokens, pair, concludes)
            for pair in left
            if not pair.listed and (pair.first.start, pair.second.start) not in judged
        )
        return ReadStep(
            claims=tuple(claims),
            unread=(tokens.text.strip(),) if unread else (),
            passed_over=tuple(claim for claim in passed_over if claim.stated),
        )

    def _can_be_judged(self, sentence: _Named, pair: Pair) -> bool:
        """Whether a pair is no date or number of which the graph holds none, nor any other in its place."""
        value = sentence.value(pair)
        both = pair.first.nodes and pair.second.nodes
        return value is None or bool(both) or self._grounder.against(pair, value) is not None

    def _can_be_compared(self, sentence: _Named, pair: Pair) -> bool:
        """Whether a pair is a date or a number, in figures, of something of which the graph has others."""
        value, words = sentence.value(pair), sentence.named.tokens.normal
        figures = (
            word for one in pair[:2] if one.start in sentence.values for word in words[one.start : one.end]
        )
        if value is None or not any(word[:1].isdigit() for word in figures):
            return False
        return any(self._values.beside(node) for one in pair[:2] for node in one.nodes)

    def _denies_only(self, pair: Pair) -> bool:
        """Whether words only deny what no fact says either: "…, not to be confused with Otto"."""
        denied = self._graph.matcher.polarity(pair.reduced) == "denied"
        return denied and not any(True for _ in self._grounder.stated(pair))

    def _stated(
        self, tokens: Tokens, pairs: Sequence[Pair], concludes: bool
    ) -> tuple[list[SaidClaim], list[Pair]]:
        """The pairs whose words do something with a fact, each fact once, and the pairs that are left."""
        claims: list[SaidClaim] = []
        left: list[Pair] = []
        facts: set[tuple[int, ...]] = set()
        for pair in sorted(pairs, key=_references):
            claim = self.claimed(tokens, pair, concludes)
            if claim.likely and claim.likely[0].facts in facts:
                continue
            if claim.likely:
                facts.add(claim.likely[0].facts)
            if claim.likely or (claim.opposed and not pair.listed) or claim.hedged:
                claims.append(claim)
            else:
                left.append(pair)
        return claims, left

    def claimed(self, tokens: Tokens, pair: Pair, concludes: bool) -> SaidClaim:
        """What a pair of a sentence claims, given whether that draws a conclusion."""
        stated = tuple(self._grounder.stated(pair)[:_MOST_SUPPORTS])
        stated = (*self._grounder.inferred(pair, stated), *stated)
        likely = tuple(Support(one.match.probability, one.way) for one in stated if one.status == "supported")
        return SaidClaim(tokens, concludes, False, pair, stated, likely, None)


def _is_itself(tokens: Tokens, mentions: Sequence[Mention], places: Set[int]) -> bool:
    """Whether a sentence only says that a thing is itself: "Red is Red"."""
    rest = (word for at, word in enumerate(tokens.normal) if word and at not in places)
    return (
        len(mentions) > 1 and len({one.nodes for one in mentions}) == 1 and words_of("being").issuperset(rest)
    )


def _is_apposed(tokens: Tokens, pair: Pair) -> bool:
    """Whether nouns alone stand between whose and who: "his wife Ann", "Jo, whose wife Ann", which say of Ann
    that she is that.
    """
    between = list(tokens.surface[pair.first.end : pair.second.start])
    if not pair.first.possessive:
        if _WHOSE not in between[:2]:
            return False
        del between[: between.index(_WHOSE) + 1]
    return 0 < len(between) <= _MOST_NOUNS and all(
        word.islower() and word not in words_of("being") and not is_verb_form(word) for word in between
    )


def _listed_with(told: Set[int], tokens: Tokens, pairs: Sequence[Pair]) -> set[int]:
    """The starts of what "and" or "or" lists beside things of which something is read, and so is a thing too.

    A comma alone may only set apart what the thing is: "Louis, a Frenchman".
    """
    both = [
        (pair.first.start, pair.second.start)
        for pair in pairs
        if pair.listed
        and not words_of("before_last").isdisjoint(tokens.normal[pair.first.end : pair.second.start])
    ]
    return {other for one, other in (*both, *((b, a) for a, b in both)) if one in told}


def _references(pair: Pair) -> int:
    return (pair.first.how == "reference") + (pair.second.how == "reference")


def _apart(doubtful: Sequence[NameHit], plain: Sequence[NameHit]) -> Iterator[NameHit]:
    """The hits that may be words and overlap no name."""
    taken = {place for hit in plain for place in range(hit.start, hit.end)}
    for hit in doubtful:
        if taken.isdisjoint(range(hit.start, hit.end)):
            taken.update(range(hit.start, hit.end))
            yield hit
