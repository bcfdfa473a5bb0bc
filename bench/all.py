"""Every race in one run: a table in Markdown, and a plot of time against size for each.

    python bench/all.py [--smoke] [--processor] [--only NAME …] [--data DIR] [--out DIR]

`make bench` installs the peers first, in an environment of their own; a peer that is not installed is left
out. Each race has a process of its own. --smoke runs one small size of each once, to see that it runs.
Results go to DIR/results.md, with DIR/NAME.svg beside it.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from time import perf_counter

from machine import machine
from racing import CLOCKS, OURS, Race, Result, exponent, installed, run

ROOMS = ("kernels", "vectors", "graphs", "commands")
DATA = Path(__file__).parents[1] / "tests" / "data"
MARK = "result: "
OUT = Path(__file__).parents[1] / "build" / "bench"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--processor", action="store_true", help="processor time, not the clock's")
    parser.add_argument("--only", nargs="*", metavar="NAME", help="these races alone")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)  # room and race, in the process made for it
    asked = parser.parse_args()
    if asked.one:
        room, name = asked.one
        race = races(room, asked.data)[name]
        result = run(race, smoke=asked.smoke, clock=CLOCKS[asked.processor])
        print("\n" + MARK + json.dumps(asdict(result)))
        return
    rooms = {name: room for room in ROOMS for name in races(room, asked.data)}
    if unknown := set(asked.only or ()) - rooms.keys():
        parser.error(f"no race is called {', '.join(sorted(unknown))}; there are {', '.join(rooms)}")
    asked.out.mkdir(parents=True, exist_ok=True)
    began = perf_counter()
    told = ["--data", str(asked.data), *["--smoke"] * asked.smoke, *["--processor"] * asked.processor]
    ran = {name: alone(rooms[name], name, told) for name in asked.only or rooms}
    results = {name: result for name, result in ran.items() if result}
    table = "\n".join(markdown(results, perf_counter() - began, processor=asked.processor))
    (asked.out / "results.md").write_text(table + "\n", encoding="utf-8")
    if installed("matplotlib"):
        for name, result in results.items():
            if asked.smoke or any(len(times) > 1 for times in result.times.values()):
                plot(result, asked.out / f"{name}.svg")
    print(f"\n{table}\n\nwritten to {asked.out}")
    if failed := sorted(ran.keys() - results.keys()):
        raise SystemExit(f"failed: {', '.join(failed)}; the others are in the table")


def races(room: str, data: Path) -> dict[str, Race]:
    found: dict[str, Race] = import_module(f"races.{room}").races(data)
    return found


def alone(room: str, name: str, told: list[str]) -> Result | None:
    """The result of a race run in a process of its own; None when it failed, which the others survive."""
    command = [sys.executable, __file__, "--one", room, name, *told]
    began = perf_counter()
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if ran.returncode:
        print(f"{name:18} failed", file=sys.stderr, flush=True)
        return None
    told = [line for line in ran.stdout.splitlines() if line.startswith(MARK)]  # peers print, too
    result = Result(**json.loads(told[-1].removeprefix(MARK)))
    # JSON has no numbers as keys.
    result.times = {
        who: {int(size): took for size, took in points.items()} for who, points in result.times.items()
    }
    print(
        f"{name:18} {perf_counter() - began:6.1f} s  {'; '.join(_shown(result))}", file=sys.stderr, flush=True
    )
    return result


def markdown(results: dict[str, Result], seconds: float, *, processor: bool) -> Iterator[str]:
    yield f"Medians of interleaved rounds, equal results checked first; {seconds / 60:.1f} minutes in all."
    yield f"{'Processor time' if processor else 'Time by the clock'} on {machine()}."
    yield "The exponent is that of time in size over the upper half of the sizes; ratios are at the smallest"
    yield "and the largest size that both ran."
    yield ""
    yield "| what | size | groundpath | exponent | against (exponent) |"
    yield "| --- | ---: | ---: | ---: | --- |"
    for result in results.values():
        if OURS not in result.times:  # what it needs is not installed
            continue
        ours = result.times[OURS]
        size = max(ours)
        row = (
            result.what,
            f"{size:,} {result.unit}",
            _amount(ours[size], result.measured),
            _exponent(ours),
            "<br>".join(_shown(result)),
        )
        yield f"| {' | '.join(row)} |"
    yield ""
    yield from (f"- {result.what}: {result.note}" for result in results.values() if result.note)


def _shown(result: Result) -> Iterator[str]:
    ours = result.times.get(OURS, {})
    for name, theirs in result.times.items():
        if name != OURS:
            both = set(theirs) & set(ours)
            ends = sorted({min(both), max(both)})
            ratios = ", ".join(f"{theirs[size] / ours[size]:.3g}x at {size:,}" for size in ends)
            yield f"{name}: {ratios} ({_exponent(theirs)})"
    yield from (f"{name} returns something else at {size:,}" for name, size in result.differing.items())


def _exponent(times: dict[int, float]) -> str:
    slope = exponent(times)
    return "–" if slope is None else f"{slope:.2f}"


def _amount(seconds: float, measured: str) -> str:
    if measured != "s":
        return f"{seconds:,.0f} {measured}"
    for unit, length in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def plot(result: Result, file: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
    for name, times in result.times.items():
        width = 2.5 if name == OURS else 1.2
        axes.loglog(list(times), list(times.values()), marker="o", linewidth=width, label=name)
    axes.set_title(result.what, fontsize=9, wrap=True)
    axes.set_xlabel(result.unit)
    axes.set_ylabel("seconds" if result.measured == "s" else result.measured)
    axes.grid(True, which="both", alpha=0.25)
    axes.legend()
    figure.savefig(file)
    pyplot.close(figure)


if __name__ == "__main__":
    main()
