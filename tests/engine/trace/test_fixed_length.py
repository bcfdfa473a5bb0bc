"""Chains of fixed length: what another selector decides, without the end."""

import pytest
from choices import choice_of, facts_of
from groundpath.engine.llm.cost import Usage
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.fixed_length import FixedLength
from groundpath.engine.trace.selection import Selection
from groundpath.engine.trace.settings import ChainSettings
from letters import LetterEncoder

CHOICE = choice_of([], ["bee", "cow"])


def selected(selection):
    (fixed,) = FixedLength(lambda _: [selection])([CHOICE])
    return fixed


def test_options_keep_their_odds():
    fixed = selected(Selection(0.6, (0.3, 0.1)))
    assert (fixed.end, *fixed.options) == pytest.approx((0, 0.75, 0.25))


def test_where_the_end_was_certain_the_most_relevant_option_is_taken():
    fixed = selected(Selection(1.0, (0.0, 0.0)))
    assert (fixed.end, *fixed.options) == (0, 1, 0)


def test_a_failure_stays_one():
    assert selected(Selection.failed("no answer", Usage())).failure == "no answer"


def test_chains_go_on_to_their_full_length():
    def ends_at_once(choices):
        return [Selection(0.9, [0.1 / len(choice.options)] * len(choice.options)) for choice in choices]

    def lengths(selector):
        (chains,) = build_chains(
            ["Who?"],
            [facts_of("ant", "bee", "cow", "dog", "eel")],
            encoder=LetterEncoder(),
            selector=selector,
            settings=ChainSettings(longest=4),
        )
        return {len(chain.facts) for chain in chains}

    assert lengths(ends_at_once) != {4}
    assert lengths(FixedLength(ends_at_once)) == {4}
