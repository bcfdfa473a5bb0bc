"""The scorers in inspect_ai's own runs, and in its registry."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .conftest import (
    ASKED,
    CLAIMS_NOTHING,
    CONTEXTS,
    CONTRADICTED,
    FAITHFUL,
    QUESTION,
    SUPPORTED,
    UNFAITHFUL,
    UNSCORED,
)

pytest.importorskip("inspect_ai", reason="run by .ci/frameworks")

from groundpath import Auditor, Checker, open_store, read_chains
from groundpath.plugins.inspect_ai import faithfulness, grounded
from inspect_ai import Task
from inspect_ai import eval as run
from inspect_ai.dataset import Sample
from inspect_ai.log import read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import match
from inspect_ai.solver import generate

pytestmark = pytest.mark.frameworks


def model() -> Any:
    """A model that says what its question ends with."""

    def reply(messages: Any, *_: Any) -> ModelOutput:
        output = ModelOutput.from_content("mockllm/model", messages[-1].text.partition("\n")[2])
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    return get_model("mockllm/model", custom_outputs=reply)


def samples() -> list[Sample]:
    texts = {"holds": (FAITHFUL, "Oslo"), "wrong": (UNFAITHFUL, "Oslo"), "open": (UNSCORED, "Oslo")}
    known = {"question": QUESTION, "topic": "Anna Berg"}
    return [
        Sample(id=id, input=f"{QUESTION}\n{text}", target=target, metadata=known)
        for id, (text, target) in texts.items()
    ]


def logged(scorer: Any, folder: Path, dataset: list[Sample] | None = None) -> Any:
    task = Task(dataset=dataset or samples(), solver=generate(), scorer=scorer, name="family")
    (log,) = run(task, model=model(), log_dir=str(folder), display="none")
    assert log.status == "success", log.error
    return log


def test_samples_are_scored_with_their_evidence(family_url: str, tmp_path: Path) -> None:
    log = logged(grounded("family", family_url), tmp_path)
    scores = {one.id: one.scores["grounded"] for one in log.samples}
    assert (scores["holds"].value, scores["wrong"].value) == (1.0, 0.0)
    assert scores["open"].value != scores["open"].value  # unscored
    assert scores["holds"].answer == "Oslo"
    assert "The chain breaks here" in scores["wrong"].explanation
    assert scores["wrong"].metadata["groundpath"]["steps"][1]["status"] == "contradicted"
    (told,) = log.results.scores
    assert told.metrics["mean"].value == 0.5
    assert (told.scored_samples, told.unscored_samples) == (2, 1)


def test_the_registry_finds_it_for_a_log_that_is_there(family_url: str, tmp_path: Path) -> None:
    log = logged(match(), tmp_path)
    command = [
        str(Path(sys.executable).with_name("inspect")),
        *("score", str(log.location), "--scorer", "groundpath/grounded", "--action", "append"),
        *("-S", "kg=family", "-S", f"store={family_url}", "--output-file", str(tmp_path / "scored.eval")),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    scored = read_eval_log(str(tmp_path / "scored.eval"))
    values = {one.id: one.scores["grounded"].value for one in scored.samples}
    assert (values["holds"], values["wrong"]) == (1.0, 0.0)


def test_its_logs_are_read_as_chains_to_audit(family_url: str, tmp_path: Path) -> None:
    log = logged(match(), tmp_path)
    chains = {chain.id: chain for chain in read_chains(str(log.location))}
    assert (chains["holds"].text, chains["holds"].question) == (FAITHFUL, QUESTION)
    assert chains["holds"].gold_answers == ("Oslo",)
    with open_store(family_url) as store:
        verdicts = {one.id: one.verdict for one in Auditor(store, "family").audit_all(chains.values())}
    assert verdicts == {"holds": "faithful", "wrong": "unfaithful", "open": "unscored"}


def test_samples_are_held_against_the_contexts_in_their_metadata(checker: Checker, tmp_path: Path) -> None:
    """By hand: 0.9 where both claims are supported, (0.9 + 0.05) / 2 where one is contradicted."""
    outputs = {"good": SUPPORTED, "bad": CONTRADICTED, "open": CLAIMS_NOTHING}
    dataset = [
        Sample(id=id, input=f"{ASKED}\n{text}", metadata={"question": ASKED, "retrieved": CONTEXTS})
        for id, text in outputs.items()
    ]
    log = logged(faithfulness("retrieved", checker=checker), tmp_path, dataset)
    scores = {one.id: one.scores["faithfulness"] for one in log.samples}
    assert scores["good"].value == pytest.approx(0.9)
    assert scores["bad"].value == pytest.approx(0.475)
    assert "✗ contradicted" in scores["bad"].explanation
    assert scores["bad"].metadata["groundpath"]["question"] == ASKED
    (told,) = log.results.scores
    assert (told.scored_samples, told.unscored_samples) == (2, 1)
