"""`groundpath mcp` as assistants start it: a process of its own, asked by the SDK's own client."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from local_chat_server import completion, failure, running_chat_server
from mcp import Client, MCPError, StdioServerParameters

from .conftest import CHAIN

pytestmark = pytest.mark.slow  # each test starts a server

TOOLS = {"graphs", "audit", "check", "explain", "search", "paths", "cypher", "trace_ask"}


async def call(client: Client, name: str, **arguments: Any) -> Any:
    """What a tool returns, in its structured form; an error is its one line."""
    done = await client.call_tool(name, arguments)
    text = "".join(part.text for part in done.content if part.type == "text")
    if done.is_error:
        return text
    assert json.loads(text) == done.structured_content
    return done.structured_content


async def test_every_tool_is_described_with_what_it_takes_and_returns(
    stdio_command: StdioServerParameters,
) -> None:
    async with Client(stdio_command) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == TOOLS
    for tool in tools.values():
        assert tool.description
        assert tool.output_schema
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
    taken = tools["audit"].input_schema["properties"]
    assert taken["kg"]["description"]
    assert taken["world"]["enum"] == ["local", "open", "closed"]
    assert tools["audit"].input_schema["required"] == ["kg", "text"]
    assert "verdict" in tools["audit"].output_schema["properties"]


async def test_reasoning_is_audited_and_its_verdict_explained_and_read(
    stdio_command: StdioServerParameters,
) -> None:
    async with Client(stdio_command) as client:
        audited = await call(client, "audit", kg="family", text=CHAIN, gold_answers=["Oslo"])
        explained = await call(client, "explain", verdict_id=audited["verdict_id"])
        rows = await call(client, "cypher", **audited["cypher"])
        uris = {str(one.uri) for one in (await client.list_resources()).resources}
        read = await client.read_resource(f"groundpath://verdicts/{audited['verdict_id']}")
    assert audited["verdict"] == "faithful"
    assert audited["answer_right"] is True
    assert [step["status"] for step in audited["steps"]] == ["supported", "supported"]
    assert audited["steps"][0]["facts"][0]["head"] == "Anna Berg"
    assert len(rows["rows"]) == 2
    assert "Bert Berg" in explained["argument"]
    assert f"groundpath://verdicts/{audited['verdict_id']}" in uris
    assert json.loads(read.contents[0].text)["verdict"] == "faithful"


async def test_a_contradicted_step_comes_with_what_the_graph_states_instead(
    stdio_command: StdioServerParameters,
) -> None:
    text = "The place of birth of Bert Berg is Anna Berg."
    async with Client(stdio_command) as client:
        audited = await call(client, "audit", kg="family", text=text)
    (step,) = audited["steps"]
    assert (audited["verdict"], step["status"]) == ("unfaithful", "contradicted")
    assert [fact["tail"] for fact in step["instead"]] == ["Oslo"]


async def test_graphs_are_listed_searched_and_walked(stdio_command: StdioServerParameters) -> None:
    async with Client(stdio_command) as client:
        listed = await call(client, "graphs")
        found = await call(client, "search", kg="family", text="Cleo Berg")
        paths = await call(client, "paths", kg="family", source="Anna Berg", target="Oslo")
        info = await client.read_resource("groundpath://graphs/family")
    assert [(graph["name"], graph["facts"], graph["meaning"]) for graph in listed["graphs"]] == [
        ("family", 4, True)
    ]
    assert found["entities"][0]["id"] == "Cleo Berg"
    assert [len(path["facts"]) for path in paths["paths"]] == [2, 2]
    assert json.loads(info.contents[0].text)["relations"]["place of birth"] == 2


async def test_a_question_is_traced_over_a_graph_and_over_documents(
    stdio_command: StdioServerParameters,
) -> None:
    document = {"title": "Cleo", "text": "Cleo was born in Oslo. She paints."}
    async with Client(stdio_command) as client:
        over_graph = await call(client, "trace_ask", question="Where was Cleo Berg born?", kg="family")
        over_text = await call(client, "trace_ask", question="Where was Cleo born?", documents=[document])
        neither = await call(client, "trace_ask", question="Where was Cleo born?")
    assert over_graph["answer"] is None
    assert any("Oslo" in fact["text"] for fact in over_graph["chains"][0]["facts"])
    assert over_text["chains"][0]["facts"][0]["sentences"] == ["Cleo was born in Oslo."]
    assert neither.endswith("over a graph or over documents; give either kg or documents")


async def test_rows_of_a_verdicts_file_are_explained(stdio_command: StdioServerParameters) -> None:
    async with Client(stdio_command) as client:
        explained = await call(client, "explain", verdict_id="first")
        unknown = await call(client, "explain", verdict_id="second")
    assert "Oslo" in explained["argument"]
    assert "has no verdict on a row 'second'; there is: 'first'" in unknown


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("audit", {"kg": "famly", "text": "x"}, r"holds no graph 'famly'; did you mean 'family'\?"),
        ("audit", {"kg": "family"}, r"audit: text: Field required; see its input schema"),
        ("paths", {"kg": "family", "source": "Ana", "target": "Oslo"}, r"has no entity called 'Ana'"),
        ("search", {"kg": "family", "text": "x", "limit": 0}, r"search: limit: .*greater than or equal to 1"),
        ("cypher", {"statement": "MATCH (e) DETACH DELETE e"}, r"."),
    ],
)
async def test_an_error_is_one_line_that_says_what_to_do(
    stdio_command: StdioServerParameters, tool: str, arguments: dict[str, Any], said: str
) -> None:
    async with Client(stdio_command) as client:
        error = await call(client, tool, **arguments)
        still = await call(client, "graphs")
    assert isinstance(error, str)
    assert "\n" not in error
    assert re.search(said, error)
    assert still["graphs"][0]["facts"] == 4


async def test_what_is_not_there_cannot_be_read(stdio_command: StdioServerParameters) -> None:
    async with Client(stdio_command) as client:
        with pytest.raises(MCPError, match="holds no graph 'famly'"):
            await client.read_resource("groundpath://graphs/famly")


def test_nothing_but_protocol_is_printed(stdio_command: StdioServerParameters) -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    done = subprocess.run(
        [stdio_command.command, *stdio_command.args],
        input=json.dumps(hello) + "\nthis is no JSON\n",
        capture_output=True,
        text=True,
        env=stdio_command.env,
        check=False,
    )
    assert done.returncode == 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {line["jsonrpc"] for line in lines} == {"2.0"}
    assert lines[0]["result"]["serverInfo"]["name"] == "groundpath"


async def test_a_model_at_the_server_answers_by_one_request_and_tells_what_it_cost(
    stdio_command: StdioServerParameters, tmp_path: Path
) -> None:
    document = {"title": "Cleo", "text": "Cleo was born in Oslo. She paints."}
    question = "Where was Cleo born?"
    environment = {**os.environ, "OPENAI_API_KEY": "key", "GROUNDPATH_CACHE": str(tmp_path)}
    with running_chat_server(lambda _: completion("Oslo")) as server:
        asking = StdioServerParameters(
            command=stdio_command.command,
            args=[*stdio_command.args, "--model", "openai:local"],
            env={**environment, "OPENAI_BASE_URL": server.url},
        )
        async with Client(asking) as client:
            traced = await call(client, "trace_ask", question=question, documents=[document])
            again = await call(client, "trace_ask", question=question, documents=[document])
    assert (traced["answer"], again["answer"]) == ("Oslo", "Oslo")
    assert traced["usage"].startswith("1 request: 0 answered before, 1 to the model")
    assert again["usage"].startswith("1 request: 1 answered before, 0 to the model")
    assert len(server.bodies) == 1
    assert "Cleo was born in Oslo." in server.questions()[0]


async def test_a_model_that_cannot_be_reached_is_told_with_the_chains(
    stdio_command: StdioServerParameters, tmp_path: Path
) -> None:
    document = {"title": "Cleo", "text": "Cleo was born in Oslo."}
    environment = {**os.environ, "OPENAI_API_KEY": "key", "GROUNDPATH_CACHE": str(tmp_path)}
    with running_chat_server(lambda _: failure(401, "wrong key")) as server:
        asking = StdioServerParameters(
            command=stdio_command.command,
            args=[*stdio_command.args, "--model", "openai:local"],
            env={**environment, "OPENAI_BASE_URL": server.url},
        )
        async with Client(asking) as client:
            told = await call(client, "trace_ask", question="Where was Cleo born?", documents=[document])
    assert isinstance(told, str)
    assert "answered 401" in told
    assert "check OPENAI_API_KEY" in told
    assert "\n" not in told


def test_without_the_sdk_the_command_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['mcp'] = None; sys.argv = ['groundpath', 'mcp', '--store', 'embedded:x'];"
        "from groundpath.engine.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: the server needs mcp (")
    assert done.stderr.endswith(" in a checkout, else pip install 'groundpath[mcp]'\n")
