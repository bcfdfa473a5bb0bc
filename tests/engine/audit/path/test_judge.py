"""Whole chains: what makes one faithful, and which error is told."""

from collections.abc import Callable

import pytest
from graphs import triples, write_graph
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict
from groundpath.engine.store.protocol import GraphStore
from groundpath.engine.terms import Entity, Triple

FATHERS_BIRTHPLACE = (
    "1. Margaret Tudor's father is Henry VII of England.\n"
    "2. Henry VII of England was born in Pembroke Castle.\n"
    "So the answer is (Pembroke Castle)."
)
GOLD_PATH = (
    ("Margaret_Tudor", "parents", "Henry_VII_of_England"),
    ("Henry_VII_of_England", "place_of_birth", "Pembroke_Castle"),
)


def outcome(verdict: Verdict) -> tuple[str, str | None, int | None]:
    return verdict.verdict, verdict.error, verdict.fault


def test_a_faithful_chain_shows_its_path(royals: Auditor) -> None:
    verdict = royals.audit(
        FATHERS_BIRTHPLACE, topic="Margaret_Tudor", gold_answers=["Pembroke_Castle"], gold_paths=[GOLD_PATH]
    )
    assert outcome(verdict) == ("faithful", None, None)
    assert (verdict.answer, verdict.answer_right, verdict.method) == ("Pembroke Castle", True, "path")
    assert verdict.grounded_path == GOLD_PATH
    assert verdict.gold_distance == 0


def test_topic_and_gold_answers_may_be_names_or_ids(royals: Auditor) -> None:
    for topic in ("Margaret_Tudor", "margaret tudor", ["Nobody", "Margaret Tudor"]):
        verdict = royals.audit(FATHERS_BIRTHPLACE, topic=topic, gold_answers=["pembroke castle"])
        assert verdict.verdict == "faithful"


@pytest.mark.parametrize(
    "text",
    [
        # a pronoun for where the chain has led, in every form
        "1. Margaret Tudor's father is Henry VII of England.\n2. He was born in Pembroke Castle.",
        "1. Margaret Tudor's father is Henry VII of England.\n2. His birthplace is Pembroke Castle.",
        "1. Margaret Tudor's father is Henry VII of England.\n2. It was in Pembroke Castle that he was born.",
        "1. Margaret Tudor's father is Henry VII of England.\n2. Pembroke Castle is where he was born.",
        # the subject before, where the graph says nothing of the end
        "1. Henry VII of England's daughter was Margaret Tudor.\n2. He was born in Pembroke Castle.",
        # from the end to the beginning
        "1. Pembroke Castle is the birthplace of Henry VII of England.\n"
        "2. Henry VII of England is Margaret Tudor's father.",
        # both hops in a sentence, or no marks at all
        "Margaret Tudor's father was Henry VII of England, who was born in Pembroke Castle.",
        "Margaret Tudor's father was Henry VII of England. He was born in Pembroke Castle.",
        "- **Margaret Tudor**'s father is *Henry VII of England*.\n"
        "- **Henry VII of England** was born in `Pembroke Castle`.",
        # steps that claim nothing, and steps that say it again
        "1. We need to find the father of Margaret Tudor.\n"
        "2. Margaret Tudor's father is Henry VII of England.\n"
        "3. Next, let us find out where he was born.\n"
        "4. Henry VII of England was born in Pembroke Castle.",
        "1. Margaret Tudor's father is Henry VII of England.\n"
        "2. Henry VII of England was born in Pembroke Castle.\n"
        "3. Therefore, Margaret Tudor's father was born in Pembroke Castle.",
        "1. Margaret Tudor's father is Henry VII of England.\n"
        "2. So Henry VII of England is her father.\n"
        "3. Henry VII of England was born in Pembroke Castle.",
    ],
)
def test_one_path_in_many_forms(royals: Auditor, text: str) -> None:
    verdict = royals.audit(
        f"{text}\nSo the answer is (Pembroke Castle).",
        topic="Margaret_Tudor",
        gold_answers=["Pembroke_Castle"],
        gold_paths=[GOLD_PATH],
    )
    assert outcome(verdict) == ("faithful", None, None)
    assert set(verdict.grounded_path) == set(GOLD_PATH)


def test_a_pronoun_keeps_the_direction_of_what_is_said(royals: Auditor) -> None:
    text = "1. James V of Scotland's mother is Margaret Tudor.\n2. Her {role} was Henry VII of England."
    assert royals.audit(text.format(role="father")).verdict == "faithful"
    assert outcome(royals.audit(text.format(role="son"))) == ("unfaithful", "factual_error", 2)


