"""The audit: chains of thought in, verdicts with their evidence out."""

from collections.abc import Iterable, Iterator, Sequence, Sized
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from ..errors import InputError
from ..extraction.chat import ChatReader
from ..grounding.mapped.keeping import mapped_view_of
from ..progress import SILENT, Progress
from ..rules.rule import Rule
from ..store.protocol import GraphStore
from ..store.view import GraphView
from ..terms import Triple
from ..text.cache import CachedEncoder
from ..text.encoder import Encoder
from ..text.opening import open_encoder
from .alignment import EditCosts
from .batches import BatchJudge, stream
from .coherence import METHOD as PAPER
from .judging import Judge
from .paper import PaperJudge, PaperSettings
from .path.judge import PathJudge
from .path.rendering import METHOD as PATH
from .path.settings import PathSettings
from .protocol import PaperProtocol
from .verdicts import ChainOfThought, Verdict

METHODS = (PATH, PAPER)

BATCH_SIZE = 512
"""Chains that are encoded and looked up together."""


class _Read(NamedTuple):
    """A judge, and the revision of the graph that it has read; None where it is not to be read again."""

    revision: str | None
    judge: Judge


class Auditor:
    """Judges chains of thought against a knowledge graph.

    The constructor does no I/O; the graph is read when the first chain is judged, and again when it was
    changed since, also by another process: each call of `audit`, and each batch of `audit_all`, asks the
    store for its revision. An attached graph has none, and is read again after `refresh`.

    >>> with open_store("embedded:family.db") as store:  # doctest: +SKIP
    ...     Auditor(store, kg="family").audit("1. … So the answer is (…).", gold_answers=["…"])
    """

    def __init__(
        self,
        store: GraphStore,
        kg: str,
        *,
        encoder: Encoder | None = None,
        method: str | None = None,
        protocol: PaperProtocol | None = None,
        settings: PathSettings | PaperSettings | None = None,
        edit_costs: EditCosts | None = None,
        reader: ChatReader | None = None,
        rules: Iterable[Rule] | None = None,
        view: GraphView | None = None,
    ) -> None:
        """
        Args:
            kg: name of the graph.
            encoder: for method "paper", the one that the graph was embedded with; `open_encoder()` without
                one. Each distinct text is encoded once ever: vectors are kept on disk.
            method: "path", which reads what each step claims and needs no vectors, or "paper", Algorithms 1
                and 2 of Direct Evaluation of CoT, over the vectors of the graph's facts. "path" without one,
                and "paper" with a protocol.
            protocol: the paper's whole evaluation: method "paper", and what the paper counts as abstained and
                as unstructured. Without one every layout of text is read, whatever the method.
            settings: those of the method; its defaults without, and with a protocol facts along the walk.
            edit_costs: of the distance to the best gold path; by default each step added or removed costs 1.
            reader: for method "path", a chat model that tells what each step claims; without one the text
                itself is read.
            rules: for method "path", what completes the graph (`read_rules`, `mine_rules`), beside what its
                schema declares: a claim that no fact states may then be *inferred*, which is told apart from
                *supported* wherever claims, steps and chains are counted. None takes the graph as it is.
            view: for method "path", the graph as it was read already (`mapped_view`), which is judged by
                whatever becomes of the store's; the store's without, which is read into memory, or in files
                where it is large (`mapped_view_of`).

        Raises:
            InputError: there is no such method, or the protocol, the settings, the reader or the rules are
                another's.
        """
        method = method or (PAPER if protocol else PATH)
        if method not in METHODS:
            raise InputError(f"method {method!r} is not known; there is: {', '.join(METHODS)}")
        if protocol is not None and method != PAPER:
            raise InputError(f"the paper's protocol judges by method {PAPER!r}, not by {method!r}")
        kind = PaperSettings if method == PAPER else PathSettings
        if settings is not None and not isinstance(settings, kind):
            raise InputError(f"method {method!r} takes {kind.__name__}, not {type(settings).__name__}")
        if reader is not None and method != PATH:
            raise InputError(f"method {method!r} reads no claims, and takes no reader")
        if rules is not None and method != PATH:
            raise InputError(f"method {method!r} compares vectors of stated facts, and takes no rules")
        self.reader = reader
        self.rules = None if rules is None else tuple(rules)
        self.store = store
        self.kg = kg
        self.method = method
        self.protocol = protocol
        self.settings = settings or (PaperSettings(orientation="walk") if protocol else kind())
        self.edit_costs = edit_costs or EditCosts()
        self._given_encoder = encoder
        self._view = view
        self._read: _Read | None = None

    def __repr__(self) -> str:
        return f"Auditor({self.store!r}, kg={self.kg!r}, method={self.method!r})"

    @cached_property
    def encoder(self) -> CachedEncoder:
        """What turns steps into vectors, each distinct text once ever."""
        return CachedEncoder.of(self._given_encoder or open_encoder())

    @property
    def version(self) -> str:
        """Names what verdicts depend on besides the chain; looks at the graph. Raises as `audit` does."""
        return self.version_by(self._judge())

    def refresh(self) -> None:
        """Read the graph anew with the next text: for an attached one, whose owner changed it."""
        self._read = None

    def of_one_state(self, progress: Progress = SILENT) -> "Auditor":
        """An auditor of the graph as it is now, which does not ask whether it was changed since.

        What is written into one file is judged so. Raises as `audit` does.
        """
        pinned = copy(self)
        pinned._read = _Read(None, self._judge(progress))
        return pinned

    def version_by(self, judge: Judge) -> str:
        """The version of what this auditor makes with a judge of its graph, method and settings."""
        reader = f" {self.reader.version}" if self.reader else ""
        protocol = f" {self.protocol}" if self.protocol else ""
        return f"{judge.version} {self.edit_costs}{reader}{protocol}"

    def audit(
        self,
        text: str,
        *,
        question: str = "",
        topic: str | Sequence[str] | None = None,
        gold_answers: Sequence[str] = (),
        gold_paths: Sequence[Sequence[Sequence[str]]] = (),
        id: str = "",
    ) -> Verdict:
        """Judge one chain of thought.

        Args:
            text: the chain: numbered steps, "Step n:", bullets or sentences, and its answer ("So the answer
                is (…).").
            topic: the entities (ids or names) that the question asks from.
            gold_answers: ids or names, any of which is right; without them the answer is not judged.
            gold_paths: paths [[head, relation, tail], …] that answer the question.

        Raises:
            EncoderError: for method "paper", the graph's facts lack vectors, or have another encoder's.
            UnknownGraphError, GraphBusyError, StoreError: see GraphStore.
        """
        chain = ChainOfThought(
            id=id,
            question=question,
            text=text,
            topic=_names(topic),
            gold_answers=_names(gold_answers),
            gold_paths=_paths(gold_paths),
        )
        return next(self.audit_all([chain]))

    def audit_all(
        self,
        chains: Iterable[ChainOfThought],
        *,
        progress: Progress = SILENT,
        batch_size: int = BATCH_SIZE,
    ) -> Iterator[Verdict]:
        """Judge many chains: one verdict each, in order, as they come; memory stays flat.

        A batch is judged against one state of the graph.

        Raises:
            InputError: batch_size below 1.
            GroundpathError: others as `audit` does, before the first chain is taken.
        """
        if batch_size < 1:
            raise InputError(f"batch_size is {batch_size}; it must be at least 1")
        self._judge(progress)  # raises before a chain is taken
        total = len(chains) if isinstance(chains, Sized) else None
        return stream(map(checked, chains), self._batch_judge, batch_size, progress, total)

    def _batch_judge(self) -> BatchJudge:
        return BatchJudge(self._judge(), self.method, self.kg, self.edit_costs, self.protocol, self.reader)

    def forget(self) -> None:
        """Judge what comes as if nothing had come before: the learned matcher is asked anew.

        What it answers rounds by the questions that it is asked together. Whoever forgets before each part of
        many rows gets the same verdicts to the last digit, whichever parts came before; and memory stays flat
        where no two rows say the same.
        """
        judge = self._judge()
        if isinstance(judge, PathJudge):
            judge.graph.matcher.forget()

    def _judge(self, progress: Progress = SILENT) -> Judge:
        """The judge of the graph as it is now: another one where it was changed since it was read."""
        if self._read and self._read.revision is None:
            return self._read.judge
        revision = None if self._view else self.store.revision(self.kg)
        if self._read is None or self._read.revision != revision:
            self._read = None  # of a large graph two would not fit into memory
            self._read = _Read(revision, self._new_judge(progress))
        return self._read.judge

    def _new_judge(self, progress: Progress) -> Judge:
        if isinstance(self.settings, PathSettings):
            view = self._view or mapped_view_of(self.store, self.kg, progress)
            return PathJudge(self.store, self.kg, self.settings, rules=self.rules, view=view)
        return PaperJudge(self.store, self.kg, self.encoder, self.settings)


def checked(chain: Any) -> ChainOfThought:
    """A chain whose members are what they are said to be: lists may stand in one that a user made."""
    if not isinstance(chain, ChainOfThought):
        kind = type(chain).__name__
        raise InputError(f"a chain is a ChainOfThought, not {kind!r}; read rows and frames by read_chains")
    topic, answers, paths = _names(chain.topic), _names(chain.gold_answers), _paths(chain.gold_paths)
    if topic is chain.topic and answers is chain.gold_answers and paths is chain.gold_paths:
        return chain
    return replace(chain, topic=topic, gold_answers=answers, gold_paths=paths)


def _names(names: str | Iterable[str] | None) -> tuple[str, ...]:
    if isinstance(names, tuple):
        return names
    return (names,) if isinstance(names, str) else tuple(names or ())


def _paths(paths: Iterable[Iterable[Iterable[str]]]) -> tuple[tuple[Triple, ...], ...]:
    if isinstance(paths, tuple) and all(map(_is_path, paths)):
        return paths
    return tuple(tuple(Triple(*triple) for triple in path) for path in paths)


def _is_path(path: Any) -> bool:
    return isinstance(path, tuple) and all(type(triple) is Triple for triple in path)
