"""Texts to another language and back: by a chat model, or by any two runnables of langchain.

Reference: CofCA, Section 3.1, where replaced passages are translated into Chinese and back.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ...asking import excerpt
from ...errors import ChatError
from ...llm.asking import AskedModel
from ...llm.chat import ChatRequest
from ...llm.cost import Usage
from ...llm.prompts import load_prompt
from ...progress import Progress
from .replies import replies

if TYPE_CHECKING:
    from langchain_core.runnables import Runnable

PIVOT = "Chinese"
"""The paper's language between."""


class Source(NamedTuple):
    """A text to be told in other words.

    Attributes:
        names: what has to be spelled in it as it is.
    """

    text: str
    names: tuple[str, ...]


class Translator(Protocol):
    """What brings English texts to another language and back."""

    @property
    def usage(self) -> Usage:
        """What it has cost so far."""

    def there_and_back(self, sources: Sequence[Source], progress: Progress) -> list[str]:
        """Each text in other words, in their order; empty where a translation was cut off.

        Raises:
            ChatError: a text could not be translated.
        """


class ModelTranslator:
    """A chat model asked twice: to translate a text, and to translate back what it gave."""

    def __init__(self, by: AskedModel, pivot: str = PIVOT) -> None:
        self._by = by
        self._pivot = pivot
        self._usage = Usage()

    @property
    def usage(self) -> Usage:
        return self._usage

    def requests(self, sources: Sequence[Source]) -> list[ChatRequest]:
        """What is asked about; the second half as if translations were as long as their texts."""
        return [*map(self._there, sources), *(_back(source.text, source) for source in sources)]

    def there_and_back(self, sources: Sequence[Source], progress: Progress) -> list[str]:
        there = replies(self._by, list(map(self._there, sources)), progress)
        whole = [place for place, text in enumerate(there.texts) if text.strip()]
        back = replies(self._by, [_back(there.texts[place], sources[place]) for place in whole], progress)
        self._usage += there.usage + back.usage
        found = dict(zip(whole, back.texts, strict=True))
        return [found.get(place, "").strip() for place in range(len(sources))]

    def _there(self, source: Source) -> ChatRequest:
        prompt = load_prompt("counterfactual-translate")
        return ChatRequest(prompt.fill(language=self._pivot, passage=source.text))


def _back(translated: str, source: Source) -> ChatRequest:
    prompt = load_prompt("counterfactual-translate-back")
    return ChatRequest(prompt.fill(passage=translated, names="\n".join(source.names) or "none"))


class RunnableTranslator:
    """Two runnables of langchain that take a text and give one: to another language, and back to English.

    >>> RunnableTranslator(to_chinese, to_english)  # doctest: +SKIP
    """

    usage = Usage()
    """Nothing: what runnables cost is not known here."""

    def __init__(self, there: "Runnable[str, str]", back: "Runnable[str, str]") -> None:
        self._there = there
        self._back = back

    def there_and_back(self, sources: Sequence[Source], progress: Progress) -> list[str]:
        with progress.task("Translating", None):
            between = _translated(self._there, [source.text for source in sources])
            return [text.strip() for text in _translated(self._back, between)]


def _translated(runnable: "Runnable[str, str]", texts: list[str]) -> list[str]:
    """Raises ChatError for the first text that the runnable fails on."""
    found: list[str] = []
    for text in runnable.batch(texts, return_exceptions=True):
        if isinstance(text, Exception):
            raise ChatError(f"the translator failed: {type(text).__name__}: {excerpt(text)}") from text
        if not isinstance(text, str):
            raise ChatError(
                f"the translator gave {type(text).__name__}, not a text; end it in StrOutputParser"
            )
        found.append(text)
    return found
