"""A chat model that answers from evidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..llm.asking import Asked, ask_all
from ..llm.cache import ChatCache
from ..llm.chat import ChatModel
from ..llm.cost import usage_of
from ..progress import SILENT, Progress
from ..text.encoder import Encoder
from .evidence import Evidence
from .reading import (
    DEFAULT_READING,
    Context,
    Method,
    Reading,
    ReadingSettings,
    answer_request,
    can_be_read,
    contexts_of,
    nothing_read,
)
from .retrieval import Retrieval


@dataclass(frozen=True, slots=True)
class Reader:
    """A chat model, how it is asked, where its answers are kept, and how many are under way at a time.

    Attributes:
        retrievals: see `contexts_of`.
    """

    model: ChatModel
    settings: ReadingSettings = DEFAULT_READING
    cache: ChatCache | None = None
    concurrency: int = 8
    retrievals: Mapping[Method, Retrieval] = field(default_factory=dict)

    def read(
        self, found: Sequence[Evidence], encoder: Encoder, *, progress: Progress = SILENT
    ) -> list[tuple[Reading, ...]]:
        """The answers to each question, one for each method; all go to the model together.

        Raises:
            ChatError: no request can succeed. Other failures are told in `Reading.failure`.
        """
        by_method = [
            contexts_of(method, found, encoder, self.settings, self.retrievals)
            for method in self.settings.methods
        ]
        shown = [
            (evidence, method, context)
            for evidence, *contexts in zip(found, *by_method, strict=True)
            for method, context in zip(self.settings.methods, contexts, strict=True)
        ]
        requests = [
            answer_request(evidence.question.question, context.text, self.settings)
            for evidence, method, context in shown
            if can_be_read(method, context)
        ]
        answers = ask_all(
            self.model, requests, cache=self.cache, concurrency=self.concurrency, progress=progress
        )
        asked = iter(list(answers))
        readings = [
            _reading(method, context, next(asked))
            if can_be_read(method, context)
            else nothing_read(method, context)
            for _, method, context in shown
        ]
        count = len(self.settings.methods)
        return [tuple(readings[start : start + count]) for start in range(0, len(readings), count)]


def _reading(method: Method, context: Context, asked: Asked) -> Reading:
    answer = asked.reply.text.strip() if asked.reply else None
    usage = context.usage + usage_of(asked)
    return Reading(method, context.text, answer, asked.failure, usage, context.reasoning)
