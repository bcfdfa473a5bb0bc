"""Counterfactual questions are the same on every store."""

from groundpath.engine.audit.chains import read_questions
from groundpath.engine.counterfactual.from_graph import make_from_graph
from groundpath.loaders.gold.writing import write_gold
from real_data import PATHQUESTION

MADE = {}


def test_the_same_questions_are_made(family, tmp_path):
    gold = tmp_path / "gold.jsonl"
    write_gold(family.store, family.kg, PATHQUESTION / "PQ-2H.jsonl", gold)
    made = make_from_graph(family.store, family.kg, read_questions(gold), limit=100)
    assert len(made.questions) == 100
    assert MADE.setdefault("questions", made.questions) == made.questions
