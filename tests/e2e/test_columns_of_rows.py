"""--column and --split: rows of other people's files, in every command that reads such rows."""

import csv
import json
from pathlib import Path

import pytest
from row_files import rows_of, write_rows

CHAIN = "1. Anna is married to Bert Berg.\nSo the answer is (Bert Berg)."


def write_table(file: str, header: list[str], *rows: list[str]) -> None:
    with Path(file).open("w", encoding="utf-8", newline="") as opened:
        csv.writer(opened).writerows([header, *rows])


def test_a_table_of_answers_is_audited_under_its_own_names(family):
    header = ["nr", "response", "right ones", "seed"]
    write_table("a.csv", header, ["x1", CHAIN, "Bert Berg|Emil", "anna"])
    named = ("--column", "id=nr", "--column", "cot=response", "--column", "gold_answers=right ones")
    asked = ("audit", "a.csv", "--kg", "family", *named, "--column", "topic=seed", "--json")
    (verdict,) = family(*asked, "--split", "|").json["verdicts"]
    assert (verdict["id"], verdict["verdict"]) == ("x1", "faithful")
    assert verdict["gold_answers"] == ["Bert Berg", "Emil"]


def test_a_json_list_in_a_cell_is_a_list(family):
    paths = json.dumps([[["anna", "spouse", "bert"]]])
    header = ["id", "cot", "gold_answers", "gold_paths"]
    write_table("a.csv", header, ["x", CHAIN, '["bert", "emil"]', paths], ["y", CHAIN, "[Bert]", ""])
    first, second = family("audit", "a.csv", "--kg", "family", "--json").json["verdicts"]
    assert first["gold_answers"] == ["bert", "emil"]
    assert first["nearest_gold"]["distance"] == 0
    assert second["gold_answers"] == ["[Bert]"], "no JSON, and so the text itself"


@pytest.mark.parametrize("file", ["a.csv", "a.tsv", "a.jsonl", "a.json"])
def test_a_column_that_is_not_there_is_one_error_with_those_that_are(family, file):
    match file.partition(".")[2]:
        case "csv":
            write_table(file, ["id", "answer"], ["x", CHAIN])
        case "tsv":
            Path(file).write_text("id\tanswer\nx\tAnna.\n", "utf-8")
        case "jsonl":
            write_rows(file, [{"id": "x", "answer": CHAIN}])
        case "json":
            Path(file).write_text(json.dumps([{"id": "x", "answer": CHAIN}]), "utf-8")
    answer = family("audit", file, "--kg", "family", "--column", "cot=response")
    assert answer.code == 1
    assert answer.err == (f"Error: {file} has no column 'response', which is to be cot; it has: id, answer\n")


def test_a_member_that_the_first_rows_lack_is_found_in_later_ones(family):
    write_rows("a.jsonl", [{"response": CHAIN}, {"response": CHAIN, "seed": "anna"}])
    named = ("--column", "cot=response", "--column", "topic=seed")
    assert len(family("audit", "a.jsonl", "--kg", "family", *named, "--json").json["verdicts"]) == 2


def test_a_column_that_many_rows_lack_is_told_with_how_many_were_looked_at(family):
    line = json.dumps({"response": "x" * 2000}) + "\n"
    Path("a.jsonl").write_text(line * 2000 + json.dumps({"seed": "anna"}) + "\n", "utf-8")
    named = ("--column", "cot=response", "--column", "topic=seed")
    told = family("audit", "a.jsonl", "--kg", "family", *named).err
    rows = int(told.partition(" in its first ")[2].partition(" rows")[0].replace(",", ""))
    assert 1000 <= rows < 2000
    assert "it has: response; if a later row has it, move one to the front" in told
    Path("a.jsonl").write_text(line * 3, "utf-8")
    told = family("audit", "a.jsonl", "--kg", "family", *named).err
    assert told == "Error: a.jsonl has no column 'seed', which is to be topic; it has: response\n"


