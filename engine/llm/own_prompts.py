"""Prompts and demonstrations of a user, in place of groundpath's own: what repeating a paper's figures takes.

A prompt is a file as those under `prompts/`. Of its front matter only `id` is needed: the prompt whose place
it takes. Its placeholders may stand without tags, so that published wordings can be used as they are; a text
from outside can then pose as part of the prompt. Demonstrations are JSON lines: a row holds the inputs of the
prompt and `reply`, what the model should answer.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any

from ..errors import BadRowError, InputError
from .chat import Message
from .prompts import Prompt, front_matter, in_place, load_prompt, placeholders, shipped_prompt, turns_of

PathLike = str | os.PathLike[str]
_REPLY = "reply"


@contextmanager
def own_prompts(
    files: Sequence[PathLike] = (), demonstrations: PathLike | None = None, *, of: Sequence[str]
) -> Iterator[None]:
    """Within this block a user's prompts and demonstrations take the place of groundpath's own.

    Args:
        files: prompts; each says by its `id` which it takes the place of.
        demonstrations: every prompt in `of` whose inputs its rows hold shows them in place of its own.
        of: ids of the prompts that may be replaced: those that are asked in the block.

    Raises:
        InputError: a file cannot be read, is no prompt, or has another id than those in `of`; or no prompt in
            `of` takes what the demonstrations hold.
        BadRowError: a demonstration is malformed.
    """
    with in_place([read_prompt(file, of=of) for file in files]):
        shown = (
            [] if demonstrations is None else _demonstrated(demonstrations, [load_prompt(id) for id in of])
        )
        with in_place(shown):
            yield


def read_prompt(file: PathLike, *, of: Sequence[str]) -> Prompt:
    """A user's prompt.

    Args:
        of: the ids that it may have.

    Raises:
        InputError: the file cannot be read, is no prompt, or has a place for what groundpath does not give.
    """
    path = os.fspath(file)
    try:
        return _parsed(_text(path), of)
    except ValueError as error:
        raise InputError(f"prompt {path} {error}; correct it") from None


def _parsed(text: str, of: Sequence[str]) -> Prompt:
    fields, body = front_matter(text)
    name = fields.get("id", "")
    if name not in of:
        raise ValueError(f"has the id {name!r}, where this command asks with: {', '.join(of)}")
    shipped, turns = shipped_prompt(name), tuple(turns_of(body))
    places = dict.fromkeys(placeholders(turns))
    if unknown := [place for place in places if place not in shipped.inputs]:
        raise ValueError(
            f"has a place for {', '.join(unknown)}; what {name} is filled with: {', '.join(shipped.inputs)}"
        )
    if turns[-1].role != "user":
        raise ValueError("does not end with a [user] turn")
    return replace(
        shipped,
        inputs=tuple(places),
        turns=turns,
        own=True,
        left_out=tuple(name for name in shipped.inputs if name not in places),
    )


def with_demonstrations(prompt: Prompt, shown: Sequence[tuple[dict[str, str], str]]) -> Prompt:
    """A prompt that shows these inputs and replies in place of its own, between its system turn and its last.

    Args:
        shown: for each demonstration a value for every input, and the reply.
    """
    *before, question = prompt.turns
    asked = replace(prompt, turns=(question,), shown=())
    examples = [
        turn for values, reply in shown for turn in (*asked.fill(**values), Message("assistant", reply))
    ]
    system = (turn for turn in before if turn.role == "system")
    return replace(prompt, turns=(*system, question), shown=tuple(examples), own=True)


def _demonstrated(file: PathLike, prompts: Sequence[Prompt]) -> list[Prompt]:
    path = os.fspath(file)
    rows = list(_rows(path))
    if not rows:
        raise InputError(f"{path} holds no demonstration")
    taken = [prompt for prompt in prompts if set(prompt.inputs) == set(rows[0][1]) - {_REPLY}]
    if not taken:
        wanted = "; ".join(f"{', '.join(prompt.inputs)} ({prompt.id})" for prompt in prompts)
        raise InputError(
            f"{path}: its first row holds {', '.join(rows[0][1])}, where {_REPLY} is needed, and what a "
            f"prompt is filled with: {wanted}"
        )
    names = {*taken[0].inputs, _REPLY}
    for number, row in rows:
        if set(row) != names:
            raise BadRowError(path, number, f"does not hold {', '.join(sorted(names))}, and these alone")
    shown = [({name: row[name] for name in taken[0].inputs}, row[_REPLY]) for _, row in rows]
    return [with_demonstrations(prompt, shown) for prompt in taken]


def _rows(path: str) -> Iterator[tuple[int, dict[str, str]]]:
    for number, line in enumerate(_text(path).split("\n"), 1):
        if line.strip():
            try:
                yield number, _row(loads(line))
            except JSONDecodeError as error:
                raise BadRowError(path, number, f"is not JSON: {error.msg}") from None
            except ValueError as error:
                raise BadRowError(path, number, f"{error}; correct the row") from None


def _row(row: Any) -> dict[str, str]:
    if not isinstance(row, dict) or not all(isinstance(value, str) for value in row.values()):
        raise ValueError("is no object of texts")
    return row


def _text(path: str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not UTF-8"
        raise InputError(f"{path} cannot be read: {reason}; check the path") from None
