"""Attacks groundpath with inputs made by code, and prints how many of them it survived, kind by kind.

    python bench/attack [--only KIND …] [--list]

Each file beside this one may hold attacks (frame.attack); all are run. What was seen of the first trials that
failed goes to stderr, and the exit code is then 1.
"""

import argparse
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from frame import ATTACKS, trials

HERE = Path(__file__).parent
_SHOWN = 20  # trials of a kind that failed


def main() -> None:
    sys.path.append(str(HERE.parent))  # for bench/server.py
    for file in sorted(HERE.glob("[a-z]*.py")):
        import_module(file.stem)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--only", nargs="*", metavar="KIND", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--list", action="store_true", help="print the kinds")
    asked = parser.parse_args()
    if asked.list:
        print(*ATTACKS, sep="\n")
        return
    width = max(map(len, asked.only))
    print(f"{'kind':{width}} | trials | survived")
    lost = 0
    for kind in asked.only:
        with tempfile.TemporaryDirectory() as folder:
            done = list(trials(kind, Path(folder)))
        failed = [trial for trial in done if not trial.survived]
        print(f"{kind:{width}} | {len(done):6} | {len(done) - len(failed):8}", flush=True)
        for trial in failed[:_SHOWN]:
            print(f"  {kind}, {trial.name}: {trial.seen}", file=sys.stderr, flush=True)
        lost += len(failed) or not done
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
