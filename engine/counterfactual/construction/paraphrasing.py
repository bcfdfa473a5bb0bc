"""The second stage of construction: passages in other words, by translation there and back, and checked.

Reference: CofCA, Section 3.1 and Table 10, where a passage of the second stage has other sentences.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...language.tokens import Tokens
from ...llm.cost import Usage
from ...progress import SILENT, Progress
from ..cases import CounterfactualQuestion, Passage
from ..renamed import mentions
from ..told import titled
from .translating import Source, Translator

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Paraphrased:
    """What the second stage came to.

    Attributes:
        passages: how many were translated; those that several questions share count for each.
        kept: why some were left as they were, with their number.
    """

    questions: tuple[CounterfactualQuestion, ...]
    passages: int
    kept: Mapping[str, int]
    usage: Usage


def sources(questions: Sequence[CounterfactualQuestion]) -> list[Source]:
    """The texts that are translated: of each question the counterfactual passages that support it."""
    return [source for question in questions for source in _sources(question)]


def paraphrase(
    questions: Sequence[CounterfactualQuestion], translator: Translator, *, progress: Progress = SILENT
) -> Paraphrased:
    """The supporting passages of counterfactual versions in other words.

    A paraphrase is kept only if it still states the answers that its passage states, has the other names that
    the question turns on and the same numbers, and none of the names that were replaced. Else the passage
    stays as it was, so that the counterfactual holds everywhere.

    Raises:
        ChatError: a text could not be translated.
    """
    told = iter(translator.there_and_back(sources(questions), progress))
    kept: Counter[str] = Counter()
    done, passages = [], 0
    for question in questions:
        version = question.counterfactual
        texts = {place: version.passages[place] for place in version.gold_passages}
        passages += len(texts)
        for place, source in zip(list(texts), _sources(question), strict=True):
            new = next(told)
            if fault := _fault(source, new, question):
                kept[fault] += 1
            else:
                texts[place] = Passage(version.passages[place].title, new)
        whole = tuple(texts.get(place, passage) for place, passage in enumerate(version.passages))
        stages = (*question.stages, "paraphrase") if "paraphrase" not in question.stages else question.stages
        done.append(replace(question, counterfactual=replace(version, passages=whole), stages=stages))
    return Paraphrased(tuple(done), passages, dict(kept.most_common()), translator.usage)


def _sources(question: CounterfactualQuestion) -> Iterator[Source]:
    version = question.counterfactual
    names = dict.fromkeys(
        [
            *(sub.answers[0] for sub in version.sub_questions),
            version.answers[0],
            *(one.new for one in question.replaced),
            *(titled(version.passages[place]) for place in version.gold_passages),
        ]
    )
    for place in version.gold_passages:
        text = version.passages[place].text
        yield Source(text, tuple(name for name in names if name and _has(text, name)))


def _fault(source: Source, new: str, question: CounterfactualQuestion) -> str:
    """Why a paraphrase cannot stand for its passage; empty where it can."""
    if not new:
        return "the translation is empty or cut off"
    if " ".join(new.split()) == " ".join(source.text.split()):
        return "it came back word for word"
    if not all(_has(new, name) for name in source.names):
        return "a name or an answer got lost"
    if any(_has(new, one.old) and not _has(source.text, one.old) for one in question.replaced):
        return "a name that was replaced is back"
    if set(_NUMBER.findall(new)) != set(_NUMBER.findall(source.text)):
        return "its numbers are others"
    return ""


def _has(text: str, name: str) -> bool:
    return bool(mentions([name], Tokens.of(text)))
