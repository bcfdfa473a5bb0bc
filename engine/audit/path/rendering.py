"""Verdicts in words, with their evidence, from what was found out in nodes and rows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...answers.kinds import is_number
from ...certificate.claims import Certificate, Versions
from ...extraction.pairs import Pair
from ...grounding.graph import GroundingGraph
from ...grounding.matching import Stated, World
from ...language.mention import Mention
from ...language.rules import FIRST, SECOND
from ...language.tokens import Tokens
from ...store.showing import Showing
from ...terms import Fact, fact_key
from ..citing import Cited
from ..coherence import NO_ANSWER
from ..evidence import ClaimVerdict, ErrorKind, GroundedFact, InferredFact, StepStatus, StepVerdict
from ..verdicts import Outcome, Verdict
from .certifying import Certifier
from .findings import Finding, is_shown
from .supported import Support

if TYPE_CHECKING:
    from .judge import JudgedChain

METHOD = "path"
NOTHING_CLAIMED = "No step says anything of two things that the graph knows."
_ASIDES = " What else is said in passing, the graph does not know."
_WORST_FIRST: tuple[StepStatus, ...] = ("contradicted", "unknown", "inferred", "supported", "no_claim")
_HOLD: frozenset[Outcome] = frozenset({"faithful", "inferred"})
_PRECEDENCE: tuple[ErrorKind, ...] = ("factual_error", "incoherent")
_RECOGNISED = {"name": 1.0, "reference": 1.0, "value": 1.0, "part": 0.9, "spelling": 0.9, "unknown": 0.0}


def render(
    chains: Sequence["JudgedChain"],
    graph: GroundingGraph,
    cited: Cited,
    showing: Showing,
    world: World,
    versions: Versions,
) -> list[Verdict]:
    """One verdict a chain, in order; the facts that they cite are read at once."""
    rows = [
        row
        for judged in chains
        for findings in judged.steps
        for finding in findings
        for row in _rows(finding)
    ]
    writer = _Writer(cited.facts(rows), graph, showing, world, versions)
    return [writer.verdict(judged) for judged in chains]


def _rows(finding: Finding) -> Iterator[int]:
    """The facts that a finding cites."""
    if finding.support:
        yield from finding.support.facts
    if shown := _shown(finding):
        yield from shown.way.facts
    if finding.claim.against:
        yield from (join.fact for join in finding.claim.against.joins)


class _Outcome(NamedTuple):
    """What a chain comes to, before its steps are shown."""

    verdict: Outcome
    reason: str
    error: ErrorKind | None = None
    fault: int | None = None


class _Writer:
    """Puts findings into words. `facts` by row."""

    def __init__(
        self,
        facts: Mapping[int, Fact],
        graph: GroundingGraph,
        showing: Showing,
        world: World,
        versions: Versions,
    ) -> None:
        self._facts = facts
        self._certifier = Certifier(graph, facts, world)
        self._versions = versions
        self._graph = graph
        self._showing = showing
        self._world = world

    def verdict(self, judged: "JudgedChain") -> Verdict:
        steps = tuple(self._steps(judged))
        outcome = self._outcome(judged, steps)
        golds = judged.parsed.chain.gold_answers
        return judged.parsed.verdict(
            outcome.verdict,
            outcome.reason,
            METHOD,
            steps,
            error=outcome.error,
            fault=outcome.fault,
            answer_right=judged.route.answered if golds else None,
            world=self._world,
            certificate=self._certificate(judged, steps),
        )

    def _certificate(self, judged: "JudgedChain", steps: Sequence[StepVerdict]) -> Certificate:
        claims = [
            self._certifier.claim(step.number, step.text, finding, claim)
            for step, findings in zip(steps, judged.steps, strict=True)
            for finding, claim in zip(findings, step.claims, strict=True)
        ]
        return Certificate(self._showing.kg, self._versions, tuple(claims))

    def _outcome(self, judged: "JudgedChain", steps: Sequence[StepVerdict]) -> _Outcome:
        """The first error by precedence, or what keeps the chain from being judged."""
        if not any(step.claims for step in steps):
            return _Outcome("unscored", NOTHING_CLAIMED)
        faults = {step.error: step for step in reversed(steps)}
        if fault := faults.get("factual_error"):
            return _Outcome(
                "unfaithful", f"Step {fault.number}: {fault.reason}", "factual_error", fault.number
            )
        unknown = [(step.number, one) for step in steps for one in step.claims if one.status == "unknown"]
        outcome = self._of_path(judged, faults.get("incoherent"), asides=bool(unknown))
        if unknown and not (outcome.verdict in _HOLD and _may_be_left(judged)):
            number, claim = unknown[0]
            return _Outcome("unscored", f"Step {number} cannot be judged: {claim.reason}", None, number)
        if outcome.verdict in _HOLD:
            left = None if _answers(judged) else _not_read([step.unread for step in judged.read])
            return left or outcome
        return (self._unread(judged) or outcome) if outcome.verdict == "unfaithful" else outcome

    def _unread(self, judged: "JudgedChain") -> _Outcome | None:
        """What keeps a chain from being accused of its path: it may say more than is read."""
        if unread := _not_read([step.unread + step.announced for step in judged.read]):
            return unread
        for number, step in enumerate(judged.read, 1):
            for claim in step.passed_over:
                if not is_shown(claim, judged.path):
                    subject, object = (_text(claim.tokens, mention) for mention in claim.pair[:2])
                    words = f"the words between “{subject}” and “{object}” are not read"
                    return _Outcome("unscored", f"Step {number} cannot be judged: {words}.", None, number)
        return None

    def _of_path(self, judged: "JudgedChain", broken: StepVerdict | None, *, asides: bool) -> _Outcome:
        """What the path of the claims that hold comes to."""
        parsed, route = judged.parsed, judged.route
        if broken:
            reason = f"Step {broken.number}: {broken.reason}"
            return _Outcome("unfaithful", reason, "incoherent", broken.number)
        if parsed.chain.gold_answers and parsed.answer is None and route.from_topic:
            return _Outcome("unscored", NO_ANSWER)
        if parsed.answer and route.answered is None and is_number(parsed.answer):
            return _Outcome(
                "unscored", f"The answer “{parsed.answer}” is a number that no fact of the path holds."
            )
        if not (route.from_topic and route.answers_question):
            return _Outcome("unfaithful", self._misguided(judged), "misguided")
        if route.answered is False:
            return _Outcome("unfaithful", self._wrong(judged), "answer_error")
        inferred = sum(one.status == "inferred" for step in judged.steps for one in step)
        return _Outcome("inferred" if inferred else "faithful", self._holds(judged, inferred, asides=asides))

    def _steps(self, judged: "JudgedChain") -> Iterator[StepVerdict]:
        before: Finding | None = None
        texts = enumerate(zip(judged.parsed.steps, judged.steps, judged.read, strict=True), 1)
        for number, (text, findings, read) in texts:
            claims: list[ClaimVerdict] = []
            for finding in findings:
                claims.append(self._claim(finding, before))
                before = finding if finding.support else before
            unread = read.unread + read.announced
            yield _step(
                number, " ".join(text.split()), findings, claims, unread, all_meant=not _answers(judged)
            )

    def _claim(self, finding: Finding, before: Finding | None) -> ClaimVerdict:
        claim = finding.claim
        subject, object = (_text(claim.tokens, mention) for mention in claim.pair[:2])
        support = finding.support
        facts = self._grounded(support, claim.pair) if support and not support.inferred else []
        inferred = self._inferred(support) if support and support.inferred else None
        fact = facts[0] if facts else None
        instead: list[GroundedFact] = []
        shown = _shown(finding)
        if shown and not support:
            instead = [self._other(row) for row in shown.way.facts]
        elif claim.against and not support:
            instead = [self._other(join.fact) for join in claim.against.joins]
        reason = self._reason(finding, subject, object, inferred or fact, instead, before)
        match = shown.match if shown else claim.against.match if claim.against else None
        return ClaimVerdict(
            subject,
            object,
            finding.status,
            fact,
            tuple(instead),
            reason,
            phrase=" ".join({FIRST: subject, SECOND: object}.get(word, word) for word in claim.pair.reduced),
            probability=match.certainty if match else None,
            decided_by=match.by if match else None,
            rules=match.rules if match else (),
            onward=facts[1] if len(facts) > 1 else None,
            inferred=inferred,
        )

    def _reason(
        self,
        finding: Finding,
        subject: str,
        object: str,
        said: GroundedFact | InferredFact | None,
        instead: Sequence[GroundedFact],
        before: Finding | None,
    ) -> str:
        claim = finding.claim
        if finding.status == "no_claim":
            return "It sums up what the steps before have shown."
        if said:
            if finding.breaks and before and before.support:
                return f"“{said.fact}” does not go on from “{self._last(before.support)}”"
            if isinstance(said, InferredFact):
                facts = " and ".join(f"“{one.fact}”" for one in said.facts)
                sure = f" (confidence {said.confidence:.2f})" if said.confidence < 1 else ""
                return f"The graph does not state “{said}”; it follows{sure} from {facts}"
            return f"Supported by “{said.fact}” (probability {said.score:.2f})."
        if claim.opposed:
            told = (
                "denies what the graph states"
                if claim.opposed.status == "denied"
                else "turns round what the graph states"
            )
            return f"It {told}: “{instead[0].fact}”"
        if claim.hedged:
            return f"It does not assert “{instead[0].fact}”: the words say that it may be so, or ask."
        if claim.against:
            stated = "; ".join(f"“{other.fact}”" for other in instead)
            return f"The graph does not say this of “{subject}” and “{object}”; it states {stated}"
        missing = next(
            (
                text
                for text, end in ((subject, claim.pair.first), (object, claim.pair.second))
                if not end.nodes
            ),
            "",
        )
        if missing:
            return f"The graph knows nothing named “{missing}”."
        if claim.stated:
            return f"The words between “{subject}” and “{object}” are not read as any relation of the graph."
        return f"The graph states nothing that joins “{subject}” and “{object}”."

    def _grounded(self, support: Support, pair: Pair) -> list[GroundedFact]:
        """The facts of a support; a fact's ends tell how its things were recognised."""
        ends = ((support.first, pair.first), (support.second, pair.second))
        matches = {node: _RECOGNISED[mention.how] for node, mention in ends}
        return [self._matched(row, matches, support.score) for row in support.facts]

    def _inferred(self, support: Support) -> InferredFact:
        """What a support is inferred from."""
        found = support.inferred
        assert found is not None
        return InferredFact(
            self._followed(support),
            tuple(map(str, found.rules)),
            found.confidence,
            tuple(map(self._other, support.facts)),
        )

    def _followed(self, support: Support) -> Fact:
        """The fact that a support infers, as the graph would state it."""
        ends = (support.first, support.second)
        head, tail = self._graph.view.entities_at(ends if support.way.forward > 0 else ends[::-1])
        rank = support.way.relation
        relation, label = self._graph.relation_ids[rank], self._graph.labels[rank]
        return Fact(fact_key(head.id, relation, tail.id), head, relation, label, tail)

    def _last(self, support: Support) -> Fact:
        """The last fact that a support says."""
        return self._followed(support) if support.inferred else self._facts[support.facts[-1]]

    def _matched(self, row: int, matches: Mapping[int, float], score: float) -> GroundedFact:
        view = self._graph.view
        head, tail = (matches.get(int(ends[row]), 1.0) for ends in (view.heads, view.tails))
        return GroundedFact(self._facts[row], score, score, head, tail, self._showing)

    def _other(self, row: int) -> GroundedFact:
        return GroundedFact(self._facts[row], 0.0, 0.0, 0.0, 0.0, self._showing)

    def _name(self, node: int) -> str:
        return f"“{self._graph.name(node)}”"

    def _holds(self, judged: "JudgedChain", inferred: int, *, asides: bool) -> str:
        answered = judged.route.answered
        right = "the answer is right" if judged.parsed.chain.gold_answers else "the answer is where it leads"
        checked = {True: f", and {right}", False: "", None: "; no answer is judged"}[answered]
        rests = "What it rests on are facts" if asides else "Each claim is a fact"
        path = "together they make a path"
        if not judged.parsed.leads_somewhere:
            path = "nothing is asked that they have to lead to"
        follow = f", or follows from facts by rules ({inferred} inferred)" if inferred else ""
        return f"{rests} of the graph{follow}, and {path}{checked}.{_ASIDES * asides}"

    def _misguided(self, judged: "JudgedChain") -> str:
        topic = " or ".join(self._name(node) for node in sorted(judged.question.topic))
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