def test_steps_that_do_not_connect_are_incoherent(royals: Auditor) -> None:
    text = FATHERS_BIRTHPLACE.replace(
        "2. Henry VII of England was born in Pembroke Castle", "2. Mary of Guise was French"
    )
    verdict = royals.audit(text, topic="Margaret_Tudor", gold_answers=["Pembroke_Castle"])
    assert outcome(verdict) == ("unfaithful", "incoherent", 2)
    assert "does not go on from" in verdict.reason


def test_two_facts_about_the_topic_connect_in_it(royals: Auditor) -> None:
    verdict = royals.audit(
        "1. Margaret Tudor's father is Henry VII of England.\n"
        "2. Margaret Tudor's mother is Elizabeth of York.\n"
        "So the answer is (Elizabeth of York).",
        topic="Margaret_Tudor",
        gold_answers=["Elizabeth_of_York"],
    )
    assert outcome(verdict) == ("faithful", None, None)


MOTHERS_HUSBAND = (
    "1. James V of Scotland's mother is Margaret Tudor.\n"
    "2. Margaret Tudor's husband was James IV of Scotland.\n"
    "So the answer is (James IV of Scotland)."
)
FATHER_PATH = (("James_V_of_Scotland", "parents", "James_IV_of_Scotland"),)


def test_a_true_path_from_elsewhere_is_misguided(royals: Auditor) -> None:
    verdict = royals.audit(
        "1. James V of Scotland's wife is Mary of Guise.\n"
        "2. Mary of Guise's nationality is France.\n"
        "So the answer is (France).",
        topic="Margaret_Tudor",
        gold_answers=["France"],
    )
    assert outcome(verdict) == ("unfaithful", "misguided", None)
    assert "Margaret Tudor" in verdict.reason


def test_a_true_path_to_elsewhere_is_misguided(royals: Auditor) -> None:
    verdict = royals.audit(
        "1. Margaret Tudor's husband is James IV of Scotland.\n"
        "2. James IV of Scotland was Scottish.\n"
        "So the answer is (Scotland).",
        topic="Margaret_Tudor",
        gold_answers=["Pembroke_Castle"],
    )
    assert outcome(verdict) == ("unfaithful", "misguided", None)


def test_gold_paths_tell_which_way_answers_the_question(royals: Auditor) -> None:
    known = {"topic": "James_V_of_Scotland", "gold_answers": ["James_IV_of_Scotland"]}
    assert royals.audit(MOTHERS_HUSBAND, **known).verdict == "faithful"
    by_another_way = royals.audit(MOTHERS_HUSBAND, **known, gold_paths=[FATHER_PATH])
    assert outcome(by_another_way) == ("unfaithful", "misguided", None)
    unknown_to_the_graph = [("James_V_of_Scotland", "parents", "Nobody")]
    assert royals.audit(MOTHERS_HUSBAND, **known, gold_paths=[unknown_to_the_graph]).verdict == "faithful"


def test_a_right_path_to_a_wrong_answer(royals: Auditor) -> None:
    text = FATHERS_BIRTHPLACE.replace("(Pembroke Castle)", "(Richmond Palace)")
    verdict = royals.audit(text, topic="Margaret_Tudor", gold_answers=["Pembroke_Castle"])
    assert outcome(verdict) == ("unfaithful", "answer_error", None)
    assert verdict.answer_right is False


def test_without_gold_answers_a_chain_must_end_in_its_answer(royals: Auditor) -> None:
    assert royals.audit(FATHERS_BIRTHPLACE, topic="Margaret_Tudor").verdict == "faithful"
    verdict = royals.audit(FATHERS_BIRTHPLACE.replace("(Pembroke Castle)", "(Spain)"), topic="Margaret_Tudor")
    assert outcome(verdict) == ("unfaithful", "answer_error", None)
    assert verdict.answer_right is None


def test_without_an_answer_only_the_steps_are_judged(royals: Auditor) -> None:
    text = FATHERS_BIRTHPLACE.partition("So")[0]
    assert outcome(royals.audit(text, topic="Margaret_Tudor")) == ("faithful", None, None)
    verdict = royals.audit(text, gold_answers=["Greenwich_Palace"])
    assert (verdict.verdict, verdict.unscored_as) == ("unscored", "unstructured")


