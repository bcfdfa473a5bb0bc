"""Train the judge of claims against documents, and write its folder.

    python -m support --out DIR [--published FILE …] [--weigh FILE …]

It learns from the rows under `documents/` and from published sets (--published: JSON lines of `claim`,
`evidence` and `label`), without a tenth of the documents; by these, and by further sets (--weigh), it is then
weighed with what words alone tell. It begins as the learned matcher, whose layers know how a statement bears
on a relation.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from groundpath.engine.matching.model import PACKAGED as MATCHER
from groundpath.engine.text.pair_weights import PairFolder, keep
from matcher.base import Tensors, config_of, encoder

from .examples import Shares, Shown
from .fit import Encoded, Fitting, Judge, fit
from .rows import published, ranked, written
from .weigh import weigh


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="support", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--published", type=Path, nargs="*", default=())
    parser.add_argument("--weigh", type=Path, nargs="*", default=())
    parser.add_argument("--steps", type=int)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rows = list(ranked([*written(), *(row for path in asked.published for row in published(path))]))
    usual = Fitting(seed=asked.seed)
    fitting = replace(usual, steps=asked.steps or usual.steps)
    tensors, tokenizer = beginning()
    judge = Judge(tensors, fitting.frozen)
    shown = Shown([row for row in rows if not row.is_kept_back], Shares(), fitting.seed)
    for step, loss in fit(judge, Encoded(tokenizer), shown, fitting):
        print(f"step {step}: loss {loss:.3f}", flush=True)
    keep(asked.out, judge.tensors(), config_of(tensors), tokenizer)
    back = [row for row in rows if row.is_kept_back]
    weigh(asked.out, [*back, *(row for path in asked.weigh for row in published(path))])


def beginning() -> tuple[Tensors, bytes]:
    """The encoder with its whole vocabulary, and the layers of the learned matcher in place of its own."""
    tensors, tokenizer = encoder()
    matcher = PairFolder(MATCHER, what="the learned matcher", longest=128).tensors()
    return {
        name: matcher[name] if name.startswith("encoder.") else one for name, one in tensors.items()
    }, tokenizer


if __name__ == "__main__":
    main()
