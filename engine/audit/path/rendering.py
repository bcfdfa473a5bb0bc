"""Verdicts in words, with their evidence, from what was found out in nodes and rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...grounding.readable import Join, ReadableGraph
from ...reading.claims import Claim
from ...reading.found import Mention
from ...reading.tokens import Tokens
from ...terms import Fact
from ..citing import Cited
from ..coherence import NO_ANSWER
from ..evidence import ClaimVerdict, ErrorKind, GroundedFact, StepStatus, StepVerdict
from ..verdicts import Outcome, Verdict
from .answers import is_number
from .findings import Finding, denies, reading_of
from .supported import Support

if TYPE_CHECKING:
    from .judge import JudgedChain

METHOD = "path"
_ASIDES = " What else is said in passing, the graph does not know."
NOTHING_CLAIMED = "No step says anything of two things that the graph knows."
_WORST_FIRST: tuple[StepStatus, ...] = ("contradicted", "unknown", "supported", "no_claim")
_PRECEDENCE: tuple[ErrorKind, ...] = ("factual_error", "incoherent")
_RECOGNISED = {"name": 1.0, "reference": 1.0, "part": 0.9, "spelling": 0.9, "unknown": 0.0}


def render(chains: Sequence["JudgedChain"], graph: ReadableGraph, cited: Cited, kg: str) -> list[Verdict]:
    """One verdict a chain, in order; the facts that they cite are read at once."""
    rows: list[int] = []
    for judged in chains:
        for findings in judged.steps:
            for finding in findings:
                rows += _rows(finding)
    writer = _Writer(cited.facts(rows), graph, kg)
    return [writer.verdict(judged) for judged in chains]


def _rows(finding: Finding) -> list[int]:
    """The facts that a finding cites."""
    rows = [join.fact for join in finding.instead]
    rows += [support.join.fact for support in (finding.support, finding.runner_up) if support]
    return rows


class _Outcome(NamedTuple):
    """What a chain comes to, before its steps are shown."""

    verdict: Outcome
    reason: str
    error: ErrorKind | None = None
    fault: int | None = None


class _Writer:
    """Puts findings into words. `facts` by row."""

    def __init__(self, facts: Mapping[int, Fact], graph: ReadableGraph, kg: str) -> None:
        self._facts = facts
        self._graph = graph
        self._kg = kg

    def verdict(self, judged: "JudgedChain") -> Verdict:
        steps = tuple(self._steps(judged))
        outcome = self._outcome(judged, steps)
        return judged.parsed.verdict(
            outcome.verdict,
            outcome.reason,
            METHOD,
            steps,
            error=outcome.error,
            fault=outcome.fault,
            answer_right=_gold_answer(judged),
        )

    def _outcome(self, judged: "JudgedChain", steps: Sequence[StepVerdict]) -> _Outcome:
        """The first error by precedence, or what keeps the chain from being judged."""
        parsed, route = judged.parsed, judged.route
        if not any(step.status in ("supported", "contradicted", "unknown") for step in steps):
            return _Outcome("unscored", NOTHING_CLAIMED)
        faults = {step.error: step for step in reversed(steps)}
        for kind in _PRECEDENCE:
            if fault := faults.get(kind):
                return _Outcome("unfaithful", f"Step {fault.number}: {fault.reason}", kind, fault.number)
        if parsed.chain.gold_answers and parsed.answer is None and route.from_topic:
            return _Outcome("unscored", NO_ANSWER)
        unknown = [(step.number, one) for step in steps for one in step.claims if one.status == "unknown"]
        astray = bool(unknown) and not route.from_topic and _only_asides(judged)
        if unknown and parsed.chain.gold_answers and route.answered is False and not astray:
            return _Outcome("unfaithful", self._wrong(judged), "answer_error")
        if unknown and not (astray or (_only_asides(judged) and route.answered is not False)):
            number, claim = unknown[0]
            return _Outcome("unscored", f"Step {number} cannot be judged: {claim.reason}", None, number)
        if parsed.answer and route.answered is None and is_number(parsed.answer):
            return _Outcome(
                "unscored", f"The answer “{parsed.answer}” is a number that no fact of the path holds."
            )
        if not (route.from_topic and route.as_asked):
            return _Outcome("unfaithful", self._misguided(judged), "misguided")
        if route.answered is False:
            return _Outcome("unfaithful", self._wrong(judged), "answer_error")
        return _Outcome("faithful", self._holds(judged, asides=bool(unknown)))

    def _steps(self, judged: "JudgedChain") -> Iterator[StepVerdict]:
        before: Finding | None = None
        texts = enumerate(zip(judged.parsed.steps, judged.steps, strict=True), 1)
        for number, (text, findings) in texts:
            kept: list[Finding] = []
            claims: list[ClaimVerdict] = []
            for place, finding in enumerate(findings):
                if self._graph.nameless and self._is_told_again(finding, kept):
                    continue
                kept.append(finding)
                claims.append(self._claim(findings, place, before))
                before = finding if finding.status == "supported" else before
            yield self._step(number, " ".join(text.split()), kept, claims)

    def _is_told_again(self, finding: Finding, before: Sequence[Finding]) -> bool:
        """Whether a step has told a fact of a node without a name before, which more is said of now."""
        support = finding.support
        if not (support and finding.status == "supported" and support.ends & self._graph.nameless):
            return False
        return any(one.support and one.support.join.fact == support.join.fact for one in before)

    def _step(
        self, number: int, text: str, findings: Sequence[Finding], claims: list[ClaimVerdict]
    ) -> StepVerdict:
        if not claims:
            reason = "It says nothing that a graph could hold."
            return StepVerdict(number, text, (), None, reason, "no_claim")
        error: ErrorKind | None = None
        false = [_is_false(finding) for finding in findings]
        if True in false:
            error = "factual_error"
        elif any(finding.breaks for finding in findings):
            error = "incoherent"
        status, telling = claims[0].status, claims[0]
        if len(claims) > 1:
            stated = (one.status for one in findings if not (one.claim.aside and one.status == "unknown"))
            status = min(stated, key=_WORST_FIRST.index, default="unknown")
            told = (
                claim
                for claim, finding, is_false in zip(claims, findings, false, strict=True)
                if (is_false if error == "factual_error" else finding.breaks or not error)
                and (error or claim.status == status)
            )
            telling = next(told, telling)
        facts = tuple([claim.fact for claim in claims if claim.fact])
        others = tuple([fact for claim in claims if not claim.fact for fact in claim.instead])
        return StepVerdict(number, text, facts + others, error, telling.reason, status, tuple(claims))

    def _claim(self, findings: Sequence[Finding], place: int, before: Finding | None) -> ClaimVerdict:
        finding = findings[place]
        reading = reading_of(finding.claim, finding.support)
        subject, object = self._ends(findings, place, reading)
        fact = None
        instead: list[GroundedFact] = []
        if finding.status == "supported" and finding.support:
            fact = self._grounded(finding.support, reading.first, reading.second)
        elif finding.support:
            instead.append(self._grounded(finding.support, reading.first, reading.second))
        if finding.runner_up and not self._is_half(finding):
            instead.append(self._grounded(finding.runner_up, reading.first, reading.second))
        instead += [self._other(join) for join in finding.instead]
        reason = self._reason(finding, subject, object, fact, instead, before)
        return ClaimVerdict(subject, object, finding.status, fact, tuple(instead), reason)

    def _reason(
        self,
        finding: Finding,
        subject: str,
        object: str,
        fact: GroundedFact | None,
        instead: list[GroundedFact],
        before: Finding | None,
    ) -> str:
        if finding.status == "no_claim":
            if denies(finding.claim):
                return "It denies what the graph does not state either."
            return "It sums up what the steps before have shown."
        if fact:
            if finding.breaks and before and before.support:
                return f"“{fact.fact}” does not go on from “{self._facts[before.support.join.fact]}”"
            return f"Supported by “{fact.fact}” (probability {fact.score:.2f})."
        if finding.support:
            if finding.support.negated:
                return f"It denies what the graph states: “{instead[0].fact}”"
            if finding.support.ground == "turned":
                return f"The graph states it the other way round: “{instead[0].fact}”"
            if self._is_half(finding):
                return f"The graph states this of something else: “{instead[0].fact}”"
            return f"The graph joins the two otherwise: “{instead[0].fact}”"
        if instead:
            stated = "; ".join(f"“{other.fact}”" for other in instead)
            return f"The graph does not say this of “{subject}” and “{object}”; it states {stated}"
        missing = self._missing(finding, subject, object)
        if missing:
            return f"The graph knows nothing named “{missing}”."
        return f"The graph states nothing that joins “{subject}” and “{object}”."

    def _missing(self, finding: Finding, subject: str, object: str) -> str:
        reading = reading_of(finding.claim, finding.support)
        if not reading.first.nodes:
            return subject
        return object if not reading.second.nodes else ""

    def _grounded(self, support: Support, first: Mention, second: Mention) -> GroundedFact:
        fact = self._facts[support.join.fact]
        matches = _RECOGNISED[first.how], _RECOGNISED[second.how]
        head, tail = matches if support.join.forward > 0 else matches[::-1]
        return GroundedFact(fact, support.score, support.score, head, tail, self._kg)

    def _other(self, join: Join) -> GroundedFact:
        fact = self._facts[join.fact]
        return GroundedFact(fact, 0.0, 0.0, float(join.forward > 0), float(join.forward < 0), self._kg)

    def _is_half(self, finding: Finding) -> bool:
        """Whether a claim is told with another one, over a node without a name."""
        support, nameless = finding.support, self._graph.nameless
        return bool(nameless and support and support.ends & nameless) and any(
            mention.start == mention.end for one in finding.claim.readings for mention in one[:2]
        )

    def _ends(self, findings: Sequence[Finding], place: int, reading: Claim) -> tuple[str, str]:
        """The two things of a claim in its words; of two claims that are told at once, what both join."""
        first = last = reading
        if nameless := self._graph.nameless:
            if place and findings[place - 1].claim.leads_over(nameless):
                first = reading_of(findings[place - 1].claim, findings[place - 1].support)
            if place + 1 < len(findings) and findings[place].claim.leads_over(nameless):
                last = reading_of(findings[place + 1].claim, findings[place + 1].support)
        tokens = findings[place].claim.tokens
        return self._text(tokens, first.first), self._text(tokens, last.second)

    def _text(self, tokens: Tokens, mention: Mention) -> str:
        """What a mention is called in its sentence; what stands unnamed between two facts, by its name."""
        if mention.start == mention.end:
            return " or ".join(map(self._graph.name, mention.nodes))
        return tokens.written(mention.start, mention.end)

    def _name(self, node: int) -> str:
        return f"“{self._graph.name(node)}”"

    def _holds(self, judged: "JudgedChain", *, asides: bool) -> str:
        answered = judged.route.answered
        right = "the answer is right" if judged.parsed.chain.gold_answers else "the answer is where it leads"
        checked = {True: f", and {right}", False: "", None: "; no answer is judged"}[answered]
        rests = "What it rests on are facts" if asides else "Each claim is a fact"
        return f"{rests} of the graph, and together they make a path{checked}.{_ASIDES if asides else ''}"

    def _misguided(self, judged: "JudgedChain") -> str:
        topic = " or ".join(self._name(node) for node in sorted(judged.asked.topic))
        if not judged.route.from_topic:
            return f"The steps hold and connect, but say nothing of {topic}, which the question is about."
        goal = judged.route.goal
        reached = self._name(goal) if goal is not None else "nothing"
        return (
            f"The steps hold and connect, but lead to {reached} by a way that does not answer the question."
        )

    def _wrong(self, judged: "JudgedChain") -> str:
        answer = judged.parsed.answer
        if judged.parsed.chain.gold_answers:
            return f"The steps hold, but “{answer}” is none of the right answers."
        goal = judged.route.goal
        reached = self._name(goal) if goal is not None else "nothing"
        return f"The steps hold and lead to {reached}, but the answer is “{answer}”."


def _is_false(finding: Finding) -> bool:
    """Whether a claim is an error: contradicted, or of two known things that the graph does not join.

    The paper takes the graph for complete. A claim of things that the graph does not know cannot be judged,
    nor can an aside of which it knows no relation, or that the chain itself puts aside.
    """
    if finding.status != "unknown":
        return finding.status == "contradicted"
    known = any(reading.first.nodes and reading.second.nodes for reading in finding.claim.readings)
    in_passing = finding.claim.aside and (finding.claim.foreign or finding.claim.dismissed)
    return known and not in_passing


def _only_asides(judged: "JudgedChain") -> bool:
    """Whether what the graph does not know is said in passing, and the path does without it.

    Once the path has led to the answer, all counts as such that is of no relation of the graph.
    """
    claims = [one.claim for step in judged.steps for one in step if one.status == "unknown"]
    answered = judged.route.answered is True
    return bool(judged.path.supports) and all(one.aside or (answered and one.foreign) for one in claims)


def _gold_answer(judged: "JudgedChain") -> bool | None:
    return judged.route.answered if judged.parsed.chain.gold_answers else None
