"""Models that read a query and a text together, and say how relevant the text is: cross-encoders."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ..errors import EncoderError, extra
from .device import torch_device

Scores = npt.NDArray[np.float32]

_FORM = "cross:NAME_OR_PATH"


class Reranker(Protocol):
    """Scores texts for a query."""

    @property
    def model_id(self) -> str: ...

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        """(texts,) the more relevant the higher; of one query alone they can be compared."""


def open_reranker(name: str) -> Reranker:
    """The reranker of a name, "cross:NAME_OR_PATH"; its weights are loaded when it is first used.

    A model that classifies pairs with one output, as BGE's rerankers and those of MS MARCO, is
    sentence-transformers' CrossEncoder. monoT5 generates words and is none: it is asked as its paper has it.

    Raises:
        EncoderError: the name is of another form.
    """
    kind, _, model = name.strip().partition(":")
    if kind != "cross" or not model:
        raise EncoderError(f"reranker {name!r} is not of the form {_FORM}")
    return CrossEncoders(model)


class CrossEncoders:
    """A cross-encoder by its name on the Hugging Face hub or by its folder.

    Raises:
        EncoderError: at first use, when sentence-transformers is not installed, or the model cannot be loaded
            or gives no score of a pair.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._loaded: Reranker | None = None

    def __repr__(self) -> str:
        return f"CrossEncoders({self._name!r})"

    @property
    def model_id(self) -> str:
        return f"cross:{self._name}"

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        if not texts:
            return np.empty(0, np.float32)
        if self._loaded is None:
            self._loaded = _load(self._name)
        return self._loaded.scores(query, texts)


class _PairClassifier:
    """sentence-transformers' CrossEncoder."""

    def __init__(self, name: str) -> None:
        from sentence_transformers import CrossEncoder

        self.model_id = f"cross:{name}"
        self._model: Any = CrossEncoder(name, device=torch_device())

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        found = self._model.predict([(query, text) for text in texts], show_progress_bar=False)
        scores = np.asarray(found, np.float32)
        if scores.shape != (len(texts),):
            raise EncoderError(
                f"reranker {self.model_id} has {scores.shape[-1]} outputs for a pair; "
                "name one that has a single output, its relevance"
            )
        return scores


def _load(name: str) -> Reranker:
    try:
        import sentence_transformers  # noqa: F401
        from transformers import AutoConfig
    except ImportError as error:
        raise EncoderError(f"reranker cross:{name} needs sentence-transformers; {extra('sbert')}") from error
    try:
        kinds = AutoConfig.from_pretrained(name).architectures or ["model of unknown kind"]
        if kinds[0].endswith("ForSequenceClassification"):
            return _PairClassifier(name)
        if kinds[0] == "T5ForConditionalGeneration":
            from .monot5 import MonoT5

            return MonoT5(name)
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise EncoderError(f"reranker cross:{name} cannot be loaded: {reason}") from error
    # Loaded all the same, it would get an output that nobody trained.
    raise EncoderError(
        f"reranker cross:{name} is a {kinds[0]}, which gives no score of a pair; "
        "name a classifier of pairs with one output, or a monoT5"
    )
