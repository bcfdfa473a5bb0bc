"""The tables and figures of TRACE the Evidence, measured, with what the paper publishes beside.

    python bench/trace_tables.py [NAME …] [--model openai:NAME] [--as mistral=openai:NAME] [--data DIR]

A NAME is a file of bench/trace/tables without its ending, such as table-2; without any, all. Each row of it
is one `groundpath trace evaluate` for each data set: --commands prints these, and runs none. Rows of which
--model, or a model of --as, is not given are left out; those that need no model are measured without one.
What each question came to lies in OUT/NAME, a file for each row and data set; the table in OUT/NAME.md.
Nothing that was answered before is asked again, so that rows which differ in the answers alone cost these.

The data sets are DIR/hotpotqa.jsonl, DIR/2wikimultihopqa.jsonl and DIR/musique.jsonl, as they are published.
The paper's ranker is E5-Mistral (--encoder), and its development sets are 500 questions of each training set.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TABLES = ROOT / "bench" / "trace" / "tables"
DATA = ROOT / "tests" / "data" / "multihop"
TITLES = {"hotpotqa": "HotpotQA", "2wikimultihopqa": "2WikiMultihopQA", "musique": "MuSiQue"}

Measured = Mapping[str, Mapping[str, Any]]
"""By name, the figures that a command printed."""


@dataclass(frozen=True)
class Row:
    """One row of a table.

    Attributes:
        figures: their names, as `groundpath trace evaluate` has them.
        settings: options of that command; a list is an option given several times.
        needs_model: whether it is run with a model at all.
        named: options that name further models, each with what --as calls it.
        published: by data set, a value for each figure; shares in percent.
    """

    name: str
    figures: Sequence[str]
    settings: Mapping[str, Any]
    needs_model: bool = True
    named: Mapping[str, str] = field(default_factory=dict)
    published: Mapping[str, Sequence[float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """A table or figure of the paper; `fresh` for times, which what is kept from before would falsify."""

    name: str
    title: str
    sets: Sequence[str]
    rows: Sequence[Row]
    fresh: bool = False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--model", help="LLaMA3 in the paper")
    parser.add_argument("--as", action="append", default=[], dest="others", metavar="NAME=MODEL")
    parser.add_argument("--encoder", help="of rows that name none")
    parser.add_argument("--tokenizer", help="of the model that reads answers")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--questions", type=int, help="of each data set, at most")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "trace")
    parser.add_argument("--commands", action="store_true", help="print the commands, run none")
    parser.add_argument("--smoke", action="store_true", help="the first row of each table, on one data set")
    asked = parser.parse_args()
    models = dict(one.split("=", 1) for one in asked.others)
    common = {name: value for name in ("encoder", "tokenizer") if (value := getattr(asked, name))}
    for name in asked.names or sorted(file.stem for file in TABLES.glob("*.toml")):
        table = read_table(TABLES / f"{name}.toml")
        if asked.smoke:
            table = replace(table, sets=table.sets[:1], rows=table.rows[:1])
        run(table, asked, models, common)


def read_table(file: Path) -> Table:
    """A table from its file, each row with the settings and figures of the table where it has none."""
    given = tomllib.loads(file.read_text("utf-8"))
    rows = [_row(row, given) for row in given["rows"]]
    return Table(file.stem, given["title"], given.get("sets", list(TITLES)), rows, given.get("fresh", False))


def _row(row: Mapping[str, Any], table: Mapping[str, Any]) -> Row:
    settings = {**table["settings"], **row.get("settings", {})}
    figures = row.get("figures", table.get("figures", ()))
    return Row(
        row["name"],
        [figure.format(method=settings.get("method")) for figure in figures],
        settings,
        row.get("model", True),
        row.get("named", {}),
        row.get("published", {}),
    )


def arguments(row: Row, questions: Path, models: Mapping[str, str], common: Mapping[str, str]) -> list[str]:
    """What stands after `groundpath` for a row and a data set.

    Args:
        models: by name; "" is the model of --model.
        common: options of rows that do not set them.
    """
    settings = {**common, **row.settings}
    if row.needs_model:
        settings["model"] = models[""]
        settings |= {option: models[name] for option, name in row.named.items()}
    options = [part for name, value in settings.items() for part in _option(name, value)]
    return ["trace", "evaluate", str(questions), *options]


def _option(name: str, value: Any) -> Iterator[str]:
    for one in value if isinstance(value, list) else [value]:
        yield f"--{name}"
        if one is not True:
            yield str(one)


def run(
    table: Table, asked: argparse.Namespace, models: Mapping[str, str], common: Mapping[str, str]
) -> None:
    """Run a table's rows and write it; or print its commands."""
    named = {**models, **({"": asked.model} if asked.model else {})}
    folder = asked.out / table.name
    folder.mkdir(parents=True, exist_ok=True)
    found: dict[tuple[str, str], Measured] = {}
    for place, row in enumerate(table.rows):
        missing = [name or "--model" for name in ("", *row.named.values()) if name not in named]
        if row.needs_model and missing:
            print(f"{table.name}, {row.name}: left out, since {', '.join(missing)} is not given")
            continue
        for name in table.sets:
            questions = _part(asked.data / f"{name}.jsonl", asked.questions, folder)
            command = arguments(row, questions, named, common)
            if asked.commands:
                print(shlex.join(["groundpath", *command]))
            else:
                out = folder / f"{place + 1:02}-{name}.jsonl"
                found[row.name, name] = measured([*command, "--out", str(out)], fresh=table.fresh)
    if not asked.commands:
        text = "\n".join(markdown(table, found))
        (asked.out / f"{table.name}.md").write_text(text + "\n", "utf-8")
        print(f"\n{text}")


