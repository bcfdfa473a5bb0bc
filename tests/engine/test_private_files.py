"""What stores and caches keep is for their owner's eyes."""

import stat
from pathlib import Path

import pytest
from groundpath.engine.kept_answers import KeptAnswers
from groundpath.engine.vectors import VectorFile


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def test_answers(folder):
    with KeptAnswers(folder / "chat.sqlite") as answers:
        answers.keep_text("key", "model", "text")
        found = modes(folder)
    assert found.pop("kept") == 0o700
    assert set(found.values()) == {0o600}


def test_vectors(folder):
    file = VectorFile(folder / "stem", 2)
    file.append(["a"], [[1.0, 0.0]])
    found = modes(folder)
    assert found.pop("kept") == 0o700
    assert set(found.values()) == {0o600}


def test_folders_above(folder):
    KeptAnswers(folder / "more" / "chat.sqlite").close()
    assert modes(folder) == {"kept": 0o700, "more": 0o700, "chat.sqlite": 0o600}


def test_a_folder_that_is_there_keeps_its_mode(folder):
    folder.mkdir(mode=0o755)
    KeptAnswers(folder / "chat.sqlite").close()
    assert modes(folder) == {"kept": 0o755, "chat.sqlite": 0o600}
