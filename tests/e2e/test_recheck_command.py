"""`groundpath recheck`, as a user goes from an audit to whether it still holds."""

import json
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

FACTS = "Anna Berg\tspouse\tBert Berg\nBert Berg\tplace of birth\tOslo\n"
CHAINS = [
    {"id": "both", "cot": "1. Anna Berg's spouse is Bert Berg.\n2. Bert Berg was born in Oslo."},
    {"id": "spouse", "cot": "1. Anna Berg's spouse is Bert Berg."},
]


@pytest.fixture
def audited(groundpath, tmp_path):
    key = Ed25519PrivateKey.generate()
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (tmp_path / "key.pem").write_bytes(secret)
    public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "public.pem").write_bytes(public)
    (tmp_path / "kin.tsv").write_text(FACTS, "utf-8")
    (tmp_path / "rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in CHAINS), "utf-8")
    assert groundpath("load", "triples", "kin.tsv", "--kg", "kin", "--no-embed").code == 0
    done = groundpath("audit", "rows.jsonl", "--kg", "kin", "--out", "verdicts.jsonl", "--sign", "key.pem")
    assert done.code == 0, done.err
    return groundpath


def test_verdicts_hold_until_a_fact_is_withdrawn(audited, tmp_path):
    found = audited("recheck", "verdicts.jsonl", "--key", "public.pem")
    assert found.code == 0, found.err
    assert "holds" in found.out
    (tmp_path / "kin.tsv").write_text(FACTS.splitlines(keepends=True)[0], "utf-8")
    assert audited("drop", "kin", "--yes").code == 0
    assert audited("load", "triples", "kin.tsv", "--kg", "kin", "--no-embed").code == 0
    found = audited("recheck", "verdicts.jsonl", "--json", "--out", "found.jsonl")
    assert found.code == 1
    assert found.json["verdicts"]["no_longer_holds"] == 1
    lines = [json.loads(line) for line in (tmp_path / "found.jsonl").read_text("utf-8").splitlines()]
    assert [(line["id"], line["found"]) for line in lines] == [
        ("both", "no_longer_holds"),
        ("spouse", "holds"),
    ]
    assert "no longer states “Bert Berg place of birth Oslo”" in lines[0]["reason"]


def test_a_change_of_the_file_is_told(audited, tmp_path):
    path = tmp_path / "verdicts.jsonl"
    path.write_text(path.read_text("utf-8").replace("Oslo.", "Rome."), "utf-8")
    found = audited("recheck", "verdicts.jsonl", "--key", "public.pem")
    assert found.code == 1
    assert "tampered" in found.out


def test_a_file_that_is_no_key_is_told_in_one_line(audited):
    for option, file in (("--key", "rows.jsonl"), ("--key", "none.pem")):
        found = audited("recheck", "verdicts.jsonl", option, file)
        assert found.code == 1
        assert file in found.err
        assert "Traceback" not in found.err


def test_an_empty_file_and_the_verdicts_as_out_are_refused(groundpath):
    Path("empty.jsonl").write_text("", "utf-8")
    assert "empty.jsonl is empty" in groundpath("recheck", "empty.jsonl").err
    Path("verdicts.jsonl").write_text("{}\n", "utf-8")
    refused = groundpath("recheck", "verdicts.jsonl", "--out", "verdicts.jsonl")
    assert refused.code == 2
    assert "is the file that is read" in refused.err
    assert Path("verdicts.jsonl").read_text("utf-8") == "{}\n"


def test_certificates_are_kept_without_their_rows(audited):
    kept = audited("recheck", "verdicts.jsonl", "--compact", "kept.parquet")
    assert kept.code == 0, kept.err
    assert "2 certificates: kept.parquet" in kept.err + kept.out
    found = audited("recheck", "kept.parquet", "--key", "public.pem", "--json")
    assert found.code == 0, found.err
    assert found.json["claims"]["holds"] == 3
    assert audited("recheck", "verdicts.jsonl", "--compact", "kept.json").code == 2
