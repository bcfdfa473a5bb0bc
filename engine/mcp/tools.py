"""The tools that clients call. Each does its work in the server's one thread; errors are one line."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from ..errors import GroundpathError
from ..grounding.matching import World
from ..one_thread import OneThread
from . import shapes
from .desk import Desk

_Result = TypeVar("_Result")
_READS = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_ASKS = ToolAnnotations(read_only_hint=True, open_world_hint=True)  # may ask a chat model

Kg = Annotated[str, Field(description="Name of a graph; the tool graphs lists them.", min_length=1)]
Limit = Annotated[int, Field(description="Rows at most.", ge=1, le=1000)]


def add_tools(server: MCPServer[Any], desk: Desk, thread: OneThread) -> None:
    """Give a server its tools."""

    async def done(work: Callable[[], _Result]) -> _Result:
        try:
            return await thread.run(work)
        except GroundpathError as error:
            raise ToolError(" ".join(str(error).split())) from error

    @server.tool(title="List graphs", annotations=_READS)
    async def graphs() -> shapes.Graphs:
        """List the knowledge graphs that can be asked, with their sizes."""
        return await done(desk.graphs)

    @server.tool(title="Audit reasoning", annotations=_READS)
    async def audit(
        kg: Kg,
        text: Annotated[str, Field(description="The reasoning: steps or sentences, and its answer.")],
        question: Annotated[str, Field(description="What it answers.")] = "",
        topic: Annotated[
            list[str] | None, Field(description="Entities that the question asks from: ids or names.")
        ] = None,
        gold_answers: Annotated[
            list[str] | None, Field(description="Right answers, any of which will do: ids or names.")
        ] = None,
        world: Annotated[
            World,
            Field(
                description="Which absent facts are false. local: a graph that holds a tail of a head and a "
                "relation holds all of them; open: only where a relation has one tail; closed: all."
            ),
        ] = "local",
    ) -> shapes.Audited:
        """Judge whether reasoning is grounded in a graph: step by step, what is supported, contradicted or
        unknown, with the facts behind it, the step at fault, and Cypher that shows it. Unknown is not
        wrong: the graph cannot tell."""
        return await done(
            partial(desk.audit, kg, text, question, topic or (), gold_answers or (), world),
        )

    @server.tool(title="Check an answer", annotations=_READS)
    async def check(
        answer: Annotated[str, Field(description="The answer, as it would be shown.", min_length=1)],
        documents: Annotated[
            list[shapes.GivenDocument] | None, Field(description="What it was made from.")
        ] = None,
        contexts: Annotated[
            list[str] | None, Field(description="The same as texts without a title; both may be given.")
        ] = None,
        question: Annotated[str, Field(description="What it answers.")] = "",
        kg: Annotated[
            str | None, Field(description="A graph that its claims are held against too.", min_length=1)
        ] = None,
    ) -> shapes.Checked:
        """Hold an answer against documents, sentence by sentence: what they support, what they contradict,
        what is not found in them, each with the sentences that bear on it; and whether its citations, "[1]"
        for the first text, say what it says. Not found is not wrong: these documents do not say it."""
        return await done(
            partial(desk.check, answer, documents or (), contexts or (), question, kg),
        )

    @server.tool(title="Explain a verdict", annotations=_READS)
    async def explain(
        verdict_id: Annotated[
            str,
            Field(
                description="As audit or check returned it, or the id of a row of the server's verdicts file."
            ),
        ],
    ) -> shapes.Explained:
        """Show a verdict or a check as a readable argument: claims, what bears on them, what is said
        instead."""
        return await done(lambda: {"argument": desk.argument(verdict_id)})

    @server.tool(title="Search a graph", annotations=_READS)
    async def search(
        kg: Kg,
        text: Annotated[str, Field(description="A name or a meaning.", min_length=1)],
        limit: Limit = 10,
    ) -> shapes.Found:
        """Find the entities and facts of a graph that a text names or means."""
        return await done(partial(desk.search, kg, text, limit))

    @server.tool(title="Find paths", annotations=_READS)
    async def paths(
        kg: Kg,
        source: Annotated[str, Field(description="An entity: its id, name or alias.", min_length=1)],
        target: Annotated[str, Field(description="An entity: its id, name or alias.", min_length=1)],
        max_hops: Annotated[int, Field(ge=1, le=10)] = 3,
        directed: Annotated[bool, Field(description="Walk facts only from head to tail.")] = False,
        limit: Limit = 20,
    ) -> shapes.Paths:
        """Find the simple paths between two entities of a graph, shortest first."""
        return await done(partial(desk.paths, kg, source, target, max_hops, directed, limit))

    @server.tool(title="Run Cypher", annotations=_READS)
    async def cypher(
        statement: Annotated[str, Field(description="One that only reads, with $name for parameters.")],
        parameters: Annotated[dict[str, Any] | None, Field(description="Values of $name.")] = None,
        limit: Limit = 100,
    ) -> shapes.Rows:
        """Run a Cypher statement that only reads. Nodes are (:Entity {kg, id, name}), facts are
        -[:FACT {kg, relation, label, text, key}]->; what would write is refused before it runs."""
        return await done(partial(desk.cypher, statement, parameters or {}, limit))

    @server.tool(title="Trace a question", annotations=_ASKS)
    async def trace_ask(
        question: Annotated[str, Field(min_length=1)],
        kg: Annotated[str | None, Field(description="A graph with vectors to answer from.")] = None,
        documents: Annotated[
            list[shapes.GivenDocument] | None, Field(description="Documents to answer from instead.")
        ] = None,
    ) -> shapes.Traced:
        """Answer a question from chains of facts of a graph or of documents, with the sentences that state
        them. Without a model at the server there are the chains alone: answer from these."""
        return await done(partial(desk.trace, question, kg, documents or ()))
