"""A verdict shows its proof: the statement that returns its path, and for a broken chain one that holds."""

import pytest
from graphs import triples
from groundpath import Auditor, Verdict
from groundpath.engine.terms import Triple

TOPIC = "James_V_of_Scotland"
GOLD = [
    [Triple(TOPIC, "parents", "Margaret_Tudor"), Triple("Margaret_Tudor", "spouse", "James_IV_of_Scotland")],
    [
        Triple(TOPIC, "parents", "James_IV_of_Scotland"),
        Triple("James_IV_of_Scotland", "nationality", "Scotland"),
    ],
]
BROKEN = (
    "1. James V of Scotland's father is James IV of Scotland.\n"
    "2. James IV of Scotland's nationality is Wales.\n"
)


def repaired(verdict: Verdict) -> list[Triple]:
    return [grounded.fact.triple for grounded in verdict.repair]


def test_the_statement_returns_the_grounded_path_in_its_order(royals: Auditor):
    verdict = royals.audit(
        "1. Margaret Tudor's father was Henry VII of England.\n"
        "2. Henry VII of England was born in Pembroke Castle.\n"
        "3. Pembroke Castle lies in Wales.\nSo the answer is (Wales).",
        topic="Margaret_Tudor",
    )
    shown = royals.store.cypher(verdict.statement.text, verdict.statement.parameters)
    keys = [dict(zip(shown.columns, row, strict=True))["key"] for row in shown.rows]
    assert keys == [fact.key for fact in verdict.grounded_facts]
    assert len(keys) == 3


def test_what_is_tied_to_no_fact_has_no_statement(royals: Auditor):
    assert royals.audit("1. The moon is made of cheese.\nSo the answer is (cheese).").statement is None


def test_a_broken_chain_is_repaired_by_the_gold_path_that_it_is_nearest_to(royals: Auditor):
    verdict = royals.audit(BROKEN + "So the answer is (Wales).", topic=TOPIC, gold_paths=GOLD)
    assert verdict.error == "factual_error"
    assert repaired(verdict) == GOLD[1]
    assert verdict.nearest_gold.path == tuple(GOLD[1])


def test_without_gold_paths_the_shortest_path_to_a_gold_answer_repairs(royals: Auditor):
    verdict = royals.audit(
        BROKEN + "So the answer is (Wales).", topic=TOPIC, gold_answers=["Spain", "Scotland"]
    )
    assert repaired(verdict) == GOLD[1]


def test_without_gold_answers_it_leads_to_the_answer_that_the_chain_gives(royals: Auditor):
    verdict = royals.audit(BROKEN + "So the answer is (Richmond Palace).", topic=TOPIC)
    assert repaired(verdict)[-1].tail == "Richmond_Palace"
    assert len(verdict.repair) == 3


def test_of_paths_as_short_the_one_that_the_chain_nearly_said_repairs(auditor_of):
    facts = triples(
        *(f"Ada friend {person}" for person in ("Bea", "Cleo", "Dora")),
        *(f"{person} home Oslo" for person in ("Bea", "Cleo", "Dora")),
        "Ada friend Emil",
        "Emil job baker",
    )
    for said in ("Bea", "Cleo", "Dora"):
        verdict = auditor_of(facts).audit(
            f"1. {said}'s home is Oslo.\n2. Ada's friend is Bergen.\n3. Emil's job is Ada.\n"
            "So the answer is (Oslo).",
            topic="Ada",
            gold_answers=["Oslo"],
        )
        assert repaired(verdict) == [Triple("Ada", "friend", said), Triple(said, "home", "Oslo")]


def test_what_the_graph_states_instead_of_a_claim_is_preferred(auditor_of):
    facts = triples(
        "Ada child Bea", "Bea birthplace Oslo", "Ada spouse Emil", "Emil birthplace Oslo", "Cleo spouse Fritz"
    )
    verdict = auditor_of(facts).audit(
        "1. Ada's spouse is Fritz.\n2. Fritz's birthplace is Oslo.\nSo the answer is (Oslo).", topic="Ada"
    )
    assert repaired(verdict) == [Triple("Ada", "spouse", "Emil"), Triple("Emil", "birthplace", "Oslo")]


def test_gold_paths_that_the_graph_lacks_are_not_suggested(royals: Auditor):
    absent = [[Triple(TOPIC, "parents", "Margaret_Tudor"), Triple("Margaret_Tudor", "likes", "Scotland")]]
    verdict = royals.audit(
        BROKEN + "So the answer is (Wales).", topic=TOPIC, gold_answers=["Scotland"], gold_paths=absent
    )
    assert repaired(verdict) == GOLD[1]


@pytest.mark.parametrize(
    ("text", "row"),
    [
        (
            "1. James V of Scotland's father is James IV of Scotland.\n"
            "So the answer is (James IV of Scotland).",
            {},
        ),
        (
            "1. James V of Scotland's father is James IV of Scotland.\nSo the answer is (Spain).",
            {"gold_answers": ["James_IV_of_Scotland"]},
        ),
        (BROKEN, {"topic": ()}),
        (BROKEN + "So the answer is (nobody knows).", {}),
        (BROKEN + "So the answer is (France).", {"gold_answers": ["Atlantis"]}),
        ("", {}),
    ],
    ids=["faithful", "answer error", "no topic", "unknown answer", "unknown gold answer", "empty"],
)
def test_what_is_not_broken_or_leads_nowhere_gets_no_repair(royals: Auditor, text: str, row: dict):
    assert royals.audit(text, **({"topic": TOPIC} | row)).repair == ()


def test_proof_and_repair_are_kept_in_rows(royals: Auditor):
    verdict = royals.audit(BROKEN + "So the answer is (Wales).", topic=TOPIC, gold_paths=GOLD)
    again = Verdict.from_dict(verdict.to_dict())
    assert again.statement == verdict.statement
    assert repaired(again) == repaired(verdict)
    assert again.to_dict() == verdict.to_dict()
