"""Certificates are proved again from the graph alone: they hold until what they rest on changes."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from berg_family import FACTS, TEXTS
from graphs import write_graph
from groundpath import Auditor, ChainOfThought, audit_to_file, embed, open_store
from groundpath.engine.audit.path.settings import PathSettings
from groundpath.engine.certificate.checker import recheck_file
from groundpath.engine.certificate.digest import digest_of
from groundpath.engine.errors import InputError
from groundpath.engine.rules.rule import Atom, Rule
from groundpath.engine.terms import Triple


@pytest.fixture
def changed(tmp_path) -> Iterator:
    """The store in which the graph has other facts."""
    with open_store(f"embedded:{tmp_path / 'store'}") as store:

        def write(facts):
            write_graph(store, "bergs", facts)
            return store

        yield write


def test_what_nobody_changed_holds(rows, recheck):
    found = recheck(rows)
    assert [one.found for one in found] == ["holds"] * len(TEXTS)
    assert [one.id for one in found] == list(TEXTS)
    assert [one.line for one in found] == list(range(1, len(TEXTS) + 1))


@pytest.mark.parametrize(
    ("withdrawn", "fallen"),
    [
        ("Bob Berg | born in | Rome", {"supported"}),
        ("Bob Berg | parent | Cid Berg", {"inferred"}),
        ("Ann Berg | born in | Oslo", {"otherwise", "denied", "supposed"}),
        ("Ann Berg | parent | Bob Berg", {"supported", "inferred", "turned"}),
        ("Dora Lund | employer | Acme", {"unread"}),
        ("Cid Berg | year of birth | 1901", {"value"}),
        ("Acme | located in | Rome", set()),
    ],
)
def test_a_withdrawn_fact_fells_what_rests_on_it_and_nothing_else(rows, recheck, changed, withdrawn, fallen):
    fact = Triple(*withdrawn.split(" | "))
    found = recheck(rows, changed([one for one in FACTS if one != fact]))
    assert {one.id for one in found if one.found == "no_longer_holds"} == fallen
    assert {one.id for one in found if one.found == "holds"} == TEXTS.keys() - fallen
    assert all("no longer states" in one.reason or "now" in one.reason for one in found if one.reason)


@pytest.mark.parametrize(
    ("added", "fallen"),
    [
        ("Ann Berg | born in | Rome", {"otherwise"}),
        ("Bob Berg | parent | Ann Berg", {"turned"}),
        ("Ann Berg | grandparent | Cid Berg", {"inferred"}),
        ("Acme | painted by | Dora Lund", {"unread"}),
        ("Cid Berg | friend | Dora Lund", {"apart"}),
        ("Cid Berg | year of birth | 1950", {"value"}),
        ("Ann Berg | parent | Eva Berg", set()),
    ],
)
def test_an_added_fact_fells_what_rests_on_its_absence(rows, recheck, changed, added, fallen):
    found = recheck(rows, changed([*FACTS, Triple(*added.split(" | "))]))
    assert {one.id for one in found if one.found == "no_longer_holds"} == fallen


def test_a_source_that_is_withdrawn_is_told(recheck, rows):
    row = json.loads(json.dumps(rows[0]))
    certificate = row["certificate"]
    certificate["claims"][0]["evidence"][0]["gives"][0][1] = ["a document"]
    del certificate["digest"]
    certificate["digest"] = digest_of(certificate)
    (found,) = recheck([row])
    assert found.found == "no_longer_holds"
    assert "no longer stated by a document" in found.reason


def test_a_learned_single_value_holds_while_the_relation_has_one(tmp_path, recheck):
    """ "open" counts an absence only where 98 % of at least 50 heads have one tail."""
    born = [Triple(f"Person {i:02} Holm", "born in", f"Town {i % 7}ville") for i in range(60)]
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        write_graph(store, "births", born)
        auditor = Auditor(store, "births", settings=PathSettings("open"))
        out = tmp_path / "verdicts.jsonl"
        audit_to_file(auditor, [ChainOfThought("one", "", "1. Person 01 Holm was born in Town 3ville.")], out)
        (row,) = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
        (claim,) = row["certificate"]["claims"]
        assert claim["world"] == "single_tails"
        assert claim["evidence"][1]["gives"] == [[60, 60]]
        (found,) = recheck([row], store)
        assert found.found == "holds"
        twice = [Triple(f"Person {i:02} Holm", "born in", "Otherville") for i in range(10, 12)]
        write_graph(store, "births", [*born, *twice])
        (found,) = recheck([row], store)
        assert found.found == "no_longer_holds"
        assert "58 of 60" in found.reason


def test_another_graph_is_told(rows, recheck, changed):
    store = changed(FACTS)
    write_graph(store, "others", FACTS)
    assert {one.found for one in recheck(rows, store, kg="others")} == {"other_graph"}
    missing = [json.loads(json.dumps(row).replace('"bergs"', '"gone"')) for row in rows]
    assert {one.found for one in recheck(missing, store)} == {"tampered"}


def test_what_is_not_judged_rests_on_nothing_and_holds(store, tmp_path):
    chains = [ChainOfThought("empty", "", ""), ChainOfThought("declines", "Who?", "I do not know.")]
    audit_to_file(Auditor(store, "bergs"), chains, tmp_path / "verdicts.jsonl")
    found = list(recheck_file(tmp_path / "verdicts.jsonl", store))
    assert [(one.found, one.claims) for one in found] == [("holds", ())] * 2


def test_a_graph_that_is_gone_cannot_be_checked(rows, recheck, tmp_path):
    with open_store(f"embedded:{tmp_path / 'other'}") as store:
        write_graph(store, "others", FACTS)
        found = recheck(rows, store)
    assert {one.found for one in found} == {"cannot_be_checked"}
    assert "no graph 'bergs'" in found[0].reason


def test_rows_without_a_certificate_cannot_be_checked(rows, store, tmp_path, recheck):
    old = {name: value for name, value in rows[0].items() if name != "certificate"}
    assert recheck([old])[0].found == "cannot_be_checked"
    torn = tmp_path / "torn.jsonl"
    torn.write_text(json.dumps(rows[0]) + '\n{"id": "to', "utf-8")
    assert [one.found for one in recheck_file(torn, store)] == ["holds", "cannot_be_checked"]
    with pytest.raises(InputError, match="cannot be read"):
        list(recheck_file(tmp_path / "none.jsonl", store))


def test_method_paper_rests_on_the_fact_of_each_step(tmp_path):
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        write_graph(store, "bergs", FACTS)
        embed(store, "bergs")
        out = tmp_path / "verdicts.jsonl"
        chains = [ChainOfThought(id, "", text) for id, text in TEXTS.items()]
        audit_to_file(Auditor(store, "bergs", method="paper"), chains, out)
        found = list(recheck_file(out, store))
        assert {one.found for one in found} == {"holds"}
        assert len(found[0].claims) == 2
        store.drop("bergs")
        write_graph(store, "bergs", FACTS[1:])
        fallen = {one.id for one in recheck_file(out, store) if one.found == "no_longer_holds"}
        assert {"supported", "turned"} <= fallen


def test_rules_must_give_what_is_inferred(store, auditor):
    verdict = auditor.audit(TEXTS["inferred"])
    (claim,) = verdict.certificate.claims
    other = replace(claim, by_rules=((("parent", "x", "y"), ("grandparent", "x", "y")),))
    found = replace(verdict.certificate, claims=(other,)).recheck(store)
    assert found.found == "tampered"
    assert "does not follow" in found.reason


def test_nothing_holds_of_a_graph_that_is_not_there(store, auditor):
    """Also where a row has no claims, so that nothing is asked of the graph."""
    certificate = auditor.audit("Hello.").certificate
    assert certificate.claims == ()
    for kg in (None, "gone"):
        found = replace(certificate, kg="gone").recheck(store, kg)
        assert found.found == "cannot_be_checked"
        assert "'gone'" in found.reason


@pytest.mark.parametrize("relation", ["grand\nparent", "& grandparent(x, y) => kin", "a(x, z) & b(z, y)"])
def test_relations_of_any_letters_are_inferred_and_proved(tmp_path, relation):
    rules = [Rule("kin", (Atom(relation, forward=False),))]
    facts = [Triple("Ann Berg", relation, "Bob Berg"), Triple("Cid Berg", "kin", "Dora Lund")]
    out = tmp_path / "verdicts.jsonl"
    with open_store(f"embedded:{tmp_path / 'store'}") as store:
        write_graph(store, "kin", facts)
        audit_to_file(
            Auditor(store, "kin", rules=rules), [ChainOfThought("a", "", "Bob Berg's kin is Ann Berg.")], out
        )
        (found,) = recheck_file(out, store)
        assert [(claim.status, claim.found) for claim in found.claims] == [("inferred", "holds")]
