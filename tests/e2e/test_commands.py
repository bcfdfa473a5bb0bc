"""What every command promises: its rows, its JSON, its exit code, and one line when something is wrong."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest
from groundpath.engine.cli.main import cli
from groundpath.engine.errors import UnknownGraphError


def one_line(text: str) -> str:
    assert text.startswith("Error: ")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    return text


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words that call each command of a group and of the groups in it."""
    if not isinstance(command, click.Group):
        yield path
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        yield from leaves(command.get_command(context, name), (*path, name))


@pytest.mark.parametrize("words", list(leaves(cli)), ids=" ".join)
def test_help_of_every_command_shows_an_example_and_fits(groundpath, words):
    answer = groundpath(*words, "--help")
    assert answer.code == 0
    assert f"\n    groundpath {' '.join(words)}" in answer.out
    assert max(map(len, answer.out.splitlines())) <= 100


def test_a_mistyped_command_offers_the_nearest(groundpath):
    for words, meant in ((("adit",), "audit"), (("load", "tripels"), "triples")):
        answer = groundpath(*words)
        assert answer.code == 2
        assert f"did you mean '{meant}'?" in answer.err
    assert "did you mean" not in groundpath("zzz").err


def test_a_folder_that_cannot_take_what_is_written_is_told_before_any_work(family, tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"cot": "Anna is married to Bert Berg."}\n', "utf-8")
    answer = family(
        "audit", "rows.jsonl", "--kg", "family", "--out", "v.jsonl", "--html", "nowhere/page.html"
    )
    assert answer.code == 2
    assert "nowhere is no folder" in answer.err
    assert not (tmp_path / "v.jsonl").exists()


