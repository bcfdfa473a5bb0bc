"""A message of a model taken apart: what it says, what it thinks, what it refuses, and what else it holds.

Servers give the content of a message as a text or as a list of parts, in the forms of OpenAI, Anthropic,
Mistral, Google and of langchain; what was thought may also stand beside it, in a member of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from .thinking_marks import marks

_SAID = frozenset(("text", "output_text", "answer", "message"))
_THOUGHT = frozenset(
    (
        "thinking",
        "reasoning",
        "reasoning_content",
        "reasoning_text",
        "reasoning.text",
        "summary_text",
        "thought",
    )
)
_BESIDE = ("reasoning_content", "reasoning", "reasoning_text", "thinking", "reasoning_details")
"""Members of a message in which servers give what was thought."""
_THINKING_PHASES = frozenset(("commentary", "analysis"))  # of OpenAI's; the other is "final_answer"
_CALLS = frozenset(("tool_use", "tool_call", "server_tool_use", "function_call"))
_DEEPEST = 8  # parts within parts


class Parts(NamedTuple):
    """Attributes:
    said: its texts; those that follow each other directly are one.
    thought: what was thought before or between them.
    refusal: what it refuses with; empty where it does not.
    calls: the names of tools that it calls.
    """

    said: str
    thought: str
    refusal: str
    calls: tuple[str, ...]

    @property
    def text(self) -> str:
        """What it says, behind what was thought between the marks that `heard` parts them by."""
        thought = marks().any.sub("", self.thought).strip()
        return f"<think>\n{thought}\n</think>\n{self.said}" if thought else self.said


def parts_of(message: Mapping[str, Any]) -> Parts:
    """The parts of a message of an assistant, in any of the forms that are known; others are passed over.

    >>> parts_of({"content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Oslo"}]})[:2]
    ('Oslo', 'Hm.')
    """
    pieces = list(_pieces(message.get("content"), 0))
    beside = [text for name in _BESIDE for text in _texts(message.get(name), 0)]
    said = ""
    for kind, text in pieces:
        if kind == "said":
            said += text
        elif said and not said.endswith("\n"):
            said += "\n"
    thought = dict.fromkeys((*beside, *(text for kind, text in pieces if kind == "thought")))
    refusals = [text for kind, text in pieces if kind == "refusal"]
    refusal = message.get("refusal")
    return Parts(
        said.rstrip("\n") if pieces and pieces[-1][0] != "said" else said,
        "\n".join(filter(str.strip, thought)),
        refusal if isinstance(refusal, str) and refusal.strip() else "\n".join(refusals),
        tuple(
            dict.fromkeys((*_called(message.get("tool_calls")), *(t for kind, t in pieces if kind == "call")))
        ),
    )


def written(value: Any) -> str | None:
    """What is written in a row as a model's text: itself, or that of its parts; None for anything else.

    What parts think stands between marks, as in the text of a reply: `heard` parts it from what they say.
    """
    if isinstance(value, str):
        return value
    is_parts = isinstance(value, list) and any(isinstance(part, Mapping) and "type" in part for part in value)
    return parts_of({"content": value}).text if is_parts else None


def _pieces(content: Any, depth: int) -> Iterator[tuple[str, str]]:
    """What kind of thing each part of a content is, and its text."""
    if isinstance(content, str):
        yield "said", content
    elif isinstance(content, Sequence) and depth < _DEEPEST:
        for part in content:
            yield from _pieces(part, depth + 1)
    elif isinstance(content, Mapping) and depth < _DEEPEST:
        yield from _of_part(content, depth)


def _of_part(part: Mapping[str, Any], depth: int) -> Iterator[tuple[str, str]]:
    told = part.get("type")
    kind = None if told is None else str(told)
    if kind in _THOUGHT or _is_called_thought(part):
        yield "thought", "".join(_texts(part, depth))
    elif kind == "refusal":
        yield "refusal", str(part.get("refusal") or part.get("text") or "")
    elif kind in _CALLS:
        yield "call", str(part.get("name") or "a tool")
    elif (kind in _SAID or kind is None) and "text" in part:
        text = part["text"]
        yield "said", text if isinstance(text, str) else "".join(_texts(text, depth + 1))
    elif kind in _SAID and "content" in part:
        yield from _pieces(part["content"], depth + 1)
    else:
        yield "other", ""


def _is_called_thought(part: Mapping[str, Any]) -> bool:
    """Whether a part says in another member than its type that it was thought."""
    if any(str(part.get(flag)).casefold() in ("true", "1") for flag in ("thought", "is_thought")):
        return True
    channel = part.get("channel")
    is_apart = isinstance(channel, str) and channel not in marks().said_channels
    return is_apart or str(part.get("phase")) in _THINKING_PHASES


def _texts(value: Any, depth: int) -> Iterator[str]:
    """The texts in what was thought, however deep: a text, parts, or lists of these."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Sequence) and depth < _DEEPEST:
        for part in value:
            yield from _texts(part, depth + 1)
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        for name in ("thinking", "reasoning", "reasoning_content", "text", "value", "summary", "content"):
            yield from _texts(value.get(name), depth + 1)


def _called(calls: Any) -> Iterator[str]:
    for call in calls if isinstance(calls, Sequence) and not isinstance(calls, str) else ():
        function = call.get("function") if isinstance(call, Mapping) else None
        named = function if isinstance(function, Mapping) else call
        yield str(named.get("name") or "a tool") if isinstance(named, Mapping) else "a tool"
