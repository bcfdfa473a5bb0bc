"""Data of others that is loaded: cells, letters and tables as somebody may write them."""

import csv
import io
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from frame import Done, Trial, attack, groundpath
from groundpath.engine.report.csv_text import csv_of_rows
from groundpath.engine.store.opening import open_store


def facts_of(folder: Path, kg: str) -> set[tuple[str, str, str]]:
    """The facts of a graph by their ids."""
    with open_store(f"embedded:{folder / 'store'}") as store:
        facts = store.columns(kg).facts
        return set(zip(*(facts[name].to_pylist() for name in ("head", "relation", "tail")), strict=True))


def _load(folder: Path, kind: str, *arguments: str) -> Done:
    return groundpath(folder, "load", kind, *arguments, "--no-embed")


def _told_of_line(done: Done, line: int) -> bool:
    return done.clear and done.code == 1 and f"line {line}" in done.err


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
            done = _load(folder, "triples", "facts.jsonl", "--kg", "g")
            yield Trial(f"{number} as {place}", _told_of_line(done, 1), str(done))


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
        done = _load(folder, "graph", "--nodes", "nodes.tsv", "--edges", "edges.tsv", "--kg", "scores")
        yield Trial(f"{score!r} as a score", _told_of_line(done, 3), str(done))
    years = {_in_digits("1871", zero) for zero in ZEROS}
    rows = "".join(f"Town {year}\tfounded\t{year}\n" for year in sorted(years))
    (folder / "years.tsv").write_text(rows + "Town 1871\tfounded\t1871\n")
    done = _load(folder, "triples", "years.tsv", "--kg", "years")
    found = facts_of(folder, "years")
    for year in years:
        kept = (f"Town {year}", "founded", year) in found
        yield Trial(f"{year} as a name", kept, f"{done}; {len(found)} facts")


def _in_digits(text: str, zero: int) -> str:
    return "".join(chr(zero + int(one)) if one.isdigit() else one for one in text)


_SHAPES: dict[str, Callable[[int], str]] = {
    "[": lambda depth: "[" * depth + "]" * depth,
    "{": lambda depth: '{"a":' * depth + "1" + "}" * depth,
    "[{": lambda depth: '[{"a":' * depth + "1" + "}]" * depth,
    "[ unclosed": lambda depth: "[" * depth,
}


@attack("deep JSON and TOML")
def deep(folder: Path) -> Iterator[Trial]:
    """Nesting of any depth is one clear error of whatever reads it."""
    (folder / "facts.tsv").write_text("Alva\tknows\tBorn\n")
    _load(folder, "triples", "facts.tsv", "--kg", "g")
    (folder / "chains.jsonl").write_text('{"id": "1", "question": "q", "cot": "1. Alva knows Born."}\n')
    (folder / "nodes.tsv").write_text("id\tname\na\tAlva\nb\tBorn\n")
    (folder / "edges.tsv").write_text("source\ttype\ttarget\na\tknows\tb\n")
    readers = (
        ("deep.jsonl", ("load", "triples", "deep.jsonl", "--kg", "d", "--no-embed")),
        ("deep.jsonl", ("load", "documents", "deep.jsonl", "--kg", "d", "--no-embed")),
        ("deep.json", ("load", "graph", "deep.json", "--format", "apoc", "--kg", "d", "--no-embed")),
        ("deep.jsonl", ("audit", "deep.jsonl", "--kg", "g", "--out", "v.jsonl")),
        ("deep.jsonl", ("explain", "deep.jsonl")),
        ("deep.jsonl", ("compare", "deep.jsonl")),
        ("deep.jsonl", ("recheck", "deep.jsonl")),
        ("deep.jsonl", ("generate", "chains.jsonl", "--model", "scripted:deep.jsonl", "--out", "g.jsonl")),
    )
    tables = (
        ("deep.toml", ("--config", "deep.toml", "kgs")),
        (
            "deep.toml",
            (
                *("load", "graph", "--nodes", "nodes.tsv", "--edges", "edges.tsv"),
                *("--schema", "deep.toml", "--kg", "d", "--no-embed"),
            ),
        ),
    )
    for depth in (1_000, 100_000):
        for shape, made in _SHAPES.items():
            for file, command in readers:
                (folder / file).write_text(made(depth) + "\n")
                done = groundpath(folder, *command)
                name = f"{' '.join(command[:2])}, {depth:,} {shape}"
                yield Trial(name, done.clear and done.code != 0, str(done))
        for shape in ("[", "{"):
            text = _SHAPES[shape](depth).replace('"a":', "a=")
            for file, command in tables:
                (folder / file).write_text(f"a = {text}\n")
                done = groundpath(folder, *command)
                yield Trial(
                    f"{' '.join(command[:2])} in TOML, {depth:,} {shape}",
                    done.clear and done.code != 0,
                    str(done),
                )


