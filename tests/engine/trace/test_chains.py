"""Chains are built as the paper builds them, step by step."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import log

import numpy as np
import pytest
from choices import END, Offered, facts_of, weighing
from groundpath.engine.errors import ChatError, InputError
from groundpath.engine.llm.chat import ChatReply, ChatRequest
from groundpath.engine.llm.cost import Usage
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.trace.asking_model import LogprobSelector, TextSelector
from groundpath.engine.trace.chains import build_chains, stream_chains
from groundpath.engine.trace.selection import Choice, Selection
from groundpath.engine.trace.settings import ChainSettings
from groundpath.engine.trace.terms import Chain
from letters import LetterEncoder

FACTS = facts_of("ant", "bee", "cow", "dog")
ANT, BEE, COW, DOG = range(4)


class Kept:
    """A selector that keeps what it was asked, batch by batch."""

    def __init__(self, decide=lambda choice: evenly(choice)) -> None:
        self.batches: list[list[Choice]] = []
        self._decide = decide

    def __call__(self, choices: Sequence[Choice]) -> list[Selection]:
        self.batches.append(list(choices))
        return [self._decide(choice) for choice in choices]


def evenly(choice: Choice, end: float = 0.0) -> Selection:
    """The first options are a little likelier than the last."""
    weights = np.arange(len(choice.options), 0, -1, float)
    return Selection(end, weights * (1 - end) / weights.sum())


def build(questions, facts, selector, encoder=None, **settings) -> list[list[Chain]]:
    return build_chains(
        questions,
        facts,
        encoder=encoder or LetterEncoder(),
        selector=selector,
        settings=ChainSettings(**settings),
    )


def test_a_search_worked_out_by_hand():
    """R = b = 2, L = 3. Of a product of probabilities, the mean logarithm is what is compared.

    Step 1, from nothing: ant 0.5 and bee 0.3 are the two likeliest.
    Step 2: ant ends (0.5 · 0.5 = 0.25, mean of two logarithms -0.693) or takes bee (0.20, -0.805);
    bee takes dog (0.3 · 0.8 = 0.24, -0.714) or ends (0.03, -1.753). Kept: ant ends, bee dog.
    Step 3: "ant" is not asked again. bee dog takes ant (0.24 · 0.6 = 0.144, mean of three -0.646) or ends
    (0.072, -0.877). Kept: bee dog ant, which is of the greatest length, before ant, although 0.144 < 0.25.
    """
    table = {
        (): {"ant": 0.5, "bee": 0.3, "cow": 0.1, "dog": 0.05, END: 0.05},
        ("ant",): {END: 0.5, "bee": 0.4, "cow": 0.05, "dog": 0.05},
        ("bee",): {"dog": 0.8, END: 0.1, "ant": 0.05, "cow": 0.05},
        ("bee", "dog"): {"ant": 0.6, END: 0.3, "cow": 0.1},
    }
    asked: list[Offered] = []

    def answer(request: ChatRequest) -> ChatReply:
        asked.append(Offered.by(request))
        return weighing(table[asked[-1].chain], asked[-1])

    selector = LogprobSelector(ScriptedChat(answer), concurrency=1)
    (chains,) = build(["Who?"], [FACTS], selector, chains=2, beams=2, longest=3)
    assert [(chain.facts, chain.ended) for chain in chains] == [((BEE, DOG, ANT), False), ((ANT,), True)]
    assert [chain.score for chain in chains] == pytest.approx([log(0.144) / 3, log(0.25) / 2])
    assert [offered.chain for offered in asked] == [(), ("ant",), ("bee",), ("bee", "dog")]
    for offered in asked:
        assert offered.options["A"] == END
        assert set(offered.options.values()) == {END, "ant", "bee", "cow", "dog"} - set(offered.chain)


def test_the_ranker_offers_the_facts_nearest_to_question_and_chain():
    """LetterEncoder: texts are near where they have the same letters."""
    facts = facts_of("zzzzzz", "aaab", "bbb", "aaaaaa")
    kept = Kept()
    (chains,) = build(["aaaa"], [facts], kept, candidates=2, chains=1, beams=1, longest=2)
    first, second = (batch[0] for batch in kept.batches)
    assert [fact.text for fact in first.options] == ["aaaaaa", "aaab"]
    assert [fact.text for fact in second.options] == ["aaab", "bbb"]
    assert first.relevance == first.to_question
    encoder = LetterEncoder()
    query = encoder.encode(["aaaa aaaaaa"])[0]
    assert second.relevance == pytest.approx((encoder.encode(["aaab", "bbb"]) @ query).tolist(), abs=1e-6)
    assert second.to_question[0] == pytest.approx(first.to_question[1])
    assert chains[0].facts == (3, 1)


def test_all_chains_of_all_questions_of_a_batch_are_decided_together_and_facts_are_encoded_once():
    encoder, kept = LetterEncoder(), Kept()
    questions = ["one", "two", "three"]
    build(questions, [FACTS] * 3, kept, encoder, chains=2, beams=2, longest=2, questions_at_a_time=2)
    assert [len(batch) for batch in kept.batches] == [2, 1, 4, 2]
    assert all(encoder.seen.count(fact.text) == 1 for fact in FACTS)
    assert all(encoder.seen.count(question) == 1 for question in questions)


def test_what_comes_does_not_depend_on_the_questions_beside_it():
    questions = ["bad ant", "cod", "bed", "add", "cab"]
    facts = [FACTS, FACTS[:1], [], FACTS[::-1], FACTS * 2]
    together = build(questions, facts, Kept())
    assert together == build(questions, facts, Kept(), questions_at_a_time=1)
    alone = [build([q], [f], Kept())[0] for q, f in zip(questions, facts, strict=True)]
    assert together == alone


def test_a_question_without_facts_has_no_chains_and_is_not_asked():
    kept = Kept()
    assert build(["Who?"], [[]], kept) == [[]]
    assert kept.batches == []
    assert build([], [], kept) == []


def test_chains_stop_where_the_facts_are_used_up():
    (chains,) = build(["Who?"], [FACTS[:2]], Kept(), longest=4)
    assert {chain.facts for chain in chains} == {(0, 1), (1, 0)}
    assert not any(chain.ended for chain in chains)


def test_the_selector_may_find_that_no_fact_is_needed():
    (chains,) = build(["Who?"], [FACTS], Kept(lambda choice: evenly(choice, end=1.0)))
    assert chains == [Chain((), 0.0, True)]


def test_a_fact_that_two_documents_state_is_offered_once():
    kept = Kept()
    (chains,) = build(["Who?"], [facts_of("ant", "ant", "bee")], kept, longest=3)
    assert all(
        len({fact.text for fact in choice.options}) == len(choice.options) for choice in kept.batches[0]
    )
    assert {chain.facts for chain in chains} == {(0, 2), (2, 0)}


def test_chains_come_best_first_and_none_comes_twice():
    (chains,) = build(
        ["bead"], [facts_of(*"abcdefg")], Kept(lambda choice: evenly(choice, end=0.2)), chains=8
    )
    assert len(chains) == len({chain.facts for chain in chains}) == 8
    assert all(better.score >= worse.score for better, worse in pairwise(chains))
    assert all(len(set(chain.facts)) == len(chain.facts) <= 4 and chain.score <= 0 for chain in chains)


def test_a_model_without_log_probabilities_gives_one_chain():
    replies = {(): "cow", ("cow",): "ant", ("cow", "ant"): END}

    def answer(request: ChatRequest) -> str:
        offered = Offered.by(request)
        return next(letter for letter, text in offered.options.items() if text == replies[offered.chain])

    (chains,) = build(["Who?"], [FACTS], TextSelector(ScriptedChat(answer)))
    assert chains == [Chain((COW, ANT), 0.0, True)]


def test_a_question_whose_selection_fails_costs_no_other_question():
    def decide(choice: Choice) -> Selection:
        cost = Usage(requests=1, prompt_tokens=7)
        if choice.question == "bad" and choice.chain:
            return Selection.failed("the model refused", cost)
        return Selection(0.4, [0.6, *[0.0] * (len(choice.options) - 1)], cost)

    questions, facts = ["good", "bad", "fine"], [FACTS] * 3
    settings = ChainSettings(chains=1, longest=2)
    came = list(
        stream_chains(questions, facts, encoder=LetterEncoder(), selector=Kept(decide), settings=settings)
    )
    assert [bool(of.chains) for of in came] == [True, False, True]
    assert [of.failure for of in came] == [None, "the model refused", None]
    assert [of.usage.requests for of in came] == [2, 2, 2]
    with pytest.raises(ChatError, match="refused"):
        build(questions, facts, Kept(decide), chains=1, longest=2)


def test_no_more_than_two_batches_are_under_way():
    kept = Kept()
    settings = ChainSettings(questions_at_a_time=1, longest=1)
    questions = [str(number) for number in range(9)]
    came = stream_chains(questions, [FACTS] * 9, encoder=LetterEncoder(), selector=kept, settings=settings)
    for number, _ in enumerate(came):
        assert len(kept.batches) <= number + 2
    assert [batch[0].question for batch in kept.batches] == questions


def test_chains_come_in_the_order_of_their_questions_whichever_is_done_first():
    """The second question has its chains long before the first."""
    kept = Kept(lambda choice: evenly(choice, end=float(choice.question != "slow")))
    chains = build(["slow", "fast", "fast", "slow"], [FACTS] * 4, kept, questions_at_a_time=1, chains=1)
    assert [len(best.facts) for (best,) in chains] == [4, 0, 0, 4]


def test_a_selector_that_breaks_ends_the_run():
    def broken(_choices: Sequence[Choice]) -> list[Selection]:
        raise ChatError("no such model", fails_all=True)

    with pytest.raises(ChatError, match="no such model"):
        build(["one", "two", "three"], [FACTS] * 3, broken, questions_at_a_time=1)


@pytest.mark.parametrize(
    ("decide", "said"),
    [
        (lambda _: Selection(0.5, [0.5]), "1 probability for 4 options of 'Who\\?'"),
        (lambda choice: Selection(0.5, [0.5] * len(choice.options)), "sum to 2.5"),
        (lambda _: Selection(2.0, [-1.0, 0, 0, 0]), "at least 0"),
        (lambda _: Selection(float("nan"), [0.25] * 4), "sum to nan"),
    ],
)
def test_what_is_no_distribution_is_refused(decide, said):
    with pytest.raises(InputError, match=said):
        build(["Who?"], [FACTS], Kept(decide))


def test_a_selector_must_decide_every_choice():
    with pytest.raises(InputError, match="0 selections for 1 choice"):
        build(["Who?"], [FACTS], lambda _: [])


def test_questions_and_facts_must_be_as_many():
    with pytest.raises(InputError, match="2 questions with 1 set of facts"):
        build(["Who?", "What?"], [FACTS], Kept())


@pytest.mark.parametrize("name", ["candidates", "chains", "beams", "longest", "questions_at_a_time"])
def test_settings_below_one_are_refused(name):
    with pytest.raises(InputError, match=f"{name} of chains is 0"):
        ChainSettings(**{name: 0})


def test_a_document_is_as_likely_as_the_best_chain_was_to_go_on_to_it():
    """By hand: at first ant 0.6, bee 0.3, cow 0.1 (its document holds both cow and dog: 0.1 + 0.0). After ant
    cow 0.5 and dog 0.4, together 0.9: the mean of log 0.6 and log 0.9, which beats log 0.1.
    """
    ant, bee, cow, dog = FACTS
    facts = [ant, bee, replace(cow, document="farm"), replace(dog, document="farm")]
    first = {"ant": 0.6, "bee": 0.3, "cow": 0.1, "dog": 0.0}
    second = {"ant": 0.1, "bee": 0.1, "cow": 0.5, "dog": 0.4}

    def decide(choices: Sequence[Choice]) -> list[Selection]:
        tables = [second if choice.chain else first for choice in choices]
        weights = [
            [table[fact.text] for fact in choice.options]
            for table, choice in zip(tables, choices, strict=True)
        ]
        return [Selection(1 - sum(own), own) for own in weights]

    (came,) = stream_chains(
        ["Who?"],
        [facts],
        encoder=LetterEncoder(),
        selector=decide,
        settings=ChainSettings(longest=2, chains=1, beams=1),
    )
    assert came.reached == pytest.approx(
        {"ant": log(0.6), "bee": log(0.3), "farm": (log(0.6) + log(0.9)) / 2}
    )


def test_who_puts_candidates_forward_is_one_of_two():
    with pytest.raises(InputError, match="candidates_by is 'luck'; it is one of names, ranker"):
        ChainSettings(candidates_by="luck")
