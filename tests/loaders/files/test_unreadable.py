"""What cannot be read is one clear reason with its remedy, and what is made to do harm is bounded."""

import sys

import pytest
from groundpath.loaders.files import archives, pdf
from groundpath.loaders.files.reading import read_file
from groundpath.loaders.files.terms import UnreadableError
from made_files import archive, book, mail, slides, with_member, word, workbook
from made_files import pdf as made_pdf

BILLION_LAUGHS = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>'


def reason(name: str, data: bytes) -> str:
    with pytest.raises(UnreadableError) as caught:
        read_file(name, data)
    said = str(caught.value)
    assert "\n" not in said
    return said


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.pdf", made_pdf("Secret.", password="x"), "is encrypted; save it without a password"),
        ("a.pdf", made_pdf(" ", picture=True), "holds no text on any of its pages, only pictures of them"),
        ("a.pdf", made_pdf("One.")[:200], "is damaged, or no .pdf"),
        ("a.docx", word("One.")[:3000], "is damaged (File is not a zip file)"),
        (
            "a.docx",
            b"\xd0\xcf\x11\xe0 and more",
            "is encrypted, or in Office's old format; take off its password",
        ),
        ("a.docx", workbook(A=[["a"]]), "is damaged, or no .docx"),
        ("a.pptx", archive({"a": "b"}), "is damaged, or no .pptx"),
        ("a.xlsx", archive({"a": "b"}), "is damaged, or no .xlsx"),
        ("a.epub", archive({"a": "b"}), "has no part 'META-INF/container.xml', as an EPUB must"),
        ("a.epub", book("B", "<p>One.", encrypted=True), "is protected against copying"),
        ("a.eml", b"\n\nNo headers.", "is no message: it has no headers"),
        ("a.txt", b"fine\n\xff", "is not UTF-8; convert the file"),
        ("a.txt", "UTF-16".encode("utf-16-le"), "holds a NUL character; is it text, and saved as UTF-8?"),
        ("a.doc", b"", "is of a kind that is not read (.doc); save it as .docx"),
        ("a.png", b"", "is of a kind that is not read (.png); convert it to text"),
        ("LICENSE", b"", "is of a kind that is not read (its name has no ending); convert it to text"),
    ],
)
def test_reasons(name, data, said):
    assert reason(name, data).startswith(said)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.docx", word("One.")),
        ("a.pptx", slides(("A", "b", ""))),
        ("a.xlsx", workbook(A=[["a"]])),
        ("a.epub", book("B", "<p>One.")),
    ],
)
def test_archives_that_unpack_to_too_much(name, data):
    packed = with_member(data, "bomb.xml", bytes(300 << 20))
    assert len(packed) < 1 << 20
    assert reason(name, packed).startswith("unpacks to ")


@pytest.mark.parametrize(
    ("name", "data", "member"),
    [
        ("a.docx", word("One."), "word/document.xml"),
        ("a.xlsx", workbook(A=[["a"]]), "xl/workbook.xml"),
        ("a.epub", book("B", "<p>One."), "OPS/book.opf"),
    ],
)
def test_entities_of_xml_are_refused(name, data, member):
    said = reason(name, with_member(data, member, BILLION_LAUGHS))
    assert said.startswith(f"declares entities of XML in {member}")
    wide = BILLION_LAUGHS.encode("utf-16")
    assert reason(name, with_member(data, member, wide)).startswith(f"declares entities of XML in {member}")


def test_trees_of_xml_that_would_fill_the_memory():
    packed = with_member(word("One."), "word/document.xml", b"<w:p/>" * (12 << 20))
    assert ", 72 of them XML; " in reason("a.docx", packed)


def test_archives_of_too_many_parts(monkeypatch):
    monkeypatch.setattr(archives, "_MOST_MEMBERS", 3)
    assert reason("a.docx", word("One.")).startswith("unpacks to ")


def test_too_many_pages(monkeypatch):
    monkeypatch.setattr(pdf, "_MOST_PAGES", 2)
    assert reason("a.pdf", made_pdf("1.", "2.", "3.")) == "has 3 pages, more than 2; split it into documents"


def test_pages_of_the_web_that_are_nested_too_deeply():
    deep = b"<div>" * 100_000 + b"Deep." + b"</div>" * 100_000
    assert reason("a.html", deep).startswith("nests its elements more than 256 deep")
    assert reason("a.eml", mail("S", "", html=deep.decode())).startswith("nests its elements")


def test_a_library_that_is_missing_is_named_with_its_remedy(monkeypatch):
    monkeypatch.setitem(sys.modules, "pypdfium2", None)  # as where it is not installed
    said = reason("a.pdf", b"%PDF")
    assert said.startswith("needs a library that is missing")
    assert said.endswith("in a checkout, else pip install 'groundpath[documents]'")
