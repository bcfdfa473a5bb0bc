"""What is done with the rows of a dataset: values that go to other processes, which open what it needs."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, Self

from ...loaders.columns import Columns
from ..grounding.mapped.keeping import mapped_view_of
from ..llm.asking import AskedModel
from ..llm.cache import ChatCache
from ..llm.chat import USUAL_LIMITS, ChatRequest, Limits
from ..llm.cost import Usage
from ..llm.opening import open_chat
from ..llm.own_prompts import own_prompts
from ..llm.sampled_chat import UNSAMPLED, Sampling
from ..private_files import cache_directory
from ..store.mapped_view import is_kept, keep_view, mapped_view
from ..store.protocol import GraphStore
from ..store.view import GraphView
from .results import Result
from .rows import NumberedRow


class Maker(Protocol):
    """Makes results of rows, with the graph and models that it has opened."""

    @property
    def version(self) -> str:
        """Names everything but the rows that results depend on."""

    @property
    def usage(self) -> Usage:
        """What a chat model has cost so far."""

    def of_one_state(self) -> Self:
        """A maker by the graph as it is now, which does not ask whether it was changed since."""

    def forget(self) -> None:
        """Make what comes as if nothing had come before, so that a shard's results depend on it alone."""

    def make(self, rows: Sequence[NumberedRow]) -> list[Result]:
        """The results of rows, in order: one each, or one for each chain that a row of a log holds.

        A row that is wrong comes to a result with the reason. Raises GroundpathError for what is wrong with
        all of them.
        """

    def requests(self, rows: Sequence[NumberedRow]) -> Iterator[ChatRequest]:
        """What a chat model would be asked, to tell beforehand what that costs."""


class Work(Protocol):
    """What is done with rows: plain values, which can be pickled."""

    @property
    def name(self) -> str:
        """The command that does it: "audit"."""

    @property
    def columns(self) -> Columns:
        """What its rows call the members that it reads, as `Columns.of` has them for one file."""

    def open(self, graph: Path | None = None) -> AbstractContextManager[Maker]:
        """Open what it needs, once for all rows.

        Args:
            graph: a folder for the arrays of its graph, which the processes of a run share (`shared_view`).
        """


def made_from(work: Work, maker: Maker) -> str:
    """Names everything but the rows that results depend on, what rows call their members among it."""
    return " ".join(filter(None, (maker.version, work.columns.told)))


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A chat model by name, and how it is asked.

    Attributes:
        name: as `open_chat` takes it.
        prompts, demonstrations: files in place of groundpath's own, see `own_prompts`.
        sampling, limits: see `open_chat`.
        anew: ask also what was answered before this process began.
    """

    name: str
    concurrency: int = 8
    tokenizer: str | None = None
    prompts: tuple[str, ...] = ()
    demonstrations: str | None = None
    sampling: Sampling = UNSAMPLED
    limits: Limits = USUAL_LIMITS
    anew: bool = False

    @contextmanager
    def opened(self, *prompts: str) -> Iterator[AskedModel]:
        """The model with the cache of answers.

        Args:
            prompts: the ids of those that it is asked with.
        """
        with (
            own_prompts(self.prompts, self.demonstrations, of=prompts),
            ChatCache(cache_directory() / "chat.sqlite", anew=self.anew) as cache,
        ):
            model = open_chat(self.name, self.tokenizer, sampling=self.sampling, limits=self.limits)
            yield AskedModel(model, cache, self.concurrency)


def shared_view(store: GraphStore, kg: str, folder: Path | None) -> GraphView | None:
    """The view of a graph that processes share: the first to come writes it, all map it.

    None without a folder: then each reads the graph for itself.
    """
    if folder is None:
        return None
    if not is_kept(folder):
        keep_view(GraphView.of(store.columns(kg)), folder)
    return mapped_view(folder)


def judged_view(store: GraphStore, kg: str, folder: Path | None) -> GraphView | None:
    """The same for processes that judge: they share the files of a graph that is too large for memory."""
    if folder is None:
        return None
    return mapped_view_of(store, kg) or shared_view(store, kg, folder)
