"""Files of each kind as people have them, made by the libraries that make them."""

import io
import zipfile
from collections.abc import Sequence
from email.message import EmailMessage

import docx
import openpyxl
import pptx
from fpdf import FPDF
from openpyxl.styles import Font

PRICES = [("Part", "Price"), ("Valve", "10"), ("Seal", "2")]


def pdf(*pages: str, title: str = "", password: str = "", picture: bool = False) -> bytes:
    """A page for each text, under a running head and above its number."""

    class Pages(FPDF):
        def header(self) -> None:
            if not picture:
                self.cell(0, 8, "Acme Robotics, confidential", new_x="LMARGIN", new_y="NEXT")

        def footer(self) -> None:
            self.set_y(-15)
            if not picture:
                self.cell(0, 8, f"Page {self.page_no()}")

    made = Pages()
    made.set_font("helvetica", size=12)
    made.set_title(title)
    if password:
        made.set_encryption(owner_password="owner", user_password=password)
    for page in pages:
        made.add_page()
        if picture:
            made.image(_pixel())
        made.multi_cell(0, 8, page)
    return bytes(made.output())


def word(*blocks: str | Sequence[Sequence[str]], bold: bool = True) -> bytes:
    """Paragraphs, "# " before headings, and tables, whose first row is bold."""
    made = docx.Document()
    for block in blocks:
        if not isinstance(block, str):
            table = made.add_table(len(block), len(block[0]))
            for line, row in enumerate(block):
                for place, text in enumerate(row):
                    run = table.cell(line, place).paragraphs[0].add_run(text)
                    run.bold = bold and line == 0
        elif block.startswith("# "):
            made.add_heading(block[2:], 1)
        else:
            made.add_paragraph(block)
    return _saved(made)


def slides(*shown: tuple[str, str, str]) -> bytes:
    """A slide for each title, text and notes."""
    made = pptx.Presentation()
    for title, text, notes in shown:
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = text
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
    return _saved(made)


def workbook(bold: bool = False, **sheets: Sequence[Sequence[object]]) -> bytes:
    """Sheets by their names; the first row of each is bold, or not."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
        for cell in sheet[1]:
            cell.font = Font(bold=bold)
    return _saved(made)


def mail(subject: str, text: str, html: str = "", attachment: str = "") -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Lena Ortiz <lena@acme.example>", "tom@acme.example", subject
    if text:
        made.set_content(text)
    if html:
        made.set_content(html, subtype="html")
    if attachment:
        made.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename=attachment)
    return bytes(made)


def book(title: str, *chapters: str, encrypted: bool = False) -> bytes:
    """An EPUB whose chapters are bodies of XHTML, in the order of the spine and not of their names."""
    names = [f"c{len(chapters) - number} x.xhtml" for number in range(len(chapters))]
    items = "".join(f'<item id="i{i}" href="{name.replace(" ", "%20")}"/>' for i, name in enumerate(names))
    spine = "".join(f'<itemref idref="i{i}"/>' for i in range(len(names)))
    files = {
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
        '<rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        "OPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>{title}</dc:title></metadata>'
        f"<manifest>{items}</manifest><spine>{spine}</spine></package>",
    }
    files |= {f"OPS/{name}": page for name, page in zip(names, map(_xhtml, chapters), strict=True)}
    if encrypted:
        files["META-INF/encryption.xml"] = f'<encryption><CipherReference URI="OPS/{names[0]}"/></encryption>'
    return archive(files)


def archive(files: dict[str, str | bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return data.getvalue()


def with_member(packed: bytes, name: str, content: str | bytes) -> bytes:
    """An archive with one member in place of what is there under its name."""
    with zipfile.ZipFile(io.BytesIO(packed)) as before:
        files: dict[str, str | bytes] = {one: before.read(one) for one in before.namelist()}
    return archive({**files, name: content})


def page(title: str, body: str) -> bytes:
    """A web page with a banner, navigation, a list beside it, and a foot."""
    return f"""<!doctype html><html><head><title>{title} | Acme</title><style>p {{color: red}}</style></head>
    <body><div class="cookie-consent"><p>We use cookies. You accept them.</p><button>Accept</button></div>
    <header><nav><ul><li><a href="/">Home</a></li><li><a href="/jobs">Careers</a></li></ul></nav></header>
    <article><h1>{title}</h1>{body}</article>
    <aside><h3>Related</h3><a href="/1">Ten tips</a></aside><script>var secret = "script";</script>
    <footer>© Acme. All rights reserved.</footer></body></html>""".encode()


def _xhtml(body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">'
        f"<head><title>x</title></head><body>{body}</body></html>"
    )


def _pixel() -> io.BytesIO:
    from PIL import Image

    data = io.BytesIO()
    Image.new("RGB", (20, 20), "red").save(data, "PNG")
    data.seek(0)
    return data


def _saved(made: object) -> bytes:
    data = io.BytesIO()
    made.save(data)  # type: ignore[attr-defined]
    return data.getvalue()
