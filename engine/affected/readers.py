"""What a chat model told of chains, kept with them, so that they can be judged again without it."""

from collections.abc import Sequence
from typing import Any

from ..audit.batches import Reader
from ..extraction.chat import SteppedText, ToldText

Told = dict[SteppedText, ToldText]
"""Texts that a model was asked about, and what it told."""


class Overheard:
    """A reader of which is remembered what it told.

    Attributes:
        told: the texts that it was asked about since `forget`, with what it told.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.told: Told = {}

    @property
    def model_id(self) -> str:
        return self._reader.model_id

    def read(self, texts: Sequence[SteppedText]) -> list[ToldText]:
        found = self._reader.read(texts)
        self.told.update(zip(texts, found, strict=True))
        return found

    def forget(self) -> None:
        self.told = {}


class Remembered:
    """Tells again what a reader told."""

    def __init__(self, model_id: str) -> None:
        self._model_id = model_id
        self._told: Told = {}

    @property
    def model_id(self) -> str:
        return self._model_id

    def hear(self, told: Sequence[Any]) -> None:
        """Take in what `as_values` gave."""
        for steps, lead_in, *rest in told:
            self._told[SteppedText(tuple(steps), lead_in)] = ToldText(tuple(rest[0]), (), rest[1])

    def read(self, texts: Sequence[SteppedText]) -> list[ToldText]:
        return [self._told[text] for text in texts]


def as_values(told: Told) -> list[Any]:
    """As values of JSON."""
    return [[text.steps, text.lead_in, found.steps, found.failure] for text, found in told.items()]