HIDDEN = (
    *range(1, 9), 0xB, 0xC, *range(0xE, 0x20), 0x7F, 0x80, 0x85, 0x9B, 0x2028, 0x2029, *range(0x202A, 0x202F),
    *range(0x2066, 0x206A),
)  # fmt: skip


@attack("control and bidirectional characters")
def hidden(folder: Path) -> Iterator[Trial]:
    """They are refused, or written out wherever a name is shown; they are never printed as they are."""
    names = {chr(code): f"al{chr(code)}va {code}" for code in HIDDEN}
    kept: list[str] = []
    for sign, name in names.items():
        (folder / "facts.jsonl").write_text(json.dumps([name, "spouse", f"Born {ord(sign)}"]) + "\n")
        done = _load(folder, "triples", "facts.jsonl", "--kg", "g")
        kept += [sign] if done.code == 0 else []
        yield Trial(
            f"U+{ord(sign):04X} while it is loaded", done.clear and _harmless(done.out + done.err), str(done)
        )
    for sign in kept:
        name = names[sign]
        row = {"id": name, "cot": f"1. The spouse of {name} is Born {ord(sign)}.", "model": name}
        (folder / "chains.jsonl").write_text(json.dumps(row) + "\n")
        for file in ("v.jsonl", "page.html"):
            (folder / file).unlink(missing_ok=True)
        audit = groundpath(
            folder, "audit", "chains.jsonl", "--kg", "g", "--out", "v.jsonl", "--html", "page.html"
        )
        shown = [
            audit,
            groundpath(folder, "explain", "v.jsonl"),
            groundpath(folder, "compare", "v.jsonl", "--names", name, "--csv"),
            groundpath(folder, "info", "g"),
            groundpath(folder, "paths", "g", name, f"Born {ord(sign)}"),
        ]
        page = (folder / "page.html").read_text("utf-8") if (folder / "page.html").exists() else ""
        texts = [*(done.out + done.err for done in shown), page]
        bad = [text for text in texts if not _harmless(text)]
        clear = all(done.clear for done in shown)
        yield Trial(
            f"U+{ord(sign):04X} where it is shown",
            clear and not bad,
            repr(bad or list(map(str, shown)))[:600],
        )


def _harmless(text: str) -> bool:
    return not any(ord(sign) in HIDDEN for sign in text)


STARTS = ("=", "+", "-", "@", "\t=", "\r=", "\n=", "＝", "＋", "－", "＠", "=-", "+-1", "--1")
BODIES = ("cmd|'/C calc'!A0", "SUM(A1:A9)", 'HYPERLINK("http://x")', "1+1", "A1")


@attack("formulas of spreadsheets")
def formulas(_folder: Path) -> Iterator[Trial]:
    """No cell of CSV is one that a spreadsheet runs."""
    for start in STARTS:
        for body in BODIES:
            written = csv_of_rows([{"model": start + body, start + body: "x"}])
            cells = [cell for row in csv.reader(io.StringIO(written)) for cell in row]
            right = not any(cell[:1] in "=+-@\t\r\n＝＋－＠" for cell in cells if cell)
            yield Trial(repr(start + body), right, repr(written))


