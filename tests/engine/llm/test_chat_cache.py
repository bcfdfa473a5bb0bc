"""Answers that were kept: found again by what changes them, whole after a kill."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from groundpath.engine.errors import StoreError
from groundpath.engine.kept_answers import KeptAnswers
from groundpath.engine.llm.cache import ChatCache
from groundpath.engine.llm.chat import ChatReply, ChatRequest, Message, TokenAlternatives

REQUEST = ChatRequest((Message("user", "Where?"),))
REPLY = ChatReply(
    "Ōsaka \N{GRINNING FACE}", False, 7, 3, (TokenAlternatives("Ō", (("Ō", -0.1), ("K", -2.0))),)
)


def test_a_reply_comes_back_as_it_was(tmp_path):
    with ChatCache(tmp_path / "new" / "chat.sqlite") as cache:
        assert cache.find("m", REQUEST) is None
        cache.keep("m", REQUEST, REPLY)
    with ChatCache(tmp_path / "new" / "chat.sqlite") as cache:
        assert cache.find("m", REQUEST) == REPLY


@pytest.mark.parametrize(
    "other",
    [
        replace(REQUEST, messages=(Message("user", "Where? "),)),
        replace(REQUEST, messages=(Message("system", "Where?"),)),
        replace(REQUEST, messages=(Message("user", "Where"), Message("user", "?"))),
        replace(REQUEST, temperature=0.1),
        replace(REQUEST, top_p=0.9),
        replace(REQUEST, max_tokens=9),
        replace(REQUEST, seed=0),
        replace(REQUEST, top_logprobs=1),
        replace(REQUEST, sample=1),
    ],
)
def test_whatever_changes_the_answer_is_another_request(tmp_path, other):
    with ChatCache(tmp_path / "chat.sqlite") as cache:
        cache.keep("m", REQUEST, REPLY)
        assert cache.find("m", other) is None
        assert cache.find("another model", REQUEST) is None
        assert cache.find("m", replace(REQUEST)) == REPLY


def test_many_threads_and_two_objects_share_a_file(tmp_path):
    requests = [replace(REQUEST, seed=n) for n in range(200)]
    with (
        ChatCache(tmp_path / "chat.sqlite") as one,
        ChatCache(tmp_path / "chat.sqlite") as two,
        ThreadPoolExecutor(8) as threads,
    ):
        list(threads.map(lambda n: (one, two)[n % 2].keep("m", requests[n], ChatReply(str(n))), range(200)))
        found = list(threads.map(lambda n: (two, one)[n % 2].find("m", requests[n]), range(200)))
    assert [reply.text for reply in found] == [str(n) for n in range(200)]


def test_every_answer_that_was_kept_outlives_a_kill(tmp_path):
    script = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from groundpath.engine.llm.cache import ChatCache
        from groundpath.engine.llm.chat import ChatReply, ChatRequest, Message
        cache = ChatCache(Path(sys.argv[1]))
        for n in range(10**6):
            cache.keep("m", ChatRequest((Message("user", str(n)),)), ChatReply(str(n)))
            print(n, flush=True)
        """
    )
    path = tmp_path / "chat.sqlite"
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        kept = 0
        while kept < 50:
            kept = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        for line in process.stdout:
            kept = int(line)
    with ChatCache(path) as cache:
        for n in range(kept + 1):
            assert cache.find("m", ChatRequest((Message("user", str(n)),))) == ChatReply(str(n))


def test_a_file_that_is_no_cache(tmp_path):
    path = tmp_path / "chat.sqlite"
    path.write_text("this is something else, and long enough to be taken for a header\n" * 20, "utf-8")
    with pytest.raises(StoreError, match=r"chat\.sqlite.*remove it"):
        ChatCache(path)
    assert path.read_text("utf-8").startswith("this is something else")


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(StoreError, match="GROUNDPATH_CACHE"):
        ChatCache(tmp_path / "file" / "chat.sqlite")


def test_an_answer_that_was_damaged_is_a_miss_told_once(tmp_path, caplog):
    path = tmp_path / "answers.sqlite"
    with KeptAnswers(path) as answers:
        for number in range(3):
            answers.keep_text(f"key{number}", "model", f"the answer is {number} in truth")
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    data = path.read_bytes()
    assert data.count(b"the answer is 1") == 1
    path.write_bytes(data.replace(b"the answer is 1", b"the answer is 7").replace(b"is 2 in", b"is \xff in"))
    with KeptAnswers(path) as answers:
        assert answers.text("key0") == "the answer is 0 in truth"
        assert answers.text("key1") is None
        assert answers.text("key2") is None
        answers.keep_text("key1", "model", "asked again")
        assert answers.text("key1") == "asked again"
    assert len([record for record in caplog.records if "is damaged" in record.message]) == 1


def test_pages_that_were_damaged_are_a_miss(tmp_path, caplog):
    path = tmp_path / "answers.sqlite"
    with KeptAnswers(path) as answers:
        for number in range(200):
            answers.keep_text(f"key{number:03}", "model", "x" * 200)
    data = bytearray(path.read_bytes())
    data[4096 + 0 : 2 * 4096] = b"\xee" * 4096  # the root of the table
    path.write_bytes(data)
    with KeptAnswers(path) as answers:
        assert {answers.text(f"key{number:03}") for number in range(200)} == {None}
        answers.keep_text("key000", "model", "y")
    assert len([record for record in caplog.records if "is damaged" in record.message]) == 1


def test_answers_of_an_older_groundpath_are_read(tmp_path):
    path = tmp_path / "answers.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute(
            "CREATE TABLE answers (key TEXT PRIMARY KEY, model TEXT NOT NULL, reply TEXT NOT NULL)"
            " WITHOUT ROWID"
        )
        connection.execute("INSERT INTO answers VALUES ('old', 'model', 'an answer')")
    connection.close()
    with KeptAnswers(path) as answers, KeptAnswers(path) as beside:
        assert answers.text("old") == "an answer"
        answers.keep_text("new", "model", "another")
        assert beside.text("new") == "another"


def test_who_asks_anew_finds_only_what_is_kept_since(tmp_path):
    other = replace(REQUEST, seed=1)
    with ChatCache(tmp_path / "chat.sqlite") as before:
        before.keep("m", REQUEST, REPLY)
        before.keep("m", other, REPLY)
    with ChatCache(tmp_path / "chat.sqlite", anew=True) as cache:
        assert cache.find("m", REQUEST) is None
        cache.keep("m", REQUEST, replace(REPLY, text="Kobe"))
        cache.keep("m", REQUEST, replace(REPLY, text="Nara"))
        assert cache.find("m", REQUEST).text == "Nara"
        assert cache.find("m", other) is None


def test_what_is_kept_anew_is_noted_on_disk_alone(tmp_path):
    with ChatCache(tmp_path / "chat.sqlite", anew=True) as cache:
        tracemalloc.start()
        for seed in range(5_000):
            cache.note(f"{seed:032x}")
        held, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert cache.is_noted(f"{4_999:032x}")
    assert held < 100_000  # a set of them holds 800,000
    assert [path.name for path in tmp_path.iterdir()] == ["chat.sqlite"]
