"""Facts are found by the titles of their documents, where a question or a fact names these."""

from groundpath.engine.terms import Document
from groundpath.engine.trace.chains import build_chains
from groundpath.engine.trace.encoder_selector import EncoderSelector
from groundpath.engine.trace.settings import ChainSettings
from groundpath.engine.trace.sources import SourceDocument
from groundpath.engine.trace.terms import DocumentFact
from groundpath.engine.trace.titles import TitledFacts
from groundpath.engine.trace.units import sentence_facts
from letters import LetterEncoder

FILM, PARTNER, TOWN, OTHER = TEXTS = {
    "The Kiln (film)": "The Kiln is a film by Ada Roe.",
    "Ada Roe": "Ada Roe was born in Ludlow. She lived with The Kiln's editor.",
    "Ludlow": "Ludlow is a town.",
    "Mercury": "A planet.",
}


def facts(texts=None) -> list[DocumentFact]:
    return sentence_facts(
        SourceDocument(Document(title, title, text)) for title, text in (texts or TEXTS).items()
    )


def named(question: str, *chain: str, texts=None) -> list[str]:
    """The documents whose facts are found, of a question and a chain of the first facts of documents."""
    given = facts(texts)
    first = {fact.document: fact for fact in reversed(given)}
    (row,) = TitledFacts(given).named(question, [[first[document] for document in chain]])
    return list(dict.fromkeys(fact.document for fact, there in zip(given, row, strict=True) if there))


def test_a_question_names_documents_with_all_their_facts():
    given = facts()
    (row,) = TitledFacts(given).named("Where did Ada Roe live?", [()])
    assert [fact.document for fact, there in zip(given, row, strict=True) if there] == [PARTNER, PARTNER]


def test_what_tells_a_title_from_others_of_its_name_need_not_be_said():
    assert named("Who made The Kiln?") == [FILM]
    both = {"Mercury (planet)": "It is hot.", "Mercury (element)": "It is liquid."}
    assert named("What is Mercury?", texts=both) == list(both)


def test_a_fact_names_others_and_its_own_document_leads_nowhere():
    assert named("?", FILM) == [PARTNER]
    assert named("?", PARTNER) == [TOWN]
    assert named("?", FILM, PARTNER) == [PARTNER, TOWN]


def test_a_part_of_a_word_is_no_name():
    assert named("What is a Ludlowite?") == []


def test_documents_without_a_title_are_never_named():
    assert named("What is hot?", texts={"": "It is hot."}) == []


def test_of_two_options_one_is_of_what_is_named_however_unlike_the_question_it_is():
    """K = 2: the ranker alone offers the two likest facts, by names one of them makes place."""
    texts = {
        "Ada Roe": "Zzz zzz zzz.",
        "Echo": "Where was the woman called so born?",
        "Echoes": "Where was the woman called so born??",
    }
    question = "Where was the woman called Ada Roe born?"
    offered = {}
    for by in ("names", "ranker"):
        seen = []

        def selector(choices, seen=seen):
            seen += choices
            return EncoderSelector(LetterEncoder())(choices)

        settings = ChainSettings(candidates=2, longest=1, candidates_by=by)
        build_chains(
            [question], [facts(texts)], encoder=LetterEncoder(), selector=selector, settings=settings
        )
        offered[by] = {fact.document for fact in seen[0].options}
    assert offered["ranker"] == {"Echo", "Echoes"}
    assert "Ada Roe" in offered["names"]
    assert len(offered["names"]) == 2