@attack("what parts the cells of a CSV")
def separators(folder: Path) -> Iterator[Trial]:
    """Every fact is as it was written, or the file is refused; no fact is mangled."""
    draw = random.Random(5)
    cells = (
        "Smith, J.",
        "Rome, Lazio, Italy",
        "a;b",
        "C|D",
        'the "old" one',
        "Ann",
        "x,y;z",
        "Bonn",
        "1,5",
        "12;30",
    )
    for number in range(48):
        separator = ",;\t|"[number % 4]
        rows = [
            (f"{draw.choice(cells)} {row}", draw.choice(("knows", "lies_in")), draw.choice(cells))
            for row in range(draw.choice((2, 3, 7, 40)))
        ]
        quoting = draw.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC))
        text = io.StringIO()
        writer = csv.writer(
            text, delimiter=separator, quoting=quoting, lineterminator=draw.choice(("\n", "\r\n"))
        )
        if draw.random() < 0.3:
            writer.writerow(("head", "relation", "tail"))
        writer.writerows(rows)
        (folder / "facts.csv").write_text(text.getvalue(), "utf-8", newline="")
        kg = f"g{number}"
        done = _load(folder, "triples", "facts.csv", "--kg", kg)
        name = f"{number}, parted by {separator!r}"
        if done.code:
            yield Trial(name, done.clear, str(done))
        else:
            found = facts_of(folder, kg)
            yield Trial(name, found == set(rows), f"not as written: {sorted(found ^ set(rows))[:4]}")


@attack("tables of Gephi")
def gephi(folder: Path) -> Iterator[Trial]:
    """The column that says "Directed" is never taken for the relation, where another one may be."""
    number = 0
    for separator in ",;\t":
        for kind in ("Directed", "Undirected", "directed", "Mixed"):
            for labelled in ("Label", "label", "relation", "interaction" if separator == "," else "Label"):
                number += 1
                kg = f"g{number}"
                edges = [("Source", "Target", "Type", "Id", labelled, "Weight")]
                edges += [("0", "1", kind, "0", "knows", "1.0"), ("1", "2", kind, "1", "likes", "0.5")]
                nodes = [("Id", "Label"), ("0", "Ann"), ("1", "Bob"), ("2", "Cleo")]
                for file, rows in (("nodes", nodes), ("edges", edges)):
                    (folder / f"{file}.csv").write_text("".join(separator.join(row) + "\n" for row in rows))
                done = _load(folder, "graph", "--nodes", "nodes.csv", "--edges", "edges.csv", "--kg", kg)
                known = labelled != "interaction"
                found = facts_of(folder, kg) if done.code == 0 else set()
                wanted = {("0", "knows", "1"), ("1", "likes", "2")} if known else set()
                name = f"{kind}, parted by {separator!r}, {labelled}"
                yield Trial(name, done.clear and found == wanted, f"{done}; {sorted(found)}")


@attack("id spaces of neo4j-admin")
def spaces(folder: Path) -> Iterator[Trial]:
    """ ":ID(Person)" and ":ID(City)" count on their own; an edge into a space without that id is told."""
    number = 0
    for first, second in (("Person", "City"), ("person-ids", "city.ids"), ("Α", "Β"), ("P 1", "P 2")):
        for marked in (":ID({})", "key:ID({})", "key:id({})"):
            for shared in (0, 1, 3):
                number += 1
                kg = f"g{number}"
                cities = [str(one) for one in range(4 - shared, 8 - shared)]
                (folder / "a.csv").write_text(
                    f"{marked.format(first)},name,:LABEL\n"
                    + "".join(f"{n},Ann{n},Person\n" for n in range(1, 4))
                )
                (folder / "b.csv").write_text(
                    f"{marked.format(second)},name,:LABEL\n" + "".join(f"{n},Bern{n},City\n" for n in cities)
                )
                begin = f":START_ID({first}),:END_ID({second}),:TYPE\n"
                tables = ("--nodes", "a.csv", "--nodes", "b.csv", "--edges", "edges.csv")
                (folder / "edges.csv").write_text(begin + f"1,{cities[0]},LIVES_IN\n1,99,LIVES_IN\n")
                done = _load(folder, "graph", *tables, "--kg", kg)
                name = f"{marked.format(first)} and {second}, {shared} shared"
                right = _told_of_line(done, 3) and f"{second}:99" in done.err
                yield Trial(f"{name}, an end that is not there", right, str(done))
                (folder / "edges.csv").write_text(begin + "".join(f"1,{city},LIVES_IN\n" for city in cities))
                done = _load(folder, "graph", *tables, "--kg", kg)
                with open_store(f"embedded:{folder / 'store'}") as store:
                    ends = store.facts_of(kg, _person(facts_of(folder, kg))) if done.code == 0 else []
                found = {(fact.head.name, fact.tail.name) for fact in ends}
                wanted = {("Ann1", f"Bern{city}") for city in cities}
                yield Trial(name, found == wanted, f"{done}; {sorted(found)}")


def _person(facts: set[tuple[str, str, str]]) -> str:
    return next(iter(facts))[0]
