"""Tables as other programs write them: separators, Gephi, id spaces of neo4j-admin."""

import csv
import io
import random
from collections.abc import Iterator
from pathlib import Path

from frame import Trial, attack
from groundpath.engine.store.opening import open_store
from loaded import facts_of, load, told_of_line


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
        done = load(folder, "triples", "facts.csv", "--kg", kg)
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
                done = load(folder, "graph", "--nodes", "nodes.csv", "--edges", "edges.csv", "--kg", kg)
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
                done = load(folder, "graph", *tables, "--kg", kg)
                name = f"{marked.format(first)} and {second}, {shared} shared"
                right = told_of_line(done, 3) and f"{second}:99" in done.err
                yield Trial(f"{name}, an end that is not there", right, str(done))
                (folder / "edges.csv").write_text(begin + "".join(f"1,{city},LIVES_IN\n" for city in cities))
                done = load(folder, "graph", *tables, "--kg", kg)
                with open_store(f"embedded:{folder / 'store'}") as store:
                    ends = store.facts_of(kg, _person(facts_of(folder, kg))) if done.code == 0 else []
                found = {(fact.head.name, fact.tail.name) for fact in ends}
                wanted = {("Ann1", f"Bern{city}") for city in cities}
                yield Trial(name, found == wanted, f"{done}; {sorted(found)}")


def _person(facts: set[tuple[str, str, str]]) -> str:
    return next(iter(facts))[0]
