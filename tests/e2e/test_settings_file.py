"""groundpath.toml: defaults of options, which the command line and the environment go before."""

from pathlib import Path

import pytest


@pytest.fixture
def settings(tmp_path):
    """Writes a file of settings."""

    def write(text: str, where: str = "groundpath.toml") -> Path:
        file = tmp_path / where
        file.write_text(text, "utf-8")
        return file

    return write


def test_an_option_is_given_by_the_file_where_the_command_line_does_not(family, settings):
    settings('[audit]\nkg = "family"\nworld = "closed"\n[paths]\nk = 1\n')
    chain = "Anna is married to Cleo."
    assert family("audit", "-", "--json", stdin=chain).json["verdicts"][0]["error"] == "factual_error"
    told = family("audit", "-", "--world", "open", "--json", stdin=chain).json["verdicts"][0]
    assert told["verdict"] == "unscored"
    assert len(family("paths", "family", "anna", "oslo", "--json").json) == 1


def test_the_nearest_file_above_counts_up_to_the_repository(family, settings, tmp_path, monkeypatch):
    settings("[paths]\nk = 1\n")
    inner = tmp_path / "work" / "here"
    inner.mkdir(parents=True)
    monkeypatch.setenv("GROUNDPATH_STORE", f"embedded:{tmp_path / 'store'}")
    monkeypatch.chdir(inner)
    asked = ("paths", "family", "anna", "oslo", "--json")
    assert len(family(*asked).json) == 1
    (tmp_path / "work" / ".git").mkdir()
    assert len(family(*asked).json) > 1
    assert len(family("--config", "../../groundpath.toml", *asked).json) == 1
    monkeypatch.setattr(Path, "home", lambda: inner)
    (tmp_path / "work" / ".git").rmdir()
    assert len(family(*asked).json) > 1


def test_what_all_commands_share_is_from_the_environment_before_the_file(
    family, settings, tmp_path, monkeypatch
):
    settings('store = "embedded:store"\ncache = "vectors"\n[kgs]\nstore = "embedded:other"\n')
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    monkeypatch.delenv("GROUNDPATH_STORE")
    monkeypatch.delenv("GROUNDPATH_CACHE")
    assert family("info", "family", "--json").json["facts"] == 6, "the store beside the file"
    assert family("kgs", "--json").json == [], "that of its own table"
    told = {(one["command"], one["option"]): one for one in family("config", "--json").json["settings"]}
    assert told["kgs", "--store"]["value"] == f"embedded:{tmp_path / 'other'}"
    assert {told[of]["source"] for of in (("kgs", "--store"), ("", "store"))} == {
        str(tmp_path / "groundpath.toml")
    }
    monkeypatch.setenv("GROUNDPATH_STORE", f"embedded:{tmp_path / 'store'}")
    assert len(family("kgs", "--json").json) == 1
    shown = {(one["command"], one["option"]): one for one in family("config", "--json").json["settings"]}
    file = str(tmp_path / "groundpath.toml")
    assert shown["", "cache"] == {
        "command": "", "option": "cache", "value": str(tmp_path / "vectors"), "source": file
    }  # fmt: skip
    assert (shown["", "encoder"]["value"], shown["", "encoder"]["source"]) == ("minilm", "default")
    assert shown["", "store"]["source"] == shown["kgs", "--store"]["source"] == "GROUNDPATH_STORE"


def test_files_are_beside_the_file_of_settings(family, settings, tmp_path, monkeypatch):
    settings('[audit]\nkg = "family"\nout = "verdicts.jsonl"\n')
    (tmp_path / "below").mkdir()
    monkeypatch.setenv("GROUNDPATH_STORE", f"embedded:{tmp_path / 'store'}")
    monkeypatch.chdir(tmp_path / "below")
    assert family("audit", "-", stdin="Anna is married to Bert Berg.").code == 0
    assert (tmp_path / "verdicts.jsonl").exists()


def test_config_shows_values_and_where_they_are_from(groundpath, settings):
    assert "File: none" in groundpath("config").out
    file = settings('[compare]\ncsv = true\n[trace.ask]\nlongest = 2\nmethod = "top-facts"\n')
    shown = groundpath("config", "--json").json
    assert shown["file"] == str(file)
    told = {f"{one['command']} {one['option']}".strip(): one["value"] for one in shown["settings"]}
    assert told["compare --csv"] == "csv"
    assert (told["trace ask --longest"], told["trace ask --method"]) == (2, "top-facts")
    assert "trace ask --longest" in groundpath("config").out


