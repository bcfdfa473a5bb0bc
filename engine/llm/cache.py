"""Answers that were paid for once, kept under everything that changes them and nothing else."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import blake2b
from typing import Any

from ..kept_answers import KeptAnswers
from ..parsing import json_value
from .chat import ChatReply, ChatRequest, TokenAlternatives

_FORMAT = 1  # of keys and replies


def request_key(model_id: str, request: ChatRequest) -> str:
    """Names a request to a model: 32 hexadecimal digits, the same for what must get the same answer."""
    made_of = json.dumps([_FORMAT, model_id, asdict(request)], sort_keys=True)
    return blake2b(made_of.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class ChatCache(KeptAnswers):
    """Replies of chat models on disk."""

    def find(self, model_id: str, request: ChatRequest) -> ChatReply | None:
        """The reply that was kept, None when there is none, or only a damaged one.

        Raises:
            StoreError: the file cannot be read.
        """
        kept = self.text(request_key(model_id, request))
        try:
            return None if kept is None else _reply(json_value(kept))
        except (ValueError, KeyError, TypeError):
            self.tell_damaged()
            return None

    def keep(self, model_id: str, request: ChatRequest, reply: ChatReply) -> None:
        self.keep_text(request_key(model_id, request), model_id, json.dumps(asdict(reply)))


def _reply(row: Mapping[str, Any]) -> ChatReply:
    logprobs = tuple(
        TokenAlternatives(token["token"], tuple((text, value) for text, value in token["alternatives"]))
        for token in row["logprobs"]
    )
    return ChatReply(**{**row, "logprobs": logprobs})
