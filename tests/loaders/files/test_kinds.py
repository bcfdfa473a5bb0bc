"""Each kind of file as one document: its title, its text, and where in it each part stands."""

import datetime
import io
import zipfile
from email.message import EmailMessage

import openpyxl
import pytest
from groundpath.engine.terms import Document
from groundpath.loaders.files.assembling import FileText
from groundpath.loaders.files.reading import read_file
from made_files import PRICES, archive, book, mail, page, pdf, slides, with_member, word, workbook

LONG = (
    "The P-200 is made by Acme Robotics in Graz, where some two hundred people work in three halls. It "
    "replaces the P-100, which was sold until 2019 in Austria and Germany."
)


def place_of(read: FileText, words: str) -> str:
    """Where some words of the text stand."""
    return Document("d", read.title, read.text, places=read.places).place_at(read.text.index(words))


class TestPdf:
    def test_each_page_has_its_place_and_no_running_head_or_foot(self):
        read = read_file(
            "m.pdf", pdf(LONG, "It needs 230 volts.", "Warranty\nIt lasts 36 months.", title="P-200")
        )
        assert read.title == "P-200"
        assert "confidential" not in read.text
        assert "Page" not in read.text
        assert place_of(read, "The P-200") == "page 1"
        assert place_of(read, "230 volts") == "page 2"
        assert place_of(read, "36 months") == "page 3"

    @pytest.mark.parametrize(
        ("named", "title"), [("Guide to Python 3.12", "Guide to Python 3.12"), ("guide_v2.docx", "")]
    )
    def test_a_title_that_ends_in_a_version_is_no_name_of_a_file(self, named, title):
        assert read_file("m.pdf", pdf(LONG, title=named)).title == title

    def test_lines_that_the_width_of_a_page_broke_are_one(self):
        assert LONG in read_file("m.pdf", pdf(LONG)).text

    def test_a_sentence_that_runs_over_a_page_stands_where_it_begins(self):
        read = read_file("m.pdf", pdf("One.\nThe valve is made of", "steel from Linz.", "Three."))
        assert place_of(read, "The valve") == "page 1"

    def test_pages_that_are_pictures_are_told(self):
        read = read_file("m.pdf", pdf("The first page.", " ", picture=True))
        assert read.lost == (
            "1 of 2 pages holds pictures and no text (page 2); recognise their text first (for instance: "
            "ocrmypdf)",
        )


class TestWord:
    def test_headings_are_sections(self):
        read = read_file("h.docx", word("# Handbook", "Made in Graz.", "# Warranty", "It lasts 36 months."))
        assert (read.title, read.text) == ("Handbook", "Made in Graz.\n\nWarranty\n\nIt lasts 36 months.")
        assert place_of(read, "Made in Graz.") == ""
        assert place_of(read, "36 months") == "section “Warranty”"

    def test_rows_of_tables_stand_in_their_section(self):
        read = read_file("h.docx", word("# Handbook", "# Prices", PRICES, "After it."))
        assert "Part: Valve; Price: 10.\nPart: Seal; Price: 2." in read.text
        assert place_of(read, "Seal") == "section “Prices”, table 1, row 3"
        assert place_of(read, "After") == "section “Prices”"
        assert read.tabled == (("Valve", "Price", "10"), ("Seal", "Price", "2"))

    def test_what_was_deleted_is_not_read_and_what_was_inserted_is(self):
        import docx
        from docx.oxml import parse_xml

        made = docx.Document()
        paragraph = made.add_paragraph("It lasts ")
        space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
        paragraph._p.append(parse_xml(f"<w:del {space}><w:r><w:delText>24</w:delText></w:r></w:del>"))
        paragraph._p.append(parse_xml(f"<w:ins {space}><w:r><w:t>36</w:t></w:r></w:ins>"))
        data = io.BytesIO()
        made.save(data)
        assert read_file("h.docx", data.getvalue()).text == "It lasts 36"

    def test_hidden_words_are_not_read(self):
        import docx

        made = docx.Document()
        made.add_paragraph("It lasts 36 months").add_run(" or so").font.hidden = True
        data = io.BytesIO()
        made.save(data)
        assert read_file("h.docx", data.getvalue()).text == "It lasts 36 months"


