"""Who and what a statement names, and how it was recognised."""

from itertools import pairwise

import pytest
from graphs import triples
from groundpath.engine.grounding.graph import GroundingGraph
from groundpath.engine.language.mention import Mention
from groundpath.engine.language.tokens import Tokens
from hypothesis import given
from hypothesis import strategies as st
from royals import ROYALS, node, readable

MARGARET, HENRY, ARTHUR = "Margaret_Tudor", "Henry_VII_of_England", "Arthur,_Prince_of_Wales"


def mentions(graph: GroundingGraph, text: str, *context: str) -> list[Mention]:
    """Those of a statement, in a context of some entities."""
    tokens = Tokens.of(text)
    plain, _ = graph.finder.named(tokens)
    return graph.finder.mentions(tokens, plain, [node(graph, id) for id in context])


def recognised(graph: GroundingGraph, text: str, *context: str) -> list[tuple[str, str]]:
    """The first entity that each mention may mean, and how it was recognised."""
    ids = graph.view.entities["id"].to_pylist()
    found = mentions(graph, text, *context)
    return [(ids[mention.nodes[0]] if mention.nodes else "", mention.how) for mention in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Margaret Tudor knew Henry VII of England.", [(MARGARET, "name"), (HENRY, "name")]),
        ("margaret_tudor knew HENRY VII OF ENGLAND.", [(MARGARET, "name"), (HENRY, "name")]),
        ("Arthur, Prince of Wales, was there.", [(ARTHUR, "name")]),
        ("Arthur Prince of Wales was there.", [(ARTHUR, "name")]),
        ("She was in Alcala de Henares.", [("Alcalá_de_Henares", "name")]),
        ("In Bar le Duc.", [("Bar-le-Duc", "name")]),
    ],
)
def test_names_written_out(royals: GroundingGraph, text: str, found: list[tuple[str, str]]) -> None:
    assert recognised(royals, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Then Arthur came.", (ARTHUR, "part")),
        ("Then Tudor came.", (MARGARET, "part")),
        ("Then Henri VII of England came.", (HENRY, "spelling")),
        ("Then Margret Tudor came.", (MARGARET, "spelling")),
        ("Then Napoleon came.", ("", "unknown")),
    ],
)
def test_parts_and_misspellings_are_understood_in_context(
    royals: GroundingGraph, text: str, found: tuple[str, str]
) -> None:
    assert recognised(royals, text, MARGARET, ARTHUR) == [found]


def test_parts_mean_what_the_context_is_about_or_joins(royals: GroundingGraph) -> None:
    assert recognised(royals, "Then Mary came.", "James_V_of_Scotland") == [("Mary_of_Guise", "part")]
    assert recognised(royals, "Then Mary came.", "Henry_VII_of_England") == [("", "unknown")]
    assert recognised(royals, "Then Mary came.") == [("", "unknown")]


def test_a_word_that_opens_a_sentence_is_no_name_for_its_capital(royals: GroundingGraph) -> None:
    assert recognised(royals, "Presumably Margaret Tudor came.") == [(MARGARET, "name")]
    assert recognised(royals, "Father of Margaret Tudor.") == [(MARGARET, "name")]
    assert recognised(royals, "Today the Tudor came.", MARGARET) == [(MARGARET, "part")]


def test_a_word_that_leads_on_is_no_name() -> None:
    graph = readable(triples("Moving track Pulse", "Pulse track Moving"))
    for opening, named in (
        ("Moving on, that is Pulse.", 0),
        ("Moving is Pulse.", 1),
        ("Moving, on Pulse.", 1),
    ):
        plain, doubtful = graph.finder.named(Tokens.of(opening))
        assert (len(plain) - 1, len(doubtful)) == (named, 1 - named)


def test_the_end_of_one_name_alone_is_that_name(royals: GroundingGraph) -> None:
    assert recognised(royals, "Then Boleyn came.") == [("Anne_Boleyn", "part")]
    assert recognised(royals, "Then Palace came.") == [("", "unknown")]  # of several
    assert recognised(royals, "Then Aragon came.") == [("", "unknown")]  # where she is from
    assert recognised(royals, "Then Anne came.") == [("", "unknown")]  # a beginning


def test_a_title_belongs_to_no_name(royals: GroundingGraph) -> None:
    assert recognised(royals, "Then Queen Margaret Tudor came.") == [(MARGARET, "name")]


