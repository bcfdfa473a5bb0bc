"""What was changed in a file of verdicts is seen: by the digests, by the signature, or by the graph."""

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from berg_family import TEXTS
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from groundpath import Auditor, ChainOfThought, audit_to_file
from groundpath.engine.certificate.claims import plain_row
from groundpath.engine.certificate.digest import digest_of
from groundpath.engine.certificate.signing import Signer, read_public_key, read_signer
from groundpath.engine.errors import InputError
from groundpath.engine.terms import fact_key

Row = dict[str, Any]
_OTHER = {
    "supported": "contradicted",
    "contradicted": "supported",
    "inferred": "supported",
    "unknown": "supported",
}


def a_claim(row: Row, draw: random.Random) -> Row:
    return draw.choice(row["certificate"]["claims"])


def a_key(row: Row, draw: random.Random) -> None:
    facts = [
        given
        for claim in row["certificate"]["claims"]
        for one in claim["evidence"]
        if one["template"] == "facts"
        for given in one["gives"]
        if given
    ]
    if facts:
        draw.choice(facts)[0] = fact_key("x", "y", str(draw.random()))
    else:
        a_status(row, draw)


def a_parameter(row: Row, draw: random.Random) -> None:
    rows = draw.choice(a_claim(row, draw)["evidence"])["rows"]
    asked = draw.choice(rows)
    asked[draw.randrange(len(asked))] = draw.choice(
        ["Ann Berg", "Rome", "parent", "'; DROP", "\ud800", "x\x00"]
    )


def a_triple(row: Row, draw: random.Random) -> None:
    """In the row, where a person reads it."""
    claims = [claim for step in row["steps"] for claim in step["claims"]]
    facts = [fact for claim in claims for fact in (claim["fact"], *claim["instead"]) if fact]
    target = draw.choice(facts) if facts else draw.choice(claims)
    target["tail" if facts else "object"] = f"someone {draw.random()}"


def a_status(row: Row, draw: random.Random) -> None:
    claim = a_claim(row, draw)
    claim["status"] = _OTHER[claim["status"]]


def a_status_of_the_row(row: Row, draw: random.Random) -> None:
    claim = draw.choice([claim for step in row["steps"] for claim in step["claims"]])
    claim["status"] = _OTHER[claim["status"]]


def a_dropped_claim(row: Row, draw: random.Random) -> None:
    claims = row["certificate"]["claims"]
    del claims[draw.randrange(len(claims))]


def a_dropped_step(row: Row, draw: random.Random) -> None:
    del row["steps"][draw.randrange(len(row["steps"]))]


def a_verdict(row: Row, draw: random.Random) -> None:
    row["verdict"] = draw.choice([v for v in ("faithful", "unfaithful", "unscored") if v != row["verdict"]])


def a_word(row: Row, draw: random.Random) -> None:
    step = draw.choice(row["steps"])
    step["text"] = step["text"].replace("Berg", "Burg", 1) + "!"


def a_reading(row: Row, draw: random.Random) -> None:
    claim = a_claim(row, draw)
    claim["reading"]["by"] = "lexicon" if claim["reading"]["by"] != "lexicon" else "learned"


def a_version(row: Row, draw: random.Random) -> None:
    row["certificate"]["versions"]["graph"] = digest_of(draw.random())


def another_member(row: Row, draw: random.Random) -> None:
    row["certificate"]["note"] = str(draw.random())


def a_template(row: Row, draw: random.Random) -> None:
    draw.choice(a_claim(row, draw)["evidence"])["template"] = draw.choice(
        ["drop_graph", "names", "../facts", 7]
    )


KINDS: list[Callable[[Row, random.Random], None]] = [
    a_key,
    a_parameter,
    a_triple,
    a_status,
    a_status_of_the_row,
    a_dropped_claim,
    a_dropped_step,
    a_verdict,
    a_word,
    a_reading,
    a_version,
    another_member,
    a_template,
]


def tampered_with(rows: list[Row], count: int) -> list[Row]:
    """Rows, each changed in one way, and every way as often."""
    draw = random.Random(0)
    changed = []
    for number in range(count):
        row = json.loads(json.dumps(draw.choice(rows)))
        before = json.dumps(row)
        while json.dumps(row) == before:
            KINDS[number % len(KINDS)](row, draw)
        changed.append(row)
    return changed


