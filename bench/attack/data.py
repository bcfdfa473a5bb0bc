"""Data of others that is loaded: cells, letters and files as somebody may write them."""

from collections.abc import Iterator
from pathlib import Path

from frame import Trial, attack, groundpath

BEYOND = ("1e400", "-1e400", "1E+999", "123456789e9999", "[1e400]", '{"a": -1e999}')


@attack("numbers beyond all")
def numbers(folder: Path) -> Iterator[Trial]:
    """No entity is called "inf": a number that cannot be held is an error of its line."""
    for place in ("head", "relation", "tail"):
        for number in BEYOND:
            cells = [
                f'"{name}": ' + (number if name == place else '"x"') for name in ("head", "relation", "tail")
            ]
            (folder / "facts.jsonl").write_text("{" + ", ".join(cells) + "}\n")
            done = groundpath(folder, "load", "triples", "facts.jsonl", "--kg", "g", "--no-embed")
            right = done.clear and done.code == 1 and "line 1" in done.err
            yield Trial(f"{number} as {place}", right, str(done))
