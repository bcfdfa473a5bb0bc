"""Certificates kept without their rows: nothing is lost, and what was changed is seen."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from berg_family import TEXTS
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from groundpath.engine.certificate.checker import recheck_file
from groundpath.engine.certificate.compact import read_compact, write_compact
from groundpath.engine.certificate.signing import Signer
from groundpath.engine.errors import BadRowError, InputError


@pytest.fixture
def compact(file: Path, tmp_path: Path) -> Path:
    path = tmp_path / "certificates.parquet"
    assert write_compact(file, path) == len(TEXTS)
    return path


def changed(path: Path, column: str, change) -> None:
    table = pq.read_table(path)
    values = pa.array([change(one) for one in table[column].to_pylist()], table.schema.field(column).type)
    pq.write_table(table.set_column(table.schema.get_field_index(column), table.field(column), values), path)


def test_nothing_of_a_certificate_is_lost(rows, compact):
    assert list(read_compact(compact)) == [(row["id"], row["certificate"]) for row in rows]


def test_they_hold_as_in_their_rows(file, compact, store):
    assert list(recheck_file(compact, store)) == list(recheck_file(file, store))


@pytest.mark.parametrize(
    ("column", "change"),
    [
        ("claims", lambda text: text.replace('"supported"', '"contradicted"').replace('"unknown"', "7")),
        ("claims", lambda text: text.replace("Berg", "Burg").replace("Acme", "Ecma").replace("Cid", "Sid")),
        ("claims", lambda text: text[1:]),
        ("claims", lambda _: "[]"),
        ("versions", lambda text: text.replace('"graph":"', '"graph":"0')),
        ("versions", lambda _: "7"),
        ("kg", lambda _: "others"),
        ("row", lambda row: row[::-1]),
        ("digest", lambda digest: digest[::-1]),
        ("key", lambda _: "a key"),
    ],
)
def test_what_was_changed_is_seen(compact, store, column, change):
    before = [one for _, one in read_compact(compact)]
    changed(compact, column, change)
    after = [one for _, one in read_compact(compact)]
    found = [one.found for one in recheck_file(compact, store)]
    assert found == [
        "holds" if one == other else "tampered" for one, other in zip(before, after, strict=True)
    ]
    assert "tampered" in found


def test_signatures_stay(rows, store, tmp_path):
    signer, other = Signer(Ed25519PrivateKey.generate()), Signer(Ed25519PrivateKey.generate())
    signed = tmp_path / "signed.jsonl"
    lines = [json.dumps(row | {"certificate": signer.signed(row["certificate"])}) for row in rows]
    signed.write_text("\n".join(lines), "utf-8")
    write_compact(signed, tmp_path / "signed.parquet")
    for key, found in ((signer.key, "holds"), (other.key, "tampered")):
        assert {one.found for one in recheck_file(tmp_path / "signed.parquet", store, key=key)} == {found}


def test_what_is_no_such_file_is_told(rows, store, tmp_path):
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"id": ["a"]}), other)
    with pytest.raises(InputError, match="holds no certificates"):
        list(recheck_file(other, store))
    other.write_text("no table", "utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        list(recheck_file(other, store))
    bad = tmp_path / "bad.jsonl"
    bad.write_text(json.dumps(rows[0] | {"certificate": rows[0]["certificate"] | {"note": "x"}}), "utf-8")
    with pytest.raises(BadRowError, match="other members"):
        write_compact(bad, tmp_path / "bad.parquet")
    assert not (tmp_path / "bad.parquet").exists()
    bad.write_text(json.dumps(rows[0] | {"certificate": rows[0]["certificate"] | {"digest": "ab"}}), "utf-8")
    with pytest.raises(BadRowError, match="'ab' is no digest"):
        write_compact(bad, tmp_path / "bad.parquet")
    with pytest.raises(InputError, match="cannot be read"):
        write_compact(tmp_path / "none.jsonl", tmp_path / "none.parquet")
