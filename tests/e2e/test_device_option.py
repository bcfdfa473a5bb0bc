"""--device of commands that have models, in the environment and in a file of settings as other options."""

import os

import pytest
from groundpath.engine.text.device import VARIABLE, accelerators

SAID = "Anna is married to Bert Berg."


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def audit(family, *options):
    return family("audit", "-", "--kg", "family", *options, stdin=SAID)


def test_the_processor_can_be_asked_for(family):
    plain = audit(family)
    chosen = audit(family, "--device", "cpu")
    assert (chosen.code, chosen.out) == (plain.code, plain.out)
    assert VARIABLE not in os.environ


@pytest.mark.skipif(accelerators() > 0, reason="there is an accelerator")
@pytest.mark.parametrize("told", ["option", "variable", "file", "table"])
def test_an_accelerator_that_is_not_there_is_told_before_anything_is_done(
    family, tmp_path, monkeypatch, told
):
    options = ("--device", "cuda") if told == "option" else ()
    if told == "variable":
        monkeypatch.setenv(VARIABLE, "cuda")
    if told in ("file", "table"):
        table = "[audit]\n" if told == "table" else ""
        (tmp_path / "groundpath.toml").write_text(f'{table}device = "cuda"\n', "utf-8")
    done = audit(family, "--out", "verdicts.jsonl", *options)
    assert done.code == 1
    assert "device cuda was asked for, and no accelerator is found" in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "verdicts.jsonl").exists()
    assert family("kgs").code == 0, "commands without models do not mind"


@pytest.mark.skipif(accelerators() > 0, reason="there is an accelerator")
def test_the_command_line_goes_before_the_environment_and_that_before_the_file(family, tmp_path, monkeypatch):
    (tmp_path / "groundpath.toml").write_text('device = "cuda"\n', "utf-8")
    assert audit(family, "--device", "cpu").code == 0
    monkeypatch.setenv(VARIABLE, "cpu")
    assert audit(family).code == 0
    assert audit(family, "--device", "cuda").code == 1
    assert os.environ[VARIABLE] == "cpu"


def test_config_tells_the_device(groundpath, tmp_path):
    def device():
        settings = groundpath("config", "--json").json["settings"]
        return next((one["value"], one["source"]) for one in settings if one["option"] == "device")

    assert device() == ("auto", "default")
    file = tmp_path / "groundpath.toml"
    file.write_text('device = "cpu"\n', "utf-8")
    assert device() == ("cpu", str(file))


def test_another_device_is_refused(family):
    done = audit(family, "--device", "tpu")
    assert done.code == 2
    assert "'auto', 'cpu', 'cuda'" in done.err
