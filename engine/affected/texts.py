"""The words of a chain by which names may be found in it."""

from collections.abc import Iterable, Iterator

from ..audit.judging import ParsedChain
from ..language.number_words import in_digits
from ..language.tokens import Tokens, name_key, sentences_of


def words_of(parsed: ParsedChain, searched: Iterable[str]) -> frozenset[str]:
    """Each word of its text, question, topic and answers, in every normal form in which it is read.

    Args:
        searched: what else was searched for names.
    """
    chain = parsed.chain
    own = (chain.question, chain.text, parsed.lead_in, parsed.answer or "", *chain.topic, *chain.gold_answers)
    steps = (*parsed.steps, *(told for _, told in parsed.told))
    sentences = (sentence for step in steps for sentence in sentences_of(step))
    return frozenset(word for text in {*own, *sentences, *searched} for word in _words(text))


def _words(text: str) -> Iterator[str]:
    tokens = Tokens.of(text)
    yield from filter(None, tokens.normal)
    for at in tokens.elided():  # "d'Orléans" as a graph writes it that makes ids of names
        yield tokens.normal[at - 1] + tokens.normal[at + 1]
    key = name_key(text).split()
    yield from key
    yield from in_digits(key)
