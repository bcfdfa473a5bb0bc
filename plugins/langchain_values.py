"""What chains and graphs of langchain hand on: messages, texts, mappings, states."""

from collections.abc import Mapping
from typing import Any

from ..engine.errors import InputError, extra

try:
    from langchain_core.messages import BaseMessage
except ImportError as error:
    raise ImportError(f"the guard needs langchain-core ({error}); {extra('langchain')}") from error


def text_of(given: Any) -> str:
    """A text, or what a message says without what its model thought.

    Raises:
        InputError: it is neither.
    """
    if isinstance(given, BaseMessage):
        return str(given.text)
    if isinstance(given, str):
        return given
    raise InputError(f"a {type(given).__name__} is neither a text nor a message; parse the answer before")


def member(state: Any, name: str) -> Any:
    """A member of a state, which is a mapping or an object; None where it has none."""
    return state.get(name) if isinstance(state, Mapping) else getattr(state, name, None)


def last_message(state: Any, messages: str) -> tuple[str, str]:
    """What the last message of a state says, and the human one before it; empty where there is none.

    Raises:
        InputError: the state has no message.
    """
    found = member(state, messages)
    if not found:
        raise InputError(f"the state has no {messages}; put the node behind the one that answers")
    questions = [one for one in found[:-1] if one.type == "human"]
    return text_of(found[-1]), text_of(questions[-1]) if questions else ""
