"""Where models run: told by --device and GROUNDPATH_DEVICE; without an accelerator, on the processor."""

import logging

import ctranslate2
import numpy as np
import pytest
from groundpath.engine.errors import EncoderError
from groundpath.engine.matching.model import LearnedMatcher, Question
from groundpath.engine.text.device import VARIABLE, accelerators, device_of, torch_device
from groundpath.engine.text.minilm import MiniLM

TEXTS = ["Anne was born in Lambeth.", "Anne", "The duke's second wife was a sister of the queen."] * 40
ASKED = [Question("spouse", "alice was the wife of bob."), Question("spouse", "alice met bob once.")]
has_accelerator = accelerators() > 0


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


def pretend_an_accelerator(monkeypatch: pytest.MonkeyPatch) -> None:
    """CTranslate2 itself is asked all the same, and says that there is none."""
    monkeypatch.setattr(ctranslate2, "get_cuda_device_count", lambda: 1)


@pytest.mark.parametrize(("said", "device"), [(None, "auto"), ("", "auto"), ("cpu", "cpu"), (" CPU ", "cpu")])
def test_the_environment_says_where(monkeypatch, said, device):
    forget(monkeypatch)
    if said is not None:
        monkeypatch.setenv(VARIABLE, said)
    assert device_of() == device
    assert torch_device() == (None if device == "auto" else device)


def test_other_devices_are_refused_with_those_that_there_are(monkeypatch):
    monkeypatch.setenv(VARIABLE, "tpu")
    with pytest.raises(EncoderError, match=r"^device 'tpu' is none of auto, cpu, cuda \(--device, GROUND"):
        MiniLM().encode(["Anne"])


@pytest.mark.skipif(has_accelerator, reason="there is an accelerator")
def test_an_accelerator_that_is_not_there_is_one_clear_error(monkeypatch):
    monkeypatch.setenv(VARIABLE, "cuda")
    wanted = r"^device cuda was asked for, and no accelerator is found: .*choose auto or cpu"
    with pytest.raises(EncoderError, match=wanted):
        MiniLM().encode(["Anne"])
    with pytest.raises(EncoderError, match=wanted):
        LearnedMatcher().answer(ASKED)


@pytest.mark.skipif(has_accelerator, reason="there is an accelerator")
def test_auto_is_the_processor_where_there_is_no_other(monkeypatch, caplog):
    forget(monkeypatch)
    found = [MiniLM().encode(TEXTS), LearnedMatcher().answer(ASKED)]
    monkeypatch.setenv(VARIABLE, "cpu")
    np.testing.assert_array_equal(found[0], MiniLM().encode(TEXTS))
    np.testing.assert_array_equal(found[1], LearnedMatcher().answer(ASKED))
    assert not caplog.records


@pytest.mark.skipif(has_accelerator, reason="there is an accelerator")
def test_one_that_cannot_be_used_is_told_and_done_without_unless_it_was_asked_for(monkeypatch, caplog):
    """A driver that is too old, or a library that is missing."""
    forget(monkeypatch)
    plain = MiniLM().encode(["Anne"])
    pretend_an_accelerator(monkeypatch)
    with caplog.at_level(logging.WARNING, "groundpath.text"):
        np.testing.assert_array_equal(MiniLM().encode(["Anne"]), plain)
    (told,) = caplog.messages
    assert told.startswith("the accelerator cannot be used, the processor is: ")
    monkeypatch.setenv(VARIABLE, "cuda")
    with pytest.raises(EncoderError, match=r"^the accelerator cannot be used: .+; choose --device cpu$"):
        MiniLM().encode(["Anne"])


@pytest.mark.skipif(not has_accelerator, reason="there is no accelerator")
def test_an_accelerator_says_what_the_processor_says(monkeypatch):
    monkeypatch.setenv(VARIABLE, "cuda")
    vectors, answers = MiniLM().encode(TEXTS), LearnedMatcher().answer(ASKED)
    monkeypatch.setenv(VARIABLE, "cpu")
    assert (vectors * MiniLM().encode(TEXTS)).sum(axis=1).min() >= 0.9999
    np.testing.assert_allclose(answers, LearnedMatcher().answer(ASKED), atol=0.05)
