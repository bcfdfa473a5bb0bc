"""Question sets as they are published, and the file of gold paths that comes of them."""

import json

import pytest
from groundpath.engine.errors import BadRowError, InputError, UnknownGraphError
from groundpath.engine.progress import SILENT
from groundpath.loaders.gold.questions import read_questions
from groundpath.loaders.gold.writing import write_gold
from groundpath.loaders.triples import load_triples
from real_data import DATA

QUERY = "SELECT ?x WHERE { ?x ns:a.b ns:m.01 }"


def jsonl(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def rows_of(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.fixture
def family(store, write):
    load_triples(store, "family", write("family.tsv", "anna\tspouse\tbert\nbert\tborn\toslo\n"), embed=False)
    return store


def question_of(write, row, **options):
    (question,) = read_questions(write("set.jsonl", jsonl(row)), SILENT, **options)
    return question


def test_complex_web_questions_as_published(write):
    row = {"ID": "W-1", "question": "q", "sparql": QUERY, "answers": [{"answer_id": "m.02", "answer": "x"}]}
    question = question_of(write, row)
    assert (question.id, question.topics, question.answers) == ("W-1", (), ("m.02",))


def test_grailqa(write):
    row = {"qid": 7, "sparql_query": QUERY, "topic_entity": {"m.01": "One"}}
    question = question_of(write, {**row, "answer": [{"answer_type": "Entity", "answer_argument": "m.02"}]})
    assert (question.id, question.topics, question.answers) == ("7", ("m.01",), ("m.02",))


def test_pathquestion_has_more_answers_than_it_lists(write):
    question = question_of(
        write, {"question": "q", "path": [["a", "r", "b"], ["b", "s", "c"]], "answer": "c"}
    )
    assert (question.id, question.relations, question.all_answers) == ("set-1", ("r", "s"), False)


def test_one_json_array(write):
    rows = [{"topic": "a", "gold_answers": ["b"]}, {"topic": ["a", "c"], "gold_answers": "b"}]
    questions = list(read_questions(write("set.json", json.dumps(rows)), SILENT))
    assert [question.topics for question in questions] == [("a",), ("a", "c")]


@pytest.mark.parametrize(
    ("content", "options", "said"),
    [
        ("[1]\n", {}, "line 1"),
        ('{"topic": "a"}\n{"topic": {"a": 1}}\n', {}, "line 2"),
        ('{"path": []}\n', {}, "no triples"),
        ('{"path": [["a", "b"]]}\n', {}, "2 values"),
        ('{"sparql": "", "answers": []}\n', {}, "no query in 'sparql'"),
        ('{"topic": "a"}\n', {"format": "cwq"}, "--format"),
        ('{"sparql_query": "x", "answer": [{"answer_type": "Entity"}]}\n', {}, "answer_argument"),
        ("not json\n", {}, "line 1"),
    ],
)
def test_a_bad_row_names_file_and_line(write, content, options, said):
    with pytest.raises(BadRowError) as error:
        list(read_questions(write("set.jsonl", content), SILENT, **options))
    assert said in str(error.value)
    assert "set.jsonl" in str(error.value)


def test_a_row_keeps_what_else_it_holds(family, write, tmp_path):
    row = {"id": "1", "question": "where?", "topic": "anna", "gold_answers": ["oslo"], "cot": "1. …", "x": 1}
    write_gold(family, "family", write("rows.jsonl", jsonl(row)), tmp_path / "out.jsonl")
    (written,) = rows_of(tmp_path / "out.jsonl")
    assert written == {
        **row,
        "topic": ["anna"],
        "gold_paths": [[["anna", "spouse", "bert"], ["bert", "born", "oslo"]]],
        "constraints": [[]],
        "hops": 2,
    }


def test_the_report_counts_hops_and_reasons(family, write, tmp_path):
    found = [{"topic": "anna", "gold_answers": [answer]} for answer in ("oslo", "bert", "bert", "anna", "x")]
    report = write_gold(family, "family", write("rows.jsonl", jsonl(*found)), tmp_path / "out.jsonl")
    assert (report.by_hops, report.by_reason) == ({1: 2, 2: 1}, {"answer_absent": 1, "no_path": 1})
    assert (report.questions, report.with_paths, report.multi_hop, report.paths) == (5, 3, 1, 3)
    assert [row.get("reason") for row in rows_of(tmp_path / "out.jsonl")][3:] == ["no_path", "answer_absent"]


TERM = [["m.0p", "office_held", "m.0t"], ["m.0t", "office", "m.0m"], ["m.0m", "town", "m.0e"]]
NAMED = {"m.0p": "Ann Venn", "m.0m": "Mayor of Ely", "m.0e": "Ely"}


def test_what_a_mediator_joins_is_one_hop(store, write, tmp_path):
    """Table 1: who held an office and which office it was is one hop; the office's town is the second."""
    names = write("names.tsv", "".join(f"{id}\t{name}\n" for id, name in NAMED.items()))
    load_triples(store, "term", map(tuple, TERM), names=names, embed=False)
    asked = [{"topic": "m.0p", "gold_answers": [answer]} for answer in ("m.0m", "m.0e", "m.0x")]
    source, out = write("rows.jsonl", jsonl(*asked)), tmp_path / "out.jsonl"
    report = write_gold(store, "term", source, out)
    assert (report.by_hops, report.left_out) == ({1: 1, 2: 1}, 0)
    assert [row["gold_paths"] for row in rows_of(out)] == [[TERM[:2]], [TERM], []]
    report = write_gold(store, "term", source, out, min_hops=2)
    assert (report.by_hops, report.left_out) == ({1: 1, 2: 1}, 2)
    assert [(row["gold_answers"], row["hops"]) for row in rows_of(out)] == [(["m.0e"], 2)]


def test_what_fails_leaves_the_old_file_and_nothing_else(family, write, tmp_path):
    out = write("out.jsonl", "old")
    for kg, content, error in (
        ("family", jsonl({"topic": "anna", "gold_answers": ["oslo"]}, 1), BadRowError),
        ("nosuch", jsonl({"topic": "anna", "gold_answers": ["oslo"]}), UnknownGraphError),
        ("family", "\n", InputError),
    ):
        with pytest.raises(error):
            write_gold(family, kg, write("rows.jsonl", content), out)
    assert out.read_text("utf-8") == "old"
    assert not list(tmp_path.glob(".*"))
    with pytest.raises(InputError, match="gold paths cannot be written"):
        write_gold(family, "family", out, tmp_path / "no folder" / "out.jsonl")


def test_every_question_of_cwq_has_paths_of_stated_facts(store, tmp_path):
    load_triples(store, "cwq", DATA / "cwq" / "triples.tsv", names=DATA / "cwq" / "names.tsv", embed=False)
    outs = [tmp_path / "first.jsonl", tmp_path / "second.jsonl"]
    reports = [write_gold(store, "cwq", DATA / "cwq" / "questions.jsonl", out) for out in outs]
    assert outs[0].read_bytes() == outs[1].read_bytes()
    assert (reports[0].with_paths, reports[0].unchecked) == (944, 76)
    # Table 1: 1,386 of the 1,421 multi-hop questions have two hops, 97.5%. By facts it would be 67% of 794.
    assert reports[0].by_hops[2] / reports[0].multi_hop >= 0.975
    assert 500 < reports[0].multi_hop < 550
    stated = {
        tuple(line.split("\t")) for line in (DATA / "cwq" / "triples.tsv").read_text("utf-8").splitlines()
    }
    for row in rows_of(outs[0]):
        facts = [fact for path in (*row["gold_paths"], *row["constraints"]) for fact in path]
        assert stated.issuperset(map(tuple, facts)), row["id"]
        assert {_end(path, row["topic"]) for path in row["gold_paths"]} <= set(row["gold_answers"]), row["id"]


def _end(path, topics):
    """Where a path leads from the topic that it starts at; None where it is not connected."""
    for at in topics:
        for head, _, tail in path:
            at = tail if at == head else head if at == tail else None
        if at is not None and at not in topics:
            return at
    return next((at for at in topics if at in path[-1]), None)


@pytest.mark.parametrize(
    ("kg", "questions"), [("2H-kb", "PQ-2H"), ("PQL2-KB", "PQL-2H"), ("PQL3-KB", "PQL-3H_more")]
)
def test_pathquestion_agrees_with_the_labelled_chains(store, write, tmp_path, kg, questions):
    """cot_audit holds all instantiations of each question's relation path, found by other code."""
    chains = {(row["question"], row["topic"]): row for row in rows_of(DATA / "cot_audit" / "dev.jsonl")}
    listed = rows_of(DATA / "pathquestion" / f"{questions}.jsonl")
    asked = [row for row in listed if (row["question"], row["path"][0][0]) in chains][:100]
    load_triples(store, kg, DATA / "pathquestion" / f"{kg}.tsv", embed=False)
    write_gold(store, kg, write("asked.jsonl", jsonl(*asked)), tmp_path / "out.jsonl")
    agreed = [_same(row, chains[row["question"], row["topic"][0]]) for row in rows_of(tmp_path / "out.jsonl")]
    assert agreed == [True] * len(asked)


def _same(row, chain):
    paths = [sorted(map(str, found["gold_paths"])) for found in (row, chain)]
    return paths[0] == paths[1] and sorted(row["gold_answers"]) == sorted(chain["gold_answers"])
