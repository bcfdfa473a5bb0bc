"""--relation-names and rdfs:label of predicates: what facts, audits and reports call a relation, and read."""

import json
from pathlib import Path

import pytest

WD = "http://www.wikidata.org"
NAME = "<http://www.w3.org/2000/01/rdf-schema#label>"
ENTITIES = "".join(
    f'<{WD}/entity/Q{n}> {NAME} "{name}"@en .\n' for n, name in enumerate(("Tarvia", "Belmora", "Cindra"), 1)
)
FACTS = (
    f"<{WD}/entity/Q1> <{WD}/prop/direct/P36> <{WD}/entity/Q2> .\n"
    f"<{WD}/entity/Q1> <{WD}/prop/direct/P47> <{WD}/entity/Q3> .\n"
)
LABELS = {"P36": "capital", "P47": "shares border with"}
CHAINS = {
    "true": "The capital of Tarvia is Belmora.",
    "false": "The capital of Tarvia is Cindra.",
    "other": "Tarvia shares a border with Cindra.",
}


def audited(groundpath):
    rows = "".join(json.dumps({"id": id, "cot": cot}) + "\n" for id, cot in CHAINS.items())
    Path("chains.jsonl").write_text(rows, "utf-8")
    done = groundpath("audit", "chains.jsonl", "--kg", "wd", "--out", "v.jsonl", "--html", "v.html", "--json")
    assert done.code == 0, done.err
    return {row["id"]: row["verdict"] for row in done.json["verdicts"]}


def load(groundpath, *options):
    loaded = groundpath("load", "triples", "wd.nt", "--kg", "wd", "--no-embed", *options)
    assert loaded.code == 0, loaded.err


EXPECTED = {"true": "faithful", "false": "unfaithful", "other": "faithful"}


def test_labels_of_predicates_are_read_and_shown(groundpath):
    own = "".join(f'<{WD}/prop/direct/{id}> {NAME} "{label}"@en .\n' for id, label in LABELS.items())
    Path("wd.nt").write_text(ENTITIES + FACTS + own, "utf-8")
    load(groundpath)
    assert groundpath("kgs", "--json").json[0]["entities"] == 3
    assert audited(groundpath) == EXPECTED
    assert "capital" in groundpath("explain", "v.jsonl", "true").out
    assert "capital" in Path("v.html").read_text("utf-8")
    found = groundpath("search", "wd", "Tarvia", "--json").json["facts"]
    texts = {fact["text"] for fact in found}
    assert texts == {"Tarvia capital Belmora.", "Tarvia shares border with Cindra."}


@pytest.mark.parametrize("when", ["at once", "later"])
def test_a_dump_of_properties_names_relations(groundpath, when):
    Path("wd.nt").write_text(ENTITIES + FACTS, "utf-8")
    dump = [
        {"type": "property", "id": id, "labels": {"en": {"language": "en", "value": label}}}
        for id, label in LABELS.items()
    ]
    Path("p.jsonl").write_text("".join(json.dumps(row) + "\n" for row in dump), "utf-8")
    if when == "later":
        load(groundpath)
        assert "faithful" not in audited(groundpath).values()
        Path("v.jsonl").rename("old.jsonl")
    load(groundpath, "--relation-names", "p.jsonl")
    assert audited(groundpath) == EXPECTED
    if when == "later":
        refused = groundpath("audit", "chains.jsonl", "--kg", "wd", "--out", "old.jsonl")
        assert "made from another" in refused.err


def test_a_file_without_a_name_of_the_graphs_relations_is_told(groundpath):
    Path("wd.nt").write_text(ENTITIES + FACTS, "utf-8")
    Path("r.tsv").write_text("P999\tx\n", "utf-8")
    load(groundpath, "--relation-names", "r.tsv")
    assert (
        "no relation of the graph"
        in groundpath("load", "triples", "wd.nt", "--kg", "wd", "--no-embed", "--relation-names", "r.tsv").out
    )
