"""`groundpath check`: answers held against documents, by the judge that ships and by a chat model."""

from pathlib import Path

import pytest
from local_chat_server import completion, running_chat_server
from row_files import rows_of, write_rows

POLICY = (
    "Refunds are paid within fourteen days of the return. Items must be unused and in their box. "
    "The seller pays for the shipping."
)
HISTORY = "The policy was written in 2019 by Ann Lee. It applies in all shops of the company."


@pytest.fixture
def check(groundpath, unasked):  # noqa: ARG001
    Path("policies").mkdir()
    Path("policies/refunds.txt").write_text(POLICY)
    Path("policies/history.md").write_text(HISTORY)
    return lambda *arguments, **given: groundpath("check", *arguments, **given)


def by_the_words(body):
    """Supports a claim of which every longer word stands in the sentences."""
    asked = body["messages"][-1]["content"]
    claim, sentences = asked.split("<sentences>")
    words = [word.strip(".<>/").lower() for word in claim.split("<claim>")[1].split() if len(word) > 4]
    return completion(
        "supported"
        if all(word in sentences.lower() for word in words if "claim" not in word)
        else "not_found"
    )


def test_an_answer_in_plain_text_against_a_folder(check):
    Path("answer.txt").write_text(
        f"Sure!\n\n{POLICY.split('. ')[0]}. The company sells bicycles in Norway.\n"
    )
    done = check("answer.txt", "--documents", "policies", "--json")
    assert done.code == 0
    (answer,) = done.json["answers"]
    address, quoted, invented = answer["sentences"]
    assert address["no_claim"] == "address"
    assert quoted["status"] == "supported"
    (evidence,) = quoted["claims"][0]["evidence"]
    text = POLICY[evidence["start"] : evidence["end"]]
    assert text == evidence["text"] == f"{POLICY.split('. ')[0]}."
    assert evidence["title"].lower() == "refunds"
    assert invented["status"] == "not_found"
    assert answer["counts"] == {"supported": 1, "contradicted": 0, "not_found": 1, "no_claim": 1}
    assert 0 <= answer["score"]["low"] <= answer["score"]["share"] <= answer["score"]["high"] < 1.01


def test_what_a_terminal_shows(check):
    done = check("-", "--documents", "policies", stdin=f"{POLICY.split('. ')[0]}.")
    assert done.code == 0
    assert "✓ supported" in done.out
    assert "Refunds are paid within fourteen days" in " ".join(done.out.split())
    assert "1 supported" in done.out


