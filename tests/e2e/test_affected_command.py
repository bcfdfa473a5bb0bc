"""`groundpath affected`, as a user goes from a withdrawn fact to the answers that fall."""

import json

import pytest

FACTS = "Anna Berg\tspouse\tBert Berg\nBert Berg\tplace of birth\tOslo\n"
CHAINS = [
    {
        "id": "both",
        "model": "m 2",
        "cot": "1. Anna Berg's spouse is Bert Berg.\n2. Bert Berg was born in Oslo.",
    },
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
    told = " ".join(found.out.split())
    assert "line 1, row both · m 2: faithful, now unscored" in told, "rows of one id are told apart"
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


def test_a_load_and_a_drop_tell_how_many_kept_verdicts_they_touch(audited, tmp_path):
    (tmp_path / "more.tsv").write_text("Eva Holm\tspouse\tMax Holm\n", "utf-8")
    load = ("load", "triples", "more.tsv", "--kg", "kin", "--no-embed", "--watch", "verdicts.jsonl")
    assert "verdicts.jsonl: 0 of 2 kept verdicts are touched" in audited(*load).out
    (tmp_path / "more.tsv").write_text("Anna Berg\tspouse\tMax Holm\n", "utf-8")
    loaded = audited(*load)
    assert "2 of 2 kept verdicts are touched; see: groundpath affected verdicts.jsonl" in loaded.out
    assert audited("affected", "verdicts.jsonl", "--json").json["touched"] == 2
    again = audited(*load, "--json").json
    assert again["watched"] == [{"file": "verdicts.jsonl", "verdicts": 2, "touched": 2}]

    dropped = audited("drop", "kin", "--yes", "--watch", "verdicts.jsonl")
    assert dropped.out.splitlines()[1].startswith("verdicts.jsonl: 2 of 2 kept verdicts are touched")
    assert "watched" not in audited(*load[:-2], "--json").json


def test_a_document_that_goes_tells_how_many_kept_verdicts_it_touches(groundpath, tmp_path):
    documents = [
        {"id": id, "text": " ".join(triple), "triples": [triple]}
        for id, triple in {
            "one": ["Anna Berg", "spouse", "Bert Berg"],
            "other": ["Bert Berg", "place of birth", "Oslo"],
        }.items()
    ]
    (tmp_path / "kin.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in documents), "utf-8")
    (tmp_path / "rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in CHAINS), "utf-8")
    assert groundpath("load", "documents", "kin.jsonl", "--kg", "kin", "--no-embed").code == 0
    assert groundpath(*AUDIT).code == 0
    drop = ("drop", "kin", "--yes", "--json", "--watch", "verdicts.jsonl", "--document")
    (nothing,) = groundpath(*drop, "nobody").json["watched"]
    assert nothing == {"file": "verdicts.jsonl", "verdicts": 2, "touched": 0}
    (some,) = groundpath(*drop, "other").json["watched"]
    assert some["touched"] == groundpath("affected", "verdicts.jsonl", "--json").json["touched"] > 0


def test_what_cannot_be_watched_is_refused_before_anything_changes(audited, tmp_path):
    (tmp_path / "more.tsv").write_text("Eva Holm\tspouse\tMax Holm\n", "utf-8")
    watch = ("--no-embed", "--watch", "verdicts.jsonl")
    refused = audited("load", "triples", "more.tsv", "--kg", "others", *watch)
    assert "verdicts on the graph 'kin', not on 'others'" in refused.err
    assert "others" not in audited("kgs", "--json").out
    (tmp_path / "verdicts.jsonl").write_text("", "utf-8")
    refused = audited("drop", "kin", "--yes", "--watch", "verdicts.jsonl")
    assert "is not what it was when its index was made" in refused.err
    (tmp_path / "verdicts.jsonl.index").unlink()
    refused = audited("load", "triples", "more.tsv", "--kg", "kin", *watch)
    assert refused.code != 0
    assert "has no index beside it" in refused.err
    assert audited("info", "kin", "--json").json["facts"] == 2