def test_slides_and_their_notes():
    read = read_file(
        "r.pptx", slides(("Roadmap", "The P-300 comes.\nIn Linz.", ""), ("Team", "Tom.", "Since 2020."))
    )
    assert read.title == "Roadmap"
    assert place_of(read, "In Linz.") == "slide 1"
    assert place_of(read, "Tom.") == "slide 2, section “Team”"
    assert place_of(read, "Since 2020.") == "slide 2, notes"


class TestWorkbooks:
    def test_each_row_has_its_sheet_and_number(self):
        rows = [["Price list"], [], ["Part", "Price", "Since"], ["Valve", 10, datetime.date(2020, 1, 31)]]
        read = read_file("p.xlsx", workbook(Prices=[*rows, ["Seal", 2.5, datetime.date(2021, 5, 1)]]))
        assert "Part: Seal; Price: 2.5; Since: 2021-05-01." in read.text
        assert place_of(read, "Seal") == "sheet “Prices”, row 5"
        assert place_of(read, "Price list") == "sheet “Prices”, row 1"
        assert ("Valve", "Since", "2020-01-31") in read.tabled

    def test_cells_that_stand_alone_keep_their_row(self):
        rows = [["Notes", None], [None, "Made in Linz."]]
        read = read_file("p.xlsx", workbook(Notes=rows))
        assert read.text == "Notes.\nMade in Linz."
        assert place_of(read, "Made") == "sheet “Notes”, row 2"

    def test_formulas_without_a_value_are_told(self):
        read = read_file(
            "p.xlsx", workbook(Prices=[["Part", "Price"], ["Valve", 10], ["All", "=SUM(B2:B2)"]])
        )
        assert read.lost == (
            "1 formula has no value yet; open it in a spreadsheet program and save it there",
        )

    def test_a_csv_is_one_document_whose_first_row_names_the_columns(self):
        read = read_file("prices.csv", b"Part;Price\nValve;10\nSeal;2\n")
        assert (read.text, read.tabled[0]) == (
            "Part: Valve; Price: 10.\nPart: Seal; Price: 2.",
            ("Valve", "Price", "10"),
        )
        assert place_of(read, "Seal") == "row 3"

    def test_a_csv_whose_lines_end_in_carriage_returns(self):
        read = read_file("prices.csv", b"Part;Price\rValve;10\rSeal;2\r")
        assert read.text == "Part: Valve; Price: 10.\nPart: Seal; Price: 2."
        assert place_of(read, "Seal") == "row 3"

    @pytest.mark.parametrize(
        "data",
        [
            b"Part;Price, net;Weight\nValve;10,5;3\nSeal;2,1;1\n",
            b"sep=;\nPart;Price, net;Weight\nValve;10,5;3\nSeal;2,1;1\n",
            b'\n"Part"|"Price, net"|Weight\nValve|10,5|3\nSeal|2,1|1\n',
        ],
    )
    def test_a_csv_is_parted_as_its_rows_are_alike(self, data):
        read = read_file("prices.csv", data)
        assert set(read.tabled) >= {("Valve", "Price, net", "10,5"), ("Seal", "Weight", "1")}

    def test_a_percent_that_is_only_written_is_no_share(self):
        made = workbook(Prices=[["Part", "Rise"], ["Valve", 5], ["Seal", 0.07]])
        book = openpyxl.load_workbook(io.BytesIO(made))
        for row, form in ((2, '0" %"'), (3, "0%")):
            book["Prices"].cell(row, 2).number_format = form
        data = io.BytesIO()
        book.save(data)
        assert read_file("p.xlsx", data.getvalue()).text == "Part: Valve; Rise: 5.\nPart: Seal; Rise: 7%."

    def test_what_a_sheet_could_not_reckon_is_no_fact(self):
        read = read_file("p.csv", b"Part,Price,Code\nValve,#DIV/0!,#A7\nSeal,#N/A,#B2\n")
        assert read.tabled == (("Valve", "Code", "#A7"), ("Seal", "Code", "#B2"))


