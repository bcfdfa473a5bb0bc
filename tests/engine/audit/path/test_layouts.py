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


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_facts_in_the_layouts_of_programs(family: Auditor, layout: str) -> None:
    asked = {
        "question": "Who is the spouse of Ann Hill's parent?",
        "topic": "Ann_Hill",
        "gold_answers": ["Eva_Roth"],
    }
    true = layout.format("Ann Hill", "parent", "Bo Hill", "spouse", "Eva Roth")
    verdict = family.audit(true, **asked)
    assert (told(verdict), verdict.answer) == ("faithful", "Eva Roth")
    assert [str(fact) for step in verdict.steps for fact in step.facts]
    for turned in ("child", "has son or daughter"):
        false = layout.format("Ann Hill", turned, "Bo Hill", "spouse", "Eva Roth")
        assert told(family.audit(false, **asked)) == "factual_error"
    wrong_answer = true[::-1].replace("Eva Roth"[::-1], "Ann Hill"[::-1], 1)[::-1]
    assert told(family.audit(wrong_answer, **asked)) == "answer_error"


@pytest.mark.parametrize(
    "turns",
    [
        "Sub-question: Who is the parent of Ann Hill?\nSub-answer: {}.\n"
        "Sub-question: Whom did Bo Hill marry?\nSub-answer: Eva Roth.\nTo sum up, Eva Roth.",
        "Host: Name the parent of Ann Hill.\nContestant: {}.\nHost: Who was the spouse of Bo Hill?\n"
        "Contestant: Eva Roth.\nSo Eva Roth.",
        "Question: Whose child is Ann Hill?\nResponse: {}'s.\n"
        "Question: Who is Bo Hill's wife?\nResponse: Eva Roth.\nAns. Eva Roth",
    ],
)
def test_dialogues(family: Auditor, turns: str) -> None:
    assert told(family.audit(turns.format("Bo Hill"), topic="Ann_Hill")) == "faithful"
    assert told(family.audit(turns.format("Eva Roth"), topic="Ann_Hill")) == "factual_error"


@pytest.mark.parametrize(
    "marks",
    [
        "¶1 {}\n¶2 {}",
        "Panel I: {}\nPanel II: {}",
        "Note 1. {}\nNote 2. {}",
        "(1/2) {}\n(2/2) {}",
        "\\begin{{enumerate}}\n\\item {}\n\\item {}\n\\end{{enumerate}}",
        "// {}\n// {}",
        "-- {}\n-- {}",
        "Lemma 1. {}\nLemma 2. {}",
        "Step one — {}\nStep two — {}",
        "Step One >> {}\nStep Two >> {}",
        "First hop: {}\nSecond hop: {}",
        "00 {}\n01 {}",
        "== I == {}\n== II == {}",
        "Part 1 of 2: {}\nPart 2 of 2: {}",
        "[hop=1] {}\n[hop=2] {}",
        '<step n="1">{}</step>\n<step n="2">{}</step>',
    ],
)
def test_marks_of_steps(family: Auditor, marks: str) -> None:
    text = marks.format(
        "Judging by the record, Ann Hill's parent is Bo Hill.", "That parent married Eva Roth."
    )
    verdict = family.audit(f"{text}\nSo the answer is Eva Roth.")
    assert (told(verdict), verdict.answer) == ("faithful", "Eva Roth")
    assert [step.text for step in verdict.steps if step.claims] == [
        "Judging by the record, Ann Hill's parent is Bo Hill.",
        "That parent married Eva Roth.",
    ]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Name Ann Hill's parent. Bo Hill.\nWho married him? Eva Roth did.\nAnswer: Eva Roth", "faithful"),
        ("In the line of descent Bo Hill comes right before Ann Hill as her parent.", "faithful"),
        ("In the line of descent Ann Hill comes right before Bo Hill as his parent.", "factual_error"),
        ("Of whom is Bo Hill the parent? Ann Hill.\nAnswer: Ann Hill", "faithful"),
        ("Of whom is Ann Hill the parent? Bo Hill.\nAnswer: Bo Hill", "factual_error"),
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


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("In other words, the birthplace of the spouse of the parent of Ann Hill is Ulm.", "faithful"),
        ("Ann Hill's father's wife's place of birth is Ulm.", "faithful"),
        ("Ulm is the birthplace of the wife of Ann Hill's father.", "faithful"),
        ("The birthplace of the parent of the spouse of Ann Hill is Ulm.", "factual_error"),
        ("Ann Hill's son's wife's place of birth is Ulm.", "factual_error"),
        ("The place of death of the spouse of the parent of Ann Hill is Ulm.", "factual_error"),
    ],
)
def test_facts_that_are_said_one_within_the_other(family: Auditor, text: str, outcome: str) -> None:
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
        ("Path: Ann Hill -> hasParent -> Bo Hill -> hasSpouse -> Eva Roth", ("hasParent", "hasChild")),
        (
            'spouse("Bo Hill", "Eva Roth")\nplaceOfBirth("Eva Roth", "Ulm")',
            ("placeOfBirth", "placeOfDeath"),
        ),
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
        "{} wed Eva Roth and not Ann Hill.",
        "The wife of {} is “Eva Roth” (not “Ann Hill”!).",
        "The wife of {} is Eva Roth, as opposed to Ann Hill.",
        "{} — Ann Hill's parent — was married to Eva Roth.",
        "“{}” — “Ann Hill”'s parent — was married to “Eva Roth”.",
        "There was a marriage between {} and Eva Roth, a person who was born in Ulm.",
        "Let me think. {} was a parent of ann hill. this parent wed eva roth. eva roth was born in ulm.",
        "Whom did {} marry? the name of this person was eva roth.",
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
        "- Ann Hill's parent is Bo Hill.\n- He wed Eva Roth.\n\nSo the wife of the parent of Ann Hill = {}",
        "- Ann Hill's parent is Bo Hill.\n- He wed Eva Roth.\n\nThe wife of the parent of Ann Hill is {}.",
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
