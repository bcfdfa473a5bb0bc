"""How well each stage of reading does, on a gold set of its own.

    python bench/reading.py claims [--data DIR] [--method path|paper]
    python bench/reading.py matching [--weights DIR] [--files NAME …]

claims: what becomes of each claim that a reader finds in prose over small graphs (tests/data/prose: 240 texts
of 24 domains, 1,186 claims). A claim is looked for among those of the audit by the two things that it joins.
What is right: a true one is supported, one that the graph gives another tail is contradicted, one of no
relation of the graph is unknown; denied ones the other way round; hedged ones are not asserted.
matching: does a text state a relation of two things, this way round? Rows of training/relation_wordings. A
figure is honest only for files that the weights were not fitted to, nor to any row of their relations: name
them with --files, and the weights that were fitted without them with --weights (see training/README.md).
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np
from groundpath import Auditor, ChainOfThought, load_triples, open_store
from groundpath.engine.audit.evidence import ClaimVerdict
from groundpath.engine.language.phrase import Slot, phrase_words
from groundpath.engine.language.rules import FIRST, SECOND
from groundpath.engine.language.tokens import Tokens
from groundpath.engine.matching.matcher import RelationMatcher
from groundpath.engine.matching.model import LearnedMatcher
from shares import share

PROSE = Path(__file__).parents[1] / "tests" / "data" / "prose"
WORDINGS = Path(__file__).parents[1] / "training" / "relation_wordings"
LABELS = ("supported", "inverse", "other", "denied", "hedged", "none")
THRESHOLDS = (0.5, 0.6, 0.7, 0.8)

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("stage", choices=("claims", "matching"))
    parser.add_argument("--data", type=Path, default=PROSE)
    parser.add_argument("--method", default="path")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--files", nargs="*")
    asked = parser.parse_args()
    if asked.stage == "claims":
        claims(asked.data, asked.method)
    else:
        matching(list(wordings(asked.files)), LearnedMatcher(asked.weights))


def claims(folder: Path, method: str) -> None:
    found: Counter[tuple[str, str]] = Counter()
    extra: Counter[str] = Counter()
    with TemporaryDirectory(prefix="groundpath-") as place, open_store(f"embedded:{place}") as store:
        for file in sorted(folder.glob("*.jsonl")):
            kg = file.stem
            load_triples(store, kg, file.with_suffix(".tsv"), embed=False)
            rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
            chains = [ChainOfThought(row["id"], "", row["text"]) for row in rows]
            for row, verdict in zip(rows, Auditor(store, kg, method=method).audit_all(chains), strict=True):
                judged = [claim for step in verdict.steps for claim in step.claims]
                _compare(row, judged, found, extra)
    for wanted in dict.fromkeys(wanted for wanted, _ in found):
        own = {status: count for (one, status), count in found.items() if one == wanted}
        total = sum(own.values())
        told = ", ".join(
            f"{status} {count} ({count / total:.2f})"
            for status, count in sorted(own.items(), key=lambda one: -one[1])
        )
        print(f"{wanted:30} {total:5}: {told}")
    right = sum(count for (wanted, status), count in found.items() if status in wanted.split()[-1].split("/"))
    print(f"as labelled: {right} of {sum(found.values())} ({right / sum(found.values()):.3f})")
    false = sum(
        n
        for (wanted, status), n in found.items()
        if status == "supported" and "supported" not in wanted.split()[-1]
    )
    true = sum(
        n
        for (wanted, status), n in found.items()
        if status == "supported" and "supported" in wanted.split()[-1]
    )
    print(
        f"supported: {true} rightly, {false} of other claims, {extra['supported']} of none; "
        f"contradicted of none: {extra['contradicted']}"
    )


def _compare(
    row: Row, judged: Sequence[ClaimVerdict], found: Counter[tuple[str, str]], extra: Counter[str]
) -> None:
    used: set[int] = set()
    for claim in row["claims"]:
        wanted = _wanted(claim)
        ends = {claim["head"], claim["tail"]}
        own = [at for at, one in enumerate(judged) if _ends(one, row) >= ends]
        statuses = [judged[at].status for at in own]
        used.update(own)
        best = next((status for status in wanted.split()[-1].split("/") if status in statuses), None)
        found[wanted, best or (statuses[0] if statuses else "not found")] += 1
    extra.update(one.status for at, one in enumerate(judged) if at not in used)


def _wanted(claim: Row) -> str:
    kind = (
        "no relation"
        if claim["relation"] is None
        else {True: "true", False: "false", None: "silent"}[claim["true"]]
    )
    right = {"true": "supported", "false": "contradicted", "silent": "unknown"}.get(kind, "unknown/no_claim")
    if claim["status"] == "denied":
        right = {"true": "contradicted", "false": "supported/no_claim/unknown"}.get(kind, "unknown/no_claim")
    if claim["status"] == "hedged":
        right = "unknown/no_claim"
    return f"{claim['status']} {kind}, right: {right}"


def _ends(claim: ClaimVerdict, row: Row) -> set[str]:
    """The entities of a claim: what its facts join, else what the labelled mentions of its words are."""
    facts = [claim.fact] if claim.fact else []
    ends = {end.id for one in facts for end in (one.fact.head, one.fact.tail)}
    if not ends:
        for words in (claim.subject, claim.object):
            ends |= {
                one["entity"]
                for one in row["mentions"]
                if one["text"].lower() == words.lower() and one["entity"]
            }
    return ends


def wordings(names: Sequence[str] | None) -> Iterator[Row]:
    for file in sorted(WORDINGS.glob("*.jsonl")):
        if not names or file.stem in names:
            for line in file.read_text("utf-8").splitlines():
                yield json.loads(line) | {"file": file.stem}


def matching(rows: Sequence[Row], learned: LearnedMatcher) -> None:
    labels = sorted({row["relation"] for row in rows})
    symmetric = {row["relation"] for row in rows if row["symmetric"]}
    matcher = RelationMatcher(labels, symmetric=symmetric, learned=learned)
    ranks = {label: rank for rank, label in enumerate(labels)}
    asked = [(*spoken(row), ranks[row["relation"]]) for row in rows]
    started = perf_counter()
    matcher.prepare((words, rank, forward) for words, forward, rank in asked)
    found = [matcher.match(words, rank, forward) for words, forward, rank in asked]
    spent = perf_counter() - started
    scores = np.array([match.probability for match in found])
    label = np.array([row["label"] for row in rows])
    file = np.array([row["file"] for row in rows])
    equal = np.array([row["head_type"] == row["tail_type"] for row in rows])
    inverse = equal & (label == "inverse")
    print(f"{len(rows)} rows, {1000 * spent / len(rows):.2f} ms each")
    for name in (*sorted(set(file)), "all"):
        of_file = (file == name) | (name == "all")
        true = of_file & (label == "supported")
        honest = of_file & ((label != "inverse") | equal)
        print(f"{name:12} AUROC {auroc(scores[of_file], true[of_file]):.3f}", end="")
        print(f", against inverse of equal types {auroc(*between(scores, true, inverse & of_file)):.3f}")
        for threshold in THRESHOLDS if name == "all" else (THRESHOLDS[1],):
            told = []
            for one in LABELS:
                own = honest & (label == one)
                told.append(f"{one} {share((scores >= threshold)[own].sum(), own.sum())}")
            print(f"    from {threshold}: {', '.join(told)}")


def between(scores: Any, true: Any, false: Any) -> tuple[Any, Any]:
    return np.r_[scores[true], scores[false]], np.r_[np.ones(true.sum(), bool), np.zeros(false.sum(), bool)]


def auroc(scores: Any, true: Any) -> float:
    if not true.any() or true.all():
        return float("nan")
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    _, places = np.unique(scores[order], return_inverse=True)
    means = np.bincount(places, np.arange(1, len(scores) + 1)) / np.bincount(places)
    ranks[order] = means[places]
    count = true.sum()
    return float((ranks[true].sum() - count * (count + 1) / 2) / (count * (len(scores) - count)))


def spoken(row: Row) -> tuple[tuple[str, ...], int]:
    """The words of a row with its two things as slots, and 1 where the head is named first, else -1."""
    tokens = Tokens.of(row["text"].replace("\n", " / "))
    spans = tokens.spans()
    slots: list[Slot] = []
    first = None
    for start, end, name in sorted(_named(row)):
        places = [at for at, (a, b) in enumerate(spans) if a < end and start < b]
        first = first or name
        slots.append(Slot(places[0], places[-1] + 1, FIRST if name == first else SECOND))
    return phrase_words(tokens, slots), 1 if first == "head" else -1


def _named(row: Row) -> Iterable[tuple[int, int, str]]:
    text = row["text"].replace("\n", " / ")
    taken: list[tuple[int, int, str]] = []
    for name, which in sorted(((row["head"], "head"), (row["tail"], "tail")), key=lambda one: -len(one[0])):
        plain = re.sub(r"(?i)^(?:the|an?) ", "", name.strip())
        for form in dict.fromkeys((name.strip(), plain)):
            for found in re.finditer(rf"(?<!\w){re.escape(form)}(?!\w)", text, re.IGNORECASE):
                if not any(found.start() < end and start < found.end() for start, end, _ in taken):
                    taken.append((found.start(), found.end(), which))
    return taken


if __name__ == "__main__":
    main()
