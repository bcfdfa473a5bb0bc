"""monoT5: a T5 that says "true" or "false" of a query and a text.

Reference: Nogueira et al. (2020), Document Ranking with a Pretrained Sequence-to-Sequence Model, Section 3.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ..errors import EncoderError
from .device import torch_device

Scores = npt.NDArray[np.float32]

_LONGEST = 512  # tokens that it was trained on
_AT_A_TIME = 16


class MonoT5:
    """A T5 by its name on the Hugging Face hub or by its folder. Needs torch and transformers.

    Raises:
        EncoderError: its vocabulary has no "true" and "false".
        OSError: there is no such model.
    """

    def __init__(self, name: str) -> None:
        import torch
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

        self.model_id = f"cross:{name}"
        self._tokenizer: Any = AutoTokenizer.from_pretrained(name)
        device = torch_device() or ("cuda" if torch.cuda.is_available() else "cpu")
        self._model: Any = AutoModelForSeq2SeqLM.from_pretrained(name).eval().to(device)
        vocabulary = self._tokenizer.get_vocab()
        if not {"▁true", "▁false"} <= vocabulary.keys():
            raise EncoderError(f"reranker {self.model_id} does not know the words true and false")
        self._words = [vocabulary["▁true"], vocabulary["▁false"]]

    def scores(self, query: str, texts: Sequence[str]) -> Scores:
        """(texts,) the logarithm of the probability of "true" beside "false"."""
        parts = (texts[start : start + _AT_A_TIME] for start in range(0, len(texts), _AT_A_TIME))
        return np.concatenate([self._scores([self._asked(query, text) for text in part]) for part in parts])

    def _asked(self, query: str, text: str) -> list[int]:
        """The tokens of the question about a text; what is too long is cut at the end of the text."""
        before, said, after = (
            self._tokenizer(part, add_special_tokens=False)["input_ids"]
            for part in (f"Query: {query} Document:", text, "Relevant:")
        )
        after = [*after, self._tokenizer.eos_token_id]
        room = max(_LONGEST - len(before) - len(after), 0)
        return [*before, *said[:room], *after]

    def _scores(self, asked: list[list[int]]) -> Scores:
        import torch

        batch = self._tokenizer.pad({"input_ids": asked}, return_tensors="pt").to(self._model.device)
        start = torch.full((len(asked), 1), self._model.config.decoder_start_token_id).to(self._model.device)
        with torch.inference_mode():
            logits = self._model(**batch, decoder_input_ids=start).logits[:, 0, self._words]
        scores: Scores = torch.log_softmax(logits.float(), dim=1)[:, 0].cpu().numpy()
        return scores
