"""What `groundpath affected` takes and tells over many verdicts, as these grow, and audits beside it.

    bench/affected_many.py --verdicts 1000 10000 100000 --deltas 1000 --seconds 1200
    bench/affected_many.py --verdicts 200 --deltas 20 --whole 20 --written --store bolt://…

Texts are made of templates over facts of PathQuestion's largest graph, each another one: true, false, with
half a name and with a slip. The same changes are put to every size. After each change every touched verdict
and some untouched ones, drawn by chance, are judged anew on the changed graph; after the first few all are
(`--whole`). The program ends with 1 where `changed` is not what these audits say.

With `--padded N` the verdicts are also held in a file of N, of which the others were not audited: rows of the
same size, each resting on a question of its own that no change reaches. Their index shows what their number
costs, since on every size the same verdicts are touched.

With `--written` the changed graph is written into the store; otherwise it is only listed, as `--delta` does.
"""

import argparse
import json
import math
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from shutil import copyfile
from statistics import median
from typing import Any, NamedTuple

from affected import DATA, Held, random_changes
from groundpath import Auditor, ChainOfThought, audit_with_index, load_triples, open_store
from groundpath.engine.affected.changes import Changes
from groundpath.engine.affected.changing import Changing
from groundpath.engine.affected.comparing import said
from groundpath.engine.affected.finding import affected
from groundpath.engine.affected.index_file import Asked, IndexFile, number_of
from groundpath.engine.affected.index_file import Kept as KeptChain
from groundpath.engine.affected.made import FileState, index_path
from groundpath.engine.audit.batches import BatchJudge
from groundpath.engine.audit.path.judge import PathJudge
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.errors import GroundpathError
from groundpath.engine.names import relation_label
from groundpath.engine.store.protocol import GraphSource, GraphStore
from groundpath.engine.terms import Triple

_TEMPLATES = (
    "{head}'s {relation} is {tail}.",
    "The {relation} of {head} is {tail}.",
    "{tail} is the {relation} of {head}.",
    "{head} has the {relation} {tail}.",
)
_TELL_EACH = 10  # deltas


class One(NamedTuple):
    """Of one delta: verdicts touched, changed, judged beside, told wrongly; seconds by clock, processor."""

    touched: int
    changed: int
    compared: int
    wrong: int
    seconds: float
    cpu: float