def _part(file: Path, most: int | None, folder: Path) -> Path:
    """The first questions of a file."""
    if most is None:
        return file
    part = folder / f"first-{most}-{file.name}"
    with file.open(encoding="utf-8") as lines:
        part.write_text("".join(islice(lines, most)), "utf-8")
    return part


def measured(command: Sequence[str], *, fresh: bool) -> Measured:
    """The figures of a command, by their names."""
    with tempfile.TemporaryDirectory() as cache:
        ran = subprocess.run(
            [sys.executable, "-m", "groundpath", *command, "--json"],
            stdout=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, **({"GROUNDPATH_CACHE": cache} if fresh else {})},
        )
    if not ran.stdout:
        raise SystemExit(f"failed: {shlex.join(['groundpath', *command])}")
    said = json.loads(ran.stdout)
    if said["failed"]:  # a missing answer counts as a wrong one, which is no figure of the model's
        raise SystemExit(f"{said['failed']} questions have no answer ({said['first_failure']}); run it again")
    return {measure["name"]: measure for measure in said["measures"]}


def markdown(table: Table, found: Mapping[tuple[str, str], Measured]) -> Iterator[str]:
    """The table: a line for each row and figure, measured with its 95% interval, and published."""
    yield f"**{table.title}.** Shares in percent; intervals are bootstrap percentiles over questions."
    yield ""
    heads = [f"{TITLES[name]}, {what}" for name in table.sets for what in ("measured", "published")]
    yield f"| row | figure | {' | '.join(heads)} |"
    yield "| --- | --- |" + " ---: |" * len(heads)
    for row in table.rows:
        for place, figure in enumerate(row.figures):
            cells = [
                cell
                for name in table.sets
                for cell in (_cell(found.get((row.name, name), {}).get(figure)), _published(row, name, place))
            ]
            yield f"| {row.name} | {figure} | {' | '.join(cells)} |"


def _cell(measure: Mapping[str, Any] | None) -> str:
    if measure is None or measure["mean"] is None:
        return "–"
    factor = 100 if measure["share"] else 1
    mean, low, high = (factor * measure[name] for name in ("mean", "low", "high"))
    return f"{mean:.2f} ({low:.2f} – {high:.2f}; {measure['scored']})"


def _published(row: Row, name: str, place: int) -> str:
    return f"{row.published[name][place]:g}" if name in row.published else "–"


if __name__ == "__main__":
    main()
