"""How long `groundpath check` takes: an answer of eight sentences over twenty passages, and memory over many.

    python bench/check_speed.py [--answers N] [--rounds N]

Vectors of passages are known where these were searched before, as those of a collection are; unknown ones are
encoded first, as the claims of the answer always are. Loading the models is not counted. The answers and
passages are made of the documents under training/support.
"""

import argparse
import json
import random
import resource
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from groundpath import AnswerCase, Checker, Document, open_encoder
from groundpath.engine.text.cache import CachedEncoder
from groundpath.engine.trace.sources import SourceDocument

DOCUMENTS = Path(__file__).parents[1] / "training" / "support" / "documents"
SENTENCES, PASSAGES = 8, 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--answers", type=int, default=100, help="for memory")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    waiting, model = cases(), open_encoder()
    model.encode(["Ann lives in Ely."])
    checker = Checker(encoder=model)
    checker.check("Ann lives in Ely.", contexts=["Ann moved to Ely."])  # both models are loaded now
    known, unknown = [], []
    for _ in range(asked.rounds):
        new, searched = next(waiting), next(waiting)
        with TemporaryDirectory(prefix="groundpath-") as folder:
            encoder = CachedEncoder(model, Path(folder))
            unknown.append(seconds(Checker(encoder=encoder), new))
            seconds(Checker(encoder=encoder), replace(searched, answer="Ann lives in Ely."))
            known.append(seconds(Checker(encoder=encoder), searched))
    print(
        f"{SENTENCES} sentences over {PASSAGES} passages: {1000 * median(known):.0f} ms with passages known,"
    )
    print(f"{1000 * median(unknown):.0f} ms with passages unknown (median of {asked.rounds})")
    before, begun = memory(), perf_counter()
    sentences = sum(
        len(one.sentences)
        for one in checker.check_all(case for case, _ in zip(waiting, range(asked.answers), strict=False))
    )
    took = perf_counter() - begun
    print(f"{asked.answers} answers: {sentences / took:.0f} sentences a second, and", end=" ")
    print(f"{memory() - before:.0f} MiB more than one took")


def seconds(checker: Checker, case: AnswerCase) -> float:
    begun = perf_counter()
    list(checker.check_all([case]))
    return perf_counter() - begun


def memory() -> float:
    """The most that this process held so far, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def cases() -> Iterator[AnswerCase]:
    """Answers of claims about several documents, beside passages of these and of others."""
    documents = [
        json.loads(line)
        for path in sorted(DOCUMENTS.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    draw = random.Random(0)
    number = 0
    while True:
        number += 1
        drawn = draw.sample(documents, PASSAGES)
        claims = [claim["claim"] for document in drawn[:4] for claim in document["claims"][:2]]
        contexts = tuple(
            SourceDocument(Document(str(at), document["title"], " ".join(document["sentences"][:6])))
            for at, document in enumerate(drawn)
        )
        yield AnswerCase(str(number), " ".join(claims[:SENTENCES]), contexts=contexts)


if __name__ == "__main__":
    main()
