"""How well claims are judged over a SPOKE-style graph, without a model: BiomixQA, and models' answers to it.

    python bench/domain_accuracy.py [--data DIR] [--half development|held-out|all] [--store URL]

DIR holds `biomed/` and `biomixqa/`. Rules were tried on the development half of the questions alone (drawn by
a seed; both orders of a pair of diseases in one half). Every figure has its 95% bootstrap interval over
questions.

True/false: a statement is false when a claim of it is contradicted, true when it is supported; one of which
the graph knows nothing is told apart, and then taken as true. The ceiling is the share of statements of which
the graph states the fact that is asserted or denied, read off the tables by the patterns of the questions.
Multiple choice: the graph decides when it supports what is asked of one option alone; else the option with
most support, then with the surest facts, is chosen, and a tie counts as wrong.
Answers: AUROC of each score for right against wrong answers, as `groundpath domain report` has it.
"""

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np
from groundpath import load_graph, open_encoder, open_store
from groundpath.engine.domain.answers import read_answers
from groundpath.engine.domain.asking import answered
from groundpath.engine.domain.claims import JudgedClaim
from groundpath.engine.domain.figures import Estimate, collected, figures_of, mean_of
from groundpath.engine.domain.judging import ClaimJudge
from groundpath.engine.domain.scoring import BATCH_SIZE, DomainScorer
from groundpath.engine.resampling import DEFAULT
from reached import Reached

DATA = Path(__file__).parents[1] / "tests" / "data"
SCHEMA = Path(__file__).parents[1] / "examples" / "spoke.schema.toml"
SEED = 7
KG = "biomed"

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--half", choices=("development", "held-out", "all"), default="all")
    parser.add_argument("--store", help="address of the store to use (default: one made for this run)")
    asked = parser.parse_args()
    with (
        TemporaryDirectory(prefix="groundpath-bench-") as folder,
        open_store(asked.store or f"embedded:{folder}") as store,
    ):
        graph = asked.data / "biomed"
        tables = graph / "nodes.tsv", graph / "edges.tsv"
        load_graph(store, KG, *tables, xrefs=graph / "xrefs.tsv.gz", schema=SCHEMA, embed=False)
        started = process_time()
        scorer = DomainScorer.open(store, KG, open_encoder())
        print(f"ready in {process_time() - started:.1f} s of CPU time")
        questions = asked.data / "biomixqa"
        judge = ClaimJudge(scorer.graph.readable, scorer.graph.traits, scorer.graph.store.showing(KG))
        statements = half(rows(questions / "true_false.jsonl"), lambda row: row["text"], asked.half)
        true_false(judge, statements, Reached(graph))
        multiple_choice(judge, half(rows(questions / "mcq.jsonl"), pair, asked.half))
        answers(scorer, half(rows(questions / "answers.jsonl"), words, asked.half))


def rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def half(every: Sequence[Row], question: Callable[[Row], str], which: str) -> list[Row]:
    """The rows of one half of the questions."""
    if which == "all":
        return list(every)
    questions = sorted({question(row) for row in every})
    random.Random(SEED).shuffle(questions)
    development = set(questions[: len(questions) // 2])
    return [row for row in every if (question(row) in development) == (which == "development")]


def pair(row: Row) -> str:
    """The two diseases that a question asks of, in either order."""
    return "\t".join(sorted((row["disease_1"], row["disease_2"])))


def words(row: Row) -> str:
    """The words of a question without its options, in no order."""
    return " ".join(sorted(row["question"].split("Given list")[0].split()))


def shown(values: Iterable[float], groups: Sequence[str]) -> str:
    """Mean, interval and number of some values."""
    taken = np.array(list(values), np.float64)
    numbers = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    return told(mean_of(taken, np.array([numbers[group] for group in groups], np.int64), DEFAULT))


def told(estimate: Estimate | None) -> str:
    if estimate is None:
        return "–"
    interval = estimate.interval
    between = f" [{interval.low:.3f}, {interval.high:.3f}]" if interval else ""
    return f"{estimate.value:.3f}{between} of {estimate.n}"


def true_false(judge: ClaimJudge, statements: Sequence[Row], reached: Reached) -> None:
    kinds: dict[str, list[tuple[str, str, bool]]] = defaultdict(list)
    absent = 0
    for row in statements:
        verdicts = {claim.verdict for claim in judge.judged(row["text"]) if knows(claim)}
        kind, stated = reached.of(row["text"])
        if not verdicts:
            absent += 1
            continue
        found = "False" if "contradicted" in verdicts else "True" if "supported" in verdicts else "unknown"
        right = "right" if found == row["label"] else "unknown" if found == "unknown" else "wrong"
        for one in (kind, "all"):
            kinds[one].append((right, row["label"], stated))
    print(f"\ntrue/false: {len(statements)} statements, {absent} name something that the graph does not have")
    for kind, found in kinds.items():
        outcomes = [right for right, *_ in found]
        judged = [right == "right" for right in outcomes if right != "unknown"]
        taken = [right == "right" or (right == "unknown" and label == "True") for right, label, _ in found]
        counts = ", ".join(f"{outcomes.count(one)} {one}" for one in ("right", "wrong", "unknown"))
        print(
            f"  {kind:10} {counts}; right of judged {shown(judged, range_of(judged))}; "
            f"unknown taken as true {shown(taken, range_of(taken))}; "
            f"ceiling {shown([stated for *_, stated in found], range_of(found))}"
        )


def range_of(values: Sequence[Any]) -> list[str]:
    return list(map(str, range(len(values))))


def knows(claim: JudgedClaim) -> bool:
    """Whether the graph has both things that a claim names; of an identifier it need not."""
    return bool(claim.subject.candidates and (claim.object.candidates or not claim.relations))


def multiple_choice(judge: ClaimJudge, questions: Sequence[Row]) -> None:
    kinds: dict[str, list[tuple[bool, bool, str]]] = defaultdict(list)
    for row in questions:
        options = dict.fromkeys(option.strip() for option in row["options_combined"].split(","))
        claims = {option: judge.judged(answered(row["text"], option)) for option in options}
        support = {option: supported(found) for option, found in claims.items()}
        best = max(support.values())
        first = [option for option, value in support.items() if value == best]
        most = max(value[0] for value in support.values())
        whole = [option for option, value in support.items() if value[0] == most == 1]
        chosen = first[0] if len(first) == 1 else None
        kind = "variant" if "which Variant" in row["text"] else "gene"
        for one in (kind, "all"):
            kinds[one].append((len(whole) == 1, chosen == row["correct_node"], pair(row)))
    print(f"\nmultiple choice: {len(questions)} questions")
    for kind, found in kinds.items():
        groups = [asked for *_, asked in found]
        decided = [(right, asked) for is_decided, right, asked in found if is_decided]
        print(
            f"  {kind:10} decided {shown([one for one, *_ in found], groups)}; "
            f"right of decided {shown([right for right, _ in decided], [asked for _, asked in decided])}; "
            f"right overall {shown([right for _, right, _ in found], groups)}"
        )


def supported(claims: Sequence[JudgedClaim]) -> tuple[float, int, float]:
    """The share of supported claims, how many directly, and the sum of their surest facts' scores."""
    holding = [claim for claim in claims if claim.verdict == "supported"]
    direct = sum(claim.evidence[0].bearing == "states" for claim in holding)
    sure = sum(max(fact.score or 0.0 for fact in claim.evidence[0].path.facts) for claim in holding)
    return (len(holding) / len(claims) if claims else 0.0), direct, round(sure, 6)


def answers(scorer: DomainScorer, given: Sequence[Row]) -> None:
    started, seconds = process_time(), 0.0
    scored: list[Row] = []
    for batch in batches(list(read_answers(given))):
        began = process_time()
        read = [scorer.read(answer) for answer in batch]
        seconds += process_time() - began
        scored += [one.to_dict() for one in scorer.score_all(read)]
    spent = process_time() - started
    print(
        f"\nanswers: {len(given)}; {1000 * seconds / len(given):.1f} ms of CPU time each to read and judge,"
    )
    print(
        f"  {1000 * spent / len(given):.1f} ms with all scores and the encoder. AUROC, right against wrong:"
    )
    figures = figures_of(collected(scored))
    for one in figures:
        print(f"  {one.name} ({one.right} of {one.asked} right)")
        for name, estimate in one.auroc.items():
            print(f"    {name:12} {told(estimate)}")


def batches(answers: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(answers), BATCH_SIZE):
        yield answers[start : start + BATCH_SIZE]


if __name__ == "__main__":
    main()
