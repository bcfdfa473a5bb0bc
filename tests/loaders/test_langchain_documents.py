"""langchain's Documents, the real ones of langchain-core, wherever documents are taken in Python."""

import pytest
from groundpath import identify, load_documents, read_documents
from groundpath.engine.errors import BadRowError
from groundpath.engine.terms import Document as Held
from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

RUSH = Document("Rush is a band. Neil Peart joined it.", metadata={"title": "Rush", "page": 3}, id="rush")
NOTES = "# Geddy Lee\n\nHe *sings*."


class Notes(BaseLoader):
    """A loader as users of langchain write one: documents come one by one, with their `source`."""

    def lazy_load(self):
        yield RUSH
        yield Document(NOTES, metadata={"source": "notes/geddy.md"})
        yield Document("  \n", metadata={"source": "empty.txt"})


def held(store, *ids):
    return store.documents("band", list(ids))


def test_what_a_loader_gives_is_loaded_as_it_comes(store):
    report = load_documents(store, "band", Notes().lazy_load(), embed=False)
    assert (report.read, report.documents.new) == (3, 2)
    assert "1 document without text was left out" in report.notes
    assert held(store, "rush") == [Held("rush", "Rush", RUSH.page_content)]
    again = load_documents(store, "band", Notes().load(), embed=False)
    assert (again.documents.new, again.documents.unchanged) == (0, 2)


def test_what_comes_from_a_file_is_read_as_the_file(tmp_path):
    """One and the same document, from a langchain loader and from the folder that it read."""
    (tmp_path / "geddy.md").write_text(NOTES, "utf-8")
    (of_folder,) = read_documents(tmp_path)
    _, of_loader = read_documents(Notes().lazy_load())
    assert (
        (of_loader.title, of_loader.text) == (of_folder.title, of_folder.text) == ("Geddy Lee", "He sings.")
    )


def test_documents_of_all_kinds_may_come_together(store, tmp_path):
    (tmp_path / "peart.txt").write_text("Neil Peart was a drummer.", "utf-8")
    row = {
        "id": "lee",
        "title": "Geddy Lee",
        "text": "Geddy Lee sings.",
        "triples": [["lee", "role", "singer"]],
    }
    documents = read_documents([RUSH, row, tmp_path])
    assert [document.title for document in documents] == ["Rush", "Geddy Lee", "Peart"]
    assert documents[1].stated == (("lee", "role", "singer"),)
    report = load_documents(store, "band", iter([RUSH, row, tmp_path / "peart.txt"]), embed=False)
    assert (report.documents.new, report.facts.new) == (3, 1)


def test_two_documents_of_one_id_are_told_with_their_place(store):
    other = Document("Rush is a rush.", id="rush")
    with pytest.raises(BadRowError, match="<documents>, line 2: another document of the source has the id"):
        load_documents(store, "band", [RUSH, other], embed=False)


def test_a_row_may_tell_the_types_of_its_entities(store):
    row = {"text": "Rush is from Toronto.", "triples": [["rush", "from", "toronto"]]}
    typed = row | {"types": [["rush", "Band"], ["rush", "Trio"], ["nobody", "Person"]]}
    load_documents(store, "band", [typed], embed=False)
    rush, toronto, nobody = store.entities("band", ["rush", "toronto", "nobody"])
    assert (rush.types, toronto.types, nobody) == (("Band", "Trio"), (), None)
    with pytest.raises(BadRowError, match=r"type 1: is not \[entity, type\]"):
        load_documents(store, "band", [row | {"types": ["rush"]}], embed=False)


def test_types_go_to_what_a_name_means(store):
    """IBM and International Business Machines are one by a user's decision; both are typed after it."""
    both = [["IBM", "is", "big"], ["International Business Machines", "is", "big"]]
    load_documents(store, "firms", [{"id": "1", "text": "IBM is big.", "triples": both}], embed=False)
    identify(store, "firms", same=[("IBM", "International Business Machines")], embed=False)
    rows = [
        {"id": "2", "text": "IBM is old.", "triples": [["IBM", "is", "old"]], "types": [["IBM", "Firm"]]},
        {"id": "3", "text": "It is big.", "triples": both, "types": [[both[1][0], "Company"]]},
        {"id": "4", "text": "IBM.", "types": [["IBM", "Giant"]]},
    ]
    load_documents(store, "firms", rows, embed=False)
    (merged,) = {fact.head for fact in store.facts_of("firms", "big")}
    assert merged.types == ("Company", "Firm", "Giant")
