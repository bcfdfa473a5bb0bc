"""How many short texts a second `groundpath serve` audits, and how long each takes.

    python bench/serve.py [--seconds S] [--clients C] [--beside-a-run]

A server of its own runs over examples/royals.tsv. C connections, kept open, send the chains of
examples/royals.jsonl one after the other; each is a request of /v1/audit. Told are requests a second, and the
median, the 95th and 99th percentile of the time that each took: the first time each text is sent, when the
graph is read and the matcher asked, and then, when it knows the phrases. With --beside-a-run a process beside
it judges many rows meanwhile.

The clients take a part of the machine's cores: they speak HTTP by hand, which costs 0.1 ms a request. On a
machine that others use, the time that a request takes says little; so the processor time that the server took
for each is told too (Linux), and how many texts a second that leaves room for on one core.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlsplit

from groundpath import load_triples, open_store

EXAMPLES = Path(__file__).parents[1] / "examples"
KG = "royals"
RUN_ROWS = 20_000
BOUNDARY = "rows-of-a-run"


class Place(NamedTuple):
    """Where the server listens."""

    host: str
    port: int
    pid: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--beside-a-run", action="store_true")
    asked = parser.parse_args()
    rows = [json.loads(line) for line in (EXAMPLES / "royals.jsonl").read_text("utf-8").splitlines()]
    with TemporaryDirectory(prefix="groundpath-bench-") as folder, served(Path(folder)) as place:
        bodies = [json.dumps({"kg": KG, "text": row["cot"], "question": row["question"]}) for row in rows]
        if asked.beside_a_run:
            asyncio.run(send_run(place, rows))
        first = asyncio.run(load(place, bodies, 1, None))
        before = processor_time(place.pid)
        again = asyncio.run(load(place, bodies, asked.clients, asked.seconds))
        each = (processor_time(place.pid) - before) / len(again)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"each text for the first time, one client: {in_words(first)}")
    print(f"{len(again) / asked.seconds:.0f} texts a second, {asked.clients} clients: {in_words(again)}")
    if each:
        print(f"processor time of the server: {1000 * each:.2f} ms a text, room for {1 / each:.0f} a second")


def in_words(seconds: list[float]) -> str:
    percentiles = quantiles(seconds, n=100)
    return ", ".join(f"p{n} {1000 * percentiles[n - 1]:.1f} ms" for n in (50, 95, 99))


@contextmanager
def served(folder: Path) -> Iterator[Place]:
    """A server over the graph, as a user starts it."""
    url = f"embedded:{folder / 'store'}"
    with open_store(url) as store:
        load_triples(store, KG, EXAMPLES / "royals.tsv", embed=False)
    command = [sys.executable, "-m", "groundpath", "serve", "--port", "0", "--store", url]
    with (folder / "log").open("w+", encoding="utf-8") as log:
        process = subprocess.Popen(
            [*command, "--data", str(folder / "runs")], stderr=subprocess.PIPE, text=True
        )
        try:
            assert process.stderr is not None
            address = urlsplit(re.findall(r"http://\S+", process.stderr.readline())[0])
            drain = subprocess.Popen(["cat"], stdin=process.stderr, stdout=log)
            yield Place(str(address.hostname), int(address.port or 0), process.pid)
        finally:
            process.terminate()
            process.wait()
            drain.wait()


def processor_time(pid: int) -> float:
    """Seconds that a process has taken of a core, its threads together; 0 where that is not told."""
    told = Path(f"/proc/{pid}/stat")
    if not told.exists():
        return 0.0
    user, system = told.read_text("utf-8").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def load(place: Place, bodies: list[str], clients: int, seconds: float | None) -> list[float]:
    """The time that each request took, in seconds; each text is sent once where no time is given."""
    took: list[float] = []
    turned = (bodies[n:] + bodies[:n] for n in range(clients))
    await asyncio.gather(*(client(place, one, seconds, took) for one in turned))
    return took


async def client(place: Place, bodies: list[str], seconds: float | None, took: list[float]) -> None:
    reader, writer = await asyncio.open_connection(place.host, place.port)
    began = perf_counter()
    for body in bodies if seconds is None else cycle(bodies):
        sent = perf_counter()
        if seconds is not None and sent > began + seconds:
            break
        await request(reader, writer, place, "/v1/audit", "application/json", body.encode())
        took.append(perf_counter() - sent)
    writer.close()


async def request(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    place: Place,
    path: str,
    kind: str,
    body: bytes,
) -> None:
    """One answer, which must be good."""
    head = (
        f"POST {path} HTTP/1.1",
        f"Host: {place.host}",
        f"Content-Type: {kind}",
        f"Content-Length: {len(body)}",
    )
    writer.write("\r\n".join((*head, "", "")).encode() + body)
    told = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    answer = await reader.readexactly(int(re.findall(r"content-length: (\d+)", told)[0]))
    assert told.startswith(("http/1.1 200", "http/1.1 201")), answer


async def send_run(place: Place, rows: list[dict[str, object]]) -> None:
    """Have many rows judged meanwhile."""
    many = (json.dumps({**row, "id": str(n)}) for n, row in zip(range(RUN_ROWS), cycle(rows), strict=False))
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="kg"\r\n\r\n{KG}\r\n--{BOUNDARY}\r\n',
        'Content-Disposition: form-data; name="file"; filename="rows.jsonl"\r\n\r\n',
        "\n".join(many),
        f"\r\n--{BOUNDARY}--\r\n",
    ]
    reader, writer = await asyncio.open_connection(place.host, place.port)
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    await request(reader, writer, place, "/v1/jobs", kind, "".join(parts).encode())
    writer.close()


if __name__ == "__main__":
    main()
