"""A server that is killed loses nothing: its runs go on where they were, and end as the command's do."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx2
import pytest
from click.testing import CliRunner
from groundpath.engine.cli.main import cli

from .conftest import Place

pytestmark = pytest.mark.slow

AT_MOST_S = 900


@contextmanager
def served(place: Place, *options: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A server as a user starts it, on a free port; killed at the end."""
    command = [sys.executable, "-m", "groundpath", "serve", "--port", "0", "--data", str(place.data)]
    process = subprocess.Popen(
        [*command, "--store", place.store, *options], stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        address = re.search(r"http://\S+", line)
        assert address, line + process.stderr.read()
        yield process, address[0]
    finally:
        process.kill()
        process.wait()


def many_rows(count: int) -> str:
    people = ("Anna Berg", "Bert Berg", "Cleo Berg")
    rows = (
        {"id": str(n), "cot": f"{people[n % 3]} was born in Oslo. {people[n % 2]} was married to Bert Berg."}
        for n in range(count)
    )
    return "".join(json.dumps(row) + "\n" for row in rows)


def wait(address: str, id: str, enough: int) -> dict:
    """Until so many rows are judged, or the run is done."""
    end = time.monotonic() + AT_MOST_S
    while time.monotonic() < end:
        run = httpx2.get(f"{address}/v1/jobs/{id}").json()
        if run["judged"] >= enough or run["state"] in ("done", "failed"):
            return run
        time.sleep(0.02)
    raise AssertionError(f"not there after {AT_MOST_S} s: {run}")


def killed_under_way(
    place: Place, counts: tuple[int, ...], send: Callable[[str, int], str]
) -> tuple[str, int]:
    """A run whose server was killed before it was done, and its rows: so few as are not done at once.

    Args:
        send: sends so many rows to an address, and gives the id of their run.
    """
    for count in counts:
        with served(place) as (process, address):
            id = send(address, count)
            before = wait(address, id, 1)
            process.send_signal(signal.SIGKILL)
            process.wait()
        assert before["state"] != "failed", before
        if before["judged"] < count:
            return id, count
    raise AssertionError(f"{counts[-1]} rows were done at once")


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
def test_a_run_goes_on_after_the_server_was_killed(place, tmp_path):
    rows = tmp_path / "rows.jsonl"

    def send(address: str, count: int) -> str:
        rows.write_text(many_rows(count))
        sent = httpx2.post(f"{address}/v1/jobs", files={"file": rows.open("rb")}, data={"kg": "family"})
        return sent.json()["id"]

    id, count = killed_under_way(place, (600, 6_000, 60_000), send)
    verdicts = place.data / id / "verdicts.jsonl"
    with served(place) as (_, address):
        after = wait(address, id, count + 1)
        assert after["state"] == "done", after
        served_file = httpx2.get(f"{address}/v1/jobs/{id}/verdicts.jsonl").content
        page = httpx2.get(f"{address}/v1/jobs/{id}/verdicts", params={"limit": 400, "offset": 200}).json()
    out = tmp_path / "command.jsonl"
    command = ["audit", str(rows), "--kg", "family", "--out", str(out), "--store", place.store]
    assert CliRunner().invoke(cli, command).exit_code == 0
    assert verdicts.read_bytes() == served_file == out.read_bytes()
    assert page["total"] == count
    assert [row["id"] for row in page["verdicts"]] == [str(n) for n in range(200, 600)]


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX's")
def test_a_check_goes_on_with_the_documents_that_came_with_it(place):
    def send(address: str, count: int) -> str:
        answers = (f"Refunds are paid within {n} days." for n in range(count))
        rows = "".join(json.dumps({"id": str(n), "answer": one}) + "\n" for n, one in enumerate(answers))
        files = [("file", ("rows.jsonl", rows)), ("documents", ("a.md", b"Refunds are paid within 14 days."))]
        return httpx2.post(f"{address}/v1/jobs", files=files, data={"kind": "check"}).json()["id"]

    id, count = killed_under_way(place, (160, 1_600, 16_000), send)
    verdicts = place.data / id / "verdicts.jsonl"
    kept = verdicts.read_bytes()
    with served(place) as (_, address):
        after = wait(address, id, count + 1)
        assert after["state"] == "done", after
        assert (after["kind"], after["judged"]) == ("check", count)
    assert verdicts.read_bytes().startswith(kept[: kept.rfind(b"\n") + 1])
    assert [json.loads(line)["id"] for line in verdicts.open()] == [str(n) for n in range(count)]


def test_two_servers_do_not_share_a_folder(place):
    with served(place):
        command = ["serve", "--port", "0", "--data", str(place.data), "--store", place.store]
        second = CliRunner().invoke(cli, command)
    assert second.exit_code == 1
    assert "is used by another server" in second.output


def test_an_open_address_without_a_token_is_refused_in_one_line(place):
    refused = CliRunner().invoke(cli, ["serve", "--host", "0.0.0.0", "--data", str(place.data)])
    assert refused.exit_code == 1
    assert "GROUNDPATH_TOKEN" in refused.output
    assert "\n" not in refused.output.strip()


def test_a_port_that_is_taken_is_told(place, tmp_path):
    with served(place) as (_, address):
        port = address.rpartition(":")[2]
        command = ["serve", "--port", port, "--data", str(tmp_path / "others"), "--store", place.store]
        refused = CliRunner().invoke(cli, command)
    assert refused.exit_code == 1
    assert "choose another --port" in refused.output


def test_the_log_of_a_server_is_json_alone(place):
    with served(place) as (process, address):
        httpx2.get(f"{address}/healthz")
        process.send_signal(signal.SIGINT)
        _, log = process.communicate(timeout=AT_MOST_S)
    rows = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
    assert [row["path"] for row in rows if row["message"] == "request"] == ["/healthz"]
    assert "Traceback" not in log
