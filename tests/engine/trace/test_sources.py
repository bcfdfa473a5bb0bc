"""Documents as users have them: question sets, rows of their own, plain text."""

import json

import pytest
from groundpath.engine.errors import BadRowError, InputError
from groundpath.engine.trace.sources import documents_in, read_documents
from groundpath.engine.trace.units import document_facts, sentence_facts
from groundpath.loaders.document_rows import documents_of
from real_data import MULTIHOP

RUSH = {"id": "rush", "title": "Rush", "text": "Rush was a band. Neil Peart was its drummer."}


def write(path, *rows):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def facts(*rows):
    return sentence_facts([document for row in rows for document in documents_in(row)])


@pytest.mark.parametrize("name", ["hotpotqa", "2wikimultihopqa", "musique"])
def test_question_sets_give_the_documents_that_a_load_gives(name):
    with (MULTIHOP / f"{name}.jsonl").open(encoding="utf-8") as file:
        row = json.loads(next(file))
    assert [source.document for source in documents_in(row)] == [s.document for s in documents_of(row)]


def test_sentences_of_a_question_set_stay_as_they_are():
    row = {"context": [["Rush", ["Rush was a band.", "", " Neil. Peart drummed. "]]]}
    (rush,) = documents_in(row)
    assert [rush.sentence(number) for number in range(3)] == ["Rush was a band.", "", "Neil. Peart drummed."]
    assert [fact.sentence for fact in sentence_facts([rush])] == [0, 2]


@pytest.mark.parametrize(
    "empty",
    [
        {"text": " \n"},
        {"paragraphs": [{"title": "A", "paragraph_text": ""}]},
        {"context": [["A", []]]},
        {"context": [["A", ["", "  "]]]},
    ],
)
def test_empty_documents_are_left_out(empty, tmp_path):
    assert documents_in(empty) == []
    assert [d.id for d in read_documents([write(tmp_path / "d.jsonl", empty, RUSH)])] == ["rush"]


def test_nothing_but_empty_documents_is_an_error(tmp_path):
    with pytest.raises(InputError, match=r"d\.jsonl: there is no document with a text"):
        read_documents([write(tmp_path / "d.jsonl", {"text": ""})])


def test_a_document_that_comes_twice_is_there_once(tmp_path):
    one, two = write(tmp_path / "1.jsonl", RUSH, RUSH), write(tmp_path / "2.jsonl", RUSH)
    assert len(read_documents([one, two])) == 1


def test_two_documents_of_one_id_are_an_error(tmp_path):
    path = write(tmp_path / "d.jsonl", RUSH, {**RUSH, "text": "Rush is a verb."})
    with pytest.raises(BadRowError, match=r"d\.jsonl, line 2: another document has the id 'rush'"):
        read_documents([path])


def test_plain_text_is_one_document(tmp_path):
    path = tmp_path / "Neil Peart.txt"
    path.write_text("Neil Peart drummed.\nHe also wrote.", "utf-8")
    (document,) = read_documents(path)
    assert (document.title, document.sentence(1)) == ("Neil Peart", "He also wrote.")


def test_a_name_of_a_file_is_a_title_as_its_text_writes_it(tmp_path):
    (tmp_path / "neil_peart.txt").write_text("Rush played with Neil Peart.", "utf-8")
    (tmp_path / "old_notes.md").write_text("Rush *played*.", "utf-8")
    (tmp_path / "rush.txt").write_text("The crush of Rush.", "utf-8")
    assert [d.title for d in read_documents(str(tmp_path))] == ["Neil Peart", "old notes", "Rush"]


def test_a_folder_stands_for_its_files(tmp_path):
    (tmp_path / "b.md").write_text("# Geddy\n\n**Geddy Lee** sang.", "utf-8")
    write(tmp_path / "a.jsonl", RUSH)
    (tmp_path / "c.png").write_bytes(b"\x89PNG")
    rush, geddy = documents = read_documents([tmp_path])
    (skipped,) = documents.files.skipped
    assert (documents.files.read, skipped.file) == (2, str(tmp_path / "c.png"))
    assert skipped.reason == "is of a kind that is not read (.png); convert it to text"
    assert (rush.title, geddy.title, geddy.text) == ("Rush", "Geddy", "Geddy Lee sang.")


def test_what_is_no_text_is_refused_by_its_name(tmp_path):
    (tmp_path / "paper.doc").write_bytes(b"\xd0\xcf\x11\xe0")
    with pytest.raises(InputError, match=r"paper\.doc is of a kind that is not read .*; save it as \.docx"):
        read_documents([tmp_path / "paper.doc"])


def test_text_that_is_not_utf8_is_told_with_its_line(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"fine\n\xff")
    with pytest.raises(BadRowError, match=r"a\.txt, line 2: is not UTF-8"):
        read_documents([path])


def test_sentence_facts_say_where_they_stand():
    text = RUSH["text"]
    first, second = facts(RUSH)
    assert (first.text, second.text) == ("Rush: Rush was a band.", "Rush: Neil Peart was its drummer.")
    assert text[second.start : second.end] == "Neil Peart was its drummer."
    assert (second.document, second.sentence, second.relation, second.tail) == ("rush", 1, None, None)


def test_other_scripts_have_sentences_too():
    row = {"title": "東京", "text": "東京は日本の首都である。人口は約1400万人。"}
    assert [fact.text for fact in facts(row)] == [
        "東京: 東京は日本の首都である。",
        "東京: 人口は約1400万人。",
    ]


@pytest.mark.parametrize("text", ["word " * 40_000, "x" * 200_000, "A sentence of words. " * 9_600])
def test_a_document_of_200_000_characters_is_read_to_its_end(text):
    (document,) = documents_in({"title": "Long", "text": text})
    found = sentence_facts([document])
    assert max(fact.end - fact.start for fact in found) <= 1_000
    covered = "".join(text[fact.start : fact.end] for fact in found)
    assert covered.replace(" ", "") == text.replace(" ", "")


def test_a_document_as_a_fact():
    (fact,) = document_facts(documents_in(RUSH))
    assert (fact.text, fact.start, fact.end) == (f"Rush: {RUSH['text']}", 0, len(RUSH["text"]))


def test_triples_that_come_with_a_document_are_known_unless_they_failed():
    stated = {**RUSH, "triples": [["Rush", "drummer", "Neil Peart"]]}
    failed = {**RUSH, "triples": [], "failure": "the server did not answer"}
    assert [documents_in(row)[0].stated for row in (RUSH, failed)] == [None, None]
    assert documents_in(stated)[0].stated == (("Rush", "drummer", "Neil Peart"),)


def test_a_sentence_that_says_nothing_keeps_its_number():
    (document,) = documents_in(
        {"question": "?", "context": [["Rush", ["It was a band.", None, "It ended."]]]}
    )
    assert [document.sentence(number) for number in range(3)] == ["It was a band.", "", "It ended."]


def test_places_of_parts_move_with_the_text():
    row = {"text": "  One. Two.", "places": [[0, "page 1"], [7, "page 2"]]}
    (document,) = documents_in(row)
    starts = [fact.start for fact in sentence_facts([document])]
    assert [document.document.place_at(start) for start in starts] == ["page 1", "page 2"]


@pytest.mark.parametrize("places", [[["page 1", 0]], [[0]], [[5, "b"], [0, "a"]], [[-1, "a"]], "page 1"])
def test_places_that_are_none_are_told(places):
    with pytest.raises(ValueError, match="places "):
        documents_in({"text": "One.", "places": places})
