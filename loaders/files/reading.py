"""Which kind of file is read how; whatever goes wrong is one clear reason."""

from collections.abc import Callable
from pathlib import PurePath

from ..identifiers import text_fault
from ..suffixes import unpacked_name
from .assembling import FileText, assembled
from .books import read_book
from .mail import read_mail
from .markdown import read_markdown
from .pdf import read_pdf
from .sheets import read_csv_table, read_workbook
from .slides import read_slides
from .terms import FileBlocks, Paragraph, UnreadableError
from .web import read_web
from .word import read_word

LARGEST = 256 << 20  # bytes of a file
_LARGEST_TEXT = 64 << 20  # bytes of a file that is text, and characters of one that is read
_TEXTS: dict[str, Callable[[str], FileBlocks]] = {
    ".txt": lambda text: FileBlocks([Paragraph(text)]),
    ".md": read_markdown,
    ".csv": read_csv_table,
    ".tsv": lambda text: read_csv_table(text, "\t"),
}
_BINARIES: dict[str, Callable[[bytes], FileBlocks]] = {
    ".html": read_web,
    ".htm": read_web,
    ".xhtml": read_web,
    ".pdf": read_pdf,
    ".docx": read_word,
    ".pptx": read_slides,
    ".xlsx": read_workbook,
    ".eml": read_mail,
    ".epub": read_book,
}
_OTHERWISE = {".doc": ".docx", ".rtf": ".docx", ".odt": ".docx", ".ppt": ".pptx", ".odp": ".pptx"}
_OTHERWISE |= {".xls": ".xlsx", ".ods": ".xlsx", ".msg": ".eml", ".mobi": ".epub"}
KINDS = (*_TEXTS, *_BINARIES)
"""How names end of files that are one document each; a .csv or .tsv may hold rows of documents instead."""


def suffix(name: str) -> str:
    """By which a file's kind is told, packed with gzip or not: ".pdf"."""
    return PurePath(unpacked_name(name)).suffix.lower()


def no_kind(name: str) -> str:
    """Why a file of an unknown kind is not read, and what to do about it."""
    kind = suffix(name)
    if kind in _OTHERWISE:
        return f"is of a kind that is not read ({kind}); save it as {_OTHERWISE[kind]}"
    return f"is of a kind that is not read ({kind or 'its name has no ending'}); convert it to text"


def read_file(name: str, data: bytes) -> FileText:
    """A file as one document, by the end of its name.

    Raises:
        UnreadableError: its kind is not known, it is damaged, encrypted or too large, or a library is
            missing; says what to do.
    """
    kind = suffix(name)
    if kind in _TEXTS:
        blocks = _TEXTS[kind]
        read = _guarded(kind, lambda: blocks(_decoded(data)))
    elif kind in _BINARIES:
        binary = _BINARIES[kind]
        read = _guarded(kind, lambda: binary(data))
    else:
        raise UnreadableError(no_kind(name))
    if len(read.text) > _LARGEST_TEXT:
        raise UnreadableError(f"holds more than {_LARGEST_TEXT >> 20} million characters; split it")
    fault = text_fault(f"{read.title}{read.text}") if read.text else None
    if fault:
        raise UnreadableError(f"{fault}; is it text, and saved as UTF-8?")
    return read


def _guarded(kind: str, read: Callable[[], FileBlocks]) -> FileText:
    """What is read; libraries meet damage with errors of any kind."""
    try:
        return assembled(read())
    except UnreadableError:
        raise
    except Exception as error:
        said = " ".join(str(error).split())[:200]
        raise UnreadableError(
            f"is damaged, or no {kind} ({type(error).__name__}: {said}); open it where it was made and save "
            "it again"
        ) from error


def _decoded(data: bytes) -> str:
    if len(data) > _LARGEST_TEXT:
        raise UnreadableError(f"is larger than {_LARGEST_TEXT >> 20} MiB; split it into documents")
    try:
        return data.decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableError("is not UTF-8; convert the file", line) from None
