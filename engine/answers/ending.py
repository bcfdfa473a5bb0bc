"""The answer of a chain that gives it without the word: yes, no, or a last sentence as "It must be Max."

What the paper calls unstructured (Direct Evaluation of CoT, Appendix C.5) is often well understood: a last
sentence that names one thing, and says nothing of it but that this is what was looked for, is the answer.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..extraction.pairs import are_listed
from ..grounding.graph import GroundingGraph
from ..language.coreference import pronouns
from ..language.discourse import identified, is_conclusion
from ..language.function_words import lemma, words_of
from ..language.mention import Mention
from ..language.morphology import singular
from ..language.tokens import POSSESSIVE, Tokens, sentences_of
from .kinds import is_judgement, yes_or_no
from .question import Question
from .rows import words

_LONGEST_KIND = 4  # words of "the two largest operas"


class Ending(NamedTuple):
    """The steps of a chain without the sentence that gives the answer, and the answer, None without one."""

    steps: tuple[str, ...]
    answer: str | None


def find_ending(steps: Sequence[str], answer: str | None, text: str, question: Question) -> Ending:
    """Tell the answer of a chain from its reasoning, where it is not given in words that say so.

    Args:
        answer: the one that is, None without one.
        text: the whole chain.
    """
    said = yes_or_no(question.text, text)
    if answer or said:
        return Ending(tuple(steps), answer if not said or (answer and is_judgement(answer)) else said)
    sentences = [(step, sentence) for step, text in enumerate(steps) for sentence in sentences_of(text)]
    while len(sentences) > 1 and not names_something(sentences[-1][1], question.graph):
        sentences.pop()  # a remark: "Let me know if you need more!"
    if len(sentences) < 2 or sentences[-2][1].endswith("?"):
        return Ending(tuple(steps), None)  # "Wife of H? That's T." is a step
    step, last = sentences.pop()
    if (found := _find_answer(Tokens.of(last), question)) is None:
        return Ending(tuple(steps), None)
    named = {word for _, sentence in sentences for word in Tokens.of(sentence).normal}
    answer, is_claim = found
    if is_claim and not named.issuperset({*Tokens.of(answer).normal} - words("beside")):
        return Ending(tuple(steps), answer)  # what is new in it is a claim all the same
    before = [sentence for own, sentence in sentences if own == step]
    end = steps[step].rfind(before[-1]) + len(before[-1]) if before else 0
    return Ending((*steps[:step], *filter(None, [steps[step][:end]])), answer)


def names_something(sentence: str, graph: GroundingGraph) -> bool:
    """Whether a sentence holds a name, what looks like one, or what stands for one."""
    tokens = Tokens.of(sentence)
    plain, doubtful = graph.finder.named(tokens)
    return bool(plain or doubtful or pronouns(tokens) or graph.finder.mentions(tokens, (), ()))


def _find_answer(tokens: Tokens, question: Question) -> tuple[str, bool] | None:
    """What a sentence names, one thing or a list, when it says nothing of it but that it is the answer.

    Before its name no words mean a relation ("We end up with Max", not "The king was Max"), unless a
    conclusion says what was asked for ("So the king was Max"); behind it there are only words about asking
    and answering ("Max is what we sought", not "Max died"), or a remark behind a mark ("Max – the father").
    The second value is true where it also says what the answer is.
    """
    named = _named(tokens, question.graph)
    if not named:
        return None
    start, end = named[0].start, named[-1].end
    others = (at for at in pronouns(tokens) if not start <= at < end)
    behind = [*tokens.normal[end:], ""]
    only = all(map(_is_about_answers, behind[: behind.index("")])) and behind[0] != POSSESSIVE
    if not only or any(tokens.normal[at] not in words("pointing") for at in others):
        return None
    before = [lemma(word) for word in tokens.normal[:start] if word]
    means = any(word in question.graph.called_by.all and not _is_about_answers(word) for word in before)
    if means and not _says_what_it_is(tokens.normal[:start], is_conclusion(tokens), question):
        return None
    completes = identified(tokens, range(start, end)) is not None  # "I look for its head. That is Max."
    return tokens.written(start, end), completes or not all(map(_is_about_answers, before))


def _named(tokens: Tokens, graph: GroundingGraph) -> list[Mention]:
    """The mentions of the one thing that a sentence names, or of those that it lists; else none."""
    plain, doubtful = graph.finder.named(tokens)
    if plain and any(hit.by_other_name and hit.start >= plain[-1].end for hit in doubtful):
        return []  # "Max was a man", "Max was Spanish"
    named = graph.finder.mentions(tokens, plain or doubtful[-1:], ())
    if len({one.nodes for one in named}) == 1:
        return named[-1:]
    return named if all(are_listed(tokens, one, other) for one, other in pairwise(named)) else []


def _says_what_it_is(before: Sequence[str], concludes: bool, question: Question) -> bool:
    """Whether words end with "the", a noun and "is", in a conclusion or where the noun was asked for."""
    at = next((at for at in range(len(before) - 1, 0, -1) if lemma(before[at]) == "be"), 0)
    only = (
        words_of("empty").issuperset(filter(None, before[at + 1 :]))
        and "the" in before[max(0, at - _LONGEST_KIND) : at]
    )
    return only and (concludes or singular(before[at - 1]) in map(singular, question.tokens.normal))


def _is_about_answers(word: str) -> bool:
    forms = (word, lemma(word), singular(word))
    return word == POSSESSIVE or not (words_of("empty") | words("answering")).isdisjoint(forms)
