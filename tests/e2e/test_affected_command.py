"""`groundpath affected`, as a user goes from a withdrawn fact to the answers that fall."""

import json

import pytest

FACTS = "Anna Berg\tspouse\tBert Berg\nBert Berg\tplace of birth\tOslo\n"
CHAINS = [
    {"id": "both", "cot": "1. Anna Berg's spouse is Bert Berg.\n2. Bert Berg was born in Oslo."},
    {"id": "spouse", "cot": "1. Anna Berg's spouse is Bert Berg."},
]
AUDIT = ("audit", "rows.jsonl", "--kg", "kin", "--out", "verdicts.jsonl", "--index")


@pytest.fixture
def audited(groundpath, tmp_path):
    (tmp_path / "kin.tsv").write_text(FACTS, "utf-8")
    (tmp_path / "rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in CHAINS), "utf-8")
    assert groundpath("load", "triples", "kin.tsv", "--kg", "kin", "--no-embed").code == 0
    done = groundpath(*AUDIT)
    assert done.code == 0, done.err
    assert "verdicts.jsonl.index" in done.err
    return groundpath


def test_what_a_withdrawn_fact_would_undo_is_told_before_and_after(audited, tmp_path):
    (tmp_path / "changes.tsv").write_text("-\tBert Berg\tplace of birth\tOslo\n", "utf-8")
    found = audited(
        "affected", "verdicts.jsonl", "--delta", "changes.tsv", "--json", "--out", "touched.jsonl"
    )
    assert found.code == 0, found.err
    assert (found.json["verdicts"], found.json["changed"]) == (2, 1)
    touched = [json.loads(line) for line in (tmp_path / "touched.jsonl").read_text("utf-8").splitlines()]
    assert found.json["touched"] == len(touched)
    (row,) = [one for one in touched if one["verdict"]]
    assert (row["id"], row["was"]["verdict"], row["verdict"]["verdict"]) == ("both", "faithful", "unscored")

    nothing_yet = audited("affected", "verdicts.jsonl", "--json")
    assert nothing_yet.json["touched"] == 0
    (tmp_path / "kin.tsv").write_text(FACTS.splitlines(keepends=True)[0], "utf-8")
    assert audited("drop", "kin", "--yes").code == 0
    assert audited("load", "triples", "kin.tsv", "--kg", "kin", "--no-embed").code == 0
    found = audited("affected", "verdicts.jsonl")
    assert "faithful, now unscored" in " ".join(found.out.split())
    assert audited("affected", "verdicts.jsonl", "--to", "kin", "--json").json["changed"] == 1


def test_what_is_wrong_is_told_in_one_line(audited, tmp_path):
    (tmp_path / "changes.tsv").write_text('["+", "Anna Berg"]\n', "utf-8")
    assert "changes.tsv, line 1" in audited("affected", "verdicts.jsonl", "--delta", "changes.tsv").err
    (tmp_path / "changes.tsv").write_text("-\tBert Berg\tspouse\tOslo\n", "utf-8")
    assert "is no fact of the graph" in audited("affected", "verdicts.jsonl", "--delta", "changes.tsv").err
    (tmp_path / "changes.tsv").write_text("retract\tnobody\n", "utf-8")
    assert (
        "no fact of the graph is stated by"
        in audited("affected", "verdicts.jsonl", "--delta", "changes.tsv").err
    )
    assert "not of 0000" in audited("affected", "verdicts.jsonl", "--since", "0000").err
    refused = audited("audit", "rows.jsonl", "--kg", "kin", "--index")
    assert refused.code == 2
    assert "--index belongs to --out" in refused.err
