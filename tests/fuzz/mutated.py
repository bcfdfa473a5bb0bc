"""Texts changed at random: what a model, a limit of tokens or a wrong encoding makes of them."""

import random
import re
from collections.abc import Iterator, Sequence

# What readers have stumbled over, and what stands for its kind.
SNIPPETS = [
    *(
        "M DE",
        " J.",
        "1,000",
        "1.0.",
        "his ",
        "\n",
        "\n\n\n",
        "…",
        "?",
        "-",
        "→",
        "'",
        '"',
        "(",
        ")",
        "[",
        "{",
        "}",
    ),
    *(
        "| a | b |\n|---|---|\n",
        "```",
        "# ",
        "* ",
        "1. ",
        "Step 3: ",
        "So the answer is (",
        "$\\boxed{",
        "<think>",
    ),
    *("</think>", '{"cot": ', "- - - ", "---\n", "no", "not", "neither", "nor", "both", "the former", "its"),
    *(
        "she",
        "whose",
        "respectively",
        "’s",
        "s'",
        "é",
        "Łódź",
        "\u0301",
        "\u200b",
        "\u202e",
        "\ufeff",
        "\x1b[0m",
    ),
    *(
        "中国",
        "٣",
        "½",
        "12/03/1871",
        "44 BCE",
        "€1.25 million",
        "1e400",
        "0x",
        "A",
        "a",
        "I",
        "i.e.",
        "vs.",
        "No.",
    ),
]


def mutated(texts: Sequence[str], seed: int, count: int) -> Iterator[str]:
    """So many texts made of these by one to four changes, the same for a seed."""
    draw = random.Random(seed)
    for _ in range(count):
        text = draw.choice(texts)
        for _ in range(draw.randint(1, 4)):
            text = draw.choice(CHANGES)(text, texts, draw)
        yield text


def _cut(text: str, _: Sequence[str], draw: random.Random) -> str:
    at = draw.randint(0, len(text))
    return text[:at] if draw.random() < 0.5 else text[at:]


def _without(text: str, _: Sequence[str], draw: random.Random) -> str:
    one, other = sorted(draw.randint(0, len(text)) for _ in range(2))
    return text[:one] + text[min(other, one + 40) :]


def _with_snippet(text: str, _: Sequence[str], draw: random.Random) -> str:
    at = draw.randint(0, len(text))
    return text[:at] + draw.choice(SNIPPETS) * draw.choice([1, 1, 1, 2, 5, 30]) + text[at:]


def _words_swapped(text: str, _: Sequence[str], draw: random.Random) -> str:
    words = re.split(r"(\s+)", text)
    one, other = draw.randrange(len(words)), draw.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return "".join(words)


def _word_doubled(text: str, _: Sequence[str], draw: random.Random) -> str:
    words = re.split(r"(\s+)", text)
    at = draw.randrange(len(words))
    return "".join([*words[:at], f"{words[at]} " * draw.choice([2, 3, 20]), *words[at:]])


def _part_of_another(text: str, texts: Sequence[str], draw: random.Random) -> str:
    other = draw.choice(texts)
    at, end = draw.randint(0, len(text)), draw.randint(0, len(other))
    return text[:at] + other[end : end + draw.choice([5, 40, 400])] + text[at:]


def _in_other_letters(text: str, _: Sequence[str], draw: random.Random) -> str:
    return draw.choice([str.lower, str.upper, str.title, str.swapcase])(text)


def _one_character_changed(text: str, _: Sequence[str], draw: random.Random) -> str:
    at = draw.randint(0, len(text))
    return text[:at] + chr(draw.choice([draw.randint(1, 127), draw.randint(1, 0x2FFF)])) + text[at + 1 :]


def _on_one_line(text: str, _: Sequence[str], draw: random.Random) -> str:
    return draw.choice([" ", "; ", ", ", "", "\n- ", "\n\n"]).join(text.splitlines())


CHANGES = [
    _cut,
    _without,
    _with_snippet,
    _with_snippet,
    _words_swapped,
    _word_doubled,
    _part_of_another,
    _in_other_letters,
    _one_character_changed,
    _on_one_line,
]