@pytest.mark.parametrize(
    ("named", "code", "said"),
    [
        (["cot=a", "cot=b"], 2, "'a' and 'b' are both to be cot"),
        (["cot=a", "question=a"], 1, "the column 'a' is to be both cot and question"),
        (["qestion=a"], 1, "did you mean 'question'?"),
        (["cot"], 2, "'cot' is not NAME=COLUMN"),
    ],
)
def test_names_that_cannot_be_are_told(family, named, code, said):
    write_rows("a.jsonl", [{"a": CHAIN}])
    options = [word for pair in named for word in ("--column", pair)]
    answer = family("audit", "a.jsonl", "--kg", "family", *options)
    assert (answer.code, said in answer.err) == (code, True), answer.err


def test_a_column_takes_the_place_of_one_that_has_the_name(family):
    write_rows("a.jsonl", [{"cot": "nothing", "response": CHAIN}])
    told = family("audit", "a.jsonl", "--kg", "family", "--column", "cot=response", "--json").json
    assert told["verdicts"][0]["verdict"] == "faithful"


def test_gold_paths_of_a_table(family):
    write_table("q.csv", ["ask", "seed", "right"], ["Whose wife?", "anna", "oslo|emil"])
    named = ("--column", "question=ask", "--column", "topic=seed", "--column", "gold_answers=right")
    done = family("gold", "q.csv", "--kg", "family", *named, "--split", "|", "--out", "gold.jsonl")
    assert done.code == 0, done.err
    (row,) = rows_of("gold.jsonl")
    assert row["question"] == "Whose wife?"
    assert {path[-1][2] for path in row["gold_paths"]} == {"oslo"}
    made = family(
        "discriminate", "make", "gold.jsonl", "--kg", "family", "--column", "question=nothing", "--out", "t"
    )
    assert "gold.jsonl has no column 'nothing'" in made.err


@pytest.mark.usefixtures("unasked")
def test_questions_for_a_model(groundpath):
    write_table("q.csv", ["nr", "ask"], ["7", "Who?"])
    write_rows("replies.jsonl", [{"when": "Who?", "answer": "1. Ann.\nSo the answer is (Ann)."}])
    named = ("--column", "id=nr", "--column", "question=ask")
    asked = ("--model", "scripted:replies.jsonl", "--out", "chains.jsonl")
    done = groundpath("generate", "q.csv", *named, *asked)
    assert done.code == 0, done.err
    (row,) = rows_of("chains.jsonl")
    assert (row["id"], row["question"]) == ("7", "Who?")


def test_labels(family):
    write_rows("a.jsonl", [{"id": "x", "cot": CHAIN}])
    assert family("audit", "a.jsonl", "--kg", "family", "--out", "v.jsonl").code == 0
    write_table("labels.csv", ["chain", "verdict"], ["x", "faithful"])
    named = ("--column", "id=chain", "--column", "label=verdict")
    assert family("score", "v.jsonl", "--labels", "labels.csv", *named, "--json").code == 0
    assert (
        "no column 'chian'"
        in family("score", "v.jsonl", "--labels", "labels.csv", "--column", "id=chian").err
    )


def test_triples_under_other_names(groundpath):
    write_table("t.csv", ["weight", "gene", "does", "source"], ["1", "a", "inhibits", "b"])
    named = ("--column", "head=gene", "--column", "relation=does", "--column", "tail=source")
    loaded = groundpath("load", "triples", "t.csv", "--kg", "k", "--no-embed", *named)
    assert loaded.code == 0, loaded.err
    assert groundpath("info", "k", "--json").json["relations"] == {"inhibits": 1}
    write_rows("t.jsonl", [{"gene": "a", "does": "inhibits", "source": "b"}])
    again = groundpath("load", "triples", "t.jsonl", "--kg", "k", "--no-embed", *named)
    assert again.code == 0, again.err
    assert groundpath("info", "k", "--json").json["facts"] == 1
    lacking = groundpath("load", "triples", "t.csv", "--kg", "k", "--column", "head=gen")
    assert "t.csv has no column 'gen', which is to be head; it has: weight, gene, does, source" in lacking.err
    half = groundpath("load", "triples", "t.csv", "--kg", "k", "--column", "head=gene")
    assert "its header does not tell the columns relation, tail" in half.err
    Path("t.nt").write_text("<http://e/a> <http://e/b> <http://e/c> .\n", "utf-8")
    assert "RDF, which has no columns" in groundpath("load", "triples", "t.nt", "--kg", "k", *named).err


