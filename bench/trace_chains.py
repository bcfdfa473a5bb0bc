"""Chains without a chat model: do they hold the evidence? Against BM25 and the encoder's own ranking.

    python bench/trace_chains.py [--data DIR] [--rows odd|even] [--candidates K] [--questions N]

For each question of DIR/multihop, the sentences of its documents are the facts, and the encoder selector
builds chains. The best chain is compared with as many sentences of BM25 (rank-bm25, in the dependency group
`bench`) and with as many that the encoder finds nearest to the question. Recall and precision are of the gold
sentences (HotpotQA, 2WikiMultihopQA) or of the gold paragraphs (MuSiQue), means over questions, in percent;
beside them, between what the chains' recall lies, and how far it is ahead of the better of the two (95% by
bootstrap over questions).

Then, of 2WikiMultihopQA, the gold triples of all questions together are the candidates of each: the share of
questions whose best chain holds all of its gold triples, against as many triples, and against always four, by
the encoder's ranking.

Rows are those of the files, from 0. The selector's weights were fitted on the even ones (`trace_weights.py`);
the odd ones are what is reported.
"""

import argparse
import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np
from groundpath.engine.language.tokens import name_key
from groundpath.engine.terms import Triple
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.encoder import Encoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.encoder_selector import EncoderSelector
from groundpath.engine.trace.questions import Sentence, read_questions
from groundpath.engine.trace.settings import ChainSettings
from groundpath.engine.trace.terms import DocumentFact
from groundpath.engine.trace.triples import triple_text
from groundpath.engine.trace.units import sentence_facts

try:
    from rank_bm25 import BM25Okapi
except ImportError as error:
    raise SystemExit("rank-bm25 is missing: pip install rank-bm25") from error

DATA = Path(__file__).parents[1] / "tests" / "data"
SETS = {"HotpotQA": "hotpotqa", "2WikiMultihopQA": "2wikimultihopqa", "MuSiQue": "musique"}
DRAWS = 10_000

Chosen = Sequence[Sequence[int]]
"""For each question, places of facts."""


@dataclass(frozen=True)
class Asked:
    """A question and its facts; `units` says of each which sentence, paragraph or triple it is of."""

    question: str
    facts: Sequence[DocumentFact]
    units: Sequence[Hashable]
    gold: frozenset[Hashable]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--rows", choices=("odd", "even"), default="odd")
    parser.add_argument("--candidates", type=int, default=ChainSettings().candidates)
    parser.add_argument("--questions", type=int, help="of each file, at most")
    asked = parser.parse_args()
    encoder = CachedEncoder(open_encoder())
    settings = ChainSettings(candidates=asked.candidates)
    folder = asked.data / "multihop"
    print(
        f"{'best chain, facts a question':30} {'chains':>13} {'BM25':>13} {'encoder':>13}   "
        "recall; how far ahead"
    )
    for title, name in SETS.items():
        questions = half(over_sentences(folder / f"{name}.jsonl"), asked.rows)
        report_sentences(title, questions[: asked.questions], encoder, settings)
    questions = half(over_triples(folder / "2wikimultihopqa.jsonl"), asked.rows)
    report_triples(questions[: asked.questions], encoder, settings)


def half(questions: Sequence[Asked], rows: str) -> list[Asked]:
    """The even or the odd rows that have gold evidence and something to choose from."""
    return [asked for asked in questions[rows == "odd" :: 2] if asked.gold and asked.facts]


def over_sentences(path: Path) -> list[Asked]:
    """Each question over the sentences of its own documents."""
    found = []
    for read in read_questions(path):
        facts = sentence_facts(read.documents)
        gold: frozenset[Hashable] = read.gold_sentences or read.gold_documents
        by_sentence = bool(read.gold_sentences)
        units = [Sentence(fact.document, fact.sentence) if by_sentence else fact.document for fact in facts]
        found.append(Asked(read.question, facts, units, gold))
    return found