def test_a_chain_that_ends_in_a_gold_answer_has_given_it(royals: Auditor) -> None:
    verdict = royals.audit(FATHERS_BIRTHPLACE.partition("So")[0], gold_answers=["Pembroke_Castle"])
    assert outcome(verdict) == ("faithful", None, None)
    assert (verdict.answer, verdict.answer_right) == ("Pembroke Castle", True)


def test_the_first_error_by_precedence_is_told(royals: Auditor) -> None:
    """factual_error > incoherent > misguided > answer_error, whatever their order in the text."""
    steps = ["Mary of Guise was French.", "Margaret Tudor's father is Henry VII of England."]
    false = "Henry VII of England died in Bar-le-Duc."
    known = {"topic": "Elizabeth_I_of_England", "gold_answers": ["Greenwich_Palace"]}

    def error(*steps: str) -> str | None:
        return royals.audit("\n".join([*steps, "So the answer is (Spain)."]), **known).error

    assert error("1. " + steps[0], "2. " + steps[1], "3. " + false) == "factual_error"
    assert error("1. " + steps[0], "2. " + steps[1]) == "incoherent"
    assert error("1. " + steps[0]) == "misguided"
    assert error("1. Elizabeth I of England was born in Greenwich Palace.") == "answer_error"


@pytest.mark.parametrize(
    "text", ["", " \n", "So the answer is (Pembroke Castle).", "I do not know.", "1.\n2.\n"]
)
def test_an_empty_chain_is_unscored(royals: Auditor, text: str) -> None:
    verdict = royals.audit(text, topic="Margaret_Tudor", gold_answers=["Pembroke_Castle"])
    assert (verdict.verdict, verdict.error) == ("unscored", None)
    assert verdict.reason


PEOPLE = [
    Entity("alexandra", "Alexandra"),
    Entity("bob", "Bob Brown"),
    Entity("one", "John Smith"),
    Entity("other", "John Smith"),
    Entity("leeds", "Leeds"),
    Entity("york", "York", ("City of York", "Eboracum")),
    Entity("m.07", None),
]
THEIR_LIVES = triples(
    "alexandra spouse other",
    "bob spouse one",
    "one place_of_birth leeds",
    "other place_of_birth york",
    "bob marriage m.07",
)


def test_of_two_of_one_name_the_chain_tells_which(auditor_of: Callable[..., Auditor]) -> None:
    auditor = auditor_of(THEIR_LIVES, PEOPLE)
    for spouse, place in (("Alexandra", "York"), ("Bob Brown", "Leeds")):
        text = f"1. {spouse} is married to John Smith.\n2. John Smith was born in {place}."
        assert outcome(auditor.audit(text)) == ("faithful", None, None)
    mixed = "1. Alexandra is married to John Smith.\n2. John Smith was born in Leeds."
    assert outcome(auditor.audit(mixed)) == ("unfaithful", "incoherent", 2)


def test_aliases_are_names_and_mediators_have_none(auditor_of: Callable[..., Auditor]) -> None:
    auditor = auditor_of(THEIR_LIVES, PEOPLE)
    verdict = auditor.audit(
        "1. John Smith was born in Eboracum. The answer is the City of York.", gold_answers=["york"]
    )
    assert outcome(verdict) == ("faithful", None, None)
    verdict = auditor.audit("1. Bob Brown's marriage is m.07.")
    assert verdict.error is None


EMPEROR = [
    Triple("李世民", "父亲", "李渊"),
    Triple("李渊", "出生地", "长安"),
    Triple("长安", "位于", "中国"),
    Triple("李世民", "配偶", "长孙皇后"),
]
COMPOSER = triples(
    "Johann_Sebastian_Bach Vater Johann_Ambrosius_Bach", "Johann_Ambrosius_Bach Geburtsort Erfurt"
)
TSAR = triples("Пётр_I отец Алексей_Михайлович", "Алексей_Михайлович место_рождения Москва")


@pytest.mark.parametrize(
    ("facts", "text", "topic", "answer"),
    [
        (
            COMPOSER,
            "1. Der Vater von Johann Sebastian Bach ist Johann Ambrosius Bach.\n"
            "2. Der Geburtsort von Johann Ambrosius Bach ist Erfurt.\nDie Antwort ist Erfurt.",
            "Johann_Sebastian_Bach",
            "Erfurt",
        ),
    ],
)
def test_other_scripts_and_languages(
    auditor_of: Callable[..., Auditor], facts: list[Triple], text: str, topic: str, answer: str
) -> None:
    verdict = auditor_of(facts).audit(text, topic=topic, gold_answers=[answer])
    assert outcome(verdict) == ("faithful", None, None)
    assert verdict.grounded_path == tuple(facts[:2])


