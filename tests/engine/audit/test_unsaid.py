"""A chain of thought in the reply of a model that thinks: which of both is audited."""

import pytest
from groundpath.engine.audit.judging import ParsedChain
from groundpath.engine.audit.protocol import PaperProtocol
from groundpath.engine.audit.verdicts import ChainOfThought

SAID = "1. Ann is from Oslo.\n2. Oslo is in Norway.\nSo the answer is (Norway)."


def parsed(text, protocol=None):
    chain = ParsedChain.of(ChainOfThought("1", "Where is Ann from?", text), protocol=protocol)
    return chain.steps, chain.answer, chain.unscored_as


@pytest.mark.parametrize("protocol", [None, PaperProtocol()])
@pytest.mark.parametrize(
    "thinks",
    [
        "<think>It is unknown. So the answer is (Rome).</think>\n{}",
        "<think>1. Ann is from Rome.\nSo the answer is (Rome).</think>{}",
        "[THINK]Bo is from Rome.[/THINK]{}",
        "<|channel|>analysis<|message|>Rome.<|end|><|start|>assistant<|channel|>final<|message|>{}",
        "{}\n<think>Or is the answer (Rome)?",
    ],
)
def test_steps_are_what_is_said(thinks, protocol):
    steps = ("Ann is from Oslo.", "Oslo is in Norway.")
    assert parsed(thinks.format(SAID), protocol) == (steps, "Norway", None)


def test_where_only_an_answer_is_said_the_chain_is_what_was_thought():
    steps, answer, unscored_as = parsed("<think>Ann is from Oslo.</think>\nSo the answer is (Norway).")
    assert (steps, answer, unscored_as) == (("Ann is from Oslo.",), "Norway", None)
    assert parsed("<think>Ann is from Oslo.</think>Oslo")[0][0] == "Ann is from Oslo."


@pytest.mark.parametrize("protocol", [None, PaperProtocol()])
@pytest.mark.parametrize("text", ["<think>{}", "<think>{}</think>", "<think>{}</think>Norway?"])
def test_an_answer_that_is_only_thought_is_none(text, protocol):
    thought = SAID.replace("Norway", "Rome")
    _, answer, unscored_as = parsed(text.format(thought), protocol)
    assert (answer, unscored_as) == (None, "unstructured")


def test_who_declines_after_thinking_declines():
    assert parsed("<think>Perhaps Rome, so the answer is (Rome).</think>I do not know.")[2] == "abstained"
    assert parsed(f"<think>I do not know.</think>{SAID}")[2] is None