class Kept(NamedTuple):
    """Audited chains, their file, and a digest of what was said of each."""

    chains: Sequence[ChainOfThought]
    file: Path
    before: Sequence[bytes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--store")
    parser.add_argument("--graph", default="PQL3-KB")
    parser.add_argument("--verdicts", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--deltas", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=math.inf, help="for the deltas of all sizes at most")
    parser.add_argument("--kinds", choices=("facts", "all"), default="facts", help="of changes")
    parser.add_argument("--most", type=int, default=2, help="changes of a delta at most")
    parser.add_argument("--untouched", type=int, default=500, help="judged again after each delta")
    parser.add_argument("--whole", type=int, default=0, help="first deltas after which all are judged again")
    parser.add_argument("--padded", type=int, nargs="*", default=[])
    parser.add_argument("--written", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(asked.store or f"embedded:{folder}/store") as store,
    ):
        sys.exit(_run(store, Path(folder), asked))


def _run(store: GraphStore, folder: Path, asked: argparse.Namespace) -> int:
    kg, rng = asked.graph, random.Random(asked.seed)
    load_triples(store, kg, DATA / "pathquestion" / f"{kg}.tsv", embed=False)
    held = Held.of(store, kg)
    chains = list(made_chains(held, max(asked.verdicts), rng))
    kept = {count: _audited(store, kg, chains[:count], folder / f"{count}.jsonl") for count in asked.verdicts}
    first = kept[asked.verdicts[0]]
    kept |= {count: _padded(first, count, folder / f"{count}.jsonl") for count in asked.padded}
    found: dict[int, list[One]] = {count: [] for count in kept}
    end = time.perf_counter() + asked.seconds
    for number in range(asked.deltas):
        if time.perf_counter() > end:
            break
        changes = random_changes(held, chains[:1000], rng, asked.most)
        if asked.kinds == "facts":
            changes = Changes(added=changes.added, withdrawn=changes.withdrawn)
        if changes == Changes():
            continue
        try:
            source = _changed(store, held, kg, changes, folder if asked.written else None)
            for count, one in kept.items():
                every = number < asked.whole
                beside = 0 if count in asked.padded else count if every else asked.untouched
                found[count].append(_compared(source, kg, one, rng, beside))
        except GroundpathError as error:  # a change of what another change took away
            print(f"  delta {number} cannot be made: {error}")
            continue
        for count, some in found.items():
            if some[-1].wrong:
                print(f"  delta {number}, {count:,} verdicts: {some[-1]}: {changes}", flush=True)
        if number % _TELL_EACH == 1:
            _tell(found)
    _tell(found)
    return int(any(one.wrong for some in found.values() for one in some))


def _audited(store: GraphStore, kg: str, chains: Sequence[ChainOfThought], file: Path) -> Kept:
    started, cpu = time.perf_counter(), time.process_time()
    audit_with_index(Auditor(store, kg), chains, file)
    took, used = time.perf_counter() - started, time.process_time() - cpu
    with file.open("rb") as rows:
        before = [_digest(json.loads(row)) for row in rows]
    sizes = [path.stat().st_size / len(chains) for path in (file, index_path(file))]
    print(
        f"{len(chains):,} verdicts, audited with an index in {took:.0f} s ({used:.0f} s of the processor); "
        f"bytes a verdict {sizes[0]:,.0f}, of its index {sizes[1]:,.0f}",
        flush=True,
    )
    return Kept(chains, file, before)


def _padded(kept: Kept, count: int, file: Path) -> Kept:
    """The same verdicts before others, which rest on what is nowhere."""
    rows = kept.file.read_bytes()
    lines = rows.splitlines(keepends=True)
    audited = len(lines)
    others = [lines[number % audited] for number in range(audited, count)]
    file.write_bytes(b"".join((rows, *others)))
    copyfile(index_path(kept.file), index_path(file))
    with IndexFile(index_path(file)) as index:
        made, shape = index.made, index.shape
        assert made is not None
        of_lines = [[number_of(f"pad {line}")] for line in range(audited + 1, count + 1)]
        chains = [kept.chains[line % audited] for line in range(audited, count)]
        lines_of = range(audited + 1, count + 1)
        told = ({"chain": asdict(chain), "told": {}} for chain in chains)
        index.add_verdicts(map(KeptChain, lines_of, of_lines, told))
        asked = [Asked(id, ("entity", f"pad {id}"), bytes(8)) for (id,) in of_lines]
        index.add_questions(asked, ((f"pad {one.id}", one.id) for one in asked))
        index.add_lines(audited + 1, {id: [line] for line, (id,) in enumerate(of_lines, audited + 1)}, {})
        index.add_starts(accumulate((len(line) for line in (*lines, *others[:-1])), initial=0))
        with file.open("rb") as written:
            index.tell(replace(made, verdicts=count, file=FileState.of(written)), shape)
    return Kept(kept.chains, file, kept.before)


def _changed(store: GraphStore, held: Held, kg: str, changes: Changes, folder: Path | None) -> GraphSource:
    """The changed graph; written into the store where there is a folder."""
    source = Changing(held, changes)
    if folder is None:
        return source
    facts = source.columns(kg).facts
    rows = zip(*(facts[name].to_pylist() for name in Triple._fields), strict=True)
    path = folder / "changed.tsv"
    path.write_text("".join("\t".join(row) + "\n" for row in rows), "utf-8")
    store.drop(kg)
    load_triples(store, kg, path, embed=False)
    return store


def _compared(source: GraphSource, kg: str, kept: Kept, rng: random.Random, untouched: int) -> One:
    started, cpu = time.perf_counter(), time.process_time()
    found = affected(kept.file, source)
    seconds, used = time.perf_counter() - started, time.process_time() - cpu
    touched, changed = {one.line for one in found.touched}, {one.line for one in found.changed}
    others = [line for line in range(1, len(kept.chains) + 1) if line not in touched]
    compared = sorted({*touched, *rng.sample(others, min(untouched, len(others)))})
    judge = BatchJudge(PathJudge(source, kg, PathSettings()), "path", kg)
    after = judge.verdicts([kept.chains[line - 1] for line in compared])
    differing = {
        line
        for line, verdict in zip(compared, after, strict=True)
        if _digest(verdict.to_dict()) != kept.before[line - 1]
    }
    return One(len(touched), len(changed), len(compared), len(differing ^ changed), seconds, used)


def _digest(row: Mapping[str, Any]) -> bytes:
    return blake2b(said(row).encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _tell(found: Mapping[int, Sequence[One]]) -> None:
    for count, some in found.items():
        touched, changed, compared, wrong = (sum(getattr(one, n) for one in some) for n in One._fields[:4])
        times = sorted(one.seconds for one in some)
        print(
            f"{count:,} verdicts, {len(some):,} deltas: {touched:,} touched, {changed:,} changed, "
            f"{compared:,} judged beside, {wrong} told wrongly; a delta takes "
            f"{median(one.cpu for one in some):.2f} s of the processor in the median, by the clock "
            f"{median(times):.2f} s, at most {times[-1]:.2f} s; touched "
            f"{median(one.touched for one in some):.0f} in the median",
            flush=True,
        )


def made_chains(held: Held, count: int, rng: random.Random) -> Iterator[ChainOfThought]:
    """Chains of one or two statements made of facts, no two with one text."""
    columns = held.graph.facts
    facts = list(zip(*(columns[name].to_pylist() for name in Triple._fields), strict=True))
    seen: set[str] = set()
    while len(seen) < count:
        text = "\n".join(_statement(facts, rng) for _ in range(rng.choice((1, 2))))
        if text not in seen:
            seen.add(text)
            yield ChainOfThought(str(len(seen)), "", text)


def _statement(facts: Sequence[tuple[str, str, str]], rng: random.Random) -> str:
    head, relation, tail = rng.choice(facts)
    if rng.random() < 0.3:
        tail = rng.choice(facts)[2]
    head, tail = (end.replace("_", " ").title() for end in (head, tail))
    if rng.random() < 0.1:
        head = head[:-2] + head[-1:]  # a slip
    if rng.random() < 0.1:
        tail = tail.split()[-1]
    return rng.choice(_TEMPLATES).format(head=head, relation=relation_label(relation), tail=tail)


if __name__ == "__main__":
    main()
