"""Fit the weights of the encoder selector on the even rows of the data sets, and print them.

    python bench/trace_weights.py [--data DIR] [--rounds N]

A round lets the selector build chains with the weights of the round before, takes every choice that it met,
and fits the weights by the likelihood of what was right: any gold fact that the chain lacks or, where it
lacks none, the end. Choices without a right option are left out. Each step of each question counts the same.
The questions are those of `trace_chains.py` over sentences, which reports the odd rows. The weights that ship
were fitted before triples had weights of their own, over triples too, and without the sign `shared`.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.encoder import Encoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.encoder_selector import EncoderSelector, Weights, signs
from groundpath.engine.trace.selection import Choice, Selection
from groundpath.engine.trace.settings import ChainSettings
from trace_chains import DATA, SETS, Asked, half, over_sentences

SHRINK = 0.001  # towards 0, so that no weight rests on a few choices
STEPS = 1_500
RATE = 0.05

W = TypeVar("W", bound=tuple)
Example = tuple[np.ndarray, np.ndarray, float]
"""The signs of a choice, which of its rows are right, and how much it counts."""


class Watched:
    """A selector that keeps what it is asked."""

    def __init__(self, encoder: Encoder, weights: Weights) -> None:
        self._selector = EncoderSelector(encoder, weights)
        self.choices: list[Choice] = []

    def __call__(self, choices: Sequence[Choice]) -> list[Selection]:
        self.choices += choices
        return self._selector(choices)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--questions", type=int, help="of each file, at most")
    asked = parser.parse_args()
    encoder = CachedEncoder(open_encoder())
    folder = asked.data / "multihop"
    sources = [over_sentences(folder / f"{name}.jsonl") for name in SETS.values()]
    most = None if asked.questions is None else 2 * asked.questions  # half of them are fitted to
    sources = [source[:most] for source in sources]
    weights, examples = Weights(*[1.0] * len(Weights._fields)), []
    for _ in range(asked.rounds):
        for source in sources:
            examples += met(half(source, "even"), encoder, weights)
        weights = fitted(examples, weights)
        print(
            len(examples), {name: round(weight, 2) for name, weight in weights._asdict().items()}, flush=True
        )
    held_out = [example for source in sources for example in met(half(source, "odd"), encoder, weights)]
    report_calibration(held_out, weights)


def met(questions: Sequence[Asked], encoder: Encoder, weights: Weights) -> list[Example]:
    """The choices that building chains leads to, with what would have been right."""
    watched = Watched(encoder, weights)
    build_chains(
        [asked.question for asked in questions],
        [asked.facts for asked in questions],
        encoder=encoder,
        selector=watched,
        settings=ChainSettings(),
    )
    by_question = {asked.question: asked for asked in questions}
    steps = Counter((choice.question, len(choice.chain)) for choice in watched.choices)
    examples = []
    for choice in watched.choices:
        right = right_rows(choice, by_question[choice.question])
        if right.any():
            first = 0 if choice.chain else 1  # a chain does not end before its first fact
            counts = 1 / steps[choice.question, len(choice.chain)]
            examples.append((signs(choice)[first:], right[first:], counts))
    return examples


def right_rows(choice: Choice, asked: Asked) -> np.ndarray:
    """Which rows of the signs are right: the end's (0), or those of options."""
    unit = dict(zip(asked.facts, asked.units, strict=True))
    lacking = asked.gold - {unit[fact] for fact in choice.chain}
    return np.array([not lacking, *(unit[fact] in lacking for fact in choice.options)])


def report_calibration(examples: Sequence[Example], weights: Weights) -> None:
    """How likely the likeliest way of each choice is, and how often it is right."""
    likely, is_right = [], []
    for rows, right, _ in examples:
        odds = rows @ np.array(weights)
        best = int(odds.argmax())
        likely.append(1 / np.exp(odds - odds[best]).sum())
        is_right.append(right[best])
    fifths = np.minimum(np.array(likely) * 5, 4).astype(int)
    for fifth in np.unique(fifths):
        among = fifths == fifth
        print(
            f"odd rows: {among.sum():4} choices of mean probability {np.mean(np.array(likely)[among]):.2f}, "
            f"right {np.mean(np.array(is_right)[among]):.2f}"
        )


def fitted(examples: Sequence[Example], start: W) -> W:
    """The weights under which what is right is likeliest, by gradient ascent (Adam)."""
    longest = max(len(rows) for rows, _, _ in examples)
    given = np.zeros((len(examples), longest, len(start)))
    offered, right = (np.zeros((len(examples), longest), bool) for _ in range(2))
    for at, (rows, is_right, _) in enumerate(examples):
        given[at, : len(rows)] = rows
        offered[at, : len(rows)] = True
        right[at, : len(rows)] = is_right
    counts = np.array([count for _, _, count in examples])
    weights, mean, square = np.array(start), np.zeros(len(start)), np.zeros(len(start))
    for step in range(1, STEPS + 1):
        likely = softmax(given @ weights, offered)
        likely_right = softmax(given @ weights, right)
        push = np.einsum("nof,no,n->f", given, likely_right - likely, counts) / counts.sum()
        push -= SHRINK * weights
        mean, square = 0.9 * mean + 0.1 * push, 0.999 * square + 0.001 * push**2
        weights += RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return type(start)(*weights.tolist())


def softmax(odds: np.ndarray, among: np.ndarray) -> np.ndarray:
    odds = np.where(among, odds, -np.inf)
    likely = np.exp(odds - odds.max(axis=1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


if __name__ == "__main__":
    main()
