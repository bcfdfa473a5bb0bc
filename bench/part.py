"""A small part of the data of the benchmarks: enough that each runs, and has something to find.

python bench/part.py OUT [--data DIR]
"""

import argparse
import gzip
import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "tests" / "data"
FACTS, QUESTIONS, CHAINS = 20_000, 4, 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, default=DATA)
    asked = parser.parse_args()
    for folder in ("fb15k237", "multihop", "cot_audit", "pathquestion"):
        (asked.out / folder).mkdir(parents=True, exist_ok=True)
    with gzip.open(asked.out / "fb15k237" / "triples.tsv.gz", "wt", encoding="utf-8") as part:
        part.writelines(islice(lines(asked.data / "fb15k237" / "triples.tsv.gz"), FACTS))
    names = "fb15k237/names.tsv.gz"
    (asked.out / names).write_bytes((asked.data / names).read_bytes())
    for file in asked.data.glob("multihop/*.jsonl"):
        write(asked.out / "multihop" / file.name, islice(lines(file), QUESTIONS))
    chains = list(islice(lines(asked.data / "cot_audit" / "dev.jsonl"), CHAINS))
    write(asked.out / "cot_audit" / "dev.jsonl", chains)
    gold = {name for chain in chains for name in on_gold_paths(json.loads(chain))}
    for file in asked.data.glob("pathquestion/*.tsv"):
        about = (line for line in lines(file) if gold.issuperset(line.rstrip("\n").split("\t")[::2]))
        write(asked.out / "pathquestion" / file.name, about)


def on_gold_paths(chain: dict[str, Any]) -> set[str]:
    return {end for path in chain["gold_paths"] for head, _, tail in path for end in (head, tail)}


def lines(file: Path) -> Iterable[str]:
    opened = gzip.open if file.suffix == ".gz" else open
    with opened(file, "rt", encoding="utf-8") as found:
        yield from found


def write(file: Path, found: Iterable[str]) -> None:
    file.write_text("".join(found), encoding="utf-8")


if __name__ == "__main__":
    main()
