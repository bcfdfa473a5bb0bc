"""What building chains costs beside the model: groundpath against a plain loop, with one model and encoder.

    python bench/trace_speed.py [--data DIR] [--questions N] [--concurrency C] [--wait MS] [--encoder NAME]
                                [--shared]

The questions are HotpotQA's, each over the sentences of its own documents, or with --shared all over the
sentences of all, as one asks a collection of documents. The model answers a request after MS
milliseconds; C requests may be under way. The plain loop, as one writes it from Algorithm 1, encodes the
facts for each question and asks for one chain at a time. Both must find the same chains. What all else costs
a run is the time in which no request was under way; it is shown with an encoder that has to encode everything
(no vectors are kept between runs), and with one that has done so before. Beside it, the processor time of the
whole process, which other work on the machine does not change much.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from math import log
from pathlib import Path
from threading import Lock
from time import perf_counter, process_time, sleep
from typing import Protocol

import numpy as np
from groundpath.engine.llm.chat import ChatReply, ChatRequest, TokenAlternatives
from groundpath.engine.text.encoder import Encoder, SymmetricEncoder
from groundpath.engine.text.opening import open_encoder
from groundpath.engine.trace.asking_model import LogprobSelector
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.ranking import query_text
from groundpath.engine.trace.selection import Choice
from groundpath.engine.trace.settings import DEFAULTS, ChainSettings
from trace_chains import DATA, SETS, Asked, half, over_sentences


class SlowModel:
    """Answers after a while; likes the first options, and the end after the second fact."""

    model_id = "bench:slow"

    def __init__(self, wait_s: float) -> None:
        self._wait_s = wait_s
        self._lock = Lock()
        self._spans: list[tuple[float, float]] = []

    def complete(self, request: ChatRequest) -> ChatReply:
        start = perf_counter()
        sleep(self._wait_s)
        asked = request.messages[-1].content
        letters = [line[0] for line in asked.split("<options>")[1].splitlines()[2:-1]]
        end = 0.3 if "\n2. " in asked.split("<options>")[0] else 0.01
        shares = np.geomspace(1, 0.01, len(letters))
        likely = [end, *((1 - end) * shares / shares.sum()).tolist()]
        tokens = tuple((letter, log(p)) for letter, p in zip(["A", *letters], likely, strict=True))
        with self._lock:
            self._spans.append((start, perf_counter()))
        return ChatReply("B", logprobs=(TokenAlternatives("B", tokens),))

    def busy_s(self) -> float:
        """How long at least one request was under way."""
        busy, reached = 0.0, 0.0
        for start, end in sorted(self._spans):
            busy += max(0.0, end - max(start, reached))
            reached = max(reached, end)
        return busy

    @property
    def requests(self) -> int:
        return len(self._spans)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--questions", type=int, default=32)
    parser.add_argument("--concurrency", type=int, default=8)
    parser.add_argument("--wait", type=float, default=50.0)
    parser.add_argument("--encoder", help="of both")
    parser.add_argument("--shared", action="store_true", help="all questions over all documents")
    asked = parser.parse_args()
    questions = half(over_sentences(asked.data / "multihop" / f"{SETS['HotpotQA']}.jsonl"), "odd")
    questions = questions[: asked.questions]
    if asked.shared:
        questions = over_all(questions)
    encoder = open_encoder(asked.encoder)
    encoder.encode(["warm"])
    remembering = Remembering(encoder)
    expected = groundpath(questions, remembering, SlowModel(0.0), 1)
    plain_s = race("plain loop", plain_loop, questions, encoder, SlowModel(asked.wait / 1000), 1, expected)
    for title, known in (("groundpath", encoder), ("vectors known", remembering)):
        for concurrency in dict.fromkeys((1, asked.concurrency)):
            slow = SlowModel(asked.wait / 1000)
            race(title, groundpath, questions, known, slow, concurrency, expected, plain_s)


def over_all(questions: Sequence[Asked]) -> list[Asked]:
    """The questions, each over the facts of all."""
    units = {fact: unit for one in questions for fact, unit in zip(one.facts, one.units, strict=True)}
    return [replace(one, facts=tuple(units), units=tuple(units.values())) for one in questions]


class Remembering(SymmetricEncoder):
    """An encoder that keeps all vectors in memory."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: dict[str, np.ndarray] = {}
        self.model_id, self.dimensions = encoder.model_id, encoder.dimensions

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        new = [text for text in texts if text not in self._known]
        self._known.update(zip(new, self._encoder.encode(new), strict=True))
        return np.array([self._known[text] for text in texts]).reshape(-1, self.dimensions)


