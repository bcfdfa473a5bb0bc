"""A judge that remembers what each verdict asks of its graph."""

from collections.abc import Sequence
from typing import Any

from ..audit.auditor import Auditor
from ..audit.batches import BatchJudge
from ..audit.judging import ParsedChain
from ..audit.path.judge import PathJudge
from ..audit.path.settings import PathSettings
from ..audit.verdicts import ChainOfThought, Verdict
from ..grounding.inference import Inference
from ..store.protocol import GraphSource
from .questions import Question
from .readers import Overheard, Told
from .watching import WatchedGraph


class WatchedJudge(PathJudge):
    """Judges one chain at a time.

    Attributes:
        asked: by chain, the questions of its verdict, or those until it failed. Nothing is forgotten.
    """

    graph: WatchedGraph

    def __init__(self, store: GraphSource, kg: str, settings: PathSettings, **named: Any) -> None:
        super().__init__(store, kg, settings, kind=WatchedGraph, **named)
        self.asked: dict[ChainOfThought, list[Question]] = {}
        if self.inference:
            self._forget = self.inference.between.cache_clear
            _watch_inference(self.inference, self.graph)

    def judge(self, chains: Sequence[ParsedChain]) -> list[Verdict]:
        return [self._alone(parsed) for parsed in chains]

    def _alone(self, parsed: ParsedChain) -> Verdict:
        self.graph.begin()
        if self.inference:
            self._forget()
        self.graph.notes.begin()
        try:
            (verdict,) = super().judge([parsed])
            return verdict
        finally:
            self.asked[parsed.chain] = self.graph.notes.end()


class WatchedBatches(BatchJudge):
    """Judges as an auditor does, and remembers of the chains of the last batch what they asked and were told.

    Attributes:
        judge: the one that asks.
        asked: by chain of the last batch, the questions of its verdict; none where the graph was not asked.
    """

    def __init__(self, auditor: Auditor, settings: PathSettings) -> None:
        """Reads the graph. Raises as `PathJudge` does."""
        self.judge = WatchedJudge(auditor.store, auditor.kg, settings, rules=auditor.rules)
        self.asked: dict[ChainOfThought, list[Question]] = {}
        self._heard = Overheard(auditor.reader) if auditor.reader else None
        super().__init__(self.judge, auditor.method, auditor.kg, auditor.edit_costs, None, self._heard)

    @property
    def told(self) -> Told:
        """What a model told of the texts of the last batch."""
        return self._heard.told if self._heard else {}

    def verdicts(self, chains: Sequence[ChainOfThought]) -> list[Verdict]:
        self.judge.asked = self.asked = {chain: [] for chain in chains}
        if self._heard:
            self._heard.forget()
        return super().verdicts(chains)


def _watch_inference(inference: Inference, graph: WatchedGraph) -> None:
    """What it looks for between two things goes by facts further off, each of which is noted too."""
    id = graph.node_ids.__getitem__
    name = "between"
    between = graph.notes.asking(
        lambda one, other: ("inferred", id(one), id(other)), inference.between, whole=False
    )
    setattr(inference, name, between)
