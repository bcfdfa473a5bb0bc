"""Which options and arguments name files: shells complete them, and files of settings tell them by folder."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

_CALLED = ("FILE", "VERDICTS", "ANSWERS", "QUESTIONS", "TESTS", "PASSAGES", "JUDGEMENTS", ".pem")
_SETTINGS = ".toml"


class TextWithPath(click.types.StringParamType):
    """Text in one of several forms, as "scripted:FILE", of which some hold a path.

    Attributes:
        paths: what stands before a path; "" where a text without any of the prefixes is one.
        names: what stands before a name or a path, which is a path where such a file is there.
        never: texts that are no path in any case.
    """

    def __init__(
        self, *, paths: Sequence[str] = (), names: Sequence[str] = (), never: Sequence[str] = ()
    ) -> None:
        self.paths = frozenset(paths)
        self.names = frozenset(names)
        self.never = frozenset(("-", *never))

    def in_folder(self, text: str, folder: Path) -> str:
        """The same with a relative path as one from a folder; "-" and what holds no path stay as they are."""
        known = filter(text.startswith, self.paths | self.names)
        prefix = max(known, key=len, default="")
        behind = text.removeprefix(prefix)
        if not behind or text in self.never:
            return text
        path = _from_folder(behind, folder)
        is_path = prefix in self.paths or (
            prefix in self.names and (behind.endswith(_SETTINGS) or os.path.exists(path))
        )
        return prefix + path if is_path else text


class FileName(TextWithPath):
    """Text that is a file's name, and that a shell completes as one."""

    def __init__(self) -> None:
        super().__init__(paths=("",))

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type="file")]


STORE = TextWithPath(paths=("embedded:",))
ENCODER = TextWithPath(
    paths=("minilm:", "minilm-int8:"), names=("sbert:", ""), never=("minilm", "minilm-int8")
)
RERANKER = TextWithPath(names=("cross:",))
MODEL = TextWithPath(paths=("scripted:",))
READER = TextWithPath(paths=("chat:scripted:",))
TOKENIZER = TextWithPath(paths=("",), names=("tiktoken:",))


def names_files(parameter: click.Parameter) -> bool:
    """Whether its values are files, by its type or by what `--help` calls them."""
    if isinstance(parameter.type, click.Path | FileName):
        return True
    called = parameter.metavar or ""
    return isinstance(parameter.type, click.types.StringParamType) and any(word in called for word in _CALLED)


def in_folder(parameter: click.Parameter, value: Any, folder: Path) -> Any:
    """A value of a parameter, or a list of them, with relative paths as those from a folder."""
    if isinstance(value, list):
        return [in_folder(parameter, one, folder) for one in value]
    if not isinstance(value, str):
        return value
    if isinstance(parameter.type, TextWithPath):
        return parameter.type.in_folder(value, folder)
    return _from_folder(value, folder) if isinstance(parameter.type, click.Path) and value != "-" else value


def _from_folder(path: str, folder: Path) -> str:
    return str(folder / os.path.expanduser(path))
