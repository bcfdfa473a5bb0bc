"""Which verdicts random changes of a graph undo: by `groundpath affected`, and by audits before and after.

    bench/affected.py                  # labelled chains over the graphs of PathQuestion
    bench/affected.py --cwq            # sentences made of facts of ComplexWebQuestions, over mediators too
    bench/affected.py --copies 80      # each chain so many times

Recall has to be 1, and what is changed has to be what two audits say, verdict by verdict; the program ends
with 1 where it is not. Precision is the share of the touched verdicts that changed.
"""

import argparse
import json
import math
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from groundpath import Auditor, ChainOfThought, audit_to_file, audit_with_index, load_triples, open_store
from groundpath.engine.affected.changes import Changes
from groundpath.engine.affected.changing import Changing
from groundpath.engine.affected.comparing import said
from groundpath.engine.affected.finding import affected
from groundpath.engine.affected.made import index_path
from groundpath.engine.audit.batches import BatchJudge
from groundpath.engine.audit.chains import read_chains
from groundpath.engine.audit.path.judge import PathJudge
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.errors import GroundpathError
from groundpath.engine.store.identity import Identity
from groundpath.engine.store.protocol import GraphColumns, GraphStore
from groundpath.engine.terms import RelationTraits, Triple

DATA = Path(__file__).parents[1] / "tests" / "data"
WORLDS = ("local", "open", "closed")


class Held(NamedTuple):
    """A graph in memory, which many changes start from."""

    graph: GraphColumns
    declared: RelationTraits
    who: Identity

    @classmethod
    def of(cls, store: GraphStore, kg: str) -> "Held":
        return cls(store.columns(kg), store.traits(kg), store.identity(kg))

    def columns(self, _kg: str) -> GraphColumns:
        return self.graph

    def traits(self, _kg: str) -> RelationTraits:
        return self.declared

    def identity(self, _kg: str) -> Identity:
        return self.who


class Figures(NamedTuple):
    """Of one delta: its kind, verdicts touched and changed, those missed or told wrongly, and seconds."""

    kind: str
    touched: int
    changed: int
    missed: int
    wrong: int
    seconds: float
    audit: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cwq", action="store_true")
    parser.add_argument("--deltas", type=int, default=100, help="for each graph")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="for the deltas of each graph at most"
    )
    parser.add_argument("--most", type=int, default=3, help="changes of a delta at most")
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--rows", type=int, default=400, help="chains of each graph at most")
    parser.add_argument("--world", choices=WORLDS, default="local")
    parser.add_argument("--graphs", nargs="*", help="of these names alone")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    failures = 0
    with tempfile.TemporaryDirectory() as folder, open_store(f"embedded:{folder}/store") as store:
        for kg, chains in _cwq(store, asked.rows, rng) if asked.cwq else _pathquestion(store, asked):
            failures += _run(store, kg, chains, Path(folder), rng, asked)
    sys.exit(1 if failures else 0)


def _run(
    store: GraphStore,
    kg: str,
    chains: Sequence[ChainOfThought],
    folder: Path,
    rng: random.Random,
    asked: argparse.Namespace,
) -> int:
    """How many deltas were told wrongly."""
    chains = [replace(one, id=f"{one.id}.{copy}") for copy in range(asked.copies) for one in chains]
    auditor = Auditor(store, kg, settings=PathSettings(world=asked.world))
    file = folder / f"{kg}.jsonl"
    audited = _timed(lambda: audit_to_file(auditor, chains, folder / f"{kg}.plain.jsonl"))
    indexed = _timed(lambda: audit_with_index(auditor, chains, file))
    sizes = index_path(file).stat().st_size / len(chains), file.stat().st_size / len(chains)
    print(
        f"{kg}: {len(chains):,} verdicts, audited in {audited:.1f} s, with an index in {indexed:.1f} s, "
        f"index {sizes[0]:,.0f} bytes a verdict, verdicts {sizes[1]:,.0f}",
        flush=True,
    )
    before = [said(json.loads(line)) for line in file.read_text("utf-8").splitlines()]
    held = Held.of(store, kg)
    found: list[Figures] = []
    end = time.perf_counter() + asked.seconds
    for number in range(asked.deltas):
        if time.perf_counter() > end:
            break
        changes = random_changes(held, chains, rng, asked.most)
        try:
            one = _compared(held, kg, chains, file, before, changes, asked.world)
        except GroundpathError as error:  # a change of what another change took away
            print(f"  delta {number} cannot be made: {error}")
            continue
        found.append(one)
        if one.missed or one.wrong:
            print(f"  delta {number}: {one}: {changes}", flush=True)
    _tell("deltas", found)
    for kind in sorted({one.kind for one in found}):
        _tell(kind, [one for one in found if one.kind == kind])
    return sum(bool(one.missed or one.wrong) for one in found)


def _compared(
    held: Held,
    kg: str,
    chains: Sequence[ChainOfThought],
    file: Path,
    before: Sequence[str],
    changes: Changes,
    world: Any,
) -> Figures:
    source = Changing(held, changes)
    started = time.perf_counter()
    found = affected(file, source)
    seconds = time.perf_counter() - started
    started = time.perf_counter()
    judge = BatchJudge(PathJudge(source, kg, PathSettings(world=world)), "path", kg)
    after = [said(verdict.to_dict()) for verdict in judge.verdicts(chains)]
    audit = time.perf_counter() - started
    lines = {line for line, (one, other) in enumerate(zip(before, after, strict=True), 1) if one != other}
    touched, changed = {one.line for one in found.touched}, {one.line for one in found.changed}
    kinds = [kind for kind, rows in asdict(changes).items() if rows]
    kind = kinds[0] if len(kinds) == 1 else "several kinds"
    return Figures(
        kind, len(touched), len(changed), len(lines - touched), len(lines ^ changed), seconds, audit
    )


