"""Triples between any entities of a document: what TRACE leaves to future work (Limitation 1)."""

import json

import pytest
from groundpath.engine.errors import BadRowError
from groundpath.engine.llm.asking import AskedModel
from groundpath.engine.llm.chat import ChatReply
from groundpath.engine.llm.scripted_chat import ScriptedChat
from groundpath.engine.terms import Triple
from groundpath.engine.trace.demonstrations import packaged_demonstrations, read_demonstrations
from groundpath.engine.trace.extraction import ExtractionSettings
from groundpath.engine.trace.facts_file import extract_to_file
from groundpath.engine.trace.opening import open_extractor
from groundpath.engine.trace.phrases import places_of
from groundpath.engine.trace.placing import place_triple
from groundpath.engine.trace.sources import documents_in
from groundpath.engine.trace.triples import Heads, RefusedLine, read_reply
from letters import LetterEncoder

TEXT = "Rush was a band of Toronto. Its drummer Neil Peart was born in Hamilton. Hamilton is in Ontario."
RUSH = {"id": "rush", "title": "Rush", "text": TEXT}
REPLY = """\
⟨Rush; city; Toronto⟩
⟨Neil Peart; place of birth; Hamilton⟩
⟨Hamilton; province; Ontario⟩
⟨Geddy Lee; instrument; bass⟩
⟨Peart was born in Hamilton⟩"""


def extractor(answer, *, any_heads=True, **options):
    settings = ExtractionSettings(demonstrations=1, any_heads=any_heads)
    return open_extractor(AskedModel(ScriptedChat(answer), None, 1), LetterEncoder(), settings, **options)


def sources(row=RUSH):
    return documents_in(row)


def test_facts_of_a_document_have_any_head_that_its_text_names():
    """Limitations, (1): triples "between all possible entities", and not between title and entities alone."""
    (done,) = extractor(lambda _: REPLY).extract(sources())
    assert [fact.text for fact in done.facts] == [
        "⟨Rush; city; Toronto⟩",
        "⟨Neil Peart; place of birth; Hamilton⟩",
        "⟨Hamilton; province; Ontario⟩",
    ]
    assert done.refused == (
        RefusedLine("⟨Geddy Lee; instrument; bass⟩", "head is not named in the text"),
        RefusedLine("⟨Peart was born in Hamilton⟩", "no triple"),
    )


def test_the_papers_own_way_keeps_to_the_title():
    """Section 3.2: the title is an entity, and relations of the text's entities with it are inferred."""
    (done,) = extractor(lambda _: REPLY, any_heads=False).extract(sources())
    assert [fact.text for fact in done.facts] == ["⟨Rush; city; Toronto⟩"]
    assert {one.why for one in done.refused} == {"head is not the title", "no triple"}


@pytest.mark.parametrize(
    ("head", "kept"),
    [
        ("neil  peart", "neil peart"),  # but for case and white space, as it is written
        ("RUSH", "Rush"),  # the title's own form
        ("Peart", "Peart"),
        ("Pear", None),  # not within a word
        ("It", None),
        ("Hamilton Ontario", None),
        ("東京", None),
    ],
)
def test_which_heads_a_text_names(head, kept):
    read = read_reply(ChatReply(f"⟨{head}; is; b⟩"), Heads("Rush", TEXT))
    assert [triple.head for triple in read.triples] == ([kept] if kept else [])


def test_names_of_scripts_without_spaces_are_found():
    text = "東京は日本の首都である。"
    read = read_reply(ChatReply("⟨日本; 首都; 東京⟩"), Heads("東京", text))
    assert read.triples == (("日本", "首都", "東京"),)


def test_part_of_a_title_is_a_head_of_its_own():
    """Where any head may stand, "planet" is not taken for "Mercury (planet)"."""
    heads = Heads("Mercury (planet)", "Mercury is a planet. A planet orbits a star.")
    read = read_reply(ChatReply("⟨planet; orbits; a star⟩\n⟨Mercury (planet); type; planet⟩"), heads)
    assert [triple.head for triple in read.triples] == ["planet", "Mercury (planet)"]
    title_alone = read_reply(ChatReply("⟨Mercury; type; planet⟩"), Heads("Mercury (planet)"))
    assert title_alone.triples[0].head == "Mercury (planet)"


