"""EPUB: its chapters in the order of reading, each a page of HTML."""

import posixpath
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote
from zipfile import ZipFile

from .archives import checked_archive
from .needed import needed
from .terms import Block, FileBlocks, Stand, UnreadableError
from .web import read_web

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"


def read_book(data: bytes) -> FileBlocks:
    """Chapter by chapter, as the book's spine orders them.

    Raises:
        UnreadableError: it is no EPUB, is protected, or is made to do harm.
    """
    archive = checked_archive(data)
    package = _package(archive)
    tree = _tree(archive, package)
    parts = {item.get("id"): item.get("href", "") for item in tree.iterfind(".//{*}manifest/{*}item")}
    spine = [parts.get(item.get("idref"), "") for item in tree.iterfind(".//{*}spine/{*}itemref")]
    chapters = [
        posixpath.normpath(posixpath.join(posixpath.dirname(package), unquote(href))) for href in spine
    ]
    _check_open(archive, chapters)
    title = (tree.findtext(".//{*}metadata/{http://purl.org/dc/elements/1.1/}title") or "").strip()
    lost = [
        f"its chapter {number} is not in it; fetch it again"
        for number, name in enumerate(chapters, 1)
        if name not in archive.NameToInfo
    ]
    return FileBlocks(list(_blocks(archive, chapters)), title=title, lost=lost)


def _package(archive: ZipFile) -> str:
    root = _tree(archive, _CONTAINER).find(".//{*}rootfile")
    return "" if root is None else str(root.get("full-path", ""))


def _tree(archive: ZipFile, name: str) -> Any:
    etree = needed("lxml.etree")
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        return etree.fromstring(archive.read(name), parser)
    except KeyError:
        raise UnreadableError(f"has no part {name!r}, as an EPUB must; fetch it again") from None


def _check_open(archive: ZipFile, chapters: list[str]) -> None:
    if _ENCRYPTION in archive.namelist():
        locked = {ref.get("URI") for ref in _tree(archive, _ENCRYPTION).iter("{*}CipherReference")}
        if not locked.isdisjoint(chapters):
            raise UnreadableError("is protected against copying; give a copy without protection")


def _blocks(archive: ZipFile, chapters: list[str]) -> Iterator[Block]:
    for number, name in enumerate(chapters, 1):
        if name in archive.NameToInfo:
            yield Stand(f"chapter {number}")
            yield from read_web(archive.read(name)).blocks
