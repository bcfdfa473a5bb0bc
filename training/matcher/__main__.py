"""Train the matcher and write its folder.

    python -m matcher --out DIR [--hold FILE …] [--steps N] [--seed N]

With --hold, the rows of these files of relation_wordings are left out, and every row of their relations under
any spelling. What is written may then be measured on them:
    python bench/reading.py matching --weights DIR --files FILE …
A run that was stopped goes on where it was (DIR/state.pt).
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from groundpath.engine.text.pair_weights import keep

from .base import config_of, encoder
from .batches import Shares, Shown
from .fit import Encoded, Fitting, Matcher, fit
from .prose import graphs, questions_of
from .rows import Question, Statement, phrases, statements
from .vocabulary import shortened

PIECES = 20_000
"""Word pieces that are kept: more than all rows use, so that the weights stay below 30 MB."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="matcher", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--hold", nargs="*", default=())
    parser.add_argument("--steps", type=int, default=Fitting.steps)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    fitting = Fitting(steps=asked.steps, seed=asked.seed)
    rows = without(all_statements(), frozenset(asked.hold))
    prose = prose_questions(asked.seed)
    print(f"{len(rows)} statements, {len(prose)} questions of prose")
    tensors, tokenizer = shortened(*encoder(), texts(), PIECES)
    encoded = Encoded(tokenizer)
    matcher = Matcher(tensors, encoded.names)
    asked.out.mkdir(parents=True, exist_ok=True)
    kept_state = asked.out / "state.pt"
    shown = Shown(rows, prose, Shares(), fitting.seed)
    for phase, step, loss in fit(matcher, encoded, shown, fitting, kept_state):
        print(f"{phase}, step {step}: loss {loss:.3f}", flush=True)
    matcher.cpu()
    kept = {name: tensor.detach().float().numpy() for name, tensor in matcher.encoder.state_dict().items()}
    kept |= {
        f"answer.{name}": tensor.detach().float().numpy()
        for name, tensor in matcher.answer.state_dict().items()
    }
    keep(asked.out, kept, config_of(tensors), tokenizer)


def texts() -> Iterator[str]:
    """What tells which word pieces English texts use."""
    yield from (f"{' '.join((row.label, *row.others))} {row.text}" for row in all_statements())
    yield from (text.text for graph in graphs() for text in graph.texts)
    yield from (relation for graph in graphs() for _, relation, _ in graph.facts)


def all_statements() -> list[Statement]:
    """The rows of relation_wordings and the phrases."""
    names = sorted({entity for graph in graphs() for entity in graph.entities})
    random.Random(0).shuffle(names)
    return statements() + phrases(names)


def without(rows: list[Statement], held: frozenset[str]) -> list[Statement]:
    """The rows that both readers agree on, without some files and without what these ask of."""
    asked = {label for row in rows if row.file in held for label in (row.label, *row.others)}
    return [
        row
        for row in rows
        if row.agreed and row.file not in held and asked.isdisjoint((row.label, *row.others))
    ]


def prose_questions(seed: int) -> list[Question]:
    draw = random.Random(seed)
    return [question for graph in graphs() for question in questions_of(graph, draw)]


if __name__ == "__main__":
    main()
