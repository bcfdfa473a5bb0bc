"""Prompts: files with front matter and strict placeholders, filled into the messages of a request.

Every placeholder stands between tags of its own, and a value cannot close them: what looks like one of the
prompt's tags in a value is escaped. Values are put in once, so that a `{{name}}` within a value stays text.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import cast

from ...prompts import prompt_names, prompt_text
from ..errors import InputError
from .chat import Message, Role

_FRONT_MATTER = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_FIELDS = ("id", "version", "inputs", "returns", "paper")
_TURN = re.compile(r"^\[(system|user|assistant)\]\n", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}")
_DELIMITED = re.compile(r"<([a-z][a-z_]*)>\s*\{\{([a-z][a-z_]*)\}\}\s*</\1>")


@dataclass(frozen=True)
class Prompt:
    """One prompt of the product.

    Attributes:
        id: name of its file.
        version: raised with every change of wording, since answers depend on it.
        inputs: what it has to be filled with.
        returns: what the model is asked to answer.
        paper: the place in a paper that it follows.
        turns: its messages, with placeholders.
    """

    id: str
    version: int
    inputs: tuple[str, ...]
    returns: str
    paper: str
    turns: tuple[Message, ...]

    def fill(self, **values: str) -> tuple[Message, ...]:
        """The messages to send.

        Raises:
            InputError: an input is missing, or is none of this prompt's.
        """
        missing = [name for name in self.inputs if name not in values]
        unknown = [name for name in values if name not in self.inputs]
        if missing or unknown:
            wrong = f"lacks {', '.join(missing)}" if missing else f"knows no {', '.join(unknown)}"
            raise InputError(
                f"prompt {self.id!r} {wrong}; its inputs are: {', '.join(self.inputs) or 'none'}"
            )
        safe = {name: self._tag.sub(r"&lt;\1", value) for name, value in values.items()}
        return tuple(Message(turn.role, _filled(turn.content, safe)) for turn in self.turns)

    @cached_property
    def _tag(self) -> re.Pattern[str]:
        """What opens or closes one of the tags around a placeholder, however it is spelled."""
        tags = {tag for turn in self.turns for tag, _ in _DELIMITED.findall(turn.content)}
        return re.compile(rf"<(\s*/?\s*(?:{'|'.join(sorted(tags)) or '(?!)'})\b)", re.IGNORECASE)


@cache
def load_prompt(name: str) -> Prompt:
    """The prompt of an id, such as "generate-cot".

    Raises:
        InputError: there is no such prompt, or its file is not one.
    """
    if name not in prompt_names():
        raise InputError(f"there is no prompt {name!r}; there are: {', '.join(prompt_names())}")
    return parse_prompt(prompt_text(name), name)


def parse_prompt(text: str, name: str) -> Prompt:
    """A prompt from the text of its file.

    Raises:
        InputError: front matter is incomplete, or turns and placeholders are not as they should be.
    """
    try:
        return _parsed(text, name)
    except ValueError as error:
        raise InputError(f"prompt {name!r} {error}; correct its file") from None


def _parsed(text: str, name: str) -> Prompt:
    front = _FRONT_MATTER.match(text)
    if front is None:
        raise ValueError("does not open with front matter between two lines '---'")
    fields = _fields(front[1])
    if fields["id"] != name:
        raise ValueError(f"calls itself {fields['id']!r}, which is not the name of its file")
    if not fields["version"].isdecimal():
        raise ValueError(f"has version {fields['version']!r}, which is not a whole number")
    inputs = tuple(name for name in re.split(r"[,\s]+", fields["inputs"]) if name and name != "none")
    turns = tuple(_turns(text[front.end() :]))
    _check_placeholders(turns, inputs)
    return Prompt(name, int(fields["version"]), inputs, fields["returns"], fields["paper"], turns)


def _fields(lines: str) -> dict[str, str]:
    """Front matter, one `name: value` a line."""
    fields: dict[str, str] = {}
    for line in lines.splitlines():
        name, colon, value = line.partition(":")
        if not colon or name not in _FIELDS or name in fields or not value.strip():
            raise ValueError(f"has front matter {line!r}; known are: {', '.join(_FIELDS)}, once each")
        fields[name] = value.strip()
    missing = [name for name in _FIELDS if name not in fields]
    if missing:
        raise ValueError(f"lacks {', '.join(missing)} in its front matter")
    return fields


def _turns(body: str) -> Iterator[Message]:
    before, *parts = _TURN.split(body)
    if before.strip() or not parts:
        raise ValueError("does not begin with a line [system], [user] or [assistant]")
    for role, content in zip(parts[::2], parts[1::2], strict=True):
        if not content.strip():
            raise ValueError(f"has an empty [{role}] turn")
        yield Message(cast(Role, role), content.strip())


def _check_placeholders(turns: tuple[Message, ...], inputs: tuple[str, ...]) -> None:
    found = [name for turn in turns for name in _PLACEHOLDER.findall(turn.content)]
    delimited = [name for turn in turns for _, name in _DELIMITED.findall(turn.content)]
    if sorted(found) != sorted(delimited):
        raise ValueError("has a placeholder that does not stand as <tag>{{name}}</tag>")
    if set(found) != set(inputs):
        raise ValueError(f"uses the inputs {sorted(set(found))}, but says {sorted(inputs)}")


def _filled(content: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda place: values[place[1]], content)
