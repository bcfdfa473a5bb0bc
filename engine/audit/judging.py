"""What a method of judging is: parsed chains in, verdicts out."""

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

from ..answers.abstention import abstains
from ..answers.written import is_right
from ..certificate.claims import Certificate, Versions
from ..extraction.chat import SteppedText
from .alignment import EDITS, EditCosts, nearest_gold
from .evidence import ErrorKind, StepVerdict
from .protocol import PaperProtocol
from .steps import parse_text
from .unsaid import ChainText
from .verdicts import ChainOfThought, NearestGold, Outcome, UnscoredKind, Verdict

NO_STEPS = "The text holds no step of reasoning."
ABSTAINED = "The text declines to answer."


class ParsedChain(NamedTuple):
    """A row to audit with the steps and the answer that its text holds.

    Attributes:
        lead_in: what stands before the `led` numbered steps or bullets.
        unscored_as: what it counts as unless it is judged, see Verdict; one that abstains is never judged.
        told: each step beside what a reader makes of it; empty where the text itself is read.
        costs: those of the distance to the best gold path.
        reason: why it is not judged, where it is not for what its text is.
        mediators: ids of the graph's nodes that only join others, for its hops.
        shown: what of its text is read.
    """

    chain: ChainOfThought
    steps: tuple[str, ...]
    answer: str | None
    lead_in: str = ""
    led: int = 0
    unscored_as: UnscoredKind | None = None
    costs: EditCosts = EDITS
    told: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    mediators: Collection[str] = frozenset()
    shown: ChainText = ChainText("", "")

    @classmethod
    def of(
        cls, chain: ChainOfThought, costs: EditCosts = EDITS, protocol: PaperProtocol | None = None
    ) -> "ParsedChain":
        """Read leniently, or as a protocol has it; what is thought before a chain is none of it."""
        shown = ChainText.of(chain.text)
        if protocol is not None:
            steps, answer, unscored_as, reason = protocol.read(chain.text)
            return cls(chain, steps, answer, unscored_as=unscored_as, costs=costs, reason=reason, shown=shown)
        text = parse_text(shown.text)
        answer = text.answer if shown.gives(text.answer) else parse_text(shown.said).answer
        kind: UnscoredKind | None = None
        reason = "" if text.steps else NO_STEPS
        if abstains(shown.said, answer, chain.gold_answers):
            kind, reason = "abstained", ABSTAINED
        elif answer is None or not text.steps:
            kind = "unstructured"
        return cls(chain, text.steps, answer, text.lead_in, text.led, kind, costs, reason=reason, shown=shown)

    @property
    def read_steps(self) -> tuple[str, ...]:
        """What is read for each step that was told; the step itself where it was cut since."""
        return tuple(
            told if step == whole else step
            for step, (whole, told) in zip(self.steps, self.told, strict=False)
        )

    @property
    def stepped(self) -> SteppedText:
        """What a reader is asked about."""
        return SteppedText(self.steps, self.lead_in)

    @property
    def leads_somewhere(self) -> bool:
        """Whether there is something that its steps have to lead to: a question, or an answer."""
        chain = self.chain
        asked = chain.question.strip() or chain.topic or chain.gold_answers or chain.gold_paths
        return bool(asked) or self.answer is not None

    @property
    def abstains(self) -> bool:
        """Whether the text declines to answer."""
        return self.unscored_as == "abstained"

    @property
    def plain_steps(self) -> tuple[str, ...]:
        """The steps, each on one line."""
        return tuple(" ".join(step.split()) for step in self.steps)

    @property
    def can_be_judged(self) -> bool:
        return bool(self.steps) and not self.abstains

    def verdict(
        self,
        outcome: Outcome,
        reason: str,
        method: str,
        steps: tuple[StepVerdict, ...] = (),
        *,
        error: ErrorKind | None = None,
        fault: int | None = None,
        answer_right: bool | None = None,
        world: str = "",
        certificate: Certificate | None = None,
    ) -> Verdict:
        """A verdict on this chain, with its measures: is the answer right, how far is it from gold.

        Args:
            answer_right: of a judge that knows more forms of the gold answers than the row gives.
            world, certificate: see Verdict.
        """
        chain = self.chain
        if answer_right is None and chain.gold_answers and self.answer is not None and not self.abstains:
            answer_right = is_right(self.answer, chain.gold_answers)
        return Verdict(
            chain.id,
            chain.question,
            outcome,
            error,
            self.answer,
            steps,
            fault,
            reason,
            method,
            chain.gold_answers,
            self.unscored_as if outcome == "unscored" else None,
            answer_right,
            self._nearest_gold(steps),
            chain.group,
            model=chain.model,
            strategy=chain.strategy,
            prompt=chain.prompt,
            world=world,
            certificate=certificate,
        )

    def _nearest_gold(self, steps: tuple[StepVerdict, ...]) -> NearestGold | None:
        if not self.chain.gold_paths:
            return None
        path = [grounded.fact.triple for step in steps for grounded in step.grounding]
        return nearest_gold(path, self.chain.gold_paths, self.costs, self.mediators)


class Judge(Protocol):
    """One method of judging, tied to one graph."""

    @property
    def version(self) -> str:
        """Names everything but the chains that its verdicts depend on: method, settings, graph, encoder."""

    @property
    def versions(self) -> Versions:
        """Digests of what its verdicts depend on besides the chains, for certificates."""

    @property
    def mediators(self) -> Collection[str]:
        """The ids of the graph's nodes that only join others, see `mediators_of`."""

    def judge(self, chains: Sequence[ParsedChain]) -> list[Verdict]:
        """One verdict a chain, in order. Each chain has steps. A batch is encoded and looked up together."""

    def repaired(self, verdicts: Sequence[Verdict], chains: Sequence[ParsedChain]) -> list[Verdict]:
        """The verdicts, which have their measures; those of broken chains with a repair if one is known, and
        those whose topic the graph does not know with a warning."""
