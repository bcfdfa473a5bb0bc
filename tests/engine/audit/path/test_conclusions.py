"""How chains come to their answers: without the word, as lists, by comparing, past what they put aside."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

COAST = triples(
    "Heron launched_in 1931",
    "Petrel launched_in 1954",
    "Heron number_of_berths 18",
    "Petrel number_of_berths 25",
    "Heron based_in Sandvik",
    "Petrel based_in Brom",
    "Heron built_by Orrin_Yard",
    "Petrel built_by Orrin_Yard",
    "Skua built_by Orrin_Yard",
    "Orrin_Yard founded_by Sven_Aker",
    "Ista tributary_of Otter",
    "Ista source_country Suvia",
    "Halm located_on Otter",
    "Norland capital Halm",
    "Suvia capital Brom",
    "Gorm_Dam country Norland",
    "Gorm_Dam country Suvia",
    "Kesh country Talland",
    "Harbour_Choir conducted_by Ida_Moss",
    "Ada_Quist sings_in Harbour_Choir",
    "Ben_Tarn sings_in Harbour_Choir",
    "Cora_Lund sings_in Harbour_Choir",
    "Harbour_Choir founded_in 1902",
    "Choir_School has_pupil Ada_Quist",
    "Ben_Tarn reports_to Ida_Moss",
    "Ada_Quist reports_to Ida_Moss",
    "Cora_Lund reports_to Ben_Tarn",
    "Mallowine treats River_fever",
    "Mallowine causes Dry_cough",
    "Mallowine approved_in 1968",
    "Tansodin approved_in 1975",
)


@pytest.fixture
def coast(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(COAST)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


APPROVED = "Mallowine was approved in 1968. Tansodin was approved in 1975. Because 1968 precedes 1975, "
CONDUCTED = "The Harbour Choir is conducted by Ida Moss. Its singers include Ada Quist and Ben Tarn. "
FOUNDED = (
    "The Harbour Choir is conducted by Ida Moss. The Harbour Choir, a group of the coast, was founded in "
)


@pytest.mark.parametrize(
    ("question", "text", "gold", "outcome"),
    [
        # names that are written like words
        (
            "Which drug treats river fever, and what does it cause?",
            "Mallowine treats river fever. Mallowine causes dry cough. Consequently, the drug is mallowine "
            "and what it causes is dry cough.",
            ["Dry cough"],
            "faithful",
        ),
        # who is named in the part before the last
        (
            "Which was launched first, Heron or Petrel?",
            "Heron was launched in 1931, Petrel in 1954. So Heron is the older one; it came first.",
            ["Heron"],
            "faithful",
        ),
        # what is said to be of the kind that is asked for
        (
            "Which singers belong to the choir that Ida Moss conducts?",
            CONDUCTED + "The singers are Ada Quist and Ben Tarn.",
            ["Ada Quist", "Ben Tarn"],
            "faithful",
        ),
        (
            "Which pupils sing in the choir that Ida Moss conducts?",
            CONDUCTED + "The pupils are Ada Quist and Ben Tarn.",
            ["Ada Quist", "Ben Tarn"],
            "faithful",
        ),
        ("In what year was the choir founded?", FOUNDED + "1902. The year is 1902.", ["1902"], "faithful"),
        # who is asked for, whatever the conclusion calls them
        (
            "Who built the Heron?",
            "The Heron was built by Orrin Yard. Orrin Yard was founded by Sven Aker. "
            "So the builder is Sven Aker.",
            ["Orrin Yard"],
            "answer_error",
        ),
        (
            "Who founded the yard that built the Heron?",
            "The Heron was built by Orrin Yard. Orrin Yard was founded by Sven Aker. "
            "So the man is Sven Aker.",
            ["Sven Aker"],
            "faithful",
        ),
        # what is counted, written as a word
    ],
)
def test_answers_without_the_word(
    coast: Auditor, question: str, text: str, gold: list[str], outcome: str
) -> None:
    assert told(coast.audit(text, question=question, gold_answers=gold)) == outcome


GORM = "The Gorm Dam belongs to the country Norland. The Gorm Dam also belongs to the country Suvia. Answer: "


@pytest.mark.parametrize(
    ("answer", "gold", "outcome"),
    [
        ("Norland and Suvia", ["Norland", "Suvia"], "faithful"),
        ("the countries Norland and Suvia", ["Norland", "Suvia"], "faithful"),
        ("Norland", ["Norland", "Suvia"], "faithful"),
        ("Norland and Talland", ["Norland", "Suvia"], "answer_error"),
        ("Norland, Talland", ["Norland", "Suvia"], "faithful"),  # as "Paris, France"
        ("Norland and Talland", [], "answer_error"),
        ("Norland and Suvia", [], "faithful"),
    ],
)
def test_each_of_several_answers_counts(coast: Auditor, answer: str, gold: list[str], outcome: str) -> None:
    verdict = coast.audit(GORM + answer, question="Which countries share the dam?", gold_answers=gold)
    assert told(verdict) == outcome


def test_a_name_with_and_in_it_is_one_answer(auditor_of: Callable[..., Auditor]) -> None:
    islands = auditor_of(triples("Saint_Odo_and_Brill capital Tam", "Brill language Brillish"))
    text = "Tam is the capital of Saint Odo and Brill. Answer: Saint Odo and Brill"
    verdict = islands.audit(text, question="Whose capital is Tam?", gold_answers=["Saint_Odo_and_Brill"])
    assert told(verdict) == "faithful"


OTTER = "The Ista is a tributary of the Otter. Halm is located on the Otter. Halm is the capital of Norland. "


@pytest.mark.parametrize(
    ("question", "text", "outcome"),
    [
        # the last fact only says of the answer what the question calls it
        ("Which capital lies on the river of the Ista?", OTTER + "Answer: Otter", "answer_error"),
        ("Which river lies on the way of the Ista?", OTTER + "Answer: Halm", "answer_error"),
        # lists
        (
            "Who sings in the Harbour Choir?",
            "Ada Quist, Ben Tarn and Cora Lund sing in the Harbour Choir. The answer therefore comprises "
            "three people: Ada Quist, Ben Tarn and Cora Lund.",
            "faithful",
        ),
        (
            "Who sings in the Harbour Choir?",
            "Ada Quist, Ben Tarn and Cora Lund sing in the Harbour Choir. The answer therefore comprises "
            "three people: Ada Quist, Ben Tarn and Sven Aker.",
            "answer_error",
        ),
        (
            "Which ships come from the Orrin Yard?",
            "Heron, Petrel and Skua were built by the Orrin Yard. Those, then: Heron, Petrel and Skua.",
            "faithful",
        ),
        (
            "Which two countries share the Gorm Dam, and what are their capitals?",
            "The countries of the Gorm Dam are Norland and Suvia. The capital of the former is Halm, while "
            "that of the latter is Brom.",
            "faithful",
        ),
        # comparisons
        (
            "Which was first launched later, Heron or Petrel?",
            "Heron was launched in 1931, and Petrel in 1954. Answer: Petrel",
            "faithful",
        ),
        (
            "Which is larger, Heron or Petrel?",
            "The number of berths of Heron is 18. The number of berths of Petrel is 25. Answer: Petrel",
            "faithful",
        ),
        # an answer that names what no step has shown
        ("Where is Heron based?", "Petrel, not Heron, is based in Sandvik. Answer: Sandvik", "factual_error"),
        (
            "Where is Heron based?",
            "Heron rather than Petrel is based in Sandvik. Answer: Sandvik",
            "faithful",
        ),
        # what is denied in passing
        (
            "Does the Ista rise in Norland?",
            "The Ista is a tributary of the Otter. The source of the Ista is in Suvia rather than Norland. "
            "So no, it does not.",
            "faithful",
        ),
        (
            "Where does the Ista rise?",
            "The source country of the Ista is Suvia, instead of Norland. Answer: Suvia",
            "faithful",
        ),
        (
            "Where does the Ista rise?",
            "The source country of the Ista is Norland rather than Suvia. Answer: Norland",
            "factual_error",
        ),
    ],
)
def test_without_gold_answers(coast: Auditor, question: str, text: str, outcome: str) -> None:
    assert told(coast.audit(text, question=question)) == outcome


@pytest.mark.parametrize(
    ("aside", "outcome"),
    [
        ("Petrel is based in Brom, which does not fit.", "faithful"),
        ("Petrel is based in Sandvik, so not that one.", "factual_error"),  # what is false stays false
        ("Petrel is based in Brom. So not that one.", "faithful"),
        ("Petrel is based in Brom.", "faithful"),  # said besides
    ],
)
def test_what_is_put_aside_breaks_nothing(coast: Auditor, aside: str, outcome: str) -> None:
    text = f"{aside} Heron is based in Sandvik. Heron was launched in 1931. Answer: 1931"
    verdict = coast.audit(text, question="When was the ship launched that is based in Sandvik?")
    assert told(verdict) == outcome


def test_what_the_question_asks_about_is_not_put_aside(coast: Auditor) -> None:
    text = "Ada Quist sings in the Harbour Choir, but the question is who conducts it. Heron is in Sandvik."
    verdict = coast.audit(text, question="Who conducts the choir that Ada Quist sings in?")
    assert told(verdict) == "incoherent"
