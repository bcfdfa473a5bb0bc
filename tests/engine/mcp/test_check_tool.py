"""The tool `check`, asked by the SDK's client: an answer is held against documents, and explained."""

import json
from collections.abc import Iterator

import pytest
from groundpath import open_store
from groundpath.engine.mcp.desk import Desk
from groundpath.engine.mcp.server import GroundpathServer
from letters import LetterEncoder
from mcp import Client
from stated_judge import StatedJudge

STATED = {
    ("Soap cleans.", "Soap cleans"): "supported",
    ("Soap is dear.", "Soap is cheap"): "contradicted",
}
DOCUMENTS = [{"title": "Soap", "text": "Soap cleans. It is made in Ely."}]
CONTEXTS = ["Soap is cheap."]


@pytest.fixture
def server(family_url: str) -> Iterator[GroundpathServer]:
    with open_store(family_url) as store:
        yield GroundpathServer(Desk(store, LetterEncoder(), judge=StatedJudge(STATED)))


async def test_each_claim_comes_with_its_status_and_evidence(server: GroundpathServer) -> None:
    """By hand: chances of 0.9, 0.05 and 0.05 that a claim is supported come to a share of 1/3."""
    answer = "Soap cleans [2]. Soap is dear. Soap floats [7]. Is that so?"
    async with Client(server) as client:
        done = await client.call_tool(
            "check", {"answer": answer, "documents": DOCUMENTS, "contexts": CONTEXTS, "question": "What?"}
        )
        checked = done.structured_content
        explained = await client.call_tool("explain", {"verdict_id": checked["verdict_id"]})
        read = await client.read_resource(f"groundpath://verdicts/{checked['verdict_id']}")
    assert [one["status"] for one in checked["sentences"]] == ["supported", "contradicted", "not_found", None]
    assert checked["grounded"] is False
    assert (checked["score"]["claims"], round(checked["score"]["share"], 4)) == (3, 0.3333)
    first, second, third, _ = checked["sentences"]
    (evidence,) = first["claims"][0]["evidence"]
    assert (evidence["document"], evidence["title"], evidence["text"]) == ("2", "Soap", "Soap cleans.")
    assert second["claims"][0]["evidence"][0]["text"] == "Soap is cheap."
    assert [one["status"] for one in (*first["citations"], *third["citations"])] == ["supports", "not_there"]
    argument = explained.structured_content["argument"]
    assert "✗ contradicted" in argument
    assert "Soap is cheap." in argument
    assert json.loads(read.contents[0].text)["answer"] == answer


async def test_a_graph_that_is_named_has_its_say(server: GroundpathServer) -> None:
    async with Client(server) as client:
        done = await client.call_tool(
            "check",
            {
                "answer": "The place of birth of Bert Berg is Oslo.",
                "contexts": CONTEXTS,
                "kg": "family",
            },
        )
    (claim,) = done.structured_content["sentences"][0]["claims"]
    assert (claim["status"], claim["by"]) == ("supported", "graph")
    assert claim["facts"][0]["tail"] == "Oslo"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"answer": "Soap cleans."}, "cannot be checked: it comes with no documents"),
        ({"answer": "Soap cleans.", "contexts": CONTEXTS, "kg": "famly"}, "did you mean 'family'?"),
        ({"contexts": CONTEXTS}, "check: answer: Field required; see its input schema"),
    ],
)
async def test_what_cannot_be_checked_is_told_in_one_line(
    server: GroundpathServer, arguments: dict[str, object], said: str
) -> None:
    async with Client(server) as client:
        done = await client.call_tool("check", arguments)
    assert done.is_error
    text = "".join(part.text for part in done.content)
    assert said in text
    assert "\n" not in text
