"""How sentences are put together: what passives, pronouns, appositions, plans and answers within them say."""

from collections.abc import Callable

import pytest
from graphs import triples
from groundpath import Auditor
from groundpath.engine.audit.verdicts import Verdict

YARDS = triples(
    "Grey_Gull sister_ship Red_Tern",
    "Red_Tern leased_to Baltic_Lines",
    "Grey_Gull leased_to Moor_Lines",
    "Grey_Gull designed_by Ada_Voss",
    "Red_Tern designed_by Bram_Holt",
    "Grey_Gull supervised_by Cleo_Marsh",
    "Red_Tern supervised_by Dov_Lind",
    "Cleo_Marsh trained_by Eli_Stone",
    "Dov_Lind trained_by Fay_Stone",
    "Ada_Voss advised_by Ines_Brandt",
    "Bram_Holt advised_by Jon_Sand",
    "Ines_Brandt works_at Ulm_Institute",
    "Jon_Sand works_at Kiel_Institute",
    "Baltic_Lines owned_by Lena_Frost",
    "Moor_Lines owned_by Max_Frost",
    "Baltic_Lines headquartered_in Kiel",
    "Moor_Lines headquartered_in Hull",
    "Kiel in_country Germany",
    "Hull in_country England",
    "Tern_Yard houses Red_Tern",
    "Gull_Yard houses Grey_Gull",
    "Red_Tern painted_with Pine_Tar",
    "Grey_Gull painted_with Red_Lead",
    "Gull_Yard located_in Hull",
    "Tern_Yard located_in Kiel",
    "Port_Lune has_yard Gull_Yard",
    "Port_Lune has_yard Tern_Yard",
    "Gull_Yard headed_by Nils_Orr",
    "Tern_Yard headed_by Pia_Orr",
)


@pytest.fixture
def yards(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(YARDS)


def told(verdict: Verdict) -> str:
    return verdict.error or verdict.verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        # What a label says in the passive, a noun says the other way round.
        ("Ada Voss designed the Grey Gull. Her adviser was Ines Brandt.", "faithful"),
        ("Ada Voss designed the Grey Gull. Ines Brandt was the adviser of Ada Voss.", "faithful"),
        ("Ada Voss designed the Grey Gull. Ada Voss was the adviser of Ines Brandt.", "factual_error"),
        ("The Grey Gull is a design by Ada Voss. Ada Voss had Ines Brandt as her adviser.", "faithful"),
        ("The Grey Gull is a design by Bram Holt. Bram Holt had Jon Sand as his adviser.", "factual_error"),
        # Nor does it matter that no ship draws anyone.
        ("The Grey Gull was designed by Ada Voss.", "faithful"),
        ("Ada Voss was designed by the Grey Gull.", "factual_error"),
        ("The Grey Gull designed Ada Voss.", "factual_error"),
        # One word says one fact: no other way from a ship to who trained its supervisor.
        ("The Grey Gull is supervised by Cleo Marsh.", "faithful"),
        ("The Grey Gull is supervised by Eli Stone.", "factual_error"),
        # An apposition without its verb.
        ("The Grey Gull, housed at Gull Yard, is a design by Ada Voss.", "faithful"),
    ],
)
def test_who_did_what(yards, text, verdict):
    assert told(yards.audit(text, topic="Grey_Gull")) == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The ship's sister, the Red Tern, is leased to Moor Lines.", "factual_error"),  # which the ship is
        ("Grey Gull's sister, the Red Tern, is leased to Moor Lines.", "factual_error"),
        (
            "Since its sister, the Red Tern, is leased to Moor Lines, the answer is Moor Lines.",
            "factual_error",
        ),
        # The latter of those just named, not of two before them.
        # "That firm", and what it is taken up with.
    ],
)
def test_who_is_meant(yards, text, verdict):
    assert told(yards.audit(text, topic="Grey_Gull", gold_answers=["Baltic_Lines"])) == verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        # A question answered with a remark.
        # A firm seated in a town is seated in its country, whoever is spoken of as what.
        (
            "The lessee of the Grey Gull is Moor Lines. Moor Lines is headquartered in Hull, and Hull is in"
            " England. Therefore, the lessee is headquartered in England.",
            "faithful",
        ),
        (
            "The Grey Gull lies in Gull Yard. This building is in Kiel. So the answer is Kiel.",
            "factual_error",
        ),
        # A plan does not say what it will look for.
        (
            "Let me trace this starting from Ada Voss. Ada Voss was advised by Ines Brandt. Ines Brandt works"
            " at the Ulm Institute. And to finish, the Grey Gull was designed by Ada Voss. The answer is Ulm"
            " Institute.",
            "incoherent",
        ),
        # Several words without a capital may be a name all the same.
        ("The Grey Gull is painted with red lead.", "faithful"),
        ("The Grey Gull is painted with pine tar.", "factual_error"),
    ],
)
def test_what_goes_on_from_what(yards, text, verdict):
    assert told(yards.audit(text, topic="Grey_Gull")) == verdict


