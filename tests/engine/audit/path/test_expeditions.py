"""What a text describes and does not name, what it states side by side, and ships that are "she"."""

from collections.abc import Callable

import pytest
from graphs import entities_of
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.terms import Entity, Triple

FACTS = [
    Triple("Discovery Expedition", "leader", "Robert Falcon Scott"),
    Triple("Robert Falcon Scott", "born in", "Plymouth"),
    Triple("Nimrod Expedition", "leader", "Ernest Shackleton"),
    Triple("Ernest Shackleton", "born in", "Kilkea"),
    Triple("Terra Nova Expedition", "ship", "Terra Nova"),
    Triple("Terra Nova", "built in", "Dundee"),
    Triple("Endurance", "designed by", "Ole Aanderud Larsen"),
    Triple("Endurance", "built in", "Sandefjord"),
    Triple("Ole Aanderud Larsen", "born in", "Larvik"),
    Triple("Fram", "designed by", "Mary Archer"),
    Triple("Fram", "built in", "Larvik"),
]


@pytest.fixture
def polar(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(FACTS)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


def path_of(verdict: Verdict) -> list[tuple[str, str, str]]:
    return [tuple(triple) for triple in verdict.grounded_path]


LED = ("Discovery Expedition", "leader", "Robert Falcon Scott")
BORN = ("Robert Falcon Scott", "born in", "Plymouth")


@pytest.mark.parametrize(
    "text",
    [
        "The leader of the Discovery Expedition was born in Plymouth. So the answer is (Plymouth).",
        "The Discovery Expedition's leader was born in Plymouth. So the answer is (Plymouth).",
        "The leader of the Discovery Expedition is Robert Falcon Scott. The leader of the Discovery"
        " Expedition was born in Plymouth. So the answer is (Plymouth).",
    ],
)
def test_what_a_description_is_resolved_by_belongs_to_the_path(polar: Auditor, text: str) -> None:
    verdict = polar.audit(text, topic="Discovery Expedition", gold_answers=["Plymouth"])
    assert (told(verdict), path_of(verdict)) == ("faithful", [LED, BORN])
    assert verdict.certificate is not None
    assert [claim.status for claim in verdict.certificate.claims] == ["supported", "supported"]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("The ship of the Terra Nova Expedition was built in Dundee.", "misguided"),
        ("The leader of the Nimrod Expedition was born in Kilkea.", "misguided"),
        ("The leader of the Discovery Expedition was born in Kilkea.", "factual_error"),
    ],
)
def test_descriptions_do_not_make_another_chain_right(polar: Auditor, text: str, outcome: str) -> None:
    text = f"{text} So the answer is (Plymouth)."
    assert told(polar.audit(text, topic="Discovery Expedition", gold_answers=["Plymouth"])) == outcome


def test_a_description_may_be_the_answer(polar: Auditor) -> None:
    text = (
        "The leader of the Discovery Expedition was born in Plymouth. So the answer is (Robert Falcon Scott)."
    )
    question = "Who was born in Plymouth?"
    assert told(polar.audit(text, question=question)) == "faithful"
    assert told(polar.audit(text, question=question, gold_answers=["Robert Falcon Scott"])) == "faithful"


@pytest.mark.parametrize(
    "text",
    [
        "Robert Falcon Scott was born in Plymouth, and Ernest Shackleton was born in Kilkea.",
        "1. Robert Falcon Scott was born in Plymouth.\n2. Terra Nova was built in Dundee.",
        "| Ship | Built in |\n|---|---|\n| Terra Nova | Dundee |\n| Fram | Larvik |",
    ],
)
def test_statements_that_answer_nothing_need_not_go_on_from_each_other(polar: Auditor, text: str) -> None:
    verdict = polar.audit(text)
    assert told(verdict) == "faithful"
    assert "nothing is asked" in verdict.reason


def test_where_something_is_asked_statements_have_to_connect(polar: Auditor) -> None:
    text = "1. Robert Falcon Scott was born in Plymouth.\n2. Terra Nova was built in Dundee."
    assert told(polar.audit(text, topic="Robert Falcon Scott", gold_answers=["Dundee"])) != "faithful"


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (
            "Robert Falcon Scott was born in Plymouth, and Ernest Shackleton was born in Plymouth.",
            "factual_error",
        ),
        (
            "Robert Falcon Scott was born in Plymouth. Therefore, Ernest Shackleton was born in Kilkea.",
            "incoherent",
        ),
        (
            "Robert Falcon Scott was born in Plymouth. Ernest Shackleton was born in Kilkea."
            " So the answer is (Kilkea).",
            "incoherent",
        ),
    ],
)
def test_what_concludes_or_is_false_is_judged_as_ever(polar: Auditor, text: str, outcome: str) -> None:
    assert told(polar.audit(text)) == outcome


class TestShe:
    """A ship may be "she" where no woman was named; nothing false passes by it."""

    @pytest.mark.parametrize(
        ("text", "outcome"),
        [
            (
                "1. The Endurance was designed by Ole Aanderud Larsen.\n2. She was built in Sandefjord.",
                "faithful",
            ),
            (
                "1. The Endurance was designed by Ole Aanderud Larsen.\n2. She was built in Dundee.",
                "unscored",
            ),
            (
                "1. The Endurance was designed by Ole Aanderud Larsen.\n2. He was built in Sandefjord.",
                "unscored",
            ),
            ("1. The Fram was designed by Mary Archer.\n2. She was built in Larvik.", "unscored"),
        ],
    )
    def test_an_untyped_thing_that_opens_a_sentence(self, polar: Auditor, text: str, outcome: str) -> None:
        assert told(polar.audit(text)) == outcome

    @pytest.mark.parametrize(("type_", "outcome"), [("Sailing ship", "faithful"), ("Film", "unscored")])
    def test_types_tell(self, auditor_of: Callable[..., Auditor], type_: str, outcome: str) -> None:
        typed = [
            Entity(one.id, one.name, types=(type_,)) if one.id == "Endurance" else one
            for one in entities_of(FACTS)
        ]
        text = "1. Ole Aanderud Larsen designed the Endurance.\n2. She was built in Sandefjord."
        assert told(auditor_of(FACTS, typed).audit(text)) == outcome
