"""A verdict says what each claim rests on, in a form that another program can read and prove."""

import json
from hashlib import sha256
from importlib.resources import files

import pytest
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.certificate.digest import canonical
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Triple, fact_key
from jsonschema import Draft202012Validator

BECAUSE = {
    "inferred": "follows",
    "otherwise": "otherwise",
    "denied": "denied",
    "turned": "turned",
    "supposed": "supposed",
    "unread": "unread",
    "apart": "apart",
    "value": "otherwise",
}


def claim_of(rows, id):
    (row,) = [row for row in rows if row["id"] == id]
    return row["certificate"]["claims"][-1]


def evidence(claim):
    return {
        one["template"]: list(zip(map(tuple, one["rows"]), one["gives"], strict=True))
        for one in claim["evidence"]
    }


def test_each_certificate_is_as_the_shipped_schema_says(rows):
    folder = files("groundpath.engine.certificate")
    schema = json.loads(folder.joinpath("certificate.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    for row in rows:
        Draft202012Validator(schema).validate(row["certificate"])
    broken = rows[0]["certificate"] | {"claims": [{"step": 1}]}
    assert not Draft202012Validator(schema).is_valid(broken)


@pytest.mark.parametrize(("id", "because"), BECAUSE.items())
def test_each_status_says_why(rows, id, because):
    assert claim_of(rows, id)["because"] == because


def test_a_supported_claim_rests_on_its_fact(rows):
    born = ("Bob Berg", "born in", "Rome")
    claim = claim_of(rows, "supported")
    assert evidence(claim) == {"facts": [(born, [fact_key(*born), []])]}
    assert claim["reading"]["relation"] == "born in"
    assert claim["reading"]["span"] == [0, len("Bob Berg was born in Rome.")]


def test_a_contradicted_claim_rests_on_what_speaks_against_it_and_on_what_is_absent(rows):
    there, absent = ("Ann Berg", "born in", "Oslo"), ("Ann Berg", "born in", "Rome")
    claim = claim_of(rows, "otherwise")
    assert evidence(claim) == {"facts": [(there, [fact_key(*there), []]), (absent, None)]}
    assert claim["world"] == "local"
    turned = evidence(claim_of(rows, "turned"))["facts"]
    assert turned[1] == (("Bob Berg", "parent", "Ann Berg"), None)


def test_a_value_that_no_node_holds_rests_on_all_that_the_graph_holds(rows):
    assert evidence(claim_of(rows, "value"))["tails"] == [(("Cid Berg", "year of birth"), 1)]


def test_an_inferred_claim_rests_on_facts_and_rules_and_is_not_stated(rows):
    claim = claim_of(rows, "inferred")
    assert claim["follows"] == ["Ann Berg", "grandparent", "Cid Berg"]
    assert claim["by_rules"] == [
        [["parent", "x", "z"], ["parent", "z", "y"], ["grandparent", "x", "y"]],
    ]
    facts = evidence(claim)["facts"]
    assert [row for row, given in facts if given] == [
        ("Ann Berg", "parent", "Bob Berg"),
        ("Bob Berg", "parent", "Cid Berg"),
    ]
    assert facts[-1] == (("Ann Berg", "grandparent", "Cid Berg"), None)


def test_an_unknown_claim_says_what_was_looked_for(rows):
    assert evidence(claim_of(rows, "unread"))["joins"] == [
        (("Dora Lund", "Acme"), ["employer"]),
        (("Acme", "Dora Lund"), []),
    ]
    assert all(given == [] for _, given in evidence(claim_of(rows, "apart"))["joins"])


def test_the_digests_are_those_that_any_program_computes(rows):
    for row in rows:
        plain = {name: value for name, value in row.items() if name not in ("made_from", "certificate")}
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert row["certificate"]["row"] == sha256(text.encode()).hexdigest()
        certificate = {name: value for name, value in row["certificate"].items() if name != "digest"}
        assert row["certificate"]["digest"] == sha256(canonical(certificate)).hexdigest()


def test_versions_tell_graphs_apart(auditor: Auditor, rows):
    versions = {json.dumps(row["certificate"]["versions"]) for row in rows}
    assert len(versions) == 1
    verdict = auditor.audit("1. Ann Berg was born in Oslo.")
    assert verdict.certificate.versions._asdict() == rows[0]["certificate"]["versions"]
    assert all(len(digest) == 64 for digest in verdict.certificate.versions[:3])


def test_a_certificate_is_read_back_as_it_was_written(rows):
    for row in rows:
        written = {name: value for name, value in row.items() if name != "made_from"}
        assert Verdict.from_dict(row).to_dict() == written


def test_rows_from_before_certificates_are_still_read(rows):
    old = {name: value for name, value in rows[0].items() if name != "certificate"}
    assert Verdict.from_dict(old).certificate is None


def test_its_statements_return_what_it_rests_on(store: GraphStore, auditor: Auditor):
    verdict = auditor.audit("1. Ann Berg's parent is Bob Berg.\n2. Bob Berg was born in Rome.")
    statements = verdict.certificate.statements(store)
    found = [store.cypher(one.text, one.parameters).rows for one in statements]
    assert found == [(("Ann Berg", "parent", "Bob Berg", []),), (("Bob Berg", "born in", "Rome", []),)]
    (fact,) = verdict.certificate.claims[1].facts
    assert fact[1] == Triple("Bob Berg", "born in", "Rome")
    assert verdict.certificate.recheck(store).found == "holds"


def test_a_claim_takes_less_than_two_kilobytes(rows):
    sizes = sorted(len(canonical(row["certificate"])) / len(row["certificate"]["claims"]) for row in rows)
    assert sizes[len(sizes) // 2] < 2000
