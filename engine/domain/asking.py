"""A question and an answer to it as a statement, which can be judged like any other."""

import re

_VERB = r"(?=\s+(?:is|are|was|were|do|does|did|has|have|can|may|might|could)\b)"
_WH = re.compile(
    rf"\b(?:(?:which|what|who)(?:\s+[\w-]+){{0,4}}?{_VERB}|which\s+[\w-]+|what|who)\b", re.IGNORECASE
)
_YES = frozenset({"true", "yes", "correct"})
_NO = frozenset({"false", "no", "incorrect"})
_SENTENCE = re.compile(r"(?<=[.?!])\s+")


def answered(question: str, answer: str) -> str:
    """The question as a statement, with the answer in the place of what it asks for.

    Of several sentences that which asks counts; a statement to be affirmed or denied stays as it is, or is
    said to be false.

    >>> answered("Out of the list, which gene is linked to gout? List: A, B", "ABCG2")
    'Out of the list, ABCG2 is linked to gout.'
    >>> answered("Colchicine treats gout", "False")
    'It is false that Colchicine treats gout.'
    """
    said = answer.strip().rstrip(".").casefold()
    if said in _YES:
        return f"{question.strip().rstrip('.?')}."
    if said in _NO:
        return f"It is false that {question.strip().rstrip('.?')}."
    for sentence in _SENTENCE.split(question.strip()):
        if _WH.search(sentence):
            stated = _WH.sub(lambda _: answer, sentence, count=1)
            return f"{stated.rstrip('.?')}."
    return f"{question.strip().rstrip('.?')}: {answer}."
