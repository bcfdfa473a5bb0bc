"""`groundpath rules mine` and `groundpath audit --rules`."""

import json
from pathlib import Path

TOWNS = "".join(
    f"p{n:02}\tborn in\ttown{n % 3}\n" + (f"p{n:02}\tlives in\ttown{n % 3}\n" if n else "") for n in range(12)
)
CHAIN = {"id": "1", "cot": "p00 lives in town0."}


def test_rules_are_mined_and_complete_an_audit(groundpath):
    Path("towns.tsv").write_text(TOWNS, "utf-8")
    groundpath("load", "triples", "towns.tsv", "--kg", "towns", "--no-embed")
    mined = groundpath("rules", "mine", "towns", "--out", "rules.toml")
    assert mined.code == 0, mined.err
    assert "born in(x, y) => lives in(x, y)" in mined.out
    assert "Rules: rules.toml" in mined.err
    written = Path("rules.toml").read_text("utf-8")
    assert written.startswith("# Mined by groundpath from 23 facts of towns; at least support 10")
    rows = groundpath("rules", "mine", "towns", "--out", "again.toml", "--json").json
    assert {"rule", "head", "body", "support", "head_coverage", "confidence"} == set(rows[0])
    assert Path("again.toml").read_text("utf-8") == written

    Path("chain.jsonl").write_text(json.dumps(CHAIN), "utf-8")
    audit = ("audit", "chain.jsonl", "--kg", "towns", "--out", "verdicts.jsonl")
    done = groundpath(*audit, "--rules", "rules.toml")
    assert done.code == 0, done.err
    assert "∴ inferred" in done.out
    assert "1 inferred" in done.out
    assert "by born in(x, y) => lives in(x, y)" in groundpath("explain", "verdicts.jsonl", "1").out
    told = groundpath(*audit).err
    assert "choose another file to write to" in told, "verdicts with rules are others than without"


def test_wrong_usage(groundpath):
    Path("chain.jsonl").write_text(json.dumps(CHAIN), "utf-8")
    Path("rules.toml").write_text("[[rules]]\nhead = 'a'\nbody = 'b'\n", "utf-8")
    audit = ("audit", "chain.jsonl", "--kg", "towns", "--rules")
    assert "--rules belongs to --method path" in groundpath(*audit, "rules.toml", "--method", "paper").err
    assert "rules.toml: rule 1: body is 'b'" in groundpath(*audit, "rules.toml").err
    assert "cannot read nowhere.toml" in groundpath(*audit, "nowhere.toml").err