def test_rows_with_contexts_are_kept_and_gone_on_with(check):
    rows = [
        {
            "id": str(n),
            "response": f"Bolt {n} is blue.",
            "retrieved_contexts": [f"Bolt {n} is blue.", HISTORY],
        }
        for n in range(4)
    ]
    write_rows("log.jsonl", rows)
    whole = check("log.jsonl", "--out", "checks.jsonl", "--json")
    assert whole.code == 0
    kept = Path("checks.jsonl").read_bytes()
    Path("checks.jsonl").write_bytes(kept[: len(kept) * 2 // 3])
    again = check("log.jsonl", "--out", "checks.jsonl", "--json")
    assert Path("checks.jsonl").read_bytes() == kept
    assert again.json == whole.json
    assert [row["id"] for row in rows_of("checks.jsonl")] == ["0", "1", "2", "3"]


def test_a_chat_model_judges_and_its_cost_is_told(check, monkeypatch):
    Path("answer.txt").write_text("Refunds are paid within fourteen days. The seller wears green boots.")
    asked = ("answer.txt", "--documents", "policies", "--model", "openai:judge")
    with running_chat_server(by_the_words) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        estimate = check(*asked, "--dry-run")
        assert server.bodies == []
        assert "2 requests" in estimate.out
        done = check(*asked, "--json")
        assert len(server.bodies) == 2
        again = check(*asked, "--json")
        assert len(server.bodies) == 2
    assert [claim["status"] for one in done.json["answers"][0]["sentences"] for claim in one["claims"]] == [
        "supported",
        "not_found",
    ]
    assert "openai:judge" in done.json["answers"][0]["judge"]
    assert again.json == done.json


def test_a_chat_model_judges_what_comes_from_standard_input(check, monkeypatch):
    """It is read twice: to tell what that costs, and to be judged."""
    with running_chat_server(by_the_words) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "key")
        asked = ("-", "--documents", "policies", "--model", "openai:judge", "--json")
        done = check(*asked, stdin="Refunds are paid within fourteen days.")
    assert done.code == 0, done.err
    assert done.json["answers"][0]["counts"]["supported"] == 1


def test_an_exit_code_for_pipelines(check):
    Path("answer.txt").write_text("The company sells bicycles in Norway.")
    assert check("answer.txt", "--documents", "policies", "--fail-below", "0.0").code == 0
    done = check("answer.txt", "--documents", "policies", "--fail-below", "0.99")
    assert done.code == 1
    assert "below 0.99" in done.err


def test_claims_that_a_graph_holds_are_judged_by_both(check, groundpath):
    Path("family.tsv").write_text("Anna Berg\tspouse\tBert Olsen\nAnna Berg\tplace_of_birth\tOslo\n")
    groundpath("load", "triples", "family.tsv", "--kg", "family")
    Path("answer.txt").write_text(
        "Anna Berg is married to Bert Olsen. Anna Berg is not married to Bert Olsen."
    )
    done = check("answer.txt", "--documents", "policies", "--kg", "family", "--json")
    first, second = (claim for one in done.json["answers"][0]["sentences"] for claim in one["claims"])
    assert (first["status"], first["by"], first["graph"]) == ("supported", "graph", "supported")
    assert first["facts"][0]["relation"] == "spouse"
    assert (second["status"], second["by"]) == ("contradicted", "graph")


def test_nothing_to_hold_an_answer_against(check):
    write_rows("log.jsonl", [{"id": "a", "answer": "Bolt is blue."}])
    done = check("log.jsonl")
    assert done.code == 1
    assert "comes with no documents" in done.err


def test_a_row_without_an_answer_ends_the_check(check):
    write_rows("log.jsonl", [{"answer": "A.", "contexts": ["A."]}, {"contexts": ["x"]}])
    done = check("log.jsonl", "--out", "checks.jsonl")
    assert done.code == 1
    assert "log.jsonl, line 2" in done.err
    assert "has no text to check" in done.err


def test_an_empty_cell_of_a_table_leaves_the_others(check):
    rows = "id,response,contexts\ngood,Bolt is blue.,Bolt is blue.\nbad,,Bolt is blue.\n"
    Path("log.csv").write_text(rows, "utf-8")
    done = check("log.csv", "--out", "checks.jsonl")
    assert done.code == 1
    assert "bad: the row cannot be checked: its answer is empty" in done.err
    assert len(Path("checks.jsonl").read_text().splitlines()) == 2


def test_a_row_that_cannot_be_checked_leaves_the_others(check):
    good = {"answer": "Bolt is blue.", "contexts": ["Bolt is blue."]}
    write_rows("log.jsonl", [{"id": "bad", "answer": "", "contexts": ["x"]}, good])
    done = check("log.jsonl", "--out", "checks.jsonl", "--html", "page.html")
    assert done.code == 1
    assert "bad: the row cannot be checked: its answer is empty" in done.err
    assert Path("page.html").exists()
    assert len(Path("checks.jsonl").read_text().splitlines()) == 2


def test_a_gate_without_a_claim_is_shut(check):
    write_rows("log.jsonl", [{"id": "a", "answer": "Sure!", "contexts": ["Bolt is blue."]}])
    done = check("log.jsonl", "--fail-below", "0.5")
    assert done.code == 1
    assert "no claim was judged" in done.err
