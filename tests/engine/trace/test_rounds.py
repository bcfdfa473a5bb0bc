"""Choices of more facts than there are letters: the rounds find what one choice of all would have found."""

from math import log

import numpy as np
import pytest
from choices import END, Offered, choice_of, facts_of
from groundpath.engine.errors import ChatError
from groundpath.engine.llm.chat import ChatReply, TokenAlternatives
from groundpath.engine.llm.cost import Usage
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.trace.asking_model import MOST_OPTIONS, LogprobSelector, TextSelector
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.rounds import in_rounds
from groundpath.engine.trace.selection import Selection
from groundpath.engine.trace.settings import ChainSettings
from letters import LetterEncoder


def softmax_of(logits, end=0.0):
    """A selector as Equation 5 has it: a softmax over the logits of what it is offered."""
    offered = []

    def select(choices):
        offered.append([len(choice.options) for choice in choices])
        return [decided(choice) for choice in choices]

    def decided(choice):
        weights = np.exp([end, *(logits[fact.text] for fact in choice.options)])
        return Selection(weights[0] / weights.sum(), weights[1:] / weights.sum(), Usage(requests=1))

    return select, offered


def numbered(count):
    return [f"fact {number}" for number in range(count)]


def test_seven_options_three_at_a_time_by_hand():
    """Section 4.2, "w/o Triple Ranker": the whole graph is the candidate set, in rounds where it must be.

    Weights 1 to 7, end 1. Dealt out: (1, 4, 7), (2, 5), (3, 6). Of each the likeliest goes on (3 // 3): 7, 5,
    6. The last round is a softmax over the end and these: 1/19, 5/19, 6/19, 7/19.
    """
    texts = numbered(7)
    select, offered = softmax_of({text: log(weight) for weight, text in enumerate(texts, 1)})
    (found,) = in_rounds([choice_of([], texts)], select, 3)
    assert found.end == pytest.approx(1 / 19)
    assert list(found.options) == pytest.approx([0, 0, 0, 0, 5 / 19, 6 / 19, 7 / 19])
    assert offered == [[3, 2, 2], [3]]
    assert found.usage == Usage(requests=4)


@pytest.mark.parametrize("count", [1, 51, 52, 79, 155, 2_000, 5_000])
def test_the_five_likeliest_are_those_of_one_choice_of_all(count):
    """Section 3.3: beam search goes on with the top b = 5 alone. 79 and 155 triples: HotpotQA's and MuSiQue's
    means (Table 5)."""
    texts = numbered(count)
    random = np.random.default_rng(count)
    logits = dict(zip(texts, random.normal(0, 3, count), strict=True))
    select, offered = softmax_of(logits)
    (found,) = in_rounds([choice_of([], texts)], select, MOST_OPTIONS)
    best = sorted(texts, key=logits.get, reverse=True)
    passed_on = max(MOST_OPTIONS // -(-count // MOST_OPTIONS), 1)
    likeliest = [texts[place] for place in np.argsort(-np.asarray(found.options))[: min(5, passed_on, count)]]
    assert likeliest == best[: len(likeliest)]
    assert max(size for sizes in offered for size in sizes) <= MOST_OPTIONS
    assert found.end + sum(found.options) == pytest.approx(1)
    if count <= 155:
        assert passed_on >= 5


def test_what_fits_is_decided_in_the_first_round_with_the_groups_of_the_others():
    texts = numbered(60)
    select, offered = softmax_of(dict.fromkeys(texts, 0.0))
    found = in_rounds([choice_of([], texts[:4]), choice_of([], texts)], select, MOST_OPTIONS)
    assert [len(one.options) for one in found] == [4, 60]
    assert offered == [[4, 30, 30], [50]]


def letter_model(request):
    """Gives "fact 70" the probability 0.5, "fact 8" 0.3 and the end 0.2, where it is offered them."""
    options = Offered.by(request).options
    wanted = {"fact 70": 0.5, "fact 8": 0.3, END: 0.2}
    named = {letter: wanted[text] for letter, text in options.items() if text in wanted}
    best = max(named, key=named.get)
    places = (TokenAlternatives(best, tuple((letter, log(p)) for letter, p in named.items())),)
    return ChatReply(best, logprobs=places)


def test_a_model_chooses_among_79_facts():
    (found,) = LogprobSelector(ScriptedChat(letter_model))([choice_of([], numbered(79))])
    assert found.end == pytest.approx(0.2)
    assert {place: p for place, p in enumerate(found.options) if p} == pytest.approx({8: 0.3, 70: 0.5})
    assert found.usage.requests == 3


def test_a_model_that_names_one_option_names_one_of_79():
    (found,) = TextSelector(ScriptedChat(letter_model))([choice_of([], numbered(79))])
    assert (found.end, int(np.argmax(found.options)), sum(found.options)) == (0, 70, 1)


def test_the_chain_ends_where_no_group_has_an_option_to_go_on_with():
    (found,) = TextSelector(ScriptedChat(lambda _: "A"))([choice_of([], numbered(155))])
    assert (found.end, sum(found.options), len(found.options)) == (1, 0, 155)


def test_a_group_that_failed_fails_its_choice_and_no_other():
    def answer(request):
        if "fact 70" in request.messages[-1].content:
            raise ChatError("the server is gone")
        return "B"

    choices = [choice_of([], numbered(79)), choice_of([], numbered(3))]
    failed, decided = TextSelector(ScriptedChat(answer))(choices)
    assert failed.failure == "the server is gone"
    assert (failed.usage.requests, failed.usage.failed) == (2, 1)
    assert decided.failure is None


def test_without_a_ranker_all_facts_are_offered_in_their_order():
    """Section 4.2: "the triple ranker is removed and the whole graph is used as the candidate set"."""
    facts, offered = facts_of(*numbered(60)), []

    def select(choices):
        offered.extend([fact.text for fact in choice.options] for choice in choices)
        return [Selection(0.0, [1.0, *[0.0] * (len(choice.options) - 1)]) for choice in choices]

    settings = ChainSettings(candidates=None, longest=2)
    ((chain,),) = build_chains(["6?"], [facts], encoder=LetterEncoder(), selector=select, settings=settings)
    assert offered == [numbered(60), numbered(60)[1:]]
    assert chain.facts == (0, 1)
