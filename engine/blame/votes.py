"""What answers say of the facts that they contradict, as votes of independent voters."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..audit.evidence import ClaimVerdict
from ..audit.verdicts import Verdict
from ..certificate.claims import ClaimCertificate
from ..terms import Fact, Triple

HOLDS = ""
"""The vote of who says what the graph states."""
DENIES = "\x00denied"
"""The vote of who denies it and says nothing in its place."""


class Slot(NamedTuple):
    """Of what values are held: the tails of a head by a relation (side 0), or heads of a tail (side 1)."""

    side: int
    node: str
    relation: str


class Said(NamedTuple):
    """A contradicted claim as a row has it, with what a repaired text would say instead."""

    row: str
    voter: str
    step: int
    text: str
    value: str
    repair: tuple[str, ...]


@dataclass(slots=True)
class Contest:
    """The values of one slot, and who says what of them.

    Attributes:
        held: the facts that speak against the claims, by key.
        stated: for each value that claims give it the triple that they state; None for a name of nothing.
        said: the contradicted claims.
        votes: for each voter how often it said what, by values; what is held is one, too.
    """

    slot: Slot
    held: dict[str, Fact] = field(default_factory=dict)
    stated: dict[str, Triple | None] = field(default_factory=dict)
    said: list[Said] = field(default_factory=list)
    votes: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    def value_of(self, fact: Fact) -> str:
        """The value that a held fact gives, by its id."""
        return (fact.head if self.slot.side else fact.tail).id

    def ballot(self, held: Iterable[Fact]) -> dict[str, str]:
        """One vote a voter on some held facts: what it said most often, and where that is undecided these."""
        own = frozenset(map(self.value_of, held))
        return {voter: _most(counts, own) for voter, counts in sorted(self.votes.items())}


def _most(counts: Mapping[str, int], own: Collection[str]) -> str:
    said = Counter[str]()
    for value, often in counts.items():
        said[HOLDS if value in own else value] += often
    return max(said, key=lambda value: (said[value], value == HOLDS, value))


class Votes:
    """The claims of verdicts on one graph, read once.

    Attributes:
        verdicts: how many there are.
        graphs: those that they are of, as far as certificates tell.
        contests: what they contradict.
    """

    def __init__(self, verdicts: Iterable[Verdict]) -> None:
        self.verdicts = 0
        self.graphs: set[str] = set()
        self.contests: dict[Slot, Contest] = {}
        self._supported: defaultdict[str, Counter[str]] = defaultdict(Counter)  # fact key -> voters
        self._right: Counter[str] = Counter()
        self._wrong: Counter[str] = Counter()
        for verdict in verdicts:
            self.verdicts += 1
            self._read(verdict)
        for contest in self.contests.values():
            for key, fact in contest.held.items():
                for voter, often in self._supported[key].items():
                    contest.votes[voter][contest.value_of(fact)] += often

    def error_rate(self, voter: str) -> float:
        """How often a voter is wrong, as far as the graph tells: (wrong + 1) / (told + 2), at most 0.5.

        Rows without a model are voters of their own and share one rate.
        """
        maker = _maker(voter)
        wrong, right = self._wrong[maker], self._right[maker]
        return min(0.5, (wrong + 1) / (wrong + right + 2))

    def _read(self, verdict: Verdict) -> None:
        if verdict.certificate is None:
            return
        self.graphs.add(verdict.certificate.kg)
        voter = verdict.model or f"row {verdict.id}"
        claims = ((step.number, step.text, claim) for step in verdict.steps for claim in step.claims)
        for (number, text, claim), certified in zip(claims, verdict.certificate.claims, strict=False):
            if claim.status == "supported":
                self._right[_maker(voter)] += 1
                for fact in claim.facts:
                    self._supported[fact.fact.key][voter] += 1
            elif claim.status == "contradicted" and claim.instead:
                self._wrong[_maker(voter)] += 1
                self._contradicted(verdict, voter, number, text, claim, certified)

    def _contradicted(
        self,
        verdict: Verdict,
        voter: str,
        number: int,
        text: str,
        claim: ClaimVerdict,
        certified: ClaimCertificate,
    ) -> None:
        held = [fact for grounded in claim.instead for fact in grounded.fact.stated]
        slot, value, stated = _stated(claim, certified, held[-1])
        own = {fact.key: fact for fact in held if _slot(slot.side, fact) == slot}
        contest = self.contests.setdefault(slot, Contest(slot))
        contest.held |= own
        contest.stated.setdefault(value, stated)
        contest.votes[voter][value] += 1
        repair = verdict.repair or claim.instead
        said = tuple(fact.fact.text for fact in repair)
        contest.said.append(Said(verdict.id, voter, number, text, value, said))


def _maker(voter: str) -> str:
    return "" if voter.startswith("row ") else voter


def _slot(side: int, fact: Fact) -> Slot:
    return Slot(side, fact.tail.id if side else fact.head.id, fact.relation)


def _stated(claim: ClaimVerdict, certified: ClaimCertificate, held: Fact) -> tuple[Slot, str, Triple | None]:
    """What a contradicted claim puts in the place of a fact: the slot, the value's id or name, the triple."""
    if certified.because in ("denied", "turned"):
        return _slot(0, held), DENIES, None
    for triple in _absent(certified):
        if triple.relation == held.relation and triple.head == held.head.id:
            return _slot(0, held), triple.tail, triple
        if triple.relation == held.relation and triple.tail == held.tail.id:
            return _slot(1, held), triple.head, triple
    return _slot(0, held), claim.object, None


def _absent(certified: ClaimCertificate) -> Iterator[Triple]:
    """The triples that the graph was asked for and does not state."""
    for one in certified.evidence:
        if one.template == "facts":
            for row, given in zip(one.rows, one.gives, strict=True):
                if given is None:
                    yield Triple(*row)


def counted(ballot: Mapping[str, str]) -> Counter[str]:
    """How many voters say what."""
    return Counter(ballot.values())