@pytest.mark.parametrize(
    ("label", "right", "turned"),
    [
        ("father", "A1x's father is B2x.", "B2x's father is A1x."),
        ("zorg", "The zorg of A1x is B2x.", "B2x's zorg is A1x."),
    ],
)
def test_a_label_said_the_wrong_way_round(
    auditor_of: Callable[..., Auditor], label: str, right: str, turned: str
) -> None:
    """Also in a graph of one fact, where nothing tells that both are of one kind."""
    auditor = auditor_of([Triple("A1x", label, "B2x")])
    assert auditor.audit(right).verdict == "faithful"
    assert auditor.audit(turned).error == "factual_error"


@pytest.mark.parametrize(
    "ending",
    [
        "so Pembroke Castle it is.", "hence Pembroke Castle.", "that'd be Pembroke Castle.",
        "thus -> Pembroke Castle",
        "it's Pembroke Castle", "so the answer's Pembroke Castle.", "ans = Pembroke Castle",
        "result is Pembroke Castle", "which gives us Pembroke Castle.", "i'll go with Pembroke Castle.",
    ],
)  # fmt: skip
@pytest.mark.parametrize("numbered", [True, False])
def test_an_answer_in_the_words_of_notes(royals: Auditor, ending: str, numbered: bool) -> None:
    """In lower case, on the line behind the last step or right behind it."""
    one, two = (
        "Margaret Tudor's father is Henry VII of England",
        "Henry VII of England was born in Pembroke Castle",
    )
    text = f"1. {one}\n2. {two}\n{ending}" if numbered else f"{one}. {two}. {ending}"
    verdict = royals.audit(text, topic="Margaret_Tudor", gold_answers=["Pembroke_Castle"])
    assert outcome(verdict) == ("faithful", None, None)
    assert verdict.answer == "Pembroke Castle"


@pytest.mark.parametrize(
    "subject",
    [
         "The person just found", 
          
         
         
    ],
)  # fmt: skip
def test_what_was_come_by_is_spoken_of(royals: Auditor, subject: str) -> None:
    text = f"1. Margaret Tudor's father is Henry VII of England.\n2. {subject} was born in %s.\n"
    right = royals.audit(text % "Pembroke Castle", topic="Margaret_Tudor")
    assert outcome(right) == ("faithful", None, None)
    assert right.grounded_path == GOLD_PATH
    assert royals.audit(text % "Greenwich Palace", topic="Margaret_Tudor").verdict != "faithful"


def test_remarks_behind_the_answer_are_none(royals: Auditor) -> None:
    step = "1. Henry VII of England was born in Pembroke Castle."
    text = f"{step}\nSo it is Pembroke Castle. Let me know if you need more!"
    assert royals.audit(text, topic="Henry_VII_of_England").answer == "Pembroke Castle"


def test_verdicts_of_another_graph_of_one_name_and_size_are_other_verdicts(path_store: GraphStore) -> None:
    def version(fact: str) -> str:
        write_graph(path_store, "rewritten", triples(fact))
        found = Auditor(path_store, "rewritten").version
        path_store.drop("rewritten")
        return found

    assert version("ann born oslo") == version("ann born oslo") != version("ann born rome")


REMEDIES = triples("Aspirin treats Headache", "Aspirin causes Nausea", "Ibuprofen treats Fever")


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Aspirin treats headache and gout.", "unscored"),
        ("Aspirin treats headache and fever.", "unfaithful"),
        ("Aspirin treats headache. It also treats malaria.", "unscored"),
        ("Aspirin treats headache. Aspirin treats malaria.", "unscored"),
        ("Aspirin treats headache, a pain.", "faithful"),
    ],
)
def test_all_that_a_text_says_is_judged(path_store: GraphStore, text: str, status: str) -> None:
    write_graph(path_store, "remedies", REMEDIES)
    assert Auditor(path_store, kg="remedies", method="path").audit(text).verdict == status


def test_a_step_that_cannot_be_judged_is_not_shown_as_supported(path_store: GraphStore) -> None:
    write_graph(path_store, "remedies", REMEDIES)
    (step,) = (
        Auditor(path_store, kg="remedies", method="path").audit("Aspirin treats headache and gout.").steps
    )
    assert [claim.status for claim in step.claims] == ["supported", "unknown"]
    assert step.status == "unknown"
