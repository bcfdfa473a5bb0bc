"""The one door between a model's reply and who reads it: what was thought is taken out of what is said."""

from dataclasses import replace

from ..errors import ChatError
from .chat import ChatReply, TokenAlternatives
from .thinking import heard, said_spans


def hear(reply: ChatReply) -> ChatReply:
    """A reply whose text and log-probabilities are of what it says; what was thought is in `thought`.

    Raises:
        ChatError: it thinks and says nothing; asking again as it was asked does not help.
    """
    text, thought = heard(reply.text, complete=reply.complete)
    if reply.text.strip() and not text:
        if reply.complete:
            raise ChatError("the model thought and said nothing; ask another, or have it think less")
        raise ChatError("the model was cut off while it thought, before it answered; allow it more tokens")
    return replace(
        reply,
        text=text,
        thought="\n".join(filter(None, (reply.thought, thought))),
        logprobs=_of_what_is_said(reply.logprobs, reply.complete),
    )


def _of_what_is_said(
    logprobs: tuple[TokenAlternatives, ...], complete: bool
) -> tuple[TokenAlternatives, ...]:
    """The places of a reply that are of what it says: servers also tell those of what was thought."""
    spans = iter(said_spans("".join(place.token for place in logprobs), complete=complete))
    span, at = next(spans, None), 0
    kept = []
    for place in logprobs:
        while span is not None and span.end <= at:
            span = next(spans, None)
        end = at + len(place.token)
        if span is not None and (span.start < end or span.start == at == end):
            kept.append(place)
        at = end
    return tuple(kept)