def test_an_answer_that_is_what_was_asked_for(yards):
    text = "The Grey Gull was designed by Ada Voss. That settles it: Bram Holt is what the question asks for."
    verdict = yards.audit(text, topic="Grey_Gull", gold_answers=["Ada_Voss"])
    assert told(verdict) == "answer_error"


def test_heads_are_who_is_asked_for(yards):
    """ "Who heads …?" asks for heads: the last sentence claims nothing of the last thing named."""
    text = (
        "Port Lune has two yards, Gull Yard and Tern Yard. Gull Yard is headed by Nils Orr."
        " Tern Yard is headed by Pia Orr. The heads are Nils Orr and Pia Orr."
    )
    verdict = yards.audit(
        text,
        question="Who heads the yards of Port Lune?",
        topic="Port_Lune",
        gold_answers=["Nils_Orr", "Pia_Orr"],
    )
    assert told(verdict) == "faithful"
    assert verdict.answer == "Nils Orr and Pia Orr"


KIN = triples(
    "Anselm_I_of_Rhen children Berta_of_Rhen",
    "Anselm_I_of_Rhen spouse Clara_of_Ulm",
    "Berta_of_Rhen spouse Conrad_II_of_Lune",
    "Berta_of_Rhen children Dora_of_Lune",
    "Conrad_II_of_Lune children Dora_of_Lune",
    "Conrad_I_of_Lune children Emil_of_Lune",
    "Dora_of_Lune gender female",
    "Emil_of_Lune gender male",
    "Conrad_II_of_Lune gender male",
)


@pytest.fixture
def kin(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(KIN)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        # Numerals tell namesakes apart, whatever else is misspelt.
        ("Berta of Rhen was married to Conraad II of Lune. Conrad II of Lune was male.", "faithful"),
        # What is given for someone, and ways told by "via".
        ("The child given for Anselm I of Rhen is Clara of Ulm.", "factual_error"),
        ("Of Anselm I of Rhen, the child is Berta of Rhen.", "faithful"),
        ("Of Berta of Rhen, the child is Anselm I of Rhen.", "factual_error"),
        ("Berta of Rhen owed her birth to Anselm I of Rhen.", "faithful"),
        # The graph itself has nothing, though what was named last is of that sex.
        (
            "The graph has Dora of Lune as child of Berta of Rhen. The graph has female as gender of Dora of"
            " Lune.",
            "faithful",
        ),
        (
            "The graph has Dora of Lune as child of Berta of Rhen. The graph has male as gender of Emil of"
            " Lune.",
            "incoherent",
        ),
        # Whoever is named behind is whom the sentence has just told of; "a man called" tells no sex.
        ("Berta of Rhen was the child of a man called Anselm I of Rhen.", "faithful"),
        ("The records mark Dora of Lune, the child of Berta of Rhen, as female.", "faithful"),
        (
            "Dora of Lune is the child of Berta of Rhen. The records mark Dora of Lune as male.",
            "factual_error",
        ),
        # What opens with a plan's words states something all the same.
        ("In the last step, Berta of Rhen's husband was Conrad II of Lune.", "faithful"),
        ("In the last step, Berta of Rhen's husband was Emil of Lune.", "factual_error"),
        # Behind a semicolon that child is who was named last before it, also where an answer follows.
    ],
)
def test_kin(kin, text, verdict):
    assert told(kin.audit(text, topic="Anselm_I_of_Rhen" if "Anselm" in text else "Berta_of_Rhen")) == verdict


LINES = triples(
    "Night_Ferry sequel_to Day_Ferry",
    "Day_Ferry sequel_to Old_Ferry",
    "Night_Ferry libretto_by Pia_Dure",
    "Night_Ferry music_by Tom_Vale",
    "Day_Ferry libretto_by Tom_Vale",
    "Day_Ferry music_by Pia_Dure",
    "Line_Nine departs_from Marsh_Airport",
    "Line_Nine arrives_at Quay_Airport",
    "Line_Ten departs_from Quay_Airport",
    "Line_Ten arrives_at Marsh_Airport",
    "Line_Nine commanded_by Nora_Feld",
    "Line_Ten commanded_by Otto_Feld",
    "Marsh_Airport serves_city Marsh",
    "Quay_Airport serves_city Sorrel",
)


@pytest.fixture
def lines(auditor_of: Callable[..., Auditor]) -> Auditor:
    return auditor_of(LINES)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The Night Ferry is the follow-up to the Day Ferry.", "faithful"),
        ("The Day Ferry is the follow-up to the Night Ferry.", "factual_error"),
        ("The text of the Night Ferry was penned by Pia Dure.", "faithful"),
        ("Marsh Airport serves the city of Marsh.", "faithful"),
        ("Marsh Airport serves the city of Sorrel.", "factual_error"),
        ("Line Nine is commanded by Otto Feld (not to be confused with Nora Feld).", "factual_error"),
        ("Nora Feld commands Line Nine, the service from Marsh Airport to Quay Airport.", "faithful"),
    ],
)
def test_lines(lines, text, verdict):
    assert told(lines.audit(text)) == verdict
