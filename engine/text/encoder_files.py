"""Encoders that a TOML file describes: prefixes, instructions, two models, plain inner products."""

from dataclasses import fields
from pathlib import Path
from typing import Any

from ..errors import EncoderError
from ..parsing import toml_table
from .sbert import SbertSettings

_KINDS: dict[str, type] = {"normalise": bool}


def read_encoder_settings(path: Path) -> SbertSettings:
    """The settings of a file, whose keys are the attributes of `SbertSettings`.

        model = "intfloat/e5-large-v2"
        query_prefix = "query: "
        passage_prefix = "passage: "

    Raises:
        EncoderError: the file cannot be read, lacks `model`, or holds what is no setting.
    """
    try:
        given = toml_table(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise EncoderError(f"encoder {path} cannot be read: {error}") from None
    names = [field.name for field in fields(SbertSettings)]
    wrong = [name for name, value in given.items() if name not in names or not _fits(name, value)]
    if wrong:
        raise EncoderError(
            f"encoder {path} sets {', '.join(wrong)}; its settings are texts ({', '.join(names[:-1])}) "
            "and normalise, true or false"
        )
    if "model" not in given:
        raise EncoderError(f'encoder {path} names no model; add: model = "NAME_OR_PATH"')
    return SbertSettings(**given)


def _fits(name: str, value: Any) -> bool:
    return isinstance(value, _KINDS.get(name, str))
