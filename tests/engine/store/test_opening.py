"""Addresses of stores."""

from pathlib import Path

import pytest
from groundpath.engine.errors import InputError
from groundpath.engine.store.opening import default_url, open_store


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GROUNDPATH_STORE", "NEO4J_USERNAME", "NEO4J_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NEO4J_PASSWORD", "sesame")


def test_a_folder(tmp_path):
    assert open_store(f"embedded:{tmp_path}/a b").url == f"embedded:{tmp_path}/a b"
    assert not (tmp_path / "a b").exists()


def test_a_relative_folder_and_a_home(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert open_store("embedded:here").url == f"embedded:{tmp_path}/here"
    assert open_store("embedded:~/there").url == f"embedded:{tmp_path}/there"


def test_without_an_address_the_environment_then_the_users_folder(monkeypatch):
    assert open_store().url == default_url()
    monkeypatch.setenv("GROUNDPATH_STORE", "embedded:/somewhere")
    assert open_store().url == "embedded:/somewhere"
    assert Path(default_url().removeprefix("embedded:")).is_absolute()


@pytest.mark.parametrize(
    "url", ["neo4j://host", "bolt://host:7687", "neo4j+s://host", "bolt+ssc://[::1]:7687"]
)
def test_a_server_is_not_asked_yet(url):
    assert open_store(url).url == url


@pytest.mark.parametrize("url", ["bolt://host/movies", "neo4j+s://host:7687/movies/"])
def test_an_address_may_end_with_a_database(url, monkeypatch):
    monkeypatch.setenv("NEO4J_DATABASE", "other")
    store = open_store(url)
    assert store.url == url.partition("/movies")[0]
    assert store._connection.database == "movies"


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("bolt://host/a/b", "names more than a database"),
        ("embedded:", "names no folder"),
        ("http://host", "is none of embedded:PATH"),
        ("graph.db", "write embedded:graph.db"),
        ("./store", r"write embedded:\./store"),
        ("neo4j://", "names no host"),
        ("bolt://host:port", "bad host or port"),
        ("something", "is none of"),
    ],
)
def test_what_is_none_is_refused(url, complaint):
    with pytest.raises(InputError, match=complaint):
        open_store(url)


@pytest.mark.parametrize(
    "url",
    [
        "bolt://me:hunter2@host",
        "neo4j+s://me:hun@ter2@host:7687",
        "bolt://me:hunter2#@host",
        "bolt://me:hunter2/x@host",
        "http://me:hunter2@host",
    ],
)
def test_a_password_in_the_address_is_refused_and_not_repeated(url):
    with pytest.raises(InputError) as refused:
        open_store(url)
    assert "hun" not in str(refused.value)
    assert "@host" in str(refused.value)


def test_a_server_needs_a_password(monkeypatch):
    monkeypatch.delenv("NEO4J_PASSWORD")
    with pytest.raises(InputError, match="set NEO4J_PASSWORD"):
        open_store("neo4j://host")


def test_from_how_many_vectors_on_an_index_is_used_is_a_number(tmp_path, monkeypatch):
    monkeypatch.setenv("GROUNDPATH_EXACT_UP_TO", "many")
    with pytest.raises(InputError, match="GROUNDPATH_EXACT_UP_TO is 'many'"):
        open_store(f"embedded:{tmp_path}")


def test_the_home_of_nobody_is_told():
    with pytest.raises(InputError, match="unknown user"):
        open_store("embedded:~no-such-user/store")
