"""What a sentence does in a chain of reasoning: state, plan, ask, conclude, or take something back."""

from collections.abc import Collection, Sequence
from functools import partial

from .rules import MENTION, Hit, alphabet, rules, words_in
from .tokens import Tokens, sentences_of

_QUESTION_MARKS = frozenset({"?", "？"})
_LONGEST = 120  # words of a sentence that is looked into
_words = partial(words_in, "words")


def is_question(tokens: Tokens) -> bool:
    return bool(tokens.surface) and tokens.surface[-1] in _QUESTION_MARKS


def is_plan(tokens: Tokens, named: Collection[int] = (), things: int = 0) -> bool:
    """Whether a sentence asks or announces instead of stating.

    Args:
        named: places of words that belong to names and are not read.
        things: how many different things they name; who names two may say how they are joined: "We can
            identify H as the son of T".

    >>> is_plan(Tokens.of("First, we need to find the parent of Niels Bohr."))
    True
    """
    if is_question(tokens):
        return True
    hits = _hits(tokens, named)
    return any(
        hit.row.gives["does"] == "plans" or (hit.row.gives["does"] == "announces" and things < 2)
        for hit in hits
    )


def addresses_reader(tokens: Tokens) -> bool:
    """Whether a sentence speaks to its reader, of itself or of what it does: "I hope this helps.".

    >>> addresses_reader(Tokens.of("Sure!")), addresses_reader(Tokens.of("I hope that Ann is sure."))
    (True, False)
    """
    return any(hit.row.gives["does"] == "addresses" for hit in _hits(tokens))


def is_conclusion(tokens: Tokens) -> bool:
    """Whether a sentence draws a conclusion: "Therefore, …", "…, hence …", "Since …", "That leaves …".

    >>> is_conclusion(Tokens.of("So the answer is Max.")), is_conclusion(Tokens.of("Max is so right."))
    (True, False)
    """
    return any(hit.row.gives["does"] == "concludes" for hit in _hits(tokens))


def identified(tokens: Tokens, named: Collection[int]) -> str | None:
    """What a sentence says that was spoken of, and what it adds; None where it says something else.

    Args:
        named: places of words that belong to names.

    >>> identified(Tokens.of("The other is Ann, a singer."), {3})
    'Ann, a singer.'
    """
    hit = next((one for one in _hits(tokens, named) if one.row.gives["does"] == "identifies"), None)
    return None if hit is None else tokens.text[tokens.spans()[hit.end - 1][0] :]


def standing(steps: Sequence[str]) -> list[str]:
    """The steps without what they take back; as many as before, of which some may be empty.

    >>> standing(["Ann's son is Max. No, wait, that's wrong. Ann's son is Tom."])
    ["Ann's son is Tom."]
    >>> standing(["I first thought Ann's son was Max, but on reflection it is Tom."])
    ["Ann's son was Tom."]
    """
    if not any(_may_take_back(step) for step in steps):
        return list(steps)
    kept: list[list[str]] = [sentences_of(step) for step in steps]
    places = [(step, at) for step, sentences in enumerate(kept) for at in range(len(sentences))]
    changed: set[int] = set()
    withdrawn = ""
    for order, (step, at) in enumerate(places):
        sentence = kept[step][at]
        instead = _behind("instead", sentence)
        if withdrawn and instead is not None:
            kept[step][at], withdrawn = _renamed(withdrawn, instead) or sentence, ""
            changed.add(step)
        elif (thought := _thought_first(sentence)) is not None:
            kept[step][at], withdrawn = thought
            changed.add(step)
        elif (rest := _behind("takes_back", sentence)) is not None:
            changed.add(step)
            earlier = [one for one in places[:order] if _states(kept[one[0]][one[1]])]
            if not withdrawn and earlier:  # else a thought that was given up already
                before, place = earlier[-1]
                withdrawn, kept[before][place] = kept[before][place], ""
                changed.add(before)
            kept[step][at], withdrawn = _replaced(withdrawn, rest)
        elif (broken := _broken_off(sentence)) is not None:
            kept[step][at] = broken
            changed.add(step)
    return [
        " ".join(filter(None, sentences)) if step in changed else text
        for step, (text, sentences) in enumerate(zip(steps, kept, strict=True))
    ]


