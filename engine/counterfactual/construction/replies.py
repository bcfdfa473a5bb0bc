"""What a chat model replies to all that a stage asks; kept in its cache, so that nothing is asked twice."""

from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple

from ...counted import counted
from ...errors import ChatError
from ...llm.asking import AskedModel, ask_all
from ...llm.chat import ChatRequest
from ...llm.cost import Usage, usage_of
from ...progress import Progress


class Replies(NamedTuple):
    """Attributes:
    texts: in the order of the requests; empty where a reply was cut off.
    usage: what they cost.
    """

    texts: tuple[str, ...]
    usage: Usage


def replies(by: AskedModel, requests: Sequence[ChatRequest], progress: Progress) -> Replies:
    """All replies to some requests.

    Raises:
        ChatError: a request got none. What was answered is in the cache, if the model has one.
    """
    texts: list[str] = []
    usage, failures = Usage(), []
    with closing(
        ask_all(by.model, requests, cache=by.cache, concurrency=by.concurrency, progress=progress)
    ) as asked:
        for one in asked:
            usage += usage_of(one)
            if one.reply is None:
                failures.append(one.failure)
            texts.append(one.reply.text if one.reply and one.reply.complete else "")
    if failures:
        raise ChatError(
            f"{len(failures):,} of {counted(len(requests), 'request')} got no answer (the "
            f"first: {failures[0]}); the same command asks for them again"
        )
    return Replies(tuple(texts), usage)
