"""Answers that were paid for once, kept under everything that changes them and nothing else."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ..kept_answers import KeptAnswers
from ..parsing import json_value
from .chat import ChatReply, ChatRequest, TokenAlternatives

_FORMAT = 2  # of keys and replies; 1 had what was thought in what was said


def request_key(model_id: str, request: ChatRequest) -> str:
    """Names a request to a model: 32 hexadecimal digits, the same for what must get the same answer."""
    made_of = json.dumps([_FORMAT, model_id, asdict(request)], sort_keys=True)
    return blake2b(made_of.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class ChatCache(KeptAnswers):
    """Replies of chat models on disk."""

    def __init__(self, path: Path, *, anew: bool = False) -> None:
        """
        Args:
            anew: find only what is kept from now on, so that all else is asked again.

        Raises:
            StoreError: as `KeptAnswers`.
        """
        super().__init__(path)
        self._anew = anew
        if anew:
            self.begin_noting()

    def find(self, model_id: str, request: ChatRequest) -> ChatReply | None:
        """The reply that was kept, None when there is none, or only a damaged one.

        Raises:
            StoreError: the file cannot be read.
        """
        key = request_key(model_id, request)
        if self._anew and not self.is_noted(key):
            return None
        kept = self.text(key)
        try:
            return None if kept is None else _reply(json_value(kept))
        except (ValueError, KeyError, TypeError):
            self.tell_damaged()
            return None

    def keep(self, model_id: str, request: ChatRequest, reply: ChatReply) -> None:
        key = request_key(model_id, request)
        self.keep_text(key, model_id, json.dumps(asdict(reply)))
        if self._anew:
            self.note(key)


def _reply(row: Mapping[str, Any]) -> ChatReply:
    logprobs = tuple(
        TokenAlternatives(token["token"], tuple((text, value) for text, value in token["alternatives"]))
        for token in row["logprobs"]
    )
    return ChatReply(**{**row, "logprobs": logprobs})
