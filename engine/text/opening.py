"""From an encoder's name to the encoder."""

import os
from pathlib import Path

from ..errors import EncoderError
from .encoder import Encoder

_FORMS = "minilm, minilm:PATH, sbert:NAME_OR_PATH or the path of a folder"


def open_encoder(name: str | None = None) -> Encoder:
    """The encoder of a name; its weights are loaded when it is first used.

    "minilm" is all-MiniLM-L6-v2 without torch, "minilm:PATH" (or PATH alone) a model of that kind in a
    folder, "sbert:NAME_OR_PATH" any sentence-transformers model. Without a name: GROUNDPATH_ENCODER, else
    "minilm".

    Raises:
        EncoderError: the name is none of these.
    """
    name = (name or os.environ.get("GROUNDPATH_ENCODER") or "minilm").strip()
    kind, _, place = name.partition(":")
    if kind == "sbert" and place:
        from .sbert import SentenceTransformers

        return SentenceTransformers(place)
    if name == "minilm":
        return _minilm(None)
    if kind == "minilm" and place:
        return _minilm(Path(place).expanduser())
    if Path(name).expanduser().is_dir():
        return _minilm(Path(name).expanduser())
    raise EncoderError(f"encoder {name!r} is none of {_FORMS}")


def _minilm(folder: Path | None) -> Encoder:
    from .minilm import MiniLM  # CTranslate2 takes 0.3 s to import

    return MiniLM(folder)
