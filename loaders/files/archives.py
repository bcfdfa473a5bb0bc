"""Files that are ZIP archives inside, as those of Word, PowerPoint, Excel and e-books are."""

import io
from zipfile import BadZipFile, ZipFile

from ...engine.counted import counted
from .terms import UnreadableError

_LARGEST = 256 << 20  # bytes of all that is unpacked
_LARGEST_TREE = 64 << 20  # of XML that is held at once, which takes twenty times as much memory
_READ_AS_IT_COMES = "xl/"  # sheets
_MOST_MEMBERS = 20_000
_XML = (".xml", ".rels", ".opf")
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
    trees = [member for member in members if member.filename.endswith(_XML)]
    held = sum(tree.file_size for tree in trees if not tree.filename.startswith(_READ_AS_IT_COMES))
    if size > _LARGEST or held > _LARGEST_TREE or len(members) > _MOST_MEMBERS:
        raise UnreadableError(
            f"unpacks to {counted(len(members), 'part')} of {size >> 20:,} MiB, "
            f"{held >> 20:,} of them XML; more than "
            f"{_MOST_MEMBERS:,}, {_LARGEST >> 20} and {_LARGEST_TREE >> 20} are not read, since archives are "
            "made so to do harm; split it into documents"
        )
    for tree in trees:
        with archive.open(tree) as part:
            if b"<!ENTITY" in part.read(_START).replace(b"\x00", b""):
                raise UnreadableError(
                    f"declares entities of XML in {tree.filename}, as files made to do harm do; save it "
                    "again where it was made"
                )
    return archive