def _may_take_back(text: str) -> bool:
    """Whether some word of a text could take something back: most texts hold none."""
    return not _words("retracting").isdisjoint(Tokens.of(text).normal)


def _states(sentence: str) -> bool:
    """Whether a sentence may be what is taken back: no question, and more than a pause."""
    tokens = Tokens.of(sentence)
    words = [word for word in tokens.normal if word]
    return bool(words) and not is_question(tokens) and not _words("hesitating").issuperset(words)


def _replaced(withdrawn: str, rest: str) -> tuple[str, str]:
    """What stands of what follows a retraction, and what is still to be replaced."""
    if not rest.strip(" .!,"):
        return "", withdrawn
    if (more := _behind("takes_back", rest)) is not None:
        return _replaced(withdrawn, more)
    instead = _behind("instead", rest)
    if withdrawn and instead is not None and (renamed := _renamed(withdrawn, instead)):
        return renamed, ""
    return rest, ""


def _broken_off(sentence: str) -> str | None:
    """A sentence that corrects itself, as it is meant: "Ann was born in Paris — no, London."."""
    hit, tokens = _hit("breaks_off", sentence)
    if hit is None or hit.start == 0:
        return None
    spans = tokens.spans()
    said, rest = sentence[: spans[hit.start][0]].rstrip(" ,;-–—."), sentence[spans[hit.end - 1][1] :].strip()
    instead = _behind("instead", rest)
    return _renamed(said, rest if instead is None else instead) or rest


def _thought_first(sentence: str) -> tuple[str, str] | None:
    """What stands of "I first thought …, but it is …", and what is still to be replaced."""
    thought = _behind("thinks_first", sentence)
    if thought is None:
        return None
    hit, tokens = _hit("turns", thought)
    if hit is None:
        return "", thought
    spans = tokens.spans()
    said, rest = thought[: spans[hit.start][0]].rstrip(" ,;."), thought[spans[hit.end - 1][1] :].strip()
    instead = _behind("instead", rest)
    return (rest if instead is None else _renamed(said, instead) or rest), ""


def _renamed(said: str, now: str) -> str:
    """A sentence with another thing at its end; empty where it does not show where that begins.

    >>> _renamed("Ann was born in Paris", "Rome.")
    'Ann was born in Rome.'
    """
    tokens = Tokens.of(said)
    leading = _words("prep") | _words("be")
    first = Tokens.of(now).normal[:1]
    if first and first[0] in _words("prep"):
        places = [at for at, word in enumerate(tokens.normal) if word == first[0]]
        return f"{said[: tokens.spans()[places[-1]][0]]}{now}" if places else ""
    places = [at for at, word in enumerate(tokens.normal) if word in leading and word != "s"]
    return f"{said[: tokens.spans()[places[-1]][1]]} {now}" if places else ""


def _behind(does: str, sentence: str) -> str | None:
    """What stands behind an opening that does something; None where a sentence has no such opening."""
    hit, tokens = _hit(does, sentence)
    if hit is None or hit.start:
        return None
    return sentence[tokens.spans()[hit.end - 1][1] :].lstrip(" ,;:.!–—-") if hit.end else None


def _hit(does: str, sentence: str) -> tuple[Hit | None, Tokens]:
    tokens = Tokens.of(sentence)
    return next((hit for hit in _hits(tokens) if hit.row.gives["does"] == does), None), tokens


def _hits(tokens: Tokens, named: Collection[int] = ()) -> tuple[Hit, ...]:
    """The rows that match the words of a sentence, of which each word and mark is one symbol."""
    words = [
        MENTION if at in named else word or mark
        for at, (word, mark) in enumerate(zip(tokens.normal, tokens.surface, strict=True))
    ]
    return rules("discourse").all(alphabet().symbols(words[:_LONGEST]))