Found = list[list[tuple[tuple[int, ...], bool]]]
"""For each question its chains: facts, and whether they ended."""


class Run(Protocol):
    def __call__(
        self, questions: Sequence[Asked], encoder: Encoder, model: SlowModel, concurrency: int, /
    ) -> Found: ...


def race(
    title: str,
    run: Run,
    questions: Sequence[Asked],
    encoder: Encoder,
    model: SlowModel,
    concurrency: int,
    expected: Found,
    plain_s: float | None = None,
) -> float:
    """How many seconds a run takes."""
    start, start_cpu = perf_counter(), process_time()
    found = run(questions, encoder, model, concurrency)
    took, cpu = perf_counter() - start, process_time() - start_cpu
    assert found == expected, "not the same chains"
    beside = took - model.busy_s()
    print(
        f"{title:14} {concurrency} at a time: {took:6.1f} s for {model.requests} requests; "
        f"beside the model {beside:5.2f} s, {100 * beside / took:.1f}%; {cpu:.1f} s of processor time"
        + (f"; {plain_s / took:.1f}x as fast" if plain_s else ""),
        flush=True,
    )
    return took


def groundpath(questions: Sequence[Asked], encoder: Encoder, model: SlowModel, concurrency: int) -> Found:
    built = build_chains(
        [asked.question for asked in questions],
        [asked.facts for asked in questions],
        encoder=encoder,
        selector=LogprobSelector(model, concurrency=concurrency),
        settings=ChainSettings(questions_at_a_time=concurrency, candidates_by="ranker"),
    )
    return [[(chain.facts, chain.ended) for chain in chains] for chains in built]


def plain_loop(questions: Sequence[Asked], encoder: Encoder, model: SlowModel, _concurrency: int) -> Found:
    """Algorithm 1 with adaptive termination, one chain after the other."""
    selector = LogprobSelector(model, concurrency=1)
    return [_plain_search(asked, encoder, selector) for asked in questions]


def _plain_search(
    asked: Asked, encoder: Encoder, selector: LogprobSelector
) -> list[tuple[tuple[int, ...], bool]]:
    vectors = encoder.encode([fact.text for fact in asked.facts])
    chains: list[tuple[tuple[int, ...], bool, float]] = [((), False, 0.0)]
    for _ in range(DEFAULTS.longest):
        grown = []
        for places, ended, total in chains:
            if ended:
                grown.append((places, ended, total))
                continue
            chain = tuple(asked.facts[place] for place in places)
            relevance = vectors @ encoder.encode([query_text(asked.question, chain)])[0]
            said = {fact.text for fact in chain}
            order = [
                p for p in np.argsort(-relevance, kind="stable").tolist() if asked.facts[p].text not in said
            ]
            options = order[: DEFAULTS.candidates]
            zeros = (0.0,) * len(options)
            choice = Choice(asked.question, chain, tuple(asked.facts[p] for p in options), zeros, zeros)
            (selection,) = selector([choice])
            ways = [(places, True, total + log(selection.end))]
            ways += [
                ((*places, place), False, total + log(likely))
                for place, likely in zip(options, selection.options, strict=True)
            ]
            grown += sorted(ways, key=lambda way: -way[2])[: DEFAULTS.beams]
        chains = sorted(grown, key=lambda way: -way[2] / (len(way[0]) + way[1]))[: DEFAULTS.chains]
    return [(places, ended) for places, ended, _ in chains]


if __name__ == "__main__":
    main()
