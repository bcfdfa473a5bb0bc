"""Numbers that cannot be held, and digits of other scripts."""

from collections.abc import Iterator
from pathlib import Path

from frame import Trial, attack
from loaded import facts_of, load, told_of_line

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
            done = load(folder, "triples", "facts.jsonl", "--kg", "g")
            yield Trial(f"{number} as {place}", told_of_line(done, 1), str(done))


# Zeros of scripts that have digits of their own, as in U+0660 to U+0669.
ZEROS = (0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xE50, 0x1040, 0x17E0, 0xFF10, 0x1D7CE)
NO_SCORES = (
    "0_1",
    "0_0.5",
    "1_0e-1",
    "½",
    "²",
    "Ⅰ",
    "0x1",
    "0,5",
    "1e400",
    "nan",
    "inf",
    "-0.1",
    "1.01",
    "５",
)


@attack("digits of other scripts")
def digits(folder: Path) -> Iterator[Trial]:
    """As scores they are errors of their line; as names they stay as they are."""
    shifted = [("0.5", zero) for zero in ZEROS] + [("1", zero) for zero in ZEROS]
    scores = [*NO_SCORES, *(_in_digits(text, zero) for text, zero in shifted)]
    (folder / "nodes.tsv").write_text("id\tname\na\tAlva\nb\tBorn\n")
    for score in scores:
        (folder / "edges.tsv").write_text(
            f"source\ttype\ttarget\tscore\na\tknows\tb\t0.5\na\tlikes\tb\t{score}\n"
        )
        done = load(folder, "graph", "--nodes", "nodes.tsv", "--edges", "edges.tsv", "--kg", "scores")
        yield Trial(f"{score!r} as a score", told_of_line(done, 3), str(done))
    years = {_in_digits("1871", zero) for zero in ZEROS}
    rows = "".join(f"Town {year}\tfounded\t{year}\n" for year in sorted(years))
    (folder / "years.tsv").write_text(rows + "Town 1871\tfounded\t1871\n")
    done = load(folder, "triples", "years.tsv", "--kg", "years")
    found = facts_of(folder, "years")
    for year in years:
        kept = (f"Town {year}", "founded", year) in found
        yield Trial(f"{year} as a name", kept, f"{done}; {len(found)} facts")


def _in_digits(text: str, zero: int) -> str:
    return "".join(chr(zero + int(one)) if one.isdigit() else one for one in text)
