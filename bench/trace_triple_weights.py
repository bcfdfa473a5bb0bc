"""Fit the weights of the encoder selector for triples, and print them. Nothing here is of `trace_next.py`.

    python bench/trace_triple_weights.py [--data DIR] [--questions N]

What is right at a step is learned from chains that are right until there, among the options nearest to them,
and from choices that building chains leads to. Sources: `training/chains`; the labelled chains that come with
groundpath; 2WikiMultihopQA's even rows over the gold triples of all rows; PathQuestion over the facts around
each path. Chains of three and four triples weigh four times as much as shorter ones, of which there are more:
how long chains are says little of how long the next one is.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from groundpath.engine.terms import Triple
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.encoder import Encoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.encoder_selector import EncoderSelector
from groundpath.engine.trace.labelled_chains import LabelledChain, packaged_chains, read_chains
from groundpath.engine.trace.ranking import query_text
from groundpath.engine.trace.selection import Choice, Selection
from groundpath.engine.trace.settings import ChainSettings
from groundpath.engine.trace.terms import DocumentFact
from groundpath.engine.trace.triple_signs import TripleWeights, triple_signs
from groundpath.engine.trace.triples import triple_text
from trace_chains import DATA, Asked, half, over_triples
from trace_weights import Example, fitted, right_rows

CHAINS = Path(__file__).parents[1] / "training" / "chains" / "chains.jsonl"
PATHS = {"PQ-2H": "2H-kb", "PQ-3H": "3H-kb"}
PATHS_OF_EACH = 40
AROUND, ELSEWHERE = 90, 30  # facts that a path is offered: of its things, and any
LONG, LONG_WORTH = 3, 4.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--questions", type=int, help="of each source, at most")
    given = parser.parse_args()
    encoder = CachedEncoder(open_encoder())
    most, folder = given.questions, given.data / "multihop"
    written = [(read_chains(CHAINS)[:most], 3.0), (packaged_chains()[:most], 1.0)]
    asked = [(half(over_triples(folder / "2wikimultihopqa.jsonl"), "even")[:most], 0.5)]
    asked += [(over_paths(given.data / "pathquestion", name)[:most], 0.3) for name in PATHS]
    examples: list[Example] = []
    for chains, worth in written:
        examples += weighed([step for one in chains for step in steps_of(one, encoder)], worth)
    for questions, worth in asked:
        examples += weighed([step for one in questions for step in steps_among(one, encoder)], worth)
    weights = fitted(examples, TripleWeights())
    for questions, worth in asked:
        examples += weighed(met(questions, encoder, weights), worth)
    weights = fitted(examples, weights)
    print(*(f"    {name}: float = {weight:.2f}" for name, weight in weights._asdict().items()), sep="\n")


def weighed(examples: Sequence[Example], worth: float) -> list[Example]:
    """Examples of one source, worth so much together."""
    whole = sum(counts for *_, counts in examples)
    return [(signs, right, worth * counts / whole) for signs, right, counts in examples]


def steps_of(labelled: LabelledChain, encoder: Encoder) -> Iterator[Example]:
    chain, others = ([fact_of(*triple) for triple in some] for some in (labelled.chain, labelled.others))
    for count in (4, 9):
        for at in range(len(chain) + 1):
            right = {chain[at]} if at < len(chain) else set()
            yield example(labelled.question, chain[:at], [*chain[at:], *others], right, count, encoder)


def steps_among(asked: Asked, encoder: Encoder) -> Iterator[Example]:
    """The steps of gold facts in an order in which each is led to; any of those that are left is right."""
    unit = dict(zip(asked.facts, asked.units, strict=True))
    gold: dict[object, DocumentFact] = {}
    for fact in asked.facts:
        if unit[fact] in asked.gold:
            gold.setdefault(unit[fact], fact)
    others = [fact for fact in asked.facts if unit[fact] not in asked.gold]
    chain = led_to(asked.question, list(gold.values()))
    for at in range(len(chain) + 1):
        left = chain[at:]
        yield example(asked.question, chain[:at], [*left, *others], set(left), 6, encoder)


def led_to(question: str, facts: list[DocumentFact]) -> list[DocumentFact]:
    said, chain = question.lower(), list[DocumentFact]()
    while facts:
        last = chain[-1].text.lower() if chain else ""
        best = max(facts, key=lambda fact: 2 * (fact.title.lower() in said) + (fact.title.lower() in last))
        facts = [fact for fact in facts if fact is not best]
        chain.append(best)
    return chain


def example(
    question: str,
    chain: Sequence[DocumentFact],
    facts: Sequence[DocumentFact],
    right: set[DocumentFact],
    count: int,
    encoder: Encoder,
) -> Example:
    """A choice among a right fact and those nearest to the chain, as many as `count` together."""
    vectors = encoder.encode([fact.text for fact in facts])
    relevance, to_question = (
        vectors @ query for query in encoder.encode([query_text(question, chain), question])
    )
    nearest = np.argsort(-relevance, kind="stable").tolist()
    needed = [at for at in nearest if facts[at] in right][:1]
    places = sorted(dict.fromkeys([*needed, *nearest][: count + 1]), key=lambda at: -relevance[at])[:count]
    places = sorted({*places[: count - len(needed)], *needed}, key=lambda at: -relevance[at])
    options = tuple(facts[at] for at in places)
    scores = (tuple(some[places].tolist()) for some in (relevance, to_question))
    signs = triple_signs(Choice(question, tuple(chain), options, *scores), encoder)
    is_right = np.array([not right, *(fact in right for fact in options)])
    first = 0 if chain else 1  # a chain does not end before its first fact
    worth = LONG_WORTH if len(chain) + len(right) >= LONG or len(chain) >= LONG else 1.0
    return signs[first:], is_right[first:], worth


def over_paths(folder: Path, name: str) -> list[Asked]:
    """Questions of PathQuestion, each over the facts of its things and some others."""
    draw = random.Random(0)
    lines = (folder / f"{PATHS[name]}.tsv").read_text(encoding="utf-8").splitlines()
    triples = list(dict.fromkeys(tuple(plain(line).split("\t")) for line in lines))
    rows = [json.loads(line) for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    found = []
    for row in draw.sample(rows, PATHS_OF_EACH):
        path = [tuple(map(plain, triple)) for triple in row["path"]]
        things = {end for head, _, tail in path for end in (head, tail)}
        near = [triple for triple in triples if not things.isdisjoint((triple[0], triple[2]))]
        offered = list(dict.fromkeys([*path, *near[:AROUND], *draw.sample(triples, ELSEWHERE)]))
        draw.shuffle(offered)
        facts = [fact_of(*triple) for triple in offered]
        # Of a relation with several tails any may be meant.
        gold = frozenset((head, relation) for head, relation, _ in path)
        found.append(Asked(plain(row["question"]), facts, [triple[:2] for triple in offered], gold))
    return found


def plain(name: str) -> str:
    return name.replace("_", " ")


def fact_of(head: str, relation: str, tail: str) -> DocumentFact:
    return DocumentFact(triple_text(Triple(head, relation, tail)), head, head, relation, tail, 0, 0, 0)


def met(questions: Sequence[Asked], encoder: Encoder, weights: TripleWeights) -> list[Example]:
    """The choices that building chains leads to, with what would have been right."""
    choices: list[Choice] = []
    selector = EncoderSelector(encoder, triples=weights)

    def watched(some: Sequence[Choice]) -> list[Selection]:
        choices.extend(some)
        return selector(some)

    texts, facts = [one.question for one in questions], [one.facts for one in questions]
    build_chains(texts, facts, encoder=encoder, selector=watched, settings=ChainSettings(beams=3, chains=3))
    by_question = {one.question: one for one in questions}
    steps = Counter((choice.question, len(choice.chain)) for choice in choices)
    found = []
    for choice in choices:
        right = right_rows(choice, by_question[choice.question])
        if right.any():
            first = 0 if choice.chain else 1
            worth = 1 / steps[choice.question, len(choice.chain)]
            found.append((triple_signs(choice, encoder)[first:], right[first:], worth))
    return found


if __name__ == "__main__":
    main()
