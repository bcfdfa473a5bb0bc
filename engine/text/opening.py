"""From an encoder's name to the encoder."""

import os
from pathlib import Path
from typing import Final, Literal

from ..errors import EncoderError
from .encoder import Encoder

_FORMS = (
    "minilm, minilm:PATH, minilm-int8, minilm-int8:PATH, sbert:NAME_OR_PATH, FILE.toml "
    "(a model with its settings), or the path of a folder"
)

_PRECISIONS: Final[dict[str, Literal["float32", "int8"]]] = {"minilm": "float32", "minilm-int8": "int8"}


def open_encoder(name: str | None = None) -> Encoder:
    """The encoder of a name; its weights are loaded when it is first used.

    "minilm" is all-MiniLM-L6-v2 without torch, "minilm:PATH" (or PATH alone) a model of that kind in a
    folder; "minilm-int8" and "minilm-int8:PATH" are the same in bytes, faster and less exact.
    "sbert:NAME_OR_PATH" is any sentence-transformers model, "FILE.toml" one with settings of its own (see
    `SbertSettings`). Without one: GROUNDPATH_ENCODER, else "minilm".

    Raises:
        EncoderError: the name is none of these, or the file is not one of settings.
    """
    name = (name or os.environ.get("GROUNDPATH_ENCODER") or "minilm").strip()
    kind, _, place = name.partition(":")
    if kind == "sbert" and place:
        from .sbert import SbertSettings, SentenceTransformers

        return SentenceTransformers(SbertSettings(place))
    if name.endswith(".toml"):
        from .encoder_files import read_encoder_settings
        from .sbert import SentenceTransformers

        return SentenceTransformers(read_encoder_settings(Path(name).expanduser()))
    if kind in _PRECISIONS and (place or name == kind):
        return _minilm(Path(place).expanduser() if place else None, _PRECISIONS[kind])
    if Path(name).expanduser().is_dir():
        return _minilm(Path(name).expanduser(), "float32")
    raise EncoderError(f"encoder {name!r} is none of {_FORMS}")


def _minilm(folder: Path | None, precision: Literal["float32", "int8"]) -> Encoder:
    from .minilm import MiniLM  # CTranslate2 takes 0.3 s to import

    return MiniLM(folder, precision)
