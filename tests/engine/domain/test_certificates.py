"""Scores of answers about a domain carry certificates: proved again, fallen with a fact, and not forged."""

import json
import random
from collections import Counter
from importlib.resources import files

import pytest
from clinic import ENTITIES, FACTS, KG, opened_clinic
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from graphs import write_graph
from groundpath import open_store
from groundpath.engine.certificate.checker import recheck_file
from groundpath.engine.certificate.claims import plain_row
from groundpath.engine.certificate.digest import digest_of
from groundpath.engine.certificate.signing import Signer
from groundpath.engine.domain.answers import read_answers
from groundpath.engine.domain.scored_file import score_to_file
from groundpath.engine.domain.scoring import DomainScorer
from groundpath.engine.terms import Triple, fact_key
from jsonschema import Draft202012Validator

TEXTS = {
    "supported": "HLA-B is associated with psoriasis and herpes zoster.",
    "inherited": "Arthritis mutilans is an arthritis.",
    "denied": "HLA-B is not associated with psoriasis.",
    "excluded": "Arthritis is a psoriatic arthritis.",
    "rightly denied": "Arthritis is not a psoriatic arthritis.",
    "apart": "NOD2 is associated with psoriasis.",
    "unnamed": "FOXP3B1 is associated with psoriasis.",
    "supposed": "Methotrexate may treat psoriasis.",
    "empty": "",
}
ROWS = [{"id": id, "cot": text} for id, text in TEXTS.items()]


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    with opened_clinic(tmp_path_factory.mktemp("clinic")) as graph:
        yield graph


@pytest.fixture(scope="module")
def rows(graph, tmp_path_factory):
    path = tmp_path_factory.mktemp("scores") / "scored.jsonl"
    score_to_file(DomainScorer(graph), lambda: read_answers(ROWS), path)
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def recheck(graph, tmp_path):
    def found(rows, store=graph.store, **settings):
        path = tmp_path / "rows.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        return list(recheck_file(path, store, **settings))

    return found


def claims(rows):
    return {
        row["id"]: [(claim["status"], claim["because"]) for claim in row["certificate"]["claims"]]
        for row in rows
    }


def test_each_score_is_certified_and_holds(rows, recheck):
    assert claims(rows) == {
        "supported": [("supported", "stated")] * 2,
        "inherited": [("supported", "stated")],
        "denied": [("contradicted", "denied")],
        "excluded": [("contradicted", "otherwise")],
        "rightly denied": [("supported", "excluded")],
        "apart": [("unknown", "apart")],
        "unnamed": [("unknown", "unnamed")],
        "supposed": [("supported", "stated")],
        "empty": [],
    }
    assert [(one.id, one.found, one.reason) for one in recheck(rows)] == [(id, "holds", "") for id in TEXTS]


def test_certificates_are_as_the_shipped_schema_says(rows):
    schema = files("groundpath.engine.certificate").joinpath("certificate.schema.json").read_text("utf-8")
    for row in rows:
        Draft202012Validator(json.loads(schema)).validate(row["certificate"])


@pytest.mark.parametrize(
    ("facts", "fallen"),
    [
        ([one for one in FACTS if one != Triple("D:1", "associates_gene", "G:1")], {"supported", "denied"}),
        ([one for one in FACTS if one.head != "D:7"], {"inherited"}),
        ([*FACTS, Triple("D:1", "associates_gene", "G:2")], {"apart"}),
        ([*FACTS, Triple("D:3", "is_a", "D:4")], {"excluded", "rightly denied"}),
    ],
)
def test_a_change_fells_what_rests_on_it(rows, recheck, tmp_path, facts, fallen):
    with open_store(f"embedded:{tmp_path / 'changed'}") as store:
        write_graph(store, KG, facts, ENTITIES)
        found = recheck(rows, store)
    assert {one.id for one in found if one.found == "no_longer_holds"} == fallen
    assert {one.id for one in found if one.found == "holds"} == TEXTS.keys() - fallen


def a_key(row, draw):
    for one in draw.choice(row["certificate"]["claims"])["evidence"]:
        one["gives"] = [given and [fact_key("x", "y", str(draw.random())), []] for given in one["gives"]]


def a_parameter(row, draw):
    for one in draw.choice(row["certificate"]["claims"])["evidence"]:
        draw.choice(one["rows"])[0] = f"D:{draw.random()}"


def a_status(row, draw):
    draw.choice(row["certificate"]["claims"])["status"] = draw.choice(["supported", "unknown"])


def a_verdict_of_the_row(row, draw):
    draw.choice(row["claims"])["verdict"] = draw.choice(["supported", "contradicted", "unknown"])


def a_dropped_claim(row, _draw):
    del row["certificate"]["claims"][-1]


def a_dropped_claim_of_the_row(row, _draw):
    del row["claims"][0]


def a_fact_of_the_row(row, draw):
    for fact in [fact for claim in row["claims"] for one in claim["evidence"] for fact in one["facts"]]:
        fact["tail"] = str(draw.random())


def a_score(row, draw):
    row["grounded"]["score"] = draw.random()


KINDS = [
    a_key,
    a_parameter,
    a_status,
    a_verdict_of_the_row,
    a_dropped_claim,
    a_dropped_claim_of_the_row,
    a_fact_of_the_row,
    a_score,
]


def tampered_with(rows, count):
    draw = random.Random(0)
    claiming = [row for row in rows if row["certificate"]["claims"]]
    for number in range(count):
        before = row = json.dumps(draw.choice(claiming))
        while row == before:
            before = json.dumps(draw.choice(claiming))
            changed = json.loads(before)
            KINDS[number % len(KINDS)](changed, draw)
            row = json.dumps(changed)
        yield changed


def test_a_thousand_changes_are_all_seen(rows, recheck):
    found = recheck(list(tampered_with(rows, 1000)))
    assert Counter(one.found for one in found) == {"tampered": 1000}


def test_with_digests_made_anew_they_are_seen_where_rows_are_signed(rows, recheck):
    signer, forger = Signer(Ed25519PrivateKey.generate()), Signer(Ed25519PrivateKey.generate())
    signed = [row | {"certificate": signer.signed(row["certificate"])} for row in rows]
    assert {one.found for one in recheck(signed, key=signer.key)} == {"holds"}
    forged = []
    for row in tampered_with(signed, 200):
        certificate = row["certificate"]
        certificate["row"] = digest_of(plain_row(row))
        certificate["digest"] = digest_of(plain_row(certificate, ("digest", "key", "signature")))
        forged += [row, row | {"certificate": forger.signed(certificate)}]
    assert Counter(one.found for one in recheck(forged, key=signer.key)) == {"tampered": 400}
