"""What an extraction came to: facts, and the lines of the model that are none, with the reasons."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any, Self

from ..asking import excerpt
from ..counted import counted
from ..llm.cost import Prices, Usage
from .extraction import Extraction

_MOST_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class RefusedExample:
    """A line that was refused: of a model's reply about a document."""

    document: str
    line: str
    why: str


@dataclass(frozen=True, slots=True)
class ExtractionReport:
    """What a run came to.

    Attributes:
        documents: all of them; `kept` of these were in the file before.
        facts, not_verbatim: facts that were added; how many of their tails do not stand in the text as they
            are written.
        refused: how many lines of replies are no facts of their documents, by reason.
        examples: the first five of these lines. The file has all.
        failed: documents that lack facts because of a failure.
        first_failure: why the first of them does.
    """

    documents: int
    kept: int = 0
    facts: int = 0
    not_verbatim: int = 0
    refused: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    examples: tuple[RefusedExample, ...] = ()
    failed: int = 0
    first_failure: str | None = None
    usage: Usage = field(default_factory=Usage)

    def __add__(self, extraction: Extraction) -> Self:
        refused = extraction.refused
        examples = (RefusedExample(extraction.source.id, *one) for one in refused)
        return replace(
            self,
            facts=self.facts + len(extraction.facts),
            not_verbatim=self.not_verbatim + sum(not fact.verbatim for fact in extraction.facts),
            refused=Counter(self.refused) + Counter(one.why for one in refused),
            examples=(*self.examples, *examples)[:_MOST_EXAMPLES],
            failed=self.failed + bool(extraction.failure),
            first_failure=self.first_failure or extraction.failure,
            usage=self.usage + extraction.usage,
        )

    def to_dict(self, prices: Prices | None = None) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "documents": self.documents,
            "kept": self.kept,
            "facts": self.facts,
            "not_verbatim": self.not_verbatim,
            "refused": dict(self.refused),
            "examples": [asdict(example) for example in self.examples],
            "failed": self.failed,
            "first_failure": self.first_failure,
            "usage": self.usage.to_dict(prices),
        }

    def describe(self) -> str:
        """For a person: one sentence, and a line for each reason and each example of what was refused."""
        new = self.documents - self.kept
        parts = [f"{counted(self.documents, 'document')}: {self.kept:,} done before, {new:,} now"]
        parts.append(
            f"{counted(self.facts, 'fact')}, {self.not_verbatim:,} of them not in the words of the text"
        )
        if total := sum(self.refused.values()):
            why = ", ".join(f"{count:,} {why}" for why, count in self.refused.items())
            parts.append(
                f"{counted(total, 'line that is no fact', 'lines that are no facts')} left out ({why})"
            )
        shown = [f"  left out of {one.document}: {excerpt(one.line)} ({one.why})" for one in self.examples]
        return "\n".join(["; ".join(parts), *shown])
