"""What a shell is told: commands, options and files, by the script that `groundpath completion` prints."""

import os
import subprocess
import sys

import pytest


def completed(*words: str) -> list[str]:
    """What bash is offered for the last of some words."""
    told = {
        "COMP_WORDS": " ".join(("groundpath", *words)),
        "COMP_CWORD": str(len(words)),
        "_GROUNDPATH_COMPLETE": "bash_complete",
    }
    done = subprocess.run(
        [sys.executable, "-c", "from groundpath.engine.cli.main import main; main()"],
        env={**os.environ, **told},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_commands_options_and_files_are_offered():
    assert completed("au") == ["plain,audit"]
    assert completed("trace", "ev") == ["plain,evaluate"]
    assert "plain,--rules" in completed("audit", "--ru")
    assert completed("audit", "--rules", "r") == ["file,r"]
    assert completed("audit", "ch") == ["file,ch"]
    assert completed("audit", "--world", "o") == ["plain,open"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_is_printed(groundpath, shell):
    answer = groundpath("completion", shell)
    assert answer.code == 0
    assert f"_GROUNDPATH_COMPLETE={shell}_complete" in answer.out
    assert "groundpath completion --help" in groundpath("--help").out


def test_a_mistyped_option_offers_the_nearest(groundpath):
    answer = groundpath("audit", "chains.jsonl", "--wrld", "open")
    assert answer.code == 2
    assert "--world" in answer.err