class TestMail:
    def test_text_behind_a_picture_and_messages_that_are_forwarded(self):
        made = EmailMessage()
        made["From"], made["Subject"] = "lena@acme.example", "P-300"
        made.set_content("It is made in Linz.")
        made.add_attachment(b"GIF", maintype="image", subtype="gif", disposition="inline")
        made.add_attachment("It weighs 3 kg.", disposition="inline")
        forwarded = EmailMessage()
        forwarded["Subject"] = "Old prices"
        forwarded.set_content("It costs 2 euros.")
        made.add_attachment(forwarded)
        read = read_file("m.eml", bytes(made))
        assert "It is made in Linz.\n\nIt weighs 3 kg." in read.text
        assert read.lost == ("its attachment 'Old prices' is not read; save it as a file of its own",)

    def test_subject_sender_and_text(self):
        read = read_file("m.eml", mail("P-300", "Dear Tom,\n\nit is made in Linz.", attachment="plan.pdf"))
        assert read.title == "P-300"
        assert "From: Lena Ortiz <lena@acme.example>" in read.text
        assert "it is made in Linz." in read.text
        assert read.lost == ("its attachment 'plan.pdf' is not read; save it as a file of its own",)

    def test_html_where_there_is_no_plain_text(self):
        assert (
            "it is made in Linz."
            in read_file("m.eml", mail("P", "", html="<p>it is made in <b>Linz</b>.")).text
        )

    @pytest.mark.parametrize("kind", ["plain", "html"])
    @pytest.mark.parametrize(
        ("named", "charset"),
        [
            ("; charset=windows-1251", "windows-1251"),
            ("; charset=utf-8", "utf-8"),
            ("; charset=unknown-8bit", "utf-8"),
            ("", "utf-8"),
        ],
    )
    def test_letters_of_the_charset_of_its_content_type(self, kind, named, charset):
        head = f"Subject: P\nContent-Type: text/{kind}{named}\nContent-Transfer-Encoding: 8bit\n\n"
        assert (
            read_file("m.eml", head.encode() + "Сделано в Граце.".encode(charset)).text == "Сделано в Граце."
        )

    @pytest.mark.parametrize("named", ["", "; charset=unknown-8bit"])
    def test_letters_of_html_by_its_own_word_where_the_message_has_none(self, named):
        head = f"Subject: P\nContent-Type: text/html{named}\nContent-Transfer-Encoding: 8bit\n\n"
        body = '<meta charset="windows-1251"><p>Граце.'.encode("windows-1251")
        assert read_file("m.eml", head.encode() + body).text == "Граце."


def test_books_by_chapter_in_the_order_of_reading():
    read = read_file(
        "b.epub", book("The Pump", "<h1>One</h1><p>It began – in Graz.</p>", "<h1>Two</h1><p>It ended.</p>")
    )
    assert read.title == "The Pump"
    assert place_of(read, "It began – in Graz.") == "chapter 1"
    assert place_of(read, "It ended.") == "chapter 2, section “Two”"


@pytest.mark.parametrize("blank", [b"", b" \n", b"<!-- Left blank. -->"])
def test_a_blank_chapter_of_a_book_is_passed_over(blank):
    made = with_member(
        book("The Pump", "<p>It began.</p>", "<p>X.</p>", "<p>It ended.</p>"), "OPS/c2 x.xhtml", blank
    )
    assert read_file("b.epub", made).text == "It began.\n\nIt ended."


def test_a_chapter_that_is_not_in_a_book_is_told():
    whole = book("The Pump", "<p>It began.</p>", "<p>X.</p>", "<p>It ended.</p>")
    with zipfile.ZipFile(io.BytesIO(whole)) as packed:
        made = archive({name: packed.read(name) for name in packed.namelist() if name != "OPS/c2 x.xhtml"})
    read = read_file("b.epub", made)
    assert read.text == "It began.\n\nIt ended."
    assert read.lost == ("its chapter 2 is not in it; fetch it again",)