def with_its_digests(row: Row) -> Row:
    """As one writes it who knows how digests are made."""
    certificate = row["certificate"]
    certificate["row"] = digest_of(plain_row(row))
    certificate["digest"] = digest_of(plain_row(certificate, ("digest", "key", "signature")))
    return row


def test_a_thousand_changes_are_all_seen(rows, recheck):
    changed = tampered_with(rows, 1000)
    assert Counter(one.found for one in recheck(changed)) == {"tampered": 1000}


@pytest.fixture(scope="module")
def signer() -> Signer:
    return Signer(Ed25519PrivateKey.generate())


@pytest.fixture(scope="module")
def signed(auditor: Auditor, signer: Signer, tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    path = tmp_path_factory.mktemp("signed") / "verdicts.jsonl"
    audit_to_file(auditor, [ChainOfThought(id, "", text) for id, text in TEXTS.items()], path, signer=signer)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_signed_rows_hold(signed, signer, recheck):
    assert {one.found for one in recheck(signed, key=signer.key)} == {"holds"}
    assert {one.found for one in recheck(signed)} == {"holds"}


def test_a_thousand_changes_with_new_digests_are_all_seen_where_the_file_is_signed(signed, signer, recheck):
    changed = [with_its_digests(row) for row in tampered_with(signed, 1000)]
    assert Counter(one.found for one in recheck(changed, key=signer.key)) == {"tampered": 1000}
    assert Counter(one.found for one in recheck(changed)) == {"tampered": 1000}


def test_another_signer_is_not_taken_for_the_one_that_is_meant(signed, signer, recheck):
    other = Signer(Ed25519PrivateKey.generate())
    again = [row | {"certificate": other.signed(row["certificate"])} for row in signed]
    assert {one.found for one in recheck(again, key=signer.key)} == {"tampered"}


def test_an_unsigned_row_is_not_taken_for_a_signed_one(rows, signer, recheck):
    found = recheck(rows, key=signer.key)
    assert {one.found for one in found} == {"tampered"}
    assert "not signed" in found[0].reason
    bare = [{name: value for name, value in row.items() if name != "certificate"} for row in rows]
    assert {one.found for one in recheck(bare, key=signer.key)} == {"tampered"}


def test_with_new_digests_and_no_signature_the_graph_shows_what_it_can(rows, recheck):
    """A changed key, parameter, status or claim: the graph, or the certificate, says otherwise."""
    shown = (a_key, a_status, a_status_of_the_row, a_dropped_claim, a_template)
    draw = random.Random(1)
    for kind in shown:
        for _ in range(20):
            row = json.loads(json.dumps(draw.choice(rows)))
            kind(row, draw)
            (found,) = recheck([with_its_digests(row)])
            assert found.found in ("tampered", "no_longer_holds"), (kind.__name__, found)


def test_a_file_makes_the_checker_run_nothing_but_the_named_statements(rows, recheck, store, monkeypatch):
    ran = []
    real = type(store).cypher

    def watched(self, statement, parameters=None, **settings):
        ran.append(statement)
        return real(self, statement, parameters, **settings)

    monkeypatch.setattr(type(store), "cypher", watched)
    recheck([with_its_digests(row) for row in tampered_with(rows, 200)])
    assert 0 < len(set(ran)) <= 7
    assert all("UNWIND" in statement and "DROP" not in statement for statement in ran)


def test_a_key_file_is_read_as_it_is_used(tmp_path: Path):
    private = Ed25519PrivateKey.generate()
    secret, public = tmp_path / "key.pem", tmp_path / "public.pem"
    secret.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    assert read_signer(secret).key == read_public_key(public)
    with pytest.raises(InputError, match="openssl genpkey"):
        read_signer(public)
    with pytest.raises(InputError, match="openssl pkey"):
        read_public_key(secret)
    with pytest.raises(InputError, match="cannot be read"):
        read_signer(tmp_path / "none.pem")


def test_an_audit_that_another_key_signed_is_not_gone_on_with(auditor, signer, tmp_path):
    chains, path = [ChainOfThought("one", "", TEXTS["supported"])], tmp_path / "verdicts.jsonl"
    audit_to_file(auditor, chains, path, signer=signer)
    with pytest.raises(InputError, match="line 1"):
        audit_to_file(auditor, chains, path)
