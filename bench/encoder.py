"""The default encoder against sentence-transformers on torch, same weights, same texts, in one run.

    python bench/encoder.py [--peer PYTHON] [--data DIR] [--rounds 5] [--texts 1000]

PYTHON is an interpreter that has sentence-transformers (default: this one, when it has). Each encoder runs
in a process of its own, so that its peak memory is its own; rounds alternate, and medians are compared.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

OURS, PEER = "groundpath (CTranslate2)", "sentence-transformers (torch)"
FACTS, SENTENCES = 1000, 300


def read_texts(data: Path) -> dict[str, list[str]]:
    """Facts as they are embedded, and the longer sentences of an encyclopaedia."""
    from groundpath.engine.names import relation_label, verbalise
    from groundpath.engine.text.sentences import split_sentences

    rows = [line.split("\t") for line in (data / "pathquestion/3H-kb.tsv").read_text("utf-8").splitlines()]
    facts = dict.fromkeys(
        verbalise(h.replace("_", " "), relation_label(r), t.replace("_", " ")) for h, r, t in rows
    )
    questions = [json.loads(line) for line in (data / "multihop/musique.jsonl").open(encoding="utf-8")]
    paragraphs = [part["paragraph_text"] for question in questions for part in question["paragraphs"]]
    sentences = dict.fromkeys(sentence for text in paragraphs for sentence in split_sentences(text))
    return {
        "facts": list(facts)[:: max(1, len(facts) // FACTS)][:FACTS],
        "sentences": list(sentences)[:: max(1, len(sentences) // SENTENCES)][:SENTENCES],
    }


class Contestant:
    """An encoder in a process of its own."""

    def __init__(self, name: str, python: str, weights: Path) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [python, __file__, "--worker", name, str(weights)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"HF_HUB_OFFLINE": "1"},
        )

    def encode(self, texts: list[str]) -> dict[str, Any]:
        assert self.process.stdin
        assert self.process.stdout
        print(json.dumps(texts), file=self.process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        self.process.communicate()


@dataclass
class Score:
    first_seconds: float  # until the first text is encoded: imports and weights included
    rates: dict[str, float]  # texts a second, the median of all rounds
    megabytes: int
    vectors: list[list[float]]


def work(name: str, weights: str) -> None:
    """Answer each line of texts with the seconds that they took, peak memory, and the vectors."""
    encode = _ours() if name == OURS else _peer(weights)
    for line in sys.stdin:
        texts = json.loads(line)
        started = time.perf_counter()
        vectors = encode(texts)
        seconds = time.perf_counter() - started
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(
            json.dumps({"seconds": seconds, "megabytes": megabytes, "vectors": vectors.tolist()}), flush=True
        )


def _ours() -> Any:
    from groundpath.engine.text.minilm import MiniLM

    return MiniLM().encode


def _peer(weights: str) -> Any:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(weights, device="cpu")
    return lambda texts: model.encode(texts, normalize_embeddings=True, show_progress_bar=False)


def compete(contestants: list[Contestant], texts: dict[str, list[str]], rounds: int) -> dict[str, Score]:
    everything = [text for kind in texts.values() for text in kind]
    scores = {}
    for one in contestants:
        started = time.perf_counter()
        one.encode(["first"])
        first = time.perf_counter() - started
        scores[one.name] = Score(first, {}, 0, one.encode(everything)["vectors"])
    seconds: dict[tuple[str, str], list[float]] = {}
    for _ in range(rounds):
        for kind, some in texts.items():
            for one in contestants:
                answer = one.encode(some)
                seconds.setdefault((one.name, kind), []).append(answer["seconds"])
                scores[one.name].megabytes = answer["megabytes"]
    for (name, kind), times in seconds.items():
        scores[name].rates[kind] = len(texts[kind]) / statistics.median(times)
    return scores


def show(scores: dict[str, Score], cores: int) -> None:
    import numpy as np

    print(f"| all-MiniLM-L6-v2, {cores} cores | facts/s | sentences/s | peak memory | ready in |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, score in scores.items():
        rates = " | ".join(f"{rate:,.0f}" for rate in score.rates.values())
        print(f"| {name} | {rates} | {score.megabytes:,} MB | {score.first_seconds:.1f} s |")
    if len(scores) == 1:
        print("\nsentence-transformers is not importable: name a Python that has it with --peer.")
        return
    ours, peer = scores[OURS], scores[PEER]
    ratios = " | ".join(f"{ours.rates[kind] / peer.rates[kind]:.1f}x" for kind in ours.rates)
    memory, ready = ours.megabytes / peer.megabytes, ours.first_seconds / peer.first_seconds
    print(f"| ratio | {ratios} | {memory:.2f}x | {ready:.2f}x |")
    cosines = (np.array(ours.vectors) * np.array(peer.vectors)).sum(axis=1)
    print(f"\nlowest cosine of the two: {cosines.min():.7f} over {len(cosines)} texts")


def has_peer(python: str) -> bool:
    check = "import importlib.util, sys; sys.exit(importlib.util.find_spec('sentence_transformers') is None)"
    return subprocess.run([python, "-c", check], check=False).returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--peer", default=sys.executable)
    parser.add_argument("--data", type=Path, default=Path(__file__).parents[1] / "tests" / "data")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--texts", type=int, default=FACTS, help="of each kind, at most")
    parser.add_argument("--worker", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        work(*arguments.worker)
        return
    from groundpath.engine.text.transformer import usable_cores
    from groundpath.engine.text.weights import installed_folder

    contestants = [Contestant(OURS, sys.executable, installed_folder())]
    if has_peer(arguments.peer):
        contestants.append(Contestant(PEER, arguments.peer, installed_folder()))
    texts = {kind: some[: arguments.texts] for kind, some in read_texts(arguments.data).items()}
    scores = compete(contestants, texts, arguments.rounds)
    for contestant in contestants:
        contestant.close()
    show(scores, usable_cores())


if __name__ == "__main__":
    main()
