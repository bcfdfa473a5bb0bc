"""Asking an endpoint many queries: each answer kept on disk, so that no run asks for it again."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b

from ...engine.asking import Answered, Asking, RetryPolicy
from ...engine.errors import InputError
from ...engine.kept_answers import KeptAnswers
from ...engine.parsing import json_value
from .endpoint import RdfAnswer, SparqlEndpoint
from .queries import ConstructQuery

MOST_AT_ONCE = 4
"""Queries that are under way at a time, where nothing else is asked for: public endpoints allow few."""

_RETRIES = RetryPolicy(attempts=3)  # a query that took too long mostly does again

QueryAnswer = Answered[ConstructQuery, RdfAnswer]
"""What became of one query."""


@dataclass(frozen=True, slots=True)
class AskedEndpoint:
    """An endpoint, and how it is asked.

    Attributes:
        cache: where its answers are kept; nowhere when None.
        fresh: ask also for what is kept, and keep the new answer.
        concurrency: queries under way at a time.

    Raises:
        InputError: concurrency is below 1.
    """

    endpoint: SparqlEndpoint
    cache: KeptAnswers | None = None
    fresh: bool = False
    concurrency: int = MOST_AT_ONCE
    retries: RetryPolicy = _RETRIES

    def __post_init__(self) -> None:
        if self.concurrency < 1:
            raise InputError(f"concurrency is {self.concurrency}; it must be at least 1")

    @contextmanager
    def opened(self) -> Iterator["Asking[ConstructQuery, RdfAnswer]"]:
        """What asks, until the block ends; queries that are under way then are waited for."""
        with Asking(self, self.concurrency, self.retries) as asking:
            yield asking

    # -- as `Asking` asks

    def key(self, query: ConstructQuery) -> str:
        made_of = json.dumps([self.endpoint.url, query.text])
        return blake2b(made_of.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    def find(self, query: ConstructQuery) -> RdfAnswer | None:
        kept = self.cache.text(self.key(query)) if self.cache and not self.fresh else None
        try:
            return None if kept is None else RdfAnswer(*json_value(kept))
        except (ValueError, TypeError):
            if self.cache:
                self.cache.tell_damaged()
            return None

    def keep(self, query: ConstructQuery, answer: RdfAnswer) -> None:
        if self.cache:
            self.cache.keep_text(self.key(query), self.endpoint.url, json.dumps(answer))

    def ask(self, query: ConstructQuery) -> RdfAnswer:
        return self.endpoint.ask(query.text)
