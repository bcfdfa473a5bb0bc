"""The next triple: is the one that people chose chosen? Over the labelled questions of TRACE's authors.

    python bench/trace_next.py CHECKOUT [--half seen|kept|both] [--misses]

CHECKOUT is a copy of the repository that came with TRACE the Evidence (github.com/jyfang6/trace). Its prompts
hold 60 questions with the triples that people chose among four, one after the other, or the end. It carries
no licence, so nothing of it lies here: it is read as data, and not run.

A choice is right when the selector of `trace` without a model finds the labelled option likeliest. Then each
question's chains are built over all triples that any of its choices offers: does the best chain hold the
whole labelled chain? Intervals are Wilson's, 95%. The half that is kept are the questions with an odd hash:
look at their misses never, and at their figures once.
"""

import argparse
import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import sqrt
from pathlib import Path

from groundpath.engine.terms import Triple
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.encoder import Encoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.encoder_selector import EncoderSelector
from groundpath.engine.trace.ranking import query_text
from groundpath.engine.trace.selection import Choice
from groundpath.engine.trace.settings import ChainSettings
from groundpath.engine.trace.terms import DocumentFact
from groundpath.engine.trace.triples import triple_text

FILES = {
    "HotpotQA": "prompts/hotpotqa_demos/rc_construction_hotpotqa_demonstrations.py",
    "2WikiMultihopQA": "prompts/wikimultihopqa_demos/rc_construction_2wiki_demonstrations.py",
    "MuSiQue": "prompts/musique_demos/rc_construction_musique_demonstrations.py",
}
PLACES = "ABCDEFG"
Z = 1.96


@dataclass(frozen=True)
class Step:
    """A choice that a person made: `right` is 0 for the end, and else the place of an option, from 1."""

    chain: tuple[DocumentFact, ...]
    options: tuple[DocumentFact, ...]
    right: int


@dataclass(frozen=True)
class Labelled:
    set: str
    question: str
    steps: tuple[Step, ...]

    @property
    def facts(self) -> tuple[DocumentFact, ...]:
        """All that is offered anywhere, each once, in an order that says nothing of the chain."""
        offered = {fact for step in self.steps for fact in (*step.chain, *step.options)}
        return tuple(sorted(offered, key=lambda fact: blake2b(fact.text.encode()).digest()))

    @property
    def chain(self) -> frozenset[DocumentFact]:
        last = self.steps[-1]
        return frozenset((*last.chain, *([last.options[last.right - 1]] if last.right else [])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--half", choices=("seen", "kept", "both"), default="seen")
    parser.add_argument("--misses", action="store_true", help="of the half that is seen")
    given = parser.parse_args()
    labelled = [one for one in read(given.checkout) if given.half in ("both", half_of(one))]
    encoder = CachedEncoder(open_encoder())
    report(labelled, encoder)
    if given.misses:
        show_misses([one for one in labelled if half_of(one) == "seen"], encoder)


def read(checkout: Path) -> Iterator[Labelled]:
    """The labelled questions, out of the literals of the authors' files."""
    for title, name in FILES.items():
        assigned = ast.parse((checkout / name).read_text(encoding="utf-8")).body
        values = (ast.literal_eval(one.value) for one in assigned if isinstance(one, ast.Assign))
        for steps in next(value for value in values if isinstance(value[0], list)):
            yield Labelled(title, steps[0]["question"].strip(), tuple(map(read_step, steps)))


def read_step(step: dict[str, object]) -> Step:
    chain, options, answer = step["triples"], step["candidate_triples"], step["answer"]
    assert isinstance(chain, list)
    assert isinstance(options, list)
    assert isinstance(answer, str)
    written = [option.partition(". ")[2] for option in options[1:]]
    return Step(tuple(map(fact_of, chain)), tuple(map(fact_of, written)), PLACES.index(answer))


def fact_of(written: str) -> DocumentFact:
    parts = [part.strip() for part in written.strip("<>, ").split(";", 2)]
    head, relation, tail = [*parts, "", ""][:3]  # two of the triples lack a part
    triple = Triple(head, relation, tail)
    return DocumentFact(triple_text(triple), head, head, relation, tail, 0, 0, 0)


def half_of(one: Labelled) -> str:
    return "kept" if blake2b(one.question.encode(), digest_size=2).digest()[-1] % 2 else "seen"


def chosen(labelled: Sequence[Labelled], encoder: Encoder) -> list[tuple[Labelled, Step, int]]:
    """What the selector finds likeliest at each step."""
    asked = [(one, step) for one in labelled for step in one.steps]
    selections = EncoderSelector(encoder)([choice_of(*of_one, encoder) for of_one in asked])
    likely = [[one.end, *one.options] for one in selections]
    return [(*of_one, row.index(max(row))) for of_one, row in zip(asked, likely, strict=True)]


def choice_of(one: Labelled, step: Step, encoder: Encoder) -> Choice:
    texts = encoder.encode([fact.text for fact in step.options])
    queries = encoder.queries.encode([query_text(one.question, step.chain), one.question])
    relevance, to_question = (texts @ query for query in queries)
    return Choice(
        one.question, step.chain, step.options, tuple(relevance.tolist()), tuple(to_question.tolist())
    )


def whole_chains(labelled: Sequence[Labelled], encoder: Encoder) -> list[bool]:
    """Whether the best chain over all triples of each question holds its labelled chain."""
    built = build_chains(
        [one.question for one in labelled],
        [one.facts for one in labelled],
        encoder=encoder,
        selector=EncoderSelector(encoder),
        settings=ChainSettings(),
    )
    return [
        one.chain <= {one.facts[place] for place in chains[0].facts}
        for one, chains in zip(labelled, built, strict=True)
    ]


def report(labelled: Sequence[Labelled], encoder: Encoder) -> None:
    made = chosen(labelled, encoder)
    held = whole_chains(labelled, encoder)
    for title in (*FILES, "all"):
        of_set = [(step, at) for one, step, at in made if title in (one.set, "all")]
        triples = [step.right == at for step, at in of_set if step.right]
        ends = [step.right == at for step, at in of_set if not step.right]
        whole = [right for one, right in zip(labelled, held, strict=True) if title in (one.set, "all")]
        cells = [("next triple", triples), ("end", ends), ("whole chain", whole)]
        print(f"{title:16}", "; ".join(f"{name} {share(right)}" for name, right in cells), flush=True)


def share(right: Sequence[bool]) -> str:
    low, high = wilson(sum(right), len(right))
    return f"{sum(right)} of {len(right)}: {sum(right) / len(right):.2f} ({low:.2f}-{high:.2f})"


def wilson(right: int, of: int) -> tuple[float, float]:
    """The 95% interval of a share."""
    mean = right / of
    middle, wide = mean + Z * Z / (2 * of), Z * sqrt(mean * (1 - mean) / of + Z * Z / (4 * of * of))
    return (middle - wide) / (1 + Z * Z / of), (middle + wide) / (1 + Z * Z / of)


def show_misses(labelled: Sequence[Labelled], encoder: Encoder) -> None:
    for one, step, at in chosen(labelled, encoder):
        if at != step.right:
            names = ["(end)", *(fact.text for fact in step.options)]
            print(f"\n{one.question}\n  so far: {' '.join(fact.text for fact in step.chain)}")
            print(
                *(
                    f"  {'*' if row == step.right else '>' if row == at else ' '} {name}"
                    for row, name in enumerate(names)
                ),
                sep="\n",
            )


if __name__ == "__main__":
    main()