def _answers(judged: "JudgedChain") -> bool:
    """Whether a chain answers a question, or names an answer to which its path leads."""
    return bool(judged.route.answered or judged.parsed.chain.question)


def _not_read(unread: Sequence[Sequence[str]]) -> _Outcome | None:
    """The first step of which a sentence names something and is not read, given such sentences of each."""
    for number, sentences in enumerate(unread, 1):
        if sentences:
            return _Outcome("unscored", f"Step {number} is not read: “{sentences[0]}”", None, number)
    return None


def _may_be_left(judged: "JudgedChain") -> bool:
    """Whether a path that leads to the answer does without what is unknown: it is said in passing.

    Of a text that answers no question all is meant.
    """
    if not _answers(judged):
        return False
    claims = [one.claim for step in judged.steps for one in step if one.status == "unknown"]
    return bool(judged.path.supports) and all(one.aside and not one.hedged for one in claims)


def _step(
    number: int,
    text: str,
    findings: Sequence[Finding],
    claims: list[ClaimVerdict],
    unread: tuple[str, ...],
    *,
    all_meant: bool,
) -> StepVerdict:
    """`all_meant`: what is said in passing counts too, see `_may_be_left`."""
    if not claims:
        status: StepStatus = "unknown" if unread else "no_claim"
        reason = (
            f"It names something, and is not read: “{unread[0]}”"
            if unread
            else "It says nothing that a graph could hold."
        )
        return StepVerdict(number, text, (), None, reason, status, unread=unread)
    error: ErrorKind | None = None
    if any(finding.status == "contradicted" for finding in findings):
        error = "factual_error"
    elif any(finding.breaks for finding in findings):
        error = "incoherent"
    stated = (
        one.status for one in findings if all_meant or not (one.claim.aside and one.status == "unknown")
    )
    status = min(stated, key=_WORST_FIRST.index, default="unknown")
    telling = next(
        (
            claim
            for claim, finding in zip(claims, findings, strict=True)
            if (finding.breaks if error == "incoherent" else claim.status == status)
        ),
        claims[0],
    )
    facts = tuple(fact for claim in claims for fact in claim.facts)
    others = tuple(fact for claim in claims if not claim.fact for fact in claim.instead)
    return StepVerdict(number, text, facts + others, error, telling.reason, status, tuple(claims), unread)


def _shown(finding: Finding) -> Stated | None:
    """The fact that tells why a claim has its status."""
    claim = finding.claim
    if finding.support:
        return next((one for one in claim.stated if one.way == finding.support.way), None)
    if claim.opposed:
        return claim.opposed
    return next((one for one in claim.stated if one.status == "hedged"), None)


def _text(tokens: Tokens, mention: Mention) -> str:
    return tokens.written(mention.start, mention.end)