@pytest.mark.usefixtures("family")
def test_a_reader_that_goes_away_is_no_failure(tmp_path):
    command = f"set -o pipefail; {sys.executable} -m groundpath kgs | true"
    environment = {**os.environ, "GROUNDPATH_STORE": f"embedded:{tmp_path / 'store'}"}
    done = subprocess.run(["bash", "-c", command], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_mistyped_graph_offers_the_nearest(family):
    assert "did you mean 'family'?" in one_line(family("info", "famly").err)
    assert "groundpath kgs" in one_line(family("info", "zzz").err)


def test_an_empty_store_says_what_to_do_next(groundpath, tmp_path):
    answer = groundpath("kgs")
    assert answer.code == 0
    assert "groundpath load triples" in answer.out
    assert groundpath("kgs", "--json").json == []
    assert not (tmp_path / "store").exists(), "reading made a store"


def test_kgs_and_info_count_what_was_loaded(family):
    (graph,) = family("kgs", "--json").json
    assert (graph["name"], graph["state"], graph["entities"], graph["facts"]) == ("family", "ready", 6, 6)
    info = family("info", "family", "--json").json
    assert info["relations"] == {"children": 2, "place_of_birth": 2, "spouse": 2}
    assert info["degree_quantiles"]["1.0"] == 3
    assert "children" in family("info", "family").out


def test_a_second_load_changes_nothing(family):
    before = family("kgs", "--json").json
    again = family("load", "triples", "family.tsv", "--kg", "family", "--names", "names.tsv", "--no-embed")
    assert again.code == 0
    assert family("kgs", "--json").json == before


def test_drop_asks_first(family):
    assert family("drop", "family", stdin="n\n").code == 1
    assert family("kgs", "--json").json
    assert family("drop", "family", stdin="y\n").code == 0
    assert family("kgs", "--json").json == []


def test_drop_of_an_unknown_graph_is_an_error(family):
    assert "nosuch" in one_line(family("drop", "nosuch", "--yes").err)


def test_search_without_vectors_finds_by_name_and_says_what_is_missing(family):
    answer = family("search", "family", "cleo", "--json")
    assert [e["id"] for e in answer.json["entities"]] == ["cleo"]
    assert {f["relation"] for f in answer.json["facts"]} == {"children", "place_of_birth"}
    assert "groundpath embed family" in answer.json["note"]


def test_search_names_are_not_read_as_markup(family):
    assert "Anna [bold]Berg" in family("search", "family", "anna").out


def test_paths_are_shortest_first(family):
    found = family("paths", "family", "anna", "Oslo", "--json").json
    assert [[hop["relation"] for hop in path["hops"]] for path in found] == [
        ["children", "place_of_birth"],
        ["spouse", "place_of_birth"],
        ["children", "children", "place_of_birth"],
        ["spouse", "children", "place_of_birth"],
    ]
    directed = family("paths", "family", "anna", "Oslo", "--directed", "--k", "1").out
    assert "Anna [bold]Berg ─children→ Cleo ─place of birth→ Oslo" in " ".join(directed.split())


def test_paths_along_relations(family):
    found = family("paths", "family", "anna", "oslo", "--relations", "spouse, place_of_birth", "--json").json
    assert [path["text"] for path in found] == ["Anna [bold]Berg ─spouse→ Bert Berg ─place of birth→ Oslo"]


def test_no_path_says_so(family):
    answer = family("paths", "family", "anna", "emil")
    assert answer.code == 0
    assert "No path" in answer.out
    assert family("paths", "family", "anna", "emil", "--json").json == []


def test_an_ambiguous_name_lists_its_candidates(family):
    answer = family("paths", "family", "Bert Berg", "oslo")
    assert answer.code == 1
    line = one_line(answer.err)
    assert "bert" in line
    assert "dora" in line


def test_an_unknown_name_offers_the_nearest(family):
    assert "anna" in one_line(family("paths", "family", "Berg Anna", "oslo").err)


def test_printed_cypher_returns_the_same_rows(family):
    paths = family("paths", "family", "anna", "oslo", "--json").json
    shown = family("paths", "family", "anna", "oslo", "--cypher", "--json").json
    given = _given(shown["parameters"])
    rows = family("cypher", shown["statement"], *given, "--json").json["rows"]
    assert [row["keys"] for row in rows] == [[hop["key"] for hop in path["hops"]] for path in paths]


def test_printed_cypher_is_run_as_it_was_printed(family):
    paths = family("paths", "family", "anna", "oslo", "--json").json
    printed = family("paths", "family", "anna", "oslo", "--cypher").out
    rows = family("cypher", printed, "--json").json["rows"]
    assert [row["keys"] for row in rows] == [[hop["key"] for hop in path["hops"]] for path in paths]
    assert family("cypher", printed, "--param", "source=nobody", "--json").json["rows"] == []
    refused = family("cypher", ":param kg => 'family'\nRETURN $kg AS kg")
    assert refused.code == 1
    assert "--param NAME=VALUE" in one_line(refused.err)


def test_printed_cypher_of_a_search_returns_the_same_rows(family):
    found = family("search", "family", "Berg", "--json").json
    entities, facts = family("search", "family", "Berg", "--cypher", "--json").json
    for shown, expected, column in ((entities, found["entities"], "id"), (facts, found["facts"], "key")):
        given = _given(shown["parameters"])
        rows = family("cypher", shown["statement"], *given, "--json").json["rows"]
        assert [row[column] for row in rows] == [item[column] for item in expected]


def test_cypher_takes_parameters_and_limits_rows(family):
    statement = "MATCH (h:Entity {kg: $kg})-[f:FACT]->(t:Entity) RETURN h.id AS head ORDER BY head"
    answer = family("cypher", statement, "--param", "kg=family", "--limit", "2", "--json")
    assert answer.json == {
        "columns": ["head"],
        "rows": [{"head": "anna"}, {"head": "anna"}],
        "truncated": True,
    }
    assert "--limit" in answer.err


@pytest.mark.parametrize(
    "statement", ["CREATE (:Entity)", "MATCH (n) DETACH DELETE n", "LOAD FROM 'x.csv' RETURN *"]
)
def test_cypher_refuses_to_write(family, statement):
    answer = family("cypher", statement)
    assert answer.code == 1
    one_line(answer.err)
    assert family("info", "family", "--json").json["facts"] == 6


@pytest.mark.parametrize(
    "arguments",
    [
        ("info", "nosuch"),
        ("search", "nosuch", "x"),
        ("paths", "nosuch", "a", "b"),
        ("embed", "nosuch"),
        ("load", "triples", "nosuch.tsv", "--kg", "x"),
        ("info", "family", "--store", "ftp://nowhere"),
    ],
)
def test_what_is_not_there_is_one_line_and_exit_code_1(family, arguments):
    answer = family(*arguments)
    assert answer.code == 1
    assert "nosuch" in one_line(answer.err) or "ftp" in answer.err


@pytest.mark.parametrize(
    "arguments", [("paths", "family"), ("nosuch",), ("cypher", "RETURN 1", "--param", "x")]
)
def test_wrong_usage_is_exit_code_2(family, arguments):
    assert family(*arguments).code == 2


def test_a_suggested_command_can_be_pasted_whatever_the_graph_is_called(family):
    loaded = family("load", "triples", "family.tsv", "--kg", "my family", "--no-embed")
    suggested = shlex.split(loaded.err.strip().removeprefix("Next: groundpath "))
    assert suggested == ["info", "my family"]
    assert family(*suggested).code == 0
    line = family("search", "my family", "anna").err.strip()
    assert shlex.split(line.partition("groundpath ")[2]) == ["embed", "my family"]


def test_debug_shows_the_traceback(groundpath):
    answer = groundpath("info", "nosuch", "--debug")
    assert isinstance(answer.exception, UnknownGraphError)


def _given(parameters: dict[str, object]) -> list[str]:
    return [f"--param={name}={json.dumps(value)}" for name, value in parameters.items()]


def test_drop_takes_single_documents(groundpath, tmp_path):
    rows = [
        {"id": "d1", "text": "One.", "triples": [["a", "knows", "b"], ["b", "knows", "c"]]},
        {"id": "d2", "text": "Two.", "triples": [["a", "knows", "b"]]},
    ]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    assert groundpath("load", "documents", "rows.jsonl", "--kg", "k", "--no-embed").code == 0
    assert groundpath("drop", "k", "--document", "d1", stdin="n\n").code == 1
    answer = groundpath("drop", "k", "--document", "d1", "--document", "d9", "--yes", "--json")
    assert answer.code == 0, answer.err
    told = answer.json
    assert (told["documents"], told["facts"], told["entities"], told["facts_kept"]) == (1, 1, 1, 1)
    assert told["not_there"] == ["d9"]
    (graph,) = groundpath("kgs", "--json").json
    assert (graph["documents"], graph["facts"], graph["entities"]) == (1, 1, 2)
    again = groundpath("drop", "k", "--document", "d1", stdin="y\n")
    assert again.code == 0
    assert "there is no document 'd1'" in again.out
    assert "nosuch" in one_line(groundpath("drop", "nosuch", "--document", "d1", "--yes").err)
