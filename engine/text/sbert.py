"""Any sentence-transformers model as encoder; needs the extra `groundpath[sbert]`, which brings torch."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from ..errors import EncoderError, extra
from .device import torch_device

Vectors = npt.NDArray[np.float32]
Pooling = Literal["cls", "mean", "lasttoken"]
Role = Literal["query", "document"]

# Under which names a model may keep its own prompt for a role; version 5 adds an empty "document" to all.
_PROMPT_NAMES: dict[Role, tuple[str, ...]] = {
    "query": ("query",),
    "document": ("document", "passage", "corpus"),
}


@dataclass(frozen=True, slots=True)
class SbertSettings:
    """How a sentence-transformers model is used.

    Attributes:
        model: its name on the Hugging Face hub, or its folder.
        query_model: another model that encodes queries, as DPR and DRAGON have one; None: the same.
        query_prefix, passage_prefix: what is put before each query and each passage, as E5's "query: " and
            "passage: " or an instruction. None: the model's own prompts for the two, where it has any.
        pooling: how the vectors of a text's tokens become one, for models that are no sentence-transformers
            model and do not say it themselves: DRAGON's "cls". None: as the model says, else their mean.
        normalise: whether vectors are brought to length 1, so that their inner products are cosines. Models
            that were trained on plain inner products, as Contriever and DRAGON, rank otherwise without it.

    Raises:
        EncoderError: an empty name, or no such pooling.
    """

    model: str
    query_model: str | None = None
    query_prefix: str | None = None
    passage_prefix: str | None = None
    pooling: Pooling | None = None
    normalise: bool = True

    def __post_init__(self) -> None:
        if not self.model or self.query_model == "":
            raise EncoderError("an encoder's model has no name; give that of a sentence-transformers model")
        if self.pooling is not None and self.pooling not in get_args(Pooling):
            raise EncoderError(
                f"pooling {self.pooling!r} of encoder {self.model} is none of {', '.join(get_args(Pooling))}"
            )

    @property
    def id(self) -> str:
        """Names the model and every setting that is not the default."""
        others = [field for field in fields(self) if field.name != "model"]
        told = (f"{one.name}={getattr(self, one.name)!r}" for one in others if self._is_set(one.name))
        return " ".join([f"sbert:{self.model}", *told])

    def _is_set(self, name: str) -> bool:
        return getattr(self, name) is not (True if name == "normalise" else None)


class _RoleEncoder:
    """What encodes the texts of one role."""

    def __init__(self, models: "_Models", role: Role) -> None:
        settings = models.settings
        self._models = models
        self._role = role
        self._prefix = settings.query_prefix if role == "query" else settings.passage_prefix

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.model_id!r})"

    @property
    def model_id(self) -> str:
        """That of the settings; of queries with this word, since vectors are kept under it."""
        return self._models.settings.id + (" queries" if self._role == "query" else "")

    @property
    def normalised(self) -> bool:
        return self._models.settings.normalise

    @property
    def dimensions(self) -> int:
        return self._models.dimensions

    @property
    def queries(self) -> "_RoleEncoder":
        return self if self._role == "query" else _RoleEncoder(self._models, "query")

    def encode(self, texts: Sequence[str]) -> Vectors:
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        vectors = _encoded(
            self._models.of(self._role), list(texts), self._role, self._prefix, self.normalised
        )
        if vectors.shape[1] != self.dimensions:
            raise EncoderError(
                f"encoder {self.model_id}: queries become vectors of {vectors.shape[1]} numbers and passages "
                f"of {self.dimensions}; name two models that were trained together"
            )
        return vectors


class SentenceTransformers(_RoleEncoder):
    """A model by its name on the Hugging Face hub or by its folder; loaded at first use.

    Texts get the model's own prompt for their role, where it has one: `encode` that for documents, `queries`
    that for queries. sentence-transformers has this from version 5 on; here it holds for all versions.

    Raises:
        EncoderError: at first use, when sentence-transformers is not installed, has no such model, or the
            model of queries gives vectors of another length.
    """

    def __init__(self, settings: SbertSettings) -> None:
        super().__init__(_Models(settings), "document")


class _Models:
    """The model of each role, loaded at first use; where one does for both, once."""

    def __init__(self, settings: SbertSettings) -> None:
        self.settings = settings

    def of(self, role: Role) -> Any:
        return self._query if role == "query" and self.settings.query_model else self._document

    @cached_property
    def dimensions(self) -> int:
        return int(_encoded(self._document, [""], "document", None, True).shape[1])

    @cached_property
    def _document(self) -> Any:
        return _loaded(self.settings.model, self.settings)

    @cached_property
    def _query(self) -> Any:
        return _loaded(str(self.settings.query_model), self.settings)


def _encoded(model: Any, texts: list[str], role: Role, prefix: str | None, normalise: bool) -> Vectors:
    if prefix is None:
        own = (model.prompts.get(name) for name in _PROMPT_NAMES[role])
        prefix = next((prompt for prompt in own if prompt), None)
    encode = getattr(model, f"encode_{role}", model.encode)  # versions before 5 have no roles
    vectors = encode(texts, prompt=prefix, normalize_embeddings=normalise, show_progress_bar=False)
    return np.asarray(vectors, np.float32)


def _loaded(name: str, settings: SbertSettings) -> Any:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError as error:
        raise EncoderError(f"encoder {settings.id} needs sentence-transformers; {extra('sbert')}") from error
    try:
        if settings.pooling is None:
            return SentenceTransformer(name, device=torch_device())
        return SentenceTransformer(modules=_pooled(name, settings.pooling), device=torch_device())
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise EncoderError(f"encoder sbert:{name} cannot be loaded: {reason}") from error


def _pooled(name: str, pooling: Pooling) -> list[Any]:
    """The parts of a model whose own do not say how the vectors of tokens become one."""
    try:
        from sentence_transformers.sentence_transformer import modules
    except ImportError:  # before version 5.4
        from sentence_transformers import models as modules
    transformer = modules.Transformer(name)
    # As it is called in new versions, and in old ones.
    size = getattr(transformer, "get_embedding_dimension", None) or transformer.get_word_embedding_dimension
    return [transformer, modules.Pooling(size(), pooling_mode=pooling)]