def test_typed_tables_under_other_names(groundpath):
    Path("n.tsv").write_text("key\tkind\ttitle\na\tGene\tAlpha\nb\tGene\tBeta\n", "utf-8")
    Path("e.tsv").write_text("left\tdoes\tright\tsource\na\tinhibits\tb\tDB\n", "utf-8")
    named = [
        word
        for pair in ("id=key", "type=kind", "source_id=left", "relation=does", "target_id=right")
        for word in ("--column", pair)
    ]
    loaded = groundpath(
        "load", "graph", "--nodes", "n.tsv", "--edges", "e.tsv", "--kg", "k", "--no-embed", *named
    )
    assert loaded.code == 0, loaded.err
    found = groundpath("search", "k", "Alpha", "--json").json
    assert found["entities"][0]["types"] == ["Gene"]
    assert [fact["tail"] for fact in found["facts"]] == ["b"]


def test_documents_under_other_names(groundpath):
    write_table("d.csv", ["key", "body", "head"], ["d1", "Anna lives in Oslo.", "Anna"])
    write_rows("d.jsonl", [{"key": "d1", "body": "Anna lives in Oslo.", "head": "Anna"}])
    named = ("--column", "id=key", "--column", "text=body", "--column", "title=head")
    for file in ("d.csv", "d.jsonl"):
        loaded = groundpath("load", "documents", file, "--kg", "k", "--no-embed", *named)
        assert loaded.code == 0, loaded.err
    assert groundpath("kgs", "--json").json[0]["documents"] == 1
    shown = groundpath("trace", "ask", "Where?", "--documents", "d.jsonl", *named, "--json")
    assert "Anna lives in Oslo." in shown.out


def test_questions_over_documents(groundpath):
    rows = [
        {"q": "Where is Anna?", "gold": "Oslo|Kristiania", "docs": [{"title": "A", "text": "Anna: Oslo."}]}
    ]
    write_rows("q.jsonl", rows)
    named = ("--column", "question=q", "--column", "answer=gold", "--column", "documents=docs")
    done = groundpath("trace", "evaluate", "q.jsonl", *named, "--split", "|", "--json")
    assert done.code == 0, done.err
    assert done.json["questions"] == 1
    assert "no column 'qq'" in groundpath("trace", "evaluate", "q.jsonl", "--column", "question=qq").err


def test_from_python():
    import pandas as pd
    from groundpath import Columns, read_chains

    frame = pd.DataFrame({"response": [CHAIN], "right": ['["Bert"]'], "cot": ["other"]})
    (chain,) = read_chains(frame, columns={"cot": "response", "gold_answers": "right"})
    assert (chain.text, chain.gold_answers) == (CHAIN, ("Bert",))
    (chain,) = read_chains([{"r": "x", "gold_answers": "a; b"}], Columns({"cot": "r"}, split=";"))
    assert chain.gold_answers == ("a", "b")


def test_answers_to_check(tmp_path, monkeypatch):
    """An answer is one text, also where lists of texts are parted."""
    from groundpath import Columns
    from groundpath.engine.check.cases import read_cases

    monkeypatch.chdir(tmp_path)
    write_table("a.csv", ["reply", "read"], ["Ann lives in Oslo | Norway.", '["Ann: Oslo.", "Bob: Bergen."]'])
    (case,) = read_cases("a.csv", Columns({"answer": "reply", "contexts": "read"}, split="|"))
    assert case.answer == "Ann lives in Oslo | Norway."
    assert [context.text for context in case.contexts] == ["Ann: Oslo.", "Bob: Bergen."]


@pytest.mark.parametrize("name", ["contexts", "retrieved_contexts", "retrieval_context", "source_documents"])
@pytest.mark.parametrize("written", [json.dumps, str])
def test_contexts_are_a_list_under_every_name(tmp_path, monkeypatch, name, written):
    from groundpath.engine.check.cases import read_cases

    monkeypatch.chdir(tmp_path)
    texts = ["Ann's boat: red.", 'She said "no".', "[a note]"]
    write_table("a.csv", ["answer", name], ["Ann has a boat.", written(texts)], ["Ann rows.", "[a note]"])
    many, one = read_cases("a.csv")
    assert [context.text for context in many.contexts] == texts
    assert [context.text for context in one.contexts] == ["[a note]"]
