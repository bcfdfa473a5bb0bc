"""Prompts: files with front matter and strict placeholders, filled into the messages of a request.

Every placeholder stands between tags of its own, and a value cannot close them: what looks like one of the
prompt's tags in a value is escaped. Values are put in once, so that a `{{name}}` within a value stays text.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
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
    """What a model is asked: messages with places for inputs.

    Attributes:
        id: name of its file.
        version: raised with every change of wording, since answers depend on it.
        inputs: what it has to be filled with.
        returns: what the model is asked to answer.
        paper: the place in a paper that it follows.
        turns: its messages, with placeholders.
        shown: examples before the last turn, sent as they stand.
        own: whether a user brought it, or its examples, in place of groundpath's.
        left_out: inputs of groundpath's prompt that the user's has no place for.
    """

    id: str
    version: int
    inputs: tuple[str, ...]
    returns: str
    paper: str
    turns: tuple[Message, ...]
    shown: tuple[Message, ...] = ()
    own: bool = False
    left_out: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Its name in rows: "generate-cot@1", or "generate-cot@own-5f2c8a01" for a user's, by its wording."""
        if not self.own:
            return f"{self.id}@{self.version}"
        wording = "\0".join(f"{turn.role}\0{turn.content}" for turn in (*self.shown, *self.turns))
        return f"{self.id}@own-{blake2b(wording.encode(), digest_size=4).hexdigest()}"

    def fill(self, **values: str) -> tuple[Message, ...]:
        """The messages to send.

        Raises:
            InputError: an input is missing, or is none of this prompt's.
        """
        missing = [name for name in self.inputs if name not in values]
        unknown = [name for name in values if name not in (*self.inputs, *self.left_out)]
        if missing or unknown:
            wrong = f"lacks {', '.join(missing)}" if missing else f"knows no {', '.join(unknown)}"
            raise InputError(
                f"prompt {self.id!r} {wrong}; its inputs are: {', '.join(self.inputs) or 'none'}"
            )
        safe = {name: self._tag.sub(r"&lt;\1", value) for name, value in values.items()}
        *before, last = (Message(turn.role, _filled(turn.content, safe)) for turn in self.turns)
        return (*before, *self.shown, last)

    @cached_property
    def _tag(self) -> re.Pattern[str]:
        """What opens or closes one of the tags around a placeholder, however it is spelled."""
        tags = {tag for turn in self.turns for tag, _ in _DELIMITED.findall(turn.content)}
        return re.compile(rf"<(\s*/?\s*(?:{'|'.join(sorted(tags)) or '(?!)'})\b)", re.IGNORECASE)


_IN_PLACE: ContextVar[Mapping[str, Prompt]] = ContextVar("prompts of a user", default={})  # noqa: B039


@contextmanager
def in_place(prompts: Iterable[Prompt]) -> Iterator[None]:
    """Within this block `load_prompt` gives these prompts in place of groundpath's of the same ids."""
    before = _IN_PLACE.set({**_IN_PLACE.get(), **{prompt.id: prompt for prompt in prompts}})
    try:
        yield
    finally:
        _IN_PLACE.reset(before)


def load_prompt(name: str) -> Prompt:
    """The prompt of an id, such as "generate-cot": groundpath's own, or what stands in its place.

    Raises:
        InputError: there is no such prompt, or its file is not one.
    """
    return _IN_PLACE.get().get(name) or shipped_prompt(name)


@cache
def shipped_prompt(name: str) -> Prompt:
    """groundpath's own prompt of an id.

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
    fields, body = front_matter(text)
    missing = [field for field in _FIELDS if field not in fields]
    if missing:
        raise ValueError(f"lacks {', '.join(missing)} in its front matter")
    if fields["id"] != name:
        raise ValueError(f"calls itself {fields['id']!r}, which is not the name of its file")
    if not fields["version"].isdecimal():
        raise ValueError(f"has version {fields['version']!r}, which is not a whole number")
    inputs = tuple(name for name in re.split(r"[,\s]+", fields["inputs"]) if name and name != "none")
    turns = tuple(turns_of(body))
    _check_placeholders(turns, inputs)
    return Prompt(name, int(fields["version"]), inputs, fields["returns"], fields["paper"], turns)


def front_matter(text: str) -> tuple[dict[str, str], str]:
    """What a prompt's file says of itself, one `name: value` a line, and the rest of the file.

    Raises:
        ValueError: there is no front matter, or a line of it is none of a prompt.
    """
    front = _FRONT_MATTER.match(text)
    if front is None:
        raise ValueError("does not open with front matter between two lines '---'")
    fields: dict[str, str] = {}
    for line in front[1].splitlines():
        name, colon, value = line.partition(":")
        if not colon or name not in _FIELDS or name in fields or not value.strip():
            raise ValueError(f"has front matter {line!r}; known are: {', '.join(_FIELDS)}, once each")
        fields[name] = value.strip()
    return fields, text[front.end() :]


def turns_of(body: str) -> Iterator[Message]:
    """The messages of a prompt's file, each after a line `[system]`, `[user]` or `[assistant]`.

    Raises:
        ValueError: there is none, or one is empty.
    """
    before, *parts = _TURN.split(body)
    if before.strip() or not parts:
        raise ValueError("does not begin with a line [system], [user] or [assistant]")
    for role, content in zip(parts[::2], parts[1::2], strict=True):
        if not content.strip():
            raise ValueError(f"has an empty [{role}] turn")
        yield Message(cast(Role, role), content.strip())


def placeholders(turns: Iterable[Message]) -> list[str]:
    """The names that stand as `{{name}}`, in order, as often as they do."""
    return [name for turn in turns for name in _PLACEHOLDER.findall(turn.content)]


def _check_placeholders(turns: tuple[Message, ...], inputs: tuple[str, ...]) -> None:
    found = placeholders(turns)
    delimited = [name for turn in turns for _, name in _DELIMITED.findall(turn.content)]
    if sorted(found) != sorted(delimited):
        raise ValueError("has a placeholder that does not stand as <tag>{{name}}</tag>")
    if set(found) != set(inputs):
        raise ValueError(f"uses the inputs {sorted(set(found))}, but says {sorted(inputs)}")


def _filled(content: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda place: values[place[1]], content)
