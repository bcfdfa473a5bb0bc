"""Documents found for a question among those of all questions: recall of the first five, without a model.

    python bench/trace_retrieval.py [--data DIR] [--half fitted|held-out|both] [--questions N] [--ranker]

The documents of all questions of a file of DIR/multihop are one collection. In it are looked for the gold
documents of each question: by the chains of the encoder selector over sentences, in the order in which the
retriever of `engine/trace/retriever.py` gives documents; by BM25 (rank-bm25, in the dependency group
`bench`); and by the sentence nearest to the question. Figures are means over questions, in percent; below
them, between what they lie (95%, by bootstrap over questions).
`--ranker` builds chains as the paper does, without the facts of documents that the question or the chain
names.

Beside them stands what the best chain alone holds of the gold sentences, or of the gold documents where no
sentences are marked (MuSiQue). The held-out half are the questions whose id has an odd hash.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from time import perf_counter

import numpy as np
from groundpath.engine.language.tokens import name_key
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.text.encoder import Encoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.evidence import Evidence
from groundpath.engine.trace.opening import TraceSettings, open_tracer
from groundpath.engine.trace.pipeline import Tracer
from groundpath.engine.trace.questions import TraceQuestion, read_questions
from groundpath.engine.trace.settings import ChainSettings
from groundpath.engine.trace.sources import SourceDocument
from groundpath.engine.trace.units import sentence_facts
from trace_chains import DATA, SETS, interval

try:
    from rank_bm25 import BM25Okapi
except ImportError as error:
    raise SystemExit("rank-bm25 is missing: pip install rank-bm25") from error

PLACES = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--half", choices=("fitted", "held-out", "both"), default="held-out")
    parser.add_argument("--questions", type=int, help="of each file, at most")
    parser.add_argument("--ranker", action="store_true", help="candidates by the ranker alone")
    given = parser.parse_args()
    settings = ChainSettings(candidates_by="ranker" if given.ranker else "names")
    encoder = CachedEncoder(open_encoder())
    print(
        f"{'recall@5, questions, documents':38} "
        f"{'chains':>11} {'BM25':>11} {'encoder':>11} {'best chain':>11}"
    )
    for title, name in SETS.items():
        questions = list(read_questions(given.data / "multihop" / f"{name}.jsonl"))
        pool = collection(questions)
        asked = [one for one in questions if one.gold_documents and in_half(one, given.half)]
        report(title, asked[: given.questions], pool, open_tracer(encoder, TraceSettings(chains=settings)))


def collection(questions: Sequence[TraceQuestion]) -> tuple[SourceDocument, ...]:
    """The documents of all questions, each once."""
    return tuple({document.id: document for one in questions for document in one.documents}.values())


def in_half(question: TraceQuestion, half: str) -> bool:
    odd = blake2b(question.id.encode(), digest_size=2).digest()[-1] % 2 == 1
    return half == "both" or odd == (half == "held-out")


def report(
    title: str, asked: Sequence[TraceQuestion], pool: tuple[SourceDocument, ...], tracer: Tracer
) -> None:
    start = perf_counter()
    found = [
        one.evidence for one in tracer.trace_all([replace(question, documents=pool) for question in asked])
    ]
    took = perf_counter() - start
    nearest = by_nearest_sentence(asked, pool, tracer.encoder)
    sides = [
        [first(evidence.ranked(), near) for evidence, near in zip(found, nearest, strict=True)],
        by_bm25(asked, pool),
        nearest,
    ]
    held = [held_by_best_chain(*one) for one in zip(asked, found, strict=True)]
    columns = [np.array(values) for values in (*(recalls(asked, side) for side in sides), held)]
    cells = " ".join(f"{100 * values.mean():11.1f}" for values in columns)
    print(f"{f'{title} ({len(asked)}, {len(pool):,})':38} {cells}   {took:.1f} s")
    between = " ".join("{:4.1f} - {:4.1f}".format(*interval(values)) for values in columns)
    print(f"{'':38} {between}", flush=True)


def first(ranked: Sequence[str], others: Sequence[str]) -> list[str]:
    return list(dict.fromkeys((*ranked, *others)))


def recalls(asked: Sequence[TraceQuestion], found: Sequence[Sequence[str]]) -> list[float]:
    """The share of each question's gold documents that are among the first five."""
    return [
        len(question.gold_documents.intersection(ids[:PLACES])) / len(question.gold_documents)
        for question, ids in zip(asked, found, strict=True)
    ]


def held_by_best_chain(question: TraceQuestion, evidence: Evidence) -> float:
    held = evidence.sentences(evidence.chains[:1])
    if question.gold_sentences:
        return len(held & question.gold_sentences) / len(question.gold_sentences)
    return len({one.document for one in held} & question.gold_documents) / len(question.gold_documents)


def by_nearest_sentence(
    asked: Sequence[TraceQuestion], pool: Sequence[SourceDocument], encoder: Encoder
) -> list[list[str]]:
    facts = sentence_facts(pool)
    vectors = encoder.encode([fact.text for fact in facts])
    likeness = encoder.queries.encode([one.question for one in asked]) @ vectors.T
    orders = np.argsort(-likeness, axis=1, kind="stable")
    return [list(dict.fromkeys(facts[at].document for at in order)) for order in orders.tolist()]


def by_bm25(asked: Sequence[TraceQuestion], pool: Sequence[SourceDocument]) -> list[list[str]]:
    bm25 = BM25Okapi([name_key(f"{document.title} {document.text}").split() for document in pool])
    orders = (np.argsort(-bm25.get_scores(name_key(one.question).split()), kind="stable") for one in asked)
    return [[pool[at].id for at in order] for order in orders]


if __name__ == "__main__":
    main()
