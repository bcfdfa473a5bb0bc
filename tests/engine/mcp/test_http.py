"""`groundpath mcp --http`: for this machine, or for who has the token."""

import subprocess
import sys

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from .conftest import CHAIN, served

pytestmark = pytest.mark.slow  # each test starts a server


async def test_tools_are_called_over_http(family_url: str) -> None:
    with served(family_url) as address:
        async with Client(address) as client:
            audited = await client.call_tool("audit", {"kg": "family", "text": CHAIN})
    assert audited.structured_content is not None
    assert audited.structured_content["verdict"] == "faithful"


async def test_a_token_is_asked_for_where_one_is_set(family_url: str) -> None:
    with served(family_url, "--host", "0.0.0.0", GROUNDPATH_TOKEN="sesame") as address:
        local = address.replace("0.0.0.0", "127.0.0.1")
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "sesame"}):
            refused = httpx2.post(local, headers=headers, json={})
            assert refused.status_code == 401
            assert refused.headers["www-authenticate"] == "Bearer"
        async with (
            httpx2.AsyncClient(headers={"Authorization": "Bearer sesame"}) as http,
            Client(streamable_http_client(local, http_client=http)) as client,
        ):
            graphs = await client.call_tool("graphs", {})
    assert graphs.structured_content is not None
    assert graphs.structured_content["graphs"][0]["name"] == "family"


def test_a_page_of_another_site_is_refused(family_url: str) -> None:
    with served(family_url) as address:
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        headers = {"Origin": "https://evil.example", "Accept": "application/json, text/event-stream"}
        assert httpx2.post(address, headers=headers, json=asked).status_code == 403


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--host", "0.0.0.0"), "set GROUNDPATH_TOKEN"),
        (("--host", "192.0.2.1.invalid"), "set GROUNDPATH_TOKEN"),
    ],
)
def test_others_cannot_ask_without_a_token(family_url: str, options: tuple[str, ...], said: str) -> None:
    command = [sys.executable, "-m", "groundpath", "mcp", "--http", "--store", family_url, *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_port_that_is_taken_is_told(family_url: str) -> None:
    with served(family_url) as address:
        port = address.rsplit(":", 1)[1].split("/")[0]
        command = [sys.executable, "-m", "groundpath", "mcp", "--http", "--port", port, "--store", family_url]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"127.0.0.1, port {port}, cannot be listened on" in done.stderr
    assert "--port" in done.stderr