def test_a_path_within_a_value_is_beside_the_file_too(settings, groundpath, tmp_path, monkeypatch):
    (tmp_path / "models" / "mine").mkdir(parents=True)
    (tmp_path / "minilm").mkdir()
    settings(
        """
        encoder = "minilm"
        [audit]
        reader = "chat:scripted:replies.jsonl"
        encoder = "minilm:models/mine"
        rules = "/a.toml"
        out = "~/verdicts.jsonl"
        [generate]
        model = "scripted:replies.jsonl"
        tokenizer = "tokenizer.json"
        [trace.ask]
        model = "openai:models/mine"
        selector-model = "scripted:~/replies.jsonl"
        tokenizer = "tiktoken:gpt-4o"
        reranker = "cross:models/mine"
        encoder = "models/mine"
        document-encoder = "sbert:not/there"
        documents = ["-"]
        [load.graph]
        nodes = ["a.tsv", "/b.tsv"]
        """
    )
    (tmp_path / "below").mkdir()
    monkeypatch.chdir(tmp_path / "below")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    monkeypatch.delenv("GROUNDPATH_STORE")
    monkeypatch.delenv("GROUNDPATH_CACHE")
    rows = groundpath("config", "--json").json["settings"]
    here, file = str(tmp_path), str(tmp_path / "groundpath.toml")
    assert {f"{one['command']} {one['option']}": one["value"] for one in rows if one["source"] == file} == {
        " encoder": "minilm",
        "audit --reader": f"chat:scripted:{here}/replies.jsonl",
        "audit --encoder": f"minilm:{here}/models/mine",
        "audit --rules": "/a.toml",
        "audit --out": f"{here}/home/verdicts.jsonl",
        "generate --model": f"scripted:{here}/replies.jsonl",
        "generate --tokenizer": f"{here}/tokenizer.json",
        "trace ask --model": "openai:models/mine",
        "trace ask --selector-model": f"scripted:{here}/home/replies.jsonl",
        "trace ask --tokenizer": "tiktoken:gpt-4o",
        "trace ask --reranker": f"cross:{here}/models/mine",
        "trace ask --encoder": f"{here}/models/mine",
        "trace ask --document-encoder": "sbert:not/there",
        "trace ask --documents": ["-"],
        "load graph --nodes": [f"{here}/a.tsv", "/b.tsv"],
    }


def test_every_line_counts_in_what_an_error_tells(groundpath, settings):
    file = settings('# mine\n\n[audit]\nkg = """\nkgg = 1\n"""\nformat = [\n  "a",\n]\n')
    assert groundpath("config").err.startswith(f"Error: {file}, line 7, [audit]: ")
    file = settings('store = "embedded:s"\ntrace.ask.kg = "x"\n\n\ntrace.ask.nothing = 3\n')
    assert groundpath("config").err.startswith(f"Error: {file}, line 5, [trace.ask]: there is no option")
    file = settings("\n\n[kgs]\n[adit]\n")
    assert groundpath("config").err.startswith(f"Error: {file}, line 4: there is no command 'adit'")


def test_the_mark_with_which_windows_begins_a_file_is_none_of_its_content(groundpath, settings):
    settings("\ufeff[compare]\r\ncsv = true\r\n")
    (one,) = (one for one in groundpath("config", "--json").json["settings"] if one["command"])
    assert one["value"] == "csv"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('stor = "x"', "there is no setting 'stor'; did you mean 'store'?"),
        ("store = 3", "store is 3; write it as text"),
        ('[adit]\nkg = "x"', "there is no command 'adit'; did you mean 'audit'?"),
        ('[audit]\nkgg = "x"', "[audit]: there is no option 'kgg'; did you mean 'kg'?"),
        ('[audit]\nworld = "flat"', "[audit]: world: 'flat' is not one of"),
        ("[audit]\ndry-run = 3", "[audit]: dry-run is 3; write true or false"),
        ('[audit]\nkg = ["a", "b"]', "write one value"),
        ("[trace]\nask = 3", "[trace.ask] is 3; write it as a table"),
        ('[trace]\nkg = "x"', "[trace]: there is no command 'kg'"),
        ("[audit", "cannot be read"),
    ],
)
def test_what_the_file_cannot_say_is_one_error_that_names_it(groundpath, settings, text, said):
    file = settings(text)
    answer = groundpath("config")
    assert answer.code == 2
    assert answer.err.startswith(f"Error: {file}")
    assert said in answer.err
    assert answer.err.count("\n") == 1


def test_a_command_checks_its_own_table(family, settings):
    settings('[audit]\nkgg = "x"\n')
    assert family("kgs").code == 0
    assert "did you mean 'kg'?" in family("audit", "-", stdin="Anna.").err


def test_a_file_that_is_named_must_be_there(groundpath):
    assert groundpath("--config", "nowhere.toml", "kgs").code == 2
