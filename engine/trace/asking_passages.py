"""Passages of documents put to a chat model, and what cannot be read of its reply asked for once more."""

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from ..asking import excerpt
from ..llm.asking import Asked, ask_all
from ..llm.cache import ChatCache
from ..llm.chat import ChatModel, ChatRequest, Message
from ..llm.cost import Usage, usage_of
from ..llm.prompts import load_prompt
from ..terms import Triple
from .sources import SourceDocument, Span
from .triples import Heads, ReadReply, RefusedLine, read_reply


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a document, and how the model is asked about it.

    Attributes:
        heads: which heads its triples may have.
        again: id of the prompt that asks once more for what cannot be read.
    """

    source: SourceDocument
    span: Span
    request: ChatRequest
    heads: Heads
    again: str


@dataclass(frozen=True, slots=True)
class Told:
    """What the model said of a passage.

    Attributes:
        refused: lines of its replies that are no triples of the document.
        failure: why triples are missing, None where none are.
    """

    triples: tuple[Triple, ...]
    refused: tuple[RefusedLine, ...]
    failure: str | None
    usage: Usage


@dataclass(frozen=True, slots=True)
class _First:
    """The first reply about a passage, of which something could not be read."""

    asked: Asked
    reply: ReadReply


@dataclass(frozen=True, slots=True)
class _Turn:
    """A request that is put to the model: about a passage, or once more after its first reply."""

    number: int
    passage: Passage
    request: ChatRequest
    first: _First | None = None


@dataclass(frozen=True, slots=True)
class PassageAsking:
    """A chat model that is asked about passages; nothing that is in the cache is asked again."""

    model: ChatModel
    cache: ChatCache | None
    concurrency: int

    def told(self, passages: Sequence[Passage]) -> Generator[Told, None, None]:
        """What the model says of each passage, in order, as soon as that is known of it and those before.

        Raises:
            ChatError: no request can succeed. Other failures are told in `Told.failure`.
        """
        waiting = deque(_Turn(number, one, one.request) for number, one in enumerate(passages))
        under_way: deque[_Turn] = deque()
        known: dict[int, Told] = {}
        following = 0
        # What is asked once more goes first of those that wait, so that its document is soon complete. What
        # comes up after the last request was taken is left for another round.
        while waiting:
            requests = _taken(waiting, under_way)
            with closing(
                ask_all(self.model, requests, cache=self.cache, concurrency=self.concurrency)
            ) as answers:
                for asked in answers:
                    turn = under_way.popleft()
                    after = _after(turn, asked)
                    if isinstance(after, _Turn):
                        waiting.appendleft(after)
                    else:
                        known[turn.number] = after
                    while following in known:
                        yield known.pop(following)
                        following += 1


def _taken(waiting: deque[_Turn], under_way: deque[_Turn]) -> Iterator[ChatRequest]:
    while waiting:
        under_way.append(waiting.popleft())
        yield under_way[-1].request


def _after(turn: _Turn, asked: Asked) -> Told | _Turn:
    """What is known of a passage after a reply, or what has to be asked once more."""
    if turn.first is not None:
        return _told(turn.passage, turn.first.asked, turn.first.reply, asked)
    reply = read_reply(asked.reply, turn.passage.heads) if asked.reply else None
    if reply is None or reply.whole:
        return _told(turn.passage, asked, reply, None)
    again = _asked_again(turn.passage, asked, reply)
    return _Turn(turn.number, turn.passage, again, _First(asked, reply))


def _asked_again(passage: Passage, asked: Asked, read: ReadReply) -> ChatRequest:
    reply = asked.reply.text if asked.reply else ""
    lines = "\n".join(refused.line for refused in read.refused) or "(the reply was cut off)"
    question = load_prompt(passage.again).fill(title=passage.source.title, lines=lines)
    messages = (*passage.request.messages, Message("assistant", reply), *question)
    return ChatRequest(messages, max_tokens=passage.request.max_tokens)


def _told(passage: Passage, asked: Asked, first: ReadReply | None, second: Asked | None) -> Told:
    usage = usage_of(asked) + (usage_of(second) if second else Usage())
    if first is None:
        return Told((), (), asked.failure, usage)
    if second is None:
        return Told(first.triples, (), None, usage)
    if second.reply is None:
        return Told(first.triples, first.refused, second.failure, usage)
    rest = read_reply(second.reply, passage.heads)
    triples = tuple(dict.fromkeys((*first.triples, *rest.triples)))
    refused = rest.refused or (() if rest.triples or rest.empty else first.refused)
    return Told(triples, refused, _why_missing(triples, rest), usage)


def _why_missing(triples: tuple[Triple, ...], last: ReadReply) -> str | None:
    if last.cut_off:
        return "the reply was cut off twice at the limit of tokens; allow it more (--max-tokens)"
    if not triples and not last.empty:
        said = excerpt(" ".join(refused.line for refused in last.refused))
        return f"nothing of the reply can be read as triples, asked twice: {said!r}; try another model"
    return None