def over_triples(path: Path) -> list[Asked]:
    """Each question over the gold triples of all questions."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    triples = list(dict.fromkeys(Triple(*triple) for row in rows for triple in row["evidences"]))
    facts = [
        DocumentFact(triple_text(triple), triple.head, triple.head, triple.relation, triple.tail, 0, 0, 0)
        for triple in triples
    ]
    return [
        Asked(row["question"], facts, triples, frozenset(Triple(*triple) for triple in row["evidences"]))
        for row in rows
    ]


def best_chains(questions: Sequence[Asked], encoder: Encoder, settings: ChainSettings) -> Chosen:
    built = build_chains(
        [asked.question for asked in questions],
        [asked.facts for asked in questions],
        encoder=encoder,
        selector=EncoderSelector(encoder),
        settings=settings,
    )
    return [chains[0].facts for chains in built]


def by_encoder(questions: Sequence[Asked], encoder: Encoder, counts: Sequence[int]) -> Chosen:
    """The facts nearest to each question."""

    def nearness(asked: Asked) -> np.ndarray:
        facts = encoder.encode([fact.text for fact in asked.facts])
        return np.asarray(facts @ encoder.queries.encode([asked.question])[0])

    return first(questions, nearness, counts)


def by_bm25(questions: Sequence[Asked], counts: Sequence[int]) -> Chosen:
    """The facts that BM25 puts first among those of each question."""

    def weight(asked: Asked) -> np.ndarray:
        bm25 = BM25Okapi([name_key(fact.text).split() for fact in asked.facts])
        return np.asarray(bm25.get_scores(name_key(asked.question).split()))

    return first(questions, weight, counts)


def first(questions: Sequence[Asked], score: Callable[[Asked], np.ndarray], counts: Sequence[int]) -> Chosen:
    return [
        np.argsort(-score(asked), kind="stable")[:count].tolist()
        for asked, count in zip(questions, counts, strict=True)
    ]


def report_sentences(
    title: str, questions: Sequence[Asked], encoder: Encoder, settings: ChainSettings
) -> None:
    start = perf_counter()
    chains = best_chains(questions, encoder, settings)
    took = perf_counter() - start
    counts = [len(places) for places in chains]
    sides = [chains, by_bm25(questions, counts), by_encoder(questions, encoder, counts)]
    recalls = [np.array(list(recall_of(questions, side))) for side in sides]
    precisions = [np.mean(list(precision_of(questions, side))) for side in sides]
    cells = "".join(
        f" {100 * recall.mean():5.1f} / {100 * precision:5.1f}"
        for recall, precision in zip(recalls, precisions, strict=True)
    )
    least, most = interval(recalls[0])
    low, high = interval(recalls[0] - max(recalls[1:], key=np.mean))
    print(
        f"{title} ({len(questions)}), {np.mean(counts):.2f} facts".ljust(30)
        + f"{cells}   95%: {least:.1f} to {most:.1f}; {low:+.1f} to {high:+.1f}; {took:.1f} s"
    )


def report_triples(questions: Sequence[Asked], encoder: Encoder, settings: ChainSettings) -> None:
    chains = best_chains(questions, encoder, settings)
    counts = [len(places) for places in chains]
    longest = [settings.longest] * len(questions)
    sides = {
        "best chain": chains,
        "BM25, as many": by_bm25(questions, counts),
        "encoder, as many": by_encoder(questions, encoder, counts),
        f"encoder, always {settings.longest}": by_encoder(questions, encoder, longest),
    }
    print(f"\nall gold triples found, among {len(questions[0].facts)} ({len(questions)} questions)")
    for title, side in sides.items():
        recall = np.array(list(recall_of(questions, side)))
        whole = (recall == 1).astype(float)
        low, high = interval(whole)
        facts = np.mean([len(places) for places in side])
        print(f"{title:30} {100 * whole.mean():5.1f} ({low:.1f} to {high:.1f})   facts {facts:.2f}")


def recall_of(questions: Sequence[Asked], chosen: Chosen) -> Iterator[float]:
    for asked, places in zip(questions, chosen, strict=True):
        yield len({asked.units[place] for place in places} & asked.gold) / len(asked.gold)


def precision_of(questions: Sequence[Asked], chosen: Chosen) -> Iterator[float]:
    for asked, places in zip(questions, chosen, strict=True):
        units = {asked.units[place] for place in places}
        yield len(units & asked.gold) / max(len(units), 1)


def interval(values: np.ndarray) -> tuple[float, float]:
    """Between which points the mean lies, by bootstrap over questions."""
    drawn = np.random.default_rng(0).choice(values, (DRAWS, len(values))).mean(axis=1)
    low, high = np.percentile(100 * drawn, [2.5, 97.5])
    return float(low), float(high)


if __name__ == "__main__":
    main()
