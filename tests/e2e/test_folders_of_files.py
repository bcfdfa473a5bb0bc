"""A folder as people have it: what was read, what was not and why, and the page or row in every citation."""

import logging
from pathlib import Path

import pytest
from made_files import PRICES, page, pdf, word, workbook

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("folder")]

WARRANTY = "How long does the warranty of the P-200 last?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "handbook"
    made.mkdir()
    (made / "p200.pdf").write_bytes(
        pdf(
            "Made in Graz.",
            "It needs 230 volts.",
            "The warranty of the P-200 lasts 36 months.",
            title="P-200",
        )
    )
    (made / "prices.docx").write_bytes(word("# Handbook", "# Prices", PRICES))
    (made / "staff.xlsx").write_bytes(
        workbook(bold=True, Staff=[["Person", "Role"], ["Lena", "CEO"], ["Tom", "Cook"]])
    )
    (made / "web.html").write_bytes(page("P-100", "<p>It was sold until 2019.</p>"))
    (made / "locked.pdf").write_bytes(pdf("Secret.", password="x"))
    (made / "photo.png").write_bytes(b"\x89PNG")
    (made / "~$prices.docx").write_bytes(b"lock")
    (made / ".DS_Store").write_bytes(b"\x00")
    return made


def test_a_question_is_answered_with_the_page(groundpath):
    done = groundpath("trace", "ask", WARRANTY, "--documents", "handbook", "--json")
    assert done.code == 0, done.err
    first = done.json["chains"][0]["facts"][0]
    assert (first["title"], first["place"]) == ("P-200", "page 3")
    assert first["sentence_text"] == "The warranty of the P-200 lasts 36 months."
    files = done.json["files"]
    assert (files["read"], files["skipped_count"]) == (4, 2)
    assert {Path(one["file"]).name: one["reason"].partition(" (")[0] for one in files["skipped"]} == {
        "locked.pdf": "is encrypted; save it without a password",
        "photo.png": "is of a kind that is not read",
    }
    shown = groundpath("trace", "ask", WARRANTY, "--documents", "handbook").out
    assert "P-200, page 3 (3)" in " ".join(shown.split())


def test_what_was_skipped_is_told_at_the_terminal(groundpath, caplog):
    with caplog.at_level(logging.WARNING):
        groundpath("trace", "ask", WARRANTY, "--documents", "handbook")
    assert "4 files read, 2 skipped:" in caplog.messages
    assert any("locked.pdf: is encrypted; save it without a password" in said for said in caplog.messages)


def test_a_load_tells_what_it_read_and_the_graph_cites_the_row(groundpath):
    load = ("load", "documents", "handbook", "--kg", "acme")
    done = groundpath(*load)
    assert done.code == 0, done.err
    assert "4 files read, 2 skipped:" in done.out
    assert "locked.pdf: is encrypted" in done.out
    assert groundpath(*load, "--json", "--no-embed").json["files"]["skipped_count"] == 2
    asked = groundpath("trace", "ask", "What is the price of the Seal?", "--kg", "acme", "--json").json
    fact = next(fact for fact in asked["chains"][0]["facts"] if fact["head"] == "Seal")
    (source,) = fact["sources"]
    assert (source["title"], source["place"]) == ("Handbook", "section “Prices”, table 1, row 3")


def test_prune_removes_what_the_folder_no_longer_holds(groundpath, folder):
    load = ("load", "documents", "handbook", "--kg", "acme", "--no-embed")
    groundpath(*load)
    (folder / "staff.xlsx").unlink()
    assert (
        "1 document of the graph is no longer in these files (handbook/staff.xlsx)" in groundpath(*load).out
    )
    pruned = groundpath(*load, "--prune", "--json").json
    assert (pruned["documents"]["removed"], pruned["facts"]["removed"]) == (1, 2)
    assert pruned["gone"] == ["handbook/staff.xlsx"]


def test_tables_make_no_facts_where_that_is_not_wanted(groundpath):
    done = groundpath("load", "documents", "handbook", "--kg", "acme", "--no-embed", "--no-tables", "--json")
    assert (done.json["documents"]["new"], done.json["facts"]["new"]) == (4, 0)
