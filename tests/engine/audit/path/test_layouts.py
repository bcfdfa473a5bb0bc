"""Chains in the layouts of programs and dialogues: the same facts hold, and the same false ones are found."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

FACTS = triples("Ann_Hill parents Bo_Hill", "Bo_Hill spouse Eva_Roth", "Eva_Roth place_of_birth Ulm")
LAYOUTS = {
    "semicolons": "Subject: {0}; relation: {1}; object: {2}\n"
    "Subject: {2}; relation: {3}; object: {4}\nFinal: {4}",
    "attributes": 'hop1: from="{0}" via="{1}" to="{2}"\nhop2: from="{2}" via="{3}" to="{4}"\nresult="{4}"',
    "sections": "[hop.1]\nsubject = {0}\nrelation = {1}\nobject = {2}\n"
    "[hop.2]\nsubject = {2}\nrelation = {3}\nobject = {4}\n[response]\nvalue = {4}",
    "tags": "<chain>\n<fact subject='{0}' predicate='{1}' object='{2}'/>\n"
    "<fact subject='{2}' predicate='{3}' object='{4}'/>\n</chain>\n<value>{4}</value>",
    "html": "<table>\n<tr><td>{0}</td><td>{1}</td><td>{2}</td></tr>\n"
    "<tr><td>{2}</td><td>{3}</td><td>{4}</td></tr>\n"
    "</table>\n<answer>{4}</answer>",
    "json": '{{"facts": [{{"head": "{0}", "relation": "{1}", "tail": "{2}"}}, '
    '{{"head": "{2}", "relation": "{3}", "tail": "{4}"}}], "final": "{4}"}}',
    "things in json": '{{"reasoning": [{{"step": 1, "entity": "{0}", "{1}": "{2}"}}, '
    '{{"step": 2, "entity": "{2}", "{3}": "{4}"}}], "answer": "{4}"}}',
    "lists in json": '```json\n{{"path": [["{0}", "{1}", "{2}"], '
    '["{2}", "{3}", "{4}"]], "answer": "{4}"}}\n```',
    "tuples": "({0}; {1}; {2})\n({2}; {3}; {4})\nConclusion: {4}.",
    "tuples on a line": "({0}; {1}; {2}), ({2}; {3}; {4})\nTL;DR {4}",
    "parts with semicolons": "{0}; {1}; {2}\n{2}; {3}; {4}\nAnswer: {4}",
    "parts in brackets": "KG lookup\n({0}, {1}, {2})\n({2}, {3}, {4})\nAnswer: {4}",
    "a relation for a key": "steps:\n- subject: {0}\n  {1}: {2}\n- subject: {2}\n  {3}: {4}\n#### {4}",
    "yaml": "chain:\n- from: {0}\n  link: {1}\n  to: {2}\n- from: {2}\n  link: {3}\n  to: {4}\nA: {4}",
    "fields of other names": "Entity: {0}\n  field: {1}\n  value: {2}\n\n"
    "Entity: {2}\n  field: {3}\n  value: {4}\nIn short: {4}.",
    "fields on a line": "Hop 1 — entity: {0}; what I looked up: {1}; found: {2}\n"
    "Hop 2 — entity: {2}; what I looked up: {3}; found: {4}\nResult: {4}",
    "a table of facts": "| subject | relation | object |\n|---|---|---|\n"
    "| {0} | {1} | {2} |\n| {2} | {3} | {4} |\nLabel: {4}",
    "rows with numbers": 'hop,entity,property,value\n1,"{0}","{1}","{2}"\n2,"{2}","{3}","{4}"\nAnswer: {4}',
}


@pytest.fixture
def family(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(FACTS)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1. Ask whose child Ann Hill is, and the answer is Bo Hill.\n2. Bo Hill married Eva Roth.\n"
         "Response: Eva Roth", "faithful"),
        ("Bo Hill married Eva Roth. What is her birthplace? The answer is Ulm. That leaves us with Ulm.",
         "faithful"),
        ("Bo Hill married Eva Roth. Let me make sure I answer what was asked. To sum up, Eva Roth.",
         "faithful"),
    ],
)  # fmt: skip
def test_questions_that_a_chain_answers_itself(family: Auditor, text: str, outcome: str) -> None:
    assert told(family.audit(text)) == outcome


def test_a_title_before_the_steps_makes_no_false_one_true(auditor_of: Callable[..., Auditor]) -> None:
    families = auditor_of(
        triples(
            "Claudius parents Nero",
            "Nero children Livilla",
            "Ann spouse Nero",
            "Nero spouse Ann",
            "Livilla spouse Ben",
            "Claudius spouse Livilla_Orestilla",
        )
    )
    text = (
        "The story of Claudius:\n1) Claudius's father was Nero.\n2) Nero and Livilla became a married couple."
    )
    assert told(families.audit(text)) == "factual_error"


def test_facts_that_join_a_thing_with_itself(auditor_of: Callable[..., Auditor]) -> None:
    records = auditor_of(triples("Bo_Hill album Red", "Red track Red", "Red recorded_at Hall_One"))
    text = "Bo Hill's album is Red. The album Red has the %s Red. The answer is Red."
    assert told(records.audit(text % "track", topic="Bo_Hill")) == "faithful"
    assert told(records.audit("Red is Red. Bo Hill's album is Red.", topic="Bo_Hill")) == "faithful"


@pytest.mark.parametrize(
    ("text", "false"),
    [
        ('hasParent("Ann Hill", "Bo Hill")\nspouse("Bo Hill", "Eva Roth")', ("hasParent", "hasChild")),
        ("(Ann Hill, hasParent, Bo Hill)\n(Bo Hill, hasSpouse, Eva Roth)", ("hasParent", "hasChild")),
    ],
)
def test_relations_in_one_word(auditor_of: Callable[..., Auditor], text: str, false: tuple[str, str]) -> None:
    family = auditor_of((*FACTS, *triples("Bo_Hill place_of_death Rome", "Max_Roth children Eva_Roth")))
    assert told(family.audit(text)) == "faithful"
    assert told(family.audit(text.replace(*false))) == "factual_error"


@pytest.mark.parametrize(
    "text",
    [
        "Bo Hill is a parent of Ann Hill.[1] {} married Eva Roth.[2]\n\n[1] see the graph\n[2] see the graph",
        "{} married Eva Roth.[1]\n\n[1] Ann Hill's parent is Bo Hill, as the graph has it.",
        "{}'s wife was Eva Roth. I nearly wrote Rome. Wait, that isn't right; Eva Roth was born in Ulm.",
    ],
)
def test_facts_with_notes_rivals_and_remarks(auditor_of: Callable[..., Auditor], text: str) -> None:
    family = auditor_of((*FACTS, *triples("Guy_Low parents Ned_Low", "Guy_Low spouse Ida_Low")))
    assert told(family.audit(text.format("Bo Hill"))) == "faithful"
    assert told(family.audit(text.format("Guy Low"))) == "factual_error"


@pytest.mark.parametrize(
    "text",
    [
        "The answer is {}; the reasons are below.\n- Ann Hill's parent is Bo Hill.\n- Bo Hill wed Eva Roth.",
    ],
)
def test_answers_in_other_places(family: Auditor, text: str) -> None:
    row = {
        "question": "Who is the wife of Ann Hill's parent?",
        "topic": "Ann_Hill",
        "gold_answers": ["Eva_Roth"],
    }
    assert told(family.audit(text.format("Eva Roth"), **row)) == "faithful"
    assert told(family.audit(text.format("Bo Hill"), **row)) == "answer_error"


@pytest.mark.parametrize(
    "text",
    [
        "<Henry_V> <spouse> <Catherine>\nAnswer: Catherine",
        "Henry V: the spouse is Catherine.\nAnswer: Catherine",
        "He was a king who ruled. Henry V's spouse is Catherine.\nAnswer: Catherine",
        "K2: the spouse is Catherine.\nAnswer: Catherine",
    ],
)
def test_what_only_looks_like_layout_is_read(auditor_of: Callable[..., Auditor], text: str) -> None:
    kings = auditor_of(triples("Henry_V spouse Catherine", "K2 spouse Catherine", "Henry_V is_a king"))
    verdict = kings.audit(text)
    assert (told(verdict), verdict.answer) == ("faithful", "Catherine")
    assert any(step.status == "supported" for step in verdict.steps)