class TestWeb:
    def test_captions_of_tables(self):
        rows = "<tr><th>Part</th><th>Price</th></tr><tr><td>Valve</td><td>10</td></tr>"
        table = f"<table><caption>Prices in <b>euros</b></caption>{rows}</table>"
        read = read_file("a.html", page("Acme", f"<p>Parts.</p>{table}"))
        assert read.text == "Parts.\n\nPrices in euros\n\nPart: Valve; Price: 10."

    def test_a_page_without_what_stands_round_it(self):
        body = (
            "<p>It is made in <a href='/graz'>Graz</a>.</p><h2>Warranty</h2><ul><li>36 months.<li>All parts."
        )
        read = read_file("p.html", page("P-200 pump", body))
        assert read.title == "P-200 pump"
        assert read.text == "It is made in Graz.\n\nWarranty\n\n36 months.\nAll parts."
        assert place_of(read, "All parts") == "section “Warranty”"

    @pytest.mark.parametrize("blank", [b"", b" \n", b"<!-- Left blank. -->"])
    def test_blank_pages_have_no_text(self, blank):
        assert read_file("a.html", blank) == FileText("", "")

    def test_short_pages_keep_their_text(self):
        assert (
            read_file("c.html", page("Contact", "<p>Our office is in Graz.")).text == "Our office is in Graz."
        )

    def test_pages_without_a_main_part_are_read_whole(self):
        body = (
            "<body><div class='nav'><a>Home</a></div><div>Priya leads research.<br>She is from Vienna.</div>"
        )
        read = read_file("s.html", f"<title>Staff</title>{body}".encode())
        assert (read.title, read.text) == ("Staff", "Priya leads research.\nShe is from Vienna.")

    def test_lists_of_terms_and_boxes_of_values_are_lines(self):
        box = "<table><tr><th>Founded</th><td>1998</td></tr><tr><th>Seat</th><td>Graz</td></tr></table>"
        read = read_file("a.html", page("Acme", f"{box}<dl><dt>Pump</dt><dd>It moves fluids.</dd></dl>"))
        assert read.text == "Founded: 1998.\nSeat: Graz.\n\nPump: It moves fluids."

    def test_cells_of_tables_are_what_they_show(self):
        seat = "<td>Graz<br>Austria<style>td {color: red}</style><script>var a;</script></td>"
        firms = f"<tr><td><p>Acme</p><p>Robotics</p></td>{seat}<td hidden>1</td></tr>"
        rows = f"{firms}<tr hidden><td>Gone</td><td>Linz</td></tr><tr><td>Bolt</td><td>L<b>in</b>z</td></tr>"
        table = f"<table><tr><th>Firm</th><th>Seat</th><th style='display: none'>#</th></tr>{rows}</table>"
        read = read_file("a.html", page("Acme", f"<p>Firms.</p>{table}"))
        assert read.text == "Firms.\n\nFirm: Acme Robotics; Seat: Graz Austria.\nFirm: Bolt; Seat: Linz."
        assert read.tabled == (("Acme Robotics", "Seat", "Graz Austria"), ("Bolt", "Seat", "Linz"))

    @pytest.mark.parametrize("encoding", ["utf-8", "iso-8859-1"])
    def test_letters_of_other_encodings(self, encoding):
        said = "" if encoding == "utf-8" else f'<meta charset="{encoding}">'
        assert read_file("a.html", f"<html><head>{said}</head><p>Müller".encode(encoding)).text == "Müller"


def test_text_between_two_rules_of_markdown_is_no_front_matter():
    assert (
        read_file("p.md", b"---\n\nMade in Graz.\n\n---\n\nSold in Linz.").text
        == "Made in Graz.\n\nSold in Linz."
    )
    assert read_file("p.md", b"---\ntitle: Pump\nby: Al\n---\nSold in Linz.").text == "Sold in Linz."


def test_markdown_has_sections_and_tables():
    text = "# Pump\n\nText.\n\n## Prices\n\n| Part | Price |\n|---|---|\n| Valve | 10 |\n| Seal | 2 |\n"
    read = read_file("p.md", text.encode())
    assert place_of(read, "Text.") == ""
    assert place_of(read, "Seal") == "section “Prices”, table 1, row 3"
    assert read.tabled[1] == ("Seal", "Price", "2")