def test_a_fact_of_another_head_stands_in_the_sentence_about_it():
    text = "Anna was born in Rome in 1950. Bert was born in Rome in 1960."
    (source,) = documents_in({"title": "Anna", "text": text})
    assert place_triple(Triple("Bert", "place of birth", "Rome"), source).sentence == 1
    assert place_triple(Triple("Anna", "place of birth", "Rome"), source).sentence == 0


def test_what_is_asked_again_keeps_to_the_same_rule():
    asked = []

    def answer(request):
        asked.append(request)
        return "⟨Neil Peart; born⟩" if len(asked) == 1 else "⟨Neil Peart; place of birth; Hamilton⟩"

    (done,) = extractor(answer).extract(sources())
    assert [fact.text for fact in done.facts] == ["⟨Neil Peart; place of birth; Hamilton⟩"]
    assert done.refused == ()
    first, again = asked
    assert "whatever it is about" in first.messages[0].content
    assert "a name that stands in the text" in again.messages[-1].content


def test_the_model_is_shown_documents_whose_triples_have_other_heads():
    asked = []
    list(extractor(lambda request: asked.append(request) or "NONE").extract(sources()))
    _, document, labelled, _ = asked[0].messages
    title = document.content.split("<title>")[1].split("<")[0]
    heads = {line.strip("⟨⟩").split(";")[0] for line in labelled.content.splitlines()}
    assert title in heads
    assert len(heads) > 1


def test_labelled_documents_say_what_their_text_says():
    packaged = packaged_demonstrations(any_heads=True)
    assert len(packaged) >= 15
    for one in packaged:
        title, text = one.document.title, one.document.text
        assert all(t.head == title or places_of(t.head, text) for t in one.triples)
        assert all(t.tail in text for t in one.triples)
        read = read_reply(ChatReply(one.answer), Heads(title, text))
        assert read.triples == one.triples


def test_a_users_labelled_documents_may_have_other_heads(tmp_path):
    path = tmp_path / "own.jsonl"
    row = {**RUSH, "triples": [["Rush", "city", "Toronto"], ["Hamilton", "province", "Ontario"]]}
    path.write_text(json.dumps(row), "utf-8")
    (one,) = read_demonstrations(path, any_heads=True)
    assert [triple.head for triple in one.triples] == ["Rush", "Hamilton"]
    with pytest.raises(BadRowError, match="its head is not the title, 'Rush'"):
        read_demonstrations(path)
    path.write_text(json.dumps({**row, "triples": [["Geddy Lee", "a", "bass"]]}), "utf-8")
    with pytest.raises(BadRowError, match="its head is not named in the text"):
        read_demonstrations(path, any_heads=True)


def test_the_report_counts_and_shows_what_was_refused(tmp_path):
    report = extract_to_file(extractor(lambda _: REPLY), sources(), tmp_path / "facts.jsonl")
    assert dict(report.refused) == {"head is not named in the text": 1, "no triple": 1}
    assert report.to_dict()["examples"][0] == {
        "document": "rush",
        "line": "⟨Geddy Lee; instrument; bass⟩",
        "why": "head is not named in the text",
    }
    said = report.describe()
    assert "2 lines that are no facts left out (1 head is not named in the text, 1 no triple)" in said
    assert "left out of rush: ⟨Geddy Lee; instrument; bass⟩" in said
    (row,) = map(json.loads, (tmp_path / "facts.jsonl").read_text("utf-8").splitlines())
    assert row["triples"][1] == ["Neil Peart", "place of birth", "Hamilton"]
    assert row["refused"][1] == {"line": "⟨Peart was born in Hamilton⟩", "why": "no triple"}
    assert row["prompt"] == "trace-extract-any@1"
