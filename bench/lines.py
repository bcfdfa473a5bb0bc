"""How much Python reads and judges English, and how many rule rows stand beside it.

    python bench/lines.py

Counted are the rooms that take English apart or decide what it means: all their lines, with comments and
docstrings. Rows of rules and of words are data, and are counted apart.
"""

import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "engine"
READING = (
    "language/*.py",
    "linking/*.py",
    "extraction/*.py",
    "matching/*.py",
    "grounding/*.py",
    "answers/*.py",
    "audit/layout.py",
    "audit/records.py",
    "audit/steps.py",
    "audit/path/*.py",
    "domain/abbreviations.py",
    "domain/assertions.py",
    "domain/bearing.py",
    "domain/compounds.py",
    "domain/judging.py",
    "domain/kinds.py",
    "domain/modality.py",
    "domain/naming.py",
    "domain/paired.py",
    "domain/parts.py",
    "domain/phrases.py",
    "domain/pointing.py",
    "domain/reasons.py",
    "domain/symbols.py",
    "domain/vocabulary.py",
    "trace/extraction.py",
    "trace/mentioned.py",
    "trace/reading.py",
    "trace/terms.py",
    "identity/*.py",
    "counterfactual/alike.py",
    "counterfactual/beside.py",
    "counterfactual/documents.py",
    "counterfactual/drafting.py",
    "counterfactual/nouns.py",
    "counterfactual/quantities.py",
    "counterfactual/renamed.py",
    "counterfactual/renaming.py",
    "counterfactual/shortened.py",
    "counterfactual/told.py",
    "counterfactual/wording.py",
    "report/mentions.py",
)


def main() -> None:
    lines: Counter[str] = Counter()
    for pattern in READING:
        for file in sorted(ENGINE.glob(pattern)):
            lines[str(file.parent.relative_to(ENGINE))] += len(file.read_text("utf-8").splitlines())
    for room, count in sorted(lines.items()):
        print(f"{room:20} {count:6}")
    print(f"{'together':20} {sum(lines.values()):6}")
    for file in sorted(ENGINE.glob("language/en/*.toml")):
        table = tomllib.loads(file.read_text("utf-8"))
        rows = len(table["row"]) if "row" in table else sum(map(_size, table.values()))
        print(f"{file.name:24} {rows:6} {'rules' if 'row' in table else 'words and phrases'}")


def _size(value: object) -> int:
    if isinstance(value, str):
        return len(value.split())
    if isinstance(value, list):
        return len(value)
    return sum(map(_size, value.values())) if isinstance(value, dict) else 1


if __name__ == "__main__":
    main()
