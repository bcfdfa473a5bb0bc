"""Races: groundpath and its peers on the same work, size after size, in one process.

A size is doubled until the next one would not fit into the time of the race. All contestants of a size run
once first, and what they return is compared: who returns something else than groundpath is out of the race,
and named, before any time counts; when nobody ever returned the same, the benchmark ends, unless the others
only promise to come near. Then they run in turn, round after round, and medians are kept. What takes less
than a few milliseconds is done again and again within its turn, as timeit does: one call would mostly tell
how cold the caches are after the others' turns. On a machine that does much else, --processor counts the
processor time of the process in place of the clock's; who works in another process tells the clock's.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import log
from operator import eq
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

OURS = "groundpath"
ROUNDS = 5
# Seconds of one size's rounds: where one round takes longer, there is no other.
_SIZE_S = 6.0
# Seconds of a turn: what takes less is repeated.
_TURN_S = 0.005

Clock = Callable[[], float]
CLOCKS: Mapping[bool, Clock] = {False: perf_counter, True: process_time}
"""By whether processor time is asked for."""
Field = Mapping[str, Callable[[], Any]]


class Timed(NamedTuple):
    """What a contestant returns that knows best how long it took: work done in another process."""

    seconds: float
    found: Any


@dataclass(frozen=True)
class Race:
    """One row of the table.

    Attributes:
        what: what is done, for the reader.
        unit: what a size counts.
        sizes: ascending.
        enter: the contestants at a size, ready to run; groundpath is OURS. What it does itself is not timed.
        same: whether a contestant's result is groundpath's.
        seconds: about how long the contestants may run in all.
        measured: what is measured: seconds, or MB where all contestants return that as Timed.
        approximate: the others may miss groundpath's result by their nature: that is told, and no fault here.
        smoke: the one size of a smoke run; the first of all where none is given.
    """

    what: str
    unit: str
    sizes: Sequence[int]
    enter: Callable[[int], Field]
    same: Callable[[Any, Any], bool] = eq
    seconds: float = 45.0
    note: str = ""
    measured: str = "s"
    approximate: bool = False
    smoke: int | None = None


@dataclass
class Result:
    """The median by contestant and size; the sizes from which contestants return something else."""

    what: str
    unit: str
    note: str
    measured: str
    times: dict[str, dict[int, float]] = field(default_factory=dict)
    differing: dict[str, int] = field(default_factory=dict)


def run(race: Race, *, smoke: bool = False, clock: Clock = perf_counter) -> Result:
    result = Result(race.what, race.unit, race.note, race.measured)
    left, limited = race.seconds, race.measured == "s"
    out: set[str] = set()
    for size in (race.smoke or race.sizes[0],) if smoke else race.sizes:
        contestants = {name: work for name, work in race.enter(size).items() if name not in out}
        began = perf_counter()
        tried = {name: _timed(work, clock) for name, work in contestants.items()}
        differing = dict.fromkeys(_differing(tried, race.same), size)
        result.differing |= differing
        others = contestants.keys() - {OURS}
        if others and others == differing.keys() and len(result.times) < 2 and not race.approximate:
            raise SystemExit(f"{OURS} and {' and '.join(differing)} differ; nothing was timed")
        contestants = {name: work for name, work in contestants.items() if name not in differing}
        times = {name: tried[name].seconds for name in contestants} if smoke else _times(contestants, clock)
        out |= set(differing)
        left -= perf_counter() - began
        for name, seconds in times.items():
            result.times.setdefault(name, {})[size] = seconds
        # A doubled size takes two to four times as long, and each contestant has its share of what is left.
        out |= {name for name, took in times.items() if limited and 4 * took > left / len(contestants)}
        if OURS in out or left <= 0:
            break
    return result


def _differing(tried: Mapping[str, Timed], same: Callable[[Any, Any], bool]) -> list[str]:
    """Those whose results are not groundpath's."""
    return [name for name in tried if name != OURS and not same(tried[OURS].found, tried[name].found)]


def _times(contestants: Field, clock: Clock) -> dict[str, float]:
    times: dict[str, list[float]] = {name: [] for name in contestants}
    end = perf_counter() + _SIZE_S
    for _ in range(ROUNDS):
        for name, work in contestants.items():
            times[name].append(_turn(work, clock))
        if perf_counter() > end:
            break
    return {name: median(taken) for name, taken in times.items()}


def _turn(work: Callable[[], Any], clock: Clock) -> float:
    """The seconds of a call, the mean of as many as fit into a turn; one where that fills it."""
    began, calls, took = perf_counter(), 0, 0.0
    while perf_counter() - began < _TURN_S:
        took += _timed(work, clock).seconds
        calls += 1
    return took / calls


def _timed(work: Callable[[], Any], clock: Clock) -> Timed:
    began = clock()
    found = work()
    return found if isinstance(found, Timed) else Timed(clock() - began, found)


def installed(*modules: str) -> bool:
    """Whether these peers are there to be run."""
    try:
        return all(import_module(module) for module in modules)
    except ImportError:
        return False


def exponent(times: Mapping[int, float]) -> float | None:
    """The slope of log time over log size in the upper half of the sizes; None for fewer than three."""
    sizes = sorted(times)
    if len(sizes) < 3:
        return None
    upper = sizes[-max(3, len(sizes) // 2 + 1) :]
    xs, ys = [log(size) for size in upper], [log(times[size]) for size in upper]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((one - x) ** 2 for one in xs)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / across
