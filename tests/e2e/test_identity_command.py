"""`groundpath identity`: names are merged, listed, decided and undone from the command line."""

import json

import pytest

ROWS = [
    {
        "id": "marie",
        "title": "Marie Curie",
        "text": "Marie Curie (born Maria Skłodowska; 7 November 1867 – 4 July 1934) was one. Curie won.",
        "triples": [["Curie", "won", "prize"]],
    },
    {"id": "warsaw", "text": "Maria Skłodowska.", "triples": [["Maria Skłodowska", "born in", "Warsaw"]]},
    {
        "id": "planet",
        "title": "Mercury (planet)",
        "text": "It.",
        "triples": [["Mercury (planet)", "is", "it"]],
    },
    {"id": "god", "title": "Mercury (god)", "text": "He.", "triples": [["Mercury (god)", "is", "he"]]},
    {"id": "sky", "title": "Sky", "text": "Mercury.", "triples": [["Mercury", "shines in", "Sky"]]},
]


@pytest.fixture
def loaded(groundpath, tmp_path):
    rows = "".join(json.dumps(row) + "\n" for row in ROWS)
    (tmp_path / "rows.jsonl").write_text(rows, encoding="utf-8")
    assert groundpath("load", "documents", "rows.jsonl", "--kg", "k", "--no-embed").code == 0
    return groundpath


def test_merged_listed_and_undone(loaded):
    assert "names are not merged" in loaded("identity", "k", "--list").out
    planned = loaded("identity", "k", "--dry-run", "--json").json
    assert planned["facts"] is None
    assert "No path" in loaded("paths", "k", "prize", "Warsaw").out
    done = loaded("identity", "k", "--json").json
    assert done["merges"] == planned["merges"]
    assert [merge["reason"] for merge in done["merges"]] == ["surname", "stated"]
    assert "born in" in loaded("paths", "k", "prize", "Warsaw").out
    listed = loaded("identity", "k", "--list").out
    assert "Maria Skłodowska" in listed
    assert "Mercury [Sky]" in listed
    loaded("identity", "k", "--undo", "Maria Skłodowska")
    after = loaded("identity", "k", "--list", "--json").json
    assert [merge["name"] for merge in after["merges"]] == ["Curie"]
    assert ["Maria Skłodowska", "Marie Curie"] in after["decisions"]["apart"]


def test_decisions(loaded):
    report = loaded("identity", "k", "--same", "Mercury [Sky]", "Mercury (planet)", "--json").json
    assert {merge["name"]: merge["entity"] for merge in report["merges"]}["Mercury"] == "Mercury (planet)"
    assert report["apart"] == []
    report = loaded("identity", "k", "--forget", "Mercury [Sky]", "Mercury (planet)", "--json").json
    assert [one["entity"] for one in report["apart"]] == ["Mercury [Sky]"]
    assert loaded("identity", "k", "--off", "--json").json["merges"] == []


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("k", "--same", "Curie", "Nobody"), 1, "no document of graph 'k' uses the name 'Nobody'"),
        (("k", "--alone", "Curie", "d9"), 1, "has no document 'd9'"),
        (("k", "--list", "--off"), 2, "--list changes nothing"),
        (("k", "--same", "Curie"), 2, "requires 2 arguments"),
        (("nowhere",), 1, "holds no graph 'nowhere'"),
        (("k", "--same", "Curie", "Sky", "--apart", "Sky", "Curie"), 1, "the same and apart at once"),
    ],
)
def test_wrong_usage_is_one_line(loaded, options, code, said):
    answer = loaded("identity", *options)
    assert answer.code == code
    assert said in answer.err