def _tell(what: str, found: Sequence[Figures]) -> None:
    touched, changed = (sum(getattr(one, name) for one in found) for name in ("touched", "changed"))
    missed, wrong = (sum(getattr(one, name) for one in found) for name in ("missed", "wrong"))
    seconds = sorted(one.seconds for one in found)
    audit = sorted(one.audit for one in found)
    middle = len(found) // 2
    print(
        f"  {len(found)} {what}: {touched:,} touched, {changed:,} changed, {missed} missed, "
        f"{wrong} told wrongly; recall {(changed - missed) / changed if changed else 1:.4f}, precision "
        f"{changed / touched if touched else 1:.3f}; {seconds[middle]:.2f} s a delta in the median "
        f"(at most {seconds[-1]:.2f}), a whole audit {audit[middle]:.2f} s",
        flush=True,
    )


def random_changes(held: Held, chains: Sequence[ChainOfThought], rng: random.Random, most: int) -> Changes:
    """Some changes of a graph, half of them of what its chains speak of."""
    columns = held.graph
    facts = [
        Triple(*row) for row in zip(*(columns.facts[c].to_pylist() for c in Triple._fields), strict=True)
    ]
    ids = columns.entities["id"].to_pylist()
    known = set(ids)
    spoken = [id for chain in chains for id in (*chain.topic, *chain.gold_answers) if id in known] or ids
    named = set(spoken)
    near = [fact for fact in facts if fact.head in named] or facts
    words = [word for chain in rng.sample(list(chains), 3) for word in chain.text.split() if word.isalpha()]
    relations = sorted({fact.relation for fact in facts})

    def entity() -> str:
        return rng.choice(rng.choice((ids, spoken)))

    def name() -> str:
        return " ".join(rng.sample(words, min(len(words), rng.choice((1, 1, 2, 3)))))

    made: dict[str, list[Any]] = {field.name: [] for field in fields(Changes)}
    for _ in range(rng.randint(1, most)):
        match rng.choice(
            ("-", "-", "-", "+", "+", "+", "new", "relation", "name", "alias", "same", "wording", "both")
        ):
            case "-":
                made["withdrawn"].append(rng.choice(rng.choice((facts, near))))
            case "+":
                made["added"].append((Triple(entity(), rng.choice(relations), entity()), ""))
            case "new":
                new = name().replace(" ", "_")
                ends = rng.choice(((new, entity()), (entity(), new)))
                made["added"].append(
                    (Triple(ends[0], rng.choice(relations), ends[1]), rng.choice(("", "doc")))
                )
            case "relation":
                relation = rng.choice(("painted", "employer", "birth_place", "friend", *words)).lower()
                made["added"].append((Triple(entity(), relation, entity()), ""))
            case "name":
                made["names"].append((entity(), name()))
            case "alias":
                made["aliases"].append((entity(), name()))
            case "same":
                one, other = entity(), entity()
                made["same"] += [(one, other)] if one != other and not made["same"] else []
            case "wording":
                made["wordings"].append((rng.choice(relations), name().lower()))
            case "both":
                made["symmetric"].append(rng.choice(relations))
    made["withdrawn"] = list(dict.fromkeys(made["withdrawn"]))
    return Changes(**{kind: tuple(rows) for kind, rows in made.items()})


def _pathquestion(store: GraphStore, asked: argparse.Namespace) -> Iterator[tuple[str, list[ChainOfThought]]]:
    rows = [json.loads(line) for line in (DATA / "cot_audit" / "dev.jsonl").read_text("utf-8").splitlines()]
    for kg in asked.graphs or sorted({row["kg"] for row in rows}):
        load_triples(store, kg, DATA / "pathquestion" / f"{kg}.tsv", embed=False)
        yield kg, list(read_chains([row for row in rows if row["kg"] == kg]))[: asked.rows]


def _cwq(store: GraphStore, most: int, rng: random.Random) -> Iterator[tuple[str, list[ChainOfThought]]]:
    folder = DATA / "cwq"
    load_triples(
        store,
        "cwq",
        folder / "triples.tsv",
        names=folder / "names.tsv",
        aliases=folder / "aliases.tsv",
        embed=False,
    )
    columns = store.columns("cwq")
    names = dict(zip(columns.entities["id"].to_pylist(), columns.entities["name"].to_pylist(), strict=True))
    facts = list(zip(*(columns.facts[c].to_pylist() for c in ("head", "label", "tail")), strict=True))
    beside: dict[str, list[str]] = {}
    for head, _, tail in facts:
        beside.setdefault(head, []).append(tail)
        beside.setdefault(tail, []).append(head)
    chains = []
    while len(chains) < most:
        sentences = []
        for _ in range(rng.randint(1, 4)):
            head, label, tail = rng.choice(facts)
            if not names.get(tail) and names.get(head):  # over a mediator
                tail = rng.choice(beside[tail])
            one, other = names.get(head), names.get(tail)
            if rng.random() < 0.2:
                other = names.get(rng.choice(facts)[2]) or other
            if one and rng.random() < 0.15:
                one = one[:-2] + one[-1:]  # a slip
            if one and other and rng.random() < 0.15:
                other = other.split()[-1]
            if one and other:
                sentences.append(
                    f"{one}'s {label} is {other}." if rng.random() < 0.6 else f"{one}, {label} {other}."
                )
        if sentences:
            chains.append(ChainOfThought(str(len(chains)), "", "\n".join(sentences)))
    yield "cwq", chains


def _timed(run: Any) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