COURT = readable(
    triples(
        "Dr._Ann_Marie_Hill head_of Oak_School",
        "Judge_Paul_Reed decided Dale_v._Moss_Mills",
        "Dale_v._Moss_Mills plaintiff Rosa_Dale",
        "Mr._Ian_Frost teaches_at Oak_School",
        "Lena_Brook president_of Oak_School",
        "Class_8B in_the Oak_School",
        "Maria_of_Austria patron_of Oak_School",
        "Maria_Josepha_of_Bavaria patron_of Oak_School",
    )
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Then Dr. Hill came.", "Dr._Ann_Marie_Hill"),
        ("Then Dr. Ann Hill came.", "Dr._Ann_Marie_Hill"),
        ("Judge Reed came.", "Judge_Paul_Reed"),
        ("Mr. Frost came.", "Mr._Ian_Frost"),
        ("Frost was there.", "Mr._Ian_Frost"),
        ("Then Dr. Frost came.", "Mr._Ian_Frost"),
        ("Then President Brook came.", "Lena_Brook"),
        ("It was 8B.", "Class_8B"),
    ],
)
@pytest.mark.parametrize("context", [(), ("Oak_School", "Dale_v._Moss_Mills")])
def test_a_title_and_the_ends_of_a_name_are_that_name(
    text: str, found: str, context: tuple[str, ...]
) -> None:
    assert found in [id for id, _ in recognised(COURT, text, *context)]


@pytest.mark.parametrize(
    "text",
    [
        "Then Mrs. Frost came.",  # is no man
        "Then Dr. Lee Hill came.",  # has another name
        "Then Judge Ward came.",
    ],
)
def test_another_name_is_not_one_cut_short(text: str) -> None:
    assert recognised(COURT, text, "Oak_School") == [("", "unknown")]


def test_what_stands_before_of_tells_namesakes_apart() -> None:
    assert recognised(COURT, "Then Maria of Bavaria came.") == [("", "unknown")]


def test_a_title_alone_names_no_one() -> None:
    assert recognised(COURT, "Then the Judge came.", "Judge_Paul_Reed", "Dale_v._Moss_Mills") == []
    assert recognised(COURT, "Then Paul came.", "Judge_Paul_Reed") == [("Judge_Paul_Reed", "part")]


def test_a_case_is_called_after_who_brought_it() -> None:
    (mention,) = mentions(COURT, "Then Dale was decided.")
    ids = COURT.view.entities["id"].to_pylist()
    assert [ids[found] for found in mention.nodes] == ["Rosa_Dale", "Dale_v._Moss_Mills"]


def test_a_longer_name_is_another_one(royals: GroundingGraph) -> None:
    (mention,) = mentions(royals, "She met the Grand Duchess Olga of Wales.")
    assert mention.how == "unknown"


def test_nouns_of_german_are_no_names(royals: GroundingGraph) -> None:
    assert recognised(royals, "Der Vater von Margaret Tudor kam.") == [(MARGARET, "name")]


def test_a_name_is_resolved_without_a_text(royals: GroundingGraph) -> None:
    context = [node(royals, MARGARET)]
    assert royals.finder.resolve("margaret tudor", []) == ((node(royals, MARGARET),), "name")
    assert royals.finder.resolve("tudor", context) == ((node(royals, MARGARET),), "part")
    assert royals.finder.resolve("margret tudor", context) == ((node(royals, MARGARET),), "spelling")
    assert royals.finder.resolve("napoleon", context) == ((), "spelling")


def test_words_that_stand_for_a_name_are_doubtful(royals: GroundingGraph) -> None:
    plain, doubtful = royals.finder.named(Tokens.of("Mary of Guise was a Spanish woman"))
    assert len(plain) == 1
    assert [hit.by_other_name for hit in doubtful] == [True, True]


GRAPH = readable(ROYALS)
PIECES = st.sampled_from(
    [
        *(fact.head.replace("_", " ") for fact in ROYALS[:4]),
        "Tudor",
        "Tudr",
        "who",
        "his",
        ",",
        "X",
        "of",
        "-",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=14).map(" ".join)))
def test_mentions_stand_in_order_and_never_overlap(text: str) -> None:
    found = mentions(GRAPH, text, MARGARET)
    assert all(mention.start < mention.end for mention in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


def test_a_genus_is_cut_to_its_letter_with_a_full_stop() -> None:
    graph = readable(triples("Acetobacter_aceti makes Vinegar", "Vinegar is Acid"))
    for text, named in (("So A. aceti was there.", 1), ("Such a aceti was there.", 0), ("An A aceti.", 0)):
        plain, doubtful = graph.finder.named(Tokens.of(text))
        assert len(plain + doubtful) == named
