"""Files that are ZIP archives inside, as those of Word, PowerPoint, Excel and e-books are."""

import io
from zipfile import BadZipFile, ZipFile

from .terms import UnreadableError

_LARGEST = 256 << 20  # bytes of all that is unpacked
_MOST_MEMBERS = 20_000
_START = 1 << 14  # a declaration of entities stands before the first element
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"  # also what a password makes of a newer file


def checked_archive(data: bytes) -> ZipFile:
    """An archive that is safe to unpack: not too large, and without entities of XML, which may explode.

    Raises:
        UnreadableError: it is not, or it is no archive.
    """
    if data.startswith(_OLD_OFFICE):
        raise UnreadableError(
            "is encrypted, or in Office's old format; take off its password and save it in the newer format"
        )
    try:
        archive = ZipFile(io.BytesIO(data))
    except (BadZipFile, NotImplementedError, ValueError) as error:
        raise UnreadableError(f"is damaged ({error}); open it where it was made and save it again") from None
    members = archive.infolist()
    size = sum(member.file_size for member in members)
    if size > _LARGEST or len(members) > _MOST_MEMBERS:
        raise UnreadableError(
            f"unpacks to {len(members):,} parts of {size >> 20:,} MiB together, more than {_MOST_MEMBERS:,} "
            f"or {_LARGEST >> 20} MiB, as archives made to do harm do; split it into documents"
        )
    for member in members:
        if member.filename.endswith((".xml", ".rels", ".opf", ".ncx")):
            with archive.open(member) as part:
                if b"<!ENTITY" in part.read(_START).replace(b"\x00", b""):
                    raise UnreadableError(
                        f"declares entities of XML in {member.filename}, as files made to do harm do; "
                        "save it again where it was made"
                    )
    return archive
